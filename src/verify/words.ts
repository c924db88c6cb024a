/** How rules speak: lists cut to what a reader takes in, endings and digests in words. */
import type { Ending } from '../model/run-record.ts';
import { showPath } from '../model/path.ts';

/** Entries that a sentence names; the rest is counted. */
export const NAMED_IN_TEXT = 10;

/** `entries` as part of a sentence: the first ten, and how many more there are. */
export function enumerate(entries: readonly string[]): string {
  const named = entries.slice(0, NAMED_IN_TEXT).join(', ');
  return entries.length > NAMED_IN_TEXT ? `${named} and ${entries.length - NAMED_IN_TEXT} more` : named;
}

/** Paths as part of a sentence, odd names quoted. */
export function namePaths(paths: readonly string[]): string {
  return enumerate(paths.map(showPath));
}

/** A word of the user's in double quotes, whatever is in it. */
export function quote(text: string): string {
  const shown = showPath(text);
  return shown.startsWith('"') ? shown : `"${shown}"`;
}

/** `1 file`, `2 files`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** How a process ended, to follow its name: `exited with code 1`. */
export function endingWords(ending: Ending): string {
  switch (ending.kind) {
    case 'exited':
      return `exited with code ${ending.code}`;
    case 'signalled':
      return `was killed by ${ending.signal} and has no exit code`;
    case 'timed-out':
      return `was stopped at its time limit of ${ending.afterMs / 1000} s and has no exit code`;
    case 'never-started':
      return `never started: ${ending.reason}`;
  }
}

/** Whether two runs ended in the same way; exit codes count, times do not. */
export function sameEnding(one: Ending, other: Ending): boolean {
  return one.kind === other.kind && (one.kind !== 'exited' || other.kind !== 'exited' || one.code === other.code) && (one.kind !== 'signalled' || other.kind !== 'signalled' || one.signal === other.signal);
}

export function succeeded(ending: Ending): boolean {
  return ending.kind === 'exited' && ending.code === 0;
}

/** `<mode> <digest>` or a commit, cut to what tells two apart. */
export function shortEntry(entry: string): string {
  return entry.replace(/[0-9a-f]{16,}/g, (hex) => `${hex.slice(0, 12)}…`);
}

/** Wall clock as a reader compares it, ISO 8601 in UTC to the second. */
export function showSecond(seconds: bigint | number): string {
  const at = Number(seconds) * 1000;
  return Math.abs(at) <= 8.64e15 ? new Date(at).toISOString().replace('.000Z', 'Z') : `second ${String(seconds)}`;
}

/**
 * The command that stamps again. It promises the same evidence: pasted without it, the next verdict would go by the
 * command's ending alone.
 */
export function stampAgain(stamped: { readonly evidence: readonly string[]; readonly logs: readonly string[] } | null): string {
  if (stamped === null) return "generation-gate stamp --evidence 'reports/*.xml'";
  const options = [...stamped.evidence.map((glob) => ` --evidence ${shellWord(glob)}`), ...stamped.logs.map((log) => ` --log ${shellWord(log)}`)];
  return `generation-gate stamp${options.join('')}`;
}

/** A word of a command line for a POSIX shell. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** A file time of nanoseconds as a reader compares it, ISO 8601 in UTC to the nanosecond. */
export function showNanoseconds(ns: string): string {
  const total = BigInt(ns);
  const second = total >= 0n ? total / 1_000_000_000n : -((999_999_999n - total) / 1_000_000_000n);
  return showSecond(second).replace('Z', `.${(total - second * 1_000_000_000n).toString().padStart(9, '0')}Z`);
}
