/** Gathers what a cell hands over and lets it be written (PB3): after the verdict, whatever the verdict is. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jobOriginOf } from '../model/job.ts';
import { STAMP_FILE } from '../model/stamp.ts';
import type { Facts } from '../model/facts.ts';
import { placeOf } from '../evidence/places.ts';
import { forbiddenPath } from '../packet/forbidden-paths.ts';
import { readBundle } from '../publish/bundle-read.ts';
import { bundleRedaction } from '../publish/bundle-redaction.ts';
import { writeBundle, type BundleParts } from '../publish/bundle.ts';
import type { Outcome } from '../publish/envelope.ts';
import { openBundle, type BundleStore } from '../publish/unpack.ts';
import { loadCommand } from '../run/captured-command.ts';
import { soundBundle } from '../verify/cached.ts';
import { git } from '../workspace/git.ts';
import { readBaseline } from '../workspace/recheck.ts';
import { generationFolder } from '../workspace/state.ts';
import { stampedPatch, type StampedPatch } from '../workspace/stamped-patch.ts';
import type { Context } from './context.ts';
import { baselineOf, recall, type StampRecord } from './records.ts';

/** Writes the bundle that the settings ask for and names it in the outcome. `facts` is null where the gate stopped before its check. */
export async function withBundle(context: Context, outcome: Outcome, facts: Facts | null): Promise<Outcome> {
  const { settings, repository, state, env } = context;
  const { bundle: folder } = settings;
  if (folder === null || outcome.exit > 1) return outcome;
  context.progress('writing the bundle');
  const { stamped, run } = recall(state);
  const isCurrent = facts !== null && facts.stamped !== null && stamped !== null;
  const logs = isCurrent && run !== null ? join(generationFolder(state, stamped.facts.generation), run.folder) : null;
  const opened = isCurrent ? await cachedFolder(facts) : null;
  const parts: BundleParts = {
    cell: run?.cell ?? settings.cell,
    origin: jobOriginOf(env),
    facts: isCurrent ? facts : null,
    opening: isCurrent ? stamped.inventory : null,
    closing: isCurrent ? (run?.closing ?? null) : null,
    stamp: isCurrent && facts.stamp.state === 'found' ? stampFile(repository.top) : null,
    command: logs === null ? null : loadCommand(logs),
    patch: isCurrent ? await patchOf(context, stamped, facts) : NO_PATCH,
    logs,
    envelope: outcome.envelope,
    findings: outcome.envelope.findings,
    placeOf: (path) => placeOf(repository.top, path),
    cached: opened,
    redaction: bundleRedaction({ env, gitConfig: (await git(['config', '--list', '-z'], { cwd: repository.top })).stdout.toString('utf8') }),
  };
  let written: Awaited<ReturnType<typeof writeBundle>>;
  try {
    written = await writeBundle(folder, parts, (draft) => faultsOf(draft, outcome.envelope.verdict));
  } finally {
    opened?.close();
  }
  context.progress(null);
  const { digest, files, redacted, leftOut } = written;
  return { ...outcome, envelope: { ...outcome.envelope, bundle: { folder: written.folder, digest, files, redacted, left_out: leftOut } } };
}

/** The files of the bundle that stands for a run. One that does not fit is named in the verdict, and does not travel on. */
async function cachedFolder({ cached }: Facts): Promise<BundleStore | null> {
  const sound = cached === undefined || cached === null ? null : soundBundle(cached);
  if (sound === null || sound.fromCache !== null) return null;
  const opened = await openBundle(sound.source);
  return opened.state === 'open' ? opened.store : null;
}

const NO_PATCH: StampedPatch = { about: { state: 'absent', why: 'the gate stopped before its check' }, bytes: null, leftOut: [] };

/** Reads a bundle as its receiver will, and gives what is wrong with it. */
async function faultsOf(folder: string, verdict: Outcome['envelope']['verdict']): Promise<readonly string[]> {
  const sight = await readBundle(await openBundle(folder), { requireTests: [] });
  if (sight.state === 'refused') return [sight.why];
  // A rejection may rest on what is no more: whoever reads it rejects as well, whatever else it gives.
  return [...sight.faults.map(({ file, what }) => `${file} ${what}`), ...(verdict === 'rejected' && sight.verdict === 'rejected' ? [] : sight.differences)];
}

function patchOf({ repository, state }: Context, stamped: StampRecord, { baseline }: Facts): Promise<StampedPatch> {
  const { head, treeId, nested } = stamped.facts;
  const own = readBaseline(baselineOf(state, stamped)).find(({ prefix }) => prefix === '');
  return stampedPatch(repository, {
    treeId,
    against: [...(baseline === null || baseline === undefined ? [] : [{ what: 'base' as const, commit: baseline.base.commit }]), head === null ? { what: 'nothing', commit: null } : { what: 'head', commit: head }],
    stamped: (own?.entries ?? []).map(({ path }) => path),
    repositories: nested.filter(({ kind }) => kind === 'repository').map(({ path }) => path),
    forbidden: forbiddenPath,
  });
}

function stampFile(top: string): Buffer | null {
  try {
    return readFileSync(join(top, STAMP_FILE));
  } catch {
    return null;
  }
}
