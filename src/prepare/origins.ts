/** Where Python code comes from: what is installed as a pointer elsewhere, and what an import would really find (PR5). */
import { dirname, isAbsolute } from 'node:path';
import { isOfTheWorkspace, type AskedInterpreter, type Offer, type OriginDisagreement, type OriginEntry, type OriginName, type OriginsReport } from '../model/prepare.ts';
import { entriesOf, kindAt, liesIn, realPath } from './bounded-file.ts';
import { otherCheckouts, type GitPort, type OtherCheckoutOf } from './checkout.ts';
import type { CommandPython, FoundPython } from './command-python.ts';
import { exclusiveNames, offeredByWorkspace, type OfferedByWorkspace } from './offer.ts';
import { readBuildToolOrigins } from './build-tool-origins.ts';
import { workspaceFolders } from './workspace-folders.ts';
import { readNodeLinks } from './node-links.ts';
import { probe, type FoundName, type ProbeAnswer } from './probe.ts';
import { editableHints, readInstalledOrigins, type InstalledOrigin } from './site-packages.ts';
import { isWorkspacePath, type WorkspacePlace } from './workspace-paths.ts';

/** What is the same for every interpreter that is asked: read once, however many are. */
export interface WorkspaceSight {
  readonly place: WorkspacePlace;
  readonly offer: OfferedByWorkspace;
  readonly otherCheckoutOf: OtherCheckoutOf;
  /** What leads out of the workspace without any interpreter: links, tables and settings of other languages' tools. */
  readonly links: readonly OriginEntry[];
  readonly unread: OriginsReport['unread'];
}

export interface OriginsRequest {
  readonly python: CommandPython;
  /** Absolute folder in which the command runs. */
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Names whose import was asked for (`--import`). */
  readonly imports: readonly string[];
  readonly timeoutMs?: number;
}

/** Names of the workspace's own that are asked for at most; named imports always are. */
const DEFAULT_NAMES_LIMIT = 300;
/** Finders that compile before they answer: only the static reading speaks for them. */
const BUILDING_KINDS: ReadonlySet<string> = new Set(['meson-finder', 'scikit-build-finder']);

interface Judge {
  readonly place: WorkspacePlace;
  readonly offer: Offer;
  /** Dotted names of the workspace that only one place can offer. */
  readonly exclusive: readonly string[];
  readonly otherCheckoutOf: OtherCheckoutOf;
}

/** Looks at the workspace at `top` (real path) itself; `otherWorktrees` are linked worktrees inside it, relative to it. */
export async function lookAtWorkspace({ git, ...place }: WorkspacePlace & { readonly git: GitPort }): Promise<WorkspaceSight> {
  const offer = await offeredByWorkspace(place.top, place.otherWorktrees);
  const otherCheckoutOf = otherCheckouts({ ...place, offer, git });
  const folders = workspaceFolders(place);
  const node = await readNodeLinks(place, folders, otherCheckoutOf);
  const links = [...node.entries, ...(await readBuildToolOrigins(place, folders, { otherCheckoutOf, git }))];
  return { place, offer, otherCheckoutOf, links, unread: [...node.unread] };
}

/**
 * Reads the origins of one interpreter's environment: statically what points elsewhere, and by the probe what imports
 * find. Never rejects for what an environment holds; what could not be read is in the report.
 */
