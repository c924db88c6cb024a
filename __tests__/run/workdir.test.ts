import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveWorkdir } from '../../src/run/workdir.ts';

let root: string;
let top: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'gate-workdir-')));
  top = join(root, 'workspace');
  mkdirSync(join(top, 'packages', 'core'), { recursive: true });
  mkdirSync(join(top, '..odd'));
  mkdirSync(join(root, 'outside'));
  mkdirSync(join(root, 'workspace-twin'));
  writeFileSync(join(top, 'file'), '');
  symlinkSync('packages/core', join(top, 'inner-link'));
  symlinkSync('../outside', join(top, 'outer-link'));
  symlinkSync('../workspace-twin', join(top, 'twin-link'));
  symlinkSync('nowhere', join(top, 'dangling'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('a folder of the workspace', () => {
  test.each([
    ['', '.'],
    ['.', '.'],
    ['./', '.'],
    ['packages/core', 'packages/core'],
    ['packages/core/', 'packages/core'],
    ['packages/../packages/core', 'packages/core'],
    ['inner-link', 'packages/core'],
    ['inner-link/..', 'packages'],
    ['..odd', '..odd'],
  ])('%j is taken', (workdir, relative) => {
    expect(resolveWorkdir(top, workdir)).toEqual({ absolute: join(top, relative), relative });
  });

  test('is taken by its real path where the workspace is reached by a link', () => {
    symlinkSync('workspace', join(root, 'by-link'));
    expect(resolveWorkdir(join(root, 'by-link'), 'packages')).toEqual({ absolute: join(top, 'packages'), relative: 'packages' });
  });
});

describe('anything else is wrong usage', () => {
  test.each([
    ['..', 'leads out'],
    ['../outside', 'leads out'],
    ['packages/../../outside', 'leads out'],
    ['../workspace-twin', 'leads out'],
    ['../workspace', 'leads out'],
    ['outer-link', 'outside'],
    ['twin-link', 'workspace-twin'],
    ['inner-link/../../../outside', 'leads out'],
    ['absent', 'ENOENT'],
    ['dangling', 'ENOENT'],
    ['file', 'no folder'],
    ['file/x', 'ENOTDIR'],
    ['a\0b', 'NUL'],
  ])('%j', (workdir, what) => {
    expect(() => resolveWorkdir(top, workdir)).toThrow(expect.objectContaining({ name: 'UsageError', code: 'WORKDIR', message: expect.stringContaining(what) }));
  });

  test('an absolute path, even one inside', () => {
    expect(() => resolveWorkdir(top, join(top, 'packages'))).toThrow(expect.objectContaining({ code: 'WORKDIR', message: expect.stringContaining('absolute') }));
    expect(() => resolveWorkdir(top, '/')).toThrow(expect.objectContaining({ code: 'WORKDIR' }));
  });

  test('a link that leads out only for a kernel, not for the letters of the path', () => {
    // By its letters `outer-link/..` is the workspace; a kernel goes to the parent of what the link names.
    expect(() => resolveWorkdir(top, 'outer-link/..')).toThrow(expect.objectContaining({ code: 'WORKDIR', message: expect.stringContaining(root) }));
  });

  test('a folder whose real name is not UTF-8', () => {
    mkdirSync(Buffer.from(`${top}/caf\xe9`, 'latin1'));
    symlinkSync(Buffer.from('caf\xe9', 'latin1'), join(top, 'coffee'));
    expect(() => resolveWorkdir(top, 'coffee')).toThrow(expect.objectContaining({ code: 'WORKDIR', message: expect.stringMatching(/caf\\xe9.*not UTF-8/) }));
  });

  test('a message names both places', () => {
    expect(() => resolveWorkdir(top, 'outer-link')).toThrow(
      expect.objectContaining({ message: expect.stringMatching(new RegExp(`${join(root, 'outside')}.*${top}`)) }),
    );
  });
});
