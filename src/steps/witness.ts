/** The witness around one run: put in front of the command, and read when it has ended (RN5, RN6). */
import { join } from 'node:path';
import { GateError } from '../model/errors.ts';
import type { WitnessSight } from '../model/witness.ts';
import { eventBase } from '../inputs/event.ts';
import { changedSources } from '../run/witness/changed.ts';
import { isPythonSource } from '../run/witness/import-names.ts';
import { installWitness } from '../run/witness/install.ts';
import { observeWitness } from '../run/witness/observe.ts';
import { stampedView } from '../run/witness/stamped-view.ts';
import { passFileClock, readFileClockNs } from '../workspace/file-clock.ts';
import { readBaseline } from '../workspace/recheck.ts';
import type { Context } from './context.ts';
import { baselineOf, type StampRecord } from './records.ts';

export interface Watch {
  /** Variables for the command's environment. */
  readonly variables: Readonly<Record<string, string>>;
  /** Reads what was recorded. Called once, when the command has ended. */
  readonly observe: () => Promise<WitnessSight>;
}

/** Prepares the witness of one run. `runFolder` exists. Every file that the command makes is newer than this call. */
export async function watch(context: Context, record: StampRecord, runFolder: string): Promise<Watch> {
  const { repository, settings, state } = context;
  const cache = settings.bytecode === 'isolate' ? isolatedCache(runFolder) : {};
  if (settings.witness === 'off') return nobody('the witness is switched off', cache);
  const stamped = stampedView(readBaseline(baselineOf(state, record)));
  const installed = installWitness({ folder: runFolder, top: repository.top, stamped: stamped.paths(), env: context.env });
  if (installed.state === 'absent') return nobody(installed.why, cache);
  const before = readFileClockNs(repository.top);
  await passFileClock(repository.top, before);
  return {
    variables: { ...cache, ...installed.variables },
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
        });
        const changed = observed.processes === 0 ? null : await changedSources({ top: repository.top, objectFormat: repository.objectFormat, sources: ownSources(stamped.paths(), record), bases: basesOf(context) });
        return { state: 'present', ...observed, startNs: before.toString(), endNs, setupNs: record.facts.setupClockNs ?? null, changed };
      } catch (error) {
        if (error instanceof GateError) throw error;
        return { state: 'absent', why: `its records cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})` };
      }
    },
  };
}

/** A bytecode cache that nothing was written to before (PR2). Writing is on again: it reaches this folder alone. */
function isolatedCache(runFolder: string): Readonly<Record<string, string>> {
  return { PYTHONPYCACHEPREFIX: join(runFolder, 'bytecode'), PYTHONDONTWRITEBYTECODE: '' };
}

function nobody(why: string, variables: Readonly<Record<string, string>>): Watch {
  return { variables, observe: () => Promise.resolve({ state: 'absent', why }) };
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
