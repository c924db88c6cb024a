import { createHash } from "node:crypto";
import { t as comparePaths } from "./chunk-path-C-SIO5nl.js";
import { t as ACCEPTED_SCHEMA } from "./chunk-verdict-TE6T-XIb.js";
import { a as countedReports, n as totalsOf, t as reportTotals } from "./chunk-totals-DXdlI6sr.js";

// src/publish/canonical.ts
/** The accepted verdict in canonical form, and its digest: what summaries cite. */
/**
* JSON with sorted keys and without blanks, after RFC 8785 for the values that a verdict holds: text, whole numbers,
* booleans, null, arrays, objects. Throws for any other value: two readers could write it differently.
*/
function canonicalJson(value) {
	if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
	if (typeof value === "number") {
		if (!Number.isSafeInteger(value)) throw new TypeError(`A verdict holds whole numbers only, not ${value}`);
		return JSON.stringify(value);
	}
	if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
	if (typeof value !== "object") throw new TypeError(`A verdict holds no ${typeof value}`);
	return `{${Object.entries(value).toSorted(([left], [right]) => left < right ? -1 : 1).map(([key, entry]) => `${JSON.stringify(key)}:${canonicalJson(entry)}`).join(",")}}`;
}
/** SHA-256 of the canonical JSON, 64 hex digits. */
function verdictDigest(verdict) {
	return createHash("sha256").update(canonicalJson(verdict)).digest("hex");
}
/**
* The verdict of an accepted check. It holds no time, no wording and nothing about what the workspace looks like beside
* the evidence, so that a check repeated over unchanged evidence gives the same; `findings` are those about the
* evidence alone. Null where nothing was stamped or measured.
*/
function acceptedVerdict(facts, findings, cell) {
	const { stamped, run, check, asked, cached, policy } = facts;
	if (stamped === null || check === null) return null;
	return {
		schema: ACCEPTED_SCHEMA,
		generation: stamped.generation,
		tree_id: stamped.treeId,
		content_id: stamped.contentId,
		head: stamped.head,
		stamp_digest: stamped.stampDigest,
		cell,
		run: run === null ? null : {
			command_digest: run.outcome.command,
			ending: run.outcome.ending,
			stdout_sha256: run.outcome.logs.stdout.sha256,
			stderr_sha256: run.outcome.logs.stderr.sha256
		},
		outcome: run === null ? asked.outcome : null,
		...cached?.bundle.state === "read" ? { cached: {
			bundle_digest: cached.bundle.digest,
			generation: cached.bundle.generation,
			command_digest: cached.command
		} } : {},
		...policy?.file === null || policy?.file === void 0 ? {} : { policy: {
			sha256: policy.file.digest,
			path: policy.file.path,
			base: policy.base?.commit ?? null
		} },
		tests: { ...totalsOf(facts) },
		reports: countedReports(facts).map((seen) => ({
			path: seen.path,
			sha256: seen.report.sha256,
			tests: reportTotals(seen)
		})).toSorted((left, right) => comparePaths(left.path, right.path)),
		logs: check.evidence.filter(isLog).map(({ path, now }) => ({
			path,
			sha256: now?.sha256 ?? null
		})),
		answers: answersOf(findings)
	};
}
function isLog({ role, logs }) {
	return role === "evidence" && logs.length > 0;
}
function answersOf(findings) {
	return [...new Map(findings.map(({ rule, answer }) => [`${rule} ${answer}`, {
		rule,
		answer
	}]))].toSorted(([left], [right]) => left < right ? -1 : 1).map(([, answer]) => answer);
}

export { verdictDigest as n, acceptedVerdict as t };