/** What a Python project's own metadata says of its name, its packages and where they lie. Read, never executed. */
import { posix } from 'node:path';
import { readBounded } from './bounded-file.ts';

export interface ProjectMetadata {
  /** True where one of the metadata files is there. */
  readonly present: boolean;
  /** Normalised distribution names (PEP 503). */
  readonly distributions: readonly string[];
  /** Import names that the metadata names itself, top level only. */
  readonly names: readonly string[];
  /** Folders, relative to the project, whose content is importable. */
  readonly roots: readonly string[];
  readonly unread: readonly { readonly file: string; readonly why: string }[];
}

interface Draft {
  readonly distributions: Set<string>;
  readonly names: Set<string>;
  readonly roots: Set<string>;
  readonly unread: { file: string; why: string }[];
}

/** Metadata files by which a folder is a Python project. */
export const METADATA_FILES: readonly string[] = ['pyproject.toml', 'setup.cfg', 'setup.py'];

/** A distribution name in its normalised form (PEP 503). */
export function normaliseName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

/** Reads the metadata of the project at an absolute folder. Never throws: what cannot be read is listed. */
export async function readProjectMetadata(project: string): Promise<ProjectMetadata> {
  const draft: Draft = { distributions: new Set(), names: new Set(), roots: new Set(), unread: [] };
  let present = false;
  for (const [name, read] of [
    ['pyproject.toml', readPyproject],
    ['setup.cfg', readSetupCfg],
    ['setup.py', readSetupPy],
  ] as const) {
    const file = `${project}/${name}`;
    const found = readBounded(file);
    if (found.state === 'absent') continue;
    present = true;
    if (found.state === 'unreadable') {
      draft.unread.push({ file, why: found.why });
      continue;
    }
    try {
      await read(found.bytes.toString('utf8'), draft);
    } catch (error) {
      draft.unread.push({ file, why: String(error).split('\n')[0] ?? '' });
    }
  }
  const { distributions, names, roots, unread } = draft;
  return { present, distributions: [...distributions], names: [...names], roots: [...roots], unread };
}

async function readPyproject(text: string, draft: Draft): Promise<void> {
  // Loaded where it is needed: most calls of the program meet no Python project.
  const { parse } = await import('smol-toml');
  const document: unknown = parse(text);
  const tool = at(document, 'tool');
  addDistribution(draft, at(document, 'project', 'name'));
  addDistribution(draft, at(tool, 'poetry', 'name'));
  addDistribution(draft, at(tool, 'flit', 'metadata', 'dist-name'));

  for (const part of listOf(at(tool, 'poetry', 'packages'))) {
    const from = at(part, 'from');
    if (typeof from === 'string') addRoot(draft, from);
    addName(draft, at(part, 'include'));
  }
  for (const name of [at(tool, 'flit', 'module', 'name'), at(tool, 'flit', 'metadata', 'module')]) addName(draft, name);

  const setuptools = at(tool, 'setuptools');
  const packages = at(setuptools, 'packages');
  for (const name of [...listOf(Array.isArray(packages) ? packages : []), ...listOf(at(setuptools, 'py-modules'))]) addName(draft, name);
  for (const root of listOf(at(packages, 'find', 'where'))) addRoot(draft, root);
  addPackageDir(draft, at(setuptools, 'package-dir'));

  for (const target of [at(tool, 'hatch', 'build'), at(tool, 'hatch', 'build', 'targets', 'wheel')]) {
    for (const path of [...listOf(at(target, 'packages')), ...listOf(at(target, 'only-include'))]) addPackagePath(draft, path);
  }
  for (const root of listOf(at(tool, 'hatch', 'build', 'dev-mode-dirs'))) addRoot(draft, root);

  for (const root of [at(tool, 'pdm', 'build', 'package-dir'), at(tool, 'uv', 'build-backend', 'module-root'), at(tool, 'maturin', 'python-source')]) addRoot(draft, root);
  for (const name of listOf(at(tool, 'uv', 'build-backend', 'module-name'))) addName(draft, name);
  for (const name of [at(tool, 'maturin', 'module-name'), ...listOf(at(tool, 'maturin', 'python-packages'))]) addName(draft, name);
  const scikit = at(tool, 'scikit-build', 'wheel', 'packages');
  for (const path of Array.isArray(scikit) ? listOf(scikit) : Object.keys(recordOf(scikit))) addPackagePath(draft, path);
}

