/** How rules over bundles speak of them, and what they leave to the rules that come before them. */
import type { BundlesFacts, CellBundle } from '../model/bundle.ts';
import { quote } from './words.ts';

/** Bundles that were read and are as their manifests say; the others are rejected by rules of their own. */
export function soundBundles({ bundles }: BundlesFacts): readonly CellBundle[] {
  return readBundles(bundles).filter(({ faults }) => faults.length === 0);
}

export function readBundles(bundles: BundlesFacts['bundles']): readonly CellBundle[] {
  return bundles.filter((bundle): bundle is CellBundle => bundle.state === 'read');
}

/** `cell "linux"`, or the bundle by its place where it names no cell. */
export function cellWords({ cell, source }: CellBundle): string {
  return cell === null ? `the bundle ${quote(source)}` : `cell ${quote(cell)}`;
}

/** `aaaa: cell "a", cell "b"; bbbb: cell "c"`: who has which value, the most frequent first. */
export function grouped(bundles: readonly CellBundle[], valueOf: (bundle: CellBundle) => string): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const bundle of bundles) {
    const value = valueOf(bundle);
    groups.set(value, [...(groups.get(value) ?? []), cellWords(bundle)]);
  }
  return [...groups].toSorted(([, left], [, right]) => right.length - left.length).map(([value, cells]) => `${value} (${cells.length > 3 ? `${cells.slice(0, 3).join(', ')} and ${cells.length - 3} more` : cells.join(', ')})`);
}
