/** The four acts. Each does what a job does, asks for what was seen, and compares that with what it is here to show. */
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Finding } from '../model/finding.ts';
import { showPath } from '../model/path.ts';
import { askGate, mustRun, pause, runProgram, type Ended, type GateAnswer, type Program, type Surroundings } from './program.ts';
import { breakingPatch, sourceWith, type Reason, type Shop } from './shop.ts';
import { entry, wrap, type Story } from './story.ts';

const REPORT = 'reports/junit.xml';
const SECOND_MS = 1000;
/** The gate compares file times in whole seconds and allows one of slack: what is two older is older. */
const CLEARLY_OLDER_SECONDS = 2;
/** File times lag behind the process's clock by a few milliseconds. */
const MARGIN_MS = 20;
/** How often job 1 and the patch are tried within one second before the file time is set instead. */
const TRIES = 3;

export interface Stage extends Surroundings {
  readonly shop: Shop;
  readonly gate: Program;
  /** The temporary folder: `upstream`, `runner/shop` (reused), `runner/cache`, `clean`, `change.patch`. */
  readonly home: string;
  readonly story: Story;
}

/** What one act was to show and what was seen; `missing` says what is not as expected, empty where it was shown. */
export interface Act {
  readonly act: number;
  readonly title: string;
  readonly command: string;
  readonly expected: { readonly verdict: 'accepted' | 'rejected' | 'none'; readonly reasons: readonly Reason[] };
  readonly seen: { readonly exit: number | null; readonly verdict: 'accepted' | 'rejected' | 'none'; readonly tests: { readonly total: number; readonly passed: number; readonly failed: number }; readonly findings: readonly Finding[] };
  readonly missing: readonly string[];
}

/** Writes the library, commits it, and lays the patch beside it. */
export async function setTheStage({ shop, home, ...around }: Stage): Promise<void> {
  const upstream = join(home, 'upstream');
  for (const [path, text] of Object.entries(shop.files)) {
    mkdirSync(dirname(join(upstream, path)), { recursive: true });
    writeFileSync(join(upstream, path), text);
  }
  writeFileSync(join(home, 'change.patch'), breakingPatch(shop));
  mkdirSync(join(home, 'runner'));
  for (const args of [['init', '-q', '--template=', '-b', 'main'], ['add', '-A'], ['commit', '-q', '-m', 'A small shop']]) {
    await mustRun(['git', ...args], upstream, around);
  }
}

/** Act 1: the reused checkout, the patch, green tests, and nobody to object. */
export async function withoutTheGate(stage: Stage): Promise<Act> {
  const { shop, story, gate } = stage;
  story.lines(['1  Without the gate']);
  story.paragraph(shop.words.before);
  story.paragraph('The next job reuses that checkout. Its patch breaks the code:');
  story.lines([`     -${shop.line.good}`, `     +${shop.line.bad}`]);
  story.paragraph(shop.words.fooled);
  const workspace = reused(stage);
  const before = await jobAndPatchInOneSecond(stage);
  const after = await runProgram(shop.test, workspace, stage);
  const report = await askGate(gate, ['inspect', '--json', REPORT], workspace, stage);
  story.lines([`     $ ${commandLine(shop.test)}`, `     ${ending(after)}, ${counts(report)}`]);
  story.paragraph('Green, and the code is broken. Nothing in the log says so.');
  return {
    act: 1,
    title: 'Without the gate',
    command: commandLine(shop.test),
    expected: { verdict: 'none', reasons: [] },
    seen: { exit: after.code, verdict: 'none', tests: report.tests, findings: [] },
    missing: [
      ...(before.code === 0 ? [] : [`the good code fails its own tests: ${ending(before)}`]),
      ...(isGreen(after.code, report) ? [] : [`the broken code was to look green, and it did not: ${ending(after)}, ${counts(report)}`]),
    ],
  };
}

/** Act 2: the same workspace under the gate, with the leftovers coming back behind the stamp. */
export async function inTheReusedWorkspace(stage: Stage): Promise<Act> {
  const { shop, story, home } = stage;
  story.lines(['2  The gate, in the same workspace']);
  story.paragraph(shop.words.again);
  const leftover = shop.cached === null ? [] : readdirSync(join(home, 'runner', shop.cached.to));
  await untilClearlyOlder(stage);
  let command: readonly string[];
  if ('script' in shop.reused) {
    const script = join(home, 'runner', 'ci.sh');
    writeFileSync(script, shop.reused.script);
    chmodSync(script, 0o755);
    story.lines(shop.reused.script.trimEnd().split('\n').slice(2).map((text) => `     ${text}`));
    command = ['--script', '../ci.sh'];
  } else {
    command = ['--', ...shop.reused.argv];
  }
  const act = await judged(stage, { act: 2, title: 'The gate, in the same workspace', workspace: reused(stage), command, expected: { verdict: 'rejected', reasons: [shop.names(leftover)] }, looksFine: true });
  if (act.missing.length === 0) story.paragraph(shop.words.mend);
  return act;
}

