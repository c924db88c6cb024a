/** Isolation and ownership, as they are asked for (WT1, WT2, WT4, WT5). */
import { describe, expect, test } from '@jest/globals';
import { parseInputs } from '../../src/inputs/from-action.ts';
import { parseArguments } from '../../src/inputs/from-argv.ts';

function fromInputs(given: Readonly<Record<string, string>>): ReturnType<typeof parseInputs>['settings'] {
  return parseInputs((name) => ({ run: 'true', ...given })[name] ?? '').settings;
}

function fromArguments(...args: readonly string[]): unknown {
  const parsed = parseArguments(args, '0');
  return parsed.kind === 'call' ? parsed.call.settings : parsed;
}

const ASKED = { isolation: 'worktree', links: ['node_modules', 'data'], onSuccess: 'prune', owned: ['src/**'], forbidden: ['ci/**'], requireRebased: true };

test('as inputs and as arguments they are the same', () => {
  expect(fromInputs({ isolation: 'worktree', link: 'node_modules\ndata\n', 'on-success': 'prune', owned: 'src/**', forbidden: 'ci/**', 'require-rebased': 'true' })).toMatchObject(ASKED);
  expect(fromArguments('gate', '--isolation', 'worktree', '--link', 'node_modules', '--link', 'data', '--on-success', 'prune', '--owned', 'src/**', '--forbidden', 'ci/**', '--require-rebased', '--', 'true')).toMatchObject(ASKED);
  expect(fromInputs({})).toMatchObject({ isolation: 'none', links: [], onSuccess: 'keep', owned: [], forbidden: [], requireRebased: false });
  expect(fromInputs({ isolation: 'false' })).toMatchObject({ isolation: 'none' });
});

describe('is refused', () => {
  test.each<[Readonly<Record<string, string>>, RegExp]>([
    [{ isolation: 'container' }, /--isolation cannot be "container"/],
    [{ link: 'x' }, /"link" is set, and "isolation" is not worktree/],
    [{ 'on-success': 'prune' }, /"on-success" is set/],
    [{ isolation: 'worktree', phase: 'run' }, /phase "run" is one part/],
    [{ isolation: 'worktree', 'on-success': 'burn' }, /--on-success cannot be "burn"/],
    [{ 'require-rebased': 'yes' }, /"require-rebased" cannot be "yes"/],
  ])('%j', (given, words) => {
    expect(() => fromInputs(given)).toThrow(words);
  });

  test.each([
    [['gate', '--link', 'x', '--', 'true'], /--link was given without --isolation worktree/],
    [['gate', '--on-success', 'prune', '--', 'true'], /--on-success was given without/],
    [['gate', '--isolation', 'container', '--', 'true'], /Allowed choices are none, worktree/],
    [['packet'], /--out/],
  ])('%j', (args, words) => {
    expect(() => fromArguments(...args)).toThrow(words);
  });
});
