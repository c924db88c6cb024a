/** What earlier work left in the workspace: looked at before the command starts and right after it ended (PR4). */
import type { Leftovers } from '../model/leftovers.ts';
import type { CapturedCommand } from '../model/run-record.ts';
import { testFileTest } from '../compare/test-files.ts';
import { watchBuildOutputs } from '../prepare/build-outputs.ts';
import { watchLeftovers } from '../prepare/leftovers.ts';
import { changedSources } from '../run/witness/changed.ts';
import { stampedView } from '../run/witness/stamped-view.ts';
import { git } from '../workspace/git.ts';
import { readBaseline } from '../workspace/recheck.ts';
import type { Context } from './context.ts';
import { baselineOf, type StampRecord } from './records.ts';
import { basesOf } from './witness.ts';

export interface LeftoversSight {
  readonly leftovers: Leftovers;
  /** The same, as the command left it. */
  readonly again: () => Leftovers;
}

/** Looks at what is there now. `command` is null where the workflow's own steps ran the tests. */
export async function sightLeftovers(context: Context, record: StampRecord, command: CapturedCommand | null): Promise<LeftoversSight> {
  const { repository, state, env } = context;
  const { top, objectFormat } = repository;
  const stamped = stampedView(readBaseline(baselineOf(state, record)));
  const { isTest } = testFileTest([]);
  const nested = record.facts.nested.map(({ path }) => `${path}/`);
  const outputs = await watchBuildOutputs({
    top,
    stamped,
    isTest,
    command: commandText(command),
    changed: async (paths) => changedSources({ top, objectFormat, sources: paths.filter((path) => !nested.some((folder) => path.startsWith(folder))), bases: await bases(context) }),
  });
  const found = watchLeftovers({ top, stamped, isTest, preparedNs: BigInt(record.facts.setupClockNs ?? record.facts.fileClockNs), command: `${commandText(command)} ${env['PYTEST_ADDOPTS'] ?? ''}` });
  return {
    leftovers: { buildOutputs: outputs.outputs, found: [...found.found] },
    again: () => ({ buildOutputs: outputs.again(), found: found.again() }),
  };
}

/** `--base` first, then what an event names, then HEAD. */
async function bases(context: Context): Promise<ReturnType<typeof basesOf>> {
  const { base } = context.settings;
  if (base === null) return basesOf(context);
  const named = await git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${base}^{commit}`], { cwd: context.repository.top });
  const commit = named.stdout.toString('latin1').trim();
  return [...(named.code === 0 && commit !== '' ? [{ commit, what: `--base, ${commit}` }] : []), ...basesOf(context)];
}

function commandText(command: CapturedCommand | null): string {
  return command === null ? '' : command.form === 'argv' ? command.argv.join(' ') : command.text;
}
