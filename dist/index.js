import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { t as parseInputs } from "./chunk-from-action-BHR-v85t.js";
import { n as performPhase } from "./chunk-perform-CJTGlOHP.js";
import { r as outcomeOfError } from "./chunk-envelope-DzZppLfG.js";
import { a as boolean, i as array, k as _regex, m as object, u as literal, y as string } from "./chunk-mini-TCpuGoTq.js";
import { t as GateError } from "./chunk-errors-HNU_0TX0.js";
import { r as requireBlob } from "./chunk-base-tree-CRrr7tX8.js";
import { c as warning, i as getInput, n as error, o as setOutput, r as exportVariable } from "./chunk-core-CikAWlny.js";
import { t as summary } from "./chunk-summary-DGHN-Igo.js";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { n as summaryMarkdown } from "./chunk-markdown-josz7-ap.js";
import { n as plainLine } from "./chunk-plain-jGVpv_SO.js";
import { r as verdictText, t as preface } from "./chunk-print-odF5yLAc.js";

// src/github/base-tree.ts
/**
* Reads a commit's tree by the API of the repository that the workflow runs for, where neither the checkout nor a fetch
* brings it. Two kinds of request, both for `contents: read`; every answer is checked against the id it was asked by.
*/
const objectId = string().check(_regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/));
const treeSchema = object({
	truncated: boolean(),
	tree: array(object({
		path: string(),
		mode: string(),
		type: string(),
		sha: objectId
	}))
});
const blobSchema = object({
	content: string(),
	encoding: literal("base64")
});
/** Milliseconds for one request: a service that does not answer must not hold the gate. */
const REQUEST_LIMIT_MS = 3e4;
/** A reader for the repository that `env` names; null where there is no token or no repository. */
function apiBaseReader(token, env) {
	const [owner = "", repo = ""] = (env["GITHUB_REPOSITORY"] ?? "").split("/");
	if (token === "" || owner === "" || repo === "") return null;
	return async (commit) => openTree(await ask(token, {
		owner,
		repo,
		url: env["GITHUB_API_URL"]
	}), commit);
}
async function ask(token, { owner, repo, url }) {
	const { getOctokit } = await import("./chunk-github-BmoqwOox.js");
	const { git } = getOctokit(token, url === void 0 || url === "" ? {} : { baseUrl: url }).rest;
	const limited = () => ({ request: { signal: AbortSignal.timeout(REQUEST_LIMIT_MS) } });
	return {
		tree: async (id) => (await git.getTree({
			owner,
			repo,
			tree_sha: id,
			...limited()
		})).data,
		blob: async (id) => (await git.getBlob({
			owner,
			repo,
			file_sha: id,
			...limited()
		})).data
	};
}
async function openTree(api, commit) {
	const known = /* @__PURE__ */ new Map();
	const listed = async (id) => {
		const before = known.get(id);
		if (before !== void 0) return before;
		const { data } = treeSchema.safeParse(await api.tree(id));
		if (data === void 0) throw new GateError("GG-API-ANSWER", `The API's answer for the tree ${id} is no tree`);
		if (data.truncated) throw new GateError("GG-API-ANSWER", `The API cut the tree ${id} short`);
		const entries = data.tree.map(({ path, mode, type, sha }) => ({
			name: path,
			mode,
			type,
			oid: sha
		}));
		known.set(id, entries);
		return entries;
	};
	await listed(commit);
	return {
		read: "api",
		close: () => void 0,
		entries: async (folder) => {
			let id = commit;
			for (const part of folder === "" ? [] : folder.split("/")) {
				const entry = (await listed(id)).find(({ name, type }) => name === part && type === "tree");
				if (entry === void 0) return null;
				id = entry.oid;
			}
			return listed(id);
		},
		blob: async (oid) => {
			const { data } = blobSchema.safeParse(await api.blob(oid));
			if (data === void 0) throw new GateError("GG-API-ANSWER", `The API's answer for the file ${oid} is no file`);
			const bytes = Buffer.from(data.content, "base64");
			requireBlob(bytes, oid);
			return bytes;
		}
	};
}

