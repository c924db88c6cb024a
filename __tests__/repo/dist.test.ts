import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { ASSETS } from '../../src/assets.ts';
import { DIST, distFiles, loadedAtStart, NODES, ROOT } from '../support/dist.ts';

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

describe('dist', () => {
  test.each(Object.entries(NODES))('the program runs on Node %s', (major, node) => {
    const started = spawnSync(node, [join(DIST, 'cli.js'), '--version'], { cwd: tmpdir(), encoding: 'utf8' });
    expect(started).toMatchObject({ status: 0, stderr: '', stdout: `${manifest.version}\n` });
    const asked = spawnSync(node, ['--version'], { encoding: 'utf8' });
    expect(asked.stdout).toMatch(new RegExp(`^v${major}\\.`));
  });

  test('holds the entries, the data files and the licences', () => {
    const files = distFiles();
    for (const file of ['index.js', 'cli.js', 'hash-worker.js', 'licenses.txt']) expect(files).toContain(file);
    for (const name of Object.keys(ASSETS)) {
      const asset = statSync(join(DIST, 'assets', name));
      expect(asset.isDirectory() ? files.some((file) => file.startsWith(`assets/${name}/`)) : asset.size > 0).toBe(true);
    }
    expect(files.filter((file) => /__pycache__|\.pyc$|\.map$/.test(file))).toEqual([]);
  });

  test('names every bundled package in licenses.txt', () => {
    const licences = readFileSync(join(DIST, 'licenses.txt'), 'utf8');
    const bundled = new Set(
      distFiles()
        .filter((file) => file.endsWith('.js'))
        .flatMap((file) => [...readFileSync(join(DIST, file), 'utf8').matchAll(/^\/\/(?:#region)? \S*node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm)])
        .map(([, name]) => name ?? ''),
    );
    expect(bundled.size).toBeGreaterThan(10);
    expect([...bundled].filter((name) => !licences.includes(`Name: ${name}\n`))).toEqual([]);
  });

  test('tells nothing of the machine it was built on', () => {
    for (const file of distFiles()) {
      const text = readFileSync(join(DIST, file), 'utf8');
      expect({ file, at: [ROOT, homedir()].filter((path) => path !== '/' && text.includes(`${path}/`)) }).toEqual({ file, at: [] });
    }
  });

  test('starts the program without what only some calls need', () => {
    const { bytes, modules } = loadedAtStart('cli.js');
    expect(modules).toContain('src/cli.ts');
    expect(modules.filter((name) => /node_modules\/(@actions|@octokit|@azure|undici|fast-glob|saxes)\//.test(name))).toEqual([]);
    expect(modules.filter((name) => /zod\/v4\/(classic|locales\/(?!en\.))/.test(name))).toEqual([]);
    expect(bytes).toBeLessThan(1_000_000);
  });

  test('starts the action without the clients of GitHub', () => {
    const { modules } = loadedAtStart('index.js');
    expect(modules).toContain('src/action.ts');
    expect(modules.filter((name) => /node_modules\/(@actions\/(artifact|github|attest)|@octokit|@azure|undici)\//.test(name))).toEqual([]);
  });
});