export async function readOrigins(sight: WorkspaceSight, request: OriginsRequest): Promise<OriginsReport> {
  const { place, otherCheckoutOf, links } = sight;
  const { unread: unreadOffer, ...offer } = sight.offer;
  const unread = [...unreadOffer, ...sight.unread];
  const { python, imports } = request;
  const nothing = { offer, entries: [...links], names: [], disagreements: [], unread: [...unread] };
  switch (python.state) {
    case 'none':
      return { ...nothing, interpreter: { state: 'absent', asked: python.asked, why: python.why } };
    case 'missing':
      return { ...nothing, interpreter: { state: 'unreadable', asked: python.asked, why: python.why } };
    case 'later':
      return { ...nothing, interpreter: { state: 'later', asked: python.asked, why: python.why } };
    case 'found':
  }
  const exclusive = [...new Set(offer.roots.flatMap((root) => exclusiveNames(root === '' ? place.top : `${place.top}/${root}`, new Set(offer.names))))];
  const named = [...new Set(imports)];
  const defaults = [...new Set([...exclusive, ...offer.names.filter((name) => !exclusive.some((one) => one === name || one.startsWith(`${name}.`)))])]
    .filter((name) => !named.includes(name))
    .slice(0, DEFAULT_NAMES_LIMIT);
  const names = [...named, ...defaults];
  const probed = await probe({ ...python, executable: python.path, names, twins: twinsOf(names, sight), cwd: request.cwd, env: { ...request.env, ...python.env }, ...(request.timeoutMs === undefined ? {} : { timeoutMs: request.timeoutMs }) });
  const answer = probed.state === 'answered' ? probed.answer : null;
  const judge: Judge = { place, offer, exclusive, otherCheckoutOf };

  const folders = [...new Set((answer?.site ?? guessSiteFolders(python.path)).map(realPath))];
  const installed = folders.map(readInstalledOrigins);
  const entries = await Promise.all(installed.flatMap(({ origins }) => origins).map((origin) => judgeEntry(origin, judge)));
  const judged = answer === null ? [] : await Promise.all([...named.map((name) => ({ name, asked: 'named' as const })), ...defaults.map((name) => ({ name, asked: 'default' as const }))].map((one) => judgeName(one, answer.names[one.name], entries, judge)));
  return {
    interpreter: probed.state === 'answered' ? asFound(python, probed.answer) : { state: 'unreadable', asked: python.path, why: probed.why },
    offer,
    entries: [...entries, ...links],
    names: judged,
    disagreements: [...hintDisagreements(folders, entries), ...nameDisagreements(judged, entries)],
    // A hint about a distribution that the workspace does not offer decides nothing.
    unread: [...unread, ...installed.flatMap((one) => one.unread).filter(({ hintOf }) => hintOf === null || offer.distributions.includes(hintOf)).map(({ file, why }) => ({ file, why }))],
  };
}

function asFound({ path, how, guess }: FoundPython, { executable, version, implementation, prefix }: ProbeAnswer): AskedInterpreter {
  return { state: 'found', asked: path, how, ...(guess === undefined ? {} : { guess }), executable, version, implementation, prefix };
}

/** Where the workspace itself has each name: the first of its import roots that holds it. */
function twinsOf(names: readonly string[], { place, offer }: WorkspaceSight): Readonly<Record<string, string>> {
  const roots = offer.roots.map((root) => (root === '' ? place.top : `${place.top}/${root}`));
  return Object.fromEntries(
    names.flatMap((name) => {
      const paths = roots.flatMap((root) => [`${root}/${name.replaceAll('.', '/')}`, `${root}/${name.replaceAll('.', '/')}.py`]);
      const twin = paths.find((path) => (path.endsWith('.py') ? kindAt(path) === 'file' : kindAt(`${path}/__init__.py`) === 'file'));
      return twin === undefined ? [] : [[name, twin]];
    }),
  );
}

async function judgeEntry(origin: InstalledOrigin, { place, offer, exclusive, otherCheckoutOf }: Judge): Promise<OriginEntry> {
  const { distribution, kind, target, names } = origin;
  const sameDistribution = distribution !== null && offer.distributions.includes(distribution);
  const offered = kind === 'direct-url' ? [] : names.length > 0 ? names : exclusiveNames(target, new Set(offer.names));
  return {
    ...origin,
    names: [...names],
    insideWorkspace: isWorkspacePath(target, place),
    otherCheckout: await otherCheckoutOf(target),
    // A shared namespace is nobody's alone; the names inside it are.
    offersSame: sameDistribution || (kind !== 'namespace' && offered.some((name) => exclusive.some((own) => overlap(name, own)))),
  };
}

/** Whether two dotted names cannot both be imported from their own place: equal, or one a package around the other. */
function overlap(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
}

