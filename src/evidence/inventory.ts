/**
 * The inventory of everything that is named as evidence: taken at the stamp, so that what was there before can be told
 * from what the run wrote, and again at the run's end, so that what came later can be told too (EV1).
 */
import { dirname } from 'node:path';
import { UsageError } from '../model/errors.ts';
import type { FileClockReading, Inventory, InventoryEntry } from '../model/evidence.ts';
import { VIRTUAL_ENVIRONMENT_MARK } from '../workspace/environment-folder.ts';
import { deviceOfFolder, PASSAGE_LIMIT_MS, passFileClock, probeFileClock } from '../workspace/file-clock.ts';
import { trackedAmong, trackedNamed } from './content.ts';
import type { EvidenceNames } from './evidence-names.ts';
import { evidenceFolders, matchEvidence, type EvidenceMatch } from './globs.ts';
import { placeOf, realPathOf, type EvidencePlaces } from './places.ts';
import { readPath } from './read-entry.ts';

/**
 * The inventory at the stamp, before anything is moved to quarantine. `patchPaths` are the paths, relative to the
 * workspace, that the applied patch names. Throws a UsageError for names that can name no evidence, a GateError where
 * git or the clock of a file system that evidence may lie on cannot be asked.
 */
export async function takeOpeningInventory(places: EvidencePlaces, names: EvidenceNames, patchPaths: ReadonlySet<string> = new Set()): Promise<Inventory> {
  if (names.globs.length + names.logs.length === 0) return emptyInventory(places);
  const marks = new Set([...(await trackedNamed(places.top, VIRTUAL_ENVIRONMENT_MARK)), ...[...patchPaths].filter(isMark)]);
  const matches = await matchEvidence(places, names, marks);
  const tracked = await trackedAmong(places.top, matches.filter(({ path }) => !path.startsWith('/')).map(({ path }) => path));
  const entries = readMatches(places, matches, (path) => tracked.has(path) || patchPaths.has(path));
  return { ...emptyInventory(places), globs: [...names.globs], logs: [...names.logs], contentMarks: [...marks], entries, clocks: readClocks(await clockFolders(places, names, entries)) };
}

/**
 * Ends the stamp's part of the inventory: waits until the clocks of its file systems have passed every time recorded
 * in it, and gives the inventory with their readings from then. A time further ahead than the wait is left behind: a
 * file of that time is recognised by its digest.
 */
export async function sealInventory(opening: Inventory): Promise<Inventory> {
  const clocks: FileClockReading[] = [];
  for (const clock of opening.clocks) {
    const times = opening.entries.filter(({ device }) => device === clock.device).flatMap(({ mtimeNs, ctimeNs }) => [BigInt(mtimeNs), BigInt(ctimeNs)]);
    const reachable = probeFileClock(clock.folder).ns + BigInt(PASSAGE_LIMIT_MS) * 1_000_000n;
    const latest = times.filter((time) => time <= reachable).reduce((left, right) => (left > right ? left : right), BigInt(clock.ns));
    clocks.push({ ...clock, ns: (await passFileClock(clock.folder, latest)).ns.toString() });
  }
  return { ...opening, clocks };
}

/**
 * The inventory at the run's end or at the check, over the names that the opening one recorded. A path is content
 * where it was content at the stamp, whatever the run has told git since. It holds no clocks.
 */
export async function takeInventoryAgain(places: EvidencePlaces, opening: Inventory): Promise<Inventory> {
  const content = new Set(opening.entries.filter(({ tracked }) => tracked).map(({ path }) => path));
  const same: EvidencePlaces = { ...places, runnerTemp: opening.runnerTemp };
  const matches = opening.globs.length + opening.logs.length === 0 ? [] : await matchEvidence(same, opening, new Set(opening.contentMarks));
  return { ...opening, entries: readMatches(same, matches, (path) => content.has(path)), clocks: [] };
}

