/** What a workspace itself offers for import: the distributions and names that must not come from elsewhere (PR5). */
import type { Offer } from '../model/prepare.ts';
import { ENVIRONMENT_FOLDER_NAMES, VIRTUAL_ENVIRONMENT_MARK } from '../workspace/environment-folder.ts';
import { entriesOf, kindAt, type Entry } from './bounded-file.ts';
import { METADATA_FILES, isImportName, readProjectMetadata } from './project-metadata.ts';

/** Projects below the top level are looked for this deep: `packages/<group>/<project>`. */
const PROJECT_DEPTH = 3;
/** Folders that are looked into for projects, at most: a guard against trees of generated folders. */
const FOLDER_LIMIT = 5_000;
/** A namespace package's first module is looked for this deep. */
const NAMESPACE_DEPTH = 4;

/** Names that no root offers: every project may have them. */
const NEVER_OFFERED: ReadonlySet<string> = new Set(['conftest', 'setup', 'test', 'tests']);

/** Folders that lie beside the code in a project's top level; an offer only where the project bears the name. */
const BESIDE_THE_CODE: ReadonlySet<string> = new Set(
  'benchmark benchmarks bin build ci conftest dist doc docs dodo example examples fabfile fixtures manage noxfile requirements scripts setup tasks test testdata testing tests third_party tools toxfile vendor'.split(' '),
);

export interface OfferedByWorkspace extends Offer {
  /** What could not be read, absolute; the offer may be larger than it says. */
  readonly unread: readonly { readonly file: string; readonly why: string }[];
}

/**
 * The offer of the workspace at `top` (absolute), with the Python projects inside it. Metadata and layout both count:
 * modules and packages of `src/` and of every root that metadata names, packages of the top level.
 */
export async function offeredByWorkspace(top: string, otherWorktrees: readonly string[] = []): Promise<OfferedByWorkspace> {
  const [distributions, names, roots] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const unread: { file: string; why: string }[] = [];
  for (const project of findProjects(top, new Set(otherWorktrees))) {
    const metadata = await readProjectMetadata(join(top, project));
    for (const name of metadata.distributions) distributions.add(name);
    for (const name of metadata.names) names.add(name);
    // A folder further down may hold a project that is broken on purpose, as a test's data.
    if (project === '') unread.push(...metadata.unread);
    for (const root of ['', 'src', ...metadata.roots]) {
      const folder = join(join(top, project), root);
      if (kindAt(folder) !== 'folder') continue;
      // A flat layout has tests and tools beside the code, and modules that are scripts.
      for (const name of root === '' ? flatNames(folder, metadata.distributions) : importableNames(folder)) names.add(name);
      roots.add(join(project, root));
    }
  }
  return { distributions: [...distributions].sort(), names: [...names].sort(), roots: [...roots].sort(), unread };
}

/** Names that an import finds in `folder` once it is on the path, namespace packages included; with `among` only those. */
function importableNames(folder: string, among?: ReadonlySet<string>): readonly string[] {
  const wanted = (name: string) => !NEVER_OFFERED.has(name) && (among?.has(name) ?? true);
  const names = new Set<string>();
  for (const { name, kind } of entriesOf(folder)) {
    const module = kind === 'file' ? moduleName(name) : undefined;
    if (module !== undefined && wanted(module)) names.add(module);
    if (kind === 'folder' && wanted(name) && mayBePackage(name) && holdsModule(`${folder}/${name}`, NAMESPACE_DEPTH)) names.add(name);
  }
  return [...names].sort();
}

/**
 * The dotted names below `folder` that only one place can offer: modules and regular packages, and inside a namespace
 * package, which several places share, the names below it. Only what lies under one of the top-level names `among`.
 */
export function exclusiveNames(folder: string, among: ReadonlySet<string>): readonly string[] {
  return importableNames(folder, among).flatMap((name) => exclusiveBelow(`${folder}/${name}`, name, NAMESPACE_DEPTH));
}

function exclusiveBelow(path: string, name: string, depth: number): readonly string[] {
  const isNamespace = depth > 0 && kindAt(path) === 'folder' && kindAt(`${path}/__init__.py`) !== 'file' && kindAt(`${path}.py`) !== 'file';
  if (!isNamespace) return [name];
  const below = importableNames(path).flatMap((child) => exclusiveBelow(`${path}/${child}`, `${name}.${child}`, depth - 1));
  return below.length === 0 ? [name] : below;
}

/** Regular packages of a flat layout, and the single module that bears its project's name. */
function flatNames(folder: string, distributions: readonly string[]): readonly string[] {
  const named = new Set(distributions.map((name) => name.replaceAll('-', '_')));
  return entriesOf(folder)
    .filter(({ name, kind }) => (kind === 'folder' ? kindAt(`${folder}/${name}/__init__.py`) === 'file' : named.has(moduleName(name)?.toLowerCase() ?? '')))
    .map(({ name }) => name.replace(/\..*/s, ''))
    .filter((name) => isImportName(name) && (named.has(name.toLowerCase()) || !BESIDE_THE_CODE.has(name)));
}

/** The module that a file of this name is: source, or an extension module with or without its platform tag. */
function moduleName(file: string): string | undefined {
  const name = /^(?<name>[^.]+)(?:\.py|(?:\.(?:cpython-|abi3|pypy)[^.]*)?\.so)$/su.exec(file)?.groups?.['name'];
  return name !== undefined && isImportName(name) ? name : undefined;
}

function mayBePackage(name: string): boolean {
  return isImportName(name) && name !== '__pycache__' && !ENVIRONMENT_FOLDER_NAMES.has(name);
}

function holdsModule(folder: string, depth: number): boolean {
  const entries = entriesOf(folder);
  if (entries.some(({ name, kind }) => kind === 'file' && moduleName(name) !== undefined)) return true;
  return depth > 0 && entries.some(({ name, kind }) => kind === 'folder' && mayBePackage(name) && holdsModule(`${folder}/${name}`, depth - 1));
}

/** The top level, and the folders below it that hold a project's metadata; relative, breadth first. */
function findProjects(top: string, otherWorktrees: ReadonlySet<string>): readonly string[] {
  const projects = [''];
  let level: (readonly [path: string, entries: readonly Entry[]])[] = [['', entriesOf(top)]];
  let seen = 0;
  for (let depth = 0; depth < PROJECT_DEPTH; depth += 1) {
    const next: typeof level = [];
    for (const [folder, entries] of level) {
      for (const { name, kind, link } of entries) {
        const path = join(folder, name);
        if (kind !== 'folder' || link || name.startsWith('.') || BESIDE_THE_CODE.has(name) || ENVIRONMENT_FOLDER_NAMES.has(name) || otherWorktrees.has(path)) continue;
        seen += 1;
        if (seen > FOLDER_LIMIT) return projects;
        const inside = entriesOf(join(top, path));
        if (inside.some((entry) => entry.name === VIRTUAL_ENVIRONMENT_MARK)) continue;
        if (inside.some((entry) => METADATA_FILES.includes(entry.name))) projects.push(path);
        next.push([path, inside]);
      }
    }
    level = next;
  }
  return projects;
}

function join(folder: string, path: string): string {
  return folder === '' ? path : path === '' ? folder : `${folder}/${path}`;
}
