/** Runs commands side by side and tells their processor and wall time. */
import { spawnSync } from 'node:child_process';
import { ENVIRONMENT } from './trees.ts';

export interface Command {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Runs before each measurement, unmeasured. */
  readonly before?: () => void;
  /** Exit codes that are no fault; 0 alone by default. */
  readonly fine?: readonly number[];
}

export interface Time {
  readonly wall: number;
  /** User and system time of the command with all its children, in seconds. */
  readonly cpu: number;
}

/** Seconds of one run, as the shell's own `time` tells them: children included, to the millisecond. */
export function timeOf({ argv, cwd, env, before, fine = [0] }: Command): Time {
  before?.();
  const result = spawnSync('bash', ['-c', 'TIMEFORMAT="%R %U %S"; time "$@" >/dev/null 2>/dev/null 3>&- ', 'time', ...argv], { cwd, env: { ...ENVIRONMENT, ...env, LC_ALL: 'C' }, encoding: 'utf8' });
  if (!fine.includes(result.status ?? -1)) throw new Error(`${argv.join(' ')} ended with ${result.status ?? 'a signal'}; run it by hand in ${cwd}`);
  const [wall = NaN, user = NaN, system = NaN] = result.stderr.trim().split(/\s+/).map(Number);
  return { wall, cpu: user + system };
}

/** Medians of `rounds` runs of each command, taken in turns so that a busy moment hits all of them alike. */
export function sideBySide<Name extends string>(commands: Readonly<Record<Name, Command>>, rounds: number): Record<Name, Time> {
  const names = Object.keys(commands) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as Time[]])) as Record<Name, Time[]>;
  for (const name of names) timeOf(commands[name]);
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) times[name].push(timeOf(commands[name]));
  }
  return Object.fromEntries(names.map((name) => [name, { wall: median(times[name].map(({ wall }) => wall)), cpu: median(times[name].map(({ cpu }) => cpu)) }])) as Record<Name, Time>;
}

/** The time without that of starting the runtime and loading the code. */
export function net(time: Time, start: Time): Time {
  return { wall: Math.max(0, time.wall - start.wall), cpu: Math.max(0, time.cpu - start.cpu) };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? NaN) : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}
