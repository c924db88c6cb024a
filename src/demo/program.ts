/** Starts what the demo shows: the gate itself as a program of its own, test commands, git, copies. */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { GateError } from '../model/errors.ts';
import { findingSchema } from '../model/finding.ts';
import { endingSchema } from '../model/run-record.ts';

/** The program and its first arguments. */
export type Program = readonly [string, ...string[]];

export interface Ended {
  /** Exit code; null where a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/** No part of the demo works this long; a machine that needs it has another trouble. */
const LIMIT_MS = 120_000;
const ASKED_TWICE_MS = 10_000;

/**
 * What would change the story from outside: bytecode settings and paths of Python, repositories and identities of git,
 * the records and events of a CI job, preloaded modules.
 */
const UNWANTED = /^(PYTHON|GIT_|GITHUB_|RUNNER_|ACTIONS_|INPUT_|GENERATION_GATE_|NODE_OPTIONS$|NODE_PATH$|VIRTUAL_ENV|CONDA_|BASH_ENV$|ENV$|PWD$|OLDPWD$|INIT_CWD$)/;

/** The environment of everything the demo starts. git finds no configuration, only an author for its commits. */
export function demoEnvironment(parent: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(parent).filter(([name]) => !UNWANTED.test(name));
  const author = ['AUTHOR', 'COMMITTER'].flatMap((who) => [[`GIT_${who}_NAME`, 'Demo'], [`GIT_${who}_EMAIL`, 'demo@example.invalid']] as const);
  return { ...Object.fromEntries([...kept, ...author]), GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', NO_COLOR: '1' };
}

/** Runs a program to its end. Throws a {@link GateError} where it cannot be started, or the demo was asked to end. */
export function runProgram([file, ...args]: Program, cwd: string, { env, signal }: Surroundings): Promise<Ended> {
  refuseIfAsked(signal);
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    let last: NodeJS.Timeout | undefined;
    const stop = (): void => {
      child.kill('SIGTERM');
      last ??= setTimeout(() => child.kill('SIGKILL'), ASKED_TWICE_MS);
    };
    const limit = setTimeout(stop, LIMIT_MS);
    const done = (): void => {
      clearTimeout(limit);
      clearTimeout(last);
      signal.removeEventListener('abort', stop);
    };
    signal.addEventListener('abort', stop);
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.on('error', (error) => {
      done();
      reject(new GateError('GG-DEMO-CANNOT-START', `${file} cannot be started: ${error.message}`, `Install ${file}, or put it on PATH.`, error));
    });
    child.on('close', (code) => {
      done();
      if (signal.aborted) reject(interrupted(signal));
      else resolve({ code, stdout: Buffer.concat(stdout).toString('utf8'), stderr: Buffer.concat(stderr).toString('utf8') });
    });
  });
}

/** Runs a tool that has to succeed, for instance git. Gives its output. */
export async function mustRun(program: Program, cwd: string, around: Surroundings): Promise<string> {
  const { code, stdout, stderr } = await runProgram(program, cwd, around);
  if (code !== 0) throw new GateError('GG-DEMO-TOOL-FAILED', `${program.join(' ')} ended with ${code === null ? 'a signal' : String(code)}: ${stderr.trim()}`);
  return stdout;
}

const answerSchema = z.object({
  verdict: z.enum(['accepted', 'rejected']),
  generation: z.nullable(z.string()),
  tree_id: z.nullable(z.string()),
  findings: z.array(findingSchema),
  tests: z.object({ total: z.number(), passed: z.number(), failed: z.number(), errored: z.number() }),
  /** The run of the captured command; absent where none was run. */
  run: z.optional(z.object({ ending: endingSchema })),
});

/** What the gate said, and the exit code it said it with. */
export type GateAnswer = z.infer<typeof answerSchema> & { readonly exit: number };

/** Asks the gate as a program of its own, the way a user does. Its answer is read as strictly as a stranger's. */
export async function askGate(gate: Program, args: readonly string[], cwd: string, around: Surroundings): Promise<GateAnswer> {
  const { code, stdout, stderr } = await runProgram([...gate, ...args], cwd, around);
  try {
    return { ...z.parse(answerSchema, JSON.parse(stdout)), exit: code ?? -1 };
  } catch (error) {
    throw new GateError('GG-DEMO-NO-ANSWER', `generation-gate ${args[0] ?? ''} ended with ${code === null ? 'a signal' : String(code)} and no verdict: ${(stderr === '' ? stdout : stderr).slice(0, 2000)}`, '', error);
  }
}

function refuseIfAsked(signal: AbortSignal): void {
  if (signal.aborted) throw interrupted(signal);
}

/** Waits. Throws where the demo is asked to end meanwhile. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.max(0, ms), undefined, { signal }).catch(() => undefined);
  refuseIfAsked(signal);
}

function interrupted(signal: AbortSignal): GateError {
  return new GateError('GG-INTERRUPTED', `The demo was ended by ${String(signal.reason)}`, 'Nothing is left of it. Start it again: generation-gate demo');
}
