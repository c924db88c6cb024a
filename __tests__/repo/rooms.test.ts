import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { brokenWalls, type Sources } from '../support/walls.ts';

const SRC = resolve(import.meta.dirname, '../../src');

function sourcesOnDisk(): Sources {
  const files = readdirSync(SRC, { withFileTypes: true, recursive: true }).filter(
    (entry) => entry.isFile() && /\.(ts|py|mjs|js|java)$/.test(entry.name),
  );
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(SRC.length + 1), readFileSync(path, 'utf8')];
    }),
  );
}

function wallsOf(files: Record<string, string>): string[] {
  return brokenWalls(new Map(Object.entries({ 'model/a.ts': '', ...files })));
}

describe('the walls between the rooms', () => {
  test('stand in the source tree', () => {
    const sources = sourcesOnDisk();
    expect(sources.size).toBeGreaterThan(5);
    expect(brokenWalls(sources)).toEqual([]);
  });

  test.each<[string, Record<string, string>, string]>([
    ['a later stage', { 'run/b.ts': `import { x } from '../evidence/c.ts';`, 'evidence/c.ts': '' }, 'run/b.ts: run/ imports evidence/c.ts of a later stage'],
    ['a later stage by a type', { 'run/b.ts': `import type { x } from '../evidence/c.ts';`, 'evidence/c.ts': '' }, 'run/b.ts: run/ imports evidence/c.ts of a later stage'],
    ['a later stage re-exported', { 'run/b.ts': `export * from '../evidence/c.ts';`, 'evidence/c.ts': '' }, 'run/b.ts: run/ imports evidence/c.ts of a later stage'],
    ['a later stage by import()', { 'run/b.ts': `await import('../evidence/c.ts');`, 'evidence/c.ts': '' }, 'run/b.ts: run/ imports evidence/c.ts of a later stage'],
    ['a later stage by an import type', { 'run/b.ts': `let x: import('../evidence/c.ts').X;`, 'evidence/c.ts': '' }, 'run/b.ts: run/ imports evidence/c.ts of a later stage'],
    ['a computed import', { 'run/b.ts': `await import(name);` }, 'run/b.ts: imports "(computed)", which is no source file'],
    ['a missing file', { 'run/b.ts': `import '../model/gone.ts';` }, 'run/b.ts: imports "../model/gone.ts", which is no source file'],
    ['verify and an earlier stage', { 'verify/b.ts': `import '../run/c.ts';`, 'run/c.ts': '' }, 'verify/b.ts: verify/ imports run/c.ts; only model/ is allowed'],
    ['verify and a package', { 'verify/b.ts': `import 'saxes';` }, 'verify/b.ts: verify/ imports "saxes"; only model/ is allowed'],
    ['verify and the file system', { 'verify/b.ts': `import 'node:fs';` }, 'verify/b.ts: verify/ imports "node:fs"; only model/ is allowed'],
    ['verify and the environment', { 'verify/b.ts': `if (process.env.CI) {}` }, 'verify/b.ts: verify/ uses process; a verdict follows from its facts alone'],
    ['verify and the environment, handed on', { 'verify/b.ts': `const it = process;` }, 'verify/b.ts: verify/ uses process; a verdict follows from its facts alone'],
    ['verify and the clock', { 'verify/b.ts': `const t = Date.now();` }, 'verify/b.ts: verify/ uses Date.now; a verdict follows from its facts alone'],
    ['verify and the date', { 'verify/b.ts': `const t = new Date();` }, 'verify/b.ts: verify/ uses new Date(); a verdict follows from its facts alone'],
    ['model and the file system', { 'model/b.ts': `import 'fs';` }, 'model/b.ts: model/ imports "fs" and has no business outside of the process'],
    ['@actions in a stage', { 'publish/b.ts': `import '@actions/core';` }, 'publish/b.ts: imports "@actions/core"; only github/ and action.ts may'],
    ['@actions in the command line program', { 'cli.ts': `import '@actions/core';` }, 'cli.ts: imports "@actions/core"; only github/ and action.ts may'],
    ['@actions/exec outside of its rooms', { 'evidence/b.ts': `import '@actions/exec';` }, 'evidence/b.ts: imports "@actions/exec"; only github/ and action.ts may'],
    ['a second port', { 'run/b.ts': `import '@actions/exec';`, 'workspace/b.ts': `import '@actions/exec';` }, 'workspace/b.ts: a second port to @actions/exec beside run/b.ts'],
    ['github from the pipeline', { 'gate.ts': `import './github/b.ts';`, 'github/b.ts': '' }, 'gate.ts: only action.ts imports github/'],
    ['a stage above itself', { 'run/b.ts': `import '../gate.ts';`, 'gate.ts': '' }, 'run/b.ts: run/ imports gate.ts, which lies above it'],
    ['a stage and the steps', { 'run/b.ts': `import '../steps/c.ts';`, 'steps/c.ts': '' }, 'run/b.ts: run/ imports steps/c.ts, which lies above it'],
    ['a step above itself', { 'steps/b.ts': `import '../gate.ts';`, 'gate.ts': '' }, 'steps/b.ts: steps/ imports gate.ts, which lies above it'],
    ['github from a step', { 'steps/b.ts': `import '../github/c.ts';`, 'github/c.ts': '' }, 'steps/b.ts: only action.ts imports github/'],
    ['a cycle', { 'run/b.ts': `import './c.ts';`, 'run/c.ts': `import './b.ts';` }, 'run/b.ts → run/c.ts → run/b.ts: a cycle'],
    ['a drawer', { 'run/utils/b.ts': '' }, 'run/utils/b.ts: the folder "utils" says nothing about what is in it'],
    ['an unknown room', { 'cellar/b.ts': '' }, 'cellar/b.ts: "cellar" is no stage'],
    ['a long file', { 'run/b.ts': '\n'.repeat(401) }, 'run/b.ts: 401 lines, at most 400'],
  ])('are seen broken by %s', (_, files, fault) => {
    expect(wallsOf(files)).toEqual([fault]);
  });

  test('let through what is allowed', () => {
    expect(
      wallsOf({
        'assets.ts': `import { fileURLToPath } from 'node:url';`,
        'run/b.ts': `import '../model/a.ts'; import './c.ts'; import '../assets.ts'; import '@actions/exec';`,
        'run/c.ts': '\n'.repeat(400),
        'verify/b.ts': `import '../model/a.ts'; function say({ process: one }: P) { return { process: 1, at: new Date(one.at), x: facts.process } }`,
        'github/b.ts': `import '@actions/core'; import '../publish/c.ts';`,
        'publish/c.ts': '',
        'steps/b.ts': `import './c.ts'; import '../verify/b.ts'; import '../assets.ts';`,
        'steps/c.ts': `import '../publish/c.ts';`,
        'gate.ts': `import './run/b.ts'; import './steps/b.ts';`,
        'action.ts': `import './gate.ts'; import './github/b.ts'; import '@actions/core';`,
        'cli.ts': `import './gate.ts';`,
      }),
    ).toEqual([]);
  });
});
