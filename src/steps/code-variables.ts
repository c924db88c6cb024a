/** Variables that decide which code is found, kept as digests: a later replay tells which of them are others. */
import { createHash } from 'node:crypto';
import { findsCode } from '../prepare/environment-origins.ts';

/** Name → digest of the value, salted with the generation. */
export function digestVariables(env: NodeJS.ProcessEnv, salt: string): Readonly<Record<string, string>> {
  const chosen = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && findsCode(entry[0]));
  return Object.fromEntries(chosen.sort().map(([name, value]) => [name, createHash('sha256').update(`${salt}\0${name}\0${value}`).digest('hex')]));
}

/** What differs between the variables of a run and those of now, in words. */
export function otherVariables(recorded: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>): string[] {
  const names = [...new Set([...Object.keys(recorded), ...Object.keys(now)])].sort();
  return names.flatMap((name) => {
    if (recorded[name] === now[name]) return [];
    if (now[name] === undefined) return [`${name} was set for the run and is not now`];
    return [recorded[name] === undefined ? `${name} is set now and was not for the run` : `${name} has another value than for the run`];
  });
}
