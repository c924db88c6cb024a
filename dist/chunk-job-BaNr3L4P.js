import { C as _gte, k as _regex, l as int, m as object, w as _lte, y as string } from "./chunk-mini-TCpuGoTq.js";

// src/model/job.ts
/** What is known of jobs of a workflow: those that a fan-in waited for, and the one that a bundle comes from. */
/** How a job can end, in the words of GitHub's `needs` context. */
const JOB_RESULTS = [
	"success",
	"failure",
	"cancelled",
	"skipped"
];
/** The job that wrote a bundle. The numbers are GitHub's; whoever can write a bundle can write others. */
const jobOriginSchema = object({
	run_id: string().check(_regex(/^[1-9]\d{0,18}$/)),
	run_attempt: int().check(_gte(1), _lte(9999)),
	job: string().check(_regex(/^[A-Za-z_][A-Za-z0-9_-]{0,99}$/))
});
/** The job that an environment belongs to; null outside of GitHub Actions. */
function jobOriginOf(env) {
	if (env["GITHUB_ACTIONS"] !== "true") return null;
	const { data } = jobOriginSchema.safeParse({
		run_id: env["GITHUB_RUN_ID"],
		run_attempt: Number(env["GITHUB_RUN_ATTEMPT"] ?? "1"),
		job: env["GITHUB_JOB"]
	});
	return data ?? null;
}

export { jobOriginOf as n, jobOriginSchema as r, JOB_RESULTS as t };