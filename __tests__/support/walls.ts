/** Reads the imports of the source files and names every wall between rooms that one of them breaks. */
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import ts from 'typescript';

/** The stages in the order in which data passes through them. */
export const STAGES = [
  'model',
  'inputs',
  'workflows',
  'workspace',
  'prepare',
  'run',
  'evidence',
  'verify',
  'compare',
  'packet',
  'publish',
  'github',
] as const;

/**
 * The rooms that lead data through the stages: like the files at the top of `src/`, they may import every stage but
 * github/. The demo plays the steps; no step knows the demo.
 */
const STEPS = 'steps';
const DEMO = 'demo';
const ABOVE: readonly string[] = [STEPS, DEMO];
/** Where processes are started: one file in one of these rooms may use `@actions/exec`. */
const EXEC_PORT_ROOMS: readonly string[] = ['workspace', 'run'];
/** Builtins that reach outside of the process; types and schemas have no use for them. */
const IO_BUILTINS = /^node:(fs|child_process|net|http|https|http2|dgram|dns|tls|worker_threads|cluster|os|process)(\/|$)/;
/** Globals through which a verdict could depend on something other than the facts it was handed. */
const IMPURE_GLOBALS = new Set(['process', 'performance', 'fetch', 'globalThis', 'setTimeout', 'setInterval', 'crypto']);
const LINE_LIMIT = 400;

/** Text of each source file by its path relative to `src/`, `/`-separated. */
export type Sources = ReadonlyMap<string, string>;

interface Import {
  /** As written. */
  readonly specifier: string;
  /** The imported source file relative to `src/`, where the specifier is relative. */
  readonly file?: string;
}

/** One sentence per broken wall, in a fixed order; empty where all stand. */
export function brokenWalls(sources: Sources): string[] {
  const imports = new Map([...sources].filter(([file]) => file.endsWith('.ts')).map(([file, text]) => [file, importsOf(file, text)]));
  return [
    ...[...sources.keys()].flatMap(wrongPlace),
    ...[...sources].flatMap(([file, text]) => tooLong(file, text)),
    ...[...imports].flatMap(([file, its]) => its.flatMap((one) => brokenBy(file, one, sources))),
    ...[...sources].flatMap(([file, text]) => (roomOf(file) === 'verify' ? impurities(file, text) : [])),
    ...secondExecPorts(imports),
    ...cycles(imports),
  ].sort();
}

function roomOf(file: string): string {
  return file.includes('/') ? (file.split('/')[0] ?? '') : '';
}

