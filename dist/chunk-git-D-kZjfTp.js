import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { t as GateError } from "./chunk-errors-HNU_0TX0.js";
import { a as nativePath } from "./chunk-path-C-SIO5nl.js";

// src/workspace/git.ts
/**
* The one door to git. Every call gets an argument list, a scrubbed environment and configuration from the command
* line, so that nothing the repository configures is run and nothing of the user's is written (ST3).
*/
/** Oldest git that knows every option used here (`worktree list -z`, protected configuration). */
const MINIMUM_GIT = [2, 36];
/**
* Configuration that every call overrides: programs that a repository could name, and caches that could lie
* (git-config(1); each entry answers one way in which a work tree was seen to hide an edit).
*/
const NEUTRAL_CONFIG = [
	"core.fsmonitor=false",
	"core.untrackedCache=false",
	"core.splitIndex=false",
	"core.trustctime=true",
	"core.checkStat=default",
	"core.hooksPath=/dev/null",
	"core.preloadIndex=true",
	"core.fsync=none",
	"core.pager=cat",
	"core.sshCommand=false",
	"core.askPass=",
	"core.quotePath=false",
	"credential.helper=",
	"gc.auto=0",
	"maintenance.auto=false",
	"protocol.allow=never",
	"safe.directory=*",
	"submodule.recurse=false"
];
/**
* Variables of the caller that reach the gate's own git; every other `GIT_*` is dropped. The configuration files are
* kept because they tell how git wrote the work tree (`core.autocrlf`); what they could run is overridden above.
*/
const KEPT_GIT_VARIABLES = /* @__PURE__ */ new Set([
	"GIT_EXEC_PATH",
	"GIT_CONFIG_GLOBAL",
	"GIT_CONFIG_SYSTEM",
	"GIT_CONFIG_NOSYSTEM"
]);
/** The environment of the gate's own git: the caller's, less everything that could steer git elsewhere (ST3). */
function gitEnvironment(parent = process.env) {
	const env = {};
	for (const [name, value] of Object.entries(parent)) {
		if (value === void 0) continue;
		if (name.startsWith("GIT_") && !KEPT_GIT_VARIABLES.has(name)) continue;
		env[name] = value;
	}
	return {
		...env,
		GIT_OPTIONAL_LOCKS: "0",
		GIT_NO_REPLACE_OBJECTS: "1",
		GIT_NO_LAZY_FETCH: "1",
		GIT_TERMINAL_PROMPT: "0",
		LC_ALL: "C"
	};
}
/** The words of ENOSPC and EDQUOT under LC_ALL=C (errno(3)), and those of git for a write that was cut short. */
const DISK_FULL = /^.*(?:No space left on device|Disk quota exceeded|Out of diskspace)$/m;
let scrubbed;
/** Runs git and gives its ending and output. Throws a {@link GateError} where git is missing or was killed. */
async function git(args, call) {
	const before = trusting;
	const result = await start(args, call);
	if (result.code !== 128 || before !== void 0 || !FOREIGN_OWNER.test(result.stderr)) return result;
	trusting ??= trustByFile();
	return start(args, call);
}
/** Whether this process's git had to be told by a file that repositories of other users are fine. Answers from before that may lack their settings. */
function trustsByFile() {
	return trusting !== void 0;
}
/** What git says of a repository that belongs to another user: 2.38 and later, and before. */
const FOREIGN_OWNER = /detected dubious ownership in repository|unsafe repository \('.*' is owned by someone else\)/;
let trusting;
/**
* git before 2.38 heeds `safe.directory` in files alone, not on the command line (its release notes, "protected
* configuration"). From here on this process's git reads a global file of the gate's own, which leads to the user's.
*/
function trustByFile() {
	scrubbed ??= gitEnvironment();
	const home = scrubbed["HOME"] ?? homedir();
	const named = scrubbed["GIT_CONFIG_GLOBAL"];
	const global = named === void 0 ? [join(scrubbed["XDG_CONFIG_HOME"] ?? join(home, ".config"), "git", "config"), join(home, ".gitconfig")] : [named];
	const folder = mkdtempSync(join(tmpdir(), "generation-gate-config-"));
	process.once("exit", () => rmSync(folder, {
		recursive: true,
		force: true
	}));
	const own = join(folder, "config");
	const included = global.filter((file) => existsSync(file)).map((file) => `[include]\n\tpath = ${JSON.stringify(resolve(file))}\n`);
	writeFileSync(own, `${included.join("")}[safe]\n\tdirectory = *\n`, { mode: 384 });
	scrubbed = {
		...scrubbed,
		GIT_CONFIG_GLOBAL: own
	};
	return own;
}
function start(args, call) {
	scrubbed ??= gitEnvironment();
	const env = call.env === void 0 ? scrubbed : {
		...scrubbed,
		...call.env
	};
	const settings = NEUTRAL_CONFIG.flatMap((entry) => ["-c", entry]);
	const place = enterable(call.cwd);
	return new Promise((resolve, reject) => {
		const child = spawn("git", [...settings, ...args], {
			cwd: place.folder,
			env,
			stdio: [
				call.input === void 0 ? "ignore" : "pipe",
				"pipe",
				"pipe"
			],
			...call.timeoutMs === void 0 ? {} : {
				timeout: call.timeoutMs,
				killSignal: "SIGKILL"
			}
		});
		const out = [];
		const err = [];
		child.stdout?.on("data", (chunk) => out.push(chunk));
		child.stderr?.on("data", (chunk) => err.push(chunk));
		child.on("error", (error) => {
			reject(error.code === "ENOENT" ? new GateError("GG-GIT-MISSING", "git was not found on PATH", "Install git 2.36 or newer.", error) : new GateError("GG-GIT-FAILED", `git could not be started: ${error.message}`, "", error));
		});
		child.on("close", (code, signal) => {
			if (code === null) {
				reject(new GateError("GG-GIT-KILLED", `git ${args[0] ?? ""} was killed by ${signal ?? "a signal"}`, "See what killed it (the system log names processes that were ended for want of memory), and call again."));
				return;
			}
			const stderr = Buffer.concat(err).toString("utf8").trim();
			const full = code === 0 ? null : DISK_FULL.exec(stderr);
			if (full !== null) reject(new GateError("GG-DISK-FULL", `git ${args[0] ?? ""} exited ${code}: ${full[0].slice(0, 1e3)}`, "Free space and call again."));
			else resolve({
				code,
				stdout: Buffer.concat(out),
				stderr
			});
		});
		if (call.input !== void 0 && child.stdin !== null) {
			child.stdin.on("error", () => void 0);
			child.stdin.end(call.input);
		}
	}).finally(place.leave);
}
/** The folder as a child process can be started in it: Node takes text alone, so bytes beyond UTF-8 need a link to them. */
function enterable(folder) {
	const native = nativePath(folder, "");
	if (typeof native === "string") return {
		folder,
		leave: () => void 0
	};
	const holder = mkdtempSync(join(tmpdir(), "generation-gate-link-"));
	symlinkSync(native, join(holder, "to"));
	return {
		folder: join(holder, "to"),
		leave: () => rmSync(holder, {
			recursive: true,
			force: true
		})
	};
}
/** Like {@link git}, and throws a {@link GateError} with git's own words where it does not exit 0. */
async function gitOrThrow(args, call) {
	const result = await git(args, call);
	if (result.code !== 0) throw new GateError("GG-GIT-FAILED", `git ${args[0] ?? ""} exited ${result.code}: ${result.stderr.slice(0, 2e3)}`);
	return result.stdout;
}
let version;
/** What `git version` says; asked once. Throws where git is older than {@link MINIMUM_GIT}. */
async function requireGit(cwd) {
	return version ??= await askVersion(cwd);
}
async function askVersion(cwd) {
	const text = (await gitOrThrow(["version"], { cwd })).toString("utf8").trim();
	const match = /(\d+)\.(\d+)/.exec(text);
	const [major, minor] = [Number(match?.[1] ?? 0), Number(match?.[2] ?? 0)];
	if (major < MINIMUM_GIT[0] || major === MINIMUM_GIT[0] && minor < MINIMUM_GIT[1]) throw new GateError("GG-GIT-TOO-OLD", `${text} is too old; 2.36 or newer is needed`, "Install a newer git.");
	return text;
}

export { trustsByFile as i, gitOrThrow as n, requireGit as r, git as t };