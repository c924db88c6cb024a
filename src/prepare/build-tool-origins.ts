/**
 * Ways on which build tools of other languages take code from another checkout: `replace` and `go.work` of Go, path
 * dependencies and overrides of Cargo, included builds and files of Gradle, modules and files of Maven, and links that
 * stand in the place of sources. Read as text, in the places where each tool looks; nothing is run (PR5).
 */
import { dirname, isAbsolute, resolve } from 'node:path';
import type { OriginEntry, OriginKind } from '../model/prepare.ts';
import { kindAt, readTextOrNothing, realPath } from './bounded-file.ts';
import type { GitPort, OtherCheckoutOf } from './checkout.ts';
import type { WorkspaceFolder } from './workspace-folders.ts';
import { isWorkspacePath, type WorkspacePlace } from './workspace-paths.ts';

interface Lead {
  readonly kind: OriginKind;
  /** The absolute file that holds it. */
  readonly file: string;
  /** What is led elsewhere, as its tool names it. */
  readonly name: string;
  readonly target: string;
}

/** Sources of the languages that these tools build, and of those that are loaded as they are. */
const CODE = /\.(?:[cm]?[jt]sx?|vue|svelte|py|pyi|go|rs|java|kt|kts|scala|groovy|rb|php|cs|c|cc|cpp|cxx|h|hpp|swift|ex|exs|pl|pm|lua|sh)$/;
/** Paths of one file that are followed: a guard against files that are made to be long; real ones name some dozens. */
const LEADS_LIMIT = 2_000;
/** Files of another checkout that are looked at to tell whether a link leads to its code. */
const LISTED_LIMIT = 20_000;

/**
 * Every such way that leads into another checkout of the workspace's code, as an entry; third-party code anywhere else
 * is free and not listed.
 */
export async function readBuildToolOrigins(place: WorkspacePlace, folders: readonly WorkspaceFolder[], { otherCheckoutOf, git }: { readonly otherCheckoutOf: OtherCheckoutOf; readonly git: GitPort }): Promise<readonly OriginEntry[]> {
  const leads = [...folders.flatMap(leadsOf), ...aboveTheTop(place.top, folders)].filter(({ target }) => !isWorkspacePath(target, place));
  const entries: OriginEntry[] = [];
  for (const { kind, file, name, target } of leads) {
    const real = realPath(target);
    const otherCheckout = await otherCheckoutOf(real);
    if (otherCheckout === null) continue;
    // Worktrees share data, caches and secrets by links; only code that the other checkout tracks is code.
    if (kind === 'workspace-link' && !(await tracksCode(otherCheckout.top, real, git))) continue;
    entries.push({ distribution: name, kind, file, target: real, names: [name], insideWorkspace: false, otherCheckout, offersSame: true });
  }
  return entries;
}

/** Whether a checkout tracks source files at or below a real path inside it. */
export async function tracksCode(checkout: string, path: string, git: GitPort): Promise<boolean> {
  try {
    const below = path === checkout ? '.' : path.slice(checkout.length + 1);
    const { code, stdout } = await git(checkout, ['--literal-pathspecs', 'ls-files', '-z', '--', below]);
    return code === 0 && stdout.toString('latin1').split('\0', LISTED_LIMIT).some((file) => CODE.test(file));
  } catch {
    return false;
  }
}

function leadsOf({ path, entries }: WorkspaceFolder): readonly Lead[] {
  return entries.flatMap(({ name, kind, link }): readonly Lead[] => {
    const file = `${path}/${name}`;
    if (link && name !== 'node_modules') return kind === 'other' ? [] : [{ kind: 'workspace-link', file, name, target: file }];
    if (kind === 'folder') return name === '.cargo' ? cargoConfiguration(path) : [];
    return leadsInFile(name, file, path).slice(0, LEADS_LIMIT);
  });
}

function leadsInFile(name: string, file: string, folder: string): readonly Lead[] {
  switch (name) {
    case 'go.mod':
    case 'go.work':
      return goLeads(file);
    case 'Cargo.toml':
      return pathsIn(file, folder, 'cargo-path');
    case 'pom.xml':
      return mavenLeads(file);
    default:
      return /^(?:settings|build)\.gradle(?:\.kts)?$/.test(name) ? gradleLeads(file) : [];
  }
}

/** Go takes the nearest `go.work` above as well, and Cargo every configuration above. */
function aboveTheTop(top: string, folders: readonly WorkspaceFolder[]): readonly Lead[] {
  const leads: Lead[] = [];
  let work = kindAt(`${top}/go.work`) === 'file' || !folders.some(({ entries }) => entries.some(({ name }) => name === 'go.mod'));
  for (let folder = dirname(top); ; folder = dirname(folder)) {
    leads.push(...cargoConfiguration(folder));
    if (!work && kindAt(`${folder}/go.work`) === 'file') {
      work = true;
      leads.push(...goLeads(`${folder}/go.work`));
    }
    if (folder === dirname(folder)) return leads;
  }
}

