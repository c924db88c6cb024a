/** git tree objects computed from a sorted list of paths, without writing any. */
import { hash } from 'node:crypto';
import { encodePath } from '../model/path.ts';

export interface TreeLeaf {
  /** Path relative to the tree's root. */
  readonly path: string;
  /** Mode as git writes it: `100644`, `100755`, `120000`, `160000`. */
  readonly mode: string;
  /** Raw object id. */
  readonly oid: Uint8Array;
}

/**
 * The id, in hex, of the git tree that holds these leaves, which must be sorted by the bytes of their paths.
 * That order is the order of tree entries too, because a folder sorts as if it ended in `/` (git's `base_name_compare`).
 */
export function treeIdOf(leaves: readonly TreeLeaf[], algorithm: 'sha1' | 'sha256'): string {
  let next = 0;

  function tree(prefix: string): Buffer {
    const entries: Uint8Array[] = [];
    for (; next < leaves.length; ) {
      const leaf = leaves[next];
      if (leaf === undefined || !leaf.path.startsWith(prefix)) break;
      const slash = leaf.path.indexOf('/', prefix.length);
      if (slash < 0) {
        entries.push(encodePath(`${leaf.mode} ${leaf.path.slice(prefix.length)}\0`), leaf.oid);
        next += 1;
      } else {
        const name = leaf.path.slice(prefix.length, slash);
        entries.push(encodePath(`40000 ${name}\0`), tree(leaf.path.slice(0, slash + 1)));
      }
    }
    const body = Buffer.concat(entries);
    return hash(algorithm, Buffer.concat([Buffer.from(`tree ${body.length}\0`, 'latin1'), body]), 'buffer');
  }

  return tree('').toString('hex');
}
