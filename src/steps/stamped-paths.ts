/** The paths of the current stamping, as the change and the packet are made from them. */
import { forbiddenPath } from '../packet/forbidden-paths.ts';
import { readBaseline } from '../workspace/recheck.ts';
import type { Context } from './context.ts';
import { baselineOf, type StampRecord } from './records.ts';

export interface StampedPaths {
  readonly own: readonly string[];
  readonly nested: readonly string[];
  /** Those that may travel. */
  readonly free: ReadonlySet<string>;
}

/** The stamped paths of the workspace's own repository. */
export function pathsOf({ state, repository }: Pick<Context, 'state' | 'repository'>, stamped: StampRecord): StampedPaths {
  const table = readBaseline(baselineOf(state, stamped)).find(({ prefix }) => prefix === '')?.table;
  const own = table?.paths ?? [];
  const width = repository.objectFormat === 'sha1' ? 40 : 64;
  const nested = stamped.facts.nested.filter(({ kind, head }) => kind === 'repository' && head?.length === width).map(({ path }) => path);
  return { own, nested: nested.filter((path) => nested.every((outer) => !path.startsWith(`${outer}/`))), free: new Set(own.filter((path, row) => table?.modes[row] !== 0o120000 && forbiddenPath(path) === null)) };
}