/**
 * Throws a UsageError where names are repeated that the stamp did not record: nothing of them was inventoried, so a
 * leftover could not be told from a result. Naming none, or some, is fine.
 */
export function requireRecordedNames(opening: Inventory, names: EvidenceNames): void {
  const fresh = [...names.globs.filter((glob) => !opening.globs.includes(glob)), ...names.logs.filter((log) => !opening.logs.includes(log))];
  if (fresh.length === 0) return;
  const recorded = [...opening.globs, ...opening.logs];
  throw new UsageError(
    'GG-EVIDENCE-GLOB-NOT-RECORDED',
    `"${fresh.join('", "')}" was not named at the stamp, which recorded ${recorded.length === 0 ? 'no evidence' : `"${recorded.join('", "')}"`}`,
    'Name the evidence at the stamp: generation-gate stamp --evidence GLOB. The later steps then know it by themselves.',
  );
}

/** Paths that stay where they are and belong to no id: named as evidence, untracked, not moved to quarantine. */
export function evidenceInPlace(opening: Inventory, moved: readonly { readonly path: string }[]): ReadonlySet<string> {
  const gone = new Set(moved.map(({ path }) => path));
  return new Set(opening.entries.filter(({ path, tracked }) => !tracked && !gone.has(path)).map(({ path }) => path));
}

function emptyInventory(places: EvidencePlaces): Inventory {
  const given = places.runnerTemp ?? '';
  return { globs: [], logs: [], runnerTemp: given === '' ? null : realPathOf(given), entries: [], contentMarks: [], clocks: [] };
}

function isMark(path: string): boolean {
  return path.slice(path.lastIndexOf('/') + 1) === VIRTUAL_ENVIRONMENT_MARK;
}

function readMatches(places: EvidencePlaces, matches: readonly EvidenceMatch[], isContent: (path: string) => boolean): InventoryEntry[] {
  return matches.flatMap((match) => {
    const entry = readMatch(places, match, isContent(match.path));
    return entry === null ? [] : [entry];
  });
}

function readMatch(places: EvidencePlaces, match: EvidenceMatch, tracked: boolean): InventoryEntry | null {
  const reading = readPath(placeOf(places.top, match.path), match.realPath);
  if (reading === null) return null;
  const { stats } = reading;
  const kind = match.unlisted === undefined ? reading.kind : 'unreadable';
  const why = match.unlisted ?? reading.why;
  return {
    path: match.path,
    kind,
    sha256: reading.sha256,
    size: Number(stats.size),
    ino: stats.ino.toString(),
    mtimeNs: stats.mtimeNs.toString(),
    ctimeNs: stats.ctimeNs.toString(),
    device: reading.device.toString(),
    tracked,
    report: reading.report,
    settled: reading.settled,
    globs: [...match.globs],
    logs: [...match.logs],
    literal: match.literal,
    realPath: match.realPath,
    ...(kind === 'symlink' ? { linkTarget: match.realPath } : {}),
    insideAllowedRoots: match.insideAllowedRoots,
    ...(why === undefined ? {} : { why }),
  };
}

/** Folders whose file systems evidence may come to lie on, the workspace first. */
async function clockFolders(places: EvidencePlaces, names: EvidenceNames, entries: readonly InventoryEntry[]): Promise<readonly string[]> {
  const held = entries.filter(({ tracked, insideAllowedRoots }) => !tracked && insideAllowedRoots).map(({ path }) => dirname(placeOf(places.top, path)));
  return [...new Set([places.top, ...(await evidenceFolders(places, names)), ...held])];
}

function readClocks(folders: readonly string[]): FileClockReading[] {
  const clocks = new Map<bigint, FileClockReading>();
  for (const folder of folders) {
    if (clocks.has(deviceOfFolder(folder))) continue;
    const clock = probeFileClock(folder);
    clocks.set(clock.device, { device: clock.device.toString(), folder: clock.folder, ns: clock.ns.toString() });
  }
  return [...clocks.values()];
}