/** Act 3: a fresh clone and the same patch, so that nothing old can answer for the new code. */
export async function inACleanDirectory(stage: Stage): Promise<Act> {
  const { shop, story, home } = stage;
  story.lines(['3  The same patch in a clean directory']);
  story.paragraph('A fresh clone holds nothing from before. The gate applies the patch, and the tests meet the code that would be merged:');
  await mustRun(['git', 'clone', '-q', '--template=', join(home, 'upstream'), join(home, 'clean')], home, stage);
  return judged(stage, {
    act: 3,
    title: 'The same patch in a clean directory',
    workspace: join(home, 'clean'),
    command: ['--patch', '../change.patch', '--', ...shop.test],
    expected: { verdict: 'rejected', reasons: [{ rules: ['GG-RUN-FAILED'], path: null }, { rules: ['GG-EVIDENCE-RED'], path: REPORT }] },
    looksFine: false,
  });
}

/** Act 4: the line is mended, and the gate lets it pass. */
export async function mended(stage: Stage): Promise<Act> {
  const { shop, story, home } = stage;
  story.lines(['4  The code mended']);
  story.lines([`     -${shop.line.bad}`, `     +${shop.line.mended}`]);
  const workspace = join(home, 'clean');
  writeFileSync(join(workspace, shop.source), sourceWith(shop, 'mended'));
  return judged(stage, { act: 4, title: 'The code mended', workspace, command: ['--', ...shop.test], expected: { verdict: 'accepted', reasons: [] }, looksFine: false });
}

interface Judged {
  readonly act: number;
  readonly title: string;
  readonly workspace: string;
  /** Arguments of `gate` after the evidence. */
  readonly command: readonly string[];
  readonly expected: { readonly verdict: 'accepted' | 'rejected'; readonly reasons: readonly Reason[] };
  /** Whether exit code and report are to look fine all the same. */
  readonly looksFine: boolean;
}

async function judged(stage: Stage, { act, title, workspace, command, expected, looksFine }: Judged): Promise<Act> {
  const { story, gate } = stage;
  story.lines([`     $ generation-gate gate --evidence ${REPORT} \\`, `         ${commandLine(command)}`]);
  const answer = await askGate(gate, ['gate', '--json', '--evidence', REPORT, ...command], workspace, stage);
  const report = await askGate(gate, ['inspect', '--json', REPORT], workspace, stage);
  const ended = answer.run?.ending;
  const exit = ended?.kind === 'exited' ? ended.code : null;
  story.lines([`     the tests: exit ${exit ?? 'none'}, ${counts(report)}${looksFine && isGreen(exit, report) ? '. That looks fine.' : ''}`]);
  const named = expected.reasons.flatMap((reason) => answer.findings.filter((finding) => isReason(finding, reason)).map((finding) => ({ finding, path: reason.path })));
  const others = answer.findings.filter((finding) => finding.rejects && named.every((one) => one.finding !== finding));
  const verdict = `   The gate: ${answer.verdict.toUpperCase()}`;
  if (answer.verdict === 'rejected') story.lines([verdict, ...named.flatMap(({ finding, path }) => ['', ...told(finding, path)]), ...(others.length > 0 ? ['', wrap(`and ${others.map(({ rule }) => rule).join(', ')}`, '     ')] : [])]);
  else story.lines([verdict, `     tree ${answer.tree_id ?? 'none'}`, `     generation ${answer.generation ?? 'none'}`]);
  return {
    act,
    title,
    command: `generation-gate gate --evidence ${REPORT} ${commandLine(command)}`,
    expected,
    seen: { exit, verdict: answer.verdict, tests: answer.tests, findings: answer.findings.filter(({ rejects }) => rejects) },
    missing: missing(answer, report, exit, expected, looksFine),
  };
}

