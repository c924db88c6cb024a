import { t as comparePaths } from "./chunk-path-eSNZ8W03.js";
import { d as takeInventoryAgain } from "./chunk-stamp-DONfarRo.js";
import { T as placeOf } from "./chunk-records-D4AdmA6G.js";

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

export { collectEvidence as t };