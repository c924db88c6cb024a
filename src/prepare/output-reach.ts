/**
 * Whether anything that a test run starts with names a package's build output: the command, the scripts that it may
 * call, tests, sources and the configuration of test runners. An old output that nothing names is loaded by nobody
 * (PR4). Where it cannot be told, it counts as named.
 */
import { posix } from 'node:path';
import { readBounded } from './bounded-file.ts';

export interface ReachablePackage {
  readonly manifest: string;
  /** Relative to the top level; '' is the top level itself. */
  readonly folder: string;
  readonly content: Readonly<Record<string, unknown>>;
  /** Relative to the top level. */
  readonly outputs: readonly string[];
}

export interface ReachQuestion {
  /** Real path of the top level. */
  readonly top: string;
  readonly stamped: () => Iterable<string>;
  readonly isTest: (path: string) => boolean;
  /** The captured command as text; '' where the workflow's own steps ran the tests. */
  readonly command: string;
  /** Every manifest of the tree outside of tests. */
  readonly manifests: readonly { readonly path: string; readonly content: Readonly<Record<string, unknown>> }[];
}

const FILES_LIMIT = 20_000;
const FILE_LIMIT_BYTES = 1 << 20;
const BYTES_LIMIT = 128 << 20;

const SCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|coffee)$/;
const OTHER_PROGRAM = /(?:\.(?:sh|bash|py|rb|pl|go|rs|mk|feature)|(?:^|\/)(?:Makefile|makefile|justfile|Justfile))$/;
/** Configuration by which test runners resolve names. */
const RUNNER_CONFIGURATION = /(?:^|\/)(?:jest|vitest|vite|ava|karma|wdio|playwright|cypress|\.mocharc|\.taprc|web-test-runner)[^/]*\.(?:[cm]?[jt]s|json|ya?ml)$/;
/** Scripts that build, clean, check or publish; one of them counts where something calls it by name. */
const ASIDE = /^(?:pre|post)?(?:build|compile|bundle|pack|prepack|prepare|prepublish\w*|publish|release|version|clean|lint|format|typecheck|types|docs?|watch|dev|start|serve|size|install)(?:[:\w-]*)$/;
/** Programs that write an output, or look at it as text; what a script says behind them loads nothing. */
const WRITERS = /^(?:rm|rimraf|del|del-cli|shx|mkdir|mkdirp|cp|cpy|copyfiles|mv|tsc|tsup|esbuild|rollup|rolldown|webpack|vite|babel|swc|ncc|microbundle|unbuild|echo|eslint|prettier|biome|size-limit|publint|attw|api-extractor|chmod)$/;
const QUIET_OPTION = /^--?(?:\w+[-:])*(?:ignore|exclude|out|outDir|outFile|output|coverage|cov)\w*/i;

