/** Calls that are malformed: the message names what was given, the exit code is 2, and nothing at all was changed. */
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ACCEPTED, findingsOf, judged, judgedFrom, leftIn, program, rejectedBy, rejectedPaths, seen, workspaceImage } from '../support/cli.ts';
import { freshFolder, git, makeRepository, removeFolders, write } from '../support/repository.ts';

afterAll(removeFolders);

let root: string;
let outside: string;

/** A stamped workspace with leftovers that a stamp would take away: a malformed call must take none of them. */
async function makeWorkspace(): Promise<void> {
  root = makeRepository({ '.gitignore': '__pycache__/\nreports/\n', 'a.py': 'A = 1\n', 'src/b.py': 'B = 2\n' });
  outside = freshFolder();
  expect(seen(await judged(['stamp', '--evidence', 'reports/*.xml'], { cwd: root }))).toEqual(ACCEPTED);
  write(root, { '__pycache__/a.cpython-311.pyc': 'stale', 'reports/old.xml': '<testsuite tests="1"><testcase name="a"/></testsuite>' });
  write(outside, { 'good.patch': 'diff --git a/new.txt b/new.txt\nnew file mode 100644\n--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+new\n', 'empty.patch': '', 'words.patch': 'this is no patch\n', 'empty.sh': '\n', 'shebang.sh': '#!\ntrue\n' });
}

/** The gate's records; the folder's own time tells that there was a lock. */
function recordsImage(): readonly string[] {
  return workspaceImage(join(root, '.git/generation-gate')).slice(1);
}

const STAMPING = ['stamp', 'gate'] as const;
const COMMAND = { stamp: [], gate: ['--', 'true'] } as const;

/** Arguments (`OUT` stands for a folder outside), the rule, and what the message must name. */
const MALFORMED: readonly (readonly [readonly string[], string, RegExp])[] = [
  [['stmp'], 'GG-CALL-NOT-UNDERSTOOD', /stmp.*Did you mean stamp/],
  [['frobnicate'], 'GG-CALL-NOT-UNDERSTOOD', /frobnicate/],
  [['stamp', '--evidnce', 'x'], 'GG-CALL-NOT-UNDERSTOOD', /--evidnce.*Did you mean --evidence/],
  [['check', '--min-test', '1'], 'GG-CALL-NOT-UNDERSTOOD', /--min-test.*Did you mean --min-tests/],
  [['gate', '--timout', '1', '--', 'true'], 'GG-CALL-NOT-UNDERSTOOD', /--timout.*Did you mean --timeout/],
  [['gate', '--evidence'], 'GG-CALL-NOT-UNDERSTOOD', /--evidence <glob>/],
  [['stamp', 'extra'], 'GG-CALL-NOT-UNDERSTOOD', /too many arguments/],
  [['explain', 'GG-STAMP-MISING'], 'GG-RULE-NOT-KNOWN', /GG-STAMP-MISING/],
  [['gate'], 'GG-COMMAND-MISSING', /No command/],
  [['gate', '--', ''], 'GG-COMMAND-MISSING', /No command/],
  [['gate', '--script', 'OUT/good.patch', '--', 'true'], 'GG-COMMAND-TWICE', /command and a script/],
  [['gate', '--script', 'OUT/absent.sh'], 'GG-SCRIPT-UNREADABLE', /absent\.sh.*ENOENT/],
  [['gate', '--script', 'OUT/empty.sh'], 'GG-SCRIPT-EMPTY', /empty\.sh/],
  [['gate', '--script', 'OUT/shebang.sh'], 'GG-SCRIPT-SHEBANG', /shebang\.sh/],
  [['gate', '--workdir', '..', '--', 'true'], 'GG-WORKDIR', /\.\. leads out/],
  [['gate', '--workdir', 'absent', '--', 'true'], 'GG-WORKDIR', /absent.*ENOENT/],
  [['gate', '--workdir', '/', '--', 'true'], 'GG-WORKDIR', /absolute/],
  [['run', '--workdir', 'a.py', '--', 'true'], 'GG-WORKDIR', /a\.py.*no folder/],
  [['gate', '--timeout', '0', '--', 'true'], 'GG-CALL-NOT-UNDERSTOOD', /--timeout.*'0'/],
  [['gate', '--timeout', '1e9', '--', 'true'], 'GG-INPUT-INVALID', /--timeout cannot be 1000000000/],
  [['gate', '--cell', '../x', '--', 'true'], 'GG-INPUT-INVALID', /--cell cannot be "\.\.\/x"/],
  [['check', '--min-tests', 'many'], 'GG-CALL-NOT-UNDERSTOOD', /--min-tests.*'many'/],
  [['check', '--outcome', 'ok'], 'GG-CALL-NOT-UNDERSTOOD', /--outcome.*'ok'.*success, failure, cancelled, skipped/],
  [['check', '--expect-generation', 'XYZ'], 'GG-INPUT-INVALID', /--expect-generation cannot be "XYZ"/],
  [['check', '--expect-stamp-digest', '12'], 'GG-INPUT-INVALID', /--expect-stamp-digest cannot be "12"/],
  [['check', '--evidence', 'other/*.xml'], 'GG-EVIDENCE-GLOB-NOT-RECORDED', /other\/\*\.xml.*reports\/\*\.xml/],
  [['run', '--script', 'OUT/absent.sh'], 'GG-SCRIPT-UNREADABLE', /absent\.sh/],
  [['gate', '--summary', 'summary.md', '--', 'true'], 'GG-SUMMARY-BEFORE-VERDICT', /summary/],
  ...STAMPING.flatMap((verb): (readonly [readonly string[], string, RegExp])[] => [
    [[verb, '--evidence', '', ...COMMAND[verb]], 'GG-INPUT-INVALID', /--evidence cannot be empty/],
    [[verb, '--evidence', '../reports/*.xml', ...COMMAND[verb]], 'GG-EVIDENCE-GLOB-OUTSIDE', /\.\.\/reports/],
    [[verb, '--import', 'not a name', ...COMMAND[verb]], 'GG-INPUT-INVALID', /--import cannot be "not a name"/],
    [[verb, '--patch', 'OUT/absent.patch', ...COMMAND[verb]], 'GG-PATCH-UNREADABLE', /absent\.patch.*ENOENT/],
    [[verb, '--patch', 'OUT/empty.patch', ...COMMAND[verb]], 'GG-PATCH-EMPTY', /empty\.patch/],
    [[verb, '--patch', 'OUT/words.patch', ...COMMAND[verb]], 'GG-PATCH-NOT-A-PATCH', /words\.patch/],
    [[verb, '--setup', 'OUT/absent.sh', ...COMMAND[verb]], 'GG-SCRIPT-UNREADABLE', /absent\.sh/],
    [[verb, '--setup', 'OUT/empty.sh', ...COMMAND[verb]], 'GG-SCRIPT-EMPTY', /empty\.sh/],
  ]),
];

