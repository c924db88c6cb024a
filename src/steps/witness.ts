/** The witness around one run: put in front of the command, and read when it has ended (RN5, RN6). */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GateError } from '../model/errors.ts';
import type { AskedInterpreter } from '../model/prepare.ts';
import type { WitnessSight } from '../model/witness.ts';
import { eventBase } from '../inputs/event.ts';
import { isWorkspacePath } from '../prepare/workspace-paths.ts';
import type { CommandTrace } from '../run/processes.ts';
import { openBytecodeCache } from '../run/bytecode-cache/cache.ts';
import { changedSources } from '../run/witness/changed.ts';
import { putEntries, type EntryRequest } from '../run/witness/entry.ts';
import { isPythonSource, twinPaths } from '../run/witness/import-names.ts';
import { installWitness } from '../run/witness/install.ts';
import { observeWitness } from '../run/witness/observe.ts';
import { sampleProcesses } from '../run/witness/sample.ts';
import { stampedView, type StampedView } from '../run/witness/stamped-view.ts';
import { passFileClock, readFileClockNs } from '../workspace/file-clock.ts';
import { VIRTUAL_ENVIRONMENT_MARK } from '../workspace/environment-folder.ts';
import { readBaseline } from '../workspace/recheck.ts';
import { generationFolder } from '../workspace/state.ts';
import type { Context } from './context.ts';
import { baselineOf, type StampRecord } from './records.ts';
import { environmentFolder } from './stamp.ts';

export interface Watch {
  /** Variables for the command's environment. */
  readonly variables: Readonly<Record<string, string>>;
  /** Files of bytecode that the run began with; null where it has no cache of its own. */
  readonly warmed: number | null;
  /** Called once, when the command has been started. */
  readonly onStarted: (trace: CommandTrace) => void;
  /** Ends what goes on beside the command and takes its files out of environments. Called in any case. */
  readonly stop: () => void;
  /** Reads what was recorded. Called once, when the command has ended. */
  readonly observe: () => Promise<WitnessSight>;
}

/** Prepares the witness of one run. `runFolder` exists. Every file that the command makes is newer than this call. */
export async function watch(context: Context, record: StampRecord, runFolder: string, asked: AskedInterpreter): Promise<Watch> {
  const { settings, state } = context;
  const stamped = stampedView(readBaseline(baselineOf(state, record)));
  const witness = settings.witness === 'off' ? nobody('the witness is switched off') : await witnessOf(context, record, runFolder, stamped, asked);
  if (settings.bytecode !== 'isolate') return { ...witness, warmed: null };
  context.progress('preparing the bytecode cache');
  const cache = await openBytecodeCache({
    prefix: join(runFolder, 'bytecode'),
    store: join(state.path, 'bytecode'),
    isOfWorkspace: workspaceTest(context, record, stamped),
    env: context.env,
  });
  return {
    ...witness,
    variables: { ...cache.variables, ...witness.variables },
    warmed: cache.warmed,
    observe: async () => {
      let sight: WitnessSight | null = null;
      try {
        sight = await witness.observe();
        return sight;
      } finally {
        const seen = sight?.state === 'present' ? sight.runtimes.map(({ executable, runtime, version }) => ({ executable, implementation: runtime, version })) : [];
        cache.end([...seen, ...(asked.state === 'found' ? [asked] : [])]);
      }
    },
  };
}

type Witness = Omit<Watch, 'warmed'>;

async function witnessOf(context: Context, record: StampRecord, runFolder: string, stamped: StampedView, asked: AskedInterpreter): Promise<Witness> {
  const { repository, state } = context;
  const { generation } = record.facts;
  const installed = installWitness({ folder: runFolder, top: repository.top, stamped: stamped.paths(), env: context.env, generation });
  if (installed.state === 'absent') return nobody(installed.why);
  const entries = putEntries({ home: installed.home, state: state.path, token: generation, ...environmentsToEnter(context, record, stamped, asked) });
  const before = readFileClockNs(repository.top);
  await passFileClock(repository.top, before);
  const sampler = sampleProcesses();
  return {
    variables: installed.variables,
    onStarted: sampler.start,
    stop: () => {
      sampler.stop();
      entries.remove();
    },
    observe: async () => {
      const endNs = readFileClockNs(repository.top).toString();
      try {
        const observed = await observeWitness({
          records: installed.records,
          top: repository.top,
          stamped,
          otherWorktrees: record.facts.otherWorktrees,
          roots: record.facts.origins?.offer.roots ?? [],
          env: context.env,
          running: sampler.seen(),
        });
        const changed = observed.processes === 0 ? null : await changedSources({ top: repository.top, objectFormat: repository.objectFormat, sources: ownSources(stamped.paths(), record), bases: basesOf(context) });
        const entered = context.settings.witnessPth === 'never' ? {} : { entered: [...entries.entered], notEntered: [...entries.notEntered] };
        return { state: 'present', ...observed, ...entered, startNs: before.toString(), endNs, setupNs: record.facts.setupClockNs ?? null, changed };
      } catch (error) {
        if (error instanceof GateError) throw error;
        return { state: 'absent', why: `its records cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})` };
      }
    },
  };
}

