/** What differs between two records of what a command ran in (RN7). */
import type { Surroundings } from '../model/surroundings.ts';

export interface DifferingNames {
  readonly variables: readonly string[];
  readonly files: readonly string[];
}

/** Names of the variables and files that differ in any of the pairs; a variable that one side did not record is none. */
export function differingNames(pairs: readonly (readonly [Surroundings, Surroundings])[]): DifferingNames {
  const variables = new Set<string>();
  const files = new Set<string>();
  for (const [left, right] of pairs) {
    for (const { name, digest } of left.variables) {
      const other = right.variables.find((one) => one.name === name);
      if (other !== undefined && other.digest !== digest) variables.add(name);
    }
    const digests = new Map(left.files.map(({ path, digest }) => [path, digest]));
    for (const { path, digest } of right.files) if (digests.get(path) !== digest) files.add(path);
    for (const path of digests.keys()) if (right.files.every((one) => one.path !== path)) files.add(path);
  }
  return { variables: [...variables].sort(), files: [...files].sort() };
}

/** A system in words. */
export function systemOf({ system: { distribution, platform, release, arch } }: Surroundings): string {
  return `${distribution ?? platform} (${release}, ${arch})`;
}