const LOADS = String.raw`(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire(?:\.resolve)?\s*\(\s*|\b(?:mock|unmock|doMock|importActual|requireActual)\s*\(\s*|\bresolve\(\s*)`;
const LOADED = new RegExp(String.raw`${LOADS}["'\`](?<name>[^"'\`\n]{1,400})["'\`]`, 'g');
const COMPUTED = /\b(?:require|import)\(\s*(?!["'`]|\/\*)[^\s)]/;
const READS_MANIFEST = /\b(?:pkg|packageJson|package_json|manifest|packageJSON)\b(?:\(\)|\)|\?)*\.(?:main|module|exports|bin)\b/;

/** By manifest, what names an output of its package: `test/run.cjs loads '..'`. Packages that nothing names are left out. */
export function reachOf(packages: readonly ReachablePackage[], question: ReachQuestion): Readonly<Record<string, string>> {
  const open = new Map(packages.map((one) => [one.manifest, one]));
  const reached: Record<string, string> = {};
  const settle = (one: ReachablePackage, by: string): void => {
    reached[one.manifest] = by;
    open.delete(one.manifest);
  };
  for (const one of open.values()) {
    const by = inScripts(one, question);
    if (by !== null) settle(one, by);
  }
  const mapped = new Set<string>();
  const later: { readonly one: ReachablePackage; readonly by: string }[] = [];
  let [files, bytes] = [0, 0];
  for (const path of question.stamped()) {
    if (open.size === 0) break;
    const isConfiguration = RUNNER_CONFIGURATION.test(path);
    if (!isConfiguration && !SCRIPT.test(path) && !OTHER_PROGRAM.test(path)) continue;
    const read = readBounded(`${question.top}/${path}`, FILE_LIMIT_BYTES);
    files += 1;
    bytes += read.state === 'found' ? read.bytes.length : 0;
    if (files > FILES_LIMIT || bytes > BYTES_LIMIT) {
      for (const one of open.values()) settle(one, 'the tree holds more files than are read for it');
      break;
    }
    if (read.state !== 'found') continue;
    const text = read.bytes.toString('utf8');
    for (const one of open.values()) {
      if (isConfiguration && mapsToSources(text, one)) mapped.add(one.manifest);
      const by = isConfiguration ? inConfiguration(text, one) : SCRIPT.test(path) ? inProgram(path, text, one, question.isTest(path)) : inOtherProgram(text, one);
      if (by === null) continue;
      // A name may yet turn out to be mapped to sources by a file that comes later.
      if (by.named) later.push({ one, by: `${path} ${by.says}` });
      else settle(one, `${path} ${by.says}`);
    }
  }
  for (const { one, by } of later) if (open.has(one.manifest) && !mapped.has(one.manifest)) settle(one, by);
  return reached;
}

interface Naming {
  readonly says: string;
  /** By the package's name, which a test runner's configuration may map elsewhere. */
  readonly named: boolean;
}

function nameOf({ content }: ReachablePackage): string | null {
  return typeof content['name'] === 'string' && content['name'] !== '' ? content['name'] : null;
}

/** The folders of a package in which its outputs lie, relative to the package; '' for one beside the manifest. */
function outputFolders({ folder, outputs }: ReachablePackage): readonly string[] {
  return [...new Set(outputs.map((output) => (folder === '' ? output : output.slice(folder.length + 1))).map((output) => (output.includes('/') ? (output.split('/')[0] ?? '') : '')))].filter((name) => name !== '' && name !== 'src');
}

function inProgram(path: string, text: string, one: ReachablePackage, isTest: boolean): Naming | null {
  const name = nameOf(one);
  for (const { groups } of text.matchAll(LOADED)) {
    const loaded = groups?.['name'] ?? '';
    if (name !== null && (loaded === name || loaded.startsWith(`${name}/`))) return { says: `loads '${loaded}'`, named: true };
    if (/^\.{1,2}(?:\/|$)/.test(loaded) && leadsToOutput(posix.join(posix.dirname(path), loaded).replace(/\/$/, ''), one)) return { says: `loads '${loaded}'`, named: false };
  }
  const isNear = one.folder === '' || path.startsWith(`${one.folder}/`);
  if (!isNear) return null;
  for (const folder of outputFolders(one)) {
    const literal = new RegExp(String.raw`["'\`](?:[^"'\`\n]{0,200}/)?${escaped(folder)}(?<rest>/[^"'\`\n*]{1,200})?/?["'\`]`).exec(text);
    if (literal !== null && (isTest || literal.groups?.['rest'] !== undefined)) return { says: `names ${literal[0].slice(0, 80)}`, named: false };
  }
  for (const bin of binsOf(one)) if (new RegExp(String.raw`(?:\b(?:exec\w*|spawn\w*|fork|npx|run)\b|\$)\s*\(?\s*["'\`](?:npx\s+)?${escaped(bin)}\b`).test(text)) return { says: `runs ${bin}`, named: false };
  if (!isTest) return null;
  if (COMPUTED.test(text)) return { says: 'loads a file whose name it computes', named: false };
  if (READS_MANIFEST.test(text)) return { says: 'reads what package.json names', named: false };
  return /\[\s*["'`]\.\/?["'`]/.test(text) ? { says: 'runs the package itself, as .', named: false } : null;
}

/** Whether a path, as a program writes it, is an output, lies beside one, or is the package itself. */
function leadsToOutput(path: string, one: ReachablePackage): boolean {
  const place = path === '.' ? '' : path;
  if (place === one.folder) return true;
  if (outputFolders(one).some((folder) => place === posix.join(one.folder, folder) || place.startsWith(`${posix.join(one.folder, folder)}/`))) return true;
  return one.outputs.some((output) => output === place || withoutEnding(output) === withoutEnding(place) || withoutEnding(output) === place || output === `${place}/index.js`);
}

function withoutEnding(path: string): string {
  return path.replace(/\.[cm]?[jt]sx?$/, '');
}

/** A path below an output's folder behind a key or in a list of files; a bare folder or a glob is what is left out. */
function inConfiguration(text: string, one: ReachablePackage): Naming | null {
  for (const folder of outputFolders(one)) {
    const literal = new RegExp(String.raw`["'\`](?:[^"'\`\n]{0,200}/)?${escaped(folder)}/[\w$@][^"'\`\n*]{0,200}["'\`]|["'\`][^"'\`\n]{1,200}["'\`]\s*:\s*["'\`](?:[^"'\`\n]{0,200}/)?${escaped(folder)}/?["'\`]`).exec(text);
    if (literal !== null) return { says: `names ${literal[0].slice(0, 80)}`, named: false };
  }
  return null;
}

/** The package's name beside a path of sources: `'^@acme/core$': '<rootDir>/packages/core/src'`. */
function mapsToSources(text: string, one: ReachablePackage): boolean {
  const name = nameOf(one);
  return name !== null && new RegExp(String.raw`(?:["'\`]\^?${escaped(name)}[^"'\`\n]{0,20}["'\`]\]?\s*:|\bfind:\s*["'\`/]\^?${escaped(name)})[^\n]{0,200}(?:\n[^\n]{0,200}){0,2}?\bsrc\b`).test(text.replaceAll('\\', ''));
}

function inOtherProgram(text: string, one: ReachablePackage): Naming | null {
  const folder = outputFolders(one).find((name) => new RegExp(String.raw`(?:^|[\s"'=(/])${escaped(posix.join(one.folder, name))}/[\w$@]`, 'm').test(text));
  return folder === undefined ? null : { says: `names ${folder}/`, named: false };
}

/** The command, and the scripts of the package and of the top level, without those that build or clean. */
function inScripts(one: ReachablePackage, { command, manifests }: ReachQuestion): string | null {
  const scripts = manifests.filter(({ path }) => path === 'package.json' || path === one.manifest).flatMap(({ path, content }) => scriptsIn(content).map(([name, text]) => ({ path, name, text })));
  const called = new Set<string>();
  const texts = [{ where: 'the command', text: command }];
  for (let grown = true; grown; ) {
    grown = false;
    for (const { path, name, text } of scripts) {
      const key = `${path} ${name}`;
      if (called.has(key) || (ASIDE.test(name) && !texts.some((caller) => new RegExp(String.raw`(?:^|[\s:"'])${escaped(name)}(?=$|[\s"'])`).test(caller.text)))) continue;
      called.add(key);
      texts.push({ where: `script '${name}' of ${path}`, text });
      grown = true;
    }
  }
  for (const { where, text } of texts) {
    const word = wordThatLoads(text, one);
    if (word !== null) return `${where} names ${word}`;
  }
  return jestMapping(one, manifests);
}

function scriptsIn(content: Readonly<Record<string, unknown>>): readonly (readonly [string, string])[] {
  const { scripts } = content;
  return typeof scripts === 'object' && scripts !== null ? Object.entries(scripts).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text] as const] : [])) : [];
}

