/** The event that started a workflow, as far as the stamp needs it. Whoever opened the pull request controls its text. */
import { readFileSync, realpathSync } from 'node:fs';
import * as z from 'zod/mini';

const commit = z.string().check(z.regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/));
const payloadSchema = z.object({
  pull_request: z.optional(z.object({ head: z.object({ sha: commit }) })),
  merge_group: z.optional(z.object({ head_sha: commit })),
});

/** The commit that the event is about. */
export interface EventHead {
  readonly event: string;
  readonly sha: string;
}

/**
 * The head commit that a `pull_request` or `merge_group` event names; null elsewhere, and where the judged workspace
 * is not the one the workflow checked out.
 */
export function eventHead(env: NodeJS.ProcessEnv, top: string): EventHead | null {
  const event = env['GITHUB_EVENT_NAME'];
  const path = env['GITHUB_EVENT_PATH'];
  if (env['GITHUB_ACTIONS'] !== 'true' || path === undefined || (event !== 'pull_request' && event !== 'merge_group')) return null;
  if (!isSamePlace(env['GITHUB_WORKSPACE'], top)) return null;
  let parsed;
  try {
    parsed = payloadSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
  const sha = event === 'pull_request' ? parsed.data?.pull_request?.head.sha : parsed.data?.merge_group?.head_sha;
  return sha === undefined ? null : { event, sha };
}

function isSamePlace(place: string | undefined, top: string): boolean {
  try {
    return place !== undefined && realpathSync(place) === top;
  } catch {
    return false;
  }
}
