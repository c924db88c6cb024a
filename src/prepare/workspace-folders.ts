/** The folders of a workspace in which projects may lie, listed once for all who look for something there. */
import { ENVIRONMENT_FOLDER_NAMES, VIRTUAL_ENVIRONMENT_MARK } from '../workspace/environment-folder.ts';
import { entriesOf, type Entry } from './bounded-file.ts';
import type { WorkspacePlace } from './workspace-paths.ts';

export interface WorkspaceFolder {
  /** Absolute. */
  readonly path: string;
  readonly entries: readonly Entry[];
}

/** Projects of a monorepo are looked for this deep: `packages/<group>/<package>`. */
const DEPTH = 3;
/** A guard against trees of generated folders. */
const FOLDER_LIMIT = 5_000;

/** The top level and the folders below it, breadth first; environment folders, hidden ones and other worktrees are none. */
export function workspaceFolders({ top, otherWorktrees }: WorkspacePlace): readonly WorkspaceFolder[] {
  const apart = new Set(otherWorktrees.map((worktree) => `${top}/${worktree}`));
  const found: WorkspaceFolder[] = [{ path: top, entries: entriesOf(top) }];
  let level: readonly WorkspaceFolder[] = found;
  for (let depth = 0; depth < DEPTH; depth += 1) {
    const next: WorkspaceFolder[] = [];
    for (const { path, entries } of level) {
      for (const { name, kind, link } of entries) {
        const inner = `${path}/${name}`;
        if (kind !== 'folder' || link || name.startsWith('.') || ENVIRONMENT_FOLDER_NAMES.has(name) || apart.has(inner)) continue;
        if (found.length + next.length > FOLDER_LIMIT) return [...found, ...next];
        const inside = entriesOf(inner);
        if (!inside.some((entry) => entry.name === VIRTUAL_ENVIRONMENT_MARK)) next.push({ path: inner, entries: inside });
      }
    }
    found.push(...next);
    level = next;
  }
  return found;
}
