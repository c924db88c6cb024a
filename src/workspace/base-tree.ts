/**
 * The tree of a base commit, wherever it can be had: the local store, or a store of the gate's own that one fetch
 * fills (PO3). Nothing of the user's repository is written, and nothing that it configures is run.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { GateError } from '../model/errors.ts';
import { decodePath } from '../model/path.ts';
import type { BaseReading } from '../model/policy.ts';
import { git, gitOrThrow } from './git.ts';
import { temporaryFolder } from './private-git.ts';
import type { Repository } from './repository.ts';

export interface BaseEntry {
  readonly name: string;
  /** As git writes it, `100644`. */
  readonly mode: string;
  readonly oid: string;
}

/** A commit's tree that can be looked into. Every call throws where it cannot be read; nothing absent is made up. */
export interface BaseTree {
  readonly read: BaseReading;
  /** Entries of a folder (`''` for the top), sorted as git has them; null where the tree has no such folder. */
  readonly entries: (folder: string) => Promise<readonly BaseEntry[] | null>;
  /** Bytes of a file, digested again. */
  readonly blob: (oid: string) => Promise<Buffer>;
  readonly close: () => void;
}

/** Reads the tree of a commit by another way than git. */
export type BaseReader = (commit: string) => Promise<BaseTree>;

/** The tree in the local store; null where the commit or its tree is not there. */
export async function localBaseTree({ top }: Pick<Repository, 'top'>, commit: string): Promise<BaseTree | null> {
  const there = await git(['cat-file', '-e', `${commit}^{tree}`], { cwd: top });
  return there.code === 0 ? storedTree('local', commit, { cwd: top }, () => undefined) : null;
}

/** Seconds after which a fetch that brings nothing is given up, and milliseconds for all of it. */
const STALLED_SECONDS = '30';
const FETCH_LIMIT_MS = 300_000;

export interface FetchSource {
  /** `https`, `http` or `file`. */
  readonly url: string;
  /** Header that authorizes, as `http.extraHeader` takes it; null for none. */
  readonly header: string | null;
  readonly objectFormat: Repository['objectFormat'];
  /** Work tree in which no temporary folder may lie. */
  readonly workTree: string;
}

/** Fetches one commit without its history into a store of the gate's own. Throws a {@link GateError} with git's words. */
export async function fetchedBaseTree({ url, header, objectFormat, workTree }: FetchSource, commit: string): Promise<BaseTree> {
  const protocol = /^(https?|file):\/\//.exec(url)?.[1];
  if (protocol === undefined) throw new GateError('GG-BASE-NOT-FETCHED', `"${plainUrl(url)}" is fetched by no protocol that the gate allows (https, http, file)`);
  const store = mkdtempSync(join(temporaryFolder(workTree), 'generation-gate-base-'));
  const close = (): void => rmSync(store, { recursive: true, force: true });
  try {
    await gitOrThrow(['init', '-q', '--bare', `--object-format=${objectFormat}`, '--template=', store], { cwd: store });
    const env = { GIT_DIR: store };
    // The one call for which a protocol is allowed. The header travels in the environment: a command line can be read by others.
    const settings = [[`protocol.${protocol}.allow`, 'always'], ['http.lowSpeedLimit', '1'], ['http.lowSpeedTime', STALLED_SECONDS], ['transfer.fsckObjects', 'true'], ['fetch.writeCommitGraph', 'false'], ...(header === null ? [] : [['http.extraHeader', header]])];
    const configured = Object.fromEntries(settings.flatMap(([key = '', value = ''], at) => [[`GIT_CONFIG_KEY_${at}`, key], [`GIT_CONFIG_VALUE_${at}`, value]]));
    const fetched = await git(['fetch', '-q', '--depth=1', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', '--', url, commit], { cwd: store, timeoutMs: FETCH_LIMIT_MS, env: { ...env, ...configured, GIT_CONFIG_COUNT: String(settings.length) } });
    if (fetched.code !== 0) throw new GateError('GG-BASE-NOT-FETCHED', `git fetch from ${plainUrl(url)} exited ${fetched.code}: ${fetched.stderr.slice(0, 500)}`);
    return storedTree('fetch', commit, { cwd: store, env }, close);
  } catch (error) {
    close();
    throw error;
  }
}

/** An address without what authorizes. */
function plainUrl(url: string): string {
  return url.replace(/\/\/[^/@]*@/, '//');
}

function storedTree(read: BaseReading, commit: string, call: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> }, close: () => void): BaseTree {
  return {
    read,
    close,
    entries: async (folder) => {
      if (folder !== '') {
        const kind = await git(['cat-file', '-t', `${commit}:${folder}`], call);
        if (kind.code !== 0) return missingIn(commit, folder, call);
        if (kind.stdout.toString('latin1').trim() !== 'tree') return null;
      }
      return parseTree(decodePath(await gitOrThrow(['ls-tree', '-z', folder === '' ? `${commit}^{tree}` : `${commit}:${folder}`], call)));
    },
    blob: async (oid) => {
      const bytes = await gitOrThrow(['cat-file', 'blob', oid], call);
      requireBlob(bytes, oid);
      return bytes;
    },
  };
}

/** A folder that the tree does not have is absent; one whose object is missing here cannot be read. */
async function missingIn(commit: string, folder: string, call: Parameters<typeof git>[1]): Promise<null> {
  const listed = await gitOrThrow(['ls-tree', '-z', commit, '--', folder], call);
  if (listed.length > 0) throw new GateError('GG-GIT-FAILED', `The folder ${folder} of ${commit} is not in the store`);
  return null;
}

/** Throws where bytes are not the blob that they were asked for as. */
export function requireBlob(bytes: Buffer, oid: string): void {
  const digest = createHash(oid.length === 64 ? 'sha256' : 'sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
  if (digest !== oid) throw new GateError('GG-GIT-FAILED', `The object ${oid} holds other bytes: their id is ${digest}`);
}

/** `ls-tree -z`: `<mode> <type> <oid>\t<name>\0`. */
function parseTree(text: string): readonly BaseEntry[] {
  return text.split('\0').flatMap((entry) => {
    const tab = entry.indexOf('\t');
    const [mode = '', , oid = ''] = entry.slice(0, tab).split(' ');
    return tab > 0 ? [{ name: entry.slice(tab + 1), mode, oid }] : [];
  });
}
