/** The machine's processes, and which of them belong to a command. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { decodePath } from '../model/path.ts';
import type { Survivor } from '../model/run-record.ts';

export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** One letter as in proc(5): Z and X have ended already and wait for their parent. */
  readonly state: string;
  /** Clock ticks since boot; 0 where the system does not tell. */
  readonly started: number;
}

/** How to recognise the processes of one command. */
export interface CommandTrace {
  /** The command's own process, which leads a session and a group of the same number. */
  readonly leader: number;
  /** When the leader started, in clock ticks: what is older cannot come from it. */
  readonly started: number;
  /** `NAME=value` in the environment of every process of the command. */
  readonly marker: string;
}

/** A file by the two numbers that name it. */
export interface FileIdentity {
  readonly dev: bigint;
  readonly ino: bigint;
}

const SHOWN_ARGUMENTS = 16;
const SHOWN_CHARACTERS = 200;

/** Every process that can be seen, those that have ended but were not collected included. */
export function listProcesses(): ProcessEntry[] {
  if (process.platform !== 'linux') return listByPs();
  return numericNames('/proc').flatMap((pid) => readProcess(Number(pid)) ?? []);
}

/** One process, `undefined` where it is gone. Linux only. */
export function readProcess(pid: number): ProcessEntry | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // The second field is the program's name in parentheses; the program chooses it, parentheses and blanks included.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const number = (index: number): number => Number(fields[index] ?? Number.NaN);
  return { pid, state: fields[0] ?? '?', parent: number(1), group: number(2), session: number(3), started: number(19) };
}

/** `ps` where there is no /proc; it tells neither session nor start time in numbers that can be compared. */
export function listByPs(): ProcessEntry[] {
  const text = execFileSync('ps', ['-A', '-o', 'pid=', '-o', 'ppid=', '-o', 'pgid=', '-o', 'stat='], { encoding: 'latin1' });
  return text
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields.length === 4)
    .map(([pid, parent, group, stat]) => ({
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      session: 0,
      state: stat?.[0] ?? '?',
      started: 0,
    }));
}

/**
 * The living processes of a command: its session, its group, and those that left both but carry its marker.
 * This process and its ancestors are never among them.
 */
export function processesOf(trace: CommandTrace): Survivor[] {
  const all = listProcesses();
  const spared = ancestry(all);
  return all.flatMap((entry) => {
    if (spared.has(entry.pid) || hasEnded(entry) || entry.started < trace.started) return [];
    const reason = tie(entry, trace);
    return reason === undefined ? [] : [{ pid: entry.pid, argv: shownArguments(entry.pid), reason }];
  });
}

/** The living processes that hold one of `files` open. Linux only; elsewhere none can be told. */
export function holdersOf(files: readonly FileIdentity[]): Survivor[] {
  if (process.platform !== 'linux' || files.length === 0) return [];
  return numericNames('/proc')
    .map(Number)
    .filter((pid) => pid !== process.pid && numericNames(`/proc/${pid}/fd`).some((fd) => isOneOf(`/proc/${pid}/fd/${fd}`, files)))
    .map((pid) => ({ pid, argv: shownArguments(pid), reason: 'output' as const }));
}

function tie(entry: ProcessEntry, trace: CommandTrace): Survivor['reason'] | undefined {
  if (entry.group === trace.leader) return 'group';
  if (entry.session === trace.leader) return 'session';
  return carriesMarker(entry.pid, trace.marker) ? 'environment' : undefined;
}

function hasEnded(entry: ProcessEntry): boolean {
  return entry.state === 'Z' || entry.state === 'X';
}

function ancestry(all: readonly ProcessEntry[]): Set<number> {
  const parents = new Map(all.map((entry) => [entry.pid, entry.parent]));
  const found = new Set<number>();
  for (let pid: number | undefined = process.pid; pid !== undefined && pid > 0 && !found.has(pid); pid = parents.get(pid)) {
    found.add(pid);
  }
  return found;
}

/** An environment that may not be read belongs to another user or to a process that is going: it is no match. */
function carriesMarker(pid: number, marker: string): boolean {
  try {
    return `\0${readFileSync(`/proc/${pid}/environ`, 'latin1')}`.includes(`\0${Buffer.from(marker).toString('latin1')}\0`);
  } catch {
    return false;
  }
}

/** The arguments of a process, its program's name included; empty where they cannot be read. Linux only. */
export function argumentsOf(pid: number): readonly string[] {
  try {
    const text = decodePath(readFileSync(`/proc/${pid}/cmdline`)).replace(/\0$/, '');
    return text === '' ? [] : text.split('\0');
  } catch {
    return [];
  }
}

function shownArguments(pid: number): string[] {
  const whole = argumentsOf(pid);
  const shown = whole.slice(0, SHOWN_ARGUMENTS).map((argument) => cut(argument));
  return whole.length > SHOWN_ARGUMENTS ? [...shown, '…'] : shown;
}

function cut(argument: string): string {
  return argument.length > SHOWN_CHARACTERS ? `${argument.slice(0, SHOWN_CHARACTERS)}…` : argument;
}

function isOneOf(link: string, files: readonly FileIdentity[]): boolean {
  try {
    const { dev, ino } = statSync(link, { bigint: true });
    return files.some((file) => file.dev === dev && file.ino === ino);
  } catch {
    return false;
  }
}

function numericNames(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}
