/** Runs the captured command and tells what happened, whatever happens. */
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { UsageError } from '../model/errors.ts';
import type { CapturedCommand, Ending, RunOutcome, Survivor } from '../model/run-record.ts';
import { commandBytes, commandDigest } from './captured-command.ts';
import type { CommandEnvironment } from './environment.ts';
import { holdersOf, readProcess, type CommandTrace } from './processes.ts';
import { findProgram } from './program.ts';
import { killNow, stopCommand, untilGone } from './stopping.ts';
import { openOutputPipes, Sink, startPump, type OutputPipes, type Pump } from './streams.ts';
import type { Workdir } from './workdir.ts';

export interface RunOptions {
  readonly cwd: Workdir;
  readonly environment: CommandEnvironment;
  /** Folder for `stdout.log`, `stderr.log` and a script's running copy; made where absent, old files replaced. */
  readonly logDir: string;
  /** Where the output also goes, byte for byte. */
  readonly stdout?: Writable;
  readonly stderr?: Writable;
  /** Called when the command's own process is there. */
  readonly onStarted?: (trace: CommandTrace) => void;
  /** Called at the very moment the command's own process is seen to have ended, before its output is drained. */
  readonly onEnded?: () => void;
  /** Limit in milliseconds; none by default. */
  readonly timeoutMs?: number;
  /** Milliseconds between the polite signal and SIGKILL. */
  readonly killGraceMs?: number;
  /** Stops the command. A reason that is the name of a signal is the signal that is passed on, else SIGTERM. */
  readonly signal?: AbortSignal;
  /**
   * A random token that brackets the output with GitHub's `::stop-commands::`, so that no line of it is obeyed as a
   * workflow command. Both streams then go to `stdout`: across two streams the bracket would hold nothing.
   */
  readonly stopCommandsToken?: string;
}

/** GitHub follows a cancellation's SIGINT with SIGTERM after 7.5 s: the kill must come first. */
const DEFAULT_GRACE_MS = 5_000;
/** A longer timer fires at once in Node (32-bit milliseconds). */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;
/** What a process of the command gets to finish after it, before it counts as a survivor. */
const SETTLE_MS = 500;
const POLL_MS = 20;

type Stop = { readonly kind: 'timed-out' } | { readonly kind: 'aborted'; readonly signal: NodeJS.Signals };

interface Ended {
  readonly ending: Ending;
  /** On the clock of `performance.now()`. */
  readonly at: number;
}

interface Running {
  readonly trace: CommandTrace;
  /** Settles once the command's own process has ended. */
  readonly ended: Promise<Ended>;
}

interface Outputs {
  readonly stdout: Pump;
  readonly stderr: Pump;
  readonly sinks: readonly Sink[];
}

/**
 * Runs a captured command to its end: no shell for an argument list, no input, a session and process group of its own.
 *
 * However the command ends, the outcome says so. After a timeout or an abort every process of it that can be found is
 * killed; otherwise what outlives it is reported and let be.
 *
 * @throws UsageError for a limit that is no usable number of milliseconds
 * @throws GateError where the gate itself cannot do its part, for instance write the log
 */
