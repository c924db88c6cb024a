/** Which files of the tree a captured command is made of (PO3). */
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { commandFiles } from '../../src/steps/policy-touched.ts';
import { makeRepository, removeFolders } from '../support/repository.ts';

afterEach(removeFolders);

test('the files that a command is made of are its script, its program, and what an interpreter is given', () => {
  const top = makeRepository({ 'ci/test.sh': 'true\n', 'tool.py': 'pass\n', 'sub/run': 'true\n', 'tests/a.py': '' });
  const of = (command: readonly string[] | null, more: { readonly script?: string; readonly workdir?: string } = {}) => commandFiles({ command: command === null ? null : [...command], script: more.script ?? null, workdir: more.workdir ?? null }, top);
  expect(of(null, { script: join(top, 'ci/test.sh') })).toEqual(['ci/test.sh']);
  expect(of(null, { script: '/elsewhere/test.sh' })).toEqual([]);
  expect(of(['bash', '-e', 'ci/test.sh', 'tests/a.py'])).toEqual(['ci/test.sh']);
  expect(of(['python3.12', '-B', 'tool.py'])).toEqual(['tool.py']);
  expect(of(['./run'], { workdir: 'sub' })).toEqual(['sub/run']);
  expect(of(['python3', '-m', 'pytest', 'tests/a.py'])).toEqual([]);
  expect(of(['sh', '-c', 'tool.py'])).toEqual([]);
  expect(of(['bash', '-ec', `echo ${'x'.repeat(5_000)}`])).toEqual([]);
  expect(of(['bash', 'x'.repeat(5_000)])).toEqual([]);
  expect(of(['pytest', 'tests/a.py'])).toEqual([]);
  expect(of([])).toEqual([]);
});