function wrongPlace(file: string): string[] {
  const folders = file.split('/').slice(0, -1);
  const vague = folders.find((folder) => ['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'lib'].includes(folder));
  if (vague !== undefined) return [`${file}: the folder "${vague}" says nothing about what is in it`];
  const room = folders[0];
  if (room !== undefined && !ABOVE.includes(room) && !(STAGES as readonly string[]).includes(room)) return [`${file}: "${room}" is no stage`];
  return [];
}

function tooLong(file: string, text: string): string[] {
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  return lines > LINE_LIMIT ? [`${file}: ${lines} lines, at most ${LINE_LIMIT}`] : [];
}

function brokenBy(file: string, { specifier, file: target }: Import, sources: Sources): string[] {
  const room = roomOf(file);
  if (target === undefined) return brokenByPackage(file, room, specifier);
  if (!sources.has(target)) return [`${file}: imports "${specifier}", which is no source file`];
  const targetRoom = roomOf(target);
  if (targetRoom === '' || ABOVE.includes(targetRoom)) {
    const allowed = target === 'assets.ts' ? room !== 'verify' : room === '' || (room === STEPS && targetRoom === STEPS) || (room === DEMO && ABOVE.includes(targetRoom));
    return allowed ? [] : [`${file}: ${room}/ imports ${target}, which lies above it`];
  }
  if (room === '' || ABOVE.includes(room)) return targetRoom === 'github' && file !== 'action.ts' ? [`${file}: only action.ts imports github/`] : [];
  if (room === 'verify' && targetRoom !== 'verify' && targetRoom !== 'model') return [`${file}: verify/ imports ${target}; only model/ is allowed`];
  return stage(targetRoom) > stage(room) ? [`${file}: ${room}/ imports ${target} of a later stage`] : [];
}

function brokenByPackage(file: string, room: string, specifier: string): string[] {
  const name = isBuiltin(specifier) && !specifier.startsWith('node:') ? `node:${specifier}` : specifier;
  if (room === 'verify') return [`${file}: verify/ imports "${specifier}"; only model/ is allowed`];
  if (room === 'model' && IO_BUILTINS.test(name)) return [`${file}: model/ imports "${specifier}" and has no business outside of the process`];
  if (!name.startsWith('@actions/') || room === 'github' || file === 'action.ts') return [];
  if (name === '@actions/exec' && EXEC_PORT_ROOMS.includes(room)) return [];
  return [`${file}: imports "${specifier}"; only github/ and action.ts may`];
}

function stage(room: string): number {
  return (STAGES as readonly string[]).indexOf(room);
}

function secondExecPorts(imports: ReadonlyMap<string, readonly Import[]>): string[] {
  const ports = [...imports]
    .filter(([file, its]) => EXEC_PORT_ROOMS.includes(roomOf(file)) && its.some(({ specifier }) => specifier === '@actions/exec'))
    .map(([file]) => file)
    .sort();
  return ports.slice(1).map((file) => `${file}: a second port to @actions/exec beside ${ports[0] ?? ''}`);
}

function cycles(imports: ReadonlyMap<string, readonly Import[]>): string[] {
  const found = new Set<string>();
  const done = new Set<string>();
  function visit(file: string, path: readonly string[]): void {
    const at = path.indexOf(file);
    if (at >= 0) {
      const ring = path.slice(at);
      const first = ring.indexOf([...ring].sort()[0] ?? '');
      found.add(`${[...ring.slice(first), ...ring.slice(0, first), ring[first]].join(' → ')}: a cycle`);
      return;
    }
    if (done.has(file)) return;
    for (const { file: target } of imports.get(file) ?? []) if (target !== undefined) visit(target, [...path, file]);
    done.add(file);
  }
  for (const file of imports.keys()) visit(file, []);
  return [...found];
}

/** Every module a file names: static, type-only, re-exported, `import()`, `import('…')` types, `new URL('./x.ts', …)`. */
function importsOf(file: string, text: string): Import[] {
  const found: Import[] = [];
  function add(node: ts.Node | undefined): void {
    const specifier = node !== undefined && ts.isStringLiteralLike(node) ? node.text : '(computed)';
    if (specifier === '(computed)') found.push({ specifier, file: specifier });
    else if (specifier.startsWith('.')) found.push({ specifier, file: posix.join(posix.dirname(file), specifier) });
    else found.push({ specifier });
  }
  function visit(node: ts.Node): void {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier);
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined) add(node.moduleSpecifier);
    else if (ts.isImportTypeNode(node)) add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) add(node.arguments[0]);
    else if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'require') add(node.arguments[0]);
    ts.forEachChild(node, visit);
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return found;
}

function impurities(file: string, text: string): string[] {
  if (!file.endsWith('.ts')) return [];
  const found = new Set<string>();
  function visit(node: ts.Node): void {
    if (ts.isNewExpression(node) && node.expression.getText() === 'Date' && (node.arguments?.length ?? 0) === 0) found.add('new Date()');
    if (ts.isPropertyAccessExpression(node) && ['Date.now', 'Math.random'].includes(node.getText())) found.add(node.getText());
    if (ts.isIdentifier(node) && IMPURE_GLOBALS.has(node.text) && isReference(node)) found.add(node.text);
    ts.forEachChild(node, visit);
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return [...found].map((what) => `${file}: verify/ uses ${what}; a verdict follows from its facts alone`);
}

/** Whether an identifier is read as a value, not the name of a property, a type or a declaration. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  if (ts.isTypeNode(parent) || ts.isQualifiedName(parent)) return false;
  if (ts.isBindingElement(parent) && parent.propertyName === node) return false;
  return !('name' in parent && parent.name === node);
}
