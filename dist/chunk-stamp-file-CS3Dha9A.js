import { createHash, randomBytes } from "node:crypto";
import { closeSync, constants as constants$1, fstatSync, openSync, readSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { t as GateError } from "./chunk-errors-HNU_0TX0.js";
import { a as stampSchema, n as STAMP_LIMIT_BYTES, r as STAMP_SCHEMA, t as STAMP_FILE } from "./chunk-stamp-B4OeROAG.js";

// src/workspace/stamp-file.ts
/** Reads and writes the stamp file (ST1, ST7). Whoever can write into the workspace controls what is read here. */
/** 16 random bytes as hex: one stamping. */
function newGeneration() {
	return randomBytes(16).toString("hex");
}
/** Looks at the stamp's place. Never throws for what lies there, never waits on a FIFO, never follows a link. */
function readStampFile(top) {
	let descriptor;
	try {
		descriptor = openSync(join(top, STAMP_FILE), constants$1.O_RDONLY | constants$1.O_NOFOLLOW | constants$1.O_NONBLOCK);
	} catch (error) {
		const code = error.code;
		if (code === "ENOENT") return { state: "absent" };
		return malformed(code === "ELOOP" ? "it is a symbolic link" : `it cannot be opened (${code ?? "unknown"})`);
	}
	try {
		const stats = fstatSync(descriptor);
		if (!stats.isFile()) return malformed(stats.isDirectory() ? "it is a folder" : "it is a FIFO, socket or device");
		if (stats.size > 1048576) return malformed(`it has ${stats.size} bytes; a stamp has at most ${STAMP_LIMIT_BYTES}`);
		return parseStamp(readWhole(descriptor));
	} catch (error) {
		return malformed(`it cannot be read (${error.code ?? String(error)})`);
	} finally {
		closeSync(descriptor);
	}
}
/** Parses the bytes of a stamp file. */
function parseStamp(bytes) {
	let value;
	try {
		value = JSON.parse(bytes.toString("utf8"));
	} catch {
		return malformed("it is not JSON");
	}
	const schema = typeof value === "object" && value !== null ? value["schema"] : void 0;
	if (schema !== "generation-gate/stamp/1") return malformed(typeof schema === "string" ? `its format is ${JSON.stringify(schema.slice(0, 80))}; this program reads "${STAMP_SCHEMA}"` : "it names no format");
	const parsed = stampSchema.safeParse(value);
	if (!parsed.success) return malformed(`its key "${parsed.error.issues[0]?.path.join(".") ?? ""}" is not what the format asks for`);
	return {
		state: "found",
		stamp: parsed.data,
		digest: createHash("sha256").update(bytes).digest("hex")
	};
}
/** The exact bytes of a stamp file. */
function stampBytes(stamp) {
	return Buffer.from(`${JSON.stringify(stamp, null, 2)}\n`, "utf8");
}
/** SHA-256 of the file that {@link writeStampFile} writes. */
function stampDigestOf(stamp) {
	return createHash("sha256").update(stampBytes(stamp)).digest("hex");
}
/** Writes the stamp beside its place and renames it in, so that no reader meets half a stamp. */
function writeStampFile(top, stamp) {
	const bytes = stampBytes(stamp);
	const beside = join(top, `${STAMP_FILE}.${randomBytes(4).toString("hex")}.tmp`);
	try {
		writeFileSync(beside, bytes, {
			flag: "wx",
			flush: true
		});
		renameSync(beside, join(top, STAMP_FILE));
	} catch (error) {
		rmSync(beside, { force: true });
		throw new GateError("GG-STAMP-NOT-WRITTEN", `The stamp could not be written to "${top}" (${error.code ?? String(error)})`, "Free space, or give write permission on the top folder of the workspace.", error);
	}
}
/** Removes the stamp, so that a stamping that is cut short leaves none rather than an old one. */
function removeStampFile(top) {
	try {
		rmSync(join(top, STAMP_FILE), { force: true });
	} catch (error) {
		throw new GateError("GG-STAMP-NOT-REMOVED", `An older "${STAMP_FILE}" cannot be removed (${error.code ?? String(error)})`, `Remove it by hand: rm -r ${STAMP_FILE}`, error);
	}
}
/** Whether a path is the stamp or one that a stamping in progress writes beside it. */
function isStampPath(path) {
	return path === ".workspace_generation.json" || path.startsWith(`${".workspace_generation.json"}.`) && path.endsWith(".tmp");
}
function malformed(why) {
	return {
		state: "malformed",
		why
	};
}
function readWhole(descriptor) {
	const chunks = [];
	let total = 0;
	for (;;) {
		const chunk = Buffer.alloc(65536);
		const got = readSync(descriptor, chunk, 0, chunk.length, null);
		if (got === 0) return Buffer.concat(chunks);
		total += got;
		if (total > 1048576) throw new Error("it grew while it was read");
		chunks.push(chunk.subarray(0, got));
	}
}

export { removeStampFile as a, readStampFile as i, newGeneration as n, stampDigestOf as o, parseStamp as r, writeStampFile as s, isStampPath as t };