/** What rules about second runs share: when there is something to judge, and how they speak of it. */
import type { Interpreter, SecondRun } from '../model/compare.ts';
import type { Runtime } from '../model/surroundings.ts';
import type { Outcome } from '../model/report.ts';
import { showPath } from '../model/path.ts';
import { counted, endingWords, enumerate, quote, succeeded } from './words.ts';
import { unknown, type RuleAnswer } from './rule.ts';

/** Why a second run shows nothing; empty where it was run as it should be. Each of them rejects. */
export function incompleteRun(run: SecondRun, where: string): readonly RuleAnswer[] {
  const answers: RuleAnswer[] = [];
  if (run.unfilled.length > 0) {
    answers.push(
      unknown(`${counted(run.unfilled.length, 'path')} of ${where} could not be filled: ${enumerate(run.unfilled.map(({ path, why }) => `${path === '' ? 'a file' : showPath(path)}: ${why}`))}`, {
        rejects: true,
        paths: run.unfilled.map(({ path }) => path).filter((path) => path !== ''),
        fix: 'Bring what is missing into the local store (git lfs fetch --all, git submodule update --init, git fetch), or stamp again where files have changed since.',
      }),
    );
  }
  if (run.setup !== null && !succeeded(run.setup)) answers.push(unknown(`The setup script ${endingWords(run.setup)} in ${where}, so the command was not run there; its log is in ${quote(`${run.logs}/setup`)}`, { rejects: true, fix: 'Let the setup script work in any directory: relative paths, and environments in "$GENERATION_GATE_ENV_DIR".' }));
  if (run.shared.length > 0) {
    answers.push(
      unknown(`The environment of ${where} imports the workspace's own code: ${enumerate(run.shared)}`, {
        rejects: true,
        fix: 'Make an environment for each directory in the setup script, in "$GENERATION_GATE_ENV_DIR", and let the command use it.',
      }),
    );
  }
  if (run.unreadReports.length > 0) answers.push(unknown(`${counted(run.unreadReports.length, 'report')} of ${where} could not be read: ${enumerate(run.unreadReports)}`, { rejects: true, fix: `Look at what the command writes there: its logs are in ${quote(run.logs)}` }));
  return answers;
}

/** Words for an outcome, where null means that the test did not run. */
export function outcomeWord(outcome: Outcome | null): string {
  return outcome ?? 'not run';
}

/**
 * Words for a runtime other than Python that has another version there; null where all are alike, or one is not known.
 * Python is compared as the interpreter that was probed.
 */
export function otherRuntime(here: readonly Runtime[] = [], there: readonly Runtime[] = []): string | null {
  for (const one of there) {
    const own = here.find(({ name }) => name === one.name);
    if (own === undefined || own.version === one.version || ['python', 'pypy'].includes(one.name)) continue;
    return `${one.name} ${one.version} (${showPath(one.path)}), and ${own.name} ${own.version} (${showPath(own.path)}) in the workspace`;
  }
  return null;
}

/** Words for two interpreters of different version; null where they are alike, or one is not known. */
export function otherVersion(here: Interpreter | null, there: Interpreter | null): string | null {
  if (here === null || there === null || (here.implementation === there.implementation && here.version === there.version)) return null;
  return `${there.implementation} ${there.version} (${showPath(there.executable)}), and ${here.implementation} ${here.version} (${showPath(here.executable)}) in the workspace`;
}
