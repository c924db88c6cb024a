/** Replay of a recorded run in a clean directory: agreement, and every kind of contamination (RP1, RP2, RN7). */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { ACCEPTED, cleanEnvironment, findingsOf, judged, leftIn, rejectedBy, rejectedPaths, seen, type Judged } from '../support/cli.ts';
import { freshFolder, git, makeWithSubmodule, removeFolders, write } from '../support/repository.ts';
import { COMMAND, RIGHT, RUNNER, shop } from './compared-project.ts';
import { sharedEnvironment } from './environments.ts';

afterEach(removeFolders);

const READS_LOCAL = 'import json\n\n\ndef test_local():\n    assert json.load(open("local.json"))["ok"]\n';

function contaminated(): string {
  const root = shop({ '.gitignore': '__pycache__/\nreports/\nlocal.json\nother.cache\n', 'tests/cases.py': READS_LOCAL }, {});
  write(root, { 'local.json': '{"ok": 1}', 'other.cache': 'x' });
  return root;
}

async function checked(root: string, env: Readonly<Record<string, string>> = {}): Promise<Judged> {
  await judged(['stamp', '--evidence', 'reports/*.xml'], { cwd: root, env });
  await judged(['run', '--', 'python3', 'run_tests.py'], { cwd: root, env });
  return judged(['check'], { cwd: root, env });
}

