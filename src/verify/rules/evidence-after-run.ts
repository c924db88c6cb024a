import type { EvidenceFile, FileClockReading } from '../../model/evidence.ts';
import { claims, faultsOf, overFiles, shortDigest } from '../evidence-files.ts';
import { defineRule, NOTHING_TO_JUDGE, unknown } from '../rule.ts';
import { overCheck } from '../subject.ts';
import { counted } from '../words.ts';

export const evidenceAfterRun = defineRule({
  id: 'GG-EVIDENCE-AFTER-RUN',
  title: 'Every report and log is as it was when the run ended',
  why: 'What appears, changes or goes after the command ended was not written by what was observed.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, (check, { evidence, logs }) => {
      const { run, asked } = facts;
      if (evidence.length + logs.length === 0) return NOTHING_TO_JUDGE;
      if (run === null) {
        if (asked.outcome === null) return NOTHING_TO_JUDGE;
        return unknown('Whether evidence came after the end of the tests was not observed: the workflow ran them itself', { rejects: false, fix: 'Let the gate run the command: generation-gate run -- COMMAND' });
      }
      const files = claims(check);
      const unseen = files.filter(({ closing }) => !closing);
      if (unseen.length > 0) return unknown(`The evidence was not looked at when the run ended: ${counted(unseen.length, 'file')}`, { fix: 'Run again: generation-gate run -- COMMAND' });
      return overFiles(files, faultsOf(files, (file) => whatMoved(file) ?? writtenLate(file, run.endedFileClock)), {
        fault: 'not as the run left it',
        fine: `${counted(files.length, 'evidence file')} as the run left it`,
        fix: 'Let the command end only when its reports are written (wait for what it starts in the background), and let no later step write there.',
        innocentWhen: 'A later step of the workflow merges or rewrites reports: make it part of the command, or let it write elsewhere.',
      });
    }),
});

/**
 * A straggler may write between the command's end and the closing inventory: the file system's clock at the end tells.
 * Only times of one file system are compared.
 */
function writtenLate({ atRunEnd, atStamp }: EvidenceFile, ended: FileClockReading | null): string | null {
  if (ended === null || atRunEnd?.kind !== 'file' || atRunEnd.device !== ended.device || BigInt(atRunEnd.ctimeNs) <= BigInt(ended.ns)) return null;
  if (atStamp !== null && atStamp.ctimeNs === atRunEnd.ctimeNs) return null;
  const late = Number((BigInt(atRunEnd.ctimeNs) - BigInt(ended.ns)) / 1000n) / 1000;
  return `was written ${late} ms after the command had ended`;
}

function whatMoved({ atRunEnd, now }: EvidenceFile): string | null {
  if (now === null) return `was there at the end of the run with ${shortDigest(atRunEnd?.sha256)}, and is gone`;
  if (atRunEnd === null) return 'appeared after the end of the run';
  if (now.kind !== atRunEnd.kind) return `was a ${atRunEnd.kind} at the end of the run, and is a ${now.kind}`;
  if (now.sha256 !== atRunEnd.sha256) return `${shortDigest(atRunEnd.sha256)} at the end of the run, ${shortDigest(now.sha256)} now`;
  return now.kind === 'symlink' && now.linkTarget !== atRunEnd.linkTarget ? 'leads elsewhere than at the end of the run' : null;
}