// src/github/job.ts
/**
* The job's side of a verdict: inputs, outputs, variables for later steps, annotations, log and job summary.
* None of it can change the verdict; a part that fails is said once and left out.
*/
/** GitHub shows at most ten annotations of a level per step; the rest is in the summary. */
const ANNOTATIONS_PER_STEP = 10;
/** An output travels in a file that all steps read; what is longer is cut to whole findings. */
const FINDINGS_OUTPUT_BYTES = 262144;
function readInput(name) {
	return getInput(name);
}
/** Publishes an outcome to the job: log, outputs, variables, annotations, summary. */
async function publishOutcome(outcome) {
	const { envelope } = outcome;
	const text = preface(envelope, false) + verdictText(envelope, {
		colour: false,
		quiet: false
	});
	process.stdout.write(`${text}\n`);
	part("The outputs", () => setOutputs(outcome));
	part("The variables for later steps", () => {
		for (const [name, value] of Object.entries(exportsOf(outcome))) exportVariable(name, value);
	});
	annotate(envelope.findings);
	await summarize(outcome);
}
/** One part of publishing. The verdict is reached: a file of the runner that cannot be written takes nothing from it. */
function part(what, publish) {
	try {
		publish();
	} catch (error) {
		warning(plainLine(`${what} could not be written: ${error instanceof Error ? error.message : String(error)}`));
	}
}
function setOutputs(outcome) {
	const { envelope } = outcome;
	setOutput("verdict", envelope.verdict);
	setOutput("generation", envelope.generation ?? "");
	setOutput("tree-id", envelope.tree_id ?? "");
	setOutput("stamp-digest", typeof envelope["stamp_digest"] === "string" ? envelope["stamp_digest"] : "");
	setOutput("findings", JSON.stringify(fitting(envelope.findings)));
	setOutput("tests", JSON.stringify(envelope.tests));
	setOutput("report-path", reportOf(outcome));
	setOutput("verdict-path", saveVerdict(outcome));
}
/** What later steps of the workflow must see, so that their tests run as the captured command would (EV9). */
function exportsOf({ envelope }) {
	const variables = envelope["exports"];
	return typeof variables === "object" && variables !== null && envelope.verdict === "accepted" ? variables : {};
}
function annotate(findings) {
	for (const finding of findings.filter(({ rejects }) => rejects).slice(0, ANNOTATIONS_PER_STEP)) {
		const file = finding.paths?.[0];
		error(plainLine(`${finding.what}. ${finding.fix}`), {
			title: finding.rule,
			...file === void 0 ? {} : { file: plainLine(file) }
		});
	}
}
async function summarize(outcome) {
	if ((process.env["GITHUB_STEP_SUMMARY"] ?? "") === "") return;
	try {
		await summary.addRaw(summaryMarkdown(outcome.envelope)).write();
	} catch (error) {
		warning(plainLine(`The job summary could not be written: ${error instanceof Error ? error.message : String(error)}`));
	}
}
/** Where a step writes its report unless the workflow names a file; null where the runner has no folder for it. */
function defaultReport(phase) {
	const folder = process.env["RUNNER_TEMP"] ?? "";
	return folder === "" || !REPORTING.includes(phase) ? null : join(folder, `generation-gate-${phase}-${process.pid}.html`);
}
const REPORTING = [
	"gate",
	"check",
	"fan-in"
];
function reportOf({ envelope: { report } }) {
	if (typeof report !== "object" || report === null) return "";
	const { path, error } = report;
	if (typeof error === "string") warning(plainLine(error));
	return typeof path === "string" ? path : "";
}
function saveVerdict({ envelope }) {
	const folder = process.env["RUNNER_TEMP"] ?? "";
	if (folder === "") return "";
	const file = join(folder, `generation-gate-${envelope.verb}-${process.pid}.json`);
	try {
		writeFileSync(file, `${JSON.stringify(envelope)}\n`);
		return file;
	} catch {
		return "";
	}
}
function fitting(findings) {
	const kept = [];
	let bytes = 0;
	for (const finding of findings.toSorted((left, right) => Number(right.rejects) - Number(left.rejects))) {
		const slim = {
			...finding,
			...finding.paths === void 0 ? {} : { paths: finding.paths.slice(0, 20) }
		};
		bytes += Buffer.byteLength(JSON.stringify(slim));
		if (bytes > FINDINGS_OUTPUT_BYTES) break;
		kept.push(slim);
	}
	return kept;
}

// src/action.ts
/** The action: inputs in, the same steps as the program, outputs, annotations and a job summary out. */
async function main() {
	let call = null;
	try {
		const asked = parseInputs(readInput);
		call = await withPlace({
			...asked,
			settings: {
				...asked.settings,
				report: asked.settings.report ?? defaultReport(asked.phase)
			}
		});
		return {
			outcome: call.phase === "fan-in" ? await gatherAndJudge(call) : await performPhase(call, ports(call)),
			call
		};
	} catch (error) {
		return {
			outcome: outcomeOfError(call?.phase ?? "gate", error),
			call
		};
	}
}
/** What is uploaded or attested must lie somewhere: outside the work tree, where it is no part of what is tested. */
async function withPlace(call) {
	const { upload, attest } = call.publishing;
	if (upload === null && !attest || call.settings.bundle !== null) return call;
	const { bundlePlace } = await import("./chunk-bundle-place-BX3GlO8W.js");
	return {
		...call,
		settings: {
			...call.settings,
			bundle: bundlePlace(process.env)
		}
	};
}
/** The policy of a base that the checkout does not hold is read by the API. */
function ports({ publishing }) {
	const readBase = apiBaseReader(publishing.token, process.env);
	return readBase === null ? {} : { readBase };
}
async function gatherAndJudge(call) {
	const { fetchForFanIn } = await import("./chunk-gathering-bIrN7O_O.js");
	const fetched = await fetchForFanIn(call, process.env);
	try {
		return await performPhase(call, ports(call), fetched);
	} finally {
		fetched.close();
	}
}
const { outcome, call } = await main();
process.exitCode = outcome.exit;
await publishOutcome(outcome);
if (call !== null) {
	const { publishBeyondTheJob } = await import("./chunk-publishing-Du3g-cJl.js");
	await publishBeyondTheJob(call, outcome, process.env);
}

export {  };