/** Which source files the change touches (RN6): what differs from a commit, by content. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { decodePath, nativePath } from '../../model/path.ts';
import { git } from '../../workspace/git.ts';
import { blobBytes } from '../../workspace/hash-files.ts';
import { hashMany } from '../../workspace/hash-pool.ts';

export interface ChangeQuestion {
  readonly top: string;
  readonly objectFormat: 'sha1' | 'sha256';
  /** Stamped source files of the workspace's own repository. */
  readonly sources: readonly string[];
  /** Commits to compare with: the first that is present counts. `what` names it for the reader. */
  readonly bases: readonly { readonly commit: string; readonly what: string }[];
}

/** The changed ones among `sources`; null where no commit to compare with is present. */
export async function changedSources({ top, objectFormat, sources, bases }: ChangeQuestion): Promise<{ against: string; paths: string[] } | null> {
  for (const { commit, what } of bases) {
    const listed = await git(['ls-tree', '-r', '-z', '--full-tree', commit], { cwd: top });
    if (listed.code !== 0) continue;
    const before = parseTree(decodePath(listed.stdout));
    const columns = await hashMany({ root: top, paths: sources, algorithm: objectFormat });
    const width = blobBytes(objectFormat);
    const changed = sources.filter((path, row) => {
      const was = before.get(path);
      if (was === Buffer.from(columns.blobs.subarray(row * width, (row + 1) * width)).toString('hex')) return false;
      // Line ends that a checkout converted are no change.
      return was === undefined || columns.carriageReturns[row] !== 1 || was !== unixBlob(top, path, objectFormat);
    });
    return { against: what, paths: changed };
  }
  return null;
}

/** Parses `ls-tree -r -z`: `<mode> <type> <oid>\t<path>\0`. */
function parseTree(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const entry of text.split('\0')) {
    const tab = entry.indexOf('\t');
    if (tab > 0) found.set(entry.slice(tab + 1), entry.slice(0, tab).split(' ')[2] ?? '');
  }
  return found;
}

function unixBlob(top: string, path: string, algorithm: string): string | null {
  try {
    const bytes = Buffer.from(readFileSync(nativePath(top, path)).toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
    return createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
  } catch {
    return null;
  }
}
