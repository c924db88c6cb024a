/** Tells a full disk from other reasons why git could not write: of a work tree's file it does not say which. */
import { statfsSync } from 'node:fs';
import { GateError } from '../model/errors.ts';

interface Runs {
  readonly tryRun: (args: readonly string[]) => Promise<{ readonly code: number; readonly stdout: Buffer }>;
}

/** Room for folders and blocks beside the bytes themselves. */
const MARGIN_BYTES = 1 << 16;

/** Throws a {@link GateError} where git says that it could not write a file of its index into `folder`. */
export async function refuseUnwritten(git: Runs, folder: string, stderr: string): Promise<void> {
  const unwritten = /^(?:error|fatal): (?:unable to (?:write|create) (?:file|symlink)|cannot create directory at) ?'?(.*?)'?(?:: .*)?$/m.exec(stderr);
  if (unwritten === null) return;
  const asked = await git.tryRun(['cat-file', '-s', `:${unwritten[1] ?? ''}`]);
  const needed = asked.code === 0 ? Number(asked.stdout.toString('latin1')) : 0;
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const said = unwritten[0].slice(0, 500);
  if (free < needed + MARGIN_BYTES) throw new GateError('GG-DISK-FULL', `${free} bytes are free in "${folder}", and ${needed} are needed: ${said}`, 'Free space, or name a larger folder: TMPDIR=DIR (in a workflow RUNNER_TEMP), and call again.');
  throw new GateError('GG-NOT-WRITTEN', `git could not write into "${folder}": ${said}`, 'See whether the folder can be written and its file system takes such names, and call again.');
}
