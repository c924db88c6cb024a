/** The second documented command (RN1): run after the first one has ended and been recorded, and shown apart from it. */
import { join } from 'node:path';
import type { AlsoFacts } from '../model/facts.ts';
import type { CapturedCommand } from '../model/run-record.ts';
import type { Settings } from '../inputs/plan.ts';
import { commandFromScript, commandFromScriptFile, saveCommand, showCommand } from '../run/captured-command.ts';
import { runCaptured, type RunOptions } from '../run/run.ts';

/** The second command that the settings name; null where they name none. Throws a UsageError for a script that cannot be run. */
export function alsoOf({ also, alsoText }: Pick<Settings, 'also' | 'alsoText'>): CapturedCommand | null {
  if (also !== null) return commandFromScriptFile(also);
  return alsoText === null ? null : commandFromScript(alsoText, 'also');
}

/** Runs it as the first one was run, with its own logs in `folder`. */
export async function runAlso(command: CapturedCommand, options: RunOptions, folder: string): Promise<AlsoFacts> {
  const logDir = join(folder, 'also');
  saveCommand(logDir, command);
  return { shown: showCommand(command), outcome: await runCaptured(command, { ...options, logDir }) };
}
