import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { n as summaryMarkdown } from "./chunk-markdown-josz7-ap.js";
import { n as plainLine } from "./chunk-plain-jGVpv_SO.js";
import { i as repositoryOf, n as apiFault, r as openApi, t as PATIENCE } from "./chunk-api-mFM-_vfI.js";
import { n as within } from "./chunk-deadline-BDJNYwjF.js";

// src/publish/check-run.ts
/** GitHub takes 65,535 characters of summary; bytes are never fewer than characters, and the last sentence needs some. */
const SUMMARY_BYTES = 65e3;
const TITLE_LENGTH = 255;
/** GitHub takes 64 KiB; nobody reads more than this beside a file. */
const MESSAGE_LENGTH = 4e3;
/** Ten requests' worth. */
const MOST_ANNOTATIONS = 500;
const PATHS_PER_FINDING = 20;
/** The most that GitHub takes in one request (REST documentation, "Update a check run"). */
const ANNOTATIONS_PER_REQUEST = 50;
/** The most that GitHub takes (REST documentation, "Create a commit status"). */
const DESCRIPTION_LENGTH = 140;
/** Where an annotation stands that belongs to no file. */
const NO_FILE = ".github";
/** The check run of a verdict. */
function checkRunContent(envelope) {
	const all = envelope.findings.filter(isShown).toSorted((left, right) => rank(left) - rank(right)).flatMap(annotationsOf);
	const annotations = all.slice(0, MOST_ANNOTATIONS);
	const leftOut = all.length - annotations.length;
	const said = leftOut === 0 ? "" : `\n_${leftOut} more annotations were left out; the log names what they are about._\n`;
	return {
		conclusion: envelope.verdict === "accepted" ? "success" : "failure",
		title: cut(statusDescription(envelope), TITLE_LENGTH),
		summary: summaryMarkdown(envelope, SUMMARY_BYTES - Buffer.byteLength(said)) + said,
		annotations
	};
}
/** Annotations in portions that one request takes; one empty portion where there are none. */
function portions(annotations) {
	const count = Math.max(1, Math.ceil(annotations.length / 50));
	return Array.from({ length: count }, (_, at) => annotations.slice(at * 50, (at + 1) * 50));
}
/** A verdict in one line: `rejected by 2 findings; 12 tests, 11 passed, 1 failed`. */
function statusDescription({ verdict, findings, tests }) {
	const rejecting = findings.filter(({ rejects }) => rejects).length;
	const kinds = [
		"passed",
		"failed",
		"errored",
		"skipped",
		"flaky"
	].filter((kind) => tests[kind] > 0).map((kind) => `${tests[kind]} ${kind}`);
	const counts = tests.total === 0 ? "no tests" : `${tests.total} tests: ${kinds.join(", ")}`;
	return cut(`${verdict === "accepted" ? "accepted" : `rejected by ${rejecting} ${rejecting === 1 ? "finding" : "findings"}`}; ${counts}`, DESCRIPTION_LENGTH);
}
function isShown({ answer, rejects, listed }) {
	return rejects || answer !== "holds" || listed === true;
}
function rank({ rejects, answer }) {
	return rejects ? 0 : answer === "holds" ? 2 : 1;
}
function annotationsOf(finding) {
	const files = [...new Set((finding.paths ?? []).slice(0, PATHS_PER_FINDING).map(fileOf))];
	const level = [
		"failure",
		"warning",
		"notice"
	][rank(finding)] ?? "notice";
	const fix = finding.fix === "" ? "" : `. ${finding.fix}`;
	return (files.length === 0 ? [NO_FILE] : files).map((path) => ({
		path,
		start_line: 1,
		end_line: 1,
		annotation_level: level,
		title: finding.rule,
		message: cut(plainLine(`${cut(finding.what, MESSAGE_LENGTH)}${cut(fix, MESSAGE_LENGTH)}`), MESSAGE_LENGTH)
	}));
}
/** A path that can be one of the repository's files; the others are named in the message. */
function fileOf(path) {
	const shown = plainLine(path);
	return path === "" || path.length > 1e3 || shown !== path || path.startsWith("/") || path.split("/").includes("..") || /^artifact /.test(path) ? NO_FILE : path;
}
/** The text's beginning, never half a character. */
function cut(text, length) {
	if (text.length <= length) return text;
	return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

// src/github/check-run.ts
/**
* A verdict as a check run or a commit status: extras beside the job's own ending, which is the required check. What
* GitHub does not take is an answer, said once; no verdict depends on it.
*/
/** Ten requests a second apart, and one wait for a rate limit. */
const PUBLISH_MS = 12e4;
/**
* Creates the check run with its verdict and the first annotations at once, then adds the others: whatever becomes of
* the later requests, no check is left that never ends. Null where all went well.
*/
async function publishCheckRun(envelope, publication) {
	return attempt(publication, "The check run", "checks: write", async (api) => {
		const { name, commit, env } = publication;
		const { conclusion, title, summary, annotations } = checkRunContent(envelope);
		const [first = [], ...rest] = portions(annotations);
		const place = repositoryOf(env);
		const created = await api.rest.checks.create({
			...place,
			name,
			head_sha: commit,
			status: "completed",
			conclusion,
			...linkTo(env, "details_url"),
			output: {
				title,
				summary,
				annotations: [...first]
			}
		});
		for (const portion of rest) await api.rest.checks.update({
			...place,
			check_run_id: created.data.id,
			output: {
				title,
				summary,
				annotations: [...portion]
			}
		});
	});
}
/** Sets the commit status. Null where all went well. */
async function publishStatus(envelope, publication) {
	return attempt(publication, "The commit status", "statuses: write", async (api) => {
		const { name, commit, env } = publication;
		await api.rest.repos.createCommitStatus({
			...repositoryOf(env),
			sha: commit,
			state: envelope.verdict === "accepted" ? "success" : "failure",
			context: name,
			description: statusDescription(envelope),
			...linkTo(env, "target_url")
		});
	});
}
async function attempt({ token, patience = PATIENCE, limitMs = PUBLISH_MS }, what, permission, publish) {
	try {
		await within(limitMs, what, openApi(token, patience).then(publish));
		return null;
	} catch (error) {
		return apiFault(error, permission);
	}
}
/** The run's own page, where the runner says what it is. */
function linkTo(env, key) {
	const { GITHUB_SERVER_URL: server = "", GITHUB_REPOSITORY: repository = "", GITHUB_RUN_ID: run = "" } = env;
	if (!/^https?:\/\/\S+$/.test(server) || !/^\d+$/.test(run)) return {};
	const link = {};
	link[key] = `${server}/${repository}/actions/runs/${run}`;
	return link;
}

export { publishCheckRun, publishStatus };