import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, rmdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { n as jobOriginOf } from "./chunk-job-BaNr3L4P.js";
import { t as STAMP_FILE } from "./chunk-stamp-B4OeROAG.js";
import { o as placeOf } from "./chunk-stat-index-BJNiL9Rk.js";
import { t as forbiddenPath } from "./chunk-forbidden-paths-D2JpR1jc.js";
import { r as commandDigestOf, t as readBundle } from "./chunk-bundle-read-D2SB64Ix.js";
import { n as redactedValue, t as bundleRedaction } from "./chunk-bundle-redaction-DlytN31F.js";
import { isUtf8 } from "node:buffer";
import { createHash, randomBytes } from "node:crypto";
import { a as MANIFEST_FILE, i as CACHED_FOLDER, o as PART, r as BUNDLE_SCHEMA, t as BUNDLE_FACTS_FORMAT } from "./chunk-bundle-DVCulwqK.js";
import { t as GateError } from "./chunk-errors-HNU_0TX0.js";
import { a as nativePath, o as showPath } from "./chunk-path-C-SIO5nl.js";
import { t as STATEMENT_FILES } from "./chunk-statement-DwN2B8oX.js";
import { t as VERSION } from "./chunk-version-DmJ_Ka3v.js";
import { o as loadCommand, t as commandBytes } from "./chunk-captured-command-CJlk1AYq.js";
import { a as verdictStatement, i as testResultStatement } from "./chunk-verdict-CSAd8OiJ.js";
import { r as openBundle } from "./chunk-unpack-DCIG-WqD.js";
import { m as soundBundle } from "./chunk-totals-DXdlI6sr.js";
import { t as git } from "./chunk-git-D-kZjfTp.js";
import { r as readBaseline } from "./chunk-recheck-Bc6n_9F1.js";
import { n as generationFolder } from "./chunk-state-DYH1Qo5G.js";
import { r as stampedPatch } from "./chunk-stamped-patch-BNiecPQj.js";
import { a as recall, n as baselineOf } from "./chunk-records-Cpwo0gzg.js";

