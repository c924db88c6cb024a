import { accessSync, closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { t as GateError } from "./chunk-errors-HNU_0TX0.js";
import { n as limitsNamed } from "./chunk-report-limits-D6Nfqhdc.js";
import { t as readReport } from "./chunk-read-BwLyEx17.js";
import { A as parse, i as array, m as object, u as literal, y as string } from "./chunk-mini-TCpuGoTq.js";
import { a as findRepository, c as linkedWorktreesInside, n as VIRTUAL_ENVIRONMENT_MARK } from "./chunk-environment-folder-B6idSfp2.js";
import { i as openState, r as lockState, s as writeRecord } from "./chunk-state-DYH1Qo5G.js";
import { t as isStampPath } from "./chunk-stamp-file-CS3Dha9A.js";

// src/run/witness/entry.ts
/**
* The witness's file in an environment: one `.pth` that starts it in processes which got none of the gate's variables
* (RN5). It is there while the command runs. What a killed gate leaves is harmless, since its target is gone or belongs
* to nobody's run, and the next call of the gate takes it away.
*/
const ENTRY_FILE = /^00-generation-gate-[0-9a-f]{16}\.pth$/;
const HEAD = "# Witness of one run of generation-gate. Harmless without its target; may be removed when no gate runs.\n";
/** More than the line below ever takes: paths end at 4096 bytes, and each may stand as six characters. */
const ENTRY_BYTES = 65536;
const RECORD = "witness-entries.json";
const recordSchema = object({
	format: literal("generation-gate/witness-entries/1"),
	files: array(string())
});
/** Puts the file into each environment that may be entered. Never throws for one that cannot be. */
function putEntries({ home, state, token, environments, whyNot }) {
	const name = `00-generation-gate-${token.slice(0, 16)}.pth`;
	const notEntered = [];
	const places = /* @__PURE__ */ new Map();
	for (const folder of environments) {
		const found = placeIn(folder);
		if (typeof found === "string") notEntered.push({
			folder,
			why: found
		});
		else if (!places.has(found.site)) {
			const why = whyNot(found.environment);
			if (why === null) places.set(found.site, found.environment);
			else notEntered.push({
				folder,
				why
			});
		}
	}
	const files = [...places.keys()].map((site) => join(site, name));
	if (files.length === 0) return {
		entered: [],
		notEntered,
		remove: () => void 0
	};
	writeRecord(join(state, RECORD), {
		format: "generation-gate/witness-entries/1",
		files
	});
	const entered = [];
	for (const [site, environment] of places) {
		removeOrphans(site);
		try {
			writeFileSync(join(site, name), entryText(home), {
				flag: "wx",
				mode: 420
			});
			entered.push(environment);
		} catch (error) {
			notEntered.push({
				folder: environment,
				why: `nothing can be written into ${site} (${error.code ?? String(error)})`
			});
		}
	}
	const remove = () => removeLeftEntries(state);
	process.once("exit", remove);
	return {
		entered,
		notEntered,
		remove: () => {
			process.off("exit", remove);
			remove();
		}
	};
}
/** Takes away what this state folder's last run left in environments. Touches nothing but its own files. */
function removeLeftEntries(state) {
	const record = join(state, RECORD);
	let files;
	try {
		({files} = parse(recordSchema, JSON.parse(readFileSync(record, "utf8"))));
	} catch {
		return;
	}
	for (const file of files) if (targetOf(file) !== null) rmSync(file, { force: true });
	rmSync(record, { force: true });
}
/** Files of other runs whose witness is gone: their state folder was deleted before anybody could clean up. */
function removeOrphans(site) {
	for (const name of readdirSync(site).filter((one) => ENTRY_FILE.test(one))) {
		const target = targetOf(join(site, name));
		if (target !== null && statSync(target, { throwIfNoEntry: false }) === void 0) rmSync(join(site, name), { force: true });
	}
}
/** The witness that one of the gate's own files leads to; null for any other file. */
function targetOf(file) {
	if (!ENTRY_FILE.test(file.slice(file.lastIndexOf("/") + 1))) return null;
	let descriptor;
	try {
		if (!lstatSync(file).isFile()) return null;
		descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	} catch {
		return null;
	}
	try {
		const { size } = fstatSync(descriptor);
		const bytes = Buffer.alloc(Math.min(size, ENTRY_BYTES));
		const text = bytes.toString("latin1", 0, readSync(descriptor, bytes));
		if (HEAD.startsWith(text)) return "";
		const target = text.startsWith(HEAD) ? /^import sys; HOME = (?<home>"(?:[^"\\\n]|\\.)*")/m.exec(text)?.groups?.["home"] : void 0;
		return target === void 0 ? null : JSON.parse(target);
	} catch {
		return null;
	} finally {
		closeSync(descriptor);
	}
}
/**
* One line that site.py executes. The path is a literal; the file behind it counts where it belongs to this user, so
* that nobody else can put one in the place of one that is gone.
*/
function entryText(home) {
	const literal = JSON.stringify(home).replace(/[\u007f-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
	const program = [
		"import os",
		"try:",
		" with open(HOME + '/entry.py', 'rb') as file:",
		"  code = file.read() if os.fstat(file.fileno()).st_uid == os.geteuid() else b''",
		"except Exception:",
		" code = b''",
		"exec(compile(code, HOME + '/entry.py', 'exec'), {'HOME': HOME})"
	].join("\\n");
	return `${HEAD}import sys; HOME = ${literal}; exec("${program}", {"HOME": HOME})\n`;
}
/** The folder of an environment whose `.pth` files are read; else why there is none. The system's Python has no mark. */
function placeIn(folder) {
	try {
		const environment = realpathSync(folder);
		if (statSync(join(environment, "pyvenv.cfg"), { throwIfNoEntry: false })?.isFile() !== true) return "it is no virtual environment";
		const [site, ...more] = readdirSync(join(environment, "lib")).filter((name) => /^(?:python|pypy)3\.\d+t?$/.test(name)).map((version) => join(environment, "lib", version, "site-packages")).filter((site) => statSync(site, { throwIfNoEntry: false })?.isDirectory() === true);
		if (site === void 0 || more.length > 0) return "its site-packages cannot be told";
		return realpathSync(site) === site ? {
			environment,
			site
		} : "its site-packages lie elsewhere";
	} catch (error) {
		return `it cannot be read (${error.code ?? String(error)})`;
	}
}

// src/steps/context.ts
/** What every step works with: the workspace, its state folder and lock, and where output goes. */
/** Finds the workspace and holds its lock while `work` runs. */
async function inWorkspace(verb, entry, surroundings, work) {
	requireTemporaryFolder();
	const { settings, links = [] } = entry;
	const repository = entry.repository ?? await findRepository(settings.workspace);
	const runnerTemp = surroundings.env["RUNNER_TEMP"];
	const state = openState(repository, {
		...settings.state === null ? {} : { state: settings.state },
		...runnerTemp === void 0 ? {} : { runnerTemp }
	});
	const release = lockState(state, verb);
	try {
		removeLeftEntries(state.path);
		const below = relative(repository.top, realpathSync(settings.workspace));
		const governed = await entry.govern({
			repository,
			state
		});
		return await work({
			...surroundings,
			...governed,
			repository,
			state,
			otherWorktrees: linkedWorktreesInside(repository),
			defaultWorkdir: below === "" ? "." : below.split(sep).join("/"),
			links
		});
	} finally {
		surroundings.progress(null);
		release();
	}
}
/** Throws where no temporary file could be made: found out before anything is changed, not in the middle of the work. */
function requireTemporaryFolder() {
	try {
		accessSync(tmpdir(), constants.W_OK | constants.X_OK);
	} catch (error) {
		throw new GateError("GG-NO-TEMPORARY-FOLDER", `The temporary folder "${tmpdir()}" cannot be used (${error.code ?? String(error)})`, "Set TMPDIR to an existing, writable folder outside the workspace.", error);
	}
}
/** Throws where the gate was asked to end: between two parts of its work nothing is half done. */
function stopIfAsked({ signal }) {
	if (signal.aborted) throw new GateError("GG-INTERRUPTED", `The gate was ended by ${String(signal.reason)}`, "Stamp again; nothing of the workspace was harmed.");
}
/** Whether a path belongs to the gate itself: the stamp, a link of an isolated worktree, or a state folder inside the workspace. */
function ownPathTest({ state, links = [] }) {
	const { insideWorkspace } = state;
	return (path) => isStampPath(path) || links.includes(path) || insideWorkspace !== null && (path.startsWith(insideWorkspace) || `${path}/` === insideWorkspace);
}
function askedOf(settings) {
	return {
		expectGeneration: settings.expectGeneration,
		expectStampDigest: settings.expectStampDigest,
		outcome: settings.outcome,
		requireTests: settings.requireTests,
		minTests: settings.minTests,
		summaries: settings.summaries,
		imports: settings.imports,
		survivors: settings.survivors,
		repeated: settings.repeated,
		reject: settings.reject,
		foreignEditables: settings.foreignEditables,
		witness: settings.witness,
		allowIgnored: settings.allowIgnored,
		generated: settings.generated,
		unwitnessedOk: settings.unwitnessedOk,
		unloaded: settings.unloaded,
		cell: settings.cell,
		slackSeconds: settings.slackSeconds,
		reportLimits: settings.reportLimits,
		base: settings.base,
		owned: settings.owned,
		forbidden: settings.forbidden,
		requireRebased: settings.requireRebased,
		replay: settings.replay,
		control: settings.control
	};
}
/** Reads reports within the limits of this call. */
function reportReader({ settings }) {
	const limits = limitsNamed(settings.reportLimits);
	return (path) => readReport(path, { limits });
}
/** Where evidence is looked for. */
function evidencePlaces({ repository, otherWorktrees, env }) {
	return {
		top: repository.top,
		otherWorktrees,
		runnerTemp: env["RUNNER_TEMP"] ?? null
	};
}

export { reportReader as a, ownPathTest as i, evidencePlaces as n, stopIfAsked as o, inWorkspace as r, putEntries as s, askedOf as t };