/** A folder and the options with which the tests of this room run real commands. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { RunOutcome } from '../../src/model/run-record.ts';
import { commandFromArguments, commandFromScript } from '../../src/run/captured-command.ts';
import { commandEnvironment } from '../../src/run/environment.ts';
import { runCaptured, type RunOptions } from '../../src/run/run.ts';
import { resolveWorkdir } from '../../src/run/workdir.ts';

export interface Bench {
  readonly top: string;
  readonly logDir: string;
  readonly generation: string;
  readonly options: RunOptions;
  /** Runs an argument list. */
  argv(argv: readonly string[], more?: Partial<RunOptions>): Promise<RunOutcome>;
  /** Runs `text` with `bash -c`, the way a caller's own argument list would. */
  bash(text: string, more?: Partial<RunOptions>): Promise<RunOutcome>;
  script(text: string | Uint8Array, more?: Partial<RunOptions>): Promise<RunOutcome>;
  log(name: 'stdout' | 'stderr'): Buffer;
  remove(): void;
}

/** A workspace folder and a log folder of their own, under a generation that no other process carries. */
export function openBench(parentEnv: NodeJS.ProcessEnv = process.env): Bench {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'gate-run-')));
  const top = join(root, 'workspace');
  const logDir = join(root, 'state', 'run');
  mkdirSync(top);
  const generation = randomBytes(16).toString('hex');
  const environment = commandEnvironment(parentEnv, { generation, treeId: 'a'.repeat(40), envDir: join(root, 'env'), localGitVars: [] });
  const options: RunOptions = { cwd: resolveWorkdir(top, '.'), environment, logDir };
  const argv = (list: readonly string[], more: Partial<RunOptions> = {}): Promise<RunOutcome> =>
    runCaptured(commandFromArguments(list), { ...options, ...more });
  return {
    top,
    logDir,
    generation,
    options,
    argv,
    bash: (text, more) => argv(['bash', '-c', text], more),
    script: (text, more = {}) => runCaptured(commandFromScript(text, 'test script'), { ...options, ...more }),
    log: (name) => readFileSync(join(logDir, `${name}.log`)),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** A console that keeps what it is given. */
export class Console extends Writable {
  private readonly chunks: Buffer[] = [];

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.chunks.push(chunk);
    done();
  }

  bytes(): Buffer {
    return Buffer.concat(this.chunks);
  }

  text(): string {
    return this.bytes().toString('utf8');
  }
}
