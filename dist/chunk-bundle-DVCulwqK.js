import { D as _nonnegative, O as _positive, a as boolean, c as extend, f as nullable, g as record, h as optional, i as array, k as _regex, l as int, m as object, n as _enum, r as _null, s as discriminatedUnion, u as literal, y as string } from "./chunk-mini-TCpuGoTq.js";
import { a as driftSchema, c as cachedTestsSchema, i as stampedFactsSchema, l as leftoversSchema, n as bytecodeSightSchema, t as HANDED_OVER_OUTCOMES, u as evidenceFileSchema } from "./chunk-facts-BWHTzgvG.js";
import { t as answerSchema } from "./chunk-finding-Cn8ms8Hi.js";
import { r as jobOriginSchema } from "./chunk-job-BaNr3L4P.js";
import { d as reportStatSchema, l as refusedReportSchema, n as surroundingsSchema } from "./chunk-surroundings-D6WPkBUv.js";
import { i as generationSchema } from "./chunk-stamp-B4OeROAG.js";
import { r as testTotalsSchema } from "./chunk-verdict-TE6T-XIb.js";

// src/model/bundle-sight.ts
/** What is known of one bundle once it was read and judged again. Nothing in it is believed for being written there. */
const objectId$1 = string().check(_regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/));
const bundlePatchSchema = discriminatedUnion("state", [
	object({
		state: literal("written"),
		against: object({
			what: _enum([
				"base",
				"head",
				"nothing"
			]),
			commit: nullable(objectId$1),
			tree: objectId$1
		}),
		left_out: array(string())
	}),
	object({
		state: literal("empty"),
		against: object({
			what: _enum([
				"base",
				"head",
				"nothing"
			]),
			commit: nullable(objectId$1),
			tree: objectId$1
		})
	}),
	object({
		state: literal("absent"),
		why: string()
	})
]);

