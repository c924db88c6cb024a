/** The event that started a workflow, as far as the stamp needs it. Whoever opened the pull request controls its text. */
import { readFileSync, realpathSync } from 'node:fs';
import * as z from 'zod/mini';
import { GateError } from '../model/errors.ts';

const commit = z.string().check(z.regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/));
const payloadSchema = z.object({
  pull_request: z.optional(z.object({ head: z.object({ sha: commit }), base: z.optional(z.object({ sha: commit })) })),
  merge_group: z.optional(z.object({ head_sha: commit, base_sha: z.optional(commit) })),
});

type Payload = z.infer<typeof payloadSchema>;

/** A commit that the event names. */
export interface EventHead {
  readonly event: string;
  readonly sha: string;
}

/**
 * The head commit that a `pull_request` or `merge_group` event names; null elsewhere, and where the judged workspace
 * is not the one the workflow checked out. Throws a {@link GateError} where such an event cannot be read or names no
 * head: whether the checked-out merge is stale could then not be told.
 */
export function eventHead(env: NodeJS.ProcessEnv, top: string): EventHead | null {
  const event = eventAbout(env, top);
  if (event === null) return null;
  const sha = event.payload.pull_request?.head.sha ?? event.payload.merge_group?.head_sha;
  if (sha === undefined) throw unreadable(event.file, `it names no head of a ${event.name}`);
  return { event: event.name, sha };
}

/** The commit that such an event is to be merged into; null also where it names none. */
export function eventBase(env: NodeJS.ProcessEnv, top: string): EventHead | null {
  const event = eventAbout(env, top);
  const sha = event?.payload.pull_request?.base?.sha ?? event?.payload.merge_group?.base_sha;
  return event === null || sha === undefined ? null : { event: event.name, sha };
}

function eventAbout(env: NodeJS.ProcessEnv, top: string): { readonly name: string; readonly file: string; readonly payload: Payload } | null {
  const name = env['GITHUB_EVENT_NAME'];
  const file = env['GITHUB_EVENT_PATH'] ?? '';
  if (env['GITHUB_ACTIONS'] !== 'true' || (name !== 'pull_request' && name !== 'merge_group')) return null;
  if (!isSamePlace(env['GITHUB_WORKSPACE'], top)) return null;
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw unreadable(file, (error as NodeJS.ErrnoException).code ?? 'it is no JSON');
  }
  const { data } = payloadSchema.safeParse(value);
  if (data === undefined) throw unreadable(file, 'it names something else than commits');
  return { name, file, payload: name === 'pull_request' ? { pull_request: data.pull_request } : { merge_group: data.merge_group } };
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
