/** Second directories and an environment that imports the workspace itself do not go together (RP1). */
import { UsageError } from '../model/errors.ts';
import type { CapturedCommand } from '../model/run-record.ts';
import { showPath } from '../model/path.ts';
import type { Context } from './context.ts';
import { observeOrigins } from './origins.ts';
import { resolveWorkdir } from '../run/workdir.ts';

/**
 * Throws a {@link UsageError} where the command's interpreter holds an editable install of the workspace and no setup
 * makes another environment: a run elsewhere would import the workspace's code and be read as agreement.
 */
export async function refuseSharedEnvironment(context: Context, command: CapturedCommand, hasSetup: boolean): Promise<void> {
  if (hasSetup) return;
  const { repository, settings } = context;
  const cwd = resolveWorkdir(repository.top, settings.workdir ?? context.defaultWorkdir).absolute;
  const { origins } = await observeOrigins(context, { command, cwd, env: context.env });
  const [first] = origins.entries.filter(({ kind, insideWorkspace }) => kind !== 'plain-copy' && insideWorkspace);
  if (first === undefined) return;
  const interpreter = origins.interpreter.state === 'found' ? origins.interpreter.executable : origins.interpreter.asked;
  throw new UsageError(
    'GG-ENVIRONMENT-SHARED',
    `${showPath(interpreter)} holds an editable install of the workspace (${first.distribution ?? 'an entry'} leads to ${showPath(first.target ?? '')} by ${showPath(first.file)}), and no setup is given: in a second directory it would import the workspace's code, and every run would agree`,
    'Give a setup script that makes an environment for each directory in "$GENERATION_GATE_ENV_DIR" (--setup ci/setup.sh), and let the command use it.',
  );
}
