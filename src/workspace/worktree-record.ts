/**
 * What the gate remembers of the worktrees it made: which they are, how their run ended, what of them is captured.
 * Kept in the state folder of the checkout they were made from, outside of any work tree.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { readRecord, writeRecord, type StateFolder } from './state.ts';

const objectId = z.string().check(z.regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/));
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** Branches of the gate's own worktrees: run, then step. */
export const OWN_BRANCH = /^refs\/heads\/generation-gate\/[0-9a-f]{12}\/[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** Something that no patch holds, or that is captured nowhere; the path is empty where it is no file. */
export interface OddPath {
  readonly path: string;
  readonly why: string;
}

export const captureSchema = z.object({
  /** The work tree as git stores it; the patch applied to the base gives this tree. */
  tree: objectId,
  /** The index as a tree where it holds what neither the work tree nor a commit does; null elsewhere. */
  stagedTree: z.nullable(objectId),
  /** Commits beyond the base that are in the bundle. */
  commits: z.array(objectId),
  /** Files in the capture folder; null where there is nothing of the kind. */
  patch: z.nullable(z.object({ file: z.string(), sha256, bytes: z.number() })),
  stagedPatch: z.nullable(z.string()),
  bundle: z.nullable(z.string()),
  diffstat: z.string(),
  /** Reports and logs, copied byte for byte: path below the work tree, file in the capture folder, digest. */
  evidence: z.array(z.object({ path: z.string(), file: z.string(), sha256 })),
  /** What no patch can hold, in words, each with its path. */
  leftOut: z.array(z.object({ path: z.string(), why: z.string() })),
});
export type Capture = z.infer<typeof captureSchema>;

export const worktreeRecordSchema = z.object({
  format: z.literal('generation-gate/worktree/1'),
  /** `<run>-<step>`, the name of its folder in the state. */
  name: z.string(),
  /** Real path of the work tree, and of the folder of the gate's own around it. */
  path: z.string(),
  holder: z.string(),
  /** Full ref. */
  branch: z.string().check(z.regex(OWN_BRANCH)),
  base: objectId,
  /** Real path of its git directory. */
  gitDir: z.string(),
  /** Real path of the checkout it was made from. */
  parent: z.string(),
  madeAt: z.string(),
  links: z.array(z.object({ path: z.string(), target: z.string() })),
  /** `running` stays where the gate itself was killed: nobody knows then what was captured. */
  status: z.enum(['running', 'succeeded', 'failed', 'cancelled']),
  /** The process that runs in it, and its start time, which tells it from a later one with its number. */
  pid: z.number(),
  started: z.string(),
  capture: z.nullable(captureSchema),
  /** Where the folder lies while it is removed, and whether it was proven then that nothing in it is uncaptured. */
  removal: z.nullable(z.object({ aside: z.string(), proven: z.boolean() })),
});
export type WorktreeRecord = z.infer<typeof worktreeRecordSchema>;

/** 12 random hex digits: one isolated run. */
export function newRunId(): string {
  return randomBytes(6).toString('hex');
}

/** Folder of everything that the state holds about one worktree; it stays when the worktree goes. */
export function worktreeFolder(state: Pick<StateFolder, 'path'>, name: string): string {
  return join(state.path, 'worktrees', name);
}

export function saveWorktree(state: Pick<StateFolder, 'path'>, record: WorktreeRecord): void {
  writeRecord(join(worktreeFolder(state, record.name), 'worktree.json'), record);
}

/** Makes the folder of a worktree that is about to be made. Throws EEXIST where another run has the name. */
export function reserveWorktreeFolder(state: Pick<StateFolder, 'path'>, name: string): string {
  mkdirSync(join(state.path, 'worktrees'), { recursive: true, mode: 0o700 });
  const folder = worktreeFolder(state, name);
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}

/** Every worktree that this state remembers and that is not removed, oldest first. */
export function rememberedWorktrees(state: Pick<StateFolder, 'path'>): readonly WorktreeRecord[] {
  const folder = join(state.path, 'worktrees');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const records = names.flatMap((name) => {
    const record = readRecord(join(folder, name, 'worktree.json'), (value) => z.parse(worktreeRecordSchema, value));
    return record === null ? [] : [record];
  });
  return records.sort((left, right) => (left.madeAt < right.madeAt ? -1 : 1));
}
