/** The environment that the captured command sees: the caller's own, less what would lead git or Python astray. */

export const GENERATION_VARIABLE = 'GENERATION_GATE_GENERATION';
export const TREE_ID_VARIABLE = 'GENERATION_GATE_TREE_ID';
export const CELL_VARIABLE = 'GENERATION_GATE_CELL';
export const ENV_DIR_VARIABLE = 'GENERATION_GATE_ENV_DIR';

export interface CommandEnvironment {
  readonly env: Readonly<Record<string, string>>;
  /** Names that were inherited and are gone, sorted. */
  readonly removed: readonly string[];
  /** Names that were set here, sorted, whether or not the caller had them too. */
  readonly added: readonly string[];
  /** `NAME=value` that only processes of this run carry: finds those that left the session. */
  readonly marker: string;
}

export interface SetupBinding {
  /** Folder for environments that the command makes itself, one per directory it runs in. */
  readonly envDir: string;
  /** What `git rev-parse --local-env-vars` printed: variables that bind git to one repository. */
  readonly localGitVars: readonly string[];
  /** More variables to set, for instance those of the witness. */
  readonly extra?: Readonly<Record<string, string>>;
}

export interface RunBinding extends SetupBinding {
  readonly generation: string;
  readonly treeId: string;
  readonly cell?: string;
}

/**
 * The environment of a captured command.
 *
 * Nothing is taken away but git's repository-local variables, an inherited PYTHONPYCACHEPREFIX (it may hold bytecode
 * of another tree) and a cell name that this run was not given.
 */
export function commandEnvironment(parentEnv: NodeJS.ProcessEnv, binding: RunBinding): CommandEnvironment {
  const own: Record<string, string> = {
    PYTHONDONTWRITEBYTECODE: '1',
    [GENERATION_VARIABLE]: binding.generation,
    [TREE_ID_VARIABLE]: binding.treeId,
    [ENV_DIR_VARIABLE]: binding.envDir,
  };
  if (binding.cell !== undefined) own[CELL_VARIABLE] = binding.cell;
  const marker = `${GENERATION_VARIABLE}=${binding.generation}`;
  return derive(parentEnv, binding, own, [CELL_VARIABLE], marker);
}

/** The environment of a setup script. It runs before the stamp, so no generation and no tree id are known to it. */
export function setupEnvironment(parentEnv: NodeJS.ProcessEnv, binding: SetupBinding): CommandEnvironment {
  const own = { PYTHONDONTWRITEBYTECODE: '1', [ENV_DIR_VARIABLE]: binding.envDir };
  const stale = [GENERATION_VARIABLE, TREE_ID_VARIABLE, CELL_VARIABLE];
  return derive(parentEnv, binding, own, stale, `${ENV_DIR_VARIABLE}=${binding.envDir}`);
}

function derive(
  parentEnv: NodeJS.ProcessEnv,
  binding: SetupBinding,
  own: Readonly<Record<string, string>>,
  ownNames: readonly string[],
  marker: string,
): CommandEnvironment {
  const set = { ...own, ...binding.extra };
  const unwanted = new Set([...binding.localGitVars, 'PYTHONPYCACHEPREFIX', ...ownNames]);
  const env: Record<string, string> = {};
  const removed: string[] = [];
  for (const [name, value] of Object.entries(parentEnv)) {
    if (value === undefined) continue;
    if (!unwanted.has(name)) env[name] = value;
    else if (!Object.hasOwn(set, name)) removed.push(name);
  }
  return { env: { ...env, ...set }, removed: removed.sort(), added: Object.keys(set).sort(), marker };
}
