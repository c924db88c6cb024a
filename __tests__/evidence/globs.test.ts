import { afterEach, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { chmodSync, linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../src/model/errors.ts';
import { nativePath } from '../../src/model/path.ts';
import { checkEvidenceNames, matchEvidence, type EvidenceMatch } from '../../src/evidence/globs.ts';
import type { EvidencePlaces } from '../../src/evidence/places.ts';
import { freshFolder, git, removeFolders, write } from '../support/repository.ts';
import { asOrdinaryUser } from './file-systems.ts';
import { GREEN, globs, workspace } from './workspace.ts';

afterEach(removeFolders);

function places(): EvidencePlaces & { readonly top: string } {
  const top = join(freshFolder(), 'ws');
  mkdirSync(top);
  return { top, otherWorktrees: [], runnerTemp: null };
}

function paths(matches: readonly EvidenceMatch[]): string[] {
  return matches.map(({ path }) => path);
}

async function matched(where: EvidencePlaces, ...names: readonly string[]): Promise<string[]> {
  return paths(await matchEvidence(where, globs(...names)));
}

async function refusal(where: EvidencePlaces, ...names: readonly string[]): Promise<string> {
  const error: unknown = await checkEvidenceNames(where, globs(...names)).then(
    () => 'accepted',
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof UsageError)) return String(error);
  for (const text of [error.message, error.fix]) expect(text).not.toMatch(/undefined|\[object/);
  return error.code;
}

describe('evidence globs (EV1)', () => {
  test('match below the top of the workspace, dot files too, in the order of bytes', async () => {
    const where = places();
    write(where.top, { 'r/b.xml': '', 'r/a.xml': '', 'r/é.xml': '', 'r/z.xml': '', 'r/.hidden.xml': '', 'r/.d/x.xml': '', 'r/a.txt': '', 'x.xml': '' });
    expect(await matched(where, 'r/**/*.xml')).toEqual(['r/.d/x.xml', 'r/.hidden.xml', 'r/a.xml', 'r/b.xml', 'r/z.xml', 'r/é.xml']);
    expect(await matched(where, './r/a.{xml,txt}', '*.xml')).toEqual(['r/a.txt', 'r/a.xml', 'x.xml']);
  });

  test('tell which name matched, and whether it was literal', async () => {
    const where = places();
    write(where.top, { 'r/a.xml': '', 'r/b.xml': '' });
    const found = await matchEvidence(where, { globs: ['r/*.xml', 'r/a.xml'], logs: ['r/b.xml'] });
    expect(found).toMatchObject([
      { path: 'r/a.xml', globs: ['r/*.xml', 'r/a.xml'], logs: [], literal: true, insideAllowedRoots: true, realPath: join(where.top, 'r/a.xml') },
      { path: 'r/b.xml', globs: ['r/*.xml'], logs: ['r/b.xml'], literal: true },
    ]);
  });

  test('take out what a leading ! names', async () => {
    const where = places();
    write(where.top, { 'r/a.xml': '', 'r/raw/a.xml': '', 'r/b.xml': '' });
    expect(await matched(where, 'r/**/*.xml', '!r/raw/**', '!r/b.xml')).toEqual(['r/a.xml']);
    expect(await matched(where, 'r/a.xml', '!r/*.xml')).toEqual([]);
    expect(await matched(where, 'r/!(b).xml')).toEqual(['r/a.xml']);
  });

  test('never search environment folders, .git and linked worktrees', async () => {
    const { top, gitDir } = workspace();
    write(top, {
      'node_modules/p/junit.xml': '',
      'web/node_modules/p/junit.xml': '',
      '.tox/junit.xml': '',
      'lib/site-packages/junit.xml': '',
      'env/pyvenv.cfg': '',
      'env/share/junit.xml': '',
      'sub/.git/junit.xml': '',
      '.git/junit.xml': '',
      'ok/junit.xml': '',
    });
    git(top, 'worktree', 'add', '-q', join(top, 'other'), '-b', 'other');
    write(top, { 'other/junit.xml': '' });
    const where = { top, otherWorktrees: ['other'] };
    expect(await matched(where, '**/junit.xml')).toEqual(['ok/junit.xml']);
    expect(await matched(where, 'env/share/junit.xml', 'env/**/*.xml')).toEqual([]);
    for (const glob of ['node_modules/**', 'web/node_modules/p/junit.xml', '.git/*.xml', `${gitDir}/junit.xml`, '.tox/*.xml', 'other/junit.xml', 'other/**/*.xml']) {
      expect([glob, await refusal(where, glob)]).toEqual([glob, 'GG-EVIDENCE-GLOB-NOT-SEARCHED']);
    }
  });

  test('search a folder that a tracked pyvenv.cfg claims as an environment', async () => {
    const where = places();
    write(where.top, { 'r/pyvenv.cfg': '', 'r/junit.xml': '' });
    expect(paths(await matchEvidence(where, globs('**/*.xml'), new Set(['r/pyvenv.cfg'])))).toEqual(['r/junit.xml']);
  });

  test('leave out the stamp', async () => {
    const where = places();
    write(where.top, { '.workspace_generation.json': '{}', 'a.json': '{}' });
    expect(await matched(where, '*.json')).toEqual(['a.json']);
  });

  test('match names that no text can hold, that look like globs, and that span lines', async () => {
    const where = places();
    const odd = ['r/\udcff\udc80.xml', 'r/[a].xml', 'r/a\nb.xml', 'r/*.xml', 'r/-x.xml', 'r/\ufffd.xml', 'r/back\\slash.xml', 'r/"q".xml', 'l\n/\udcfe/x\u2028.xml', 'r/{a,b}.xml', 'r/ .xml'];
    write(where.top, Object.fromEntries(odd.map((path) => [path, ''])));
    expect((await matched(where, '**/*.xml')).sort()).toEqual([...odd].sort());
    expect(await matched(where, 'r/a\nb.xml')).toEqual(['r/a\nb.xml']);
    expect(await matched(where, 'r/\\[a\\].xml')).toEqual(['r/[a].xml']);
  });

  test('go on below a folder name that is not UTF-8', async () => {
    const where = places();
    write(where.top, { 'r\udcff/deep/x.xml': '' });
    const [match] = await matchEvidence(where, globs('**/x.xml'));
    expect(match).toMatchObject({ path: 'r\udcff/deep/x.xml', realPath: join(where.top, 'r\udcff/deep/x.xml'), insideAllowedRoots: true });
  });
});

describe('what lies in the place of evidence (EV1, EV2)', () => {
  test('a folder counts only where it is named as it is', async () => {
    const where = places();
    write(where.top, { 'r/a.xml/inner': '' });
    expect(await matched(where, 'r/*', '**')).not.toContain('r/a.xml');
    expect(await matched(where, 'r/a.xml')).toEqual(['r/a.xml']);
    expect(await matched(where, 'r/')).toEqual(['r']);
  });

  test('FIFOs, links and dangling links are matches, and none is followed', async () => {
    const where = places();
    const outside = freshFolder();
    write(outside, { 'secret/a.xml': '' });
    write(where.top, { 'r/real.xml': '' });
    execFileSync('mkfifo', [join(where.top, 'r/fifo.xml')]);
    symlinkSync('real.xml', join(where.top, 'r/link.xml'));
    symlinkSync('nowhere', join(where.top, 'r/dangling.xml'));
    symlinkSync(join(outside, 'secret'), join(where.top, 'r/way'));
    const found = await matchEvidence(where, globs('r/**/*.xml'));
    expect(paths(found)).toEqual(['r/dangling.xml', 'r/fifo.xml', 'r/link.xml', 'r/real.xml']);
    expect(found.map(({ realPath }) => realPath)).toEqual([null, join(where.top, 'r/fifo.xml'), join(where.top, 'r/real.xml'), join(where.top, 'r/real.xml')]);
  });

  test('a linked folder that leads elsewhere is itself the match, and is not walked', async () => {
    const where = places();
    const outside = freshFolder();
    write(outside, { 'a.xml': GREEN });
    symlinkSync(outside, join(where.top, 'r'));
    const found = await matchEvidence(where, globs('r/*.xml'));
    expect(found).toMatchObject([{ path: 'r', realPath: outside, insideAllowedRoots: false }]);
    const named = await matchEvidence(where, globs('r/a.xml'));
    expect(named).toMatchObject([{ path: 'r/a.xml', realPath: join(outside, 'a.xml'), insideAllowedRoots: false }]);
  });

  test('a linked folder that stays inside names the file where it is', async () => {
    const where = places();
    write(where.top, { 'build/out/a.xml': '' });
    symlinkSync('build/out', join(where.top, 'r'));
    for (const glob of ['r/*.xml', 'r/a.xml']) {
      expect(await matchEvidence(where, globs(glob))).toMatchObject([{ path: 'build/out/a.xml', insideAllowedRoots: true }]);
    }
  });

  test('a link into a part that is not searched lies outside of the allowed roots', async () => {
    const where = places();
    write(where.top, { 'node_modules/p/a.xml': GREEN, 'node_modules/p/.git/x': '' });
    symlinkSync('node_modules/p', join(where.top, 'r'));
    expect(await matchEvidence(where, globs('r/a.xml'))).toMatchObject([{ path: 'r/a.xml', insideAllowedRoots: false }]);
    expect(await matchEvidence(where, globs('r/*.xml'))).toMatchObject([{ path: 'r', insideAllowedRoots: false }]);
  });

  test('a way back to the top is not walked for ever', async () => {
    const where = places();
    write(where.top, { 'r/a.xml': '' });
    symlinkSync('..', join(where.top, 'r/loop'));
    expect(await matched(where, '**/*.xml')).toEqual(['r/a.xml']);
    expect(await matched(where, 'r/loop/r/*.xml')).toEqual(['r/a.xml']);
  });

  test('a file in the place of a folder is no match', async () => {
    const where = places();
    write(where.top, { r: '' });
    expect(await matched(where, 'r/a.xml', 'r/*.xml', 'r/**/*.xml')).toEqual([]);
  });

  test('a folder that cannot be listed is named', async () => {
    const where = places();
    write(where.top, { 'r/a.xml': '', 'r/shut/b.xml': '' });
    for (const folder of [where.top, join(where.top, '..'), join(where.top, 'r')]) chmodSync(folder, 0o755);
    chmodSync(join(where.top, 'r/shut'), 0o600);
    await asOrdinaryUser(async () => {
      const found = await matchEvidence(where, globs('r/**/*.xml'));
      expect(found).toMatchObject([{ path: 'r/a.xml' }, { path: 'r/shut', unlisted: 'EACCES' }]);
      expect(await matchEvidence(where, globs('r/shut/b.xml'))).toMatchObject([{ path: 'r/shut', unlisted: 'EACCES' }]);
    });
  });

  test('a hard link is a file of its own', async () => {
    const where = places();
    write(where.top, { 'a.xml': GREEN, 'r/x': '' });
    linkSync(join(where.top, 'a.xml'), join(where.top, 'r/a.xml'));
    expect(await matched(where, 'r/*.xml')).toEqual(['r/a.xml']);
  });
});

describe('names outside of the workspace (EV1, EV2)', () => {
  test('an absolute path may be named literally; its folder is an allowed root', async () => {
    const where = places();
    const outside = freshFolder();
    write(outside, { 'junit.xml': '', 'other.xml': '' });
    const name = join(outside, 'junit.xml');
    expect(await matchEvidence(where, globs(name))).toEqual([{ path: name, globs: [name], logs: [], literal: true, realPath: name, insideAllowedRoots: true }]);
    expect(await matchEvidence(where, { globs: [], logs: [name] })).toMatchObject([{ path: name, globs: [], logs: [name] }]);
    rmSync(name);
    symlinkSync('/etc/hostname', name);
    expect(await matchEvidence(where, globs(name))).toMatchObject([{ path: name, insideAllowedRoots: false }]);
  });

  test('an absolute name with glob characters in it is still one name', async () => {
    const where = places();
    const outside = freshFolder();
    write(outside, { 'a(1).xml': '', 'é.xml': '' });
    expect(await matched(where, join(outside, 'a(1).xml'))).toEqual([join(outside, 'a(1).xml')]);
  });

  test('an absolute pattern inside the workspace is a relative one', async () => {
    const where = places();
    write(where.top, { 'r/a.xml': '' });
    const way = join(freshFolder(), 'way');
    symlinkSync(where.top, way);
    expect(await matched(where, `${where.top}/r/*.xml`)).toEqual(['r/a.xml']);
    expect(await matched(where, `${where.top}/r/a.xml`)).toEqual(['r/a.xml']);
    expect(await matched(where, `${way}/r/*.xml`)).toEqual(['r/a.xml']);
  });

  test('RUNNER_TEMP may be searched, but not the state that the gate keeps there', async () => {
    const where = { ...places(), runnerTemp: freshFolder() };
    write(where.runnerTemp, { 'r/a.xml': '', 'generation-gate/x/a.xml': '' });
    expect(await matchEvidence(where, globs(`${where.runnerTemp}/**/*.xml`))).toMatchObject([{ path: join(where.runnerTemp, 'r/a.xml'), insideAllowedRoots: true }]);
    expect(await matchEvidence(where, globs(`${where.runnerTemp}/generation-gate/x/a.xml`))).toMatchObject([{ insideAllowedRoots: false }]);
  });

  test.each([
    ['GG-EVIDENCE-GLOB-OUTSIDE', '../r/*.xml'],
    ['GG-EVIDENCE-GLOB-OUTSIDE', 'a/../../r.xml'],
    ['GG-EVIDENCE-GLOB-OUTSIDE', '{a,../b}/*.xml'],
    ['GG-EVIDENCE-GLOB-OUTSIDE', '/elsewhere/**/*.xml'],
    ['GG-EVIDENCE-GLOB-OUTSIDE', '.'],
    ['GG-EVIDENCE-GLOB-OUTSIDE', '/'],
    ['GG-EVIDENCE-GLOB-OUTSIDE', '!../x', 'a.xml'],
    ['GG-EVIDENCE-GLOB-SYNTAX', 'r/*/../*.xml'],
    ['GG-EVIDENCE-GLOB-SYNTAX', 'r/[a.xml'],
    ['GG-EVIDENCE-GLOB-SYNTAX', 'r/{a,b.xml'],
    ['GG-EVIDENCE-GLOB-SYNTAX', 'r/+(a.xml'],
    ['GG-EVIDENCE-GLOB-SYNTAX', 'r/a\\'],
    ['GG-EVIDENCE-GLOB-SYNTAX', 'r/\0.xml'],
    ['GG-EVIDENCE-GLOB-SYNTAX', 'r/{1..100000000}.xml'],
    ['GG-EVIDENCE-GLOB-EMPTY', ''],
    ['GG-EVIDENCE-GLOB-EMPTY', ' '],
    ['GG-EVIDENCE-GLOB-EMPTY', '!r/*.xml'],
  ])('%s: %j is wrong usage', async (code, ...names) => {
    expect(await refusal(places(), ...names)).toBe(code);
  });

  test('a pattern that is longer than the library reads is wrong usage', async () => {
    expect(await refusal(places(), `r/${'a'.repeat(70_000)}*`)).toBe('GG-EVIDENCE-GLOB-SYNTAX');
  });

  test.each(['a/../r/*.xml', 'r/a(1).xml', 'r/[!a].xml', 'r/[]].xml', 'r/\\[a.xml', 'r/@(a|b).xml', 'r/a}.xml', 'r/{a,{b,c}}.xml', 'r/**'])('%j is right', async (glob) => {
    expect(await refusal(places(), glob)).toBe('accepted');
  });

  test('a log that leaves the workspace is wrong usage', async () => {
    for (const log of ['../x.log', '', 'a\0']) await expect(checkEvidenceNames(places(), { globs: [], logs: [log] })).rejects.toThrow(UsageError);
  });

  test('a log is never a pattern', async () => {
    const where = places();
    write(where.top, { 'build[1].log': '', 'build1.log': '' });
    writeFileSync(nativePath(where.top, '*.log'), '');
    expect(paths(await matchEvidence(where, { globs: [], logs: ['build[1].log'] }))).toEqual(['build[1].log']);
    expect(paths(await matchEvidence(where, { globs: [], logs: ['*.log', './absent.log'] }))).toEqual(['*.log']);
  });
});
