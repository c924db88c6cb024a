import { describe, expect, test } from '@jest/globals';
import { expectedCells, neededJobsIn } from '../../src/inputs/expected-cells.ts';
import { parseInputs } from '../../src/inputs/from-action.ts';
import { parseArguments } from '../../src/inputs/from-argv.ts';

const WHERE = 'Input "expect-cells"';

describe('the cells that a fan-in waits for', () => {
  test.each<[string, string, readonly string[]]>([
    ['names', 'linux, macos\n windows,', ['linux', 'macos', 'windows']],
    ['nothing', '  ', []],
    ['a JSON list', '["linux","macos"]', ['linux', 'macos']],
    ['the include list of a matrix', '[{"cell":"linux","os":"ubuntu"},{"cell":"macos","n":3}]', ['linux', 'macos']],
    ['a matrix with the key cell', '{"cell":["a","b"],"os":["x","y"]}', ['a', 'b']],
    ['a matrix with include', '{"include":[{"cell":"a"},{"cell":"b"}]}', ['a', 'b']],
    ['a matrix whose include adds to a combination', '{"cell":["a","b"],"include":[{"cell":"b","flag":true},{"cell":"c"}]}', ['a', 'b', 'c']],
  ])('%s', (_, text, cells) => {
    expect(expectedCells(text, WHERE)).toEqual({ cells, jobs: [] });
  });

  test('the jobs that it needs, by their ids', () => {
    expect(expectedCells('{"linux":{"result":"success","outputs":{}},"macos":{"result":"failure","outputs":{}}}', WHERE)).toEqual({
      cells: ['linux', 'macos'],
      jobs: [{ job: 'linux', result: 'success' }, { job: 'macos', result: 'failure' }],
    });
  });

  test('the jobs that it needs, one of which says which cells there are', () => {
    const needs = (cells: string): string => JSON.stringify({ plan: { result: 'success', outputs: { cells, other: 'x' } }, cell: { result: 'success', outputs: {} } });
    for (const output of ['a, b', '["a","b"]', '[{"cell":"a"},{"cell":"b"}]', '{"include":[{"cell":"a"},{"cell":"b"}]}']) {
      expect(expectedCells(needs(output), WHERE)).toEqual({ cells: ['a', 'b'], jobs: [{ job: 'plan', result: 'success' }, { job: 'cell', result: 'success' }] });
    }
    expect(expectedCells(needs(''), WHERE).cells).toEqual([]);
  });

  test.each<[string, string, RegExp]>([
    ['cut off', '["a",', /it is no JSON/],
    ['numbers', '[1,2]', /neither names nor combinations/],
    ['combinations without a cell', '[{"os":"x"}]', /neither names nor combinations/],
    ['another object', '{"os":["x"]}', /neither the jobs of "needs" nor a matrix/],
    ['no object in it', '{}', /neither the jobs/],
    ['an unknown ending', '{"a":{"result":"fine"}}', /neither the jobs/],
    ['a name twice', 'a,b,a', /names the cell "a" twice/],
    ['a name twice in JSON', '["a","a"]', /names the cell "a" twice/],
  ])('are refused: %s', (_, text, words) => {
    expect(() => expectedCells(text, WHERE)).toThrow(words);
  });

  test('must have names that a cell can have', () => {
    expect(() => parseInputs((name) => ({ phase: 'fan-in', 'expect-cells': '["::error::x"]' })[name] ?? '')).toThrow(/--expect cannot be "::error::x"/);
  });

  test('and the endings of the jobs can be handed over beside a list', () => {
    expect(neededJobsIn('{"cell":{"result":"cancelled","outputs":{}}}', 'Input "needs"')).toEqual([{ job: 'cell', result: 'cancelled' }]);
    expect(() => neededJobsIn('a, b', 'Input "needs"')).toThrow(/no JSON/);
    expect(() => neededJobsIn('[]', 'Input "needs"')).toThrow(/not the JSON of the jobs/);
    const { settings } = parseInputs((name) => ({ phase: 'fan-in', 'expect-cells': 'a, b', needs: '{"cell":{"result":"failure"}}' })[name] ?? '');
    expect(settings).toMatchObject({ expectCells: ['a', 'b'], neededJobs: [{ job: 'cell', result: 'failure' }] });
  });

  test('are read the same on the command line', () => {
    const parsed = parseArguments(['fan-in', '--expect', '["a","b"]', '--expect', 'c,d', 'bundles'], '0');
    expect(parsed).toMatchObject({ kind: 'call', call: { settings: { expectCells: ['a', 'b', 'c', 'd'], neededJobs: [] } } });
  });
});
