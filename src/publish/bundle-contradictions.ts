/** Where two files of one bundle say different things: then one of them was not written with the others. Pure but for the command's bytes. */
import { bundleFactsSchema, MANIFEST_FILE, PART, type BundleFault } from '../model/bundle.ts';
import { inventorySchema, type InventoryEntry } from '../model/evidence.ts';
import type { Facts, RunFacts } from '../model/facts.ts';
import { showPath } from '../model/path.ts';
import { commandDigest, loadCommand } from '../run/captured-command.ts';
import type { Parts } from './bundle-parts.ts';

/** The command that the evidence is of: the one that ran, or that of the bundle which stands for it. */
export function commandDigestOf({ run, cached }: Facts): string | null {
  return run?.outcome.command ?? (cached?.bundle.state === 'read' ? cached.bundle.commandDigest : null);
}

/** Where two files of a bundle say different things of one matter: then one of them was not written with the others. */
export function contradictions(parts: Parts, facts: Facts): readonly BundleFault[] {
  const { manifest, read } = parts;
  const faults: BundleFault[] = [];
  const compare = (file: string, what: string, says: unknown, other: string, itSays: unknown): void => {
    if (says !== itSays) faults.push({ file, kind: 'contradicts', what: `says that the ${what} is ${word(says)}, and ${other} says ${word(itSays)}` });
  };
  const { stamped, stamp, run } = facts;
  const stored = read(PART.facts, bundleFactsSchema);
  compare(MANIFEST_FILE, 'cell', manifest.cell, PART.facts, stored?.cell ?? null);
  compare(MANIFEST_FILE, 'generation', manifest.generation, PART.facts, stamped?.generation ?? null);
  compare(MANIFEST_FILE, 'tree id', manifest.tree_id, PART.facts, stamped?.treeId ?? null);
  compare(MANIFEST_FILE, 'content id', manifest.content_id, PART.facts, stamped?.contentId ?? null);
  compare(MANIFEST_FILE, 'head', manifest.head, PART.facts, stamped?.head ?? null);
  if (stamp.state === 'found' && stamped !== null) {
    // A stamp of another generation or with other bytes is what the verdict's own rules are there for.
    compare(PART.stamp, 'tree id', stamp.stamp.tree_id, PART.facts, stamped.treeId);
    compare(PART.stamp, 'content id', stamp.stamp.content_id, PART.facts, stamped.contentId);
    compare(PART.stamp, 'head', stamp.stamp.head, PART.facts, stamped.head);
  }
  compare(MANIFEST_FILE, 'command digest', manifest.command_digest, run === null && facts.cached !== null ? PART.cached : PART.run, commandDigestOf(facts));
  faults.push(...commandFaults(parts, run), ...inventoryFaults(parts, facts), ...reportFaults(parts, facts));
  return faults;
}

function commandFaults({ files, folder }: Parts, run: RunFacts | null): readonly BundleFault[] {
  if (run === null) return [];
  if (!files.has(PART.command) || !files.has(PART.commandForm)) return [{ file: PART.command, kind: 'removed', what: `is not there, and ${PART.run} says that it ran` }];
  if (files.get(PART.command)?.judged_sha256 !== undefined) return [];
  let digest: string;
  try {
    digest = commandDigest(loadCommand(folder));
  } catch (error) {
    return [{ file: PART.command, kind: 'malformed', what: `cannot be read back: ${(error as Error).message}` }];
  }
  return digest === run.outcome.command ? [] : [{ file: PART.command, kind: 'contradicts', what: `has the digest ${digest}, and ${PART.run} says that ${run.outcome.command} ran` }];
}

function inventoryFaults({ read }: Parts, { check, run }: Facts): readonly BundleFault[] {
  const opening = entriesOf(read(PART.opening, inventorySchema)?.entries);
  const closing = entriesOf(read(PART.closing, inventorySchema)?.entries);
  const faults: BundleFault[] = [];
  if (opening === null) faults.push({ file: PART.opening, kind: 'removed', what: 'is named nowhere, and every stamp takes one' });
  if (closing === null && run !== null) faults.push({ file: PART.closing, kind: 'removed', what: 'is named nowhere, and every run takes one' });
  for (const file of check?.evidence ?? []) {
    if (opening !== null && text(opening.get(file.path)) !== text(file.atStamp)) faults.push({ file: PART.opening, kind: 'contradicts', what: `has another entry of ${showPath(file.path)} than ${PART.facts}` });
    if (closing !== null && text(closing.get(file.path)) !== text(file.atRunEnd)) faults.push({ file: PART.closing, kind: 'contradicts', what: `has another entry of ${showPath(file.path)} than ${PART.facts}` });
  }
  return faults;
}

function entriesOf(entries: readonly InventoryEntry[] | undefined): ReadonlyMap<string, InventoryEntry> | null {
  return entries === undefined ? null : new Map(entries.map((entry) => [entry.path, entry]));
}

function text(value: unknown): string {
  return JSON.stringify(value ?? null);
}

/** Each report must be the file that the inventory saw, listed once, under this generation and tree. */
function reportFaults({ manifest, files, read }: Parts, { check }: Facts): readonly BundleFault[] {
  const faults: BundleFault[] = [];
  const listed = new Map(manifest.reports.map((report) => [report.path, report]));
  const used = new Set<string>();
  const stored = read(PART.facts, bundleFactsSchema)?.check?.evidence ?? [];
  for (const [row, { path, now, reading }] of (check?.evidence ?? []).entries()) {
    const kept = stored[row]?.reading;
    if (kept?.state !== 'stored') continue;
    const report = listed.get(path);
    const file = files.get(kept.file);
    const fault = (what: string): void => void faults.push({ file: kept.file, kind: 'contradicts', what });
    if (used.has(kept.file)) fault('stands for two reports');
    used.add(kept.file);
    if (report === undefined || report.file !== kept.file) {
      fault(`is the report ${showPath(path)} by ${PART.facts}, and not by the manifest`);
      continue;
    }
    if (report.generation !== manifest.generation) fault(`is listed under generation ${report.generation}, and the bundle is of ${word(manifest.generation)}`);
    if (report.tree_id !== manifest.tree_id) fault(`is listed under tree ${report.tree_id}, and the bundle is of ${word(manifest.tree_id)}`);
    const judged = file?.judged_sha256 ?? file?.sha256;
    if (report.sha256 !== judged) fault(`has the SHA-256 ${word(judged)}, and is listed with ${report.sha256}`);
    if (now?.sha256 !== judged) fault(`has the SHA-256 ${word(judged)}, and the check saw ${showPath(path)} with ${word(now?.sha256)}`);
    if (reading?.state === 'refused') fault(`cannot be read any more: ${reading.message}`);
  }
  for (const { path, file } of manifest.reports) if (!used.has(file)) faults.push({ file, kind: 'contradicts', what: `is listed as the report ${showPath(path)}, which ${PART.facts} does not know` });
  return faults;
}

function word(value: unknown): string {
  return typeof value === 'string' ? value : 'nothing';
}
