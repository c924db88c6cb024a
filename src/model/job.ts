/** What is known of jobs of a workflow: those that a fan-in waited for, and the one that a bundle comes from. */
import * as z from 'zod/mini';

/** How a job can end, in the words of GitHub's `needs` context. */
export const JOB_RESULTS = ['success', 'failure', 'cancelled', 'skipped'] as const;

/** A job that the fan-in waited for. */
export interface NeededJob {
  readonly job: string;
  readonly result: (typeof JOB_RESULTS)[number];
}

/** The job that wrote a bundle. The numbers are GitHub's; whoever can write a bundle can write others. */
export const jobOriginSchema = z.object({
  run_id: z.string().check(z.regex(/^[1-9]\d{0,18}$/)),
  run_attempt: z.int().check(z.minimum(1), z.maximum(9999)),
  job: z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_-]{0,99}$/)),
});
export type JobOrigin = z.infer<typeof jobOriginSchema>;

/** The job that an environment belongs to; null outside of GitHub Actions. */
export function jobOriginOf(env: Readonly<Record<string, string | undefined>>): JobOrigin | null {
  if (env['GITHUB_ACTIONS'] !== 'true') return null;
  const { data } = jobOriginSchema.safeParse({ run_id: env['GITHUB_RUN_ID'], run_attempt: Number(env['GITHUB_RUN_ATTEMPT'] ?? '1'), job: env['GITHUB_JOB'] });
  return data ?? null;
}
