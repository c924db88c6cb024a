/** Reads what processes wrote about themselves. They can write anything: every line is parsed, bounded and counted. */
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { witnessRecordSchema, type LoadRecord, type SpawnRecord, type StartRecord } from '../../model/witness.ts';

/** Limits against a command that writes records without end. */
export const RECORD_LIMITS = { files: 50_000, fileBytes: 64 << 20, totalBytes: 1 << 30, lost: 50 } as const;

/** The records of one process, or of one life of it: a process replaced by exec begins another file. */
export interface ProcessRecords {
  readonly start: StartRecord;
  readonly loads: readonly LoadRecord[];
  readonly spawns: readonly SpawnRecord[];
  /** Every search path it had, the first included. */
  readonly searchPaths: readonly (readonly string[])[];
  readonly written: readonly string[];
  readonly finished: boolean;
}

/** Hands over one process after the other. Answers what kept records from being whole, in words, each once. */
export function readRecords(folder: string, take: (process: ProcessRecords) => void): readonly string[] {
  const lost = new Map<string, number>();
  const lose = (what: string): void => void lost.set(what, (lost.get(what) ?? 0) + 1);
  const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl')).sort();
  let left = RECORD_LIMITS.totalBytes;
  names.slice(0, RECORD_LIMITS.files).forEach((name) => {
    const content = readBounded(join(folder, name), Math.min(left, RECORD_LIMITS.fileBytes));
    if (content === null) return lose('a file of records cannot be read, or holds more than is read');
    left -= content.length;
    const process = parseProcess(content.toString('utf8'), lose);
    if (process !== null) take(process);
  });
  if (names.length > RECORD_LIMITS.files) lose(`${names.length - RECORD_LIMITS.files} files of records beyond the first ${RECORD_LIMITS.files} were not read`);
  return [...lost].slice(0, RECORD_LIMITS.lost).map(([what, times]) => (times === 1 ? what : `${what} (${times} times)`));
}

function parseProcess(text: string, lose: (what: string) => void): ProcessRecords | null {
  const loads: LoadRecord[] = [];
  const spawns: SpawnRecord[] = [];
  const searchPaths: (readonly string[])[] = [];
  const written: string[] = [];
  let start: StartRecord | null = null;
  let finished = false;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const parsed = witnessRecordSchema.safeParse(parseJson(line));
    if (!parsed.success) {
      lose('a record is torn or not understood');
      continue;
    }
    const record = parsed.data;
    switch (record.record) {
      case 'start':
        if (start === null) searchPaths.push(record.search_path);
        start ??= record;
        break;
      case 'load':
        loads.push(record);
        break;
      case 'spawn':
        spawns.push(record);
        break;
      case 'search':
        searchPaths.push(record.search_path);
        break;
      case 'write':
        written.push(record.path);
        break;
      case 'error':
        lose(`the witness failed at "${record.doing.slice(0, 40)}": ${record.what.slice(0, 160)}`);
        break;
      case 'end':
        finished = true;
        if (record.lost > 0) lose(`${record.lost} records of a process could not be written`);
    }
  }
  if (start === null) {
    lose('a process left no start record');
    return null;
  }
  return { start, loads, spawns, searchPaths, written, finished };
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** The bytes of a regular file of at most `limit`; null else. */
function readBounded(path: string, limit: number): Buffer | null {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  } catch {
    return null;
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > limit) return null;
    const bytes = Buffer.alloc(stats.size);
    let length = 0;
    while (length < bytes.length) {
      const read = readSync(file, bytes, length, bytes.length - length, length);
      if (read === 0) break;
      length += read;
    }
    return bytes.subarray(0, length);
  } catch {
    return null;
  } finally {
    closeSync(file);
  }
}