function wordThatLoads(text: string, one: ReachablePackage): string | null {
  const folders = outputFolders(one);
  const bins = binsOf(one);
  for (const part of text.split(/&&|\|\||[;|\n]/)) {
    const words = part.trim().split(/[\s"'`()]+/).filter((word) => word !== '' && !/^\w+=/.test(word));
    const program = words.find((word) => !/^(?:npx|pnpm|yarn|bunx?|npm|exec|cross-env|env|time|!|then|if|do|--)$/.test(word)) ?? '';
    if (WRITERS.test(posix.basename(program))) continue;
    if (/^node$/.test(posix.basename(program)) && words.some((word) => word === '.' || word === './')) return 'node .';
    for (const [at, word] of words.entries()) {
      if (QUIET_OPTION.test(word) || QUIET_OPTION.test(words[at - 1] ?? '')) continue;
      const value = word.slice(word.indexOf('=') + 1).replace(/^\.\//, '');
      if (folders.some((folder) => value === folder || value.startsWith(`${folder}/`) || value.includes(`/${folder}/`) || value.endsWith(`/${folder}`))) return word.slice(0, 80);
      if (one.outputs.includes(value)) return word.slice(0, 80);
    }
    if (bins.includes(program)) return program;
  }
  return null;
}

function jestMapping({ folder, manifest, outputs, content }: ReachablePackage, manifests: ReachQuestion['manifests']): string | null {
  for (const { path, content: { jest } } of manifests) {
    const mapper = typeof jest === 'object' && jest !== null && 'moduleNameMapper' in jest ? jest.moduleNameMapper : null;
    if ((path === 'package.json' || path === manifest) && mapper !== null && inConfiguration(JSON.stringify(mapper), { folder, manifest, outputs, content }) !== null) return `'jest' of ${path} maps a name to it`;
  }
  return null;
}

function binsOf({ content: { bin, name } }: ReachablePackage): readonly string[] {
  if (typeof bin === 'string') return typeof name === 'string' ? [name.replace(/^@[^/]*\//, '')] : [];
  return typeof bin === 'object' && bin !== null ? Object.keys(bin) : [];
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
