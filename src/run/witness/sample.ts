/**
 * Looks from time to time at the command's processes for Python ones. Those whose parent is no witnessed Python are told
 * by nobody else when they have no witness: `env -i python` in a shell script. One that ends between two looks is missed.
 */
import { readlinkSync } from 'node:fs';
import { posix } from 'node:path';
import { PYTHON_NAME } from '../../prepare/programs.ts';
import { argumentsOf, listProcesses, type CommandTrace, type ProcessEntry } from '../processes.ts';

/** A Python process of the command, as it was when it was first seen to be one. */
export interface RunningPython {
  readonly pid: number;
  readonly parent: number;
  readonly argv: readonly string[];
  /** Command lines of the processes above it, up to the command itself, nearest first. */
  readonly above: readonly string[];
}

export interface Sampler {
  readonly start: (trace: CommandTrace) => void;
  readonly stop: () => void;
  readonly seen: () => readonly RunningPython[];
}

/** In milliseconds: soon at first, since most commands are short, then at a rate that costs nothing. */
const FIRST_LOOK_MS = 100;
const LATEST_LOOK_MS = 1_000;
const SEEN_LIMIT = 2_000;

/** A sampler that has not begun. Sees nothing where there is no /proc. */
export function sampleProcesses(): Sampler {
  const seen = new Map<string, RunningPython>();
  let timer: NodeJS.Timeout | undefined;
  function look(trace: CommandTrace, pause: number): void {
    timer = setTimeout(() => {
      for (const one of runningPythons(trace, seen)) seen.set(one.key, one.found);
      look(trace, Math.min(2 * pause, LATEST_LOOK_MS));
    }, pause);
    timer.unref();
  }
  return {
    start: (trace) => {
      if (process.platform === 'linux') look(trace, FIRST_LOOK_MS);
    },
    stop: () => clearTimeout(timer),
    seen: () => [...seen.values()],
  };
}

function runningPythons(trace: CommandTrace, known: ReadonlyMap<string, RunningPython>): readonly { readonly key: string; readonly found: RunningPython }[] {
  if (known.size >= SEEN_LIMIT) return [];
  const all = new Map(listProcesses().map((entry) => [entry.pid, entry]));
  const found: { key: string; found: RunningPython }[] = [];
  for (const entry of all.values()) {
    const key = `${entry.pid} ${entry.started}`;
    if (entry.started < trace.started || known.has(key) || !PYTHON_NAME.test(programOf(entry))) continue;
    const above = ancestorsOf(entry, all, trace);
    if (above === null) continue;
    const argv = argumentsOf(entry.pid);
    // Between fork and exec a child is its parent still.
    if (argv.length === 0 || argv.join('\0') === argumentsOf(entry.parent).join('\0')) continue;
    found.push({ key, found: { pid: entry.pid, parent: entry.parent, argv, above: above.map(({ pid }) => argumentsOf(pid).join(' ')) } });
  }
  return found;
}

function programOf({ pid, state }: ProcessEntry): string {
  if (state === 'Z' || state === 'X') return '';
  try {
    return posix.basename(readlinkSync(`/proc/${pid}/exe`));
  } catch {
    return '';
  }
}

/** The processes above one of the command's own; null for a process that is none. */
function ancestorsOf(entry: ProcessEntry, all: ReadonlyMap<number, ProcessEntry>, { leader }: CommandTrace): readonly ProcessEntry[] | null {
  const above: ProcessEntry[] = [];
  for (let one: ProcessEntry | undefined = entry; one !== undefined && above.length < 64; one = all.get(one.parent)) {
    if (one !== entry) above.push(one);
    if (one.pid === leader) return above;
  }
  return entry.session === leader || entry.group === leader ? above : null;
}
