/** git tree objects computed from a sorted list of paths, without writing any. */
import { hash } from 'node:crypto';
import { encodePath } from '../model/path.ts';
import { blobBytes } from './hash-files.ts';

/** What a tree holds, one row a path, sorted by the bytes of the paths. */
export interface TreeRows {
  readonly paths: readonly string[];
  /** Mode of a row as git writes it: `100644`, `100755`, `120000`, `160000`. */
  readonly mode: (row: number) => string;
  /** Raw object ids, one after the other. */
  readonly ids: Buffer;
}

/** A path in a tree, where there are few of them. */
export interface TreeLeaf {
  readonly path: string;
  readonly mode: string;
  /** Raw object id. */
  readonly oid: Uint8Array;
}

/** Room for `tree `, a 20-digit size and NUL before the entries. */
const HEADER_BYTES = 32;
const BEYOND_ASCII = /[^\0-\x7f]/;

/**
 * The id, in hex, of the git tree that holds these rows. Their order, by the bytes of whole paths, is the order of tree
 * entries too, because a folder sorts as if its name ended in `/` (git's `base_name_compare`).
 */
export function treeIdOf({ paths, mode, ids }: TreeRows, algorithm: 'sha1' | 'sha256'): string {
  const idBytes = blobBytes(algorithm);
  // Trees under construction lie here one behind the other; a finished one gives its room back.
  let bytes = Buffer.allocUnsafe(1 << 16);
  let row = 0;

  function reserve(end: number): void {
    if (end > bytes.length) bytes = Buffer.concat([bytes], Math.max(end, bytes.length * 2));
  }

  /** Writes `<mode> <name>\0` and gives the place behind it, where the id belongs. */
  function writeName(at: number, entryMode: string, name: string): number {
    const text = `${entryMode} ${name}\0`;
    if (!BEYOND_ASCII.test(name)) {
      reserve(at + text.length + idBytes);
      return at + bytes.write(text, at, 'latin1');
    }
    const encoded = encodePath(text);
    reserve(at + encoded.length + idBytes);
    bytes.set(encoded, at);
    return at + encoded.length;
  }

  /** Builds the tree of the rows below `prefix` behind `start` and gives its raw id as text of one byte a character. */
  function tree(prefix: string, start: number): string {
    const body = start + HEADER_BYTES;
    let end = body;
    for (; row < paths.length; ) {
      const path = paths[row] ?? '';
      if (!path.startsWith(prefix)) break;
      const slash = path.indexOf('/', prefix.length);
      if (slash < 0) {
        end = writeName(end, mode(row), path.slice(prefix.length));
        ids.copy(bytes, end, row * idBytes, (row + 1) * idBytes);
        row += 1;
      } else {
        end = writeName(end, '40000', path.slice(prefix.length, slash));
        const id = tree(path.slice(0, slash + 1), end);
        bytes.write(id, end, 'latin1');
      }
      end += idBytes;
      reserve(end);
    }
    const header = `tree ${end - body}\0`;
    reserve(end);
    bytes.write(header, body - header.length, 'latin1');
    return hash(algorithm, bytes.subarray(body - header.length, end), 'binary');
  }

  return Buffer.from(tree('', 0), 'latin1').toString('hex');
}

/** Rows from leaves that are sorted by the bytes of their paths. */
export function rowsFromLeaves(leaves: readonly TreeLeaf[], algorithm: 'sha1' | 'sha256'): TreeRows {
  const idBytes = blobBytes(algorithm);
  const ids = Buffer.alloc(leaves.length * idBytes);
  for (const [row, { oid }] of leaves.entries()) ids.set(oid, row * idBytes);
  return { paths: leaves.map(({ path }) => path), mode: (row) => leaves[row]?.mode ?? '', ids };
}
