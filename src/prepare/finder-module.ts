/** Reads the modules by which build backends redirect imports. They are text here: nothing of them is run (PR5). */
import type { OriginKind } from '../model/prepare.ts';
import { argumentsAt, literalAt, type Literal } from './python-literal.ts';

export interface RedirectedWay {
  readonly kind: OriginKind;
  /** As the module writes it: absolute, or relative to the module's folder. */
  readonly target: string;
  readonly names: readonly string[];
}

export interface FinderModule {
  readonly ways: readonly RedirectedWay[];
  /** Set where the module is a finder of a known kind whose tables cannot be read. */
  readonly why: string | null;
}

/** The redirections that a module's text makes; none for a module that is no finder of a known kind. */
export function readFinderModule(text: string): FinderModule {
  if (/^class _EditableFinder\b/m.test(text) || /^MAPPING\b/m.test(text)) return readSetuptools(text);
  if (text.includes('MesonpyMetaFinder')) return readMeson(text);
  if (text.includes('ScikitBuild')) return readScikitBuild(text);
  return readMappedModules(text);
}

/** setuptools writes two module-level dicts. */
function readSetuptools(text: string): FinderModule {
  const mapping = assigned(text, 'MAPPING');
  const namespaces = assigned(text, 'NAMESPACES');
  if (!(mapping instanceof Map)) return { ways: [], why: 'its MAPPING is no dict of literals' };
  const ways = pairs(mapping).map(([name, target]): RedirectedWay => ({ kind: 'setuptools-finder', target, names: [name] }));
  for (const [name, targets] of namespaces instanceof Map ? (namespaces as ReadonlyMap<string, Literal>) : []) {
    ways.push(...strings(targets).map((target): RedirectedWay => ({ kind: 'namespace', target, names: [name] })));
  }
  return { ways, why: null };
}

/** meson-python calls its finder with the names it answers for and its build folder. */
function readMeson(text: string): FinderModule {
  for (const call of lastCalls(text, ['install', 'MesonpyMetaFinder'])) {
    const [, names, path] = call;
    const [target] = strings(path);
    if (target !== undefined) return { ways: [{ kind: 'meson-finder', target, names: strings(names) }], why: null };
  }
  return { ways: [], why: 'the call that installs its finder has no literal arguments' };
}

/** scikit-build-core calls `install` with a table of source files, or `install_inplace` with folders. */
function readScikitBuild(text: string): FinderModule {
  const [redirecting] = lastCalls(text, ['install']);
  const [files] = redirecting ?? [];
  if (files instanceof Map) {
    const ways = new Map<string, RedirectedWay>();
    for (const [module, target] of pairs(files)) {
      const [name = ''] = module.split('.');
      if (module === name || !ways.has(name)) ways.set(name, { kind: 'scikit-build-finder', target, names: [name] });
    }
    return { ways: [...ways.values()], why: null };
  }
  const [inplace] = lastCalls(text, ['install_inplace']);
  if (inplace !== undefined) {
    const [names, folders] = inplace;
    return { ways: strings(folders).map((target): RedirectedWay => ({ kind: 'scikit-build-finder', target, names: strings(names) })), why: null };
  }
  return { ways: [], why: 'the call that installs its finder has no literal arguments' };
}

/** The `editables` package (hatchling, pdm) maps each module by a call. */
function readMappedModules(text: string): FinderModule {
  const ways: RedirectedWay[] = [];
  for (const match of text.matchAll(/\bmap_module\(/g)) {
    const [name, target] = strings(argumentsAt(text, match.index + match[0].length - 1) ?? null);
    if (name !== undefined && target !== undefined) ways.push({ kind: 'other-finder', target, names: [name] });
  }
  return { ways, why: null };
}

function assigned(text: string, name: string): Literal | undefined {
  const match = new RegExp(`^${name}\\b(?:\\s*:[^=\\n]*)?\\s*=\\s*`, 'm').exec(text);
  return match === null ? undefined : literalAt(text, match.index + match[0].length);
}

/** Arguments of the calls of these functions that pass literals alone, the last in the text first. */
function lastCalls(text: string, functions: readonly string[]): readonly (readonly Literal[])[] {
  const calls = [...text.matchAll(new RegExp(`\\b(?:${functions.join('|')})\\(`, 'g'))].reverse();
  return calls.flatMap((match) => {
    const args = argumentsAt(text, match.index + match[0].length - 1);
    return args === undefined || args.length < 2 ? [] : [args];
  });
}

function pairs(map: ReadonlyMap<string, Literal>): readonly (readonly [string, string])[] {
  return [...map].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
}

function strings(value: Literal | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? (value as readonly Literal[]).filter((one) => typeof one === 'string') : [];
}
