/** Evidence from a cache (EV8): a whole bundle is read and judged again, and the command that it must have run is named. */
import type { CachedEvidence, Facts } from '../model/facts.ts';
import { commandDigest } from '../run/captured-command.ts';
import { resolveWorkdir } from '../run/workdir.ts';
import { commandOf } from './command.ts';
import type { Context } from './context.ts';

/** Reads the bundle that is to stand for a run; null where none is named. Nothing of it is run. */
export async function sightCached({ settings, repository, defaultWorkdir, progress }: Context): Promise<CachedEvidence | null> {
  const { cachedEvidence: source } = settings;
  if (source === null) return null;
  const asked = { command: commandDigest(commandOf(settings)), workdir: resolveWorkdir(repository.top, settings.workdir ?? defaultWorkdir).relative };
  progress('judging the cached bundle again');
  // Most checks read no bundle, and what reads one is large.
  const [{ readBundleWithFacts }, { openBundle }] = await Promise.all([import('../publish/bundle-read.ts'), import('../publish/unpack.ts')]);
  const opened = await openBundle(source);
  try {
    return { ...(await readBundleWithFacts(opened, { requireTests: [] })), ...asked };
  } finally {
    if (opened.state === 'open') opened.store.close();
  }
}

/** What the verdict says of the cache, for machines; nothing where none was asked. */
export function cachedSummary({ cached }: Facts): { readonly cached_evidence?: object } {
  if (cached === undefined || cached === null) return {};
  const { bundle } = cached;
  if (bundle.state === 'refused') return { cached_evidence: { source: bundle.source, state: 'refused', why: bundle.why } };
  const { source, verdict, digest, generation, treeId, cell, commandDigest: command } = bundle;
  return { cached_evidence: { source, state: verdict, bundle_digest: digest, generation, tree_id: treeId, command_digest: command, cell } };
}