function missing(answer: GateAnswer, report: GateAnswer, exit: number | null, { verdict, reasons }: Judged['expected'], looksFine: boolean): readonly string[] {
  const wanted: string[] = [];
  const says = `the gate said ${answer.verdict} with exit ${answer.exit}`;
  if (answer.verdict !== verdict || answer.exit !== (verdict === 'accepted' ? 0 : 1)) wanted.push(`expected ${verdict}, and ${says}`);
  for (const reason of reasons) {
    if (!answer.findings.some((finding) => isReason(finding, reason))) wanted.push(`expected ${reason.rules.join(' or ')}${reason.path === null ? '' : ` naming ${reason.path}`}, and ${says}: ${answer.findings.filter(({ rejects }) => rejects).map(({ rule }) => rule).join(', ') || 'no rule'}`);
  }
  const green = isGreen(exit, report);
  const shouldBeGreen = looksFine || verdict === 'accepted';
  if (green !== shouldBeGreen) wanted.push(`the tests themselves were to be ${shouldBeGreen ? 'green' : 'red'}, and ended with exit ${exit ?? 'none'}, ${counts(report)}`);
  return wanted;
}

function isGreen(exit: number | null, report: GateAnswer): boolean {
  return exit === 0 && report.verdict === 'accepted' && report.tests.passed > 0;
}

function isReason(finding: Finding, { rules, path }: Reason): boolean {
  return finding.rejects && finding.answer === 'broken' && rules.includes(finding.rule) && (path === null || (finding.paths ?? []).includes(path));
}

function told({ rule, what, fix }: Finding, path: string | null): string[] {
  return [
    `     ${rule}`,
    ...(path === null ? [] : [entry('path', showPath(path), '       ')]),
    entry('what', what, '       '),
    ...(fix === '' ? [] : [entry('fix', fix, '       ')]),
  ];
}

/**
 * Job 1 checks out and tests the good code; then the patch arrives, all within one second, as fast jobs do. A machine
 * too slow for that gets the file time set, as tar, rsync and cache steps set it. Gives the ending of job 1's tests.
 */
async function jobAndPatchInOneSecond(stage: Stage): Promise<Ended> {
  const { shop, home } = stage;
  const workspace = reused(stage);
  const source = join(workspace, shop.source);
  for (let tries = 1; ; tries += 1) {
    rmSync(workspace, { recursive: true, force: true });
    await pause(SECOND_MS - (Date.now() % SECOND_MS) + MARGIN_MS, stage.signal);
    await mustRun(['git', 'clone', '-q', '--template=', join(home, 'upstream'), workspace], home, stage);
    const checkedOut = statSync(source);
    const job = await runProgram(shop.test, workspace, stage);
    saveCache(stage);
    await mustRun(['git', 'apply', join(home, 'change.patch')], workspace, stage);
    if (wholeSecond(statSync(source).mtimeMs) === wholeSecond(checkedOut.mtimeMs)) return job;
    if (tries < TRIES) continue;
    utimesSync(source, checkedOut.atime, checkedOut.mtime);
    return job;
  }
}

function saveCache({ shop, home }: Stage): void {
  if (shop.cached === null) return;
  const to = join(home, 'runner', shop.cached.to);
  rmSync(to, { recursive: true, force: true });
  mkdirSync(dirname(to), { recursive: true });
  cpSync(join(home, 'runner', 'shop', shop.cached.from), to, { recursive: true, preserveTimestamps: true });
}

/** Waits until leftovers of act 1 lie before the stamp by more than the gate's slack. */
async function untilClearlyOlder({ home, signal }: Stage): Promise<void> {
  const written = statSync(join(home, 'runner', 'shop', REPORT)).mtimeMs;
  await pause((wholeSecond(written) + CLEARLY_OLDER_SECONDS) * SECOND_MS + MARGIN_MS - Date.now(), signal);
}

function reused({ home }: Pick<Stage, 'home'>): string {
  return join(home, 'runner', 'shop');
}

function wholeSecond(ms: number): number {
  return Math.floor(ms / SECOND_MS);
}

function ending({ code }: Ended): string {
  return code === null ? 'ended by a signal' : `exit ${code}`;
}

function counts({ tests }: Pick<GateAnswer, 'tests'>): string {
  return `report ${tests.total} tests, ${tests.failed + tests.errored} failed`;
}

/** A command as a reader types it: the interpreter by its name alone. */
function commandLine(words: readonly string[]): string {
  return words.map((word) => (word.startsWith('/') ? basename(word) : word)).join(' ');
}
