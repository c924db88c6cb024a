import { faultsOf, overFiles, presentClaims, shortDigest, type PresentEvidence } from '../evidence-files.ts';
import { defineRule } from '../rule.ts';
import { overCheck } from '../subject.ts';

/** Refusals of the reader that tell of a file in motion. */
const MOVED: ReadonlySet<string> = new Set(['changed', 'absent', 'unstored']);

export const evidenceSettled = defineRule({
  id: 'GG-EVIDENCE-CHANGED-WHILE-READ',
  title: 'No report or log changed while it was read',
  why: 'A file that somebody still writes has no content yet that a verdict could be about.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, (check) => {
      const files = presentClaims(check);
      return overFiles(files, faultsOf(files, whatMoved), {
        fault: 'changed while it was read',
        fine: 'Nothing changed while it was read',
        fix: 'Wait for whatever still writes there (see the survivors of the run), then check again: generation-gate check',
      });
    }),
});

function whatMoved({ now, reading }: PresentEvidence): string | null {
  if (!now.settled) return `still being written, ${now.size} bytes when last seen`;
  if (reading === null) return null;
  if (reading.state === 'refused' && MOVED.has(reading.code)) return reading.message;
  if (reading.sha256 !== undefined && reading.sha256 !== now.sha256) return `${shortDigest(now.sha256)} when it was listed, ${shortDigest(reading.sha256)} when it was read`;
  return null;
}
