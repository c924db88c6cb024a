import { createHash, randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, readdirSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { n as Refusal, t as GateError } from "./chunk-errors-HNU_0TX0.js";

// src/workspace/state.ts
/**
* The state folder: what the gate remembers between its steps, outside the work tree (ST7). Every file is written whole
* or not at all, and one process at a time works on it.
*/
/** Finds and makes the state folder: `--state`, else `$RUNNER_TEMP/generation-gate/<digest>`, else inside the git directory. */
function openState(repository, options) {
	const digest = createHash("sha256").update(repository.top).digest("hex").slice(0, 32);
	const chosen = options.state !== void 0 ? resolve(options.state) : options.runnerTemp !== void 0 && options.runnerTemp !== "" ? join(resolve(options.runnerTemp), "generation-gate", digest) : join(repository.gitDir, "generation-gate");
	let path;
	try {
		mkdirSync(chosen, {
			recursive: true,
			mode: 448
		});
		path = realpathSync(chosen);
	} catch (error) {
		throw new GateError("GG-STATE-NOT-WRITABLE", `The state folder "${chosen}" cannot be made (${error.code ?? String(error)})`, "Name a writable folder outside the workspace: --state DIR", error);
	}
	const inside = relative(repository.top, path);
	const outside = inside.startsWith("..") || path === repository.top || path.startsWith(repository.gitDir + sep);
	if (path === repository.top) throw new GateError("GG-STATE-IN-THE-WAY", `The state folder "${path}" is the workspace itself`, "Name another folder: --state DIR");
	return {
		path,
		insideWorkspace: outside ? null : `${inside.split(sep).join("/")}/`
	};
}
/** Folder of one generation's records. */
function generationFolder(state, generation) {
	return join(state.path, `generation-${generation}`);
}
/** Removes the records of every generation but one. Quarantined files are never touched. */
function forgetOtherGenerations(state, keep) {
	for (const name of readdirSync(state.path)) if (/^generation-[0-9a-f]{32}$/.test(name) && name !== `generation-${keep ?? ""}`) rmSync(join(state.path, name), {
		recursive: true,
		force: true
	});
}
/** Writes a record beside its place and renames it in. */
function writeRecord(file, record) {
	const beside = `${file}.${randomBytes(4).toString("hex")}.tmp`;
	try {
		mkdirSync(dirname(file), {
			recursive: true,
			mode: 448
		});
		writeFileSync(beside, `${JSON.stringify(record)}\n`, { flag: "wx" });
		renameSync(beside, file);
	} catch (error) {
		rmSync(beside, { force: true });
		throw new GateError("GG-STATE-NOT-WRITTEN", `The record "${file}" could not be written (${error.code ?? String(error)})`, "Free space, or name another folder: --state DIR", error);
	}
}
/**
* Reads a record through a schema's `parse`; null where there is none. Throws a {@link GateError} where it is damaged:
* a record that cannot be read is never taken for one that is absent.
*/
function readRecord(file, parse) {
	let text;
	try {
		text = readFileSync(file, "utf8");
	} catch (error) {
		if (error.code === "ENOENT") return null;
		throw new GateError("GG-STATE-UNREADABLE", `The record "${file}" cannot be read (${error.code ?? String(error)})`, "", error);
	}
	try {
		return parse(JSON.parse(text));
	} catch (error) {
		throw new GateError("GG-STATE-DAMAGED", `The record "${file}" is damaged`, "Stamp again: generation-gate stamp", error);
	}
}
/**
* Takes the workspace's lock and returns the call that gives it back. A lock whose process is gone is taken over.
* Throws a Refusal that names the holder where another gate is at work in the same workspace.
*/
function lockState(state, verb) {
	const file = join(state.path, "lock");
	const own = {
		pid: process.pid,
		started: startTime(process.pid) ?? "",
		verb
	};
	const beside = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
	writeFileSync(beside, JSON.stringify(own), { flag: "wx" });
	try {
		for (let attempt = 0; attempt < 3; attempt += 1) {
			try {
				linkSync(beside, file);
				return () => releaseLock(file, own);
			} catch (error) {
				if (error.code !== "EEXIST") throw error;
			}
			const holder = readHolder(file);
			if (holder !== null && startTime(holder.pid) === holder.started) throw busy(holder);
			takeAway(file, `${beside}.stale`, holder);
		}
		throw busy(readHolder(file));
	} finally {
		rmSync(beside, { force: true });
	}
}
/** Removes the lock of a dead holder. Of two processes that find it dead only one can rename it. */
function takeAway(file, stale, dead) {
	try {
		renameSync(file, stale);
	} catch {
		return;
	}
	const taken = readHolder(stale);
	if (taken !== null && (taken.pid !== dead?.pid || taken.started !== dead.started)) try {
		linkSync(stale, file);
	} catch {}
	rmSync(stale, { force: true });
}
function releaseLock(file, own) {
	const holder = readHolder(file);
	if (holder?.pid === own.pid && holder.started === own.started) rmSync(file, { force: true });
}
function readHolder(file) {
	try {
		const value = JSON.parse(readFileSync(file, "utf8"));
		return typeof value.pid === "number" && typeof value.started === "string" ? {
			pid: value.pid,
			started: value.started,
			verb: String(value.verb)
		} : null;
	} catch {
		return null;
	}
}
function busy(holder) {
	const who = holder === null ? "another process" : `process ${holder.pid} (${holder.verb.replace(/[^a-z-]/g, "")})`;
	return new Refusal({
		rule: "GG-WORKSPACE-BUSY",
		answer: "broken",
		what: `Another gate is at work in this workspace: ${who}`,
		why: "Two gates at once would purge and stamp under each other, and neither verdict would describe one tree.",
		fix: "Wait until it has ended, or give each gate a checkout of its own.",
		rejects: true
	});
}
/** Start time of a process (field 22 of /proc/<pid>/stat, proc(5)); null where there is no such process. */
function startTime(pid) {
	try {
		const text = readFileSync(`/proc/${pid}/stat`, "latin1");
		return text.slice(text.lastIndexOf(")") + 2).split(" ")[19] ?? null;
	} catch {
		try {
			process.kill(pid, 0);
			return "";
		} catch {
			return null;
		}
	}
}

export { readRecord as a, openState as i, generationFolder as n, startTime as o, lockState as r, writeRecord as s, forgetOtherGenerations as t };