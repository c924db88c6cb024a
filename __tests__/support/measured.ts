/** The measurement of a real work tree, as the stamp takes it. */
import type { Drift } from '../../src/model/tree.ts';
import { readFileClock } from '../../src/workspace/file-clock.ts';
import { measure, type MeasureOptions, type Measurement } from '../../src/workspace/measure.ts';
import { recheck, saveBaseline, type Baseline } from '../../src/workspace/recheck.ts';
import { findRepository } from '../../src/workspace/repository.ts';
import { freshFolder } from './repository.ts';

export async function measured(root: string, options: Partial<MeasureOptions> = {}): Promise<Measurement> {
  return measure(await findRepository(root), { exclude: () => false, include: [], ...options });
}

/** Measures and saves what a later re-check compares with, as the stamp does. */
export async function baselineOf(root: string, options: Partial<MeasureOptions> = {}): Promise<{ readonly measurement: Measurement; readonly baseline: Baseline }> {
  const folder = freshFolder();
  const clockMs = readFileClock(folder);
  const measurement = await measured(root, options);
  const { objectFormat } = await findRepository(root);
  saveBaseline(folder, measurement.parts, clockMs, objectFormat);
  const { nested, otherWorktrees, settingsDigest } = measurement;
  return { measurement, baseline: { folder, prefixes: measurement.parts.map(({ prefix }) => prefix), nested, otherWorktrees, settingsDigest, clockMs } };
}

export const NO_DRIFT: Drift = { changed: [], vanished: [], touched: [], added: [], headsMoved: [], settingsChanged: false };

/** What the re-check says now. */
export async function driftOf(root: string, baseline: Baseline, nowMs = readFileClock(baseline.folder)): Promise<Drift> {
  return recheck(await findRepository(root), baseline, nowMs);
}
