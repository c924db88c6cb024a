/** Carries what a command writes to the console and to its log, at once, unchanged and with bounded memory. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { constants, fstatSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Writable } from 'node:stream';
import { GateError } from '../model/errors.ts';
import type { LogRecord } from '../model/run-record.ts';
import type { FileIdentity } from './processes.ts';

export interface OutputPipe {
  readonly readEnd: Socket;
  /** Descriptor for the command; close it once the command has it. */
  readonly writeEnd: number;
  readonly identity: FileIdentity;
}

export interface OutputPipes {
  readonly stdout: OutputPipe;
  readonly stderr: OutputPipe;
}

/** Silence on a stream that counts as its end once the command is gone. */
const QUIET_MS = 250;
/** Waiting on a stream, in all, that a chatty survivor gets after the command's end. */
const PATIENCE_MS = 2_000;
/** More than a pipe (fs.pipe-max-size, 1 MiB) and Node's buffer can hold: what comes after it was written later. */
const LEFT_IN_PIPE = 2 * 1024 * 1024;

/**
 * Two pipes for a command's stdout and stderr.
 *
 * Node's own `stdio: 'pipe'` gives socket pairs on Linux: a command that opens /dev/stdout or /dev/stderr by name fails
 * on those with ENXIO. A FIFO that is unlinked as soon as both ends are open is a pipe like a shell's.
 *
 * @throws GateError where no FIFO can be made
 */
