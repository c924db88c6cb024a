/** Runs an interpreter on one of the gate's own scripts, bounded in time and output. */
import { spawn } from 'node:child_process';

export interface InterpreterCall {
  readonly executable: string;
  readonly args: readonly string[];
  readonly input?: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  /** Limit for stdout and for stderr each. */
  readonly maxBytes: number;
}

export type InterpreterEnding =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'signalled'; readonly signal: string }
  | { readonly kind: 'timed-out'; readonly afterMs: number }
  | { readonly kind: 'too-much-output'; readonly maxBytes: number }
  | { readonly kind: 'never-started'; readonly reason: string };

export interface InterpreterAnswer {
  readonly ending: InterpreterEnding;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

/** How long a child that outlives the interpreter may hold its pipes, in ms. */
const PIPE_GRACE_MS = 200;

/** Runs the call and answers how it ended; never rejects, and leaves no process of its group behind. */
export function askInterpreter(call: InterpreterCall): Promise<InterpreterAnswer> {
  return new Promise((resolve) => {
    const collected = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
    let settled = false;
    function settle(ending: InterpreterEnding): void {
      if (settled) return;
      settled = true;
      resolve({ ending, stdout: Buffer.concat(collected.stdout), stderr: Buffer.concat(collected.stderr) });
    }
    let child: ReturnType<typeof spawn>;
    try {
      child = spawn(call.executable, call.args, { cwd: call.cwd, env: call.env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
    } catch (error) {
      settle({ kind: 'never-started', reason: reasonOf(error) });
      return;
    }
    function stop(ending: InterpreterEnding): void {
      clearTimeout(limit);
      killGroup(child.pid);
      for (const stream of child.stdio) stream?.destroy();
      settle(ending);
    }
    const limit = setTimeout(() => stop({ kind: 'timed-out', afterMs: call.timeoutMs }), call.timeoutMs);
    for (const name of ['stdout', 'stderr'] as const) {
      let room = call.maxBytes;
      child[name]?.on('data', (chunk: Buffer) => {
        collected[name].push(chunk.subarray(0, Math.max(0, room)));
        room -= chunk.length;
        if (room < 0) stop({ kind: 'too-much-output', maxBytes: call.maxBytes });
      });
    }
    // The child may end without reading its input.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(call.input ?? '');
    child.on('error', (error) => stop({ kind: 'never-started', reason: reasonOf(error) }));
    child.on('exit', (code, signal) => {
      const ending: InterpreterEnding = code === null ? { kind: 'signalled', signal: signal ?? 'unknown' } : { kind: 'exited', code };
      const grace = setTimeout(() => stop(ending), PIPE_GRACE_MS);
      child.on('close', () => {
        clearTimeout(grace);
        stop(ending);
      });
    });
  });
}

/** The ending in words, for a reason. */
export function sayEnding(ending: InterpreterEnding): string {
  switch (ending.kind) {
    case 'exited':
      return `exited with code ${ending.code}`;
    case 'signalled':
      return `was killed by ${ending.signal}`;
    case 'timed-out':
      return `gave no answer in ${ending.afterMs} ms`;
    case 'too-much-output':
      return `wrote more than ${ending.maxBytes} bytes`;
    case 'never-started':
      return `did not start (${ending.reason})`;
  }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // ESRCH: the whole group has ended already.
  }
}

function reasonOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error);
}
