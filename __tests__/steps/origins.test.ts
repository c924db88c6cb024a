/** Which environments the steps ask where code comes from, and for which names (PR5, EV9). */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { ACCEPTED, findingsOf, judged, rejectedBy, rejectedPaths, seen } from '../support/cli.ts';
import { commitAll, freshFolder, git, initRepository, makeRepository, removeFolders, write } from '../support/repository.ts';

afterEach(removeFolders);

const GREEN = '<testsuite name="s" tests="1"><testcase classname="a" name="b"/></testsuite>\n';

describe('a link of node_modules into another checkout', () => {
  test('is refused at the stamp of a workspace that offers Python nothing', async () => {
    const folder = freshFolder();
    const main = join(folder, 'main');
    mkdirSync(main);
    initRepository(main);
    write(main, { '.gitignore': 'node_modules\n', 'package.json': '{"name":"all"}', 'packages/core/package.json': '{"name":"core","main":"index.js"}', 'packages/core/index.js': 'exports.one = 1;\n' });
    commitAll(main);
    const root = join(folder, 'worktree');
    git(main, 'worktree', 'add', '-q', '-b', 'fix', root);
    mkdirSync(join(root, 'node_modules'));
    symlinkSync(join(main, 'packages/core'), join(root, 'node_modules/core'));
    const result = await judged(['stamp'], { cwd: root });
    expect(seen(result)).toEqual(rejectedBy('GG-ORIGIN-EDITABLE-ELSEWHERE'));
    expect(rejectedPaths(result, 'GG-ORIGIN-EDITABLE-ELSEWHERE')).toEqual([expect.stringMatching(/node_modules\/core$/)]);
  });

  test('is named once, however many interpreters the command uses', async () => {
    const root = makeRepository({ '.gitignore': 'node_modules\nenv*\n', 'package.json': '{"name":"all"}', 'packages/core/package.json': '{"name":"core","main":"index.js"}', 'packages/core/index.js': '\n', 'src/shop.py': 'ONE = 1\n' });
    mkdirSync(join(root, 'node_modules'));
    symlinkSync('../packages/core', join(root, 'node_modules/core'));
    execFileSync('python3', ['-m', 'venv', '--without-pip', join(root, 'env')]);
    const result = await judged(['origins', '--', 'sh', '-c', 'env/bin/python -c pass; python3 -c pass'], { cwd: root });
    const entries = (result.envelope['origins'] as { readonly entries: readonly { readonly kind: string }[] }).entries;
    expect(entries.filter(({ kind }) => kind === 'node-link')).toHaveLength(1);
  });
});

test('a table of Plug\'n\'Play that maps the workspace\'s own packages is no shared environment', async () => {
  const table = JSON.stringify({ packageRegistryData: [['core', [['workspace:core', { packageLocation: './core/' }]]]] });
  const root = makeRepository({ '.gitignore': '*.xml\n', '.pnp.cjs': `const RAW_RUNTIME_STATE =\n'${table}';\n`, 'package.json': '{"name":"all"}', 'core/package.json': '{"name":"core"}', 'core/index.js': '' });
  const result = await judged(['gate', '--evidence', '*.xml', '--replay', '--', 'sh', '-c', `echo '${GREEN.trim()}' > a.xml`], { cwd: root });
  expect(seen(result)).toEqual(ACCEPTED);
  expect((await judged(['origins'], { cwd: root })).envelope['origins']).toMatchObject({ entries: [{ kind: 'yarn-pnp', distribution: 'core', insideWorkspace: true }] });
});

test('names asked for at the stamp are asked of the environment that the command makes', async () => {
  const root = makeRepository({ '.gitignore': '.tox/\n*.xml\n', 'src/shop.py': 'ONE = 1\n', 'tox.ini': '[tox]\n' });
  const bin = freshFolder();
  // As tox does: an environment of its own, which holds the workspace's code by a path.
  write(bin, { tox: `#!/bin/sh -e\npython3 -m venv --without-pip .tox/py\n.tox/py/bin/python -c "import sysconfig; open(sysconfig.get_path('purelib') + '/shop.pth', 'w').write('$PWD/src')"\nprintf '%s' '${GREEN.trim()}' > junit.xml\n` });
  chmodSync(join(bin, 'tox'), 0o755);
  const result = await judged(['gate', '--evidence', '*.xml', '--import', 'shop', '--', join(bin, 'tox')], { cwd: root });
  expect(seen(result)).toEqual(ACCEPTED);
  expect(findingsOf(result, 'GG-ORIGIN-IMPORT')).toEqual([expect.objectContaining({ answer: 'holds', what: expect.stringMatching(/^1 import looked at/) })]);
});