export async function runCaptured(command: CapturedCommand, options: RunOptions): Promise<RunOutcome> {
  refuseUnusableTimeout(options.timeoutMs);
  mkdirSync(options.logDir, { recursive: true });
  const stdoutSink = options.stdout && new Sink(options.stdout);
  const shared = options.stopCommandsToken !== undefined || options.stderr === options.stdout;
  const stderrSink = shared ? stdoutSink : options.stderr && new Sink(options.stderr);
  const sinks = [...new Set([stdoutSink, stderrSink])].filter((sink) => sink !== undefined);

  const pipes = openOutputPipes();
  const outputs: Outputs = {
    stdout: await startPump(pipes.stdout.readEnd, join(options.logDir, 'stdout.log'), stdoutSink),
    stderr: await startPump(pipes.stderr.readEnd, join(options.logDir, 'stderr.log'), stderrSink),
    sinks,
  };
  const token = options.stopCommandsToken;
  const startedAt = new Date();
  const start = performance.now();
  try {
    if (token !== undefined) await stdoutSink?.write(`::stop-commands::${token}\n`);
    const launched = await launch(command, pipes, options);
    const { ended, survivors } =
      'trace' in launched
        ? await accompany(launched, outputs, options)
        : await drain(outputs).then(() => ({ ended: launched, survivors: [] }));
    const open = outputs.stdout.hasEnded() && outputs.stderr.hasEnded() ? [] : [pipes.stdout.identity, pipes.stderr.identity];
    const holders = holdersOf(open).filter(({ pid }) => survivors.every((known) => known.pid !== pid));
    return {
      command: commandDigest(command),
      ending: ended.ending,
      startedAt: startedAt.toISOString(),
      durationMs: Math.max(0, Math.round(ended.at - start)),
      cwd: options.cwd.relative,
      logs: { stdout: await outputs.stdout.close(), stderr: await outputs.stderr.close() },
      survivors: [...survivors, ...holders],
      environmentRemoved: [...options.environment.removed],
      environmentAdded: [...options.environment.added],
    };
  } finally {
    outputs.stdout.abandon();
    outputs.stderr.abandon();
    if (token !== undefined) {
      await stdoutSink?.endLine();
      await stdoutSink?.write(`::${token}::\n`);
    }
    for (const sink of sinks) sink.release();
  }
}

/** Starts the command; an {@link Ended} where it could not be started. */
async function launch(command: CapturedCommand, pipes: OutputPipes, options: RunOptions): Promise<Running | Ended> {
  const { env } = options.environment;
  const cwd = options.cwd.absolute;
  let child: ChildProcess;
  try {
    if (options.signal?.aborted === true) return neverStarted('The run was interrupted before the command started');
    const [name = '', ...rest] = argumentsToRun(command, options.logDir);
    const program = findProgram(name, cwd, env['PATH']);
    if (program.state === 'refused') return neverStarted(program.reason);
    child = spawn(program.file, rest, {
      argv0: name,
      cwd,
      env,
      detached: true,
      stdio: ['ignore', pipes.stdout.writeEnd, pipes.stderr.writeEnd],
    });
  } catch (error) {
    return neverStarted(systemReason(error));
  } finally {
    closeSync(pipes.stdout.writeEnd);
    closeSync(pipes.stderr.writeEnd);
  }
  const ended = new Promise<Ended>((settle) => {
    child.once('error', (error) => settle(neverStarted(systemReason(error))));
    child.once('exit', (code, signal) => {
      const at = performance.now();
      options.onEnded?.();
      settle({ at, ending: signal === null ? { kind: 'exited', code: code ?? -1 } : { kind: 'signalled', signal } });
    });
  });
  if (child.pid === undefined) return ended;
  const started = readProcess(child.pid)?.started ?? 0;
  const trace = { leader: child.pid, started, marker: options.environment.marker };
  options.onStarted?.(trace);
  return { trace, ended };
}

/** Stays with a running command until it has ended or was stopped, and sees what it leaves behind. */
async function accompany(
  running: Running,
  outputs: Outputs,
  options: RunOptions,
): Promise<{ readonly ended: Ended; readonly survivors: Survivor[] }> {
  const { trace } = running;
  const graceMs = options.killGraceMs ?? DEFAULT_GRACE_MS;
  const killOnExit = (): void => killNow(trace);
  const abandonSinks = (): void => {
    for (const sink of outputs.sinks) sink.abandon();
  };
  const watch = watchForStop(options);
  process.on('exit', killOnExit);
  try {
    const first = await Promise.race([running.ended, watch.stop, failureOf(outputs)]);
    watch.cancel();
    if ('ending' in first) {
      options.signal?.addEventListener('abort', abandonSinks, { once: true });
      await drain(outputs);
      return { ended: first, survivors: await untilGone(trace, SETTLE_MS) };
    }
    const survivors = await stopCommand(trace, first.kind === 'aborted' ? first.signal : 'SIGTERM', graceMs);
    const stoppedAt = performance.now();
    const at = (await atMost(running.ended, SETTLE_MS))?.at ?? stoppedAt;
    // A console that takes nothing more must not hold up the end.
    const drained = drain(outputs);
    await atMost(drained, graceMs);
    abandonSinks();
    await drained;
    return { ended: { at, ending: endingOf(first, options) }, survivors };
  } catch (error) {
    await stopCommand(trace, 'SIGKILL', 0);
    throw error;
  } finally {
    watch.cancel();
    options.signal?.removeEventListener('abort', abandonSinks);
    process.off('exit', killOnExit);
  }
}

