/** Ends every process of a command: politely, then by force. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Survivor } from '../model/run-record.ts';
import { processesOf, type CommandTrace } from './processes.ts';

const POLL_MS = 20;
/** How long a killed process may take to vanish; one in uninterruptible sleep never does. */
const REAP_MS = 2_000;

/**
 * Sends `signal` to the command's group and to its processes outside it, waits up to `graceMs`, kills what is left.
 * Returns what could not be killed.
 */
export async function stopCommand(trace: CommandTrace, signal: NodeJS.Signals, graceMs: number): Promise<Survivor[]> {
  signalAll(trace, signal);
  // A stopped process sees no signal but SIGKILL until it goes on.
  signalAll(trace, 'SIGCONT');
  if ((await untilGone(trace, graceMs)).length === 0) return [];
  const deadline = performance.now() + REAP_MS;
  for (;;) {
    // Again and again: a process that forks while it is killed may leave a child that was not in the list.
    signalAll(trace, 'SIGKILL');
    const left = await untilGone(trace, POLL_MS);
    if (left.length === 0 || performance.now() > deadline) return left;
  }
}

/** The command's processes that are still alive after `ms`; returns early once there are none. */
export async function untilGone(trace: CommandTrace, ms: number): Promise<Survivor[]> {
  const deadline = performance.now() + ms;
  for (;;) {
    const alive = processesOf(trace);
    if (alive.length === 0 || performance.now() >= deadline) return alive;
    await delay(POLL_MS);
  }
}

/** Kills what can be found, at once and without waiting; for the moment in which this process itself goes. */
export function killNow(trace: CommandTrace): void {
  signalAll(trace, 'SIGKILL');
}

function signalAll(trace: CommandTrace, signal: NodeJS.Signals): void {
  send(-trace.leader, signal);
  for (const { pid, reason } of processesOf(trace)) if (reason !== 'group') send(pid, signal);
}

function send(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch {
    // Gone already, or another user's: what stays alive is reported.
  }
}
