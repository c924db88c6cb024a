/** The environment of a second directory: what leads into the workspace leads to the same place in it (PR6, RP1). */
import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { ENVIRONMENT_FOLDER_NAMES, VIRTUAL_ENVIRONMENT_MARK } from './environment-folder.ts';
import { entryAt } from './entry.ts';

export interface RepointedPlaces {
  /** Real path of the top of the workspace. */
  readonly workspace: string;
  /** Real path of the top of the second directory. */
  readonly second: string;
  /** The folder in the second directory that the process starts in, absolute. */
  readonly cwd: string;
}

/**
 * The caller's environment for a process of the second directory. Entries that lead into an environment folder of the
 * workspace stay where the second directory has none in its place: third-party packages are shared, the project's own
 * files never.
 */
export function repointedEnvironment(env: NodeJS.ProcessEnv, places: RepointedPlaces): NodeJS.ProcessEnv {
  const repoint = repointer(places, workspaceNames(env, places.workspace));
  const repointed: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined) repointed[name] = repoint(value);
  const checkout = env['GITHUB_WORKSPACE'];
  for (const [name, value] of [
    ['PWD', places.cwd],
    ['OLDPWD', places.second],
    ['INIT_CWD', places.second],
    ['GITHUB_WORKSPACE', places.second],
    ['RUNNER_WORKSPACE', dirname(places.second)],
  ] as const) {
    if (env[name] !== undefined) repointed[name] = value;
  }
  // A checkout below the runner's workspace keeps its depth.
  const inside = checkout === undefined ? '' : relative(realOr(checkout), places.workspace);
  if (checkout !== undefined && inside === basename(places.second)) repointed['GITHUB_WORKSPACE'] = dirname(places.second);
  return repointed;
}

/** The names under which the environment may speak of the workspace: its real path, and the path of a link to it. */
export function workspaceNames(env: NodeJS.ProcessEnv, workspace: string): readonly string[] {
  const named = [env['PWD'], env['GITHUB_WORKSPACE'], env['INIT_CWD']].filter((path) => path !== undefined && isAbsolute(path) && realOr(path) === workspace);
  return [...new Set([workspace, ...named.map((path) => path?.replace(/\/+$/, '') ?? '')])].filter((path) => path.length > 1);
}

function repointer({ workspace, second }: RepointedPlaces, names: readonly string[]): (value: string) => string {
  // A path ends where a list, an option or a sentence goes on.
  const forms = names.map((name) => new RegExp(`(?<![\\w./-])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(/[^:;,'"\\s]*)?(?=[:;,'"\\s]|$)`, 'g'));
  const inEnvironment = environmentTest(workspace);
  return (value) => {
    let repointed = value;
    for (const form of forms) {
      repointed = repointed.replace(form, (whole, below: string | undefined) => {
        const path = (below ?? '').replace(/^\/+/, '');
        if (inEnvironment(path) && entryAt(second, path) === null) return whole;
        return path === '' ? `${second}${below ?? ''}` : join(second, path) + (below?.endsWith('/') === true ? '/' : '');
      });
    }
    return repointed;
  };
}

/** Whether a path of the workspace lies in an environment folder or is one. */
function environmentTest(workspace: string): (path: string) => boolean {
  return (path) => {
    const parts = path.split('/').filter((part) => part !== '');
    return parts.some((part, at) => ENVIRONMENT_FOLDER_NAMES.has(part) || entryAt(workspace, [...parts.slice(0, at + 1), VIRTUAL_ENVIRONMENT_MARK].join('/')) !== null);
  };
}

function realOr(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
