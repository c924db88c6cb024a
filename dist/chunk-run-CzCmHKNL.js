import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { dirname, isAbsolute, join, posix, resolve } from "node:path";
import { t as GateError } from "./chunk-errors-HNU_0TX0.js";
import { _ as readFileClockNs, b as argumentsOf, c as surroundingsNow, d as takeInventoryAgain, g as readFileClock, h as probeFileClock, i as commandEnvironment, m as passFileClock, n as environmentFolder, o as runtimesOf, u as requireRecordedNames, v as runCaptured, x as listProcesses, y as findProgram } from "./chunk-stamp-YU4Rim9T.js";
import { r as standingFolders, t as foldersOf } from "./chunk-report-folders-D6gdG_k3.js";
import { n as envelope } from "./chunk-envelope-DzZppLfG.js";
import { a as commandFromScriptFile, c as saveCommand, i as commandFromScript, l as showCommand, n as commandDigest } from "./chunk-captured-command-CJlk1AYq.js";
import { _ as liesIn, b as realPath, d as isWorkspacePath, f as resolveWorkdir, h as entriesOf, i as observeOrigins, l as PYTHON_NAME, m as sayEnding, p as askInterpreter, r as observeMadeEnvironments, v as readBounded$1, x as commandOf } from "./chunk-origins-g8uf5DZ1.js";
import { a as findingsOf } from "./chunk-rule-ywBBgpcM.js";
import { d as runSucceeded, f as runAlsoNamed, i as STAMP_RULES } from "./chunk-catalog-DTYz_AU_.js";
import { i as recheck, r as readBaseline } from "./chunk-recheck-Bc6n_9F1.js";
import { i as readStampFile } from "./chunk-stamp-file-CS3Dha9A.js";
import { n as generationFolder, o as startTime, s as writeRecord } from "./chunk-state-DYH1Qo5G.js";
import { t as digestVariables } from "./chunk-code-variables-B2_HcBLZ.js";
import { i as ownPathTest, n as evidencePlaces, o as stopIfAsked, s as putEntries, t as askedOf } from "./chunk-context-Ceeam_5p.js";
import { t as commandFiles } from "./chunk-policy-touched-B7Y9FcZK.js";
import { t as listBytecode } from "./chunk-purge-B0OGQle4.js";
import { n as matchesGlob, r as matchesWildcard } from "./chunk-patterns-r_jDGFE8.js";
import { closeSync, constants, copyFileSync, existsSync, fstatSync, lstatSync, mkdirSync, openSync, readFileSync, readSync, readdirSync, readlinkSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { A as parse, C as _gte, S as unknown, b as tuple, c as extend, g as record, i as array, k as _regex, l as int, m as object, n as _enum, u as literal, w as _lte, y as string } from "./chunk-mini-TCpuGoTq.js";
import { a as nativePath, n as decodePath, r as encodePath, t as comparePaths } from "./chunk-path-C-SIO5nl.js";
import { n as VIRTUAL_ENVIRONMENT_MARK, t as ENVIRONMENT_FOLDER_NAMES } from "./chunk-environment-folder-B6idSfp2.js";
import { createHash, hash, randomBytes } from "node:crypto";
import { t as git } from "./chunk-git-D-kZjfTp.js";
import { n as STAT, r as blobBytes } from "./chunk-hash-files-iMMx7vmV.js";
import { t as hashMany } from "./chunk-hash-pool-DJxogQHx.js";
import { a as recall, f as rememberRun, i as forgetVerdict, n as baselineOf } from "./chunk-records-Cpwo0gzg.js";
import { t as eventBase } from "./chunk-event-brNRZ_vT.js";
import { t as assetPath } from "./chunk-assets-CX2bqGkf.js";
import { s as witnessRecordSchema } from "./chunk-facts-BWHTzgvG.js";

// src/steps/also.ts
/** The second documented command (RN1): run after the first one has ended and been recorded, and shown apart from it. */
/** The second command that the settings name; null where they name none. Throws a UsageError for a script that cannot be run. */
function alsoOf({ also, alsoText }) {
	if (also !== null) return commandFromScriptFile(also);
	return alsoText === null ? null : commandFromScript(alsoText, "also");
}
/** Runs it as the first one was run, with its own logs in `folder`. */
async function runAlso(command, options, folder) {
	const logDir = join(folder, "also");
	saveCommand(logDir, command);
	return {
		shown: showCommand(command),
		outcome: await runCaptured(command, {
			...options,
			logDir
		})
	};
}

// src/compare/test-files.ts
/** Which paths are test files, so that they can be taken from one tree and the code from another (BL1). */
/** Where the test runners of each ecosystem look by default, and what tests bring with them. */
const DEFAULT_TEST_GLOBS = [
	"test/**",
	"tests/**",
	"spec/**",
	"**/tests/**",
	"**/testdata/**",
	"**/test_*.py",
	"**/*_test.py",
	"**/conftest.py",
	"**/__tests__/**",
	"**/__mocks__/**",
	"**/__snapshots__/**",
	...[
		"js",
		"mjs",
		"cjs",
		"jsx",
		"ts",
		"mts",
		"cts",
		"tsx"
	].flatMap((ending) => [
		`**/*.test.${ending}`,
		`**/*.spec.${ending}`,
		`**/*-test.${ending}`,
		`**/test/**/*.${ending}`
	]),
	"**/*_test.go",
	"**/src/test/**",
	"**/src/integrationTest/**",
	"**/src/testFixtures/**",
	"**/*_spec.rb",
	"**/*_test.rb",
	"**/*Test.php",
	"**/*_test.exs",
	"**/*Tests.cs",
	"**/*_test.cc",
	"**/*_test.cpp"
];
/** A test for test files: by the globs given, else by {@link DEFAULT_TEST_GLOBS}. A glob that begins with `!` takes away. */
function testFileTest(given) {
	const globs = given.length > 0 ? given : DEFAULT_TEST_GLOBS;
	const wanted = globs.filter((glob) => !glob.startsWith("!"));
	const unwanted = globs.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1));
	return {
		globs,
		isTest: (path) => wanted.some((glob) => matchesGlob(glob, path)) && !unwanted.some((glob) => matchesGlob(glob, path))
	};
}

