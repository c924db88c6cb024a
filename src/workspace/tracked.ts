/** Which paths git tracks. */
import { decodePath } from '../model/path.ts';
import { gitOrThrow } from './git.ts';

/** Those of `candidates`, relative to a repository's top, that its index holds. */
export async function trackedAmong(top: string, candidates: readonly string[]): Promise<ReadonlySet<string>> {
  if (candidates.length === 0) return new Set();
  const listed = await gitOrThrow(['ls-files', '-z'], { cwd: top });
  const tracked = new Set(decodePath(listed).split('\0'));
  return new Set(candidates.filter((path) => tracked.has(path)));
}
