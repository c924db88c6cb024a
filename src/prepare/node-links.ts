/** Links in `node_modules` that lead to sources: what npm, pnpm and Yarn make for workspaces and linked packages (PR5). */
import { dirname, resolve } from 'node:path';
import * as z from 'zod/mini';
import type { OriginEntry, OriginKind } from '../model/prepare.ts';
import { entriesOf, kindAt, readBounded, realPath } from './bounded-file.ts';
import type { OtherCheckoutOf } from './checkout.ts';
import { readPnp } from './yarn-pnp.ts';
import type { WorkspaceFolder } from './workspace-folders.ts';
import { isWorkspacePath, type WorkspacePlace } from './workspace-paths.ts';

const MODULES = 'node_modules';

/** npm's record of a large tree has some megabytes. */
const RECORD_LIMIT_BYTES = 64 << 20;

/** npm writes this file; anyone may have changed it. */
const recordSchema = z.object({ packages: z.record(z.string(), z.object({ resolved: z.optional(z.string()), link: z.optional(z.boolean()) })) });

/** The project controls this file: its name is used, and no more. */
const packageSchema = z.object({ name: z.optional(z.string()) });

/**
 * Every way on which Node finds a package's sources outside of where they are installed: links in the `node_modules`
 * folders of the workspace, what Yarn's Plug'n'Play maps, and copies that a lock file says were made of another folder.
 * A `node_modules` that is itself a link is read where it leads: its relative links then resolve there. Folders around
 * the workspace count where Node's upward walk finds a package of the workspace's own there and not inside.
 */
export async function readNodeLinks(place: WorkspacePlace, folders: readonly WorkspaceFolder[], otherCheckoutOf: OtherCheckoutOf): Promise<NodeLinks> {
  const packages = findPackages(folders);
  const offered = new Set(packages.flatMap((folder) => packageName(`${folder}/package.json`) ?? []));
  const unread: { file: string; why: string }[] = [];
  const entryOf = async ({ kind = 'node-link', file, name, target }: Way): Promise<OriginEntry> => ({
    distribution: name,
    kind,
    file,
    target,
    names: [name],
    insideWorkspace: isWorkspacePath(target, place),
    otherCheckout: await otherCheckoutOf(target),
    offersSame: offered.has(name),
  });
  const linked = packages.flatMap((folder) => linksIn(`${folder}/${MODULES}`));
  const mapped = [...packages, ...parentsOf(place.top)].flatMap((folder) => mappedByYarn(folder, unread));
  const inside = new Set(linked.filter(({ file }) => file.startsWith(`${place.top}/${MODULES}/`)).map(({ name }) => name));
  const around = packages.length === 0 ? [] : parentsOf(place.top).flatMap((folder) => linksIn(`${folder}/${MODULES}`)).filter(({ name }) => offered.has(name) && !inside.has(name) && kindAt(`${place.top}/${MODULES}/${name}`) !== 'folder');
  const copied = packages.flatMap((folder) => copiesIn(folder));
  const entries = await Promise.all([...linked, ...mapped].map(entryOf));
  // Folders around the workspace and copies are nobody's business while they come from nowhere near.
  const further = (await Promise.all([...around, ...copied].map(entryOf))).filter(({ otherCheckout }) => otherCheckout !== null);
  return { entries: [...entries, ...further], unread };
}

export interface NodeLinks {
  readonly entries: readonly OriginEntry[];
  readonly unread: readonly { readonly file: string; readonly why: string }[];
}

interface Way {
  readonly kind?: OriginKind;
  readonly file: string;
  readonly name: string;
  /** Real path. */
  readonly target: string;
}

function parentsOf(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [] : [parent, ...parentsOf(parent)];
}

