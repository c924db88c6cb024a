/** A recorded policy for table tests. */
import type { Policy, PolicyFacts } from '../../src/model/policy.ts';

export const POLICY_DIGEST = '1'.repeat(64);
export const BASE_COMMIT = 'c'.repeat(40);

/** The work tree's own policy, in force. */
export function policy(document: Policy = {}, changes: Partial<PolicyFacts> = {}): PolicyFacts {
  return {
    format: 'generation-gate/policy/1',
    base: null,
    file: { path: 'generation-gate.config.yml', digest: POLICY_DIGEST },
    head: null,
    document,
    binds: true,
    commands: [],
    day: '2026-01-01',
    touched: [],
    against: `HEAD (${BASE_COMMIT})`,
    ...changes,
  };
}

/** The base of a pull request, as it is named. */
export const BASE: NonNullable<PolicyFacts['base']> = { commit: BASE_COMMIT, what: `the base of the pull_request event (${BASE_COMMIT})`, read: 'local' };
