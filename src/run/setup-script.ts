/** Runs the setup script that prepares dependencies before the stamp. */
import type { Writable } from 'node:stream';
import type { RunOutcome } from '../model/run-record.ts';
import { commandFromScript, commandFromScriptFile } from './captured-command.ts';
import { runCaptured, type RunOptions } from './run.ts';

/** A file, or text as the action's input gives it. */
export type SetupScript = { readonly file: string } | { readonly text: string };

/** Both streams of a setup go to one place, so that stdout stays the program's own. */
export type SetupOptions = Omit<RunOptions, 'stdout' | 'stderr'> & { readonly console?: Writable };

/**
 * Runs a setup script, by its `#!` line or by bash with errexit and pipefail, and returns how it ended, well or badly.
 *
 * @throws UsageError where the script cannot be read or holds no command
 */
export async function runSetupScript(script: SetupScript, { console, ...options }: SetupOptions): Promise<RunOutcome> {
  const command = 'file' in script ? commandFromScriptFile(script.file) : commandFromScript(script.text, 'setup');
  return runCaptured(command, console === undefined ? options : { ...options, stdout: console, stderr: console });
}
