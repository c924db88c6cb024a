/** Finds the policy that governs a call: the base's where something is to be merged, else the work tree's own (PO3). */
import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal, UsageError } from '../model/errors.ts';
import { cellsOf, commandFor, POLICY_FILES, POLICY_LIMIT_BYTES, type Policy, type PolicyFacts, type PolicyRecord } from '../model/policy.ts';
import { mergePolicies, policyKeys, same, show, type NotCounted } from '../model/policy-order.ts';
import { mergeEvent } from '../inputs/event.ts';
import type { Settings } from '../inputs/plan.ts';
import type { KnownRule } from '../inputs/policy-file.ts';
import { commandDigest, commandFromArguments, commandFromScript } from '../run/captured-command.ts';
import { BUNDLE_CATALOG } from '../verify/bundle-catalog.ts';
import { CATALOG } from '../verify/catalog.ts';
import { REFUSALS } from '../verify/refusals.ts';
import { fetchedBaseTree, localBaseTree, type BaseReader, type BaseTree } from '../workspace/base-tree.ts';
import { git } from '../workspace/git.ts';
import type { Repository } from '../workspace/repository.ts';
import { findBase } from './base-revision.ts';
import { watchedPaths } from './policy-touched.ts';

export interface PolicyQuestion {
  readonly repository: Pick<Repository, 'top' | 'objectFormat' | 'head' | 'commonDir'>;
  readonly env: NodeJS.ProcessEnv;
  /** What the call said itself. */
  readonly given: Partial<Settings>;
  /** Reads a commit by the API; absent where nobody can. */
  readonly readBase?: BaseReader | undefined;
  /** Whose own policy governs where nothing is to be merged: the work tree's files (default), or the commit at HEAD. */
  readonly own?: 'work-tree' | 'head';
}

/** Rules that a policy may speak of; refusals come before any rule, and nothing lowers them. */
function knownRules(): readonly KnownRule[] {
  return [...CATALOG, ...BUNDLE_CATALOG, ...REFUSALS.map(({ id }) => ({ id, hard: true }))];
}

interface Found {
  readonly path: string;
  readonly digest: string;
  readonly document: Policy;
}

/** The governing policy. Throws a {@link UsageError} for a malformed file, a {@link Refusal} where the base cannot be read. */
export async function findPolicy(question: PolicyQuestion): Promise<PolicyRecord> {
  const { repository } = question;
  const head = await ownPolicy(question);
  const base = await namedBase(question);
  if (base === null) return { facts: factsOf({ file: head, head: null, base: null, binds: true, document: head?.document ?? {}, against: repository.head === null ? 'nothing' : `HEAD (${repository.head})` }), watched: null };
  const tree = await openBase(question, base);
  try {
    const read = await policyInBase(tree, base);
    const about = { commit: base.commit, what: base.what, read: tree.read };
    const watched = tree.read === 'local' ? null : await watchedPaths(tree, question, read?.document ?? head?.document ?? {});
    if (read !== null) {
      return { facts: factsOf({ file: read, head: head === null ? null : { ...head, notCounted: notInForce(read.document, head.document) }, base: about, binds: true, document: read.document, against: base.what }), watched };
    }
    const { policy, notCounted } = mergePolicies({}, head?.document ?? {});
    return { facts: factsOf({ file: null, head: head === null ? null : { ...head, notCounted }, base: about, binds: false, document: policy, against: base.what }), watched };
  } finally {
    tree.close();
  }
}

/** What a head asks for that the policy of the base does not: none of it counts. */
function notInForce(base: Policy, head: Policy): readonly NotCounted[] {
  return policyKeys(base, head).filter((key) => !same(base[key], head[key])).map((key) => ({ key, why: `it asks for ${show(head[key])}, and ${show(base[key])} is in force` }));
}

interface Parts extends Pick<PolicyFacts, 'base' | 'binds' | 'document' | 'against'> {
  readonly file: Found | null;
  readonly head: (Found & { readonly notCounted: readonly NotCounted[] }) | null;
}

function factsOf({ file, head, base, binds, document, against }: Parts): PolicyFacts {
  return {
    format: 'generation-gate/policy/1',
    base,
    file: file === null ? null : { path: file.path, digest: file.digest },
    head: head === null ? null : { path: head.path, digest: head.digest, notCounted: [...head.notCounted] },
    document,
    binds,
    commands: [null, ...cellsOf(document)].map((cell) => ({ cell, digest: digestOf(document, cell) })),
    day: new Date().toISOString().slice(0, 10),
    touched: [],
    against,
  };
}

/** The digest that a run of the policy's command has; null where it names none, or a script file whose bytes are the tree's. */
function digestOf(document: Policy, cell: string | null): string | null {
  const named = commandFor(document, cell);
  if (named?.command !== undefined) return commandDigest(commandFromArguments(named.command));
  return named?.run === undefined ? null : commandDigest(commandFromScript(named.run, 'run'));
}

interface NamedBase {
  readonly commit: string;
  readonly what: string;
  readonly event: string | null;
}

/** The commit into which this is to be merged: the event's, else the one that the call names. */
async function namedBase({ repository, env, given }: PolicyQuestion): Promise<NamedBase | null> {
  const event = mergeEvent(env, repository.top);
  if (event !== null) {
    if (event.base === null) throw unread(`The ${event.event} event names no base commit`, []);
    return { commit: event.base, what: `the base of the ${event.event} event (${event.base})`, event: event.event };
  }
  if (given.base === undefined || given.base === null) return null;
  const { commit } = await findBase(repository, given.base);
  return { commit, what: `${given.base} (${commit})`, event: null };
}

