/** What one loaded file means for the verdict (RN5). */
import type { Asked, RunFacts } from '../../model/facts.ts';
import { matchesGlob } from '../../model/patterns.ts';
import type { Twin, WitnessedLoad, WitnessFacts } from '../../model/witness.ts';

/**
 * `proven`: stamped bytes ran. `other-bytes`, `stale-bytecode`, `sourceless`, `shadowed`, `in-place-of`, `unknown-origin` refute.
 * `unverified`: what ran could not be compared. The others are fine, and most are listed.
 */
export type Meaning =
  | { readonly kind: 'proven'; readonly path: string }
  | { readonly kind: 'other-bytes' | 'stale-bytecode' | 'sourceless' }
  | { readonly kind: 'shadowed' | 'in-place-of'; readonly twins: readonly Twin[] }
  | { readonly kind: 'unknown-origin'; readonly newer: string }
  | { readonly kind: 'unverified'; readonly why: string }
  | { readonly kind: 'generated-copy' | 'derived-text' | 'made-by-run' | 'made-by-setup' | 'newer-than-code' | 'allowed' | 'version-file' | 'free' };

export type Judged = { readonly load: WitnessedLoad; readonly meaning: Meaning };

/** Files that hold a version and nothing that a test could prove; build backends write them. */
const VERSION_FILE = /(?:^|\/)_{0,2}version(?:_info)?_{0,2}\.py$/;

/** The meaning of each load of a run. */
export function judgeLoads(run: RunFacts, witness: WitnessFacts, asked: Asked): readonly Judged[] {
  const context: Context = {
    asked,
    witness,
    bytecodeAtStart: new Set(run.bytecodeAtStart.map(({ path }) => path)),
    fromSource: new Set(witness.loads.filter((load) => load.how === 'source' && load.stamped !== null && load.digest === load.stamped).map(({ path }) => path)),
  };
  return witness.loads.map((load) => ({ load, meaning: meaningOf(load, context) }));
}

interface Context {
  readonly asked: Asked;
  readonly witness: WitnessFacts;
  /** Bytecode that lay in the workspace before the command started. */
  readonly bytecodeAtStart: ReadonlySet<string>;
  /** Stamped paths that some process compiled from their stamped bytes. */
  readonly fromSource: ReadonlySet<string>;
}

function meaningOf(load: WitnessedLoad, context: Context): Meaning {
  switch (load.place) {
    case 'stamped':
      return stampedMeaning(load, context);
    case 'unstamped':
      return unstampedMeaning(load, context);
    case 'environment':
    case 'other-checkout':
    case 'outside':
      return foreignMeaning(load, context);
  }
}

function stampedMeaning(load: WitnessedLoad, context: Context): Meaning {
  // Tracked bytecode and archives are content like any other; ST6 compares their bytes.
  if (load.how === 'sourceless') return { kind: 'proven', path: load.path };
  if (load.archive !== null) {
    if (load.digest !== load.stamped) return { kind: 'other-bytes' };
    return load.how === 'source' ? { kind: 'proven', path: load.archive } : { kind: 'unverified', why: 'it ran from bytecode inside an archive' };
  }
  if (load.digest === null) return { kind: 'unverified', why: 'its bytes could not be read' };
  if (load.digest !== load.stamped) return load.how === 'string' ? { kind: 'derived-text' } : { kind: 'other-bytes' };
  return codeMeaning(load, load.path, context);
}

/** The bytes on disk are right; is the code that ran theirs? */
function codeMeaning(load: WitnessedLoad, path: string, { bytecodeAtStart, fromSource }: Context): Meaning {
  if (load.how === 'unseen') return { kind: 'unverified', why: 'it was loaded before the witness, or by an importer that shows no text' };
  if (load.how !== 'bytecode') return { kind: 'proven', path };
  const { bytecode } = load;
  if (bytecode?.answer === 'same') return { kind: 'proven', path };
  if (bytecode?.answer === 'differs') return { kind: 'stale-bytecode' };
  // pytest's own cache cannot be compiled again here; one that this run wrote came from what this run compiled.
  const ofThisRun = bytecode !== null && /-pytest-[^/]*\.pyc$/.test(bytecode.path) && !bytecodeAtStart.has(bytecode.path) && fromSource.has(load.path);
  return ofThisRun ? { kind: 'proven', path } : { kind: 'unverified', why: `its bytecode ${bytecode?.path ?? ''} was not compared: ${bytecode?.why ?? 'unknown'}` };
}

function unstampedMeaning(load: WitnessedLoad, context: Context): Meaning {
  const { asked, witness } = context;
  const madeByRun = isLater(load, witness.startNs);
  if (load.how === 'sourceless') return madeByRun ? { kind: 'made-by-run' } : { kind: 'sourceless' };
  if (load.bytecode?.answer === 'differs') return { kind: 'stale-bytecode' };
  const twin = load.twins.find(({ digest }) => digest === load.digest);
  if (twin !== undefined) return codeMeaning(load, twin.path, context);
  if (load.digest !== null && load.how === 'string') return { kind: 'derived-text' };
  if (madeByRun) return { kind: 'made-by-run' };
  if (witness.setupNs !== null && isLater(load, witness.setupNs)) return { kind: 'made-by-setup' };
  const isAllowed = asked.allowIgnored.some((glob) => matchesGlob(glob, load.path));
  // However young it is: the stamped file of that name has other bytes, and it was not that one which the tests saw.
  const isInPlace = load.twins.length > 0 && !load.twins.every(({ path }) => isGenerated(path, asked)) && !VERSION_FILE.test(load.path);
  if (load.newer === null) return isInPlace && !isAllowed ? { kind: 'in-place-of', twins: load.twins } : { kind: 'newer-than-code' };
  if (isAllowed) return { kind: 'allowed' };
  return VERSION_FILE.test(load.path) ? { kind: 'version-file' } : { kind: 'unknown-origin', newer: load.newer };
}

function foreignMeaning(load: WitnessedLoad, context: Context): Meaning {
  const { asked, witness } = context;
  if (load.twins.length === 0) return { kind: 'free' };
  const twin = load.twins.find(({ digest }) => digest === load.digest);
  if (twin !== undefined) return codeMeaning(load, twin.path, context);
  if (load.how === 'string') return { kind: 'derived-text' };
  if (load.place === 'outside' && !load.inCheckout && isLater(load, witness.startNs)) return { kind: 'made-by-run' };
  return load.twins.every(({ path }) => isGenerated(path, asked)) ? { kind: 'generated-copy' } : { kind: 'shadowed', twins: load.twins };
}

/** A stamped path that a build writes anew, so that copies differ by design. */
export function isGenerated(path: string, asked: Asked): boolean {
  return VERSION_FILE.test(path) || asked.generated.some((glob) => matchesGlob(glob, path));
}

/** Made after a moment: both times lie behind it, or the file did not exist before. */
function isLater({ mtimeNs, ctimeNs, bornNs }: WitnessedLoad, moment: string): boolean {
  const after = (time: string | null): boolean => time !== null && BigInt(time) > BigInt(moment);
  return (after(mtimeNs) && after(ctimeNs)) || after(bornNs);
}
