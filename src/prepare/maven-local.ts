/**
 * Modules of the workspace that a Maven call takes from the local repository instead of building them: `mvn -pl app`
 * without `-am`, a call in a module's folder. What lies there may be of any checkout (PR5).
 */
import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { OriginEntry } from '../model/prepare.ts';
import { nativePath } from '../model/path.ts';
import { entriesOf, kindAt, readBounded, readTextOrNothing } from './bounded-file.ts';
import type { ReadCommand } from './command-reading.ts';
import { workspaceFolders } from './workspace-folders.ts';
import type { WorkspacePlace } from './workspace-paths.ts';

interface Module {
  readonly folder: string;
  readonly group: string;
  readonly artifact: string;
  readonly version: string;
  readonly modules: readonly string[];
  /** `group:artifact`. */
  readonly dependencies: readonly string[];
}

interface Call {
  readonly cwd: string;
  readonly options: ReadonlyMap<string, string>;
  readonly properties: ReadonlyMap<string, string>;
  readonly goals: readonly string[];
}

const MAVEN = /^(?:mvn|mvnw|mvnd|mvnDebug)$/;
/** Options whose value is the next word (`mvn --help`). */
const VALUED = new Set(['-f', '--file', '-pl', '--projects', '-rf', '--resume-from', '-s', '--settings', '-gs', '--global-settings', '-t', '--toolchains', '-P', '--activate-profiles', '-T', '--threads', '-l', '--log-file', '-b', '--builder', '-D', '--define', '--color']);
const JAR_LIMIT_BYTES = 256 << 20;
const SOURCES_LIMIT = 5_000;

/** An entry for each module that comes from the local repository and was not installed from this tree as it is. */
export function readMavenLocal(commands: readonly ReadCommand[], place: WorkspacePlace, env: NodeJS.ProcessEnv): readonly OriginEntry[] {
  const calls = commands.filter(({ words: [program = ''] }) => MAVEN.test(basename(program))).map(readCall);
  if (calls.length === 0) return [];
  const own = workspaceFolders(place).filter(({ entries }) => entries.some(({ name }) => name === 'pom.xml')).flatMap(({ path }) => readModule(path) ?? []);
  const byName = new Map(own.map((module) => [nameOf(module), module]));
  const installed = new Set<string>();
  const found = new Map<string, OriginEntry>();
  for (const call of calls) {
    const selected = selectedBy(call, own, byName);
    for (const module of neededBy(selected, byName)) {
      if (installed.has(nameOf(module))) continue;
      const jar = jarIn(localRepository(call, env), module);
      if (jar === null || isBuiltFrom(module, jar)) continue;
      found.set(jar, { distribution: nameOf(module), kind: 'maven-local', file: jar, target: jar, names: [nameOf(module)], insideWorkspace: false, otherCheckout: null, offersSame: true });
    }
    if (call.goals.some((goal) => goal === 'install' || goal === 'deploy' || goal.startsWith('install:'))) for (const module of selected) installed.add(nameOf(module));
  }
  return [...found.values()];
}

function nameOf({ group, artifact }: Pick<Module, 'group' | 'artifact'>): string {
  return `${group}:${artifact}`;
}

function readCall({ words, cwd }: ReadCommand): Call {
  const options = new Map<string, string>();
  const properties = new Map<string, string>();
  const goals: string[] = [];
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const define = /^-D(?<name>[^=]+)(?:=(?<value>.*))?$/s.exec(word)?.groups;
    if (define !== undefined) properties.set(define['name'] ?? '', define['value'] ?? '');
    else if (VALUED.has(word)) options.set(word, words[(at += 1)] ?? '');
    else if (word.startsWith('--') && word.includes('=')) options.set(word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1));
    else if (word.startsWith('-')) options.set(word, '');
    else goals.push(word);
  }
  return { cwd, options, properties, goals };
}

function optionOf({ options }: Call, ...names: readonly string[]): string | null {
  return names.map((name) => options.get(name)).find((value) => value !== undefined) ?? null;
}

