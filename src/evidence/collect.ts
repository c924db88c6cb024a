/** Gathers, at the check, every fact about the files named as evidence that a rule needs (EV1, EV2, EV7). */
import type { EvidenceFacts, EvidenceFile, Inventory, InventoryEntry } from '../model/evidence.ts';
import { comparePaths } from '../model/path.ts';
import type { ReportReading } from '../model/report.ts';
import { takeInventoryAgain } from './inventory.ts';
import { placeOf, type EvidencePlaces } from './places.ts';

export interface CollectOptions {
  readonly places: EvidencePlaces;
  /** The stamp's inventory, sealed. */
  readonly opening: Inventory;
  /** The inventory of the run's end; null where the gate did not see the run. */
  readonly closing: Inventory | null;
  /** Reads one report; `path` is absolute, in the string form of `path.ts`. */
  readonly readReport: (path: string) => ReportReading | Promise<ReportReading>;
}

/** Looks at the evidence once more and reads the reports. The answer is sorted by bytes of the path. */
export async function collectEvidence({ places, opening, closing, readReport }: CollectOptions): Promise<EvidenceFacts> {
  const now = await takeInventoryAgain(places, opening);
  const atStamp = byPath(opening);
  const atRunEnd = byPath(closing);
  const current = byPath(now);
  const held = new Map<string, string>();
  for (const { path, sha256, size } of opening.entries) if (sha256 !== null && size > 0 && !held.has(sha256)) held.set(sha256, path);
  const clocks = new Map(opening.clocks.map(({ device, ns }) => [device, ns]));

  const paths = [...new Set([...current.keys(), ...atRunEnd.keys()])].sort(comparePaths);
  const files: EvidenceFile[] = [];
  for (const path of paths) {
    const entry = current.get(path) ?? null;
    const known = entry ?? atRunEnd.get(path);
    if (known === undefined) continue;
    const stamped = atStamp.get(path) ?? null;
    const role = roleOf(known, stamped);
    const isReport = role === 'evidence' && entry?.kind === 'file' && entry.insideAllowedRoots && entry.globs.length > 0;
    files.push({
      path,
      role,
      globs: known.globs,
      logs: known.logs,
      atStamp: stamped,
      equalAtStamp: equalAtStamp(entry, stamped, held),
      closing: closing !== null,
      atRunEnd: atRunEnd.get(path) ?? null,
      now: entry,
      insideAllowedRoots: known.insideAllowedRoots,
      realPath: known.realPath,
      stampClockNs: clocks.get(known.device) ?? null,
      reading: isReport ? await readReport(placeOf(places.top, path)) : null,
      tracked: known.tracked,
    });
  }
  const there = new Set(now.entries.flatMap(({ logs }) => logs));
  return { globs: opening.globs, logs: opening.logs, files, absentLogs: opening.logs.filter((log) => !there.has(log)) };
}

function byPath(inventory: Inventory | null): ReadonlyMap<string, InventoryEntry> {
  return new Map((inventory?.entries ?? []).map((entry) => [entry.path, entry]));
}

/**
 * A match that does not look like a report, now or at the stamp, and that nobody wrote since, is listed and no more:
 * a pattern may be wider than the reports. One that was named as it is, or as a log, was promised as evidence.
 */
function roleOf(entry: InventoryEntry, stamped: InventoryEntry | null): EvidenceFile['role'] {
  if (entry.tracked) return 'content';
  if (stamped === null || entry.literal || entry.logs.length > 0 || entry.kind === 'unreadable') return 'evidence';
  if (entry.report || stamped.report) return 'evidence';
  const untouched = entry.kind === stamped.kind && (entry.sha256 === null ? entry.ino === stamped.ino && entry.ctimeNs === stamped.ctimeNs : entry.sha256 === stamped.sha256);
  return untouched ? 'leftover' : 'evidence';
}

/** A log is compared with itself alone: two steps may well say the same. */
function equalAtStamp(entry: InventoryEntry | null, stamped: InventoryEntry | null, held: ReadonlyMap<string, string>): string | null {
  if (entry === null || entry.sha256 === null) return null;
  if (stamped !== null && stamped.sha256 === entry.sha256) return stamped.path;
  return entry.globs.length > 0 ? (held.get(entry.sha256) ?? null) : null;
}
