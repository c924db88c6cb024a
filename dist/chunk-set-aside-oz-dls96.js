import { t as GateError } from "./chunk-errors-HNU_0TX0.js";
import { A as parse, f as nullable, i as array, m as object, y as string } from "./chunk-mini-TCpuGoTq.js";
import { t as comparePaths } from "./chunk-path-C-SIO5nl.js";
import { d as takeInventoryAgain, l as moveFile, p as readPath } from "./chunk-stamp-YU4Rim9T.js";
import { o as placeOf } from "./chunk-stat-index-BJNiL9Rk.js";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

// src/evidence/collect.ts
/** Looks at the evidence once more and reads the reports. The answer is sorted by bytes of the path. */
async function collectEvidence({ places, opening, closing, readReport }) {
	const now = await takeInventoryAgain(places, opening);
	const atStamp = byPath(opening);
	const atRunEnd = byPath(closing);
	const current = byPath(now);
	const held = /* @__PURE__ */ new Map();
	for (const { path, sha256, size } of opening.entries) if (sha256 !== null && size > 0 && !held.has(sha256)) held.set(sha256, path);
	const clocks = new Map(opening.clocks.map(({ device, ns }) => [device, ns]));
	const paths = [.../* @__PURE__ */ new Set([...current.keys(), ...atRunEnd.keys()])].sort(comparePaths);
	const files = [];
	for (const path of paths) {
		const entry = current.get(path) ?? null;
		const known = entry ?? atRunEnd.get(path);
		if (known === void 0) continue;
		const stamped = atStamp.get(path) ?? null;
		const role = roleOf(known, stamped);
		const isReport = role === "evidence" && entry?.kind === "file" && entry.insideAllowedRoots && entry.globs.length > 0;
		files.push({
			path,
			role,
			globs: known.globs,
			logs: known.logs,
			atStamp: stamped,
			equalAtStamp: equalAtStamp(entry, stamped, held),
			closing: closing !== null,
			atRunEnd: atRunEnd.get(path) ?? null,
			now: entry,
			insideAllowedRoots: known.insideAllowedRoots,
			realPath: known.realPath,
			stampClockNs: clocks.get(known.device) ?? null,
			reading: isReport ? await readReport(placeOf(places.top, path)) : null,
			tracked: known.tracked
		});
	}
	const there = new Set(now.entries.flatMap(({ logs }) => logs));
	return {
		globs: opening.globs,
		logs: opening.logs,
		files,
		absentLogs: opening.logs.filter((log) => !there.has(log))
	};
}
function byPath(inventory) {
	return new Map((inventory?.entries ?? []).map((entry) => [entry.path, entry]));
}
/**
* A match that does not look like a report, now or at the stamp, and that nobody wrote since, is listed and no more:
* a pattern may be wider than the reports. One that was named as it is, or as a log, was promised as evidence.
*/
function roleOf(entry, stamped) {
	if (entry.tracked) return "content";
	if (stamped === null || entry.literal || entry.logs.length > 0 || entry.kind === "unreadable") return "evidence";
	if (entry.report || stamped.report) return "evidence";
	return entry.kind === stamped.kind && (entry.sha256 === null ? entry.ino === stamped.ino && entry.ctimeNs === stamped.ctimeNs : entry.sha256 === stamped.sha256) ? "leftover" : "evidence";
}
/** A log is compared with itself alone: two steps may well say the same. */
function equalAtStamp(entry, stamped, held) {
	if (entry === null || entry.sha256 === null) return null;
	if (stamped !== null && stamped.sha256 === entry.sha256) return stamped.path;
	return entry.globs.length > 0 ? held.get(entry.sha256) ?? null : null;
}

// src/evidence/set-aside.ts
/**
* Evidence outside of the workspace has one place for all directories: a second run would write over what the first
* one left there. It is set aside while a second run goes on, and put back as it was (EV2, RP1).
*/
const movesSchema = array(object({
	from: string(),
	to: string(),
	sha256: nullable(string())
}));
const LIST = "set-aside.json";
/** The files outside of the workspace among those named as evidence that were written since `opening`. */
function writtenOutside(opening, now) {
	const before = new Map(opening.entries.map((entry) => [entry.path, entry]));
	return now.entries.filter((entry) => entry.path.startsWith("/") && entry.kind === "file" && entry.insideAllowedRoots && !isSame(before.get(entry.path), entry));
}
/** Moves these files into `folder`, on record there: where the gate is killed meanwhile, {@link putBack} still finds them. */
function setAside(files, folder) {
	if (files.length === 0) return;
	const moves = files.map(({ path, sha256 }, at) => ({
		from: path,
		to: join(folder, "set-aside", `${at}-${basename(path)}`),
		sha256
	}));
	mkdirSync(folder, {
		recursive: true,
		mode: 448
	});
	rmSync(join(folder, "set-aside"), {
		recursive: true,
		force: true
	});
	writeFileSync(join(folder, LIST), JSON.stringify(moves), { mode: 384 });
	for (const { from, to } of moves) move(from, to);
}
/**
* Puts back what {@link setAside} moved into `folder`; what lies in its place by now goes to the folder `written`.
* Throws a GateError where the bytes are not those that were moved.
*/
function putBack(folder, written) {
	const list = join(folder, LIST);
	if (!existsSync(list)) return;
	for (const { from, to, sha256 } of movesIn(list)) {
		if (readPath(to, null) === null) continue;
		takeAway([{ path: from }], written);
		if (move(to, from) !== sha256) throw new GateError("GG-EVIDENCE-NOT-PUT-BACK", `"${from}" was set aside during a second run and came back with other bytes`, "Stamp and run again.");
	}
	rmSync(list);
	rmSync(join(folder, "set-aside"), {
		recursive: true,
		force: true
	});
}
/** Moves what a second run left outside of the workspace into the folder `written`: the recorded run did not write it. */
function takeAway(files, written) {
	for (const { path } of files) if (readPath(path, null) !== null) move(path, join(written, basename(path)));
}
function isSame(before, now) {
	return before !== void 0 && before.ino === now.ino && before.ctimeNs === now.ctimeNs;
}
/** Moves one file and gives the digest of what was moved. */
function move(from, to) {
	const reading = readPath(from, null);
	if (reading === null) throw new GateError("GG-EVIDENCE-NOT-SET-ASIDE", `"${from}" went while it was to be set aside`, "See that no other program removes reports while the gate works.");
	const { stats, sha256 } = reading;
	return moveFile(from, to, {
		ino: stats.ino.toString(),
		mtimeNs: stats.mtimeNs.toString(),
		sha256
	}) === to ? sha256 : null;
}
/** The gate's own record; one that was cut short was written before anything was moved. */
function movesIn(list) {
	try {
		return parse(movesSchema, JSON.parse(readFileSync(list, "utf8")));
	} catch {
		return [];
	}
}

export { collectEvidence as a, writtenOutside as i, setAside as n, takeAway as r, putBack as t };