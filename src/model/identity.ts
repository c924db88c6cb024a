/**
 * The stable identity of a test: file, suite path, class, name and ordinal, free of absolute paths, so that one test
 * run in the workspace, on the base and in a replay has one identity (EV5).
 */
import type { ReportCase } from './report.ts';

export type TestIdentity = {
  /** Empty where the report names no file. */
  readonly file: string;
  readonly suite: readonly string[];
  readonly class: string;
  readonly name: string;
  readonly ordinal: number;
};

/**
 * The identity of `test` with each of `roots` stripped from file, suite, class and name. Roots are absolute folders, in
 * POSIX form or as Windows writes them, with or without a final slash; give a folder's real path as well as its alias.
 */
export function identify(test: ReportCase, roots: readonly string[]): TestIdentity {
  const strip = rootStripper(roots);
  return {
    file: strip(test.file ?? ''),
    suite: test.suite.map(strip),
    class: strip(test.class),
    name: strip(test.name),
    ordinal: test.ordinal,
  };
}

/** One string per identity, equal for equal identities alone. */
export function identityKey(identity: TestIdentity): string {
  return JSON.stringify([identity.file, ...identity.suite, identity.class, identity.name, identity.ordinal]);
}

/** `text` without the absolute `roots` in it: what lay below a root becomes relative, the root itself `.`. */
export function stripRoots(text: string, roots: readonly string[]): string {
  return rootStripper(roots)(text);
}

const strippers = new Map<string, (text: string) => string>();

function rootStripper(roots: readonly string[]): (text: string) => string {
  const key = roots.join('\0');
  const known = strippers.get(key);
  if (known !== undefined) return known;
  const stripper = buildStripper(roots);
  if (strippers.size > 100) strippers.clear();
  strippers.set(key, stripper);
  return stripper;
}

function buildStripper(roots: readonly string[]): (text: string) => string {
  const wanted = roots
    .map((root) => root.replace(/[\\/]+$/, ''))
    // An empty root or a bare drive would strip every absolute path there is.
    .filter((root) => /^(?:\/|[A-Za-z]:|\\\\)./.test(root) && !/^[A-Za-z]:$/.test(root))
    .sort((left, right) => right.length - left.length);
  const forms = wanted.map((root) => {
    const windows = /^[A-Za-z]:|^\\\\/.test(root);
    const body = root.split(/[\\/]+/).map(escapeForm).join('[\\\\/]+');
    // A root begins where no path goes on: "/a" is not stripped from "/b/a/x" or "x/a".
    const form = new RegExp(`(?<![\\w.\\\\/-])(?:file:\\/{2}\\/?|\\\\\\\\\\?\\\\)?${body}(?:([\\\\/]+)|(?![\\w.-]))([^\\s'"\`<>|*?]*)`, windows ? 'gi' : 'g');
    return { form, windows, literal: windows ? undefined : root };
  });
  return (text) => {
    let stripped = text;
    for (const { form, windows, literal } of forms) {
      if (literal !== undefined && !stripped.includes(literal)) continue;
      stripped = stripped.replace(form, (_whole, slash: string | undefined, rest: string) => {
        if (slash === undefined) return `.${rest}`;
        return windows ? rest.replaceAll('\\', '/') : rest;
      });
    }
    return stripped;
  };
}

function escapeForm(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/**
 * Whether `id`, as a person or a policy writes it, names the test: the whole name, alone or after whole trailing
 * components of class, file or suite path. `price` never matches `test_price`.
 *
 * Understood are `name`, `class.name`, `class::name`, `class#name`, `file::name`, `file::Class::name`, `file.py::name`
 * for a dotted class of that file, `suite > name`, `suite/name` and their like.
 */
export function matchesTest(id: string, identity: TestIdentity): boolean {
  const wanted = id.trim();
  if (wanted === '' || identity.name === '') return false;
  return trailsOf(identity).some((trail) => matchesTrail(wanted, trail));
}

const SEPARATORS = [' > ', ' › ', '::', '.', '#', '/', '\\', ':', '$', ' '];

/** Whether `wanted` is made of whole components from the end of `trail`, with any separators between them. */
function matchesTrail(wanted: string, trail: readonly string[]): boolean {
  let rest = wanted;
  for (let at = trail.length - 1; at >= 0; at -= 1) {
    const component = trail[at] ?? '';
    if (rest === component) return true;
    if (!rest.endsWith(component)) return false;
    const before = rest.slice(0, -component.length);
    const separator = SEPARATORS.find((text) => before.endsWith(text));
    if (separator === undefined) return false;
    rest = before.slice(0, -separator.length);
  }
  return false;
}

/** The ways to spell the whole identity as a list of components, the name's own last. */
function trailsOf({ file, suite, class: className, name }: TestIdentity): readonly (readonly string[])[] {
  const path = components(file.split(/[\\/]/));
  const suites = components(suite.flatMap((title) => title.split(TITLES)));
  const inner = classComponents(className);
  const leads = [inner, path, suites, [...suites, ...inner], [...path, ...inner], [...path, ...suites], [...path, ...suites, ...inner]];
  const tail = nameComponents(name, file);
  return [...leads, ...inner.map((part, at) => inner.with(at, `${part}.py`))].map((lead) => [...lead, ...tail]);
}

const TITLES = / > | › /;

/** Runners that join titles give a name several components; one that reports a file as a test gives it a path. */
function nameComponents(name: string, file: string): string[] {
  const isPath = name === file || /^[^\s]+\/[^\s/]+\.[cm]?[jt]sx?$/.test(name);
  return components(isPath ? name.split('/') : name.split(TITLES));
}

function classComponents(className: string): string[] {
  if (/[\\/]/.test(className)) return components(className.split(/[\\/]/));
  if (/\.[cm]?[jt]sx?$/.test(className)) return [className];
  return components(className.split(/[.$]|::| > | › /));
}

function components(parts: readonly string[]): string[] {
  return parts.filter((part) => part !== '');
}