// src/publish/bundle.ts
/**
* Writes the bundle of a cell: one folder with all that is needed to reach its verdict again (PB3). It appears whole or
* not at all, its own reader has judged it before, and nothing that may not travel is in it (PK4).
*/
/** Bytes of a log that travel: its end. */
const LOG_TAIL_BYTES = 65536;
/**
* Writes a bundle to a folder that is absent or empty. `prove` reads it back before it gets its name, and gives what is
* wrong with it. Throws a {@link GateError} where something is, or where a secret remains.
*/
async function writeBundle(given, parts, prove) {
	const folder = resolve(given);
	mkdirSync(dirname(folder), { recursive: true });
	const beside = join(realpathSync(dirname(folder)), `${basename(folder)}.${randomBytes(4).toString("hex")}.tmp`);
	mkdirSync(beside, { mode: 493 });
	try {
		const draft = await fill(beside, parts);
		const faults = await prove(beside);
		if (faults.length > 0) throw new GateError("GG-BUNDLE-NOT-REPRODUCED", `The bundle does not give the verdict that it was written for: ${faults.slice(0, 5).join("; ")}`, "Report this defect of generation-gate with the record of the run.");
		if (existsSync(folder)) rmdirSync(folder);
		renameSync(beside, folder);
		return {
			folder,
			...draft
		};
	} catch (error) {
		rmSync(beside, {
			recursive: true,
			force: true
		});
		throw error;
	}
}
async function fill(folder, parts) {
	const { facts, redaction } = parts;
	const files = [];
	const put = async (path, bytes, treatment) => keep(path, bytes, await publishable(path, bytes, treatment, redaction));
	const keep = (path, bytes, published) => {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), published, { flag: "wx" });
		const judged = sha256(bytes);
		const shown = sha256(published);
		files.push({
			path,
			sha256: shown,
			size: published.length,
			...shown === judged ? {} : { judged_sha256: judged }
		});
	};
	const putJson = async (path, value) => keep(path, jsonBytes(value), await publishableJson(path, value, redaction));
	const reports = [];
	if (facts?.check !== null && facts !== null) {
		const stored = await storeReports(parts, facts, put, reports);
		const { stamped, known, asked } = facts;
		await putJson(PART.facts, {
			format: BUNDLE_FACTS_FORMAT,
			cell: parts.cell,
			known,
			stamped,
			check: stored,
			asked
		});
		if (facts.run !== null) {
			const { witness } = facts.run;
			await putJson(PART.run, witness.state === "present" ? {
				...facts.run,
				witness: {
					state: "absent",
					why: `see ${PART.witness}`
				}
			} : facts.run);
			if (witness.state === "present") await putJson(PART.witness, witness);
		}
		if (facts.policy !== null && facts.policy !== void 0) await putJson(PART.policy, facts.policy);
		for (const kind of [
			"baseline",
			"replay",
			"control"
		]) if (facts[kind] !== null && facts[kind] !== void 0) await putJson(PART[kind], facts[kind]);
	}
	if (facts !== null) await putCached(parts, facts, keep, putJson);
	if (parts.opening !== null) await putJson(PART.opening, parts.opening);
	if (parts.closing !== null) await putJson(PART.closing, parts.closing);
	if (parts.stamp !== null) await put(PART.stamp, parts.stamp, "content");
	if (parts.command !== null) await putCommand(parts.command, facts?.run?.outcome.command ?? "", put);
	if (parts.patch.bytes !== null) await put(PART.patch, parts.patch.bytes, "content");
	if (parts.logs !== null && facts?.run !== null && facts !== null) {
		for (const stream of ["stdout", "stderr"]) await put(PART[stream], tailOf(join(parts.logs, facts.run.outcome.logs[stream].path)), "text");
		const { also } = facts.run;
		if (also !== void 0) {
			await put(PART.alsoStdout, tailOf(join(parts.logs, "also", also.outcome.logs.stdout.path)), "text");
			await put(PART.alsoStderr, tailOf(join(parts.logs, "also", also.outcome.logs.stderr.path)), "text");
		}
	}
	const { findings, envelope } = parts;
	await putJson(PART.findings, findings);
	await putJson(PART.verdict, {
		...envelope,
		findings: void 0
	});
	return finish(folder, parts, files, reports);
}
async function finish(folder, { cell, origin, facts, patch, envelope, findings, redaction }, files, reports) {
	const stamped = facts?.stamped ?? null;
	const sorted = files.toSorted((left, right) => left.path < right.path ? -1 : 1);
	const manifest = {
		schema: BUNDLE_SCHEMA,
		program: VERSION,
		cell,
		origin,
		generation: stamped?.generation ?? envelope.generation,
		tree_id: stamped?.treeId ?? envelope.tree_id,
		content_id: stamped?.contentId ?? null,
		head: stamped?.head ?? envelope.head,
		command_digest: facts === null ? null : commandDigestOf(facts),
		verdict: envelope.verdict,
		patch: patch.about,
		files: sorted,
		reports,
		left_out: [...patch.leftOut]
	};
	const bytes = await publishableJson(MANIFEST_FILE, manifest, redaction);
	writeFileSync(join(folder, MANIFEST_FILE), bytes, { flag: "wx" });
	const source = {
		manifest,
		manifestDigest: sha256(bytes),
		facts,
		findings,
		tests: envelope.tests
	};
	for (const [file, statement] of [[STATEMENT_FILES.testResult, testResultStatement(source)], [STATEMENT_FILES.verdict, verdictStatement(source)]]) writeFileSync(join(folder, file), await publishableJson(file, statement, redaction), { flag: "wx" });
	return {
		digest: sha256(bytes),
		files: sorted.length + 3,
		redacted: sorted.flatMap(({ path, judged_sha256: judged }) => judged === void 0 ? [] : [path]),
		leftOut: manifest.left_out
	};
}
/** Copies the reports in, each as it was read, and gives the check's facts with their places instead of their meaning. */
async function storeReports({ placeOf, envelope }, facts, put, reports) {
	const { check, stamped } = facts;
	if (check === null) return null;
	const evidence = [];
	for (const file of check.evidence) {
		const { reading } = file;
		if (reading?.state !== "read" || stamped === null) {
			evidence.push({
				...file,
				reading: reading?.state === "read" ? null : reading
			});
			continue;
		}
		const name = `reports/${String(reports.length + 1).padStart(4, "0")}.xml`;
		const bytes = reportBytes(placeOf(file.path), reading.sha256);
		if (typeof bytes === "string") {
			if (envelope.verdict === "accepted") throw changedReport(file.path, bytes);
			evidence.push({
				...file,
				reading: {
					state: "refused",
					code: "changed",
					message: `It changed after it was judged: ${bytes}`
				}
			});
			continue;
		}
		await put(name, bytes, "text");
		reports.push({
			path: file.path,
			file: name,
			sha256: reading.sha256,
			generation: stamped.generation,
			tree_id: stamped.treeId
		});
		evidence.push({
			...file,
			reading: {
				state: "stored",
				file: name,
				stat: reading.stat
			}
		});
	}
	return {
		...check,
		evidence,
		summaries: null
	};
}
/** The bytes that were judged, or what became of them. */
function reportBytes(place, judged) {
	try {
		const bytes = readFileSync(nativePath(place, ""));
		return sha256(bytes) === judged ? bytes : `its SHA-256 is ${sha256(bytes)}, and ${judged} was judged`;
	} catch (error) {
		return `it cannot be read (${error.code ?? String(error)})`;
	}
}
function changedReport(path, how) {
	return new GateError("GG-BUNDLE-REPORT-CHANGED", `The report ${showPath(path)} changed between the check and the bundle (${how})`, "Let nothing write reports after the command has ended, and run the gate again.");
}
/** The bundle that stands for a run, whole and byte for byte: changed, it would be another one. It was freed of secrets when it was made. */
async function putCached({ cached, redaction }, facts, keep, putJson) {
	if (facts.cached === void 0 || facts.cached === null) return;
	const { bundle, command, workdir } = facts.cached;
	const { source } = bundle;
	const travels = cached !== null && bundle.state === "read";
	for (const name of cached !== null && travels ? cached.names : []) {
		const bytes = readFileSync(join(cached?.folder ?? "", name));
		await requireNoneLeft(`${CACHED_FOLDER}/${name}`, bytes.toString(isUtf8(bytes) ? "utf8" : "latin1"), redaction);
		keep(`${CACHED_FOLDER}/${name}`, bytes, bytes);
	}
	const about = travels ? {
		state: "stored",
		source,
		digest: bundle.digest
	} : {
		state: "refused",
		source,
		why: bundle.state === "refused" ? bundle.why : "it was rejected and did not travel on"
	};
	await putJson(PART.cached, {
		format: "generation-gate/cached-evidence/1",
		command,
		workdir,
		bundle: about
	});
}
async function putCommand(command, digest, put) {
	await put(PART.command, commandBytes(command), "text");
	await put(PART.commandForm, Buffer.from(`${JSON.stringify({
		format: "generation-gate/command/1",
		form: command.form,
		sha256: digest
	}, null, 2)}\n`), "text");
}
/**
* The bytes as they may travel. `content` is code: its paths stay, and only secrets go. What cannot be freed of them is
* not written at all.
*/
async function publishable(path, bytes, treatment, redaction) {
	const { neutral, redact } = redaction;
	const encoding = isUtf8(bytes) ? "utf8" : "latin1";
	const text = bytes.toString(encoding);
	const shown = await redact(treatment === "text" ? neutral(text) : text);
	if (shown === text) return bytes;
	await requireNoneLeft(path, shown, redaction);
	return Buffer.from(shown, encoding);
}
async function publishableJson(path, value, redaction) {
	const bytes = jsonBytes(await redactedValue(value, redaction));
	await requireNoneLeft(path, bytes.toString("utf8"), redaction);
	return bytes;
}
async function requireNoneLeft(path, text, { left }) {
	const remains = await left(text);
	if (remains.length > 0) throw new GateError("GG-BUNDLE-SECRET", `A secret remains in ${path} (${remains.join(", ")})`, "Keep secrets out of what tests print; the bundle was not written.");
}
function jsonBytes(value) {
	return Buffer.from(`${JSON.stringify(value)}\n`);
}
/** The end of a log, from the start of a line. */
function tailOf(file) {
	let bytes;
	try {
		bytes = readFileSync(file);
	} catch {
		return Buffer.alloc(0);
	}
	if (bytes.length <= LOG_TAIL_BYTES) return bytes;
	const tail = bytes.subarray(bytes.length - LOG_TAIL_BYTES);
	return tail.subarray(tail.indexOf(10) + 1);
}
function sha256(bytes) {
	return createHash("sha256").update(bytes).digest("hex");
}