/** What `work` gives within `ms`, else nothing. No timer stays behind: it would hold up the end of the whole program. */
async function atMost<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  const timer = new AbortController();
  try {
    return await Promise.race([work, delay(ms, undefined, { signal: timer.signal })]);
  } finally {
    timer.abort();
  }
}

/** Waits until the output has ended, or until only processes that outlived the command could still write. */
async function drain({ stdout, stderr }: Outputs): Promise<void> {
  stdout.markExit();
  stderr.markExit();
  const finished = Promise.all([stdout.finished, stderr.finished]);
  while (!stdout.isExhausted() || !stderr.isExhausted()) await Promise.race([finished, delay(POLL_MS)]);
  if (stdout.hasEnded() && stderr.hasEnded()) await finished;
}

/** Rejects as soon as an output cannot be carried on; never resolves. */
function failureOf({ stdout, stderr }: Outputs): Promise<never> {
  return Promise.all([stdout.finished, stderr.finished]).then(() => new Promise<never>(() => undefined));
}

function watchForStop({ timeoutMs, signal }: RunOptions): { readonly stop: Promise<Stop>; readonly cancel: () => void } {
  let settle: (stop: Stop) => void = () => undefined;
  const stop = new Promise<Stop>((resolveStop) => {
    settle = resolveStop;
  });
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => settle({ kind: 'timed-out' }), timeoutMs);
  const abort = (): void => settle({ kind: 'aborted', signal: forwardedSignal(signal?.reason) });
  signal?.addEventListener('abort', abort, { once: true });
  const cancel = (): void => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  };
  return { stop, cancel };
}

/** A stopped command was stopped, even if it then exits with 0. */
function endingOf(stop: Stop, options: RunOptions): Ending {
  return stop.kind === 'aborted'
    ? { kind: 'signalled', signal: stop.signal }
    : { kind: 'timed-out', afterMs: options.timeoutMs ?? 0 };
}

function forwardedSignal(reason: unknown): NodeJS.Signals {
  return typeof reason === 'string' && Object.hasOwn(constants.signals, reason) ? (reason as NodeJS.Signals) : 'SIGTERM';
}

/** The argument list that runs the command. A script runs from a copy: nobody can change it between digest and start. */
function argumentsToRun(command: CapturedCommand, logDir: string): readonly string[] {
  if (command.form === 'argv') return command.argv;
  const copy = resolve(logDir, 'script');
  rmSync(copy, { force: true });
  writeFileSync(copy, commandBytes(command), { flag: 'wx', mode: 0o500 });
  return [...command.interpreter, copy];
}

function neverStarted(reason: string): Ended {
  return { at: performance.now(), ending: { kind: 'never-started', reason } };
}

const SYSTEM_REASONS: Readonly<Record<string, string>> = {
  E2BIG: 'the arguments and the environment together are longer than the system allows',
  EACCES: 'the system does not allow this file to be executed',
  EAGAIN: 'the limit of processes is reached',
  ENOENT: 'the program or the interpreter that it names does not exist',
  ENOEXEC: 'the system cannot execute a file of this format',
  ENOMEM: 'memory is exhausted',
};

function systemReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const known = code === undefined ? undefined : SYSTEM_REASONS[code];
  return known === undefined ? message : `${known} (${code})`;
}

function refuseUnusableTimeout(timeoutMs: number | undefined): void {
  if (timeoutMs === undefined || (Number.isInteger(timeoutMs) && timeoutMs > 0 && timeoutMs <= LONGEST_TIMEOUT_MS)) return;
  throw new UsageError(
    'TIMEOUT',
    `A timeout of ${timeoutMs} ms cannot be kept: it must be a whole number from 1 to ${LONGEST_TIMEOUT_MS} ms`,
    'Leave --timeout out for no limit',
  );
}