/** The modules that a call builds itself. */
function selectedBy(call: Call, own: readonly Module[], byName: ReadonlyMap<string, Module>): readonly Module[] {
  const file = resolve(call.cwd, optionOf(call, '-f', '--file') ?? 'pom.xml');
  const root = kindAt(file) === 'folder' ? file : dirname(file);
  const reactor: Module[] = [];
  const pending = [root];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const module = own.find((one) => one.folder === folder);
    if (module === undefined || reactor.includes(module)) continue;
    reactor.push(module);
    for (const inner of module.modules) pending.push(resolve(module.folder, inner.replace(/\/?[^/]+\.xml$/, '')));
  }
  const named = (optionOf(call, '-pl', '--projects') ?? optionOf(call, '-rf', '--resume-from') ?? '').split(',').filter((one) => one !== '');
  const wanted = named.filter((one) => !/^[!-]/.test(one)).map((one) => one.replace(/^[+?]+/, ''));
  const matches = (one: string) => (module: Module): boolean => (one.includes(':') ? one === `:${module.artifact}` || one === nameOf(module) : module.folder === resolve(root, one));
  const excluded = named.filter((one) => /^[!-]/.test(one)).map((one) => one.slice(1).replace(/^\?/, ''));
  const chosen = reactor.filter((module) => (wanted.length === 0 || wanted.some((one) => matches(one)(module))) && !excluded.some((one) => matches(one)(module)));
  const also = call.options.has('-am') || call.options.has('--also-make') ? neededBy(chosen, byName).filter((module) => reactor.includes(module)) : [];
  return [...chosen, ...also];
}

/** The workspace's modules that others depend on, directly or not, and that are not among these. */
function neededBy(selected: readonly Module[], byName: ReadonlyMap<string, Module>): readonly Module[] {
  const needed = new Set<Module>();
  const pending = [...selected];
  for (let module = pending.pop(); module !== undefined; module = pending.pop()) {
    for (const name of module.dependencies) {
      const dependency = byName.get(name);
      if (dependency === undefined || selected.includes(dependency) || needed.has(dependency)) continue;
      needed.add(dependency);
      pending.push(dependency);
    }
  }
  return [...needed];
}

