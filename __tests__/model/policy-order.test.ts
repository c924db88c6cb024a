/** Which policy is tighter, key by key, and that a head never loosens its base (PO3). */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Policy, PolicyKey } from '../../src/model/policy.ts';
import { isAsTight, mergePolicies, POLICY_ORDER, policyKeys, same } from '../../src/model/policy-order.ts';

const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 4 });
const deviations = fc.uniqueArray(fc.constantFrom('GG-RUN-REPEATED', 'GG-LEFTOVER-FOUND', 'GG-RUN-SURVIVORS').map((rule) => ({ rule, reason: 'x', expires: '2030-01-01' })), { selector: ({ rule }) => rule });

function valuesOf(key: PolicyKey): fc.Arbitrary<unknown> {
  if (key === 'accept') return deviations;
  const order = POLICY_ORDER[key];
  switch (order.kind) {
    case 'scale':
      return fc.constantFrom(...order.from);
    case 'number':
      return fc.integer({ min: 0, max: 5 });
    case 'fixed':
      return fc.constantFrom('one', 'two', ['three']);
    default:
      return names;
  }
}

const KEYS = Object.keys(POLICY_ORDER) as PolicyKey[];
const policies = fc.record(Object.fromEntries(KEYS.map((key) => [key, valuesOf(key)])), { requiredKeys: [] }) as fc.Arbitrary<Policy>;

describe('a merged policy (PO3)', () => {
  test('is never looser than the base, for every key', () => {
    fc.assert(
      fc.property(policies, policies, (base, head) => {
        const { policy } = mergePolicies(base, head);
        for (const key of KEYS) {
          if (!isAsTight(POLICY_ORDER[key], policy[key], base[key])) throw new Error(`${key}: base ${JSON.stringify(base[key])}, head ${JSON.stringify(head[key])}, merged ${JSON.stringify(policy[key])}`);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test.each(KEYS)('takes %s from a head that tightens it: the property above would hold as well if no head ever counted', (key) => {
    const order = POLICY_ORDER[key];
    const looser: Policy = order.kind === 'allows' ? { [key]: ['a', 'b'] } : order.kind === 'scale' ? ({ [key]: order.from[0] }) : {};
    const value = order.kind === 'scale' ? order.from.at(-1) : order.kind === 'number' ? (order.tighter === 'more' ? (order.unset ?? 0) + 1 : (order.unset ?? 9) - 1) : order.kind === 'fixed' ? 'one' : ['a'];
    expect(mergePolicies(looser, { [key]: value })).toEqual({ policy: { [key]: value }, notCounted: [] });
  });

  test('takes from a head what tightens, and says of the rest that it does not count', () => {
    fc.assert(
      fc.property(policies, policies, (base, head) => {
        const { policy, notCounted } = mergePolicies(base, head);
        for (const key of policyKeys(head)) {
          const counts = isAsTight(POLICY_ORDER[key], policy[key], head[key]);
          if (!counts && !notCounted.some((one) => one.key === key)) throw new Error(`${key} is dropped without a word`);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test('changes nothing without a head, and is the head where only it speaks and tightens', () => {
    fc.assert(fc.property(policies, (base) => same(mergePolicies(base, {}).policy, base)));
    const head: Policy = { command: ['pytest'], evidence: ['a.xml'], witness: 'required', 'min-tests': 3, timeout: 60, owned: ['src/**'], 'allow-ignored': ['x'], survivors: 'reject', slack: 5 };
    const { policy, notCounted } = mergePolicies({}, head);
    expect(policy).toEqual({ command: ['pytest'], evidence: ['a.xml'], witness: 'required', 'min-tests': 3, timeout: 60, owned: ['src/**'], survivors: 'reject' });
    expect(notCounted).toEqual([
      { key: 'slack', why: 'it asks for 5, and 1 is in force' },
      { key: 'allow-ignored', why: 'it asks for ["x"], and [] is in force' },
    ]);
  });

  test('keeps the command of the base, in whatever form the head names another', () => {
    expect(mergePolicies({ run: 'pytest' }, { command: ['true'] })).toEqual({ policy: { run: 'pytest' }, notCounted: [{ key: 'command', why: 'it asks for ["true"], and nothing is in force' }] });
    expect(mergePolicies({ command: ['pytest'] }, { cells: { linux: { command: ['true'] } } }).policy).toEqual({ command: ['pytest'] });
    expect(mergePolicies({ setup: 'make' }, { 'setup-script': 'x.sh' }).policy).toEqual({ setup: 'make' });
  });
});

describe('the order', () => {
  test.each<[PolicyKey, unknown, unknown, boolean]>([
    ['witness', 'required', 'observe', true],
    ['witness', 'off', undefined, false],
    ['witness', undefined, 'observe', true],
    ['min-tests', 2, 3, false],
    ['timeout', 60, 600, true],
    ['timeout', undefined, 600, false],
    ['slack', 2, undefined, false],
    ['evidence', ['a', 'b'], ['a'], true],
    ['evidence', undefined, ['a'], false],
    ['allow-ignored', ['a'], undefined, false],
    ['allow-ignored', undefined, ['a'], true],
    ['owned', undefined, ['a'], false],
    ['owned', ['a'], undefined, true],
    ['owned', ['a'], ['b'], false],
    ['command', ['x'], undefined, true],
    ['command', undefined, ['x'], false],
  ])('%s: is %p as tight as %p? %p', (key, value, than, expected) => {
    expect(isAsTight(POLICY_ORDER[key], value, than)).toBe(expected);
  });
});