/** setup.cfg is read by Python's configparser: `key = value`, deeper lines continue the value. */
function readSetupCfg(text: string, draft: Draft): void {
  const values = new Map<string, string>();
  let [section, key] = ['', ''];
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*[#;]/.test(line)) continue;
    const header = /^\[(?<name>[^\]]+)\]/.exec(line)?.groups?.['name'];
    const pair = /^(?<key>[^\s=:][^=:]*?)\s*[=:]\s*(?<value>.*)$/.exec(line)?.groups;
    if (header !== undefined) [section, key] = [header.trim(), ''];
    else if (pair !== undefined) values.set((key = `${section}.${(pair['key'] ?? '').toLowerCase().replaceAll('-', '_')}`), pair['value'] ?? '');
    else if (/^\s/.test(line) && key !== '') values.set(key, `${values.get(key) ?? ''}\n${line.trim()}`);
  }
  const words = (name: string) => (values.get(name) ?? '').split(/[\s,]+/).filter((word) => word !== '');
  addDistribution(draft, values.get('metadata.name'));
  for (const name of [...words('options.packages'), ...words('options.py_modules')]) if (!name.includes(':')) addName(draft, name);
  for (const root of words('options.packages.find.where')) addRoot(draft, root);
  const pairs = (values.get('options.package_dir') ?? '').split(/[\n,]/).map((line) => line.split('='));
  addPackageDir(draft, Object.fromEntries(pairs.filter((pair) => pair.length === 2).map(([name = '', path = '']) => [name.trim(), path.trim()])));
}

/** What setup.py says in literals; the rest only running it would tell, and that is not done. */
function readSetupPy(text: string, draft: Draft): void {
  addDistribution(draft, /\bname\s*=\s*(?<quote>['"])(?<name>[A-Za-z0-9][\w.-]*)\k<quote>/.exec(text)?.groups?.['name']);
  for (const key of ['packages', 'py_modules']) {
    const list = new RegExp(`\\b${key}\\s*=\\s*\\[(?<list>[^\\]]*)\\]`).exec(text)?.groups?.['list'];
    for (const name of stringsIn(list)) addName(draft, name);
  }
  const dirs = stringsIn(/\bpackage_dir\s*=\s*\{(?<dirs>[^}]*)\}/.exec(text)?.groups?.['dirs']);
  for (let index = 0; index + 1 < dirs.length; index += 2) addPackageDir(draft, { [dirs[index] ?? '']: dirs[index + 1] });
  for (const call of text.matchAll(/\bfind_(?:namespace_)?packages\(\s*(?:where\s*=\s*)?(?<quote>['"])(?<root>[^'"\n]+)\k<quote>/g)) addRoot(draft, call.groups?.['root']);
}

function stringsIn(text: string | undefined): readonly string[] {
  return [...(text ?? '').matchAll(/(?<quote>['"])(?<value>[^'"\n]*)\k<quote>/g)].map((match) => match.groups?.['value'] ?? '');
}

/** The value under a chain of keys; undefined where one is missing. */
function at(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>((inner, key) => (Object.hasOwn(recordOf(inner), key) ? recordOf(inner)[key] : undefined), value);
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : typeof value === 'string' ? [value] : [];
}

function addDistribution(draft: Draft, name: unknown): void {
  if (typeof name === 'string' && /^[A-Za-z0-9][\w.-]*$/.test(name.trim())) draft.distributions.add(normaliseName(name.trim()));
}

/** Adds the top-level part of a dotted name, of a path or of a glob of one. */
function addName(draft: Draft, name: unknown): void {
  if (typeof name !== 'string') return;
  const top = /^[^./*]+/.exec(name.replace(/\.py$/, ''))?.[0];
  if (top !== undefined && isImportName(top)) draft.names.add(top);
}

function addPackagePath(draft: Draft, path: unknown): void {
  if (typeof path !== 'string') return;
  const name = posix.basename(path).replace(/\.py$/, '');
  if (isImportName(name)) draft.names.add(name);
  if (posix.dirname(path) !== '.') addRoot(draft, posix.dirname(path));
}

function addPackageDir(draft: Draft, map: unknown): void {
  for (const [name, path] of Object.entries(recordOf(map))) {
    if (name === '') addRoot(draft, path);
    else addName(draft, name);
  }
}

/** A folder outside the project is not its own to offer. */
function addRoot(draft: Draft, path: unknown): void {
  if (typeof path !== 'string') return;
  const root = posix.normalize(path).replace(/\/$/, '');
  if (!posix.isAbsolute(root) && root !== '..' && !root.startsWith('../')) draft.roots.add(root === '.' ? '' : root);
}

/** Whether Python could import a module of this name by an import statement. */
export function isImportName(name: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name);
}
