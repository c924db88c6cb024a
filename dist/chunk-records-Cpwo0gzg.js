import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { A as parse, S as unknown, f as nullable, g as record, h as optional, i as array, m as object, p as number, t as _default, u as literal, y as string } from "./chunk-mini-TCpuGoTq.js";
import { a as replayFactsSchema, r as controlFactsSchema, t as baselineFactsSchema } from "./chunk-compare-DBY9yodZ.js";
import { d as inventorySchema, i as stampedFactsSchema, r as runFactsSchema } from "./chunk-facts-BWHTzgvG.js";
import { c as policyRecordSchema } from "./chunk-policy-CIRIVHlF.js";
import { n as acceptedVerdictSchema } from "./chunk-verdict-TE6T-XIb.js";
import { a as readRecord, n as generationFolder, s as writeRecord } from "./chunk-state-DYH1Qo5G.js";

// src/steps/records.ts
/** The records that the steps leave for each other in the state folder. Read back through their schemas. */
const stampRecordSchema = object({
	format: literal("generation-gate/stamped/1"),
	facts: stampedFactsSchema,
	inventory: inventorySchema,
	/** Prefixes of the measured parts, in the order of the gate's own indexes. */
	prefixes: array(string()),
	settingsDigest: string(),
	/** File system's clock when the measurement began, in milliseconds. */
	clockMs: number(),
	/** What a further measurement may take over; null, or absent in older records, where it may not. */
	again: optional(nullable(object({
		inputs: string(),
		treeId: string(),
		contentId: string(),
		tracked: number(),
		untracked: number(),
		paths: number()
	}))),
	/** What `git version` said; absent in older records. */
	gitVersion: optional(string()),
	/** Names that the command must not inherit. */
	localGitVariables: array(string()),
	/** The policy that it was made under; null in a record of a program that knew none. */
	policy: _default(nullable(policyRecordSchema), null),
	/** The setup script's file, relative to the top; none where it lies outside, or none was given. */
	setupFiles: _default(array(string()), [])
});
const runRecordSchema = object({
	format: literal("generation-gate/run/1"),
	facts: runFactsSchema,
	/** Folder of the run's logs, relative to the generation's folder. */
	folder: string(),
	closing: inventorySchema,
	/** Name of the matrix cell that the run was given. */
	cell: _default(nullable(string()), null),
	/** Files of the tree that the command is made of. */
	commandFiles: _default(array(string()), []),
	/** Folders of its reports, relative to the workspace, that were there before the command started. */
	reportFolders: _default(array(string()), []),
	/** The variables that decide which code is found: name → salted digest of its value. */
	codeVariables: _default(record(string(), string()), {})
});
const verdictRecordSchema = object({
	format: literal("generation-gate/verdict-record/1"),
	/** Null where the last check rejected. */
	accepted: nullable(object({
		digest: string(),
		verdict: acceptedVerdictSchema
	})),
	/** What the check printed. */
	envelope: unknown()
});
const knownSchema = array(string());
/** Generations that this state knows. Throws a GateError where the record is damaged. */
function recallKnown(state) {
	return readRecord(knownFile(state), (value) => parse(knownSchema, value)) ?? [];
}
function recallStamped(state) {
	return readRecord(stampedFile(state), (value) => parse(stampRecordSchema, value));
}
/** What earlier steps left. Throws a GateError where a record is damaged. */
function recall(state) {
	const known = recallKnown(state);
	const stamped = recallStamped(state);
	return {
		known,
		stamped,
		run: stamped === null ? null : readRecord(runFile(state, stamped.facts.generation), (value) => parse(runRecordSchema, value))
	};
}
/** Forgets the current stamping, before a new one begins: one that is cut short leaves none. */
function forgetCurrent(state) {
	rmSync(stampedFile(state), { force: true });
}
/**
* Sets the indexes of the current stamping aside, so that the next one need not read again what they know.
* Null where there are none, or where their record is damaged: then everything is read.
*/
function setEarlierAside(state) {
	const folder = join(state.path, "earlier");
	rmSync(folder, {
		recursive: true,
		force: true
	});
	try {
		const stamped = recallStamped(state);
		if (stamped === null) return null;
		renameSync(baselineFolder(state, stamped.facts.generation), folder);
		const { clockMs, again, gitVersion, localGitVariables } = stamped;
		return {
			folder,
			clockMs,
			same: again ?? null,
			gitVersion: gitVersion ?? null,
			localGitVariables
		};
	} catch {
		return null;
	}
}
/** Makes a stamping the current one. Called last: everything it points to is there. */
function remember(state, record) {
	writeRecord(knownFile(state), [...recallKnown(state), record.facts.generation].slice(-100));
	writeRecord(stampedFile(state), record);
}
function rememberRun(state, record) {
	writeRecord(runFile(state, record.facts.generation), record);
}
/** Saves the verdict of the last check; a rejection takes the place of an earlier acceptance. */
function rememberVerdict(state, generation, record) {
	writeRecord(verdictFile(state, generation), {
		format: "generation-gate/verdict-record/1",
		...record
	});
}
/** What the last check of a generation left; null where there was none since its last run. */
function recallVerdict(state, generation) {
	return readRecord(verdictFile(state, generation), (value) => parse(verdictRecordSchema, value));
}
/** The accepted verdict of a generation; null where its last check rejected, or where there was none since its last run. */
function recallAccepted(state, generation) {
	return readRecord(verdictFile(state, generation), (value) => parse(verdictRecordSchema, value))?.accepted ?? null;
}
/** Forgets the verdict of a generation: what a new run reports was not judged by it. */
function forgetVerdict(state, generation) {
	rmSync(verdictFile(state, generation), { force: true });
}
/** The second runs of the recorded run. Those of an earlier run say nothing about this one. */
function recallComparisons(state, run) {
	if (run === null) return {
		replay: null,
		baseline: null,
		control: null
	};
	const { generation } = run.facts;
	const own = (record) => record?.run === run.folder ? record : null;
	return {
		replay: own(readRecord(comparisonFile(state, generation, "replay"), (value) => parse(replayFactsSchema, value))),
		baseline: own(readRecord(comparisonFile(state, generation, "baseline"), (value) => parse(baselineFactsSchema, value))),
		control: own(readRecord(comparisonFile(state, generation, "control"), (value) => parse(controlFactsSchema, value)))
	};
}
function rememberComparison(state, generation, facts) {
	const name = facts.format.slice(16, facts.format.lastIndexOf("/"));
	writeRecord(comparisonFile(state, generation, name), facts);
}
function comparisonFile(state, generation, name) {
	return join(generationFolder(state, generation), `${name}.json`);
}
/** What the re-check compares with. */
function baselineOf(state, { facts, prefixes, settingsDigest, clockMs }) {
	return {
		folder: baselineFolder(state, facts.generation),
		prefixes,
		nested: facts.nested,
		otherWorktrees: facts.otherWorktrees,
		settingsDigest,
		clockMs
	};
}
function baselineFolder(state, generation) {
	return generationFolder(state, generation);
}
function knownFile(state) {
	return join(state.path, "generations.json");
}
function stampedFile(state) {
	return join(state.path, "stamped.json");
}
function verdictFile(state, generation) {
	return join(generationFolder(state, generation), "verdict.json");
}
function runFile(state, generation) {
	return join(generationFolder(state, generation), "run.json");
}

export { recall as a, recallKnown as c, rememberComparison as d, rememberRun as f, forgetVerdict as i, recallVerdict as l, setEarlierAside as m, baselineOf as n, recallAccepted as o, rememberVerdict as p, forgetCurrent as r, recallComparisons as s, baselineFolder as t, remember as u };