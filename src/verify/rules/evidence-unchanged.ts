import type { EvidenceFile } from '../../model/evidence.ts';
import { claimingFiles, overFiles, shortDigest } from '../evidence-files.ts';
import { showPath } from '../../model/path.ts';
import { defineRule, listed, type RuleAnswer } from '../rule.ts';
import { overCheck } from '../subject.ts';
import { counted, namePaths } from '../words.ts';

export const evidenceUnchanged = defineRule({
  id: 'GG-EVIDENCE-UNCHANGED-SINCE-STAMP',
  title: 'No report or log has bytes that were there at the stamp',
  why: 'Bytes that were there before the run are an old result that was touched, restored or copied.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, (check) => {
      const files = claimingFiles(check);
      const faults = files.flatMap(({ path, equalAtStamp, now }) => {
        if (equalAtStamp === null) return [];
        return [{ path, words: `${shortDigest(now.sha256)}, at the stamp ${equalAtStamp === path ? 'the same' : `in ${showPath(equalAtStamp)}`}` }];
      });
      const answer = overFiles(files, faults, {
        fault: 'with the bytes of a file that was there at the stamp',
        fine: `${counted(files.length, 'evidence file')} with bytes that were not there at the stamp`,
        fix: 'Let the command write its reports; where they never differ, let each carry the generation as a property, such as generation_gate.generation="$GENERATION_GATE_GENERATION"',
        innocentWhen: 'The runner writes no time into its report, so that two runs give equal bytes: the generation as a property tells them apart.',
      });
      return [answer, ...asides(check.evidence)];
    }),
});

/** What matches a glob and counts for nothing: a reader who wonders where a report went finds it here. */
function asides(evidence: readonly EvidenceFile[]): readonly RuleAnswer[] {
  const content = evidence.filter(({ role }) => role === 'content').map(({ path }) => path);
  const leftovers = evidence.filter(({ role }) => role === 'leftover').map(({ path }) => path);
  return [
    ...(content.length === 0 ? [] : [listed(`${counted(content.length, 'match', 'matches')} tracked or named by the patch, so content and no evidence: ${namePaths(content)}`, { paths: content })]),
    ...(leftovers.length === 0 ? [] : [listed(`${counted(leftovers.length, 'match', 'matches')} from before the stamp that nobody wrote since and that look like no report: ${namePaths(leftovers)}`, { paths: leftovers, fix: 'Name the reports more narrowly: generation-gate stamp --evidence GLOB' })]),
  ];
}
