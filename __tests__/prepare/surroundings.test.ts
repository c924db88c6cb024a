/** What a command runs in: gathered without a value, comparable between the cells of one tree (RN7). */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { CapturedCommand } from '../../src/model/run-record.ts';
import { runtimesOf } from '../../src/prepare/runtimes.ts';
import { gatherSurroundings } from '../../src/prepare/surroundings.ts';
import { findingsOf, judged, program, seen, ACCEPTED } from '../support/cli.ts';
import { freshFolder, makeRepository, removeFolders, write } from '../support/repository.ts';

afterEach(removeFolders);

const TREE = 'a'.repeat(40);

describe('gathering', () => {
  test('files by digest, variables by salted digest, nothing in clear', () => {
    const top = freshFolder();
    const home = freshFolder();
    write(top, { 'uv.lock': 'lock\n', 'sub/package-lock.json': '{}\n', 'notes.txt': 'x', 'deep/er/go.sum': 'x' });
    write(home, { '.npmrc': '//host/:_authToken=hidden\n' });
    const gather = (treeId = TREE, value = 'Europe/Berlin'): ReturnType<typeof gatherSurroundings> =>
      gatherSurroundings({ top, workdir: 'sub', env: { HOME: home, TZ: value, MINE: 'a' }, variables: ['MINE', 'TZ'], treeId, runtimes: [] });
    const one = gather();
    expect(one.files.map(({ path }) => path)).toEqual(['uv.lock', 'sub/package-lock.json', '~/.npmrc']);
    expect(one.variables.filter(({ digest }) => digest !== null).map(({ name }) => name)).toEqual(['MINE', 'TZ']);
    expect(JSON.stringify(one)).not.toMatch(/hidden|Berlin/);
    // Equal in another cell of the same tree, incomparable in another tree, different with another value.
    expect(gather()).toEqual(one);
    const digestOf = ({ variables }: typeof one): string | null | undefined => variables.find(({ name }) => name === 'TZ')?.digest;
    expect(digestOf(gather('b'.repeat(40)))).not.toBe(digestOf(one));
    expect(digestOf(gather(TREE, 'UTC'))).not.toBe(digestOf(one));
  });

  test('runtimes by the programs that a command names, each asked once', async () => {
    const bin = freshFolder();
    write(bin, { node: '#!/bin/sh\necho asked >> "$0.log"; echo v24.1.0\n', java: '#!/bin/sh\necho \'openjdk version "21.0.4" 2024-07-16\' >&2\n', go: '#!/bin/sh\ntest "$PWD" = / && echo "go version go1.24.0 linux/amd64"\n' });
    for (const name of ['node', 'java', 'go']) chmodSync(join(bin, name), 0o755);
    const cwd = freshFolder();
    write(cwd, { 'ci/test.sh': 'npm ci\nnpx jest && exec go test ./...\n' });
    const env = { PATH: `${bin}:/usr/bin:/bin` };
    const told = async (command: CapturedCommand): Promise<readonly string[]> => (await runtimesOf(command, null, { cwd, env })).map(({ name, version }) => `${name} ${version}`);
    expect(await told({ form: 'argv', argv: ['env', 'CI=1', 'timeout', '60', 'npm', 'test'] })).toEqual(['node 24.1.0']);
    expect(await told({ form: 'argv', argv: ['bash', 'ci/test.sh'] })).toEqual(['node 24.1.0', 'go 1.24.0']);
    expect(await told({ form: 'argv', argv: ['sh', '-ec', './mvnw verify'] })).toEqual(['java 21.0.4']);
    expect(await told({ form: 'script', text: 'set -e\ngradle test\n', interpreter: ['bash'] })).toEqual(['java 21.0.4']);
    expect(await told({ form: 'argv', argv: ['make', 'check'] })).toEqual([]);
  });
});

describe('in the gate (RN7)', () => {
  test('a variable that only a later step sets is listed; one that sounds like a secret is refused', async () => {
    const root = makeRepository({ 'a.txt': 'x\n' });
    expect((await program(['stamp', '--record-variable', 'MY_API_TOKEN'], { cwd: root })).code).toBe(2);
    expect((await program(['stamp', '--record-variable', 'ENGINE'], { cwd: root, env: { TZ: 'UTC' } })).code).toBe(0);
    expect((await program(['run', '--', 'true'], { cwd: root, env: { TZ: 'UTC', ENGINE: 'sqlite' } })).code).toBe(0);
    const result = await judged(['check'], { cwd: root, env: { TZ: 'UTC', ENGINE: 'sqlite' } });
    expect(seen(result)).toEqual(ACCEPTED);
    expect(findingsOf(result, 'GG-ENVIRONMENT-CHANGED')).toMatchObject([{ answer: 'holds', listed: true, what: '1 variable not the same at the stamp and at the run: ENGINE' }]);
    expect(JSON.stringify(result.envelope)).not.toContain('sqlite');
  }, 170_000);
});
