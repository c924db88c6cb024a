/** GitHub's API with bounded patience: retries, rate limits that are waited for only briefly, and faults in words. */
import type { getOctokit } from '@actions/github';
import { DeadlinePassed } from './deadline.ts';

export type Api = ReturnType<typeof getOctokit>;

/** What failed, and what mends it. */
export interface Fault {
  readonly why: string;
  readonly fix: string;
}

export interface Patience {
  /** Times that a request is sent again after an answer of 5xx. */
  readonly retries: number;
  /** Milliseconds that the first wait takes; the next ones take 4 and 9 times as long. */
  readonly retryMs: number;
  /** Longest wait for a rate limit, in seconds. GitHub asks for a minute at least after a secondary one. */
  readonly rateLimitSeconds: number;
}

export const PATIENCE: Patience = { retries: 3, retryMs: 1000, rateLimitSeconds: 60 };

/** Opens the API at `GITHUB_API_URL`. Throws where there is no token. */
export async function openApi(token: string, patience: Patience = PATIENCE): Promise<Api> {
  if (token === '') throw new Error('there is no token');
  const [{ getOctokit: open }, { retry }, { throttling }] = await Promise.all([import('@actions/github'), import('@octokit/plugin-retry'), import('@octokit/plugin-throttling')]);
  const wait = (seconds: number, _options: unknown, _octokit: unknown, tries: number): boolean => tries < 1 && seconds <= patience.rateLimitSeconds;
  return open(
    token,
    {
      // What the plugin leaves alone by itself, and the rate limits, for which the other plugin waits.
      retry: { retries: patience.retries, retryAfterBaseValue: patience.retryMs, doNotRetry: [400, 401, 403, 404, 409, 410, 422, 429, 451] },
      throttle: { onRateLimit: wait, onSecondaryRateLimit: wait, retryAfterBaseValue: patience.retryMs, fallbackSecondaryRateRetryAfter: patience.rateLimitSeconds },
      log: { debug: silent, info: silent, warn: silent, error: silent },
    },
    retry,
    throttling,
  );
}

/** The plugins say every retry; what remains in the end is said once, elsewhere. */
function silent(): void {
  return undefined;
}

/** Owner and name of the repository that the workflow belongs to. Throws where the runner names none. */
export function repositoryOf(env: Readonly<Record<string, string | undefined>>): { readonly owner: string; readonly repo: string } {
  const [, owner, repo] = /^([A-Za-z0-9_.-]+)\/([A-Za-z0-9_.-]+)$/.exec(env['GITHUB_REPOSITORY'] ?? '') ?? [];
  if (owner === undefined || repo === undefined) throw new Error('GITHUB_REPOSITORY names no repository');
  return { owner, repo };
}

/** An error of the API in words; `permission` is what the request needs, as workflows write it. */
export function apiFault(error: unknown, permission: string): Fault {
  const again = { fix: 'Run the job again; githubstatus.com tells whether the service works.' };
  const words = error instanceof Error ? error.message : String(error);
  if (error instanceof DeadlinePassed) return { why: words, ...again };
  const { status, response } = error as { readonly status?: number; readonly response?: { readonly headers?: Readonly<Record<string, string | number | undefined>> } };
  if (status === undefined) return { why: words, fix: 'Leave the input token as it is by default, in a job of GitHub Actions.' };
  const limited = response?.headers?.['x-ratelimit-remaining'] === '0' || response?.headers?.['retry-after'] !== undefined || /rate limit/i.test(words);
  if ((status === 403 || status === 429) && limited) return { why: `GitHub's rate limit is reached (${status})`, fix: 'Run the job again later, or let fewer jobs publish: the fan-in alone is enough.' };
  switch (status) {
    case 401:
      return { why: 'the token is not accepted (401)', fix: 'Leave the input token as it is by default.' };
    case 403:
      return { why: 'the token may not do it (403)', fix: `Give the job the permission ${permission}. A pull request from a fork never has it: there the job's own ending and its summary are the answer.` };
    case 404:
      return { why: 'GitHub knows no such thing, or the token may not see it (404)', fix: `Give the job the permission ${permission}, and see that the commit is in this repository.` };
    default:
      return status >= 500 ? { why: `GitHub failed (${status}), several times`, ...again } : { why: `GitHub refused the request (${status}): ${words}`, fix: 'Report this defect of generation-gate with the text above.' };
  }
}
