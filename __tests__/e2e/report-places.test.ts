/** Second runs and the places of reports: folders that git does not keep, and files that all directories share (RP1, EV2). */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { ACCEPTED, findingsOf, judged, leftIn, NODE, rejectedBy, seen, startProgram } from '../support/cli.ts';
import { freshFolder, makeRepository, removeFolders, write } from '../support/repository.ts';
import { RIGHT, RUNNER, shop } from './compared-project.ts';

afterEach(removeFolders);

const NODE_TEST = ['--evidence', 'reports/unit/junit.xml', '--', NODE, '--test', '--test-reporter=junit', '--test-reporter-destination=reports/unit/junit.xml'] as const;

function nodeProject(): string {
  return makeRepository({ '.gitignore': 'reports/\nother/\n', 'a.test.mjs': "import test from 'node:test';\ntest('a', () => {});\n" });
}

describe('the folder of a report', () => {
  test('that the workspace has and the runner does not make is there in every directory', async () => {
    const root = nodeProject();
    mkdirSync(join(root, 'reports/unit'), { recursive: true });
    mkdirSync(join(root, 'other'));
    const isolation = freshFolder();
    const both = await judged(['gate', '--replay', '--base', 'HEAD', '--baseline', 'observe', ...NODE_TEST], { cwd: root });
    expect(seen(both)).toEqual(ACCEPTED);
    const apart = await judged(['gate', '--isolation', 'worktree', '--replay', ...NODE_TEST], { cwd: root, env: { TMPDIR: isolation } });
    expect(seen(apart)).toEqual(ACCEPTED);
    // Nothing but the folders that the evidence names is made.
    expect(existsSync(join((apart.envelope['worktree'] as { path: string }).path, 'other'))).toBe(false);
  });

  test('found by a pattern is there too', async () => {
    const root = nodeProject();
    mkdirSync(join(root, 'reports/unit'), { recursive: true });
    const [, , ...command] = NODE_TEST;
    for (const glob of ['**/junit.xml', 'reports/*/junit.xml']) expect([glob, seen(await judged(['gate', '--replay', '--evidence', glob, ...command], { cwd: root }))]).toEqual([glob, ACCEPTED]);
  });

  test('that only the command makes is left to the command', async () => {
    const root = shop({ 'src/shop.py': RIGHT }, {});
    const result = await judged(['gate', '--replay', '--evidence', 'reports/*.xml', '--', 'sh', '-ec', 'mkdir reports; python3 run_tests.py'], { cwd: root });
    expect(seen(result)).toEqual(ACCEPTED);
  });

  test('is made through no link', async () => {
    const outside = freshFolder();
    const root = shop({ 'src/shop.py': RIGHT, 'run_tests.py': RUNNER.replaceAll('reports', 'out/reports') }, {});
    write(root, { '.gitignore': '__pycache__/\nout/\n' });
    mkdirSync(join(root, 'out/reports'), { recursive: true });
    const setup = join(freshFolder(), 'setup.sh');
    writeFileSync(setup, `test -e out || ln -s '${outside}' out\n`);
    await judged(['gate', '--replay', '--setup', setup, '--evidence', 'out/reports/*.xml', '--', 'sh', '-c', 'test -L out || python3 run_tests.py'], { cwd: root });
    expect(leftIn(outside)).toEqual([]);
  });
});

describe('a report outside of the workspace', () => {
  const LOCAL = 'import os\n\n\ndef test_local():\n    assert os.path.exists("local.json")\n';

  function project(cases: string): { readonly root: string; readonly report: string; readonly args: readonly string[] } {
    const place = freshFolder();
    const report = join(place, 'out/junit.xml');
    const root = shop({ '.gitignore': '__pycache__/\nlocal.json\n', 'src/shop.py': RIGHT, 'run_tests.py': RUNNER.replaceAll("'reports", `'${place}/out`), 'tests/cases.py': cases }, {});
    write(root, { 'local.json': '' });
    return { root, report, args: ['--evidence', report, '--', 'python3', 'run_tests.py'] };
  }

  test('is that of the recorded run after all second runs', async () => {
    const { root, report, args } = project('def test_price():\n    import shop\n    assert shop.price(2) == 4\n');
    write(root, { 'src/shop.py': `${RIGHT}# changed\n` });
    const result = await judged(['gate', '--replay', '--control', '--base', 'HEAD', '--baseline', 'observe', ...args], { cwd: root });
    // No test misses a comment: the control says so, and nothing else rejects.
    expect(seen(result)).toEqual(rejectedBy('GG-CONTROL-UNSUPPORTED'));
    expect(result.envelope.tests).toMatchObject({ total: 1, passed: 1 });
    expect(result.envelope['replay']).toMatchObject({ tests: 1, clean: { tests: 1 }, differences: [] });
    expect(readFileSync(report, 'utf8')).toContain(String(result.envelope.generation));
    expect(leftIn(join(report, '..'))).toEqual(['junit.xml']);
  });

  test('hides no disagreement', async () => {
    const { root, report, args } = project(LOCAL);
    const result = await judged(['gate', '--replay', ...args], { cwd: root });
    expect(seen(result)).toEqual(rejectedBy('GG-REPLAY-DISAGREES'));
    expect(findingsOf(result, 'GG-REPLAY-DISAGREES')[0]?.what).toMatch(/test_local passed in the workspace and failed in the clean directory/);
    expect(readFileSync(report, 'utf8')).toContain('failures="0"');
  });

  test('comes back where the gate was killed in a second run', async () => {
    const started = join(freshFolder(), 'started');
    const { root, report, args } = project(`import os, time\n\n\ndef test_waits():\n    if os.getcwd() != ${JSON.stringify('ROOT')}:\n        open(${JSON.stringify(started)}, "w").close()\n        while os.path.exists(${JSON.stringify(started)}):\n            time.sleep(0.05)\n`);
    const cases = join(root, 'tests/cases.py');
    writeFileSync(cases, readFileSync(cases, 'utf8').replace('ROOT', root));
    const { child, ended } = startProgram(['gate', '--json', '--replay', ...args], { cwd: root, ownGroup: true });
    while (!existsSync(started)) await new Promise((done) => setTimeout(done, 50));
    expect(existsSync(report)).toBe(false);
    child.kill('SIGKILL');
    await ended;
    // The replay that was asked for was not made; the report is there again and is the recorded one.
    expect(seen(await judged(['check'], { cwd: root }))).toEqual(ACCEPTED);
    expect(statSync(report).isFile()).toBe(true);
  }, 60_000);
});
