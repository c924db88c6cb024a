/** Where a bundle is written that the workflow wants uploaded and gave no folder for. */
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of its own in the runner's temporary folder, which is emptied after each job. */
export function bundlePlace(env: Readonly<Record<string, string | undefined>>): string {
  return join(env['RUNNER_TEMP'] === undefined || env['RUNNER_TEMP'] === '' ? tmpdir() : env['RUNNER_TEMP'], `generation-gate-bundle-${randomBytes(6).toString('hex')}`);
}
