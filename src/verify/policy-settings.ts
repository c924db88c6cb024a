/** The settings that a verdict was reached by, named as in the policy. */
import type { Facts } from '../model/facts.ts';
import type { PolicyKey } from '../model/policy.ts';

/** The value of each key that the record tells; keys that leave no trace in it are not there. */
export function settingsInForce({ asked, stamped }: Facts): ReadonlyMap<PolicyKey, unknown> {
  return new Map<PolicyKey, unknown>([
    ['evidence', stamped?.evidence],
    ['log', stamped?.logs],
    ['imports', asked.imports],
    ['require-tests', asked.requireTests],
    ['min-tests', asked.minTests],
    ['slack', asked.slackSeconds],
    ['owned', asked.owned],
    ['forbidden', asked.forbidden],
    ['require-rebased', asked.requireRebased],
    ['survivors', asked.survivors],
    ['repeated', asked.repeated],
    ['foreign-editables', asked.foreignEditables],
    ['unloaded', asked.unloaded],
    ['reject', asked.reject],
    ['witness', asked.witness],
    ['allow-ignored', asked.allowIgnored],
    ['generated', asked.generated],
    ['unwitnessed-ok', asked.unwitnessedOk],
    ['base', asked.base],
    ['replay', asked.replay],
    ['control', asked.control],
  ]);
}