/** Places where environments of a workspace lie by custom; `/*` for each folder in it. */
const CUSTOMARY = ['.venv', 'venv', 'env', '.tox/*', '.nox/*'] as const;

/** The environments that `--witness-pth` names, and which of them are off limits. */
function environmentsToEnter({ settings, repository, state }: Context, { facts }: StampRecord, stamped: StampedView, asked: AskedInterpreter): Pick<EntryRequest, 'environments' | 'whyNot'> {
  if (settings.witnessPth === 'never') return { environments: [], whyNot: () => null };
  const { top } = repository;
  const envDir = environmentFolder(generationFolder(state, facts.generation));
  const customary = [...CUSTOMARY.map((place) => join(top, place)), envDir, `${envDir}/*`].flatMap((place) => (place.endsWith('/*') ? foldersIn(place.slice(0, -2)) : [place]));
  const environments = [...new Set([...(asked.state === 'found' ? [asked.prefix] : []), ...customary.filter((place) => existsSync(join(place, VIRTUAL_ENVIRONMENT_MARK)))])];
  return {
    environments,
    whyNot: (environment) => {
      const inside = environment.startsWith(`${top}/`) && facts.otherWorktrees.every((worktree) => !`${environment}/`.startsWith(`${top}/${worktree}/`));
      if (!inside && !environment.startsWith(`${envDir}/`) && environment !== envDir && settings.witnessPth === 'own') return 'it lies outside of this workspace (--witness-pth any enters it)';
      const folder = `${environment.slice(top.length + 1)}/`;
      return inside && [...stamped.paths()].some((path) => path.startsWith(folder)) ? 'stamped paths lie in it' : null;
    },
  };
}

function foldersIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}

function nobody(why: string): Witness {
  return { variables: {}, onStarted: () => undefined, stop: () => undefined, observe: () => Promise.resolve({ state: 'absent', why }) };
}

/** Files of the workspace, and installed files that stand for one: no bytecode of them outlives a run (PR2). */
function workspaceTest({ repository }: Context, { facts }: StampRecord, stamped: StampedView): (path: string) => boolean {
  const place = { top: repository.top, otherWorktrees: facts.otherWorktrees };
  const roots = ['', 'src', ...(facts.origins?.offer.roots ?? [])];
  const folders = new Map<string, boolean>();
  return (path) => {
    const folder = dirname(path);
    const inside = folders.get(folder) ?? isWorkspacePath(folder, place);
    folders.set(folder, inside);
    if (inside || (path.startsWith(`${place.top}/`) && stamped.has(path.slice(place.top.length + 1)))) return true;
    const installed = /^.*\/(?:site|dist)-packages\/(?<rest>.+)\.py$/s.exec(path)?.groups?.['rest'];
    if (installed === undefined) return false;
    const name = installed.replace(/\/__init__$/, '').replaceAll('/', '.');
    return twinPaths(name, path.slice(path.lastIndexOf('/') + 1), roots, stamped.has).length > 0;
  };
}

/** Source files of the workspace's own repository: what lies in one inside it belongs to another history. */
function ownSources(paths: Iterable<string>, { facts }: StampRecord): readonly string[] {
  const nested = facts.nested.map(({ path }) => `${path}/`);
  return [...paths].filter((path) => isPythonSource(path) && !nested.some((folder) => path.startsWith(folder)));
}

export function basesOf({ env, repository }: Context): readonly { readonly commit: string; readonly what: string }[] {
  const event = eventBase(env, repository.top);
  return [
    ...(event === null ? [] : [{ commit: event.sha, what: `the base of the ${event.event} event, ${event.sha}` }]),
    ...(repository.head === null ? [] : [{ commit: repository.head, what: `HEAD, ${repository.head}` }]),
  ];
}