// src/model/bundle.ts
/**
* The bundle: what one cell of a matrix hands over so that its verdict can be reached again elsewhere (PB3), and what
* is known of bundles when they are judged together (FI1). docs/bundle-format.md describes the folder. Whoever can
* write to where bundles are kept controls every byte of one, so everything is parsed here and nothing is believed.
*/
const BUNDLE_SCHEMA = "generation-gate/bundle/1";
const BUNDLE_FACTS_FORMAT = "generation-gate/bundle-facts/1";
const MANIFEST_FILE = "manifest.json";
/** Names of the parts of a bundle. None begins with a dot: uploads leave such files out. */
const PART = {
	stamp: "stamp.json",
	command: "command",
	commandForm: "command.json",
	patch: "change.patch",
	policy: "policy.json",
	facts: "facts.json",
	opening: "inventory-stamp.json",
	closing: "inventory-run.json",
	run: "run.json",
	witness: "witness.json",
	baseline: "baseline.json",
	replay: "replay.json",
	control: "control.json",
	findings: "findings.json",
	verdict: "verdict.json",
	cached: "cached-evidence.json",
	stdout: "logs/stdout.txt",
	stderr: "logs/stderr.txt",
	alsoStdout: "logs/also-stdout.txt",
	alsoStderr: "logs/also-stderr.txt"
};
/** Folder inside a bundle that holds, whole, the bundle from which its evidence was taken. */
const CACHED_FOLDER = "cached";
/** A name inside a bundle: plain on every file system, never hidden, never leading out. */
const BUNDLE_NAME = /^(?=.{1,120}$)[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*(?:\/[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*){0,2}$/;
const sha256 = string().check(_regex(/^[0-9a-f]{64}$/));
const objectId = string().check(_regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/));
const bundleName = string().check(_regex(BUNDLE_NAME));
const count = int().check(_nonnegative());
const cellName = string().check(_regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/));
const bundleFileSchema = object({
	path: bundleName,
	/** Of the bytes in the bundle. */
	sha256,
	size: count,
	/** Of the bytes as they were judged; there only where something was redacted since. */
	judged_sha256: optional(sha256)
});
const manifestSchema = object({
	schema: literal(BUNDLE_SCHEMA),
	/** Version of the program that wrote it. */
	program: string().check(_regex(/^[\w.+-]{1,60}$/)),
	cell: nullable(cellName),
	/** The job that wrote it, where one did. */
	origin: optional(nullable(jobOriginSchema)),
	generation: nullable(generationSchema),
	tree_id: nullable(objectId),
	content_id: nullable(sha256),
	head: nullable(objectId),
	/** SHA-256 of the captured command; null where none was run under the gate. */
	command_digest: nullable(sha256),
	/** As the gate said it. Never believed. */
	verdict: _enum(["accepted", "rejected"]),
	patch: bundlePatchSchema,
	/** Every other file of the bundle, sorted by path. */
	files: array(bundleFileSchema),
	/** Where each report lay in the workspace, with the digest of its bytes as judged. */
	reports: array(object({
		path: string(),
		file: bundleName,
		sha256,
		generation: generationSchema,
		tree_id: objectId
	})),
	/** What a bundle may not hold, with the reason. */
	left_out: array(object({
		path: string(),
		why: string()
	}))
});
/** Where a reading is kept: the report itself is in the bundle and is read again. A refusal can only reject, and is kept as it is. */
const storedReadingSchema = discriminatedUnion("state", [object({
	state: literal("stored"),
	file: bundleName,
	stat: reportStatSchema
}), refusedReportSchema]);
const storedEvidenceSchema = extend(evidenceFileSchema, { reading: nullable(storedReadingSchema) });
const judgedBytecodeSchema = extend(bytecodeSightSchema, {
	kind: _enum([
		"fits",
		"does-not-fit",
		"sourceless",
		"unreadable"
	]),
	why: string(),
	rewrittenByPytest: boolean()
});
const words = array(string());
const changeSchema = object({
	against: string(),
	paths: words,
	tip: string(),
	containsTip: boolean()
});
const storedCheckSchema = object({
	drift: driftSchema,
	treeNow: string(),
	headNow: nullable(string()),
	bytecode: array(judgedBytecodeSchema),
	bytecodeUnseen: words,
	evidence: array(storedEvidenceSchema),
	absentLogs: words,
	logsNow: nullable(object({
		stdout: nullable(string()),
		stderr: nullable(string())
	})),
	summaries: _null(),
	surroundings: optional(surroundingsSchema),
	leftovers: optional(leftoversSchema),
	cachedTests: optional(cachedTestsSchema),
	change: optional(nullable(changeSchema))
});
const askedSchema = object({
	expectGeneration: nullable(string()),
	expectStampDigest: nullable(string()),
	outcome: nullable(_enum(HANDED_OVER_OUTCOMES)),
	requireTests: words,
	minTests: count,
	summaries: words,
	imports: words,
	survivors: _enum(["report", "reject"]),
	repeated: optional(_enum(["report", "reject"])),
	reject: optional(words),
	foreignEditables: _enum(["report", "reject"]),
	witness: _enum([
		"required",
		"observe",
		"off"
	]),
	allowIgnored: words,
	generated: words,
	unwitnessedOk: words,
	unloaded: _enum(["report", "reject"]),
	cell: nullable(cellName),
	slackSeconds: count,
	reportLimits: optional(record(string(), int().check(_positive()))),
	base: optional(nullable(string())),
	replay: optional(boolean()),
	control: optional(boolean()),
	owned: optional(words),
	forbidden: optional(words),
	requireRebased: optional(boolean())
});
const bundleFactsSchema = object({
	format: literal(BUNDLE_FACTS_FORMAT),
	cell: nullable(cellName),
	known: words,
	stamped: nullable(stampedFactsSchema),
	check: nullable(storedCheckSchema),
	asked: askedSchema
});
/** Where the evidence came from a cache: what was asked for, and the bundle in {@link CACHED_FOLDER}, or why it is not there. */
const cachedPartSchema = object({
	format: literal("generation-gate/cached-evidence/1"),
	command: sha256,
	workdir: string(),
	bundle: discriminatedUnion("state", [object({
		state: literal("stored"),
		source: string(),
		digest: sha256
	}), object({
		state: literal("refused"),
		source: string(),
		why: string()
	})])
});
const storedFindingsSchema = array(object({
	rule: string().check(_regex(/^GG-[A-Z][A-Z-]{1,60}$/)),
	answer: answerSchema,
	what: string(),
	rejects: boolean()
}));
const storedVerdictSchema = object({
	verdict: _enum(["accepted", "rejected"]),
	tests: testTotalsSchema
});

export { MANIFEST_FILE as a, cachedPartSchema as c, storedVerdictSchema as d, CACHED_FOLDER as i, manifestSchema as l, BUNDLE_NAME as n, PART as o, BUNDLE_SCHEMA as r, bundleFactsSchema as s, BUNDLE_FACTS_FORMAT as t, storedFindingsSchema as u };