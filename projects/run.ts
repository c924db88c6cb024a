/**
 * Holds the witness against real projects: their suites must have the same outcome with it, test by test, a clean tree
 * must be proven, and three ways to run other code than the stamped one must be refuted.
 *
 *   node projects/run.ts [NAME…]
 *
 * Prints one line a check; ends with 0 only when each held.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { PROJECTS, PYTEST_OPTIONS, type Project } from './list.ts';
import { plainEnvironment, prepare, type Prepared } from './prepare.ts';

const PROGRAM = resolve(import.meta.dirname, '../src/cli.ts');
const REPORT = 'report.xml';

interface Finding {
  readonly rule: string;
  readonly rejects: boolean;
  readonly what: string;
}

interface Verdict {
  readonly verdict: string;
  readonly findings: readonly Finding[];
}

interface TestCase {
  readonly name: string;
  readonly classname?: string;
  readonly failure?: unknown;
  readonly error?: unknown;
  readonly skipped?: unknown;
}

let failed = 0;

function check(project: Project, what: string, holds: boolean, otherwise: string): void {
  if (!holds) failed += 1;
  process.stdout.write(`${holds ? 'ok    ' : 'FAILED'} ${project.name} ${project.version}: ${what}${holds ? '' : `\n       ${otherwise}`}\n`);
}

function gate(root: string, ...args: readonly string[]): Verdict {
  const ended = spawnSync(process.execPath, [PROGRAM, ...args], { cwd: root, env: plainEnvironment(), encoding: 'utf8', maxBuffer: 1 << 28 });
  try {
    return JSON.parse(ended.stdout) as Verdict;
  } catch {
    throw new Error(`generation-gate ${args.join(' ')} printed no verdict:\n${ended.stdout}${ended.stderr}`.slice(0, 4000));
  }
}

function rejecting({ findings }: Verdict): string {
  return findings.filter(({ rejects }) => rejects).map(({ rule, what }) => `${rule}: ${what}`).join('\n       ') || 'nothing rejects';
}

function isRejectedBy({ findings }: Verdict, rule: string): boolean {
  return findings.some((finding) => finding.rule === rule && finding.rejects);
}

function pytest({ python }: Prepared, tests: readonly string[]): readonly string[] {
  return [python, '-m', 'pytest', ...PYTEST_OPTIONS, ...tests];
}

/** Every test with its outcome, in order; equal names stand as often as they were run. */
function outcomes(report: string): readonly string[] {
  if (!existsSync(report)) return [];
  const parsed = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', isArray: (name) => name === 'testcase' || name === 'testsuite' }).parse(readFileSync(report)) as {
    readonly testsuites: { readonly testsuite: readonly { readonly testcase?: readonly TestCase[] }[] };
  };
  const cases = parsed.testsuites.testsuite.flatMap(({ testcase }) => testcase ?? []);
  return cases.map(({ classname, name, failure, error, skipped }) => `${classname ?? ''}::${name} ${failure !== undefined ? 'failed' : error !== undefined ? 'error' : skipped !== undefined ? 'skipped' : 'passed'}`).sort();
}

function compareSuites(prepared: Prepared): void {
  const { project, root, python } = prepared;
  const report = join(root, REPORT);
  const command = [...pytest(prepared, project.tests), `--junitxml=${REPORT}`];
  const plain = spawnSync(python, command.slice(1), { cwd: root, env: plainEnvironment(), encoding: 'utf8', maxBuffer: 1 << 28 });
  const without = outcomes(report);
  rmSync(report, { force: true });
  const verdict = gate(root, 'gate', '--json', '--evidence', REPORT, '--', ...command);
  const withWitness = outcomes(report);
  const differing = [...without.filter((one) => !withWitness.includes(one)).map((one) => `without: ${one}`), ...withWitness.filter((one) => !without.includes(one)).map((one) => `with: ${one}`)];
  check(project, `${without.length} tests end as they do without the witness`, differing.length === 0 && without.length === withWitness.length && without.length > 0, differing.slice(0, 5).join('\n       '));
  const proven = verdict.findings.find(({ rule }) => rule === 'GG-WITNESS-PROVEN')?.what ?? 'no answer';
  const refuting = verdict.findings.filter(({ rule, rejects }) => rejects && (plain.status === 0 || !/^GG-(?:RUN-FAILED|EVIDENCE-RED)$/.test(rule)));
  check(project, `the clean tree is proven (${proven})`, proven.startsWith('Proven: ') && refuting.length === 0, rejecting(verdict));
}

