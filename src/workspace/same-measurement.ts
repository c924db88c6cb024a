/**
 * Spares a further measurement its own work where everything that both ids follow from is as it was: the index, the
 * untracked paths, the settings, and by their stat data the bytes of every path. The trust is that of the re-check (ST6).
 */
import { createHash } from 'node:crypto';
import { encodePath } from '../model/path.ts';
import { VERSION } from '../model/version.ts';
import type { Repository } from './repository.ts';

/** A measurement of files alone, none of them missing or behind an external filter: what may stand for a further one. */
export interface SameMeasurement {
  /** What {@link inputsOf} gave. */
  readonly inputs: string;
  readonly treeId: string;
  readonly contentId: string;
  readonly tracked: number;
  readonly untracked: number;
  /** Stamped paths. */
  readonly paths: number;
}

/** A digest over all that decides the ids of a work tree, apart from the bytes of its files. `index` is what `ls-files -s -t -z` prints. */
export function inputsOf({ objectFormat, settings }: Repository, settingsDigest: string, index: Buffer, untracked: readonly string[]): string {
  const digest = createHash('sha256').update(JSON.stringify([VERSION, objectFormat, settings.sparseCheckout, settingsDigest, index.length])).update(index);
  return digest.update(encodePath(untracked.join('\0'))).digest('hex');
}
