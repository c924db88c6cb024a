import { describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { commandEnvironment, setupEnvironment } from '../../src/run/environment.ts';
import { openBench } from './support.ts';

const localGitVars = execFileSync('git', ['rev-parse', '--local-env-vars'], { encoding: 'utf8' }).trim().split('\n');
const binding = { generation: 'f'.repeat(32), treeId: 'a'.repeat(40), envDir: '/somewhere/env', localGitVars };

describe('the environment of a command', () => {
  test('says which generation, tree and folder it runs for', () => {
    const { env, added } = commandEnvironment({}, binding);
    expect(env).toEqual({
      PYTHONDONTWRITEBYTECODE: '1',
      GENERATION_GATE_GENERATION: binding.generation,
      GENERATION_GATE_TREE_ID: binding.treeId,
      GENERATION_GATE_ENV_DIR: binding.envDir,
    });
    expect(added).toEqual(Object.keys(env).sort());
  });

  test('names the cell only where there is one, and no cell of another run', () => {
    expect(commandEnvironment({}, { ...binding, cell: 'linux' }).env).toMatchObject({ GENERATION_GATE_CELL: 'linux' });
    const inherited = commandEnvironment({ GENERATION_GATE_CELL: 'of an outer gate' }, binding);
    expect(inherited.env).not.toHaveProperty('GENERATION_GATE_CELL');
    expect(inherited.removed).toEqual(['GENERATION_GATE_CELL']);
    expect(commandEnvironment({ GENERATION_GATE_CELL: 'outer' }, { ...binding, cell: 'inner' })).toMatchObject({
      env: { GENERATION_GATE_CELL: 'inner' },
      removed: [],
    });
  });

  test('loses what binds git to one repository, and nothing else of git', () => {
    const bound = Object.fromEntries(localGitVars.map((name) => [name, 'x']));
    const kept = { GIT_AUTHOR_NAME: 'a', GIT_CONFIG_GLOBAL: '/dev/null', GIT_SSH_COMMAND: 'ssh', GIT_TERMINAL_PROMPT: '0' };
    const { env, removed } = commandEnvironment({ ...bound, ...kept }, binding);
    expect(localGitVars).toEqual(expect.arrayContaining(['GIT_DIR', 'GIT_INDEX_FILE', 'GIT_WORK_TREE']));
    expect(removed).toEqual([...localGitVars].sort());
    expect(Object.keys(env).filter((name) => name.startsWith('GIT_')).sort()).toEqual(Object.keys(kept).sort());
  });

  test('loses an inherited bytecode prefix and keeps one of its own', () => {
    const inherited = commandEnvironment({ PYTHONPYCACHEPREFIX: '/old' }, binding);
    expect(inherited.env).not.toHaveProperty('PYTHONPYCACHEPREFIX');
    expect(inherited.removed).toEqual(['PYTHONPYCACHEPREFIX']);
    const own = commandEnvironment({ PYTHONPYCACHEPREFIX: '/old' }, { ...binding, extra: { PYTHONPYCACHEPREFIX: '/new' } });
    expect(own.env).toMatchObject({ PYTHONPYCACHEPREFIX: '/new' });
    expect(own.removed).toEqual([]);
    expect(own.added).toContain('PYTHONPYCACHEPREFIX');
  });

  test('keeps everything else, and leaves the caller its own', () => {
    const parent = { PYTHONPATH: '/p', PATH: '/bin', EMPTY: '', ODD: 'a\nb=c', GENERATION_GATE_OTHER: 'x', GIT_DIR: '/g', PYTHONDONTWRITEBYTECODE: '' };
    const copy = { ...parent };
    const { env } = commandEnvironment(parent, binding);
    expect(env).toMatchObject({ PYTHONPATH: '/p', PATH: '/bin', EMPTY: '', ODD: 'a\nb=c', GENERATION_GATE_OTHER: 'x', PYTHONDONTWRITEBYTECODE: '1' });
    expect(parent).toEqual(copy);
  });

  test('is what a real command sees', async () => {
    const bench = openBench({ PATH: process.env['PATH'], GIT_DIR: '/elsewhere', PYTHONPYCACHEPREFIX: '/old', KEPT: 'yes' });
    try {
      const outcome = await bench.argv(['env', '-0']);
      const seen = Object.fromEntries(bench.log('stdout').toString().split('\0').filter(Boolean).map((entry) => entry.split(/=(.*)/s).slice(0, 2)));
      expect(seen).toEqual(bench.options.environment.env);
      expect(seen).toMatchObject({ KEPT: 'yes', GENERATION_GATE_GENERATION: bench.generation });
      expect(outcome.environmentRemoved).toEqual(['PYTHONPYCACHEPREFIX']);
      expect(outcome.environmentAdded).toEqual([...bench.options.environment.added]);
    } finally {
      bench.remove();
    }
  });
});

describe('the environment of a setup', () => {
  test('knows no generation, not even one of an earlier stamp', () => {
    const { env, removed } = setupEnvironment(
      { GENERATION_GATE_GENERATION: 'old', GENERATION_GATE_TREE_ID: 'old', GENERATION_GATE_CELL: 'old', GIT_DIR: '/g', PIP_INDEX_URL: 'u' },
      binding,
    );
    expect(env).toEqual({ PYTHONDONTWRITEBYTECODE: '1', GENERATION_GATE_ENV_DIR: binding.envDir, PIP_INDEX_URL: 'u' });
    expect(removed).toEqual(['GENERATION_GATE_CELL', 'GENERATION_GATE_GENERATION', 'GENERATION_GATE_TREE_ID', 'GIT_DIR']);
  });
});
