/** The event that started a workflow, as far as the stamp needs it. Whoever opened the pull request controls its text. */
import { readFileSync, realpathSync } from 'node:fs';
import * as z from 'zod/mini';

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
 * is not the one the workflow checked out.
 */
export function eventHead(env: NodeJS.ProcessEnv, top: string): EventHead | null {
  return eventCommit(env, top, ({ pull_request: request, merge_group: group }) => request?.head.sha ?? group?.head_sha);
}

/** The commit that such an event is to be merged into. */
export function eventBase(env: NodeJS.ProcessEnv, top: string): EventHead | null {
  return eventCommit(env, top, ({ pull_request: request, merge_group: group }) => request?.base?.sha ?? group?.base_sha);
}

function eventCommit(env: NodeJS.ProcessEnv, top: string, pick: (payload: Payload) => string | undefined): EventHead | null {
  const event = env['GITHUB_EVENT_NAME'];
  const path = env['GITHUB_EVENT_PATH'];
  if (env['GITHUB_ACTIONS'] !== 'true' || path === undefined || (event !== 'pull_request' && event !== 'merge_group')) return null;
  if (!isSamePlace(env['GITHUB_WORKSPACE'], top)) return null;
  try {
    const { data } = payloadSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
    const sha = data === undefined ? undefined : pick(event === 'pull_request' ? { pull_request: data.pull_request } : { merge_group: data.merge_group });
    return sha === undefined ? null : { event, sha };
  } catch {
    return null;
  }
}

function isSamePlace(place: string | undefined, top: string): boolean {
  try {
    return place !== undefined && realpathSync(place) === top;
  } catch {
    return false;
  }
}
