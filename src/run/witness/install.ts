/** Puts the witness in front of a command: its sources, its settings, and the variables that start it (RN5). */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assetPath } from '../../assets.ts';
import { encodePath } from '../../model/path.ts';
import { startTime } from '../../workspace/state.ts';
import { candidateNames } from './import-names.ts';

export interface WitnessPlace {
  /** Folder of this run, made by the caller. */
  readonly folder: string;
  /** Real path of the workspace's top level. */
  readonly top: string;
  readonly stamped: Iterable<string>;
  /** What the command would inherit. */
  readonly env: NodeJS.ProcessEnv;
  /** Of the run that is witnessed: by it a process in an entered environment knows that it belongs to it. */
  readonly generation: string;
}

export type InstalledWitness =
  | { readonly state: 'installed'; readonly home: string; readonly records: string; readonly variables: Readonly<Record<string, string>> }
  | { readonly state: 'absent'; readonly why: string };

/**
 * Installs the witness for one run. Python finds it by PYTHONPATH, and it takes itself off the path again; nothing of
 * an environment is written.
 */
export function installWitness({ folder, top, stamped, env, generation }: WitnessPlace): InstalledWitness {
  const home = join(folder, 'witness');
  const records = join(folder, 'witness-records');
  // PYTHONPATH has no way to quote its separator.
  if (/[:\uDC80-\uDCFF]/.test(home)) return { state: 'absent', why: `the state folder's path holds a character that PYTHONPATH cannot (${home})` };
  mkdirSync(home, { recursive: true, mode: 0o700 });
  mkdirSync(records, { recursive: true, mode: 0o700 });
  for (const name of ['sitecustomize.py', 'entry.py', 'witness_records.py', 'witness.py'] as const) copyFileSync(assetPath(name), join(home, name));
  writeFileSync(join(home, 'settings'), encodePath([records, top, ...candidateNames(stamped)].join('\0')));
  writeFileSync(join(home, 'run'), `${generation} ${process.pid} ${startTime(process.pid) ?? ''}\n`);
  const inherited = env['PYTHONPATH'] ?? '';
  return {
    state: 'installed',
    home,
    records,
    // An empty entry would put the working folder on the path.
    variables: { PYTHONPATH: inherited === '' ? home : `${home}:${inherited}`, ...throughTox(env, inherited) },
  };
}

/** What every environment of tox inherits: in tox.ini and setup.cfg, in tox.toml, and in pyproject.toml. */
const TOX_SECTIONS: readonly string[] = ['testenv', 'env_run_base', 'tool.tox.env_run_base'];

/**
 * tox gives its commands a list of variables. Where the user has no PYTHONPATH of their own, letting it pass changes
 * nothing but the witness; where they have, tox keeps it out, and so must we.
 */
function throughTox(env: NodeJS.ProcessEnv, inherited: string): Readonly<Record<string, string>> {
  if (inherited !== '') return {};
  const own = env['TOX_OVERRIDE'] ?? '';
  return { TOX_OVERRIDE: [...(own === '' ? [] : [own]), ...TOX_SECTIONS.map((section) => `${section}.pass_env+=PYTHONPATH`)].join(';') };
}