/** `-Dmaven.repo.local`, on the command line, in `.mvn` or a variable; the settings' own; `~/.m2/repository`. */
function localRepository(call: Call, env: NodeJS.ProcessEnv): string {
  const home = env['HOME'] ?? '';
  const texts = [`${env['MAVEN_ARGS'] ?? ''} ${env['MAVEN_OPTS'] ?? ''}`, ...['maven.config', 'jvm.config'].map((name) => configuration(call.cwd, name))];
  const named = call.properties.get('maven.repo.local') ?? texts.map((text) => /-Dmaven\.repo\.local=(?<path>[^\s"']+)/.exec(text)?.groups?.['path']).find((path) => path !== undefined);
  if (named !== undefined) return resolve(call.cwd, named);
  const settings = optionOf(call, '-s', '--settings');
  const written = /<localRepository>\s*(?<path>[^<]+?)\s*<\/localRepository>/.exec(readTextOrNothing(settings === null ? `${home}/.m2/settings.xml` : resolve(call.cwd, settings)))?.groups?.['path'];
  return written === undefined ? `${home}/.m2/repository` : resolve(written.replace('${user.home}', home));
}

function configuration(from: string, name: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (kindAt(`${folder}/.mvn`) === 'folder') return readTextOrNothing(`${folder}/.mvn/${name}`);
    if (folder === dirname(folder)) return '';
  }
}

function jarIn(repository: string, { group, artifact, version }: Module): string | null {
  const folder = `${repository}/${group.replaceAll('.', '/')}/${artifact}/${version}`;
  const jars = entriesOf(folder).filter(({ name, kind }) => kind === 'file' && name.startsWith(`${artifact}-`) && /\.[jw]ar$/.test(name) && !/-(?:sources|javadoc|tests)\.jar$/.test(name)).map(({ name }) => `${folder}/${name}`);
  return jars.toSorted((one, other) => Number((timeOf(other) ?? 0n) - (timeOf(one) ?? 0n)))[0] ?? null;
}

/** The installed file is the one in the module's own `target`, and no source of the module is later than that. */
function isBuiltFrom({ folder, artifact, version }: Module, jar: string): boolean {
  const built = `${folder}/target/${artifact}-${version}${jar.slice(jar.lastIndexOf('.'))}`;
  const [ours, theirs] = [digestOf(built), digestOf(jar)];
  const made = timeOf(built);
  return ours !== null && ours === theirs && made !== null && newestBelow(folder) < made;
}

function digestOf(file: string): string | null {
  const read = readBounded(file, JAR_LIMIT_BYTES);
  return read.state === 'found' ? createHash('sha256').update(read.bytes).digest('hex') : null;
}

function timeOf(file: string): bigint | null {
  try {
    return lstatSync(nativePath(file, ''), { bigint: true }).ctimeNs;
  } catch {
    return null;
  }
}

/** The latest ctime of a module's `pom.xml` and of what lies below its `src/main`. */
function newestBelow(folder: string): bigint {
  let newest = timeOf(`${folder}/pom.xml`) ?? 0n;
  const pending = [`${folder}/src/main`];
  let seen = 0;
  for (let place = pending.pop(); place !== undefined && seen < SOURCES_LIMIT; place = pending.pop()) {
    for (const { name, kind, link } of entriesOf(place)) {
      seen += 1;
      const time = timeOf(`${place}/${name}`) ?? 0n;
      if (kind === 'folder' && !link) pending.push(`${place}/${name}`);
      else if (time > newest) newest = time;
    }
  }
  return newest;
}

function readModule(folder: string): Module | null {
  const text = readTextOrNothing(`${folder}/pom.xml`);
  if (!text.includes('<artifactId>')) return null;
  const parent = blocksOf(text, 'parent')[0] ?? '';
  const bare = ['parent', 'dependencyManagement', 'build', 'profiles', 'reporting'].reduce(without, without(text, '!--'));
  const head = without(bare, 'dependencies');
  const group = valueOf(head, 'groupId') ?? valueOf(parent, 'groupId');
  const artifact = valueOf(head, 'artifactId');
  const version = valueOf(head, 'version') ?? valueOf(parent, 'version');
  if (group === null || artifact === null || version === null) return null;
  const fill = (value: string): string => value.replaceAll('${project.groupId}', group).replaceAll('${groupId}', group);
  const dependencies = blocksOf(bare, 'dependency').map((block) => `${fill(valueOf(block, 'groupId') ?? '')}:${valueOf(block, 'artifactId') ?? ''}`);
  return { folder, group, artifact, version, modules: blocksOf(text, 'module').map((one) => one.trim()), dependencies };
}

function valueOf(text: string, tag: string): string | null {
  const [value] = blocksOf(text, tag, 1);
  return value === undefined ? null : value.trim();
}

/** What stands inside the elements of a name, by search: these never nest in a `pom.xml`. */
function blocksOf(text: string, tag: string, limit = 2_000): readonly string[] {
  const blocks: string[] = [];
  for (let at = text.indexOf(`<${tag}>`); at >= 0 && blocks.length < limit; at = text.indexOf(`<${tag}>`, at)) {
    const end = text.indexOf(`</${tag}>`, at);
    if (end < 0) break;
    blocks.push(text.slice(at + tag.length + 2, end));
    at = end;
  }
  return blocks;
}

function without(text: string, tag: string): string {
  const [open, close] = tag === '!--' ? ['<!--', '-->'] : [`<${tag}>`, `</${tag}>`];
  let kept = '';
  for (let at = 0; ; ) {
    const start = text.indexOf(open, at);
    const end = start < 0 ? -1 : text.indexOf(close, start);
    if (end < 0) return kept + text.slice(at);
    kept += text.slice(at, start);
    at = end + close.length;
  }
}