/** `replace old => ../path` and `use ../path`, alone or in parentheses (go.dev/ref/mod). */
export function goLeads(file: string): readonly Lead[] {
  const folder = dirname(file);
  const leads: Lead[] = [];
  let block: string | null = null;
  for (const line of readTextOrNothing(file).split('\n')) {
    const words = line.replace(/\/\/.*/, '').trim().split(/\s+/).map((word) => word.replace(/^["`]|["`]$/g, ''));
    const [first = ''] = words;
    if (block !== null && first === ')') block = null;
    else if (block === null && words[1] === '(') block = first;
    else {
      const directive = block ?? first;
      const rest = block === null ? words.slice(1) : words;
      const path = directive === 'replace' ? (rest[rest.indexOf('=>') + 1] ?? '') : directive === 'use' && file.endsWith('.work') ? (rest[0] ?? '') : '';
      if (!/^(?:\.{1,2}(?:\/|$)|\/)/.test(path) || (directive === 'replace' && !rest.includes('=>'))) continue;
      const target = resolve(folder, path);
      leads.push(directive === 'replace' ? { kind: 'go-replace', file, name: rest[0] ?? '', target } : { kind: 'go-work', file, name: moduleAt(target), target });
    }
  }
  return leads;
}

/** A text without its comments; one that never ends takes the rest with it. */
function withoutComments(text: string, open: string, close: string): string {
  let kept = '';
  for (let at = 0; ; ) {
    const start = text.indexOf(open, at);
    if (start < 0) return kept + text.slice(at);
    kept += text.slice(at, start);
    const end = text.indexOf(close, start + open.length);
    if (end < 0) return kept;
    at = end + close.length;
  }
}

function moduleAt(folder: string): string {
  return /^module\s+(?<name>\S+)/m.exec(readTextOrNothing(`${folder}/go.mod`))?.groups?.['name'] ?? folder;
}

/** `.cargo/config.toml` of a folder: its paths start there (doc.rust-lang.org/cargo/reference/config.html). */
function cargoConfiguration(folder: string): readonly Lead[] {
  return ['config.toml', 'config'].flatMap((name) => {
    const file = `${folder}/.cargo/${name}`;
    const overrides = /^\s*paths\s*=\s*\[(?<list>[^\]]*)\]/m.exec(readTextOrNothing(file))?.groups?.['list'] ?? '';
    const listed = [...overrides.matchAll(/["'](?<path>[^"'\n]+)["']/g)].map(({ groups }): Lead => ({ kind: 'cargo-path', file, name: 'paths', target: resolve(folder, groups?.['path'] ?? '') }));
    return [...listed, ...pathsIn(file, folder, 'cargo-path')];
  });
}

/** Every `path = "…"` of a TOML file with the name that it stands beside, relative to a folder. */
function pathsIn(file: string, folder: string, kind: OriginKind): readonly Lead[] {
  const text = readTextOrNothing(file).replace(/^\s*#.*$/gm, '');
  let table = '';
  return text.split('\n').flatMap((line) => {
    const header = /^\s*\[+(?<name>[^\]]+)\]/.exec(line)?.groups?.['name'];
    if (header !== undefined) table = header.trim();
    const path = /(?:^|[\s{,])path\s*=\s*["'](?<path>[^"'\n]+)["']/.exec(line)?.groups?.['path'];
    if (path === undefined || /^(?:lib|bin|test|bench|example)$/.test(table)) return [];
    const name = /^\s*(?<name>[\w-]+)\s*=\s*\{/.exec(line)?.groups?.['name'] ?? table.split('.').at(-1) ?? table;
    return [{ kind, file, name, target: resolve(folder, path) }];
  });
}

/** Literal paths in calls that bring in code: `includeBuild`, `projectDir = file(…)`, `files`, `flatDir`, `apply from`. */
function gradleLeads(file: string): readonly Lead[] {
  const text = withoutComments(readTextOrNothing(file), '/*', '*/').replace(/(?<!:)\/\/[^\n]*/g, '');
  const folder = dirname(file);
  return [...text.matchAll(/\b(?<call>includeBuild|files?|fileTree|dirs?|from)\b\s*[(:=]?\s*(?<quote>["'])(?<path>(?:\$\{?(?:rootDir|projectDir|rootProject\.projectDir)\}?\/)?[^"'$\n]+)\k<quote>/g)].map(({ groups }): Lead => {
    const path = (groups?.['path'] ?? '').replace(/^\$\{?[\w.]+\}?\//, '');
    return { kind: 'gradle-path', file, name: groups?.['call'] ?? '', target: isAbsolute(path) ? path : resolve(folder, path) };
  });
}

/** Modules, parents and system files that a `pom.xml` names by path. */
function mavenLeads(file: string): readonly Lead[] {
  const text = withoutComments(readTextOrNothing(file), '<!--', '-->');
  const folder = dirname(file);
  return [...text.matchAll(/<(?<tag>module|relativePath|systemPath|sourceDirectory|testSourceDirectory|additionalClasspathElement)>\s*(?<path>[^<]+?)\s*<\/\k<tag>>/g)].map(
    ({ groups }): Lead => ({ kind: 'maven-path', file, name: groups?.['tag'] ?? '', target: resolve(folder, (groups?.['path'] ?? '').replace(/\$\{(?:project\.)?basedir\}/g, folder)) }),
  );
}
