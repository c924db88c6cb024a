/** Whether a path is the workspace's own code: below its top, in no environment folder and in no other work tree. */
import { isEnvironment } from './checkout.ts';
import { liesIn, realPath } from './bounded-file.ts';

export interface WorkspacePlace {
  /** Real path of the top level. */
  readonly top: string;
  /** Linked worktrees inside, relative to the top level. */
  readonly otherWorktrees: readonly string[];
}

/** Whether an absolute path, links resolved, is the workspace's own. An installed copy in its `.venv` is not. */
export function isWorkspacePath(path: string, { top, otherWorktrees }: WorkspacePlace): boolean {
  const real = realPath(path);
  if (!liesIn(real, top)) return false;
  if (otherWorktrees.some((worktree) => liesIn(real, `${top}/${worktree}`))) return false;
  for (let folder = real; folder.length > top.length; folder = folder.slice(0, folder.lastIndexOf('/'))) if (isEnvironment(folder)) return false;
  return true;
}
