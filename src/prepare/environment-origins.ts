/** Variables of the environment that lead into another checkout of the same code (PR6). */
import { isAbsolute, resolve } from 'node:path';
import type { EnvironmentOrigin } from '../model/prepare.ts';
import { entriesOf, kindAt, realPath } from './bounded-file.ts';
import type { OtherCheckoutOf } from './checkout.ts';
import { checkoutsIn, linksIn } from './node-links.ts';
import { readInstalledOrigins } from './site-packages.ts';

/** Lists of folders that a language looks code up in; an empty entry means the working folder. */
const SEARCH_PATHS: ReadonlySet<string> = new Set(['PYTHONPATH', 'NODE_PATH', 'CLASSPATH', 'GOPATH', 'PERL5LIB', 'RUBYLIB', 'LUA_PATH']);

/** Other variables by which tools find code: named ones, and every `*_HOME`, `*_ROOT`, `*_HUB`. */
const LOCATION = /^(?:GOWORK|GOFLAGS|PYTHONHOME|PYTEST_ADDOPTS|MAVEN_ARGS|UV_PROJECT|UV_WORKING_DIRECTORY|CARGO_TARGET_DIR|CARGO_BUILD_TARGET_DIR|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|TS_NODE_PROJECT|LD_LIBRARY_PATH|LD_PRELOAD|MYPYPATH|.+_(?:HOME|ROOT|HUB|OPTS|OPTIONS))$/;

/** Where a run takes place: re-pointed in another folder, never judged. Git's own are removed or reported elsewhere. */
const NEVER_JUDGED = /^(?:PWD|OLDPWD|INIT_CWD|GITHUB_WORKSPACE|RUNNER_WORKSPACE|GIT_.*|GENERATION_GATE_.*)$/;

/**
 * Every entry of a variable that leads into another checkout of the workspace's code. A virtual environment is judged
 * by what is installed in it, not by where it lies. `cwd` is where relative entries start.
 */
export async function environmentOrigins(env: NodeJS.ProcessEnv, cwd: string, otherCheckoutOf: OtherCheckoutOf): Promise<readonly EnvironmentOrigin[]> {
  const found: EnvironmentOrigin[] = [];
  for (const [variable, value] of Object.entries(env).sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (value === undefined || value === '' || NEVER_JUDGED.test(variable)) continue;
    for (const target of new Set(targetsOf(variable, value, cwd))) {
      const otherCheckout = await otherCheckoutOf(target);
      if (otherCheckout !== null) found.push({ variable, value, target, otherCheckout });
    }
  }
  return found;
}

/** Whether a variable decides which code a program finds. */
export function findsCode(variable: string): boolean {
  return !NEVER_JUDGED.test(variable) && (SEARCH_PATHS.has(variable) || LOCATION.test(variable) || variable === 'PATH' || variable === 'VIRTUAL_ENV');
}

function targetsOf(variable: string, value: string, cwd: string): readonly string[] {
  if (variable === 'VIRTUAL_ENV') return virtualEnvironmentTargets(resolve(cwd, value));
  if (SEARCH_PATHS.has(variable)) {
    const folders = value.split(':').map((entry) => realPath(resolve(cwd, entry.replace(/\/\*$/, ''))));
    // A folder of packages is judged by what its links lead to and by the checkouts in it, not by where it lies.
    return variable === 'NODE_PATH' ? [...folders, ...folders.flatMap((folder) => [...linksIn(folder).map(({ target }) => target), ...checkoutsIn(folder)])] : folders;
  }
  if (!LOCATION.test(variable)) return [];
  // An option holds its path behind `=`; a list may stand in any of them.
  const parts = value.split(/[\s:]+/).flatMap((word) => [word, word.slice(word.indexOf('=') + 1)]);
  return [value, ...parts].filter((part) => isAbsolute(part) || /^\.{1,2}(?:\/|$)/.test(part)).map((part) => resolve(cwd, part)).filter((part) => kindAt(part) !== 'other').map(realPath);
}

function virtualEnvironmentTargets(environment: string): readonly string[] {
  const folders = entriesOf(`${environment}/lib`).filter(({ name }) => /^(?:python|pypy)3/.test(name));
  return folders.flatMap(({ name }) => readInstalledOrigins(`${environment}/lib/${name}/site-packages`).origins.filter(({ kind }) => kind !== 'direct-url').map(({ target }) => target));
}
