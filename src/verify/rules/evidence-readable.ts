import { oneLine } from '../reports.ts';
import { faultsOf, overFiles, presentClaims, type PresentEvidence } from '../evidence-files.ts';
import { defineRule } from '../rule.ts';
import { overCheck } from '../subject.ts';
import { counted } from '../words.ts';

/** Refusals of the reader that other rules name: what is no file, lies elsewhere, or moved. */
const NAMED_ELSEWHERE: ReadonlySet<string> = new Set(['symlink', 'folder', 'special', 'outside', 'changed', 'absent', 'unstored']);

export const evidenceReadable = defineRule({
  id: 'GG-EVIDENCE-UNREADABLE',
  title: 'Every report and log can be read',
  why: 'A report that is cut off, malformed or locked may hold the failure that nobody then sees.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, (check) => {
      const files = presentClaims(check);
      return overFiles(files, faultsOf(files, whyUnread), {
        fault: 'that cannot be read',
        fine: `${counted(files.length, 'evidence file')} read`,
        fix: 'See what the reader objects to (generation-gate inspect REPORT), let the runner write a whole report, and name by --evidence nothing but reports.',
        innocentWhen: 'The glob is wider than the reports and matches another kind of file: name the reports more narrowly.',
      });
    }),
});

function whyUnread({ now, reading, globs, insideAllowedRoots }: PresentEvidence): string | null {
  if (now.kind === 'unreadable') return `the system does not let it be read: ${now.why ?? 'no reason given'}`;
  if (reading?.state === 'refused') return NAMED_ELSEWHERE.has(reading.code) ? null : oneLine(reading.message);
  const wanted = now.kind === 'file' && insideAllowedRoots && globs.length > 0;
  return wanted && reading === null ? 'it was not read at this check' : null;
}