/** Local store, API, a fetch of its own: the first that has the tree. */
async function openBase(question: PolicyQuestion, { commit, what }: NamedBase): Promise<BaseTree> {
  const { repository, env, readBase } = question;
  const failures: string[] = [];
  const ways: readonly (readonly [string, () => Promise<BaseTree | null>])[] = [
    ['the local store', () => localBaseTree(repository, commit)],
    ...(readBase === undefined ? [] : [['the API', () => readBase(commit)] as const]),
    ['a fetch', async () => fetchedBaseTree({ ...(await remoteOf(repository, env)), objectFormat: repository.objectFormat, workTree: repository.top }, commit)],
  ];
  for (const [way, open] of ways) {
    try {
      const tree = await open();
      // A tree that opens and cannot be listed is none.
      if (tree !== null && (await listed(tree))) return tree;
      failures.push(`${way}: it is not there`);
    } catch (error) {
      failures.push(`${way}: ${error instanceof Error ? error.message.replaceAll('\n', ' ') : String(error)}`);
    }
  }
  throw unread(`The policy of ${what} cannot be read`, failures);
}

async function listed(tree: BaseTree): Promise<boolean> {
  try {
    const top = await tree.entries('');
    for (const { name, oid, mode } of top ?? []) if ((POLICY_FILES as readonly string[]).includes(name) && mode.startsWith('100')) await tree.blob(oid);
    return top !== null;
  } catch (error) {
    tree.close();
    throw error;
  }
}

function unread(what: string, failures: readonly string[]): Refusal {
  return new Refusal({
    rule: 'GG-POLICY-BASE-UNREAD',
    answer: 'unknown',
    what: failures.length === 0 ? what : `${what}: ${failures.join('; ')}`,
    why: "A patch cannot soften its own gate: the policy of the commit that it is merged into governs, and without it nobody knows what was asked for.",
    fix: "Let actions/checkout bring the base, with: fetch-depth: 0; or let the job read it by the API, permissions: contents: read, and hand the action token: ${{ github.token }}",
    rejects: true,
  });
}

/** Where the base can be fetched from: the repository of the workflow, else `origin`. */
async function remoteOf({ top }: Pick<Repository, 'top'>, env: NodeJS.ProcessEnv): Promise<{ readonly url: string; readonly header: string | null }> {
  const { GITHUB_SERVER_URL: server = '', GITHUB_REPOSITORY: name = '', GITHUB_ACTIONS: actions } = env;
  const url = actions === 'true' && server !== '' && name !== '' ? `${server}/${name}` : await configured(top, ['--get', 'remote.origin.url']);
  if (url === null) throw new UsageError('GG-POLICY-NO-REMOTE', 'the repository has no remote "origin"');
  // What a checkout step leaves there so that later steps may fetch.
  return { url, header: await configured(top, ['--get-urlmatch', 'http.extraheader', url]) };
}

async function configured(top: string, query: readonly string[]): Promise<string | null> {
  const { code, stdout } = await git(['config', ...query], { cwd: top });
  const value = stdout.toString('utf8').replace(/\n$/, '');
  return code === 0 && value !== '' ? value : null;
}

async function ownPolicy({ repository, own }: PolicyQuestion): Promise<Found | null> {
  if (own !== 'head') return policyInWorkTree(repository.top);
  const tree = repository.head === null ? null : await localBaseTree(repository, repository.head);
  return tree === null ? null : policyInBase(tree, { commit: repository.head ?? '', what: 'HEAD' });
}

async function policyInBase(tree: BaseTree, { commit, what }: Pick<NamedBase, 'commit' | 'what'>): Promise<Found | null> {
  const present = (await tree.entries(''))?.filter(({ name }) => (POLICY_FILES as readonly string[]).includes(name)) ?? [];
  requireOne(present.map(({ name }) => name), ` of ${what}`);
  const [entry] = present;
  if (entry === undefined) return null;
  if (!entry.mode.startsWith('100')) throw new UsageError('GG-POLICY-MALFORMED', `${entry.name} of ${what} is no file (mode ${entry.mode})`, 'Put the policy itself in its place.');
  return read(await tree.blob(entry.oid), entry.name, ` of ${commit.slice(0, 12)}`);
}

async function policyInWorkTree(top: string): Promise<Found | null> {
  const found = POLICY_FILES.flatMap((name) => {
    const bytes = readPlain(join(top, name), name);
    return bytes === null ? [] : [{ name, bytes }];
  });
  requireOne(found.map(({ name }) => name), '');
  const [only] = found;
  return only === undefined ? null : read(only.bytes, only.name, '');
}

async function read(bytes: Buffer, path: string, place: string): Promise<Found> {
  const { parsePolicy } = await import('../inputs/policy-file.ts');
  return { path, digest: createHash('sha256').update(bytes).digest('hex'), document: parsePolicy(bytes, path, knownRules(), place) };
}

function requireOne(names: readonly string[], place: string): void {
  if (names.length > 1) throw new UsageError('GG-POLICY-TWICE', `There are two policies${place}: ${names.join(' and ')}`, 'Keep one of them: a reader could not tell which counts.');
}

/** The bytes of a file that is no link; null where nothing has the name. */
function readPlain(file: string, name: string): Buffer | null {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    if (code === 'ENOENT') return null;
    throw new UsageError('GG-POLICY-MALFORMED', `${name} cannot be read (${code === 'ELOOP' ? 'it is a link' : code})`, 'Put a readable file in its place; the gate does not do without what may be a policy.');
  }
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) throw new UsageError('GG-POLICY-MALFORMED', `${name} is no file`, 'Put the policy itself in its place.');
    if (stat.size > POLICY_LIMIT_BYTES) throw new UsageError('GG-POLICY-MALFORMED', `${name} has ${stat.size} bytes, and a policy has at most ${POLICY_LIMIT_BYTES}`, 'Keep settings in it, and nothing else.');
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
