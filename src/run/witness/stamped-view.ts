/** The stamped paths as the witness's judge needs them: digest and ctime by path, read from the gate's own indexes. */
import { STAT } from '../../workspace/hash-files.ts';
import type { StatEntry } from '../../workspace/stamped-entries.ts';

export interface StampedPath {
  readonly digest: string;
  /** Nanoseconds, good to a microsecond. */
  readonly ctimeNs: bigint;
}

export interface StampedView {
  readonly paths: () => Iterable<string>;
  readonly has: (path: string) => boolean;
  readonly get: (path: string) => StampedPath | null;
  /** Of the stamped paths that `counts` takes, the one with the latest ctime; null where there is none. */
  readonly newest: (kind: string, counts: (path: string) => boolean) => { readonly path: string; readonly ctimeNs: bigint } | null;
}

/** A view over the entries of each measured part. */
export function stampedView(parts: readonly { readonly prefix: string; readonly entries: readonly StatEntry[] }[]): StampedView {
  const entries = new Map<string, StatEntry>();
  for (const part of parts) for (const entry of part.entries) entries.set(part.prefix + entry.path, entry);
  const newestOfKind = new Map<string, { path: string; ctimeNs: bigint } | null>();
  return {
    paths: () => entries.keys(),
    has: (path) => entries.has(path),
    get: (path) => {
      const entry = entries.get(path);
      return entry === undefined ? null : { digest: Buffer.from(entry.digest).toString('hex'), ctimeNs: ctimeOf(entry) };
    },
    newest: (kind, counts) => {
      let found = newestOfKind.get(kind);
      if (found === undefined) {
        let latest: { path: string; ctime: number } | null = null;
        for (const [path, entry] of entries) {
          const ctime = entry.stats[STAT.ctimeMs] ?? 0;
          if ((latest === null || ctime > latest.ctime) && counts(path)) latest = { path, ctime };
        }
        found = latest === null ? null : { path: latest.path, ctimeNs: nanoseconds(latest.ctime) };
        newestOfKind.set(kind, found);
      }
      return found;
    },
  };
}

function ctimeOf(entry: StatEntry): bigint {
  return nanoseconds(entry.stats[STAT.ctimeMs] ?? 0);
}

function nanoseconds(milliseconds: number): bigint {
  const whole = Math.floor(milliseconds);
  return BigInt(whole) * 1_000_000n + BigInt(Math.round((milliseconds - whole) * 1e6));
}
