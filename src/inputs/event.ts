/** The event that started a workflow: which commits it is about, and whose code. Whoever opened the pull request controls its text. */
import { readFileSync, realpathSync } from 'node:fs';
import * as z from 'zod/mini';
import { GateError } from '../model/errors.ts';

const commit = z.string().check(z.regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/));
const repository = z.nullable(z.object({ full_name: z.optional(z.string()) }));
const payloadSchema = z.object({
  pull_request: z.optional(z.object({ head: z.object({ sha: commit, repo: z.optional(repository) }), base: z.optional(z.object({ sha: commit })) })),
  merge_group: z.optional(z.object({ head_sha: commit, base_sha: z.optional(commit) })),
  workflow_run: z.optional(z.object({ head_sha: commit, head_repository: z.optional(repository) })),
  before: z.optional(z.string()),
});

type Payload = z.infer<typeof payloadSchema>;

/** Events whose jobs hold the repository's secrets and a token that may write, while the code may come from a fork. */
const PRIVILEGED = ['pull_request_target', 'workflow_run'] as const;

/** A commit that the event names. */
export interface EventHead {
  readonly event: string;
  readonly sha: string;
}

/**
 * The head commit that a `pull_request`, `merge_group` or `pull_request_target` event names; null elsewhere, and where
 * the judged workspace is not the one the workflow checked out. Throws a {@link GateError} where such an event cannot be
 * read or names no head: whether the checked-out merge is stale could then not be told.
 */
export function eventHead(env: NodeJS.ProcessEnv, top: string): EventHead | null {
  const event = eventAbout(env, top);
  if (event === null || event.name === 'push' || event.name === 'workflow_run') return null;
  const sha = event.payload.pull_request?.head.sha ?? event.payload.merge_group?.head_sha;
  if (sha === undefined) throw unreadable(event.file, `it names no head of a ${event.name}`);
  return { event: event.name, sha };
}

/** The commit that the event's change starts from: the base of a pull request or merge group, the tip before a push; null also where it names none. */
export function eventBase(env: NodeJS.ProcessEnv, top: string): EventHead | null {
  const event = eventAbout(env, top);
  const before = event?.name === 'push' && commit.safeParse(event.payload.before).success && !/^0+$/.test(event.payload.before ?? '') ? event.payload.before : undefined;
  const sha = event?.payload.pull_request?.base?.sha ?? event?.payload.merge_group?.base_sha ?? before;
  return event === null || sha === undefined ? null : { event: event.name, sha };
}

/** The event that asks for a merge, and the commit that it is to be merged into; null where no such event started this. */
export function mergeEvent(env: NodeJS.ProcessEnv, top: string): { readonly event: string; readonly base: string | null } | null {
  // It throws for an event that is none, whoever asks.
  const head = eventHead(env, top);
  return head === null ? null : { event: head.event, base: eventBase(env, top)?.sha ?? null };
}

/** Whether a workflow of GitHub Actions runs this on what it checked out. */
export function isWorkflowsCheckout(env: NodeJS.ProcessEnv, top: string): boolean {
  return env['GITHUB_ACTIONS'] === 'true' && isSamePlace(env['GITHUB_WORKSPACE'], top);
}

/** Where the code may come from somebody who may not write to the repository, and the job holds what only they may: what it comes from. */
export interface ForeignCode {
  readonly event: string;
  /** Full name of the repository that the code comes from; null where it is gone. */
  readonly from: string | null;
}

/**
 * Tells code of a fork in an event whose job holds the repository's secrets, wherever it was checked out to. `head` is
 * the checked-out commit: that of the workflow itself is the repository's own. Null where there is nothing foreign.
 */
export function foreignCode(env: NodeJS.ProcessEnv, head: string | null): ForeignCode | null {
  if (!(PRIVILEGED as readonly string[]).includes(env['GITHUB_EVENT_NAME'] ?? '')) return null;
  const event = eventOf(env);
  if (event === null || head === env['GITHUB_SHA']) return null;
  const { pull_request: pull, workflow_run: run } = event.payload;
  const from = (event.name === 'workflow_run' ? run?.head_repository : pull?.head.repo)?.full_name ?? null;
  return from !== null && from === env['GITHUB_REPOSITORY'] ? null : { event: event.name, from };
}