/** The module with one letter of a function's docstring changed: of equal size, other code, the same behaviour. */
function edited(text: string): string {
  const opening = /:\n +r?"""/.exec(text);
  const at = (opening?.index ?? 0) + (opening?.[0].length ?? 0);
  const letter = /[A-Za-z]/.exec(text.slice(at));
  if (at === 0 || letter === null) throw new Error('the module has no docstring');
  const place = at + letter.index;
  const other = letter[0] === letter[0].toLowerCase() ? letter[0].toUpperCase() : letter[0].toLowerCase();
  return text.slice(0, place) + other + text.slice(place + 1);
}

/** An edit in the same second and of the same size, over the bytecode cache of the text before. */
function warmCache(prepared: Prepared): void {
  const { project, root, python } = prepared;
  const file = join(root, project.module);
  const caches = join(dirname(file), '__pycache__');
  const { PYTHONDONTWRITEBYTECODE: _, ...writing } = plainEnvironment();
  const imported = project.module.slice(project.root === '.' ? 0 : project.root.length + 1, -'.py'.length).replaceAll('/', '.');
  spawnSync(python, ['-c', `import sys; sys.path.insert(0, ${JSON.stringify(join(root, project.root))}); import ${imported}`], { cwd: root, env: writing });
  const kept = mkdtempSync(join(tmpdir(), 'generation-gate-caches-'));
  cpSync(caches, kept, { recursive: true, preserveTimestamps: true });
  const before = statSync(file);
  writeFileSync(file, edited(readFileSync(file, 'utf8')));
  utimesSync(file, before.atime, before.mtime);
  gate(root, 'stamp', '--json');
  // As a step that restores caches does.
  cpSync(kept, caches, { recursive: true, preserveTimestamps: true });
  rmSync(kept, { recursive: true });
  gate(root, 'run', '--json', '--', 'sh', '-c', 'PYTHONPATH="$0:$PYTHONPATH" exec "$@"', project.root, ...pytest(prepared, project.quick));
  const verdict = gate(root, 'check', '--json');
  check(project, 'bytecode of older code beside an edit of the same second and size is refuted', isRejectedBy(verdict, 'GG-WITNESS-STALE-BYTECODE'), rejecting(verdict));
  rmSync(caches, { recursive: true });
}

/** An edit that is there while the tests run and undone before they end. */
function undoneEdit(prepared: Prepared): void {
  const { project, root } = prepared;
  const file = join(root, project.module);
  const aside = mkdtempSync(join(tmpdir(), 'generation-gate-edit-'));
  copyFileSync(file, join(aside, 'before'));
  writeFileSync(join(aside, 'during'), edited(readFileSync(file, 'utf8')));
  const script = 'cat "$0/during" > "$1"; file=$1; root=$2; shift 2; PYTHONPATH="$root:$PYTHONPATH" "$@"; status=$?; cat "$0/before" > "$file"; exit $status';
  const verdict = gate(root, 'gate', '--json', '--', 'sh', '-c', script, aside, project.module, project.root, ...pytest(prepared, project.quick));
  rmSync(aside, { recursive: true });
  check(project, 'an edit that is undone before the end is refuted', isRejectedBy(verdict, 'GG-WITNESS-LOADED-OTHER-BYTES'), rejecting(verdict));
}

/** The package comes from a second checkout with other code. */
function secondCheckout(prepared: Prepared): void {
  const { project, root } = prepared;
  const other = mkdtempSync(join(tmpdir(), 'generation-gate-second-checkout-'));
  spawnSync('git', ['clone', '--quiet', root, other], { env: plainEnvironment() });
  const file = join(other, project.module);
  writeFileSync(file, edited(readFileSync(join(root, project.module), 'utf8')));
  // Read from a file, the place is one that nobody can see in the command beforehand.
  const aside = mkdtempSync(join(tmpdir(), 'generation-gate-place-'));
  writeFileSync(join(aside, 'place'), join(other, project.root));
  const verdict = gate(root, 'gate', '--json', '--', 'sh', '-c', 'PYTHONPATH="$(cat "$0"):$PYTHONPATH" exec "$@"', join(aside, 'place'), ...pytest(prepared, ['--import-mode=importlib', ...project.quick]));
  rmSync(aside, { recursive: true });
  rmSync(other, { recursive: true });
  check(project, 'a package from a second checkout is refuted', isRejectedBy(verdict, 'GG-WITNESS-SHADOWED'), rejecting(verdict));
}

const names = process.argv.slice(2);
const unknown = names.filter((name) => PROJECTS.every((project) => project.name !== name));
if (unknown.length > 0) {
  process.stderr.write(`No such project: ${unknown.join(', ')}. There are ${PROJECTS.map(({ name }) => name).join(', ')}\n`);
  process.exit(2);
}
for (const project of PROJECTS.filter(({ name }) => names.length === 0 || names.includes(name))) {
  const prepared = prepare(project);
  try {
    compareSuites(prepared);
    warmCache(prepared);
    undoneEdit(prepared);
    secondCheckout(prepared);
  } finally {
    rmSync(prepared.root, { recursive: true, force: true });
  }
}
process.exit(failed === 0 ? 0 : 1);