// src/steps/bundle.ts
/** Gathers what a cell hands over and lets it be written (PB3): after the verdict, whatever the verdict is. */
/** Writes the bundle that the settings ask for and names it in the outcome. `facts` is null where the gate stopped before its check. */
async function withBundle(context, outcome, facts) {
	const { settings, repository, state, env } = context;
	const { bundle: folder } = settings;
	if (folder === null || outcome.exit > 1) return outcome;
	context.progress("writing the bundle");
	const { stamped, run } = recall(state);
	const isCurrent = facts !== null && facts.stamped !== null && stamped !== null;
	const logs = isCurrent && run !== null ? join(generationFolder(state, stamped.facts.generation), run.folder) : null;
	const opened = isCurrent ? await cachedFolder(facts) : null;
	const parts = {
		cell: run?.cell ?? settings.cell,
		origin: jobOriginOf(env),
		facts: isCurrent ? facts : null,
		opening: isCurrent ? stamped.inventory : null,
		closing: isCurrent ? run?.closing ?? null : null,
		stamp: isCurrent && facts.stamp.state === "found" ? stampFile(repository.top) : null,
		command: logs === null ? null : loadCommand(logs),
		patch: isCurrent ? await patchOf(context, stamped, facts) : NO_PATCH,
		logs,
		envelope: outcome.envelope,
		findings: outcome.envelope.findings,
		placeOf: (path) => placeOf(repository.top, path),
		cached: opened,
		redaction: bundleRedaction({
			env,
			gitConfig: (await git([
				"config",
				"--list",
				"-z"
			], { cwd: repository.top })).stdout.toString("utf8")
		})
	};
	let written;
	try {
		written = await writeBundle(folder, parts, (draft) => faultsOf(draft, outcome.envelope.verdict));
	} finally {
		opened?.close();
	}
	context.progress(null);
	const { digest, files, redacted, leftOut } = written;
	return {
		...outcome,
		envelope: {
			...outcome.envelope,
			bundle: {
				folder: written.folder,
				digest,
				files,
				redacted,
				left_out: leftOut
			}
		}
	};
}
/** The files of the bundle that stands for a run. One that does not fit is named in the verdict, and does not travel on. */
async function cachedFolder({ cached }) {
	const sound = cached === void 0 || cached === null ? null : soundBundle(cached);
	if (sound === null || sound.fromCache !== null) return null;
	const opened = await openBundle(sound.source);
	return opened.state === "open" ? opened.store : null;
}
const NO_PATCH = {
	about: {
		state: "absent",
		why: "the gate stopped before its check"
	},
	bytes: null,
	leftOut: []
};
/** Reads a bundle as its receiver will, and gives what is wrong with it. */
async function faultsOf(folder, verdict) {
	const sight = await readBundle(await openBundle(folder), { requireTests: [] });
	if (sight.state === "refused") return [sight.why];
	return [...sight.faults.map(({ file, what }) => `${file} ${what}`), ...verdict === "rejected" && sight.verdict === "rejected" ? [] : sight.differences];
}
function patchOf({ repository, state }, stamped, { baseline }) {
	const { head, treeId, nested } = stamped.facts;
	const own = readBaseline(baselineOf(state, stamped)).find(({ prefix }) => prefix === "");
	return stampedPatch(repository, {
		treeId,
		against: [...baseline === null || baseline === void 0 ? [] : [{
			what: "base",
			commit: baseline.base.commit
		}], head === null ? {
			what: "nothing",
			commit: null
		} : {
			what: "head",
			commit: head
		}],
		stamped: (own?.entries ?? []).map(({ path }) => path),
		repositories: nested.filter(({ kind }) => kind === "repository").map(({ path }) => path),
		forbidden: forbiddenPath
	});
}
function stampFile(top) {
	try {
		return readFileSync(join(top, STAMP_FILE));
	} catch {
		return null;
	}
}

export { withBundle };