/** The commits that an event is about. */
export interface EventCommits {
  /** The commit that a check or a status belongs to: where people and branch protection look for it. */
  readonly shown: string;
  /** The commit whose tree is to be merged; null where the event does not say. */
  readonly merged: string | null;
}

/**
 * Which commit gets the check, and which one's tree lands. `pull_request`: the head of the branch, and GitHub's merge of
 * it; `merge_group`: the group's commit for both; `push`, `workflow_dispatch` and all others: the commit of the run. Null
 * where the runner names no commit.
 */
export function eventCommits(env: NodeJS.ProcessEnv): EventCommits | null {
  const own = commit.safeParse(env['GITHUB_SHA']).data;
  if (env['GITHUB_ACTIONS'] !== 'true' || own === undefined) return null;
  const name = env['GITHUB_EVENT_NAME'];
  const payload = payloadOf(env['GITHUB_EVENT_PATH'] ?? '');
  if (typeof payload === 'string') return { shown: own, merged: name === 'pull_request_target' || name === 'workflow_run' ? null : own };
  switch (name) {
    case 'pull_request':
      return { shown: payload.pull_request?.head.sha ?? own, merged: own };
    // What is tested there is not the commit of the run, and nobody names the tree that a merge would give.
    case 'pull_request_target':
      return { shown: payload.pull_request?.head.sha ?? own, merged: null };
    case 'workflow_run':
      return { shown: payload.workflow_run?.head_sha ?? own, merged: null };
    case 'merge_group': {
      const sha = payload.merge_group?.head_sha ?? own;
      return { shown: sha, merged: sha };
    }
    default:
      return { shown: own, merged: own };
  }
}

const ABOUT_CODE = ['pull_request', 'merge_group', 'push', ...PRIVILEGED] as const;

interface CodeEvent {
  readonly name: (typeof ABOUT_CODE)[number];
  readonly file: string;
  readonly payload: Payload;
}

function eventAbout(env: NodeJS.ProcessEnv, top: string): CodeEvent | null {
  return isSamePlace(env['GITHUB_WORKSPACE'], top) ? eventOf(env) : null;
}

function eventOf(env: NodeJS.ProcessEnv): CodeEvent | null {
  const name = ABOUT_CODE.find((one) => one === env['GITHUB_EVENT_NAME']);
  const file = env['GITHUB_EVENT_PATH'] ?? '';
  if (env['GITHUB_ACTIONS'] !== 'true' || name === undefined) return null;
  const payload = payloadOf(file);
  if (typeof payload !== 'string') return { name, file, payload: ownPart(name, payload) };
  // A push names nothing that the stamp could not do without.
  if (name === 'push') return null;
  throw unreadable(file, payload);
}

/** What the event of this name is about: others may stand beside it in the payload. */
function ownPart(name: (typeof ABOUT_CODE)[number], payload: Payload): Payload {
  switch (name) {
    case 'pull_request':
    case 'pull_request_target':
      return { pull_request: payload.pull_request };
    case 'merge_group':
      return { merge_group: payload.merge_group };
    case 'workflow_run':
      return { workflow_run: payload.workflow_run };
    case 'push':
      return { before: payload.before };
  }
}

/** The payload as far as it is read, or why it cannot be. */
function payloadOf(file: string): Payload | string {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'it is no JSON';
  }
  return payloadSchema.safeParse(value).data ?? 'it names something else than commits';
}

function unreadable(file: string, why: string): GateError {
  return new GateError('GG-EVENT-UNREADABLE', `The event "${file}" (GITHUB_EVENT_PATH) cannot be read: ${why}`, 'Leave GITHUB_EVENT_PATH as the runner sets it; for a local run leave GITHUB_ACTIONS unset.');
}

function isSamePlace(place: string | undefined, top: string): boolean {
  try {
    return place !== undefined && realpathSync(place) === top;
  } catch {
    return false;
  }
}
