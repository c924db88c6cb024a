/** What the witness tells, for the page: which processes spoke, which files they loaded, and whether those are the stamped ones. */
import { showPath } from '../../model/path.ts';
import type { WitnessedLoad, WitnessSight } from '../../model/witness.ts';
import { counted } from '../../verify/words.ts';
import { lineOf } from './words.ts';

/** How the bytes that ran compare with the stamped ones. */
type Bytes = 'other than stamped' | 'not stamped' | 'not compared' | 'as stamped';

export interface WitnessView {
  readonly headline: string;
  readonly runtimes: readonly { readonly name: string; readonly executable: string; readonly processes: number }[];
  /** Files of the workspace that were loaded: those first whose bytes are not the stamped ones. */
  readonly loads: readonly { readonly path: string; readonly how: string; readonly processes: number; readonly bytes: Bytes }[];
  readonly moreLoads: number;
  readonly changed: readonly { readonly path: string; readonly loaded: boolean }[];
  readonly against: string;
  readonly escaped: readonly { readonly command: string; readonly why: string; readonly count: number }[];
  readonly lost: readonly string[];
}

const LOADS = 400;
const NAMED = 200;

export function witnessOf(witness: WitnessSight): WitnessView {
  if (witness.state === 'absent') return { headline: `Loaded files were not witnessed: ${lineOf(witness.why)}.`, runtimes: [], loads: [], moreLoads: 0, changed: [], against: '', escaped: [], lost: [] };
  const { processes, unfinished, runtimes, loads, escaped, changed, lost } = witness;
  const own = loads.filter(({ place }) => place === 'stamped' || place === 'unstamped' || place === 'other-checkout').toSorted((left, right) => rank(left) - rank(right));
  const loaded = new Set(loads.filter((load) => bytesOf(load) === 'as stamped').map(({ path }) => path));
  const missed = escaped.reduce((sum, { count }) => sum + count, 0);
  return {
    headline: `${counted(processes, 'process', 'processes')} wrote down what ${processes === 1 ? 'it' : 'they'} loaded: ${counted(loads.length, 'file')}, ${own.length} of them in this workspace.${unfinished > 0 ? ` ${counted(unfinished, 'process', 'processes')} ended without saying so.` : ''}${missed > 0 ? ` ${counted(missed, 'process', 'processes')} ran without a witness.` : ''}`,
    runtimes: runtimes.slice(0, NAMED).map(({ runtime, version, executable, processes: count }) => ({ name: lineOf(`${runtime} ${version}`), executable: lineOf(showPath(executable)), processes: count })),
    loads: own.slice(0, LOADS).map((load) => ({ path: lineOf(showPath(load.path)), how: load.how, processes: load.processes, bytes: bytesOf(load) })),
    moreLoads: Math.max(0, own.length - LOADS),
    changed: (changed?.paths ?? []).slice(0, NAMED).map((path) => ({ path: lineOf(showPath(path)), loaded: loaded.has(path) })),
    against: lineOf(changed?.against ?? ''),
    escaped: escaped.slice(0, NAMED).map(({ argv, why, count }) => ({ command: lineOf(argv.map(showPath).join(' '), 300), why: lineOf(why), count })),
    lost: lost.slice(0, NAMED).map((text) => lineOf(text)),
  };
}

function bytesOf({ place, digest, stamped, bytecode }: WitnessedLoad): Bytes {
  if (place !== 'stamped' || stamped === null) return 'not stamped';
  // Bytecode carries no digest of its source: recompiling that source told whether the two belong together.
  if (digest === null) return bytecode?.answer === 'same' ? 'as stamped' : 'not compared';
  return digest === stamped ? 'as stamped' : 'other than stamped';
}

const ORDER: readonly Bytes[] = ['other than stamped', 'not stamped', 'not compared', 'as stamped'];

function rank(load: WitnessedLoad): number {
  return ORDER.indexOf(bytesOf(load));
}
