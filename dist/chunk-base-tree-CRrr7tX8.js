import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { t as GateError } from "./chunk-errors-HNU_0TX0.js";
import { n as decodePath } from "./chunk-path-C-SIO5nl.js";
import { n as gitOrThrow, t as git } from "./chunk-git-D-kZjfTp.js";
import { r as temporaryFolder } from "./chunk-private-git-DfYjylg-.js";

// src/workspace/base-tree.ts
/**
* The tree of a base commit, wherever it can be had: the local store, or a store of the gate's own that one fetch
* fills (PO3). Nothing of the user's repository is written, and nothing that it configures is run.
*/
/** The tree in the local store; null where the commit or its tree is not there. */
async function localBaseTree({ top }, commit) {
	return (await git([
		"cat-file",
		"-e",
		`${commit}^{tree}`
	], { cwd: top })).code === 0 ? storedTree("local", commit, { cwd: top }, () => void 0) : null;
}
/** Seconds after which a fetch that brings nothing is given up, and milliseconds for all of it. */
const STALLED_SECONDS = "30";
const FETCH_LIMIT_MS = 3e5;
/** Fetches one commit without its history into a store of the gate's own. Throws a {@link GateError} with git's words. */
async function fetchedBaseTree({ url, header, objectFormat, workTree }, commit) {
	const protocol = /^(https?|file):\/\//.exec(url)?.[1];
	if (protocol === void 0) throw new GateError("GG-BASE-NOT-FETCHED", `"${plainUrl(url)}" is fetched by no protocol that the gate allows (https, http, file)`);
	const store = mkdtempSync(join(temporaryFolder(workTree), "generation-gate-base-"));
	const close = () => rmSync(store, {
		recursive: true,
		force: true
	});
	try {
		await gitOrThrow([
			"init",
			"-q",
			"--bare",
			`--object-format=${objectFormat}`,
			"--template=",
			store
		], { cwd: store });
		const env = { GIT_DIR: store };
		const settings = [
			[`protocol.${protocol}.allow`, "always"],
			["http.lowSpeedLimit", "1"],
			["http.lowSpeedTime", STALLED_SECONDS],
			["transfer.fsckObjects", "true"],
			["fetch.writeCommitGraph", "false"],
			...header === null ? [] : [["http.extraHeader", header]]
		];
		const configured = Object.fromEntries(settings.flatMap(([key = "", value = ""], at) => [[`GIT_CONFIG_KEY_${at}`, key], [`GIT_CONFIG_VALUE_${at}`, value]]));
		const fetched = await git([
			"fetch",
			"-q",
			"--depth=1",
			"--no-tags",
			"--no-write-fetch-head",
			"--no-recurse-submodules",
			"--",
			url,
			commit
		], {
			cwd: store,
			timeoutMs: FETCH_LIMIT_MS,
			env: {
				...env,
				...configured,
				GIT_CONFIG_COUNT: String(settings.length)
			}
		});
		if (fetched.code !== 0) throw new GateError("GG-BASE-NOT-FETCHED", `git fetch from ${plainUrl(url)} exited ${fetched.code}: ${fetched.stderr.slice(0, 500)}`);
		return storedTree("fetch", commit, {
			cwd: store,
			env
		}, close);
	} catch (error) {
		close();
		throw error;
	}
}
/** An address without what authorizes. */
function plainUrl(url) {
	return url.replace(/\/\/[^/@]*@/, "//");
}
function storedTree(read, commit, call, close) {
	return {
		read,
		close,
		entries: async (folder) => {
			if (folder !== "") {
				const kind = await git([
					"cat-file",
					"-t",
					`${commit}:${folder}`
				], call);
				if (kind.code !== 0) return missingIn(commit, folder, call);
				if (kind.stdout.toString("latin1").trim() !== "tree") return null;
			}
			return parseTree(decodePath(await gitOrThrow([
				"ls-tree",
				"-z",
				folder === "" ? `${commit}^{tree}` : `${commit}:${folder}`
			], call)));
		},
		blob: async (oid) => {
			const bytes = await gitOrThrow([
				"cat-file",
				"blob",
				oid
			], call);
			requireBlob(bytes, oid);
			return bytes;
		}
	};
}
/** A folder that the tree does not have is absent; one whose object is missing here cannot be read. */
async function missingIn(commit, folder, call) {
	if ((await gitOrThrow([
		"ls-tree",
		"-z",
		commit,
		"--",
		folder
	], call)).length > 0) throw new GateError("GG-GIT-FAILED", `The folder ${folder} of ${commit} is not in the store`);
	return null;
}
/** Throws where bytes are not the blob that they were asked for as. */
function requireBlob(bytes, oid) {
	const digest = createHash(oid.length === 64 ? "sha256" : "sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
	if (digest !== oid) throw new GateError("GG-GIT-FAILED", `The object ${oid} holds other bytes: their id is ${digest}`);
}
/** `ls-tree -z`: `<mode> <type> <oid>\t<name>\0`. */
function parseTree(text) {
	return text.split("\0").flatMap((entry) => {
		const tab = entry.indexOf("	");
		const [mode = "", , oid = ""] = entry.slice(0, tab).split(" ");
		return tab > 0 ? [{
			name: entry.slice(tab + 1),
			mode,
			oid
		}] : [];
	});
}

export { localBaseTree as n, requireBlob as r, fetchedBaseTree as t };