async function judgeName({ name, asked }: Pick<OriginName, 'name' | 'asked'>, found: FoundName | undefined, entries: readonly OriginEntry[], { place, otherCheckoutOf }: Judge): Promise<OriginName> {
  if (found === undefined) return { name, asked, state: 'failed', origin: null, locations: [], insideWorkspace: false, finder: null, otherCheckout: null };
  const [top = name] = name.split('.');
  const built = found.state === 'would-build' ? entries.filter((entry) => BUILDING_KINDS.has(entry.kind) && (entry.names.length === 0 || entry.names.includes(top))) : [];
  // Placeholders on a namespace's path are no folders; a built-in module's origin is no file.
  const locations = [...found.locations, ...built.flatMap(({ target }) => target ?? [])].filter(isAbsolute).map(realPath);
  const origin = found.origin !== null && isAbsolute(found.origin) ? realPath(found.origin) : null;
  const places = origin === null ? locations : [origin];
  const others = await Promise.all(places.map(otherCheckoutOf));
  const insideWorkspace = places.some((path) => isWorkspacePath(path, place));
  const copy = insideWorkspace ? null : found.copy;
  return {
    name,
    asked,
    state: found.state,
    origin,
    locations,
    insideWorkspace,
    finder: found.finder,
    otherCheckout: others.find((other) => other !== null) ?? null,
    ...(copy === null ? {} : { copy: { compared: copy.compared, differing: copy.differing.map((path) => path.slice(place.top.length + 1)) } }),
  };
}

/** Where an interpreter that gives no answer most likely has its packages: below the folder that holds its `bin`. */
function guessSiteFolders(executable: string): readonly string[] {
  const prefix = dirname(dirname(executable));
  return ['lib', 'lib64'].flatMap((library) =>
    entriesOf(`${prefix}/${library}`)
      .filter(({ name, kind }) => kind === 'folder' && /^(?:python|pypy)3/.test(name))
      .flatMap(({ name }) => ['site-packages', 'dist-packages'].map((folder) => `${prefix}/${library}/${name}/${folder}`)),
  );
}

/** `direct_url.json` says where an install came from; what takes effect are the other entries. */
function hintDisagreements(folders: readonly string[], entries: readonly OriginEntry[]): readonly OriginDisagreement[] {
  return folders.flatMap((folder) =>
    [...editableHints(folder)].flatMap(([distribution, hint]) => {
      const effective = entries.filter((entry) => entry.distribution === distribution && entry.kind !== 'direct-url');
      const other = effective.find(({ target }) => target !== null && !liesIn(target, hint));
      return other === undefined ? [] : [{ about: distribution, one: `direct_url.json says ${hint}`, other: `${other.file} leads to ${other.target ?? ''}` }];
    }),
  );
}

/** A name that an entry maps, and that an import finds elsewhere: the entry is shadowed. */
function nameDisagreements(names: readonly OriginName[], entries: readonly OriginEntry[]): readonly OriginDisagreement[] {
  return names.flatMap(({ name, state, origin }) => {
    if (state !== 'found' || origin === null) return [];
    const claims = entries.filter((entry) => claimsName(entry, name));
    const [claim] = claims;
    const kept = claims.some(({ target }) => target !== null && (liesIn(origin, target) || origin === `${target}.py` || dirname(target) === dirname(origin)));
    return claim === undefined || kept ? [] : [{ about: name, one: `${claim.file} leads to ${claim.target ?? ''}`, other: `an import finds ${origin}` }];
  });
}

/** By its map of names; an entry that puts a whole folder on the path, by what lies there. */
function claimsName({ names, kind, target }: OriginEntry, name: string): boolean {
  if (names.length > 0) return names.some((own) => name === own || name.startsWith(`${own}.`));
  if (target === null || kind === 'direct-url' || isOfTheWorkspace(kind)) return false;
  const path = `${target}/${name.replaceAll('.', '/')}`;
  return kindAt(path) === 'folder' || kindAt(`${path}.py`) === 'file';
}
