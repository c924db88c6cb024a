import type { SummaryCitation } from '../../model/summary.ts';
import type { ReadSummary, SummaryFault } from '../summary.ts';
import { defineRule, NOTHING_TO_JUDGE } from '../rule.ts';
import { answerOf, overSummaries } from '../summary.ts';
import { counted } from '../words.ts';

type Cited = Readonly<Record<'verdict' | 'generation' | 'tree', string>>;

const NAMES = { verdict: 'verdict', generation: 'generation', tree: 'tree id' } as const;

export const summarySameVerdict = defineRule({
  id: 'GG-SUMMARY-OTHER-VERDICT',
  title: 'No summary cites another verdict, generation or tree id',
  why: 'Numbers of another stamping are true of another tree, however right they were there.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overSummaries(facts, (files, { saved }) => {
      if (saved === null) return NOTHING_TO_JUDGE;
      const cited: Cited = { verdict: saved.digest, generation: saved.verdict.generation, tree: saved.verdict.tree_id };
      // The generation that really ran is part of the verdict where its evidence came from a cache.
      const ran = saved.verdict.cached?.generation ?? null;
      const older = new Set(facts.known.filter((known) => known !== cited.generation && known !== ran));
      return answerOf(files.flatMap((file) => foreign(file, { cited, older, ran })), {
        fault: ['citation of something else', 'citations of something else'],
        fine: `${counted(files.length, 'summary', 'summaries')} name no other verdict`,
        fix: 'Write the summary from the verdict of this generation: generation-gate summarize --out SUMMARY.md',
        innocentWhen: 'The text quotes an id of another build by the name verdict, generation or tree: leave it out, or call it by another name.',
      });
    }),
});

interface Allowed {
  readonly cited: Cited;
  readonly older: ReadonlySet<string>;
  readonly ran: string | null;
}

function foreign({ path, reading }: ReadSummary, { cited, older, ran }: Allowed): readonly SummaryFault[] {
  return reading.citations.flatMap(({ line, of, id }: SummaryCitation) => {
    if (older.has(id)) return [{ path, line, words: `generation ${id} is an earlier one of this workspace; the verdict's is ${cited.generation}` }];
    // An abbreviation of the right id is no other one.
    if (of === 'other' || of === 'unnamed' || cited[of].startsWith(id)) return [];
    if (of === 'generation' && ran?.startsWith(id) === true) return [];
    return [{ path, line, words: `${NAMES[of]} ${id.slice(0, 80)}; the accepted one is ${cited[of]}` }];
  });
}