// src/prepare/output-reach.ts
/**
* Whether anything that a test run starts with names a package's build output: the command, the scripts that it may
* call, tests, sources and the configuration of test runners. An old output that nothing names is loaded by nobody
* (PR4). Where it cannot be told, it counts as named.
*/
const FILES_LIMIT = 2e4;
const FILE_LIMIT_BYTES = 1 << 20;
const BYTES_LIMIT = 128 << 20;
const SCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|coffee)$/;
const OTHER_PROGRAM = /(?:\.(?:sh|bash|py|rb|pl|go|rs|mk|feature)|(?:^|\/)(?:Makefile|makefile|justfile|Justfile))$/;
/** Configuration by which test runners resolve names. */
const RUNNER_CONFIGURATION = /(?:^|\/)(?:jest|vitest|vite|ava|karma|wdio|playwright|cypress|\.mocharc|\.taprc|web-test-runner)[^/]*\.(?:[cm]?[jt]s|json|ya?ml)$/;
/** Scripts that build, clean, check or publish; one of them counts where something calls it by name. */
const ASIDE = /^(?:pre|post)?(?:build|compile|bundle|pack|prepack|prepare|prepublish\w*|publish|release|version|clean|lint|format|typecheck|types|docs?|watch|dev|start|serve|size|install)(?:[:\w-]*)$/;
/** Programs that write an output, or look at it as text; what a script says behind them loads nothing. */
const WRITERS = /^(?:rm|rimraf|del|del-cli|shx|mkdir|mkdirp|cp|cpy|copyfiles|mv|tsc|tsup|esbuild|rollup|rolldown|webpack|vite|babel|swc|ncc|microbundle|unbuild|echo|eslint|prettier|biome|size-limit|publint|attw|api-extractor|chmod)$/;
const QUIET_OPTION = /^--?(?:\w+[-:])*(?:ignore|exclude|out|outDir|outFile|output|coverage|cov)\w*/i;
const LOADS = String.raw`(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire(?:\.resolve)?\s*\(\s*|\b(?:mock|unmock|doMock|importActual|requireActual)\s*\(\s*|\bresolve\(\s*)`;
const LOADED = new RegExp(String.raw`${LOADS}["'\`](?<name>[^"'\`\n]{1,400})["'\`]`, "g");
const COMPUTED = /\b(?:require|import)\(\s*(?!["'`]|\/\*)[^\s)]/;
const READS_MANIFEST = /\b(?:pkg|packageJson|package_json|manifest|packageJSON)\b(?:\(\)|\)|\?)*\.(?:main|module|exports|bin)\b/;
/** By manifest, what names an output of its package: `test/run.cjs loads '..'`. Packages that nothing names are left out. */
function reachOf(packages, question) {
	const open = new Map(packages.map((one) => [one.manifest, one]));
	const reached = {};
	const settle = (one, by) => {
		reached[one.manifest] = by;
		open.delete(one.manifest);
	};
	for (const one of open.values()) {
		const by = inScripts(one, question);
		if (by !== null) settle(one, by);
	}
	const mapped = /* @__PURE__ */ new Set();
	const later = [];
	let [files, bytes] = [0, 0];
	for (const path of question.stamped()) {
		if (open.size === 0) break;
		const isConfiguration = RUNNER_CONFIGURATION.test(path);
		if (!isConfiguration && !SCRIPT.test(path) && !OTHER_PROGRAM.test(path)) continue;
		const read = readBounded$1(`${question.top}/${path}`, FILE_LIMIT_BYTES);
		files += 1;
		bytes += read.state === "found" ? read.bytes.length : 0;
		if (files > FILES_LIMIT || bytes > BYTES_LIMIT) {
			for (const one of open.values()) settle(one, "the tree holds more files than are read for it");
			break;
		}
		if (read.state !== "found") continue;
		const text = read.bytes.toString("utf8");
		for (const one of open.values()) {
			if (isConfiguration && mapsToSources(text, one)) mapped.add(one.manifest);
			const by = isConfiguration ? inConfiguration(text, one) : SCRIPT.test(path) ? inProgram(path, text, one, question.isTest(path)) : inOtherProgram(text, one);
			if (by === null) continue;
			if (by.named) later.push({
				one,
				by: `${path} ${by.says}`
			});
			else settle(one, `${path} ${by.says}`);
		}
	}
	for (const { one, by } of later) if (open.has(one.manifest) && !mapped.has(one.manifest)) settle(one, by);
	return reached;
}
function nameOf({ content }) {
	return typeof content["name"] === "string" && content["name"] !== "" ? content["name"] : null;
}
/** The folders of a package in which its outputs lie, relative to the package; '' for one beside the manifest. */
function outputFolders({ folder, outputs }) {
	return [...new Set(outputs.map((output) => folder === "" ? output : output.slice(folder.length + 1)).map((output) => output.includes("/") ? output.split("/")[0] ?? "" : ""))].filter((name) => name !== "" && name !== "src");
}
function inProgram(path, text, one, isTest) {
	const name = nameOf(one);
	for (const { groups } of text.matchAll(LOADED)) {
		const loaded = groups?.["name"] ?? "";
		if (name !== null && (loaded === name || loaded.startsWith(`${name}/`))) return {
			says: `loads '${loaded}'`,
			named: true
		};
		if (/^\.{1,2}(?:\/|$)/.test(loaded) && leadsToOutput(posix.join(posix.dirname(path), loaded).replace(/\/$/, ""), one)) return {
			says: `loads '${loaded}'`,
			named: false
		};
	}
	if (!(one.folder === "" || path.startsWith(`${one.folder}/`))) return null;
	for (const folder of outputFolders(one)) {
		const literal = new RegExp(String.raw`["'\`](?:[^"'\`\n]{0,200}/)?${escaped(folder)}(?<rest>/[^"'\`\n*]{1,200})?/?["'\`]`).exec(text);
		if (literal !== null && (isTest || literal.groups?.["rest"] !== void 0)) return {
			says: `names ${literal[0].slice(0, 80)}`,
			named: false
		};
	}
	for (const bin of binsOf(one)) if (new RegExp(String.raw`(?:\b(?:exec\w*|spawn\w*|fork|npx|run)\b|\$)\s*\(?\s*["'\`](?:npx\s+)?${escaped(bin)}\b`).test(text)) return {
		says: `runs ${bin}`,
		named: false
	};
	if (!isTest) return null;
	if (COMPUTED.test(text)) return {
		says: "loads a file whose name it computes",
		named: false
	};
	if (READS_MANIFEST.test(text)) return {
		says: "reads what package.json names",
		named: false
	};
	return /\[\s*["'`]\.\/?["'`]/.test(text) ? {
		says: "runs the package itself, as .",
		named: false
	} : null;
}
/** Whether a path, as a program writes it, is an output, lies beside one, or is the package itself. */
function leadsToOutput(path, one) {
	const place = path === "." ? "" : path;
	if (place === one.folder) return true;
	if (outputFolders(one).some((folder) => place === posix.join(one.folder, folder) || place.startsWith(`${posix.join(one.folder, folder)}/`))) return true;
	return one.outputs.some((output) => output === place || withoutEnding$1(output) === withoutEnding$1(place) || withoutEnding$1(output) === place || output === `${place}/index.js`);
}
function withoutEnding$1(path) {
	return path.replace(/\.[cm]?[jt]sx?$/, "");
}
/** A path below an output's folder behind a key or in a list of files; a bare folder or a glob is what is left out. */
function inConfiguration(text, one) {
	for (const folder of outputFolders(one)) {
		const literal = new RegExp(String.raw`["'\`](?:[^"'\`\n]{0,200}/)?${escaped(folder)}/[\w$@][^"'\`\n*]{0,200}["'\`]|["'\`][^"'\`\n]{1,200}["'\`]\s*:\s*["'\`](?:[^"'\`\n]{0,200}/)?${escaped(folder)}/?["'\`]`).exec(text);
		if (literal !== null) return {
			says: `names ${literal[0].slice(0, 80)}`,
			named: false
		};
	}
	return null;
}
/** The package's name beside a path of sources: `'^@acme/core$': '<rootDir>/packages/core/src'`. */
function mapsToSources(text, one) {
	const name = nameOf(one);
	return name !== null && new RegExp(String.raw`(?:["'\`]\^?${escaped(name)}[^"'\`\n]{0,20}["'\`]\]?\s*:|\bfind:\s*["'\`/]\^?${escaped(name)})[^\n]{0,200}(?:\n[^\n]{0,200}){0,2}?\bsrc\b`).test(text.replaceAll("\\", ""));
}
function inOtherProgram(text, one) {
	const folder = outputFolders(one).find((name) => new RegExp(String.raw`(?:^|[\s"'=(/])${escaped(posix.join(one.folder, name))}/[\w$@]`, "m").test(text));
	return folder === void 0 ? null : {
		says: `names ${folder}/`,
		named: false
	};
}
/** The command, and the scripts of the package and of the top level, without those that build or clean. */
function inScripts(one, { command, manifests }) {
	const scripts = manifests.filter(({ path }) => path === "package.json" || path === one.manifest).flatMap(({ path, content }) => scriptsIn(content).map(([name, text]) => ({
		path,
		name,
		text
	})));
	const called = /* @__PURE__ */ new Set();
	const texts = [{
		where: "the command",
		text: command
	}];
	for (let grown = true; grown;) {
		grown = false;
		for (const { path, name, text } of scripts) {
			const key = `${path} ${name}`;
			if (called.has(key) || ASIDE.test(name) && !texts.some((caller) => new RegExp(String.raw`(?:^|[\s:"'])${escaped(name)}(?=$|[\s"'])`).test(caller.text))) continue;
			called.add(key);
			texts.push({
				where: `script '${name}' of ${path}`,
				text
			});
			grown = true;
		}
	}
	for (const { where, text } of texts) {
		const word = wordThatLoads(text, one);
		if (word !== null) return `${where} names ${word}`;
	}
	return jestMapping(one, manifests);
}
function scriptsIn(content) {
	const { scripts } = content;
	return typeof scripts === "object" && scripts !== null ? Object.entries(scripts).flatMap(([name, text]) => typeof text === "string" ? [[name, text]] : []) : [];
}
function wordThatLoads(text, one) {
	const folders = outputFolders(one);
	const bins = binsOf(one);
	for (const part of text.split(/&&|\|\||[;|\n]/)) {
		const words = part.trim().split(/[\s"'`()]+/).filter((word) => word !== "" && !/^\w+=/.test(word));
		const program = words.find((word) => !/^(?:npx|pnpm|yarn|bunx?|npm|exec|cross-env|env|time|!|then|if|do|--)$/.test(word)) ?? "";
		if (WRITERS.test(posix.basename(program))) continue;
		if (/^node$/.test(posix.basename(program)) && words.some((word) => word === "." || word === "./")) return "node .";
		for (const [at, word] of words.entries()) {
			if (QUIET_OPTION.test(word) || QUIET_OPTION.test(words[at - 1] ?? "")) continue;
			const value = word.slice(word.indexOf("=") + 1).replace(/^\.\//, "");
			if (folders.some((folder) => value === folder || value.startsWith(`${folder}/`) || value.includes(`/${folder}/`) || value.endsWith(`/${folder}`))) return word.slice(0, 80);
			if (one.outputs.includes(value)) return word.slice(0, 80);
		}
		if (bins.includes(program)) return program;
	}
	return null;
}
function jestMapping({ folder, manifest, outputs, content }, manifests) {
	for (const { path, content: { jest } } of manifests) {
		const mapper = typeof jest === "object" && jest !== null && "moduleNameMapper" in jest ? jest.moduleNameMapper : null;
		if ((path === "package.json" || path === manifest) && mapper !== null && inConfiguration(JSON.stringify(mapper), {
			folder,
			manifest,
			outputs,
			content
		}) !== null) return `'jest' of ${path} maps a name to it`;
	}
	return null;
}
function binsOf({ content: { bin, name } }) {
	if (typeof bin === "string") return typeof name === "string" ? [name.replace(/^@[^/]*\//, "")] : [];
	return typeof bin === "object" && bin !== null ? Object.keys(bin) : [];
}
function escaped(text) {
	return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}

// src/prepare/build-outputs.ts
/** Build outputs that a package's own metadata names as what is loaded, and the changed sources they must be newer than (PR4). */
const MANIFEST = "package.json";
/** Sources that a build of a package turns into what is loaded. */
const SOURCE = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|coffee|civet|re|res|elm|pegjs|peggy|graphql|gql|proto|s?css|less|sass|rs|c|cc|cpp|cxx|h|hpp)$/;
/** Configuration of tools, which no build compiles: `jest.config.js`, `.eslintrc.cjs`. */
const CONFIGURATION = /(?:^|\/)(?:\.[^/]*|[^/]*\.(?:config|conf|setup|workspace)\.[^/.]+|gulpfile\.[^/]+|Gruntfile\.[^/]+)$/;
/** What Node tries for a name without an ending, and for a folder (nodejs.org/api/modules.html#all-together). */
const ENDINGS = [
	"",
	".js",
	".json",
	".node",
	"/index.js",
	"/index.json",
	"/index.node"
];
/** Endings of what a compiler makes of one source. */
const MADE_ENDINGS = [
	".js",
	".mjs",
	".cjs",
	".jsx"
];
const COMPILED = [
	".ts",
	".tsx",
	".mts",
	".cts",
	".coffee",
	".res"
];
/** Conditions of `exports` that a type checker follows, and nothing at run time. */
const TYPE_CONDITION = /^(?:types|typings)(?:@|$)/;
/** Stored times are good to a microsecond. */
const STORED_RESOLUTION_NS = 1000n;
const PATTERN_FILES_LIMIT = 500;
const OUTDATED_LIMIT = 200;
/** The project controls this file. Keys that hold something else than npm knows are passed over, as npm does. */
const manifestSchema = record(string(), unknown());
/** Scripts that build, by custom, the first that is there. */
const BUILD_SCRIPTS = [
	"build",
	"compile",
	"bundle",
	"prepack",
	"prepare"
];
const LOCK_FILES = [
	["pnpm-lock.yaml", "pnpm"],
	["yarn.lock", "yarn"],
	["bun.lock", "bun"],
	["bun.lockb", "bun"]
];
/**
* Every ignored output of every package outside of tests, and those among them that a changed source makes outdated.
* Called right before the command starts; where nobody sees the run, at the check.
*/
async function watchBuildOutputs(question) {
	const { top, stamped, isTest } = question;
	const unread = [];
	const packages = [...stamped.paths()].flatMap((path) => {
		if (!path.endsWith(MANIFEST) || posix.basename(path) !== MANIFEST || isTest(path) || isInstalled$1(path)) return [];
		const read = readManifest(top, path);
		if ("manifest" in read) return [packageOf(path, read.manifest, question)];
		unread.push({
			file: path,
			why: read.why
		});
		return [];
	});
	const named = packages.reduce((sum, { outputs }) => sum + outputs.length, 0);
	const candidates = named === 0 ? [] : candidatesIn(packages, question);
	const changed = candidates.length === 0 ? null : await question.changed([...new Set(candidates.map(({ source }) => source))]);
	const paths = new Set(changed?.paths ?? []);
	const outdated = candidates.flatMap((one) => paths.has(one.source) ? outdatedBy(one, question) : []).slice(0, OUTDATED_LIMIT);
	const builds = Object.fromEntries(packages.flatMap(({ manifest, build }) => outdated.some((one) => one.manifest === manifest) ? [[manifest, build]] : []));
	const manifests = packages.map(({ manifest, content }) => ({
		path: manifest,
		content
	}));
	const old = packages.filter(({ manifest }) => outdated.some((one) => one.manifest === manifest)).map((one) => ({
		...one,
		outputs: one.outputs.map(({ path }) => path)
	}));
	const reached = reachOf(old, {
		top,
		stamped: stamped.paths,
		isTest,
		command: question.command,
		manifests
	});
	const outputs = {
		named,
		against: candidates.length === 0 ? "nothing" : changed?.against ?? null,
		outdated,
		builds,
		reached: { ...reached },
		unread
	};
	return {
		outputs,
		again: () => ({
			...outputs,
			outdated: outdated.map((one) => ({
				...one,
				atEnd: subjectOf(question, one)
			}))
		})
	};
}
function readManifest(top, path) {
	const read = readBounded$1(`${top}/${path}`);
	if (read.state !== "found") return { why: read.state === "absent" ? "it is gone" : read.why };
	try {
		return { manifest: manifestSchema.parse(JSON.parse(read.bytes.toString("utf8").replace(/^\uFEFF/, ""))) };
	} catch {
		return { why: "it holds no JSON object" };
	}
}
function packageOf(manifest, content, { top, stamped }) {
	const folder = manifest === MANIFEST ? "" : posix.dirname(manifest);
	const found = /* @__PURE__ */ new Map();
	for (const { field, target } of targetsIn(content)) for (const path of filesNamed(top, folder, target)) {
		if (found.has(path) || stamped.has(path) || isInstalled$1(path)) continue;
		const sight = look(top, path);
		const real = realPath(`${top}/${path}`);
		if (sight !== null && liesIn(real, top) && !stamped.has(real.slice(top.length + 1))) found.set(path, {
			field,
			path,
			sight
		});
	}
	return {
		manifest,
		content,
		folder,
		outputs: [...found.values()],
		owns: typeof content["name"] === "string" || found.size > 0,
		build: buildOf(top, folder, content)
	};
}
/** What builds the package: its script, run by the package manager that the lock file belongs to. */
function buildOf(top, folder, { scripts }) {
	const names = typeof scripts === "object" && scripts !== null ? Object.keys(scripts) : [];
	const lock = LOCK_FILES.find(([name]) => look(top, posix.join(folder, name)) !== null || look(top, name) !== null);
	return {
		folder: folder === "" ? "." : folder,
		tool: lock?.[1] ?? "npm",
		script: BUILD_SCRIPTS.find((name) => names.includes(name)) ?? null
	};
}
/** What a manifest names for loading, with the keys that lead there. */
function targetsIn(manifest) {
	const targets = [];
	const add = (value, field) => {
		if (typeof value === "string") targets.push({
			field,
			target: value
		});
		else if (Array.isArray(value)) for (const inner of value) add(inner, field);
		else if (typeof value === "object" && value !== null) {
			for (const [key, inner] of Object.entries(value)) if (!TYPE_CONDITION.test(key)) add(inner, /^[A-Za-z_$][\w$]*$/.test(key) ? `${field}.${key}` : `${field}[${JSON.stringify(key)}]`);
		}
	};
	for (const key of [
		"main",
		"module",
		"exports",
		"imports",
		"bin"
	]) add(manifest[key], key);
	return targets;
}
/** The files that a target names, relative to the top level. Folders and names of other packages are none. */
function filesNamed(top, folder, target) {
	if (target === "" || target.startsWith("/") || target.includes("\0")) return [];
	const path = posix.join(folder, target);
	if (path.startsWith("../") || path === "..") return [];
	if (path.includes("*")) return filesMatching(top, path);
	const trimmed = path.replace(/\/$/, "");
	const ending = ENDINGS.find((one) => look(top, trimmed + one) !== null);
	return ending === void 0 ? [] : [trimmed + ending];
}
/** Files that a pattern of `exports` stands for: `*` is any text, also across folders. */
function filesMatching(top, pattern) {
	const [before = "", ...rest] = pattern.split("*");
	const after = rest.at(-1) ?? "";
	const found = [];
	const pending = [before.slice(0, before.lastIndexOf("/") + 1)];
	for (let folder = pending.pop(); folder !== void 0 && found.length < PATTERN_FILES_LIMIT; folder = pending.pop()) for (const { name, kind, link } of entriesOf(`${top}/${folder}`)) {
		const path = folder + name;
		if (kind === "folder" && !link && !ENVIRONMENT_FOLDER_NAMES.has(name) && name !== ".git") pending.push(`${path}/`);
		else if (kind === "file" && path.length >= before.length + after.length && path.startsWith(before) && path.endsWith(after) && !/\.d\.[cm]?ts$|\.map$/.test(path)) found.push(path);
	}
	return found.slice(0, PATTERN_FILES_LIMIT);
}
/** Pairs of an output and a source of its package that is not older. Whether the source changed is asked afterwards. */
function candidatesIn(packages, { stamped, isTest }) {
	const owners = new Map(packages.filter(({ owns }) => owns).map((one) => [one.folder, one]));
	const found = [];
	for (const source of stamped.paths()) {
		if (!SOURCE.test(source) || CONFIGURATION.test(source)) continue;
		const owner = ownerOf(source, owners);
		if (owner === void 0 || owner.outputs.length === 0) continue;
		const latest = (stamped.get(source)?.ctimeNs ?? 0n) + STORED_RESOLUTION_NS;
		const old = owner.outputs.filter(({ sight }) => BigInt(sight.ctimeNs) <= latest);
		if (old.length === 0 || isTest(source)) continue;
		for (const { field, path: output } of old) found.push({
			manifest: owner.manifest,
			field,
			output,
			source
		});
	}
	return found;
}
function outdatedBy(pair, question) {
	const sourceCtimeNs = exactCtime(question, pair.source);
	const subject = subjectOf(question, pair);
	if (subject === null || BigInt(subject.ctimeNs) > sourceCtimeNs) return [];
	return [{
		...pair,
		sourceCtimeNs: sourceCtimeNs.toString(),
		atStart: subject,
		atEnd: subject
	}];
}
function ownerOf(source, owners) {
	for (let folder = posix.dirname(source);; folder = posix.dirname(folder)) {
		const owner = owners.get(folder === "." ? "" : folder);
		if (owner !== void 0 || folder === ".") return owner;
	}
}
/** The full resolution where the file was not touched since the stamp; else what the stamp recorded. */
function exactCtime({ top, stamped }, source) {
	const recorded = stamped.get(source)?.ctimeNs ?? 0n;
	const now = look(top, source, lstatSync);
	const difference = now === null ? null : BigInt(now.ctimeNs) - recorded;
	return difference !== null && difference <= STORED_RESOLUTION_NS && difference >= -1000n ? recorded + difference : recorded;
}
/**
* The file whose age tells whether the source was built. A compiler that writes one file for each source leaves alone
* what did not change, so that is the source's own counterpart; without one, as a bundler works, the output itself.
*/
function subjectOf({ top, stamped }, { manifest, output, source }) {
	const folder = manifest === MANIFEST ? "." : posix.dirname(manifest);
	const stem = withoutEnding(posix.relative(folder, source));
	const stems = [.../* @__PURE__ */ new Set([stem.slice(stem.indexOf("/") + 1), stem])];
	const places = [];
	for (let place = posix.dirname(output); place !== "." && place !== folder; place = posix.dirname(place)) places.push(place);
	if (COMPILED.some((ending) => stamped.has(withoutEnding(output) + ending))) places.push(folder);
	for (const place of places) for (const one of stems) for (const ending of /* @__PURE__ */ new Set([posix.extname(output), ...MADE_ENDINGS])) {
		const path = posix.join(place, one + ending);
		const sight = stamped.has(path) ? null : look(top, path);
		if (sight !== null) return sight;
	}
	return look(top, output);
}
function withoutEnding(path) {
	return path.replace(/\.[^/.]+$/, "");
}
function look(top, path, stat = statSync) {
	try {
		const entry = stat(nativePath(top, path), { bigint: true });
		const { ino, size, mtimeNs, ctimeNs } = entry;
		return entry.isFile() ? {
			path,
			ino: ino.toString(),
			size: size.toString(),
			mtimeNs: mtimeNs.toString(),
			ctimeNs: ctimeNs.toString()
		} : null;
	} catch {
		return null;
	}
}
function isInstalled$1(path) {
	return path.split("/").some((part) => ENVIRONMENT_FOLDER_NAMES.has(part));
}

// src/prepare/leftovers-table.ts
const PYTHON_PROJECT = /^(?:pyproject\.toml|setup\.py|setup\.cfg|tox\.ini|pytest\.ini)$/;
const GRADLE_PROJECT = /^build\.gradle(?:\.kts)?$/;
const LEFTOVER_TABLE = [
	{
		tool: "Maven",
		marks: /^pom\.xml$/,
		paths: ["target/surefire-reports", "target/failsafe-reports"],
		stale: "predates-stamp",
		danger: "hold the report of a test class that is no longer there",
		remedy: "mvn clean test"
	},
	{
		tool: "Gradle",
		marks: GRADLE_PROJECT,
		paths: ["build/test-results", "build/reports/tests"],
		stale: "predates-stamp",
		danger: "hold results of tasks that Gradle takes for up to date and does not run",
		remedy: "./gradlew cleanTest test --no-build-cache"
	},
	{
		tool: "setuptools",
		marks: PYTHON_PROJECT,
		paths: [
			"build/lib",
			"build/lib.*",
			"build/bdist.*"
		],
		stale: "older-than-code",
		danger: "put modules into the next wheel that are no longer in the tree",
		remedy: "rm -rf build"
	},
	{
		tool: "wheel",
		marks: PYTHON_PROJECT,
		paths: ["dist/*.whl", "dist/*.tar.gz"],
		stale: "older-than-code",
		danger: "be installed in the place of a build of this tree",
		remedy: "rm -rf dist"
	},
	{
		tool: "a JavaScript build",
		marks: /^package\.json$/,
		paths: ["dist"],
		stale: "older-than-code",
		danger: "be loaded in the place of the sources",
		remedy: "rm -rf dist, and build in the setup script"
	},
	{
		tool: "TypeScript",
		marks: /^tsconfig(?:\.[^/]*)?\.json$/,
		paths: [
			"*.tsbuildinfo",
			"dist/*.tsbuildinfo",
			"build/*.tsbuildinfo"
		],
		stale: "older-than-code",
		danger: "tell the compiler that outputs are up to date which are not",
		remedy: "tsc --build --force"
	},
	{
		tool: "pytest",
		marks: PYTHON_PROJECT,
		paths: [".pytest_cache"],
		stale: "predates-stamp",
		onlyWith: /(?:^|[\s'"=])--(?:lf|last-failed|sw|stepwise)\b/,
		danger: "make the command skip every test that an earlier run saw pass",
		remedy: "pytest without --lf and --stepwise, or with --cache-clear"
	},
	{
		tool: "coverage.py",
		marks: PYTHON_PROJECT,
		paths: [
			".coverage",
			".coverage.*",
			"coverage.xml"
		],
		stale: "predates-stamp",
		danger: "count lines as covered that this run never reached",
		remedy: "coverage erase"
	},
	{
		tool: "nyc and c8",
		marks: /^package\.json$/,
		paths: [".nyc_output", "coverage"],
		stale: "predates-stamp",
		danger: "count lines as covered that this run never reached",
		remedy: "rm -rf .nyc_output coverage"
	}
];

// src/prepare/leftovers.ts
/** Looks for what the table of leftovers names, beside the files that mark each tool's projects (PR4). */
/** Entries of a folder, at any depth, that are looked at for its age. */
const ENTRIES_LIMIT = 2e3;
const FOUND_LIMIT = 100;
/** What earlier work left. The second look, after the command, drops what the command wrote again. */
function watchLeftovers({ top, stamped, isTest, preparedNs, command }) {
	const seen = /* @__PURE__ */ new Map();
	const folders = projectFolders(stamped.paths(), (path) => !isTest(path) && !isInstalled$1(path));
	const newestCode = newestBelow(stamped, new Set(folders.filter(({ row }) => row.stale === "older-than-code").map(({ folder }) => folder)));
	for (const { row, folder } of folders) {
		if (row.onlyWith !== void 0 && !row.onlyWith.test(command)) continue;
		for (const path of row.paths.flatMap((pattern) => placesOf(top, folder, pattern))) {
			if (seen.has(path) || seen.size >= FOUND_LIMIT || stamped.has(path) || isTest(path)) continue;
			const newestNs = newestIn(top, path, stamped.has);
			if (newestNs === null) continue;
			if (newestNs <= (row.stale === "predates-stamp" ? preparedNs : (newestCode.get(folder) ?? 0n) + 1000n)) seen.set(path, {
				leftover: {
					path,
					tool: row.tool,
					danger: row.danger,
					remedy: row.remedy
				},
				newestNs
			});
		}
	}
	const all = [...seen.values()];
	return {
		found: all.map(({ leftover }) => leftover),
		again: () => all.filter(({ leftover, newestNs }) => newestIn(top, leftover.path, stamped.has) === newestNs).map(({ leftover }) => leftover)
	};
}
/** Any mark of the table. Hardly a name is one, and half a million are asked. */
const ANY_MARK = new RegExp(LEFTOVER_TABLE.map(({ marks }) => `(?:${marks.source})`).join("|"));
/** Folders of the files that mark a project, of those files that count. Few files do, so that is asked last. */
function projectFolders(paths, counts) {
	const found = /* @__PURE__ */ new Map();
	for (const path of paths) {
		const name = path.slice(path.lastIndexOf("/") + 1);
		if (!ANY_MARK.test(name)) continue;
		for (const row of LEFTOVER_TABLE) {
			if (!row.marks.test(name) || !counts(path)) continue;
			const folder = posix.dirname(path);
			found.set(`${row.tool}\0${folder}`, {
				row,
				folder
			});
		}
	}
	return [...found.values()];
}
/** For each folder the latest ctime of the stamped paths below it. */
function newestBelow(stamped, folders) {
	const newest = /* @__PURE__ */ new Map();
	if (folders.size === 0) return newest;
	for (const path of stamped.paths()) {
		const ctimeNs = stamped.get(path)?.ctimeNs ?? 0n;
		for (let folder = posix.dirname(path);; folder = posix.dirname(folder)) {
			if (folders.has(folder) && ctimeNs > (newest.get(folder) ?? -1n)) newest.set(folder, ctimeNs);
			if (folder === ".") break;
		}
	}
	return newest;
}
function placesOf(top, folder, pattern) {
	const path = posix.join(folder, pattern);
	if (!pattern.includes("*")) return [path];
	const parent = posix.dirname(path);
	return entriesOf(`${top}/${parent}`).map(({ name }) => posix.join(parent, name)).filter((one) => matchesWildcard(posix.basename(pattern), posix.basename(one)));
}
/** The latest ctime of a file, or of a folder with what is in it; null where nothing is there but stamped files. */
function newestIn(top, path, isStamped) {
	const pending = [path];
	let newest = null;
	for (let count = 0; count < ENTRIES_LIMIT && pending.length > 0; count += 1) {
		const one = pending.pop() ?? path;
		if (isStamped(one)) continue;
		try {
			const stat = lstatSync(nativePath(top, one), { bigint: true });
			if (stat.isDirectory()) pending.push(...entriesOf(`${top}/${one}`).map(({ name }) => `${one}/${name}`));
			else if (newest === null || stat.ctimeNs > newest) newest = stat.ctimeNs;
		} catch {}
	}
	return newest;
}

// src/run/witness/changed.ts
/** Which source files the change touches (RN6): what differs from a commit, by content. */
/** The changed ones among `sources`; null where no commit to compare with is present. */
async function changedSources({ top, objectFormat, sources, bases }) {
	for (const { commit, what } of bases) {
		const listed = await git([
			"ls-tree",
			"-r",
			"-z",
			"--full-tree",
			commit
		], { cwd: top });
		if (listed.code !== 0) continue;
		const before = parseTree(decodePath(listed.stdout));
		const columns = await hashMany({
			root: top,
			paths: sources,
			algorithm: objectFormat
		});
		const width = blobBytes(objectFormat);
		return {
			against: what,
			paths: sources.filter((path, row) => {
				const was = before.get(path);
				if (was === Buffer.from(columns.blobs.subarray(row * width, (row + 1) * width)).toString("hex")) return false;
				return was === void 0 || columns.carriageReturns[row] !== 1 || was !== unixBlob(top, path, objectFormat);
			})
		};
	}
	return null;
}
/** Parses `ls-tree -r -z`: `<mode> <type> <oid>\t<path>\0`. */
function parseTree(text) {
	const found = /* @__PURE__ */ new Map();
	for (const entry of text.split("\0")) {
		const tab = entry.indexOf("	");
		if (tab > 0) found.set(entry.slice(tab + 1), entry.slice(0, tab).split(" ")[2] ?? "");
	}
	return found;
}
function unixBlob(top, path, algorithm) {
	try {
		const bytes = Buffer.from(readFileSync(nativePath(top, path)).toString("latin1").replaceAll("\r\n", "\n"), "latin1");
		return createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
	} catch {
		return null;
	}
}

// src/run/witness/stamped-view.ts
/** The stamped paths as the witness's judge needs them: digest and ctime by path, read from the gate's own indexes. */
/** A view over the tables of each measured part. */
function stampedView(parts) {
	const newestOfKind = /* @__PURE__ */ new Map();
	const placeOf = placeFinder(parts);
	return {
		paths: () => pathsOf(parts),
		has: (path) => placeOf(path) !== null,
		get: (path) => {
			const place = placeOf(path);
			if (place === null) return null;
			const { table, row } = place;
			return {
				digest: table.digests.toString("hex", row * 32, (row + 1) * 32),
				ctimeNs: nanoseconds(ctimeOf(table, row))
			};
		},
		newest: (kind, counts) => {
			let found = newestOfKind.get(kind);
			if (found === void 0) {
				found = newestOf(parts, counts);
				newestOfKind.set(kind, found);
			}
			return found;
		}
	};
}
function* pathsOf(parts) {
	for (const { prefix, table } of parts) for (const path of table.paths) yield prefix + path;
}
/** Finds rows by path: in the part with the longest prefix that holds it, whose paths are sorted by their bytes. */
function placeFinder(parts) {
	const innermostFirst = parts.toSorted((left, right) => right.prefix.length - left.prefix.length);
	return (path) => {
		for (const { prefix, table } of innermostFirst) {
			if (!path.startsWith(prefix)) continue;
			const row = rowOf(table.paths, path.slice(prefix.length));
			if (row >= 0) return {
				table,
				row
			};
		}
		return null;
	};
}
function rowOf(sorted, path) {
	let [low, high] = [0, sorted.length - 1];
	while (low <= high) {
		const middle = low + high >> 1;
		const order = comparePaths(sorted[middle] ?? "", path);
		if (order === 0) return middle;
		if (order < 0) low = middle + 1;
		else high = middle - 1;
	}
	return -1;
}
function newestOf(parts, counts) {
	let latest = null;
	for (const { prefix, table } of parts) for (const [row, name] of table.paths.entries()) {
		const ctime = ctimeOf(table, row);
		if ((latest === null || ctime > latest.ctime) && counts(prefix + name)) latest = {
			path: prefix + name,
			ctime
		};
	}
	return latest === null ? null : {
		path: latest.path,
		ctimeNs: nanoseconds(latest.ctime)
	};
}
function ctimeOf({ stats }, row) {
	return stats[row * 8 + STAT.ctimeMs] ?? 0;
}
function nanoseconds(milliseconds) {
	const whole = Math.floor(milliseconds);
	return BigInt(whole) * 1000000n + BigInt(Math.round((milliseconds - whole) * 1e6));
}

// src/run/bytecode-cache/store.ts
/**
* Bytecode of the standard library and of installed modules, kept between runs in the state folder (PR2). An entry
* counts while its interpreter and its source are the very files it was made with, by device, inode, size, mtime and
* ctime: none of these can be put back without moving the machine's clock.
*/
const FORMAT = "generation-gate/bytecode-cache/1";
/** More than the standard library and a large environment take. */
const STORE_LIMITS = {
	bytes: 512 << 20,
	sources: 2e4
};
const decimal = string().check(_regex(/^-?\d{1,20}$/));
/** Device, inode, size, mtime and ctime in ns. */
const identitySchema = tuple([
	decimal,
	decimal,
	decimal,
	decimal,
	decimal
]);
const wantedSchema = object({
	source: string(),
	tag: string(),
	level: int().check(_gte(0), _lte(2))
});
const entrySchema = extend(wantedSchema, {
	at: int(),
	length: int(),
	sha256: string(),
	identity: identitySchema
});
const interpreterSchema = object({
	executable: string(),
	tag: string(),
	identity: identitySchema
});
const indexSchema = object({
	format: literal(FORMAT),
	interpreters: array(interpreterSchema),
	/** What runs compiled so far: the next one begins with it. */
	wanted: array(wantedSchema),
	entries: array(entrySchema),
	/** Of the file that holds the bytecode of all entries. */
	data: string().check(_regex(/^[0-9a-f]{32}$/))
});
const EMPTY_STORE = {
	format: FORMAT,
	interpreters: [],
	wanted: [],
	entries: [],
	data: "0".repeat(32)
};
/** The store of a state folder; an empty one where there is none, or where it cannot be read: then the run begins cold. */
function readStore(folder) {
	try {
		return parse(indexSchema, JSON.parse(readFileSync(join(folder, "index.json"), "utf8")));
	} catch {
		return EMPTY_STORE;
	}
}
/** The bytecode of all entries, as one file. */
function readStoreData(folder, { data }) {
	try {
		return readFileSync(dataFile(folder, data));
	} catch {
		return Buffer.alloc(0);
	}
}
function writeStore(folder, index) {
	writeRecord(join(folder, "index.json"), {
		format: FORMAT,
		...index
	});
}
/** Puts a data file in place under its own digest, and takes the one before it away. */
function replaceData(folder, beside, content, before) {
	const name = createHash("sha256").update(content).digest("hex").slice(0, 32);
	mkdirSync(folder, {
		recursive: true,
		mode: 448
	});
	renameSync(beside, dataFile(folder, name));
	if (before !== name) rmSync(dataFile(folder, before), { force: true });
	return name;
}
function dataFile(folder, name) {
	return join(folder, `${name}.bytecode`);
}
/** What tells a file from any other and from itself after a change; null where there is no regular file. */
function identityOf(path) {
	try {
		const stats = statSync(nativePath("/", path), { bigint: true });
		return stats.isFile() ? [
			stats.dev.toString(),
			stats.ino.toString(),
			stats.size.toString(),
			stats.mtimeNs.toString(),
			stats.ctimeNs.toString()
		] : null;
	} catch {
		return null;
	}
}
function sameIdentity(left, right) {
	return left?.every((value, at) => value === right[at]) === true;
}
function keyOf({ source, tag, level }) {
	return `${tag}\0${level}\0${source}`;
}
/** Where Python looks for the bytecode of a source below a prefix (PEP 3147, and PYTHONPYCACHEPREFIX). */
function pathBelowPrefix({ source, tag, level }) {
	return encodePath(`${source.slice(1, -3)}.${tag}${level === 0 ? "" : `.opt-${level}`}.pyc`);
}
/** The inverse of {@link pathBelowPrefix}; null for a name that no import makes, such as pytest's. */
function wantedFrom(path) {
	const match = /^(?<stem>.*\/[^/.]+)\.(?<tag>[a-z]+-\d+t?)(?:\.opt-(?<level>[12]))?\.pyc$/s.exec(path)?.groups;
	if (match === void 0) return null;
	return {
		source: `/${match["stem"] ?? ""}.py`,
		tag: match["tag"] ?? "",
		level: Number(match["level"] ?? 0)
	};
}

// src/run/bytecode-cache/cache.ts
/**
* The bytecode cache of one run under `--bytecode isolate` (PR2): a fresh prefix, begun with what the gate itself
* compiled of the standard library and of installed modules. Which these are it learns from earlier runs; the bytecode
* that a run wrote is never kept, for the tested processes can write anything there.
*/
const COMPILE_TIMEOUT_MS = 3e5;
const ANSWER_BYTES$1 = 64 << 20;
/** Makes the cache of a run. It is cold where nothing can be kept or believed; never throws for that. */
async function openBytecodeCache(places) {
	const { prefix } = places;
	mkdirSync(prefix, {
		recursive: true,
		mode: 448
	});
	let warmed = 0;
	try {
		warmed = await warm(places);
	} catch {}
	return {
		variables: {
			PYTHONPYCACHEPREFIX: prefix,
			PYTHONDONTWRITEBYTECODE: ""
		},
		warmed,
		end: (interpreters) => {
			try {
				remember(places, interpreters);
			} finally {
				rmSync(prefix, {
					recursive: true,
					force: true
				});
			}
		}
	};
}
async function warm({ prefix, store, env, isOfWorkspace }) {
	const index = readStore(store);
	const interpreters = index.interpreters.filter(({ executable, identity }) => sameIdentity(identityOf(executable), identity));
	const tags = new Set(interpreters.map(({ tag }) => tag));
	const allowed = isInstalled(isOfWorkspace);
	const wanted = index.wanted.filter((one) => tags.has(one.tag) && allowed(one.source));
	const before = readStoreData(store, index);
	const isWanted = new Set(wanted.map(keyOf));
	const kept = index.entries.filter((entry) => isWanted.has(keyOf(entry)) && isSound(entry, before));
	const known = new Set(kept.map(keyOf));
	const missing = wanted.filter((one) => !known.has(keyOf(one)));
	const { entries, data } = (missing.length === 0 ? null : await compileMissing({
		store,
		index,
		before,
		kept,
		missing,
		interpreters,
		env
	})) ?? {
		entries: kept,
		data: before
	};
	const folders = /* @__PURE__ */ new Set();
	for (const entry of entries) {
		const file = Buffer.concat([Buffer.from(`${prefix}/`), pathBelowPrefix(entry)]);
		const folder = dirname(file.toString("latin1"));
		if (!folders.has(folder)) mkdirSync(Buffer.from(folder, "latin1"), {
			recursive: true,
			mode: 448
		});
		folders.add(folder);
		writeFileSync(file, data.subarray(entry.at, entry.at + entry.length), {
			flag: "wx",
			mode: 384
		});
	}
	return entries.length;
}
function isSound({ source, identity, at, length, sha256 }, data) {
	return sameIdentity(identityOf(source), identity) && digestOf(data.subarray(at, at + length)) === sha256;
}
/** Path, level, offset, length, then the parts of an identity. */
const compiledSchema = tuple([
	string(),
	int(),
	int(),
	int(),
	string(),
	string(),
	string(),
	string(),
	string()
]);
/** Compiles what is missing and writes the store anew: what is kept, then what is new. */
async function compileMissing({ store, index, before, kept, missing, interpreters, env }) {
	mkdirSync(store, {
		recursive: true,
		mode: 448
	});
	const beside = join(store, `new-${randomBytes(6).toString("hex")}`);
	let end = 0;
	const entries = kept.map((entry) => {
		const moved = {
			...entry,
			at: end
		};
		end += entry.length;
		return moved;
	});
	try {
		writeFileSync(beside, Buffer.concat(kept.map(({ at, length }) => before.subarray(at, at + length))), {
			flag: "wx",
			mode: 384
		});
		const places = [];
		for (const { executable, tag } of distinctTags(interpreters)) {
			const sources = missing.filter((one) => one.tag === tag);
			const said = await askInterpreter({
				executable,
				args: [
					"-I",
					"-S",
					"-B",
					assetPath("warm.py")
				],
				input: JSON.stringify({
					out: beside,
					tag,
					sources: sources.map(({ source, level }) => [source, level])
				}),
				cwd: "/",
				env,
				timeoutMs: COMPILE_TIMEOUT_MS,
				maxBytes: ANSWER_BYTES$1
			});
			for (const line of said.stdout.toString("latin1").split("\n").slice(0, -1)) {
				const [source, level, at, length, ...identity] = parse(compiledSchema, JSON.parse(line));
				places.push({
					wanted: {
						source,
						tag,
						level
					},
					at,
					length,
					identity
				});
			}
		}
		const data = readFileSync(beside);
		if (data.length > STORE_LIMITS.bytes) throw new RangeError("the store is too large");
		for (const { wanted, at, length, identity } of places) {
			if (at < end || length <= 0 || at + length > data.length) continue;
			entries.push({
				...wanted,
				at,
				length,
				sha256: digestOf(data.subarray(at, at + length)),
				identity
			});
		}
		const name = replaceData(store, beside, data, index.data);
		writeStore(store, {
			...index,
			interpreters: [...interpreters],
			entries,
			data: name
		});
		return {
			entries,
			data
		};
	} finally {
		rmSync(beside, { force: true });
	}
}
function distinctTags(interpreters) {
	return [...new Map(interpreters.map((one) => [one.tag, one]).reverse()).values()];
}
/** Remembers which sources the run compiled, by the names of what lies in its cache: nothing else of it is believed. */
function remember({ prefix, store, isOfWorkspace }, seen) {
	const index = readStore(store);
	const allowed = isInstalled(isOfWorkspace);
	const known = new Map(index.wanted.map((one) => [keyOf(one), one]));
	for (const name of readdirSync(prefix, {
		recursive: true,
		encoding: "utf8"
	})) {
		const one = name.includes("�") ? null : wantedFrom(name);
		if (one !== null && known.size < STORE_LIMITS.sources && allowed(one.source)) known.set(keyOf(one), one);
	}
	const wanted = [...known.values()].filter(({ source }) => identityOf(source) !== null);
	const tags = new Set(wanted.map(({ tag }) => tag));
	const interpreters = new Map(index.interpreters.map((one) => [one.executable, one]));
	const changed = /* @__PURE__ */ new Set();
	for (const { executable, implementation, version } of seen) {
		const [tag, identity] = [`${implementation}-${version.split(".").slice(0, 2).join("")}`, identityOf(executable)];
		if (identity === null || !tags.has(tag)) continue;
		const before = interpreters.get(executable);
		if (before !== void 0 && !sameIdentity(identity, before.identity)) changed.add(before.tag);
		interpreters.set(executable, {
			executable,
			tag,
			identity
		});
	}
	const entries = index.entries.filter(({ tag }) => !changed.has(tag));
	writeStore(store, {
		...index,
		interpreters: [...interpreters.values()].slice(-16),
		wanted,
		entries
	});
}
/** The standard library, or what an installer put into an environment (sysconfig's schemes, and Debian's). */
const INSTALLED$1 = /\/lib(?:64)?\/(?:python|pypy)3(?:\.\d+t?)?\/|\/(?:site|dist)-packages\//;
/** Whether a source may be kept: installed by its place, and no file of the workspace, neither by name nor behind links. */
function isInstalled(isOfWorkspace) {
	return (source) => {
		if (!INSTALLED$1.test(source) || isOfWorkspace(source)) return false;
		try {
			const real = decodePath(realpathSync.native(nativePath("/", source), { encoding: "buffer" }));
			return INSTALLED$1.test(real) && !isOfWorkspace(real);
		} catch {
			return false;
		}
	};
}
function digestOf(bytes) {
	return createHash("sha256").update(bytes).digest("hex");
}

// src/run/witness/import-names.ts
/** Dotted import names and files: which file of the workspace a file from elsewhere may stand in for (RN5's twin). */
/** Names above this number would cost every process more than they spare: then every load is recorded. */
const NAMES_LIMIT = 5e4;
/** Ending of a native module for CPython: `.so`, `.cpython-311-x86_64-linux-gnu.so`, `.abi3.so`. */
const EXTENSION = /\.(?:so|pyd|dylib)$/;
function isPythonSource(path) {
	return path.endsWith(".py");
}
/**
* What the witness compares a module's name with before it spends time on a file outside of the workspace: the last
* component, and the last two, of every name that a stamped file could be imported by. `*` stands for all names.
*/
function candidateNames(stamped) {
	const names = /* @__PURE__ */ new Set();
	for (const path of stamped) {
		if (!isPythonSource(path) && !EXTENSION.test(path)) continue;
		const parts = path.split("/");
		const file = (parts.pop() ?? "").replace(/\..*$/s, "");
		if (file !== "__init__") parts.push(file);
		const last = parts.at(-1);
		if (last === void 0) continue;
		names.add(last);
		const before = parts.at(-2);
		if (before !== void 0) names.add(`${before}.${last}`);
		if (names.size > NAMES_LIMIT) return ["*"];
	}
	return [...names];
}
/**
* The stamped paths that the import of `name` would find from `roots` (relative to the workspace, '' for its top).
* `file` is the name of the file that was loaded: a native module has a native twin alone.
*/
function twinPaths(name, file, roots, isStamped) {
	const top = name.split(".")[0];
	if (top === "__main__" || top === "") return [];
	const place = name.replaceAll(".", "/");
	const relative = EXTENSION.test(file) ? [posix.join(posix.dirname(place), file)] : [`${place}.py`, `${place}/__init__.py`];
	return [...new Set(roots.flatMap((root) => relative.map((path) => posix.join(root, path))))].filter(isStamped);
}

// src/run/witness/install.ts
/** Puts the witness in front of a command: its sources, its settings, and the variables that start it (RN5). */
/**
* Installs the witness for one run. Python finds it by PYTHONPATH, and it takes itself off the path again; nothing of
* an environment is written.
*/
function installWitness({ folder, top, stamped, env, generation }) {
	const home = join(folder, "witness");
	const records = join(folder, "witness-records");
	if (/[:\uDC80-\uDCFF]/.test(home)) return {
		state: "absent",
		why: `the state folder's path holds a character that PYTHONPATH cannot (${home})`
	};
	mkdirSync(home, {
		recursive: true,
		mode: 448
	});
	mkdirSync(records, {
		recursive: true,
		mode: 448
	});
	for (const name of [
		"sitecustomize.py",
		"entry.py",
		"witness_records.py",
		"witness.py"
	]) copyFileSync(assetPath(name), join(home, name));
	writeFileSync(join(home, "settings"), encodePath([
		records,
		top,
		...candidateNames(stamped)
	].join("\0")));
	writeFileSync(join(home, "run"), `${generation} ${process.pid} ${startTime(process.pid) ?? ""}\n`);
	const inherited = env["PYTHONPATH"] ?? "";
	return {
		state: "installed",
		home,
		records,
		variables: {
			PYTHONPATH: inherited === "" ? home : `${home}:${inherited}`,
			...throughTox(env, inherited)
		}
	};
}
/** What every environment of tox inherits: in tox.ini and setup.cfg, in tox.toml, and in pyproject.toml. */
const TOX_SECTIONS = [
	"testenv",
	"env_run_base",
	"tool.tox.env_run_base"
];
/**
* tox gives its commands a list of variables. Where the user has no PYTHONPATH of their own, letting it pass changes
* nothing but the witness; where they have, tox keeps it out, and so must we.
*/
function throughTox(env, inherited) {
	if (inherited !== "") return {};
	const own = env["TOX_OVERRIDE"] ?? "";
	return { TOX_OVERRIDE: [...own === "" ? [] : [own], ...TOX_SECTIONS.map((section) => `${section}.pass_env+=PYTHONPATH`)].join(";") };
}

// src/run/witness/compare-bytecode.ts
/** Whether bytecode that ran is what its source compiles to: the file that was read, compiled again (PR2, PR3). */
const HEADER_BYTES = 16;
const TIMEOUT_MS = 6e4;
const ANSWER_BYTES = 2e3;
const answerSchema = object({
	answer: _enum([
		"same",
		"differs",
		"other-magic",
		"not-compiled",
		"not-loaded"
	]),
	why: string()
});
/** One answer per item, in order. */
async function compareRanBytecode(items, env) {
	const answers = items.map(whyNotComparable);
	for (const executable of new Set(items.map((item) => item.executable))) {
		const open = [...items.entries()].filter(([at, item]) => item.executable === executable && answers[at] === null);
		if (open.length === 0) continue;
		const said = await ask(executable, open.map(([, item]) => item), env);
		open.forEach(([at], row) => {
			answers[at] = said[row] ?? notCompared("the interpreter gave no answer");
		});
	}
	return answers.map((answer) => answer ?? notCompared("nobody was asked"));
}
/** What the witness saw must still lie there, else comparing would speak of other files. */
function whyNotComparable({ bytecode, source, payload, digest }) {
	if (/-pytest-[^/]*\.pyc$/.test(bytecode)) return notCompared("pytest rewrote its assertions");
	try {
		if (contentDigest(readFileSync(nativePath("/", bytecode)).subarray(HEADER_BYTES)) !== payload) return notCompared("the bytecode was written again since");
		if (contentDigest(readFileSync(nativePath("/", source))) !== digest) return notCompared("the source changed since");
		return null;
	} catch (error) {
		return notCompared(`it cannot be read any more (${error.code ?? String(error)})`);
	}
}
async function ask(executable, items, env) {
	const said = await askInterpreter({
		executable,
		args: [
			"-I",
			"-S",
			"-B",
			assetPath("bytecode.py")
		],
		input: JSON.stringify(items.map(({ bytecode, source }) => ({
			pyc: bytecode,
			source,
			optimize: [Number(/\.opt-(\d)\.pyc$/.exec(bytecode)?.[1] ?? 0)]
		}))),
		cwd: "/",
		env,
		timeoutMs: TIMEOUT_MS,
		maxBytes: (items.length + 1) * ANSWER_BYTES
	});
	const lines = said.stdout.toString("latin1").split("\n").slice(1, -1);
	return items.map((_, at) => {
		const parsed = answerSchema.safeParse(parseJson$1(lines[at] ?? ""));
		if (!parsed.success) return notCompared(`${executable} ${sayEnding(said.ending)}`);
		const { answer, why } = parsed.data;
		if (answer === "same") return {
			answer: "same",
			why: ""
		};
		return answer === "other-magic" ? notCompared(why) : {
			answer: "differs",
			why
		};
	});
}
function parseJson$1(line) {
	try {
		return JSON.parse(line);
	} catch {
		return null;
	}
}
function notCompared(why) {
	return {
		answer: "not-compared",
		why
	};
}
/** The gate's content digest: sha256 over git's blob header and the bytes. */
function contentDigest(bytes) {
	return hash("sha256", Buffer.concat([Buffer.from(`blob ${bytes.length}\0`, "latin1"), bytes]), "hex");
}

// src/run/witness/escaped.ts
/** Python processes that their parents started without a witness: seen by the parent, told by nobody else. */
/**
* Tools that isolate their own helpers and run none of the tested code: asking an interpreter about itself, installing
* a package, making an environment. Matched like `--unwitnessed-ok`.
*/
const KNOWN_TOOLS = [
	"* -m pip *",
	"* -m ensurepip*",
	"* -m venv *",
	"* -m virtualenv *",
	"*/pip/__pip-runner__.py *",
	"*/pyproject_hooks/_in_process/_in_process.py *",
	"*/pyproject_api/_backend.py *",
	"*/virtualenv/discovery/py_info.py*",
	"*/python_discovery/*py_info*",
	"*get_interpreter_info.py*",
	"*python.get_interpreter_info*",
	"*/resource_tracker.py*"
];
/** What an interpreter says of itself, before any code of a project could run. */
const TELLS_OF_ITSELF = /^(?:-V+|--version|-h|--help(?:-\w+)?)$/;
/** Processes without a witness, from what their parents told and from what was seen running. */
var EscapedProcesses = class {
	#path;
	#told = [];
	#starts = [];
	/** `path` is the command's PATH. */
	constructor(path) {
		this.#path = path;
	}
	/** Takes a process that wrote records. */
	note(start, spawns) {
		this.#starts.push(start);
		for (const spawn of spawns) {
			const why = whyEscaped(spawn, this.#path);
			if (why !== null && !isKnownTool(spawn.argv.join(" "))) this.#told.push({
				pid: start.pid,
				spawn,
				why
			});
		}
	}
	/** Each command line once, with how often it was seen; in the order in which they were. */
	all(running) {
		const found = /* @__PURE__ */ new Map();
		const add = (argv, why) => {
			const key = [...argv, why].join("\0");
			const known = found.get(key);
			if (known === void 0) found.set(key, {
				argv: [...argv],
				why,
				count: 1
			});
			else known.count += 1;
		};
		const entered = this.#starts.filter(({ entered: how, forked_from: forked }) => how === "environment" && forked === void 0);
		for (const { pid, spawn, why } of this.#told) if (!takeStarts(spawn, pid, entered)) add(spawn.argv, why);
		const recorded = new Set(this.#starts.map(({ pid }) => pid));
		for (const { pid, parent, argv, above } of recorded.size === 0 ? [] : running) {
			if (recorded.has(pid) || recorded.has(parent) || argv.slice(1).some((word) => TELLS_OF_ITSELF.test(word))) continue;
			if ([argv.join(" "), ...above].some(isKnownTool)) continue;
			add(argv.map((word) => word.slice(0, ARGUMENT_LIMIT)).slice(0, ARGUMENTS_LIMIT), "it was seen running and wrote no record");
		}
		return [...found.values()];
	}
};
/** As the witness cuts them in its own records. */
const ARGUMENT_LIMIT = 300;
const ARGUMENTS_LIMIT = 24;
function isKnownTool(line) {
	return KNOWN_TOOLS.some((pattern) => matchesWildcard(pattern, line));
}
/** Takes the starts that a spawn led to out of `starts`; false where there is none, or too few. */
function takeStarts(spawn, pid, starts) {
	const take = (from) => from.forEach((one) => starts.splice(starts.indexOf(one), 1));
	if (spawn.how === "shell" || isShell(spawn.executable ?? spawn.argv[0] ?? "")) {
		const text = withoutQuotes(spawn.argv.join(" "));
		const own = starts.filter(({ argv }) => text.includes(withoutQuotes(argv.slice(1).join(" "))));
		if (own.length < [...text.matchAll(PYTHON_IN_SHELL)].length) return false;
		take(own);
		return true;
	}
	const wanted = spawn.argv.slice(1).join("\0");
	const script = [spawn.executable ?? spawn.argv[0], ...spawn.argv.slice(1)].join("\0");
	const parentOf = ({ pid: own, parent }) => spawn.how === "exec" ? own : parent;
	const one = starts.find((start) => parentOf(start) === pid && [wanted, script].includes(start.argv.slice(1).join("\0")));
	if (one !== void 0) take([one]);
	return one !== void 0;
}
const PYTHON_IN_SHELL = /\b(?:python[\d.]*|pytest|pypy[\d.]*)\b/g;
function withoutQuotes(text) {
	return text.replace(/["'\\]/g, "").replace(/\s+/g, " ");
}
/** Why a started process had no witness; null where it had one, or is no Python. */
function whyEscaped(spawn, path) {
	if (spawn.how === "shell" || isShell(spawn.executable ?? spawn.argv[0] ?? "")) return !spawn.kept && spawn.argv.join(" ").search(PYTHON_IN_SHELL) >= 0 ? "the environment of the shell lacks the witness" : null;
	const program = spawn.executable ?? spawn.argv[0] ?? "";
	if (PYTHON_NAME.test(posix.basename(program))) {
		const flag = isolatingFlag(spawn.argv);
		return flag !== null ? `${flag} keeps it out` : spawn.kept ? null : "its environment lacks PYTHONPATH of the witness";
	}
	if (spawn.kept) return null;
	return isPythonScript(program, path) ? "its environment lacks PYTHONPATH of the witness" : null;
}
/** The interpreter's own options end at the first operand, at -c and at -m. */
function isolatingFlag(argv) {
	for (let at = 1; at < argv.length; at += 1) {
		const word = argv[at] ?? "";
		if (!/^-[A-Za-z]/.test(word)) return null;
		const ends = /[cm]/.exec(word)?.index ?? word.length;
		const flag = /[IES]/.exec(word.slice(1, ends))?.[0];
		if (flag !== void 0) return `-${flag}`;
		if (ends < word.length) return null;
		if (/^-[XW]$/.test(word)) at += 1;
	}
	return null;
}
function isShell(program) {
	return /^(?:ba|da|z|k)?sh$/.test(posix.basename(program));
}
function isPythonScript(program, path) {
	const found = findProgram(program, "/", path);
	if (found.state !== "found") return false;
	try {
		const file = openSync(found.file, "r");
		try {
			const head = Buffer.alloc(256);
			const text = head.toString("latin1", 0, readSync(file, head, 0, head.length, 0));
			return /^#![^\n]*\b(?:python|pypy)/.test(text);
		} finally {
			closeSync(file);
		}
	} catch {
		return false;
	}
}

// src/run/witness/read.ts
/** Reads what processes wrote about themselves. They can write anything: every line is parsed, bounded and counted. */
/** Limits against a command that writes records without end. */
const RECORD_LIMITS = {
	files: 5e4,
	fileBytes: 64 << 20,
	totalBytes: 1 << 30,
	lost: 50
};
/** Hands over one process after the other. Answers what kept records from being whole, in words, each once. */
function readRecords(folder, take) {
	const lost = /* @__PURE__ */ new Map();
	const lose = (what) => void lost.set(what, (lost.get(what) ?? 0) + 1);
	const names = readdirSync(folder).filter((name) => name.endsWith(".jsonl")).sort();
	let left = RECORD_LIMITS.totalBytes;
	names.slice(0, RECORD_LIMITS.files).forEach((name) => {
		const content = readBounded(join(folder, name), Math.min(left, RECORD_LIMITS.fileBytes));
		if (content === null) return lose("a file of records cannot be read, or holds more than is read");
		left -= content.length;
		const process = parseProcess(content.toString("utf8"), lose);
		if (process !== null) take(process);
	});
	if (names.length > RECORD_LIMITS.files) lose(`${names.length - RECORD_LIMITS.files} files of records beyond the first ${RECORD_LIMITS.files} were not read`);
	return [...lost].slice(0, RECORD_LIMITS.lost).map(([what, times]) => times === 1 ? what : `${what} (${times} times)`);
}
function parseProcess(text, lose) {
	const loads = [];
	const spawns = [];
	const searchPaths = [];
	const written = [];
	let start = null;
	let finished = false;
	for (const line of text.split("\n")) {
		if (line === "") continue;
		const parsed = witnessRecordSchema.safeParse(parseJson(line));
		if (!parsed.success) {
			lose("a record is torn or not understood");
			continue;
		}
		const record = parsed.data;
		switch (record.record) {
			case "start":
				if (start === null) searchPaths.push(record.search_path);
				start ??= record;
				break;
			case "load":
				loads.push(record);
				break;
			case "spawn":
				spawns.push(record);
				break;
			case "search":
				searchPaths.push(record.search_path);
				break;
			case "write":
				written.push(record.path);
				break;
			case "error":
				lose(`the witness failed at "${record.doing.slice(0, 40)}": ${record.what.slice(0, 160)}`);
				break;
			case "end":
				finished = true;
				if (record.lost > 0) lose(`${record.lost} records of a process could not be written`);
		}
	}
	if (start === null) {
		lose("a process left no start record");
		return null;
	}
	return {
		start,
		loads,
		spawns,
		searchPaths,
		written,
		finished
	};
}
function parseJson(line) {
	try {
		return JSON.parse(line);
	} catch {
		return null;
	}
}
/** The bytes of a regular file of at most `limit`; null else. */
function readBounded(path, limit) {
	let file;
	try {
		file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
	} catch {
		return null;
	}
	try {
		const stats = fstatSync(file);
		if (!stats.isFile() || stats.size > limit) return null;
		const bytes = Buffer.alloc(stats.size);
		let length = 0;
		while (length < bytes.length) {
			const read = readSync(file, bytes, length, bytes.length - length, length);
			if (read === 0) break;
			length += read;
		}
		return bytes.subarray(0, length);
	} catch {
		return null;
	} finally {
		closeSync(file);
	}
}

// src/run/witness/observe.ts
/** From the records of all processes to what the verdict may know: each loaded file once, with what it is compared with. */
/** Folders that hold what a build makes. */
const BUILD_OUTPUT = /(?:^|\/)(?:build|_build|dist|out|target|cmake-build-[^/]*|__editable__[^/]*)\//;
const TEST_PLACE = /(?:^|\/)(?:tests?|testing)\/|(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest)\.py$/;
/** What native modules are compiled from. */
const NATIVE_SOURCE = /\.(?:c|cc|cpp|cxx|h|hh|hpp|hxx|pyx|pxd|pxi|rs|f|f90|f95|go|m|mm|cu|s|S)$/;
const ESCAPED_LIMIT = 50;
/** More names than the purge knows: their bytecode goes, their code is third-party all the same. */
const INSTALLED = /* @__PURE__ */ new Set([
	"venv",
	".venv",
	"dist-packages",
	".eggs",
	"__pypackages__"
]);
/** Reads the records and looks at what they name. Throws only where the folder of records is gone. */
async function observeWitness(question) {
	const drafts = /* @__PURE__ */ new Map();
	const escaped = new EscapedProcesses(question.env["PATH"]);
	const runtimes = /* @__PURE__ */ new Map();
	const written = /* @__PURE__ */ new Set();
	let processes = 0;
	let unfinished = 0;
	const lost = readRecords(question.records, (process) => {
		processes += 1;
		const replaced = process.spawns.some(({ how }) => how === "exec");
		if (!process.finished && process.start.forked_from === void 0 && !replaced) unfinished += 1;
		const { runtime, version, executable, prefix } = process.start;
		const key = [
			runtime,
			version,
			executable,
			prefix
		].join("\0");
		const known = runtimes.get(key);
		if (known === void 0) runtimes.set(key, {
			runtime,
			version,
			executable,
			prefix,
			processes: 1
		});
		else known.processes += 1;
		for (const path of process.written) written.add(path);
		escaped.note(process.start, process.spawns);
		noteLoads(process, question, drafts);
	});
	const places = new Places(question);
	return {
		processes,
		unfinished,
		runtimes: [...runtimes.values()],
		loads: await settle([...drafts.values()], question, places),
		escaped: escaped.all(question.running ?? []).slice(0, ESCAPED_LIMIT),
		written: [...written].map((path) => places.of(path).path).filter((path) => question.stamped.has(path)).sort(),
		lost: [...lost]
	};
}
function noteLoads(process, { top }, drafts) {
	const roots = /* @__PURE__ */ new Set();
	for (const path of process.searchPaths) for (const entry of path) {
		const absolute = isAbsolute(entry) ? entry : resolve(process.start.cwd, entry);
		if (absolute === top) roots.add("");
		else if (absolute.startsWith(`${top}/`)) roots.add(absolute.slice(top.length + 1));
	}
	const own = [...roots].sort();
	for (const load of process.loads) {
		const key = [
			load.path,
			load.name,
			load.how,
			load.digest,
			load.payload,
			load.path.startsWith(`${top}/`) ? "" : own.join("\0")
		].join("\0\0");
		const known = drafts.get(key);
		if (known === void 0) drafts.set(key, {
			load,
			executable: process.start.executable,
			roots: own,
			processes: 1
		});
		else known.processes += 1;
	}
}
async function settle(drafts, question, places) {
	const { stamped, roots } = question;
	const loads = [];
	for (const { load, executable, roots: own, processes } of drafts) {
		const real = places.of(load.path);
		const archive = load.archive === void 0 ? null : places.of(load.archive).path;
		const subject = archive ?? real.path;
		const stampedDigest = stamped.get(subject)?.digest ?? null;
		const digest = archive !== null && stampedDigest !== null ? load.archive_digest ?? null : load.digest ?? null;
		const place = stampedDigest !== null ? "stamped" : real.place;
		const importRoots = [.../* @__PURE__ */ new Set([
			"",
			"src",
			...roots,
			...own
		])];
		const twins = place === "stamped" || load.name === void 0 ? [] : twinPaths(load.name, load.path.slice(load.path.lastIndexOf("/") + 1), importRoots, stamped.has);
		if (twins.length === 0 && (place === "outside" || place === "environment") && stampedDigest === null) continue;
		const times = place === "stamped" ? null : timesOf(load);
		const compared = load.bytecode !== void 0 && load.payload !== void 0 && load.digest !== void 0 && load.how === "bytecode";
		loads.push({
			load: {
				path: real.path,
				place,
				name: load.name ?? null,
				how: load.how,
				digest,
				stamped: stampedDigest,
				twins: twins.map((path) => ({
					path,
					digest: stamped.get(path)?.digest ?? ""
				})),
				bytecode: load.bytecode === void 0 ? null : {
					path: places.of(load.bytecode).path,
					answer: "not-compared",
					why: "its source is not known"
				},
				mtimeNs: load.mtime_ns ?? null,
				ctimeNs: load.ctime_ns ?? null,
				bornNs: times,
				newer: place === "unstamped" ? newerThan(subject, load, stamped) : null,
				inCheckout: place !== "stamped" && twins.length > 0 && places.liesInCheckout(load.path),
				archive,
				processes
			},
			ran: compared ? {
				bytecode: load.bytecode ?? "",
				source: load.path,
				payload: load.payload ?? "",
				digest: load.digest ?? "",
				executable
			} : null
		});
	}
	const ran = loads.flatMap(({ ran: one }) => one === null ? [] : [one]);
	const answers = await compareRanBytecode(ran, question.env);
	return loads.map(({ load, ran: one }) => {
		const answer = one === null ? void 0 : answers[ran.indexOf(one)];
		return answer === void 0 || load.bytecode === null ? load : {
			...load,
			bytecode: {
				path: load.bytecode.path,
				...answer
			}
		};
	});
}
/** The stamped path that decides about the age of an unstamped file, where it is not older than the file. */
function newerThan(path, load, stamped) {
	if (load.how === "extension") {
		const source = path.replace(/\.[^/]*$/, ".py");
		const beside = stamped.get(source);
		if (beside !== null && !isAfter(load, beside.ctimeNs)) return source;
	}
	const newest = load.how === "extension" ? stamped.newest("native", (one) => NATIVE_SOURCE.test(one) && !TEST_PLACE.test(one)) : BUILD_OUTPUT.test(path) ? stamped.newest("source", (one) => isPythonSource(one) && !TEST_PLACE.test(one)) : stamped.newest("any", () => true);
	return newest === null || isAfter(load, newest.ctimeNs) ? null : newest.path;
}
/** Stored times are good to a microsecond; equal times count as not later. */
function isAfter({ ctime_ns: ctime }, moment) {
	return ctime !== void 0 && BigInt(ctime) > moment + 1000n;
}
/** Birth time in nanoseconds as it is now; null where the file is gone or its file system knows none. */
function timesOf({ path }) {
	try {
		const { birthtimeNs } = statSync(nativePath("/", path), { bigint: true });
		return birthtimeNs > 0n ? birthtimeNs.toString() : null;
	} catch {
		return null;
	}
}
/** Where paths lie, asked of the file system once a folder. */
var Places = class {
	#top;
	#otherWorktrees;
	#isStamped;
	#environments = /* @__PURE__ */ new Map();
	#checkouts = /* @__PURE__ */ new Map();
	constructor({ top, otherWorktrees, stamped }) {
		this.#top = top;
		this.#otherWorktrees = otherWorktrees;
		this.#isStamped = stamped.has;
	}
	of(path) {
		const real = realOf(path);
		if (!real.startsWith(`${this.#top}/`)) return {
			path: real,
			place: this.#isInEnvironment(dirname(real)) ? "environment" : "outside"
		};
		const relative = real.slice(this.#top.length + 1);
		if (this.#isStamped(relative)) return {
			path: relative,
			place: "stamped"
		};
		if (this.#otherWorktrees.some((worktree) => relative.startsWith(`${worktree}/`))) return {
			path: relative,
			place: "other-checkout"
		};
		return {
			path: relative,
			place: this.#isInEnvironment(dirname(real)) ? "environment" : "unstamped"
		};
	}
	liesInCheckout(path) {
		return this.#climb(dirname(realOf(path)), this.#checkouts, (folder) => existsSync(nativePath(folder, ".git")));
	}
	#isInEnvironment(folder) {
		return this.#climb(folder, this.#environments, (one) => {
			const name = one.slice(one.lastIndexOf("/") + 1);
			return ENVIRONMENT_FOLDER_NAMES.has(name) || INSTALLED.has(name) || existsSync(nativePath(one, "pyvenv.cfg"));
		});
	}
	/** Whether `test` takes the folder or one above it; the workspace's own top level is above nothing of its own. */
	#climb(folder, known, test) {
		if (folder === "/" || folder === "." || folder === this.#top) return false;
		let answer = known.get(folder);
		if (answer === void 0) {
			answer = test(folder) || this.#climb(dirname(folder), known, test);
			known.set(folder, answer);
		}
		return answer;
	}
};
function realOf(path) {
	try {
		return decodePath(realpathSync.native(nativePath("/", path), { encoding: "buffer" }));
	} catch {
		return path;
	}
}

// src/run/witness/sample.ts
/**
* Looks from time to time at the command's processes for Python ones. Those whose parent is no witnessed Python are told
* by nobody else when they have no witness: `env -i python` in a shell script. One that ends between two looks is missed.
*/
/** In milliseconds: soon at first, since most commands are short, then at a rate that costs nothing. */
const FIRST_LOOK_MS = 100;
const LATEST_LOOK_MS = 1e3;
const SEEN_LIMIT = 2e3;
/** A sampler that has not begun. Sees nothing where there is no /proc. */
function sampleProcesses() {
	const seen = /* @__PURE__ */ new Map();
	let timer;
	function look(trace, pause) {
		timer = setTimeout(() => {
			for (const one of runningPythons(trace, seen)) seen.set(one.key, one.found);
			look(trace, Math.min(2 * pause, LATEST_LOOK_MS));
		}, pause);
		timer.unref();
	}
	return {
		start: (trace) => {
			if (process.platform === "linux") look(trace, FIRST_LOOK_MS);
		},
		stop: () => clearTimeout(timer),
		seen: () => [...seen.values()]
	};
}
function runningPythons(trace, known) {
	if (known.size >= SEEN_LIMIT) return [];
	const all = new Map(listProcesses().map((entry) => [entry.pid, entry]));
	const found = [];
	for (const entry of all.values()) {
		const key = `${entry.pid} ${entry.started}`;
		if (entry.started < trace.started || known.has(key) || !PYTHON_NAME.test(programOf(entry))) continue;
		const above = ancestorsOf(entry, all, trace);
		if (above === null) continue;
		const argv = argumentsOf(entry.pid);
		if (argv.length === 0 || argv.join("\0") === argumentsOf(entry.parent).join("\0")) continue;
		found.push({
			key,
			found: {
				pid: entry.pid,
				parent: entry.parent,
				argv,
				above: above.map(({ pid }) => argumentsOf(pid).join(" "))
			}
		});
	}
	return found;
}
function programOf({ pid, state }) {
	if (state === "Z" || state === "X") return "";
	try {
		return posix.basename(readlinkSync(`/proc/${pid}/exe`));
	} catch {
		return "";
	}
}
/** The processes above one of the command's own; null for a process that is none. */
function ancestorsOf(entry, all, { leader }) {
	const above = [];
	for (let one = entry; one !== void 0 && above.length < 64; one = all.get(one.parent)) {
		if (one !== entry) above.push(one);
		if (one.pid === leader) return above;
	}
	return entry.session === leader || entry.group === leader ? above : null;
}

// src/steps/witness.ts
/** The witness around one run: put in front of the command, and read when it has ended (RN5, RN6). */
/** Prepares the witness of one run. `runFolder` exists. Every file that the command makes is newer than this call. */
async function watch(context, record, runFolder, asked) {
	const { settings, state } = context;
	const stamped = stampedView(readBaseline(baselineOf(state, record)));
	const witness = settings.witness === "off" ? nobody("the witness is switched off") : await witnessOf(context, record, runFolder, stamped, asked);
	if (settings.bytecode !== "isolate") return {
		...witness,
		warmed: null
	};
	context.progress("preparing the bytecode cache");
	const cache = await openBytecodeCache({
		prefix: join(runFolder, "bytecode"),
		store: join(state.path, "bytecode"),
		isOfWorkspace: workspaceTest(context, record, stamped),
		env: context.env
	});
	return {
		...witness,
		variables: {
			...cache.variables,
			...witness.variables
		},
		warmed: cache.warmed,
		observe: async () => {
			let sight = null;
			try {
				sight = await witness.observe();
				return sight;
			} finally {
				const seen = sight?.state === "present" ? sight.runtimes.map(({ executable, runtime, version }) => ({
					executable,
					implementation: runtime,
					version
				})) : [];
				cache.end([...seen, ...asked.state === "found" ? [asked] : []]);
			}
		}
	};
}
async function witnessOf(context, record, runFolder, stamped, asked) {
	const { repository, state } = context;
	const { generation } = record.facts;
	const installed = installWitness({
		folder: runFolder,
		top: repository.top,
		stamped: stamped.paths(),
		env: context.env,
		generation
	});
	if (installed.state === "absent") return nobody(installed.why);
	const entries = putEntries({
		home: installed.home,
		state: state.path,
		token: generation,
		...environmentsToEnter(context, record, stamped, asked)
	});
	const before = readFileClockNs(repository.top);
	await passFileClock(repository.top, before);
	const sampler = sampleProcesses();
	return {
		variables: installed.variables,
		onStarted: sampler.start,
		stop: () => {
			sampler.stop();
			entries.remove();
		},
		observe: async () => {
			const endNs = readFileClockNs(repository.top).toString();
			try {
				const observed = await observeWitness({
					records: installed.records,
					top: repository.top,
					stamped,
					otherWorktrees: record.facts.otherWorktrees,
					roots: record.facts.origins?.offer.roots ?? [],
					env: context.env,
					running: sampler.seen()
				});
				const changed = observed.processes === 0 ? null : await changedSources({
					top: repository.top,
					objectFormat: repository.objectFormat,
					sources: ownSources(stamped.paths(), record),
					bases: basesOf(context)
				});
				const entered = context.settings.witnessPth === "never" ? {} : {
					entered: [...entries.entered],
					notEntered: [...entries.notEntered]
				};
				return {
					state: "present",
					...observed,
					...entered,
					startNs: before.toString(),
					endNs,
					setupNs: record.facts.setupClockNs ?? null,
					changed
				};
			} catch (error) {
				if (error instanceof GateError) throw error;
				return {
					state: "absent",
					why: `its records cannot be read (${error.code ?? String(error)})`
				};
			}
		}
	};
}
/** Places where environments of a workspace lie by custom; `/*` for each folder in it. */
const CUSTOMARY = [
	".venv",
	"venv",
	"env",
	".tox/*",
	".nox/*"
];
/** The environments that `--witness-pth` names, and which of them are off limits. */
function environmentsToEnter({ settings, repository, state }, { facts }, stamped, asked) {
	if (settings.witnessPth === "never") return {
		environments: [],
		whyNot: () => null
	};
	const { top } = repository;
	const envDir = environmentFolder(generationFolder(state, facts.generation));
	const customary = [
		...CUSTOMARY.map((place) => join(top, place)),
		envDir,
		`${envDir}/*`
	].flatMap((place) => place.endsWith("/*") ? foldersIn(place.slice(0, -2)) : [place]);
	return {
		environments: [.../* @__PURE__ */ new Set([...asked.state === "found" ? [asked.prefix] : [], ...customary.filter((place) => existsSync(join(place, VIRTUAL_ENVIRONMENT_MARK)))])],
		whyNot: (environment) => {
			const inside = environment.startsWith(`${top}/`) && facts.otherWorktrees.every((worktree) => !`${environment}/`.startsWith(`${top}/${worktree}/`));
			if (!inside && !environment.startsWith(`${envDir}/`) && environment !== envDir && settings.witnessPth === "own") return "it lies outside of this workspace (--witness-pth any enters it)";
			const folder = `${environment.slice(top.length + 1)}/`;
			return inside && [...stamped.paths()].some((path) => path.startsWith(folder)) ? "stamped paths lie in it" : null;
		}
	};
}
function foldersIn(folder) {
	return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}
function nobody(why) {
	return {
		variables: {},
		onStarted: () => void 0,
		stop: () => void 0,
		observe: () => Promise.resolve({
			state: "absent",
			why
		})
	};
}
/** Files of the workspace, and installed files that stand for one: no bytecode of them outlives a run (PR2). */
function workspaceTest({ repository }, { facts }, stamped) {
	const place = {
		top: repository.top,
		otherWorktrees: facts.otherWorktrees
	};
	const roots = [
		"",
		"src",
		...facts.origins?.offer.roots ?? []
	];
	const folders = /* @__PURE__ */ new Map();
	return (path) => {
		const folder = dirname(path);
		const inside = folders.get(folder) ?? isWorkspacePath(folder, place);
		folders.set(folder, inside);
		if (inside || path.startsWith(`${place.top}/`) && stamped.has(path.slice(place.top.length + 1))) return true;
		const installed = /^.*\/(?:site|dist)-packages\/(?<rest>.+)\.py$/s.exec(path)?.groups?.["rest"];
		if (installed === void 0) return false;
		const name = installed.replace(/\/__init__$/, "").replaceAll("/", ".");
		return twinPaths(name, path.slice(path.lastIndexOf("/") + 1), roots, stamped.has).length > 0;
	};
}
/** Source files of the workspace's own repository: what lies in one inside it belongs to another history. */
function ownSources(paths, { facts }) {
	const nested = facts.nested.map(({ path }) => `${path}/`);
	return [...paths].filter((path) => isPythonSource(path) && !nested.some((folder) => path.startsWith(folder)));
}
function basesOf({ env, repository }) {
	const event = eventBase(env, repository.top);
	return [...event === null ? [] : [{
		commit: event.sha,
		what: `the base of the ${event.event} event, ${event.sha}`
	}], ...repository.head === null ? [] : [{
		commit: repository.head,
		what: `HEAD, ${repository.head}`
	}]];
}

// src/steps/leftovers.ts
/** Looks at what is there now. `command` is null where the workflow's own steps ran the tests. */
async function sightLeftovers(context, record, command) {
	const { repository, state, env } = context;
	const { top, objectFormat } = repository;
	const stamped = stampedView(readBaseline(baselineOf(state, record)));
	const { isTest } = testFileTest([]);
	const nested = record.facts.nested.map(({ path }) => `${path}/`);
	const outputs = await watchBuildOutputs({
		top,
		stamped,
		isTest,
		command: commandText(command),
		changed: async (paths) => changedSources({
			top,
			objectFormat,
			sources: paths.filter((path) => !nested.some((folder) => path.startsWith(folder))),
			bases: await bases(context)
		})
	});
	const found = watchLeftovers({
		top,
		stamped,
		isTest,
		preparedNs: BigInt(record.facts.setupClockNs ?? record.facts.fileClockNs),
		command: `${commandText(command)} ${env["PYTEST_ADDOPTS"] ?? ""}`
	});
	return {
		leftovers: {
			buildOutputs: outputs.outputs,
			found: [...found.found]
		},
		again: () => ({
			buildOutputs: outputs.again(),
			found: found.again()
		})
	};
}
/** `--base` first, then what an event names, then HEAD. */
async function bases(context) {
	const { base } = context.settings;
	if (base === null) return basesOf(context);
	const named = await git([
		"rev-parse",
		"--verify",
		"--quiet",
		"--end-of-options",
		`${base}^{commit}`
	], { cwd: context.repository.top });
	const commit = named.stdout.toString("latin1").trim();
	return [...named.code === 0 && commit !== "" ? [{
		commit,
		what: `--base, ${commit}`
	}] : [], ...basesOf(context)];
}
function commandText(command) {
	return command === null ? "" : command.form === "argv" ? command.argv.join(" ") : command.text;
}

// src/steps/run.ts
/** The run: the captured command under the stamp, with the workspace measured before and after it. */
/** Runs the captured command and records it, however it ends. The check is the judge. */
async function runStep(context) {
	const { repository, state, settings } = context;
	const command = commandOf(settings);
	const second = alsoOf(settings);
	const cwd = resolveWorkdir(repository.top, settings.workdir ?? context.defaultWorkdir);
	const remembered = recall(state);
	const facts = {
		step: "check",
		stamp: readStampFile(repository.top),
		known: remembered.known,
		stamped: remembered.stamped?.facts ?? null,
		run: null,
		check: null,
		asked: askedOf(settings)
	};
	const refused = STAMP_RULES.flatMap((rule) => findingsOf(rule, facts)).filter(({ rejects }) => rejects);
	if (refused.length > 0 || remembered.stamped === null) return {
		exit: 1,
		envelope: envelope("run", "rejected", {
			generation: facts.stamped?.generation ?? null,
			tree_id: facts.stamped?.treeId ?? null,
			head: repository.head,
			findings: refused
		})
	};
	const record = remembered.stamped;
	const { generation } = record.facts;
	requireRecordedNames(record.inventory, {
		globs: settings.evidence,
		logs: settings.logs
	});
	const folder = generationFolder(state, generation);
	const earlier = remembered.run === null ? [] : [...remembered.run.facts.earlier, remembered.run.facts.outcome.ending];
	const runFolder = join(folder, `run-${earlier.length + 1}`);
	saveCommand(runFolder, command);
	context.progress("comparing the work tree with the stamp");
	const [atStart, { files: bytecodeAtStart }] = await Promise.all([driftNow(context, record), listBytecode(context)]);
	const binding = {
		generation,
		treeId: record.facts.treeId,
		envDir: environmentFolder(folder),
		localGitVars: record.localGitVariables,
		...settings.cell === null ? {} : { cell: settings.cell }
	};
	const imports = [.../* @__PURE__ */ new Set([...settings.imports, ...importsNamedAt(record)])];
	const question = {
		command,
		cwd: cwd.absolute,
		env: commandEnvironment(context.env, binding).env,
		imports
	};
	const observed = await observeOrigins(context, question);
	const standing = await standingFolders(evidencePlaces(context), record.inventory);
	stopIfAsked(context);
	const leftovers = await sightLeftovers(context, record, command);
	const runtimes = await runtimesOf(command, observed.origins.interpreter, question);
	const surroundings = surroundingsNow(context, record.facts, {
		workdir: cwd.relative,
		runtimes
	});
	const { variables, warmed, onStarted, stop, observe } = await watch(context, record, runFolder, observed.origins.interpreter);
	context.progress(null);
	let endedFileClock = null;
	forgetVerdict(state, generation);
	const running = {
		cwd,
		environment: commandEnvironment(context.env, binding),
		logDir: runFolder,
		stdout: context.stdout,
		stderr: context.stderr,
		signal: context.signal,
		...settings.timeoutSeconds === null ? {} : { timeoutMs: Math.ceil(settings.timeoutSeconds * 1e3) },
		...context.stopCommandsToken === null ? {} : { stopCommandsToken: context.stopCommandsToken }
	};
	const outcome = await runCaptured(command, {
		...running,
		environment: commandEnvironment(context.env, {
			...binding,
			extra: variables
		}),
		onStarted,
		onEnded: () => {
			endedFileClock = fileClockReading(repository.top);
		}
	}).finally(stop);
	context.progress("taking stock");
	const leftoversAtEnd = leftovers.again();
	const closing = await takeInventoryAgain(evidencePlaces(context), record.inventory);
	const [atEnd, { files: bytecodeAtEnd }] = await Promise.all([driftNow(context, record), listBytecode(context)]);
	const asked = await observeMadeEnvironments(context, observed, question);
	const witness = await observe();
	const run = {
		generation,
		outcome,
		endedFileClock,
		earlier,
		atStart,
		atEnd,
		bytecodeAtStart,
		bytecodeAtEnd,
		origins: asked.origins,
		environment: asked.environment,
		witness,
		leftovers: leftoversAtEnd,
		surroundings,
		policy: context.policy?.facts.file?.digest ?? null
	};
	const recorded = {
		format: "generation-gate/run/1",
		facts: run,
		folder: `run-${earlier.length + 1}`,
		closing,
		cell: settings.cell,
		commandFiles: [...commandFiles(settings, repository.top)],
		reportFolders: foldersOf(closing.entries).filter((folder) => standing.has(folder)),
		codeVariables: digestVariables(context.env, generation)
	};
	rememberRun(state, recorded);
	if (outcome.command !== commandDigest(command)) throw new GateError("GG-DEFECT", "The command that ran is not the one that was captured");
	stopIfAsked(context);
	const also = second === null ? null : await runAlso(second, running, runFolder);
	if (also !== null) rememberRun(state, {
		...recorded,
		facts: {
			...run,
			also
		}
	});
	const findings = [...findingsOf(runSucceeded, {
		...facts,
		run
	}), ...also === null ? [] : findingsOf(runAlsoNamed, {
		...facts,
		run: {
			...run,
			also
		}
	})];
	const succeeded = outcome.ending.kind === "exited" && outcome.ending.code === 0;
	return {
		exit: succeeded ? 0 : 1,
		envelope: envelope("run", succeeded ? "accepted" : "rejected", {
			generation,
			tree_id: record.facts.treeId,
			head: repository.head,
			findings,
			run: {
				command: showCommand(command),
				command_digest: outcome.command,
				ending: outcome.ending,
				duration_ms: outcome.durationMs,
				cwd: outcome.cwd,
				logs: runFolder,
				survivors: outcome.survivors,
				...warmed === null ? {} : { bytecode_warmed: warmed },
				...alsoPart(also, runFolder)
			}
		})
	};
}
function alsoPart(also, runFolder) {
	if (also === null) return {};
	const { shown, outcome } = also;
	return { also: {
		command: shown,
		command_digest: outcome.command,
		ending: outcome.ending,
		duration_ms: outcome.durationMs,
		logs: join(runFolder, "also")
	} };
}
/** The workspace's clock right now; null where it cannot be read: the verdict then goes by the closing inventory alone. */
function fileClockReading(top) {
	try {
		const { folder, device, ns } = probeFileClock(top);
		return {
			folder,
			device: device.toString(),
			ns: ns.toString()
		};
	} catch {
		return null;
	}
}
/** Names whose import was asked for at the stamp: the run asks for them in the command's own interpreter. */
function importsNamedAt({ facts }) {
	return (facts.origins?.names ?? []).filter(({ asked }) => asked === "named").map(({ name }) => name);
}
/** How the work tree differs from the stamp now, less what belongs to the gate and what is evidence. */
async function driftNow(context, record) {
	const { repository, state } = context;
	const drift = await recheck(repository, baselineOf(state, record), readFileClock(repository.top));
	if (drift.added.length === 0) return drift;
	const isOwn = ownPathTest(context);
	const evidence = new Set((await takeInventoryAgain(evidencePlaces(context), record.inventory)).entries.map(({ path }) => path));
	return {
		...drift,
		added: drift.added.filter((path) => !isOwn(path) && !evidence.has(path))
	};
}

export { testFileTest as a, sightLeftovers as i, importsNamedAt as n, alsoOf as o, runStep as r, driftNow as t };