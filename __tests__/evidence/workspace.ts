/** A real repository with a name for everything that evidence tests ask of it. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { EvidencePlaces } from '../../src/evidence/places.ts';
import { freshFolder, git, write, type Content } from '../support/repository.ts';

export const GREEN = '<?xml version="1.0"?>\n<testsuites><testsuite name="t" tests="1"><testcase classname="c" name="n"/></testsuite></testsuites>\n';

export interface Workspace extends EvidencePlaces {
  readonly gitDir: string;
}

/** A repository with the given files committed. */
export function workspace(files: Readonly<Record<string, Content>> = { 'src/a.py': 'a = 1\n' }): Workspace {
  const top = join(freshFolder(), 'ws');
  mkdirSync(top);
  git(top, 'init', '-q', '-b', 'main');
  write(top, files);
  git(top, 'add', '-A', '-f');
  git(top, 'commit', '-q', '--allow-empty', '-m', 'base');
  return { top, gitDir: join(top, '.git'), otherWorktrees: [], runnerTemp: null };
}

export function globs(...names: readonly string[]): { readonly globs: readonly string[]; readonly logs: readonly string[] } {
  return { globs: names, logs: [] };
}
