/** Second directories and an environment that imports the workspace itself do not go together (RP1). */
import { UsageError } from '../model/errors.ts';
import { showPath } from '../model/path.ts';
import { isOfTheWorkspace, type OriginEntry } from '../model/prepare.ts';
import type { CapturedCommand } from '../model/run-record.ts';
import { resolveWorkdir } from '../run/workdir.ts';
import type { Context } from './context.ts';
import { observeOrigins } from './origins.ts';

/** Two commands of a setup script, and a command that uses what they make; docs/baseline-and-replay.md shows the same. */
const EXAMPLE_SETUP = 'python3 -m venv "$GENERATION_GATE_ENV_DIR/venv" && "$GENERATION_GATE_ENV_DIR/venv/bin/pip" install --quiet --editable . pytest';
const EXAMPLE_COMMAND = '"$GENERATION_GATE_ENV_DIR/venv/bin/python" -m pytest --junitxml=reports/junit.xml';

/**
 * Throws a {@link UsageError} where the command's interpreter holds an editable install of the workspace and no setup
 * makes another environment: a run elsewhere would import the workspace's code and be read as agreement.
 */
export async function refuseSharedEnvironment(context: Context, command: CapturedCommand, hasSetup: boolean): Promise<void> {
  if (hasSetup) return;
  const { repository, settings } = context;
  const cwd = resolveWorkdir(repository.top, settings.workdir ?? context.defaultWorkdir).absolute;
  const { origins } = await observeOrigins(context, { command, cwd, env: context.env, imports: settings.imports });
  // Links and tables of the workspace's own are made anew in each directory, or are not there.
  const [first] = origins.entries.filter((entry) => !isOfTheWorkspace(entry.kind) && leadsInto(entry, repository.top));
  if (first === undefined) return;
  const interpreter = origins.interpreter.state === 'found' ? origins.interpreter.executable : origins.interpreter.asked;
  throw new UsageError(
    'GG-ENVIRONMENT-SHARED',
    `${showPath(interpreter)} holds an editable install of the workspace (${first.distribution ?? 'an entry'} leads to ${showPath(first.target ?? '')} by ${showPath(first.file)}), and no setup is given`,
    `Let a setup script make an environment for each directory, and the command use it. ci/setup.sh: ${EXAMPLE_SETUP}. Then: generation-gate gate --replay --setup ci/setup.sh … -- bash -c '${EXAMPLE_COMMAND}'`,
    "In a second directory this interpreter would import the workspace's code in the place of the code there: every run would agree, whatever is wrong.",
  );
}

/**
 * Whether an installed entry leads to code of the workspace itself. An environment folder may lie in the workspace:
 * what its path files name inside of it is installed code.
 */
export function leadsInto({ kind, target }: OriginEntry, workspace: string): boolean {
  if (kind === 'plain-copy' || target === null) return false;
  return (target === workspace || target.startsWith(`${workspace}/`)) && !/\/(?:site|dist)-packages(?:\/|$)/.test(target);
}
