/** Looking at real processes from tests. */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** True while the process runs; one that has ended and only waits for its parent does not. */
export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return !/\) [ZX] /.test(stat);
  } catch {
    return false;
  }
}

/** Waits until `probe` gives a value, and returns it; throws after `limitMs`. */
export async function eventually<T>(what: string, probe: () => T | undefined, limitMs = 60_000): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const value = probe();
    if (value !== undefined) return value;
    if (performance.now() > deadline) throw new Error(`waited ${limitMs} ms in vain for ${what}`);
    await delay(10);
  }
}

/** The whole number in a file that a process writes in one go, with a newline after it; `undefined` until then. */
export function numberIn(file: string): number | undefined {
  try {
    const text = readFileSync(file, 'utf8');
    return text.endsWith('\n') ? Number(text) : undefined;
  } catch {
    return undefined;
  }
}

/** Ends processes that a test has left running; those that are gone already are fine. */
export function endProcesses(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Gone already.
    }
  }
}