export function openOutputPipes(): OutputPipes {
  const folder = mkdtempSync(join(tmpdir(), 'generation-gate-pipes-'));
  try {
    const names = [join(folder, 'stdout'), join(folder, 'stderr')] as const;
    const path = `/usr/bin:/bin:${process.env['PATH'] ?? ''}`;
    const made = spawnSync('mkfifo', ['-m', '600', ...names], { env: { PATH: path }, encoding: 'utf8' });
    if (made.error !== undefined || made.status !== 0) {
      const why = made.error?.message ?? made.stderr.trim();
      throw new GateError('NO_FIFO', `mkfifo could not make pipes in ${folder}: ${why}`, 'Install coreutils, or point TMPDIR at a local file system', made.error);
    }
    return { stdout: openPipe(names[0]), stderr: openPipe(names[1]) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function openPipe(fifo: string): OutputPipe {
  // Readers first: without one, opening for writing would block.
  const reader = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
  const writeEnd = openSync(fifo, constants.O_WRONLY);
  const { dev, ino } = fstatSync(writeEnd, { bigint: true });
  return { readEnd: new Socket({ fd: reader, readable: true, writable: false }), writeEnd, identity: { dev, ino } };
}

/** A stream that may be slow, may fail or may vanish. Once it fails it is left out: the log goes on without it. */
export class Sink {
  private readonly stream: Writable;
  private usable: boolean;
  private atLineStart = true;
  private readonly waiting = new Set<() => void>();
  private readonly wake = (): void => {
    for (const resume of this.waiting) resume();
    this.waiting.clear();
  };
  private readonly fail = (): void => this.abandon();

  constructor(stream: Writable) {
    this.stream = stream;
    this.usable = stream.writable;
    stream.on('drain', this.wake).on('error', this.fail).on('close', this.fail);
  }

  /** Resolves once the stream can take more, or will never. */
  async write(chunk: Uint8Array | string): Promise<void> {
    if (!this.usable || chunk.length === 0) return;
    this.atLineStart = chunk.at(-1) === (typeof chunk === 'string' ? '\n' : 0x0a);
    if (this.stream.write(chunk)) return;
    await new Promise<void>((resume) => this.waiting.add(resume));
  }

  /** Ends a line that was begun. */
  async endLine(): Promise<void> {
    if (!this.atLineStart) await this.write('\n');
  }

  /** Writes nothing more and waits for nothing more. */
  abandon(): void {
    this.usable = false;
    this.wake();
  }

  /** Takes its listeners off. The stream stays open: it is the caller's. */
  release(): void {
    this.stream.off('drain', this.wake).off('error', this.fail).off('close', this.fail);
  }
}

/** A log that is written as the bytes come. */
class Log {
  private readonly file: string;
  private readonly handle: FileHandle;
  private readonly hash = createHash('sha256');
  private bytes = 0;

  constructor(file: string, handle: FileHandle) {
    this.file = file;
    this.handle = handle;
  }

  async write(chunk: Uint8Array): Promise<void> {
    this.hash.update(chunk);
    this.bytes += chunk.length;
    try {
      for (let at = 0; at < chunk.length; ) at += (await this.handle.write(chunk, at, chunk.length - at)).bytesWritten;
    } catch (cause) {
      const code = (cause as NodeJS.ErrnoException).code ?? String(cause);
      throw new GateError('LOG_UNWRITABLE', `The log ${this.file} cannot be written: ${code}`, 'Free space for the state folder and run again', cause);
    }
  }

  async close(complete: boolean): Promise<LogRecord> {
    await this.handle.close();
    return { path: basename(this.file), sha256: this.hash.digest('hex'), bytes: this.bytes, complete };
  }
}

/** One output stream of a command on its way to the console and to its log. */
export class Pump {
  /** Settles at the end of the stream; rejects with a GateError where the log cannot be written. */
  readonly finished: Promise<void>;
  private readonly source: Socket;
  private readonly log: Log;
  private readonly sink: Sink | undefined;
  private ended = false;
  private detached = false;
  private waitingSince: number | undefined;
  private afterExit = { since: Number.POSITIVE_INFINITY, bytes: 0, waitedMs: 0 };

  constructor(source: Socket, log: Log, sink: Sink | undefined) {
    this.source = source;
    this.log = log;
    this.sink = sink;
    this.finished = this.carry();
    // Whoever runs the command sees the rejection; it must not count as unhandled before.
    this.finished.catch(() => undefined);
  }

  /** From now on only what is left in the pipe is the command's own output. */
  markExit(): void {
    this.afterExit.since = performance.now();
  }

  /** True where nothing more is to be expected: the stream ended, fell silent, or gave more than was left in it. */
  isExhausted(): boolean {
    if (this.ended || this.afterExit.bytes > LEFT_IN_PIPE) return true;
    if (this.waitingSince === undefined) return false;
    const waitedMs = performance.now() - Math.max(this.waitingSince, this.afterExit.since);
    return waitedMs >= QUIET_MS || waitedMs + this.afterExit.waitedMs >= PATIENCE_MS;
  }

  /** True where the stream came to its own end and all of it is in the log. */
  hasEnded(): boolean {
    return this.ended;
  }

  /** Stops reading where the stream has not ended by itself, and seals the log. */
  async close(): Promise<LogRecord> {
    const complete = this.ended;
    this.abandon();
    await this.finished;
    return this.log.close(complete);
  }

  /** Stops reading. */
  abandon(): void {
    this.detached = true;
    this.source.destroy();
  }

  private async carry(): Promise<void> {
    try {
      this.waitingSince = performance.now();
      for await (const chunk of this.source as AsyncIterable<Buffer>) {
        this.received(chunk);
        await Promise.all([this.log.write(chunk), this.sink?.write(chunk)]);
        this.waitingSince = performance.now();
      }
      this.ended = true;
    } catch (error) {
      // Destroying the source ends the loop with an error of Node's own; a log that failed is still a fault.
      if (!this.detached || error instanceof GateError) throw error;
    } finally {
      this.waitingSince = undefined;
    }
  }

  private received(chunk: Buffer): void {
    const now = performance.now();
    if (now >= this.afterExit.since) {
      this.afterExit.bytes += chunk.length;
      this.afterExit.waitedMs += now - Math.max(this.waitingSince ?? now, this.afterExit.since);
    }
    this.waitingSince = undefined;
  }
}

/** A {@link Pump} from `source` into a new file, which replaces an old one, and into `sink`. */
export async function startPump(source: Socket, file: string, sink: Sink | undefined): Promise<Pump> {
  await rm(file, { force: true });
  return new Pump(source, new Log(file, await open(file, 'wx', 0o600)), sink);
}

