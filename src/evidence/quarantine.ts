/** Moves leftover reports out of the way, so that they can neither count nor be lost (EV1). */
import { dirname, join } from 'node:path';
import { Refusal } from '../model/errors.ts';
import type { Inventory, InventoryEntry, QuarantinedFile } from '../model/evidence.ts';
import type { Finding } from '../model/finding.ts';
import { showPath } from '../model/path.ts';
import { moveFile } from './move-file.ts';
import { placeOf, realPathOf } from './places.ts';
import { quoteForShell } from './shell-quote.ts';

export interface QuarantinePlace {
  /** Real path of the top of the work tree. */
  readonly top: string;
  /** Git directory of this work tree. */
  readonly gitDir: string;
  /** The generation that is being stamped. */
  readonly generation: string;
}

/**
 * Whether an inventoried match leaves its place before the run: an untracked file or symbolic link inside the allowed
 * roots that looks like a report, or that was named as a log. A link goes itself, what it leads to stays.
 */
export function isLeftover(entry: InventoryEntry): boolean {
  if (entry.tracked || (entry.kind !== 'file' && entry.kind !== 'symlink')) return false;
  if (entry.kind === 'file' && !entry.insideAllowedRoots) return false;
  return entry.report || entry.logs.length > 0;
}

/**
 * Moves every leftover of the opening inventory to `<git dir>/generation-gate/quarantine/<generation>/<path>`, and one
 * from outside of the workspace below `<generation>.outside/`. Overwrites nothing, follows no link, loses nothing.
 * Throws a Refusal with one finding per file that could not be moved, after all others were.
 */
export function quarantine(place: QuarantinePlace, opening: Inventory): readonly QuarantinedFile[] {
  const moved: QuarantinedFile[] = [];
  const failed: { readonly entry: InventoryEntry; readonly why: string }[] = [];
  for (const entry of opening.entries.filter(isLeftover)) {
    const from = placeOf(place.top, entry.path);
    // Reached through a link: it is not the workspace's to move, and is rejected at the check.
    if (!entry.path.startsWith('/') && realPathOf(dirname(from)) !== dirname(from)) continue;
    try {
      const movedTo = moveFile(from, quarantinePath(place, entry.path), entry);
      moved.push({ path: entry.path, movedTo, sha256: entry.sha256, restore: `mv -n -- ${quoteForShell(movedTo)} ${quoteForShell(from)}` });
    } catch (error) {
      failed.push({ entry, why: error instanceof Error ? error.message : String(error) });
    }
  }
  if (failed.length > 0) throw new Refusal(...failed.map(({ entry, why }) => notQuarantined(place, entry, why, moved)));
  return moved;
}

function quarantinePath({ gitDir, generation }: QuarantinePlace, path: string): string {
  const folder = join(gitDir, 'generation-gate', 'quarantine');
  return path.startsWith('/') ? join(folder, `${generation}.outside`, path.slice(1)) : join(folder, generation, path);
}

function notQuarantined({ top }: QuarantinePlace, { path, sha256 }: InventoryEntry, why: string, moved: readonly QuarantinedFile[]): Finding {
  const others = moved.length === 0 ? '' : ` Already moved: ${moved.map(({ restore }) => restore).join('; ')}.`;
  return {
    rule: 'GG-EVIDENCE-NOT-QUARANTINED',
    answer: 'broken',
    paths: [path],
    what: `${showPath(path)}${sha256 === null ? '' : ` (sha256 ${sha256.slice(0, 12)})`} looks like a report from before the stamp and could not be moved away: ${why}. It lies where it lay.${others}`,
    why: 'A report that is there before the run would count as its result where the run writes none.',
    fix: `Remove it or move it away yourself, then stamp again: rm -- ${quoteForShell(placeOf(top, path))}`,
    rejects: true,
  };
}
