/** What is known of one bundle once it was read and judged again. Nothing in it is believed for being written there. */
import * as z from 'zod/mini';
import type { TestIdentity } from './identity.ts';
import type { JobOrigin } from './job.ts';
import type { Surroundings } from './surroundings.ts';
import type { PolicyFacts } from './policy.ts';
import type { NestedRepository } from './tree.ts';
import type { TestTotals } from './totals.ts';

const objectId = z.string().check(z.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/));

export const bundlePatchSchema = z.discriminatedUnion('state', [
  /** The file gives `tree_id` when it is applied to the tree of `against`, less the paths that were left out. */
  z.object({ state: z.literal('written'), against: z.object({ what: z.enum(['base', 'head', 'nothing']), commit: z.nullable(objectId), tree: objectId }), left_out: z.array(z.string()) }),
  /** The stamped tree is the tree of `against`. */
  z.object({ state: z.literal('empty'), against: z.object({ what: z.enum(['base', 'head', 'nothing']), commit: z.nullable(objectId), tree: objectId }) }),
  z.object({ state: z.literal('absent'), why: z.string() }),
]);
export type BundlePatch = z.infer<typeof bundlePatchSchema>;

/** A file of a bundle that is not what the manifest, or another file, says of it. */
export interface BundleFault {
  readonly file: string;
  readonly kind: 'changed' | 'removed' | 'added' | 'malformed' | 'contradicts';
  /** Follows the file's name in a sentence. */
  readonly what: string;
}

/** How one required test fared in one cell. */
export interface CellRequired {
  readonly id: string;
  readonly matched: number;
  /** Those that did not plainly pass, each with its outcome. */
  readonly unpassed: readonly string[];
}

/** A bundle whose files were read and judged again. */
export interface CellBundle {
  readonly state: 'read';
  /** As it was named in the call. */
  readonly source: string;
  readonly cell: string | null;
  /** The job that wrote it; null outside of GitHub Actions. */
  readonly origin: JobOrigin | null;
  readonly generation: string | null;
  readonly treeId: string | null;
  readonly head: string | null;
  /** Submodules and repositories inside the workspace. */
  readonly nested: readonly NestedRepository[];
  readonly commandDigest: string | null;
  /** SHA-256 of the manifest's bytes: the bundle's own digest. */
  readonly digest: string;
  readonly program: string;
  readonly faults: readonly BundleFault[];
  /** What the bundle claims, and its own files do not give. */
  readonly differences: readonly string[];
  /** Reached again from the files. */
  readonly verdict: 'accepted' | 'rejected';
  readonly rejecting: readonly { readonly rule: string; readonly what: string }[];
  readonly tests: TestTotals;
  /** Interpreters of the command, `CPython 3.12.1`. */
  readonly runtimes: readonly string[];
  /** What its command ran in; null or absent where its version did not record it. */
  readonly surroundings?: Surroundings | null;
  /** Changed test files, and those that no process of this cell loaded; null where no witness tells. */
  readonly changedTests: { readonly against: string; readonly paths: readonly string[]; readonly unloaded: readonly string[]; readonly certain: boolean; readonly required: boolean } | null;
  readonly required: readonly CellRequired[];
  /** Tests that this cell's change was to fix (`--require-fixed`). */
  readonly requireFixed: readonly string[];
  /** Its red tests, forgiven ones too; beyond some thousands the rest is left out. */
  readonly red: readonly TestIdentity[];
  readonly redacted: readonly string[];
  readonly patch: BundlePatch;
  /** The policy that its verdict was reached under; null where it names none. */
  readonly policy: PolicyFacts | null;
  /** The bundle from which it took its evidence; null where its own command ran. */
  readonly fromCache: { readonly generation: string | null; readonly digest: string } | null;
}

/** A bundle that could not be opened or understood. */
export interface RefusedBundle {
  readonly state: 'refused';
  readonly source: string;
  readonly why: string;
}

export type BundleSight = CellBundle | RefusedBundle;

/** A bundle by its place, a folder or a zip file, and by the name that a reader knows it by. */
export interface BundleSource {
  readonly place: string;
  readonly name: string;
}

/** Bundles that were fetched from elsewhere, and those that could not be. */
export interface GatheredBundles {
  readonly bundles: readonly BundleSource[];
  readonly refused: readonly RefusedBundle[];
}
