/** What the second directories and the whole gate cost: beside a clone of git's, and beside the tests themselves. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { net, sideBySide, type Command, type Time } from './timing.ts';
import { BENCH_FOLDER } from './trees.ts';

export interface Compared {
  readonly what: string;
  readonly ours: Time;
  readonly other: string;
  readonly theirs: Time;
}

/** The directory of a replay, made of the stamp of a tree, against a clone that borrows the same objects. */
export function benchReplay(node: string, driver: string, tree: string, files: number, rounds: number): readonly Compared[] {
  const state = join(BENCH_FOLDER, `replay-state-${files}`);
  const clones = join(BENCH_FOLDER, `replay-clone-${files}`);
  const step = (name: string): readonly string[] => [node, driver, name, tree, state];
  rmSync(state, { recursive: true, force: true });
  sideBySide({ measure: { argv: step('measure'), cwd: tree } }, 0);
  const empty = (folder: string): void => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  };
  const times = sideBySide(
    {
      start: { argv: step('nothing'), cwd: tree },
      replay: { argv: step('replay'), cwd: tree, before: () => empty(join(state, 'second')) },
      clone: { argv: ['git', 'clone', '-q', '--shared', tree, join(clones, 'clone')], cwd: tree, before: () => empty(clones) },
    },
    rounds,
  );
  for (const folder of [state, clones]) rmSync(folder, { recursive: true, force: true });
  return [{ what: `${files.toLocaleString('en-US')} files: directory of a replay`, ours: net(times.replay, times.start), other: 'git clone --shared', theirs: times.clone }];
}

/** The suite whose share is told, in seconds; the command that is measured waits less, and what the gate adds to it is the same. */
const SUITE_SECONDS = 60;
const WAIT_SECONDS = 2;

/** What the gate adds to a command, as a share of a suite that takes a minute: alone, and with second runs less these runs themselves. */
export function benchShare(node: string, cli: string, tree: string, files: number, rounds: number): readonly string[] {
  const state = join(BENCH_FOLDER, `share-state-${files}`);
  const report = join(BENCH_FOLDER, `share-reports-${files}`);
  mkdirSync(report, { recursive: true });
  const script = `import os, time; time.sleep(${WAIT_SECONDS}); open(${JSON.stringify(join(report, 'junit.xml'))}, "w").write("<testsuite name='%s'><testcase name='a'/></testsuite>" % os.environ.get("GENERATION_GATE_GENERATION"))`;
  const command = ['python3', '-c', script];
  const gate = (...options: readonly string[]): Command => ({ argv: [node, cli, 'gate', '--quiet', '--state', state, '--evidence', join(report, 'junit.xml'), ...options, '--', ...command], cwd: tree, fine: [0, 1] });
  const base = ['--base', 'HEAD', '--baseline', 'observe'];
  const times = sideBySide({ alone: { argv: command, cwd: tree }, gate: gate(), replay: gate('--replay'), base: gate(...base), both: gate(...base, '--replay') }, rounds);
  const row = (what: string, { wall, cpu }: Time, runs: number): string => {
    const own = { wall: wall - runs * times.alone.wall, cpu: cpu - runs * times.alone.cpu };
    return `| ${files.toLocaleString('en-US')} files: ${what} | ${own.wall.toFixed(2)} s | ${own.cpu.toFixed(2)} s | ${((own.wall / SUITE_SECONDS) * 100).toFixed(1)} % | ${((own.cpu / SUITE_SECONDS) * 100).toFixed(1)} % | ${runs} |`;
  };
  rmSync(state, { recursive: true, force: true });
  return [row('the gate alone', times.gate, 1), row('with --replay', times.replay, 2), row('with --base', times.base, 2), row('with --base and --replay', times.both, 3)];
}

/** Heads of the table whose rows {@link benchShare} gives. */
export const SHARE_HEAD = ['| what the gate adds | wall | cpu | share of a minute, wall | cpu | runs of the command |', '| --- | --- | --- | --- | --- | --- |'] as const;
