/**
 * Opens and reads one report file. Whoever runs the tests controls what lies at the path: links, FIFOs and devices are
 * refused without ever blocking, and a file that changes under the reader is refused too.
 */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import { lstat, open, realpath } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { decodePath, nativePath } from '../../model/path.ts';
import type { RefusedReport, ReportReading, ReportStat } from '../../model/report.ts';
import { limitsWith } from './limits.ts';
import type { ReportLimits } from './limits.ts';
import { createReportParser } from './parse.ts';
import type { ReportParser } from './parse.ts';
import { ReportRefusal } from './refusal.ts';
import type { RefusalCode } from './refusal.ts';

export type ReadOptions = {
  readonly limits?: Partial<ReportLimits>;
  /** Folders (real paths) of which one must hold the file; unchecked where absent. */
  readonly allowedRoots?: readonly string[];
};

const STEP = 64 * 1024;

/**
 * Reads the report at `path`, a string as `decodePath` gives it or raw bytes. Never throws over what it finds: every
 * fault of the file or its content is a refused reading with its own code.
 */
export async function readReport(path: string | Buffer, options: ReadOptions = {}): Promise<ReportReading> {
  const limits = limitsWith(options.limits);
  const native = typeof path === 'string' ? nativePath(path, '') : path;
  try {
    refuseKind(await lstat(native, { bigint: true }));
    if (options.allowedRoots !== undefined) await refuseOutside(native, options.allowedRoots);
    // Windows has none of these flags; there only the kind seen before and after the opening guards the path.
    const flags = constants.O_RDONLY | flag('O_NOFOLLOW') | flag('O_NONBLOCK') | flag('O_NOCTTY');
    const file = await open(native, flags);
    try {
      return await readOpened(native, file, limits);
    } finally {
      await file.close();
    }
  } catch (error) {
    return refused(error);
  }
}

function flag(name: 'O_NOFOLLOW' | 'O_NONBLOCK' | 'O_NOCTTY'): number {
  return (constants as Partial<Record<typeof name, number>>)[name] ?? 0;
}

async function readOpened(native: string | Buffer, file: FileHandle, limits: ReportLimits): Promise<ReportReading> {
  const before = await file.stat({ bigint: true });
  refuseKind(before);
  const size = Number(before.size);
  if (size > limits.bytes) {
    const refusal = new ReportRefusal('limit-bytes', `The file has ${size} bytes, more than the limit of ${limits.bytes}`);
    return { ...refused(refusal), size, stat: statOf(before) };
  }
  const { read, sha256, outcome } = await readAll(file, limits);
  const moved = whatMoved(before, await file.stat({ bigint: true })) ?? (await whatStands(native, before));
  const seen = { sha256, size: read, stat: statOf(before) };
  if (moved !== undefined) return refused(new ReportRefusal('changed', `The file changed while it was read: ${moved}`));
  if (read !== size) {
    return refused(new ReportRefusal('unstored', `The file says it has ${size} bytes and yields ${read}: it is no stored file`));
  }
  if (outcome.state === 'refused') return { ...outcome.refusal, ...seen };
  return { state: 'read', ...outcome.records, ...seen };
}

type Parsed =
  | { readonly state: 'parsed'; readonly records: ReturnType<ReportParser['end']> }
  | { readonly state: 'refused'; readonly refusal: RefusedReport };

/** One pass for digest and meaning; after a refusal it goes on for the digest alone. */
async function readAll(
  file: FileHandle,
  limits: ReportLimits,
): Promise<{ readonly read: number; readonly sha256: string; readonly outcome: Parsed }> {
  const hash = createHash('sha256');
  const parser = createReportParser(limits);
  const buffer = Buffer.allocUnsafe(STEP);
  let refusal: RefusedReport | undefined;
  let read = 0;
  function attempt<T>(step: () => T): T | undefined {
    if (refusal !== undefined) return undefined;
    try {
      return step();
    } catch (error) {
      refusal = refused(error);
      return undefined;
    }
  }
  while (read <= limits.bytes) {
    const { bytesRead } = await file.read(buffer, 0, STEP, null);
    if (bytesRead === 0) break;
    const bytes = buffer.subarray(0, bytesRead);
    read += bytesRead;
    hash.update(bytes);
    attempt(() => {
      parser.write(bytes);
    });
  }
  const records = attempt(() => parser.end());
  const outcome: Parsed =
    records === undefined || refusal !== undefined
      ? { state: 'refused', refusal: refusal ?? refused(new Error('nothing was parsed')) }
      : { state: 'parsed', records };
  return { read, sha256: hash.digest('hex'), outcome };
}

function refuseKind(stat: BigIntStats): void {
  if (stat.isFile()) return;
  if (stat.isSymbolicLink()) throw new ReportRefusal('symlink', 'The path is a symbolic link; a report must be a file of its own');
  if (stat.isDirectory()) throw new ReportRefusal('folder', 'The path is a folder, not a report file');
  const kind = stat.isFIFO() ? 'a FIFO' : stat.isSocket() ? 'a socket' : 'a device';
  throw new ReportRefusal('special', `The path is ${kind}, not a report file`);
}

async function refuseOutside(native: string | Buffer, roots: readonly string[]): Promise<void> {
  const path = typeof native === 'string' ? native : decodePath(native);
  const real = join(await realpath(dirname(path)), basename(path));
  const inside = roots.some((root) => real.startsWith(root.endsWith(sep) ? root : `${root}${sep}`));
  if (!inside) throw new ReportRefusal('outside', `The real path is ${JSON.stringify(real)}, outside of ${roots.join(', ')}`);
}

/** What differs between two looks at the open file, in words; undefined where nothing does. */
function whatMoved(before: BigIntStats, after: BigIntStats): string | undefined {
  for (const field of ['size', 'mtimeNs', 'ctimeNs', 'ino', 'dev'] as const) {
    if (before[field] !== after[field]) return `${field} was ${before[field]} and is ${after[field]}`;
  }
  return undefined;
}

/** Whether the path still names the file that was read. */
async function whatStands(native: string | Buffer, before: BigIntStats): Promise<string | undefined> {
  try {
    const now = await lstat(native, { bigint: true });
    return now.ino === before.ino && now.dev === before.dev ? undefined : 'another file took its place';
  } catch {
    return 'it is gone from its path';
  }
}

function statOf(stat: BigIntStats): ReportStat {
  return {
    mtimeMs: Number(stat.mtimeNs / 1_000_000n),
    mtimeNs: String(stat.mtimeNs),
    ctimeNs: String(stat.ctimeNs),
    ino: String(stat.ino),
    dev: String(stat.dev),
  };
}

function refused(error: unknown): RefusedReport {
  if (error instanceof ReportRefusal) {
    return { state: 'refused', code: error.code, message: error.message, ...error.position };
  }
  const code = systemCode(error);
  const refusals: Readonly<Record<string, RefusalCode>> = {
    ENOENT: 'absent',
    ENOTDIR: 'absent',
    ELOOP: 'symlink',
    EISDIR: 'folder',
    ENXIO: 'special',
    ENODEV: 'special',
  };
  const message = String(error).replace(/^Error: /, '');
  return { state: 'refused', code: refusals[code] ?? 'unreadable', message: `The file could not be read: ${message}` };
}

function systemCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
