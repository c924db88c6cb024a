import { t as DeadlinePassed } from "./chunk-deadline-BDJNYwjF.js";

// src/github/api.ts
const PATIENCE = {
	retries: 3,
	retryMs: 1e3,
	rateLimitSeconds: 60
};
/** Opens the API at `GITHUB_API_URL`. Throws where there is no token. */
async function openApi(token, patience = PATIENCE) {
	if (token === "") throw new Error("there is no token");
	const [{ getOctokit: open }, { retry }, { throttling }] = await Promise.all([
		import("./chunk-github-BmoqwOox.js"),
		import("./chunk-dist-bundle-CJIv4Et4.js"),
		import("./chunk-dist-bundle-B1h44RjA.js")
	]);
	const wait = (seconds, _options, _octokit, tries) => tries < 1 && seconds <= patience.rateLimitSeconds;
	return open(token, {
		retry: {
			retries: patience.retries,
			retryAfterBaseValue: patience.retryMs,
			doNotRetry: [
				400,
				401,
				403,
				404,
				409,
				410,
				422,
				429,
				451
			]
		},
		throttle: {
			onRateLimit: wait,
			onSecondaryRateLimit: wait,
			retryAfterBaseValue: patience.retryMs,
			fallbackSecondaryRateRetryAfter: patience.rateLimitSeconds
		},
		log: {
			debug: silent,
			info: silent,
			warn: silent,
			error: silent
		}
	}, retry, throttling);
}
/** The plugins say every retry; what remains in the end is said once, elsewhere. */
function silent() {}
/** Owner and name of the repository that the workflow belongs to. Throws where the runner names none. */
function repositoryOf(env) {
	const [, owner, repo] = /^([A-Za-z0-9_.-]+)\/([A-Za-z0-9_.-]+)$/.exec(env["GITHUB_REPOSITORY"] ?? "") ?? [];
	if (owner === void 0 || repo === void 0) throw new Error("GITHUB_REPOSITORY names no repository");
	return {
		owner,
		repo
	};
}
/** An error of the API in words; `permission` is what the request needs, as workflows write it. */
function apiFault(error, permission) {
	const again = { fix: "Run the job again; githubstatus.com tells whether the service works." };
	const words = error instanceof Error ? error.message : String(error);
	if (error instanceof DeadlinePassed) return {
		why: words,
		...again
	};
	const { status, response } = error;
	if (status === void 0) return {
		why: words,
		fix: "Leave the input token as it is by default, in a job of GitHub Actions."
	};
	const limited = response?.headers?.["x-ratelimit-remaining"] === "0" || response?.headers?.["retry-after"] !== void 0 || /rate limit/i.test(words);
	if ((status === 403 || status === 429) && limited) return {
		why: `GitHub's rate limit is reached (${status})`,
		fix: "Run the job again later, or let fewer jobs publish: the fan-in alone is enough."
	};
	switch (status) {
		case 401: return {
			why: "the token is not accepted (401)",
			fix: "Leave the input token as it is by default."
		};
		case 403: return {
			why: "the token may not do it (403)",
			fix: `Give the job the permission ${permission}. A pull request from a fork never has it: there the job's own ending and its summary are the answer.`
		};
		case 404: return {
			why: "GitHub knows no such thing, or the token may not see it (404)",
			fix: `Give the job the permission ${permission}, and see that the commit is in this repository.`
		};
		default: return status >= 500 ? {
			why: `GitHub failed (${status}), several times`,
			...again
		} : {
			why: `GitHub refused the request (${status}): ${words}`,
			fix: "Report this defect of generation-gate with the text above."
		};
	}
}

export { repositoryOf as i, apiFault as n, openApi as r, PATIENCE as t };