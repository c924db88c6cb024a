/** The external filters that a repository's configuration names, and how a call of git is kept from running them (ST3). */
import { decodePath } from '../model/path.ts';
import { git } from './git.ts';

const OFF: readonly (readonly [string, string])[] = [['clean', ''], ['smudge', ''], ['process', ''], ['required', 'false']];

/** Names of the filters for which one of the settings (`clean`, `smudge`, `process`) is configured. Reading it runs nothing. */
export async function configuredFilters(folder: string, settings: readonly string[]): Promise<ReadonlySet<string>> {
  const listed = await git(['config', '--null', '--name-only', '--get-regexp', `^filter\\..*\\.(${settings.join('|')})$`], { cwd: folder });
  const names = decodePath(listed.stdout).split('\0').map((key) => key.slice('filter.'.length, key.lastIndexOf('.')));
  return new Set(names.filter((name) => name !== ''));
}

/**
 * Variables that switch every configured filter off for one call of git in that repository. A call that compares files
 * with their blobs needs them: where stat data do not settle it, git passes the file's bytes to the repository's own
 * program. They are variables, since `-c` takes no name with an equals sign (git-config(1), `GIT_CONFIG_COUNT`).
 */
export async function withoutFilters(folder: string): Promise<Readonly<Record<string, string>>> {
  return filtersOff(await configuredFilters(folder, OFF.map(([setting]) => setting)));
}

/** The variables of {@link withoutFilters} for filters whose names are known. */
export function filtersOff(names: ReadonlySet<string>): Readonly<Record<string, string>> {
  const entries = [...names].flatMap((name) => OFF.map(([setting, value]) => [`filter.${name}.${setting}`, value] as const));
  return Object.fromEntries([
    ['GIT_CONFIG_COUNT', String(entries.length)],
    ...entries.flatMap(([key, value], at) => [[`GIT_CONFIG_KEY_${at}`, key], [`GIT_CONFIG_VALUE_${at}`, value]]),
  ]) as Record<string, string>;
}
