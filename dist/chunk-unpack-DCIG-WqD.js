import { a as __toESM } from "./chunk-rolldown-runtime-C2nx0klZ.js";
import { closeSync, constants, lstatSync, mkdirSync, mkdtempSync, openSync, readdirSync, realpathSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { a as MANIFEST_FILE, n as BUNDLE_NAME } from "./chunk-bundle-DVCulwqK.js";
import { o as showPath } from "./chunk-path-C-SIO5nl.js";

// src/publish/unpack.ts
/**
* Opens a bundle that lies in a folder or comes as a zip file. Whoever can upload an artifact controls every name and
* byte in it: a name that leads out, a link, a name given twice or a file that grows without end refuses the whole.
*/
/** A report has at most 128 MiB (the reader's own limit); a bundle of ten such is larger than any that was seen. */
const UNPACK_LIMITS = {
	entries: 1e4,
	entryBytes: 256 << 20,
	totalBytes: 1 << 30
};
var Unusable = class extends Error {};
/** Folders and zip files that a call names, with a folder of nothing but bundles taken for what lies in it, sorted. */
function bundleSources(given) {
	return given.flatMap((path) => {
		try {
			if (!statSync(path).isDirectory()) return [path];
			const inside = readdirSync(path, { withFileTypes: true });
			if (inside.some(({ name }) => name === "manifest.json")) return [path];
			const bundles = inside.filter((entry) => entry.isDirectory() || entry.isFile() && /\.zip$/i.test(entry.name));
			return bundles.length > 0 && bundles.length === inside.length && !isBundleFolder(inside.map(({ name }) => name)) ? bundles.map(({ name }) => join(path, name)).sort() : [path];
		} catch {
			return [path];
		}
	});
}
/** A bundle that lost its manifest is still one, and must not be taken for a folder of others. */
function isBundleFolder(names) {
	return names.every((name) => ["reports", "logs"].includes(name));
}
/** Opens one bundle. Never throws for what it finds; a full disk still does. */
async function openBundle(source, limits = UNPACK_LIMITS) {
	try {
		const stats = statSync(source);
		if (!stats.isDirectory() && !stats.isFile()) throw new Unusable("it is neither a folder nor a file");
		return {
			state: "open",
			source,
			store: stats.isDirectory() ? openFolder(realpathSync(source), limits) : await openZip(source, limits)
		};
	} catch (error) {
		const code = error.code ?? "";
		if (code === "ENOSPC" || code === "EDQUOT") throw error;
		return {
			state: "refused",
			source,
			why: error instanceof Unusable ? error.message : code === "ENOENT" ? "it is not there" : `it cannot be read (${code === "" ? error.message : code})`
		};
	}
}
function openFolder(folder, limits) {
	const names = createNames(limits);
	let total = 0;
	const visit = (prefix) => {
		for (const { name } of readdirSync(join(folder, prefix), { withFileTypes: true })) {
			const path = prefix === "" ? name : `${prefix}/${name}`;
			const stats = lstatSync(join(folder, path));
			if (stats.isSymbolicLink()) throw new Unusable(`${showPath(path)} is a link`);
			if (stats.isDirectory()) {
				names.checkFolder(path);
				visit(path);
			} else if (stats.isFile()) {
				names.take(path);
				total += stats.size;
				refuseSize(path, stats.size, total, limits);
			} else throw new Unusable(`${showPath(path)} is no regular file`);
		}
	};
	visit("");
	return {
		folder,
		names: names.all(),
		close: () => void 0
	};
}
async function openZip(file, limits) {
	const yauzl = await import("./chunk-yauzl-BuEqdPzK.js").then((m) => /* @__PURE__ */ __toESM(m.default, 1));
	const zip = await new Promise((done, fail) => {
		yauzl.open(file, {
			lazyEntries: true,
			autoClose: false,
			decodeStrings: false,
			validateEntrySizes: true
		}, (error, opened) => {
			if (error === null) done(opened);
			else fail(new Unusable(`it is no zip file that can be read: ${error.message}`));
		});
	});
	const folder = mkdtempSync(join(realpathSync(tmpdir()), "generation-gate-bundle-"));
	const close = () => rmSync(folder, {
		recursive: true,
		force: true
	});
	try {
		if (zip.entryCount > limits.entries) throw new Unusable(`it announces ${zip.entryCount} entries; a bundle has at most ${limits.entries}`);
		const names = createNames(limits);
		let total = 0;
		for (let entry = await nextEntry(zip); entry !== null; entry = await nextEntry(zip)) {
			const path = nameOf(entry);
			refuseKind(entry, path);
			if (path.endsWith("/")) {
				names.checkFolder(path.slice(0, -1));
				continue;
			}
			names.take(path);
			refuseSize(path, entry.uncompressedSize, total + entry.uncompressedSize, limits);
			total += await unpackEntry(zip, entry, path, folder, (size) => refuseSize(path, size, total + size, limits));
		}
		return rootOf({
			folder,
			names: names.all(),
			close
		});
	} catch (error) {
		close();
		throw error;
	} finally {
		zip.close();
	}
}
/** A zip made of a folder holds the bundle one level down. */
function rootOf(store) {
	const [top] = store.names[0]?.split("/") ?? [];
	if (top === void 0 || store.names.includes("manifest.json") || !store.names.includes(`${top}/${"manifest.json"}`)) return store;
	if (!store.names.every((name) => name.startsWith(`${top}/`))) return store;
	return {
		...store,
		folder: join(store.folder, top),
		names: store.names.map((name) => name.slice(top.length + 1))
	};
}
function nextEntry(zip) {
	return new Promise((done, fail) => {
		const settle = (act) => () => {
			zip.removeAllListeners("entry").removeAllListeners("end").removeAllListeners("error");
			act();
		};
		zip.once("entry", (entry) => settle(() => done(entry))());
		zip.once("end", settle(() => done(null)));
		zip.once("error", (error) => settle(() => fail(new Unusable(`it is damaged: ${error.message}`)))());
		zip.readEntry();
	});
}
function nameOf(entry) {
	return entry.fileName.toString("latin1");
}
const FILE_TYPE = 61440;
/** The upper half of the attributes is a Unix mode where the packer set one (APPNOTE 4.4.15, Info-ZIP). */
function refuseKind(entry, path) {
	const type = entry.externalFileAttributes >>> 16 & FILE_TYPE;
	if (type === 40960) throw new Unusable(`its entry ${showPath(path)} is a link`);
	if (type !== 0 && type !== 32768 && type !== 16384) throw new Unusable(`its entry ${showPath(path)} is no regular file`);
	if (entry.isEncrypted()) throw new Unusable(`its entry ${showPath(path)} is encrypted`);
}
/** Unpacks one file and gives the number of its bytes. */
async function unpackEntry(zip, entry, path, folder, refuse) {
	const place = join(folder, path);
	mkdirSync(dirname(place), {
		recursive: true,
		mode: 448
	});
	const descriptor = openSync(place, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 384);
	let size = 0;
	try {
		const stream = await new Promise((done, fail) => {
			zip.openReadStream(entry, (error, opened) => error === null ? done(opened) : fail(new Unusable(`its entry ${showPath(path)} cannot be unpacked: ${error.message}`)));
		});
		try {
			for await (const chunk of stream) {
				size += chunk.length;
				refuse(size);
				for (let written = 0; written < chunk.length;) written += writeSync(descriptor, chunk, written);
			}
		} catch (error) {
			if (error instanceof Unusable || error.syscall === "write") throw error;
			throw new Unusable(`its entry ${showPath(path)} is damaged: ${error.message}`);
		}
		return size;
	} finally {
		closeSync(descriptor);
	}
}
function refuseSize(path, size, total, limits) {
	if (size > limits.entryBytes) throw new Unusable(`${showPath(path)} has more than ${limits.entryBytes} bytes`);
	if (total > limits.totalBytes) throw new Unusable(`its files have more than ${limits.totalBytes} bytes together`);
}
/** Collects names, each of which must be plain, and one file on every file system. */
function createNames(limits) {
	const taken = /* @__PURE__ */ new Map();
	const folders = /* @__PURE__ */ new Map();
	const checkFolder = (path) => {
		refuseName(path);
		const known = folders.get(path.toLowerCase()) ?? taken.get(path.toLowerCase());
		if (known !== void 0 && (known !== path || taken.has(path.toLowerCase()))) throw new Unusable(`the names ${showPath(known)} and ${showPath(path)} are one on some file systems`);
		folders.set(path.toLowerCase(), path);
	};
	return {
		checkFolder,
		take: (path) => {
			refuseName(path);
			const lower = path.toLowerCase();
			const known = taken.get(lower);
			if (known === path) throw new Unusable(`the name ${showPath(path)} is in it twice`);
			if (known !== void 0) throw new Unusable(`the names ${showPath(known)} and ${showPath(path)} are one on some file systems`);
			if (folders.has(lower)) throw new Unusable(`${showPath(path)} is a folder and a file`);
			for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) checkFolder(path.slice(0, end));
			taken.set(lower, path);
			if (taken.size > limits.entries) throw new Unusable(`it holds more than ${limits.entries} files`);
		},
		all: () => [...taken.values()].sort()
	};
}
/** Device names of Windows, which are no files there whatever follows them. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
function refuseName(path) {
	const shown = showPath(path);
	if (/^[/\\]|^[A-Za-z]:/.test(path)) throw new Unusable(`the name ${shown} is absolute`);
	if (path.split(/[/\\]/).includes("..")) throw new Unusable(`the name ${shown} leads out of it`);
	if (path.includes("\0")) throw new Unusable(`the name ${shown} holds a NUL`);
	if (!BUNDLE_NAME.test(path) || path.split("/").some((part) => DEVICE.test(part))) throw new Unusable(`the name ${shown} is none that a bundle has`);
}

export { bundleSources as n, openBundle as r, UNPACK_LIMITS as t };