describe('a malformed call', () => {
  // One for all: no call may change it.
  beforeAll(makeWorkspace);

  test.each(MALFORMED.map(([args, rule, words]) => [args.join(' '), args, rule, words] as const))('%s', async (_name, args, rule, words) => {
    const before = workspaceImage(root);
    const records = recordsImage();
    const temporary = freshFolder();
    const given = args.map((argument) => argument.replace(/^OUT/, outside));
    const result = await judged(given, { cwd: root, env: { TMPDIR: temporary } });
    expect({ code: result.code, rejecting: result.rejecting }).toEqual({ code: 2, rejecting: [rule] });
    const [finding] = findingsOf(result, rule);
    expect(finding?.what).toMatch(words);
    expect(finding?.fix).not.toBe('');
    expect(finding?.why).not.toBe('');
    expect(result.stderr).toBe('');
    expect(workspaceImage(root)).toEqual(before);
    expect(recordsImage()).toEqual(records);
    expect(leftIn(temporary)).toEqual([]);
  });

  test('says the same to people, on stderr', async () => {
    const result = await program(['stamp', '--evidnce', 'x'], { cwd: root });
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toMatch(/GG-CALL-NOT-UNDERSTOOD[^]*--evidnce[^]*--evidence[^]*generation-gate help/);
  });

  test('with --json in front of the verb is still answered in JSON', async () => {
    const result = judgedFrom(await program(['--json', 'stamp', '--nope'], { cwd: root }));
    expect(result.code).toBe(2);
  });
});

describe('a call that is understood', () => {
  beforeEach(makeWorkspace);

  test('common options may stand in front of the verb', async () => {
    const result = judgedFrom(await program(['--workspace', root, '--json', '--quiet', 'check', '--outcome', 'success'], { cwd: '/' }));
    expect(result.envelope).toMatchObject({ verb: 'check', generation: expect.stringMatching(/^[0-9a-f]{32}$/) });
  });

  test('options of the captured command stay its own', async () => {
    const result = await program(['gate', '--quiet', '--', 'sh', '-c', 'echo "$@"', 'sh', '--json', '--evidence', 'x'], { cwd: root });
    expect(result.stdout).toContain('--json --evidence x\n');
    expect(result.code).toBe(0);
  });

  test('a glob that matches nothing is a promise that was not kept', async () => {
    const result = await judged(['gate', '--evidence', 'nothing/*.xml', '--', 'true'], { cwd: root });
    expect(seen(result)).toEqual(rejectedBy('GG-EVIDENCE-NO-REPORT'));
    expect(findingsOf(result, 'GG-EVIDENCE-NO-REPORT')[0]?.what).toContain('nothing/*.xml');
  });

  test('a patch that does not apply changes no file, and leaves no stamp behind', async () => {
    write(outside, { 'other.patch': 'diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-A = 7\n+A = 8\n' });
    const before = workspaceImage(root, ['.workspace_generation.json']);
    const result = await judged(['stamp', '--patch', join(outside, 'other.patch')], { cwd: root });
    expect(seen(result)).toEqual(rejectedBy('GG-PATCH-DOES-NOT-APPLY'));
    expect(workspaceImage(root, ['.workspace_generation.json']).filter((line) => !line.startsWith('"" '))).toEqual(before.filter((line) => !line.startsWith('"" ')));
    expect(existsSync(join(root, '.workspace_generation.json'))).toBe(false);
    expect(rejectedPaths(await judged(['check', '--outcome', 'success'], { cwd: root }), 'GG-STAMP-MISSING')).toEqual(['.workspace_generation.json']);
  });

  test('setup and script may come with the patch', async () => {
    mkdirSync(join(root, 'ci'));
    writeFileSync(join(root, 'ci/setup.sh'), 'touch "$GENERATION_GATE_ENV_DIR/made"\n');
    writeFileSync(join(root, 'ci/test.sh'), 'test -e "$GENERATION_GATE_ENV_DIR/made"\n');
    git(root, 'add', 'ci');
    writeFileSync(join(outside, 'ci.patch'), `${git(root, 'diff', '--cached', 'HEAD')}\n`);
    copyFileSync(join(root, '.git/index'), join(outside, 'index'));
    git(root, 'rm', '-qrf', 'ci');
    const result = await judged(['gate', '--patch', join(outside, 'ci.patch'), '--setup', 'ci/setup.sh', '--script', 'ci/test.sh'], { cwd: root });
    expect(seen(result)).toEqual(ACCEPTED);
  });
});
