/** Reads the header of a bytecode file (PEP 3147, PEP 552) and the name of its source. */

/** Where a header's parts lie: `mtime` alone (Python 2), with the source's size (3.3), with flags before both (3.7). */
type Layout = 'mtime' | 'mtime-size' | 'pep552';

interface Release {
  readonly python: string;
  readonly layout: Layout;
}

/** First and last magic number of each release, pre-releases included; source: CPython's list of magic numbers. */
const MAGIC_RANGES: readonly (readonly [first: number, last: number, python: string, layout: Layout])[] = [
  [3210, 3230, '3.3', 'mtime-size'],
  [3250, 3310, '3.4', 'mtime-size'],
  [3320, 3351, '3.5', 'mtime-size'],
  [3360, 3379, '3.6', 'mtime-size'],
  [3390, 3399, '3.7', 'pep552'],
  [3400, 3419, '3.8', 'pep552'],
  [3420, 3429, '3.9', 'pep552'],
  [3430, 3449, '3.10', 'pep552'],
  [3450, 3499, '3.11', 'pep552'],
  [3500, 3549, '3.12', 'pep552'],
  [3550, 3599, '3.13', 'pep552'],
  [3600, 3649, '3.14', 'pep552'],
  [3650, 3699, '3.15', 'pep552'],
  [62171, 62211, '2.7', 'mtime'],
];

/** First magic number of Python 3.11, which went from SipHash-2-4 to SipHash-1-3. */
const FIRST_WITH_SIPHASH_13 = 3450;

/** Bytes that cover the longest header. */
export const HEADER_BYTES = 16;

export type Header =
  | { readonly kind: 'timestamp'; readonly magic: number; readonly python: string | null; readonly mtime: number; readonly size: number | null }
  | { readonly kind: 'hash'; readonly magic: number; readonly python: string; readonly key: number; readonly hash: Buffer; readonly rounds: readonly [number, number] }
  | { readonly kind: 'none'; readonly magic: number | null; readonly python: string | null; readonly why: string };

/** Reads a header from a bytecode file's first {@link HEADER_BYTES} bytes, fewer where the file is shorter. */
export function readHeader(bytes: Buffer): Header {
  if (bytes.length < 4) return { kind: 'none', magic: null, python: null, why: `${bytes.length} bytes, shorter than a magic number` };
  const magic = bytes.readUInt16LE(0);
  const release = releaseOf(magic);
  const python = release?.python ?? null;
  const none = (why: string): Header => ({ kind: 'none', magic, python, why });
  if (bytes.toString('latin1', 2, 4) !== '\r\n') return none('no bytecode: its magic number does not end in CR LF');
  // An implementation whose number is not in the table (PyPy) writes the layout of the current standard.
  const layout = release?.layout ?? 'pep552';
  const length = layout === 'mtime' ? 8 : layout === 'mtime-size' ? 12 : HEADER_BYTES;
  if (bytes.length < length) return none(`${bytes.length} bytes, shorter than a header of ${length}`);
  if (layout !== 'pep552') {
    return { kind: 'timestamp', magic, python, mtime: bytes.readUInt32LE(4), size: layout === 'mtime' ? null : bytes.readUInt32LE(8) };
  }
  const flags = bytes.readUInt32LE(4);
  if (flags === 0) return { kind: 'timestamp', magic, python, mtime: bytes.readUInt32LE(8), size: bytes.readUInt32LE(12) };
  if (flags !== 1 && flags !== 3) return none(`its flags are 0x${flags.toString(16)}, which no Python writes`);
  if (python === null) return none(`it holds a source hash, and which hash the magic number ${magic} means is not known`);
  const rounds = magic < FIRST_WITH_SIPHASH_13 ? ([2, 4] as const) : ([1, 3] as const);
  return { kind: 'hash', magic, python, key: bytes.readUInt32LE(0), hash: Buffer.from(bytes.subarray(8, 16)), rounds };
}

export interface BytecodeName {
  /** Path of the source that a file of this name belongs to. */
  readonly source: string;
  readonly rewrittenByPytest: boolean;
  /** The optimisation levels to compile with; empty where an import hook wrote the file under a tag of its own. */
  readonly optimize: readonly number[];
}

/** What the name of a `.pyc` file says of it (PEP 3147, PEP 488; the tag of pytest's assertion rewriting). */
export function readBytecodeName(path: string): BytecodeName {
  const cut = path.lastIndexOf('/') + 1;
  const folder = path.slice(0, cut);
  const stem = path.slice(cut, -'.pyc'.length);
  const inCache = /^(?<parent>(?:.*\/)?)__pycache__\/$/s.exec(folder)?.groups?.['parent'];
  if (inCache !== undefined) {
    const byPytest = /^(?<name>.+)\.[^.]+-pytest-.+$/s.exec(stem)?.groups?.['name'];
    if (byPytest !== undefined) return { source: `${inCache}${byPytest}.py`, rewrittenByPytest: true, optimize: [] };
    const parts = /^(?<name>.+?)\.(?<tag>[^.]+)(?:\.opt-(?<opt>[^.]+))?$/s.exec(stem)?.groups;
    const name = parts?.['name'];
    if (name !== undefined) {
      const opt = parts?.['opt'];
      const optimize = opt === undefined ? [0] : opt === '1' || opt === '2' ? [Number(opt)] : [];
      return { source: `${inCache}${name}.py`, rewrittenByPytest: false, optimize };
    }
  }
  return { source: `${folder}${stem}.py`, rewrittenByPytest: false, optimize: [0, 1, 2] };
}

function releaseOf(magic: number): Release | undefined {
  for (const [first, last, python, layout] of MAGIC_RANGES) if (magic >= first && magic <= last) return { python, layout };
  return undefined;
}