/** The accepted verdict that the state folder holds; null where it holds none. */
function savedVerdict(result: Judged, root: string): unknown {
  const file = join(root, '.git/generation-gate', `generation-${String(result.envelope.generation)}`, 'verdict.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { accepted: unknown }).accepted;
}

describe('the replay verb', () => {
  test('agrees with a run that needs nothing but the tree, and leaves nothing behind', async () => {
    const root = shop({ 'src/shop.py': RIGHT }, { 'tests/cases.py': 'def test_price():\n    import shop\n    assert shop.price(2) == 4\n', 'src/untracked.py': 'x = 1\n' });
    expect(seen(await checked(root))).toEqual(ACCEPTED);
    const temporary = freshFolder();
    const result = await judged(['replay'], { cwd: root, env: { TMPDIR: temporary } });
    expect(seen(result)).toEqual(ACCEPTED);
    expect(findingsOf(result, 'GG-REPLAY-DISAGREES')[0]?.what).toBe('The replay exited with code 0, as the run did, and 1 test ended alike');
    expect(leftIn(temporary)).toEqual([]);
    expect(savedVerdict(result, root)).not.toBeNull();
  });

  test('disagrees where an ignored file of earlier work is needed, names it, and turns the saved verdict', async () => {
    const root = contaminated();
    expect(seen(await checked(root))).toEqual(ACCEPTED);
    const temporary = freshFolder();
    const result = await judged(['replay'], { cwd: root, env: { TMPDIR: temporary } });
    expect(seen(result)).toEqual(rejectedBy('GG-REPLAY-DISAGREES'));
    expect(rejectedPaths(result, 'GG-REPLAY-DISAGREES')).toEqual(['local.json']);
    expect(findingsOf(result, 'GG-REPLAY-DISAGREES')[0]?.what).toMatch(/^The run exited with code 0, the replay exited with code 1; 1 of 1 test ended otherwise: cases::test_local passed in the workspace and failed in the clean directory/);
    expect(result.envelope['replay']).toMatchObject({ differences: [{ test: 'cases::test_local', warm: 'passed', clean: 'failed' }], only_in_workspace: [{ path: 'local.json', named: true }, { path: 'other.cache', named: false }] });
    expect(savedVerdict(result, root)).toBeNull();
    // A later check does not forget what the replay has shown.
    expect(seen(await judged(['check'], { cwd: root }))).toEqual(rejectedBy('GG-REPLAY-DISAGREES'));
    // The clean directory is kept to look at.
    const [kept = ''] = leftIn(temporary);
    expect(existsSync(join(temporary, kept, 'ws/run_tests.py'))).toBe(true);
  });

  test('says nothing of an earlier run under the same stamp', async () => {
    const root = contaminated();
    await checked(root);
    await judged(['replay'], { cwd: root });
    await judged(['run', '--', 'python3', '-c', 'import os; os.makedirs("reports", exist_ok=True); open("reports/junit.xml", "w").write("<testsuite name=\'b\'><testcase name=\'one\'/></testsuite>")'], { cwd: root });
    expect((await judged(['check'], { cwd: root })).rejecting).not.toContain('GG-REPLAY-DISAGREES');
  });

  test('needs a stamp and a run', async () => {
    const root = shop({ 'src/shop.py': RIGHT }, {});
    expect(seen(await judged(['replay'], { cwd: root }))).toEqual(rejectedBy('GG-STAMP-MISSING'));
    await judged(['stamp'], { cwd: root });
    expect(seen(await judged(['replay'], { cwd: root }))).toEqual(rejectedBy('GG-RUN-NOT-RECORDED'));
  });

  test('replays nothing but the stamped tree: a later edit is named', async () => {
    const root = shop({ 'src/shop.py': RIGHT }, {});
    await checked(root);
    write(root, { 'src/shop.py': '# later\n' });
    const result = await judged(['replay'], { cwd: root });
    expect(seen(result)).toEqual(rejectedBy('GG-REPLAY-INCOMPLETE'));
    expect(rejectedPaths(result, 'GG-REPLAY-INCOMPLETE')).toEqual(['src/shop.py']);
  });

  test('keeps the directory on request', async () => {
    const root = shop({ 'src/shop.py': RIGHT }, {});
    await checked(root);
    const temporary = freshFolder();
    expect(seen(await judged(['replay', '--keep'], { cwd: root, env: { TMPDIR: temporary } }))).toEqual(ACCEPTED);
    expect(leftIn(temporary)).toHaveLength(1);
  });

  test('called with another environment names the variable, never its value', async () => {
    const root = shop({ 'src/shop.py': RIGHT, 'lib/extra.py': 'x = 1\n', 'tests/cases.py': 'def test_extra():\n    import extra\n' }, {});
    await checked(root, { PYTHONPATH: join(root, 'lib') });
    const result = await judged(['replay'], { cwd: root });
    expect(seen(result)).toEqual(rejectedBy('GG-REPLAY-DISAGREES'));
    expect(findingsOf(result, 'GG-REPLAY-DISAGREES')[0]?.what).toMatch(/called with another environment than the run: PYTHONPATH was set for the run and is not now$/);
    expect(seen(await judged(['replay'], { cwd: root, env: { PYTHONPATH: join(root, 'lib') } }))).toEqual(ACCEPTED);
  });

  test('makes its directory in RUNNER_TEMP where there is one', async () => {
    const root = shop({ 'src/shop.py': RIGHT, 'tests/cases.py': 'import os\n\n\ndef test_place():\n    print(os.getcwd())\n' }, {});
    const runnerTemp = freshFolder();
    const env = { RUNNER_TEMP: runnerTemp };
    await checked(root, env);
    const result = await judged(['replay', '--keep'], { cwd: root, env });
    expect(seen(result)).toEqual(ACCEPTED);
    expect(leftIn(runnerTemp).some((name) => name.startsWith('generation-gate-second-'))).toBe(true);
  });
});

describe('gate --replay', () => {
  function gate(root: string, ...options: readonly string[]): Promise<Judged> {
    return judged(['gate', '--replay', ...options, ...COMMAND], { cwd: root });
  }

  test('accepts what agrees and rejects what does not', async () => {
    expect(seen(await gate(shop({ 'src/shop.py': RIGHT }, {})))).toEqual(ACCEPTED);
    expect(seen(await gate(contaminated()))).toEqual(rejectedBy('GG-REPLAY-DISAGREES'));
  });

  test('sets the clean directory up by the same script', async () => {
    const root = contaminated();
    rmSync(join(root, 'local.json'));
    const setup = join(freshFolder(), 'setup.sh');
    writeFileSync(setup, 'echo \'{"ok": 1}\' > local.json\necho "$GENERATION_GATE_ENV_DIR" >> "$SEEN"\npwd >> "$SEEN"\n');
    const seenFile = join(freshFolder(), 'seen');
    const result = await judged(['gate', '--replay', '--setup', setup, ...COMMAND], { cwd: root, env: { SEEN: seenFile } });
    expect(seen(result)).toEqual(ACCEPTED);
    const [first, top, second, clean] = readFileSync(seenFile, 'utf8').trim().split('\n');
    expect([new Set([first, second]).size, top, clean === top]).toEqual([2, root, false]);
  });

  test('takes a setup that fails in the clean directory for no agreement', async () => {
    const root = shop({ 'src/shop.py': RIGHT, '.gitignore': '__pycache__/\nreports/\nmark\n' }, {});
    write(root, { mark: '' });
    const setup = join(freshFolder(), 'setup.sh');
    writeFileSync(setup, 'test -e mark\n');
    const result = await gate(root, '--setup', setup);
    expect(seen(result)).toEqual(rejectedBy('GG-REPLAY-INCOMPLETE'));
  });

  test('shows a path of the environment that led to the workspace the same place in the clean directory', async () => {
    const root = shop({ '.gitignore': '__pycache__/\nreports/\nbuild/\n', 'tests/cases.py': 'import sys\n\n\ndef test_code():\n    sys.path.remove("src")\n    import made\n    assert made.VALUE == "source"\n' }, { 'lib/made.py': 'VALUE = "source"\n' });
    expect(seen(await judged(['gate', '--replay', ...COMMAND], { cwd: root, env: { PYTHONPATH: join(root, 'lib') } }))).toEqual(ACCEPTED);
    // An ignored build output in front of it is only in the workspace.
    write(root, { 'build/made.py': 'VALUE = "source"\n' });
    rmSync(join(root, 'lib'), { recursive: true });
    const result = await judged(['gate', '--replay', ...COMMAND], { cwd: root, env: { PYTHONPATH: join(root, 'build') } });
    expect(result.rejecting).toContain('GG-REPLAY-DISAGREES');
    expect(rejectedPaths(result, 'GG-REPLAY-DISAGREES')).toEqual(['build/']);
  });

  test('pairs tests whose names hold the directory', async () => {
    const named = RUNNER.replace('classname="cases" name="%s">%s</testcase>\' % (name, body)', 'classname="cases" name="%s">%s</testcase>\' % (os.path.abspath("tests") + "/" + name, body)');
    const root = shop({ 'src/shop.py': RIGHT, 'run_tests.py': named }, {});
    const result = await gate(root);
    expect(seen(result)).toEqual(ACCEPTED);
    expect(readFileSync(join(root, 'reports/junit.xml'), 'utf8')).toContain(`name="${root}/tests/test_price"`);
  });

  test('rejects a test that depends on chance', async () => {
    const flip = join(freshFolder(), 'flip');
    const root = shop({ 'src/shop.py': RIGHT, 'tests/cases.py': `import os\n\n\ndef test_once():\n    new = not os.path.exists("${flip}")\n    open("${flip}", "w").close()\n    assert new, "second time"\n` }, {});
    const result = await gate(root);
    expect(seen(result)).toEqual(rejectedBy('GG-REPLAY-DISAGREES'));
    expect(findingsOf(result, 'GG-REPLAY-DISAGREES')[0]?.what).toMatch(/cases::test_once passed in the workspace and failed in the clean directory \(second time\)/);
  });

  test('fills submodules, and answers git describe as the workspace does', async () => {
    const root = makeWithSubmodule({ '.gitignore': 'reports/\n', 'test.sh': 'set -e\nmkdir -p reports\ntest -n "$(ls -A sub 2>/dev/null || ls -A */)"\ntest "$(git describe --tags --dirty)" = v1\ntest "$(git log --oneline | wc -l)" -ge 1\ntest "$(git -C "$(git config -f .gitmodules --get-regexp path | cut -d" " -f2)" rev-parse HEAD)" = "$(git ls-files -s | awk \'/^160000/ {print $2}\')"\necho "<testsuite name=\'s $GENERATION_GATE_GENERATION\'><testcase name=\'all\'/></testsuite>" > reports/junit.xml\n' });
    git(root, 'tag', 'v1');
    const result = await judged(['gate', '--replay', '--evidence', 'reports/*.xml', '--', 'bash', 'test.sh'], { cwd: root });
    expect(seen(result)).toEqual(ACCEPTED);
  });

  test('tells the runner nothing a second time', async () => {
    const root = shop({ 'src/shop.py': RIGHT, 'tests/cases.py': 'import os\n\n\ndef test_output():\n    open(os.environ["GITHUB_OUTPUT"], "a").write("ran=1\\n")\n' }, {});
    const output = join(freshFolder(), 'output');
    writeFileSync(output, '');
    const result = await judged(['gate', '--replay', ...COMMAND], { cwd: root, env: { GITHUB_OUTPUT: output } });
    expect([seen(result), readFileSync(output, 'utf8')]).toEqual([ACCEPTED, 'ran=1\n']);
  });

  test('ends a replay at the time limit of the run', async () => {
    const mark = join(freshFolder(), 'mark');
    const root = shop({ 'src/shop.py': RIGHT, 'tests/cases.py': `import os, time\n\n\ndef test_once():\n    if os.path.exists("${mark}"):\n        time.sleep(60)\n    open("${mark}", "w").close()\n` }, {});
    const result = await gate(root, '--timeout', '4');
    expect(seen(result)).toEqual(rejectedBy('GG-REPLAY-DISAGREES'));
    expect(findingsOf(result, 'GG-REPLAY-DISAGREES')[0]?.what).toMatch(/the replay was stopped at its time limit of 4 s/);
  });

  test('gives setuptools-scm the version of the workspace', async () => {
    const python = await sharedEnvironment('setuptools-scm==8.1.0', 'setuptools==75.8.0');
    const root = shop({ 'src/shop.py': RIGHT, '.gitignore': '__pycache__/\nreports/\n', 'tests/cases.py': 'import setuptools_scm\n\n\ndef test_version():\n    assert setuptools_scm.get_version() == EXPECTED\n\n\nEXPECTED = open("expected").read().strip()\n' }, {});
    git(root, 'tag', 'v1.2');
    git(root, 'commit', '-q', '--allow-empty', '-m', 'after the tag');
    write(root, { expected: '' });
    const version = execFileSync(python, ['-m', 'setuptools_scm'], { cwd: root, encoding: 'utf8', env: cleanEnvironment() }).trim();
    write(root, { expected: version });
    expect(version).toMatch(/^1\.3\.dev1\+g/);
    const result = await judged(['gate', '--replay', '--evidence', 'reports/*.xml', '--', python, 'run_tests.py'], { cwd: root });
    expect(seen(result)).toEqual(ACCEPTED);
  }, 240_000);

  test('compares endings alone where no report was promised', async () => {
    const root = shop({ '.gitignore': 'local.json\n' }, {});
    write(root, { 'local.json': '1' });
    const result = await judged(['gate', '--replay', '--', 'test', '-e', 'local.json'], { cwd: root });
    expect(seen(result)).toEqual(rejectedBy('GG-REPLAY-DISAGREES'));
  });

  test('rejects another interpreter version', async () => {
    const root = shop({ 'src/shop.py': RIGHT }, {});
    const other = versionWrapper('3.8.99');
    const result = await judged(['gate', '--replay', '--setup', pickSetup(other), '--evidence', 'reports/*.xml', '--', 'bash', '-c', '"$GENERATION_GATE_ENV_DIR/bin/python3" run_tests.py'], { cwd: root });
    expect(result.rejecting).toContain('GG-REPLAY-INTERPRETER');
  });
});

/** A Python that gives itself out as another version. */
function versionWrapper(version: string): string {
  const folder = freshFolder();
  const start = join(folder, 'usercustom.py');
  writeFileSync(start, `import platform, sys\nplatform.python_version = lambda: ${JSON.stringify(version)}\nsys.version_info = (3, 8, 99, 'final', 0)\n`);
  return start;
}

/** A setup that gives the first directory the plain Python, and every other one a changed one. */
function pickSetup(start: string): string {
  const folder = freshFolder();
  const setup = join(folder, 'setup.sh');
  writeFileSync(setup, `mkdir -p "$GENERATION_GATE_ENV_DIR"\npython3 -m venv --without-pip "$GENERATION_GATE_ENV_DIR"\nif [ -e "${folder}/second" ]; then cp "${start}" "$("$GENERATION_GATE_ENV_DIR/bin/python3" -c 'import site; print(site.getsitepackages()[0])')/gg_version.py"; echo 'import gg_version' > "$("$GENERATION_GATE_ENV_DIR/bin/python3" -c 'import site; print(site.getsitepackages()[0])')/gg.pth"; fi\ntouch "${folder}/second"\n`);
  return setup;
}