/** What a Plug'n'Play file maps to folders that are no archives of Yarn's cache. It is a program; its table is read. */
function mappedByYarn(folder: string, unread: { file: string; why: string }[]): readonly Way[] {
  const file = ['.pnp.cjs', '.pnp.js', '.pnp.data.json'].map((name) => `${folder}/${name}`).find((path) => kindAt(path) === 'file');
  if (file === undefined) return [];
  const table = readPnp(file);
  if ('why' in table) {
    unread.push({ file, why: table.why });
    return [];
  }
  return table.packages.filter(({ location }) => !/(?:^|\/)node_modules\//.test(location)).map(({ name, location }) => ({ kind: 'yarn-pnp', file, name, target: realPath(resolve(folder, location)) }));
}

/** Packages that npm and pnpm copied from a folder: npm's own record of `node_modules`, pnpm's names of its store. */
function copiesIn(folder: string): readonly Way[] {
  const copies: Way[] = [];
  const add = (file: string, name: string, source: string): void => {
    if (kindAt(file) === 'folder') copies.push({ kind: 'node-copy', file, name, target: realPath(resolve(folder, source)) });
  };
  const record = readBounded(`${folder}/${MODULES}/.package-lock.json`, RECORD_LIMIT_BYTES);
  if (record.state === 'found') {
    for (const [path, { resolved, link }] of recordedPackages(record.bytes)) {
      const name = path.slice(path.lastIndexOf(`${MODULES}/`) + MODULES.length + 1);
      if (resolved?.startsWith('file:') === true && link !== true) add(`${folder}/${path}`, name, decodedPath(resolved.slice('file:'.length)));
    }
  }
  for (const { name } of entriesOf(`${folder}/${MODULES}/.pnpm`)) {
    const stored = /^(?<name>@?[^@]+)@file\+(?<path>[^()_]+)/.exec(name)?.groups;
    const own = stored?.['name']?.replace('+', '/');
    if (stored !== undefined && own !== undefined) add(`${folder}/${MODULES}/.pnpm/${name}/${MODULES}/${own}`, own, (stored['path'] ?? '').replaceAll('+', '/'));
  }
  return copies;
}

function recordedPackages(bytes: Buffer): readonly (readonly [string, { readonly resolved?: string | undefined; readonly link?: boolean | undefined }])[] {
  try {
    return Object.entries(recordSchema.parse(JSON.parse(bytes.toString('utf8'))).packages);
  } catch {
    // npm makes this file anew where it cannot read it.
    return [];
  }
}

function decodedPath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Folders with a `package.json` or a `node_modules`, absolute; none where the top level has neither. */
function findPackages(folders: readonly WorkspaceFolder[]): readonly string[] {
  const found = folders.filter(({ entries }) => entries.some(({ name }) => name === 'package.json' || name === MODULES)).map(({ path }) => path);
  // A tree whose top level has neither holds no packages that a command there would find.
  return found[0] === folders[0]?.path ? found : [];
}

/** The links to sources in one `node_modules`, in its scopes and in the folder where pnpm hoists packages. */
export function linksIn(modules: string): readonly Way[] {
  return [modules, `${modules}/.pnpm/${MODULES}`].flatMap((folder) =>
    entriesOf(folder)
      .flatMap(({ name, kind, link }) =>
        name.startsWith('@') && kind === 'folder' && !link ? entriesOf(`${folder}/${name}`).map((inner) => ({ name: `${name}/${inner.name}`, link: inner.link })) : [{ name, link }],
      )
      .filter(({ name, link }) => link && !name.startsWith('.'))
      .map(({ name }) => ({ name, file: `${folder}/${name}`, target: realPath(`${folder}/${name}`) }))
      // A package manager's store links packages to each other; those are installed, not sources.
      .filter(({ target }) => !target.split('/').includes(MODULES)),
  );
}

/** The packages in a folder of packages that are checkouts themselves, links aside. */
export function checkoutsIn(modules: string): readonly string[] {
  const packages = entriesOf(modules).flatMap(({ name, kind, link }) => {
    if (kind !== 'folder' || link || name.startsWith('.')) return [];
    const folder = `${modules}/${name}`;
    return name.startsWith('@') ? entriesOf(folder).flatMap((inner) => (inner.kind === 'folder' && !inner.link ? [`${folder}/${inner.name}`] : [])) : [folder];
  });
  return packages.filter((folder) => kindAt(`${folder}/.git`) !== 'other');
}

function packageName(file: string): string | undefined {
  const read = readBounded(file);
  if (read.state !== 'found') return undefined;
  try {
    return packageSchema.parse(JSON.parse(read.bytes.toString('utf8'))).name;
  } catch {
    // npm itself would refuse this file; a fixture may hold such a one.
    return undefined;
  }
}
