/**
 * Evidence outside of the workspace has one place for all directories: a second run would write over what the first
 * one left there. It is set aside while a second run goes on, and put back as it was (EV2, RP1).
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod/mini';
import { GateError } from '../model/errors.ts';
import type { Inventory, InventoryEntry } from '../model/evidence.ts';
import { moveFile } from './move-file.ts';
import { readPath } from './read-entry.ts';

const movesSchema = z.array(z.object({ from: z.string(), to: z.string(), sha256: z.nullable(z.string()) }));

const LIST = 'set-aside.json';

/** The files outside of the workspace among those named as evidence that were written since `opening`. */
export function writtenOutside(opening: Inventory, now: Inventory): readonly InventoryEntry[] {
  const before = new Map(opening.entries.map((entry) => [entry.path, entry]));
  return now.entries.filter((entry) => entry.path.startsWith('/') && entry.kind === 'file' && entry.insideAllowedRoots && !isSame(before.get(entry.path), entry));
}

/** Moves these files into `folder`, on record there: where the gate is killed meanwhile, {@link putBack} still finds them. */
export function setAside(files: readonly InventoryEntry[], folder: string): void {
  if (files.length === 0) return;
  const moves = files.map(({ path, sha256 }, at) => ({ from: path, to: join(folder, 'set-aside', `${at}-${basename(path)}`), sha256 }));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  rmSync(join(folder, 'set-aside'), { recursive: true, force: true });
  writeFileSync(join(folder, LIST), JSON.stringify(moves), { mode: 0o600 });
  for (const { from, to } of moves) move(from, to);
}

/**
 * Puts back what {@link setAside} moved into `folder`; what lies in its place by now goes to the folder `written`.
 * Throws a GateError where the bytes are not those that were moved.
 */
export function putBack(folder: string, written: string): void {
  const list = join(folder, LIST);
  if (!existsSync(list)) return;
  for (const { from, to, sha256 } of movesIn(list)) {
    if (readPath(to, null) === null) continue;
    takeAway([{ path: from }], written);
    if (move(to, from) !== sha256) throw new GateError('GG-EVIDENCE-NOT-PUT-BACK', `"${from}" was set aside during a second run and came back with other bytes`, 'Stamp and run again.');
  }
  rmSync(list);
  rmSync(join(folder, 'set-aside'), { recursive: true, force: true });
}

/** Moves what a second run left outside of the workspace into the folder `written`: the recorded run did not write it. */
export function takeAway(files: readonly { readonly path: string }[], written: string): void {
  for (const { path } of files) if (readPath(path, null) !== null) move(path, join(written, basename(path)));
}

function isSame(before: InventoryEntry | undefined, now: InventoryEntry): boolean {
  return before !== undefined && before.ino === now.ino && before.ctimeNs === now.ctimeNs;
}

/** Moves one file and gives the digest of what was moved. */
function move(from: string, to: string): string | null {
  const reading = readPath(from, null);
  if (reading === null) throw new GateError('GG-EVIDENCE-NOT-SET-ASIDE', `"${from}" went while it was to be set aside`, 'See that no other program removes reports while the gate works.');
  const { stats, sha256 } = reading;
  const place = moveFile(from, to, { ino: stats.ino.toString(), mtimeNs: stats.mtimeNs.toString(), sha256 });
  // A number behind the name says that something took the place in the meantime.
  return place === to ? sha256 : null;
}

/** The gate's own record; one that was cut short was written before anything was moved. */
function movesIn(list: string): z.infer<typeof movesSchema> {
  try {
    return z.parse(movesSchema, JSON.parse(readFileSync(list, 'utf8')));
  } catch {
    return [];
  }
}
