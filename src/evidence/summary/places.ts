/** Where tests are said to have run: names of matrix cells, operating systems, runtimes with their versions. */
import type { SummaryPlace } from '../../model/summary.ts';

const SYSTEMS: Readonly<Record<string, string>> = {
  linux: 'linux', ubuntu: 'linux', debian: 'linux', alpine: 'linux', fedora: 'linux', centos: 'linux', rhel: 'linux', rocky: 'linux',
  mac: 'darwin', macos: 'darwin', osx: 'darwin', darwin: 'darwin',
  windows: 'win32', win: 'win32', win32: 'win32', win64: 'win32',
};
const RUNTIMES: Readonly<Record<string, string>> = {
  python: 'python', py: 'python', cpython: 'python', pypy: 'pypy', node: 'node', nodejs: 'node', java: 'java', jdk: 'java', jre: 'java', go: 'go', golang: 'go',
  ruby: 'ruby', rb: 'ruby', php: 'php', rust: 'rust', dotnet: 'dotnet', deno: 'deno', bun: 'bun',
};
/** Parts of a cell's name that name no place and no number. */
const QUALIFIERS: ReadonlySet<string> = new Set('latest stable nightly beta lts arm arm64 aarch64 x64 x86 x86_64 amd64 i686 64bit 32bit'.split(' '));
const WORDS_ABOUT_TESTS: ReadonlySet<string> = new Set('unit test tests integration end to e2e smoke regression functional acceptance property fuzz system suite result results total totals summary overall pass passed fail failed skipped all sum status outcome ci the of'.split(' '));

/** Whether a word is a matrix cell's name by its form: `linux-py312`, `ubuntu-22.04`, `windows-latest`. */
export function isCellName(word: string): boolean {
  const parts = word.toLowerCase().split(/[-_/@+]/).filter((part) => part !== '');
  if (parts.length < 2 || parts.length > 8 || word.length > 100) return false;
  const kinds = parts.map(partKind);
  return kinds.includes('place') && kinds.every((kind) => kind !== 'word');
}

/** Whether a label that stands alone before a claim reads as a cell's name, though it names no place. */
export function isCellLabel(label: string): boolean {
  const plain = label.trim().toLowerCase();
  if (/^(?:cell|shard|job|matrix|partition|group)[ #:]{1,3}[\w./-]{1,40}$/.test(plain)) return true;
  if (!/^[a-z0-9][a-z0-9._/@+-]{0,99}$/.test(plain) || /\.[a-z]{1,5}$/.test(plain)) return false;
  const parts = plain.split(/[^a-z0-9]+/);
  return /[\d._/@+-]/.test(plain) && /[a-z]/.test(plain) && !parts.every((part) => WORDS_ABOUT_TESTS.has(part));
}

function partKind(part: string): 'place' | 'number' | 'qualifier' | 'word' {
  if (/^v?\d[\d.]*$/.test(part)) return 'number';
  if (QUALIFIERS.has(part)) return 'qualifier';
  const stem = /^([a-z]+?)\.?\d[\d.]*[a-z]?$/.exec(part)?.[1] ?? part;
  return Object.hasOwn(SYSTEMS, part) || Object.hasOwn(SYSTEMS, stem) || Object.hasOwn(RUNTIMES, stem) ? 'place' : 'word';
}

/** Names of cells in a text, as they are written. */
export function cellNames(text: string): readonly string[] {
  return distinct([...text.matchAll(/(?<![\p{L}\p{N}_./-])[a-z][a-z0-9]{0,30}(?:[-_/@+.][a-z0-9]{1,30}){1,8}(?![\p{L}\p{N}_])/giu)].map(([name]) => name).filter(isCellName));
}

const RUNTIME = new RegExp(`(?<![\\p{L}\\p{N}_./-])(${Object.keys(RUNTIMES).sort((left, right) => right.length - left.length).join('|')})(?:\\.js)?[ -]?v?(\\d{1,4}(?:\\.\\d{1,3}){0,2})((?:\\s?(?:,|/|&|\\+|-|\\band\\b|\\bto\\b|\\bthrough\\b){1,2}\\s?\\d{1,4}(?:\\.\\d{1,3}){0,2}){0,12})(?![\\p{L}\\p{N}_]|\\.\\d)`, 'giu');
const SYSTEM = new RegExp(`(?<![\\p{L}\\p{N}_./-])(${Object.keys(SYSTEMS).sort((left, right) => right.length - left.length).join('|')})(?![\\p{L}_]|[/.-][\\p{L}\\p{N}])`, 'giu');

/** Operating systems and versions of runtimes that a text names. */
export function placesIn(text: string): readonly SummaryPlace[] {
  const runtimes = [...text.matchAll(RUNTIME)].flatMap(([, name = '', first = '', more = '']) =>
    [first, ...(more.match(/\d{1,4}(?:\.\d{1,3}){0,2}/g) ?? [])].map((version) => ({ family: RUNTIMES[name.toLowerCase()] ?? name, version: dotted(name, version) })),
  );
  const systems = [...text.matchAll(SYSTEM)].map(([, name = '']) => ({ family: SYSTEMS[name.toLowerCase()] ?? name, version: '' }));
  const seen = new Map([...systems, ...runtimes].map((place) => [`${place.family} ${place.version}`, place]));
  return [...seen.values()];
}

/** `py312` and `py3.12` are the same. */
function dotted(name: string, version: string): string {
  return (RUNTIMES[name.toLowerCase()] === 'python' || name.toLowerCase() === 'pypy') && /^3\d{1,2}$/.test(version) ? `3.${version.slice(1)}` : version;
}

function distinct(words: readonly string[]): readonly string[] {
  return [...new Set(words)];
}
