import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { accessSync, closeSync, constants, copyFileSync, existsSync, fchmodSync, fstatSync, fsyncSync, futimesSync, linkSync, lstatSync, mkdirSync, mkdtempSync, openSync, readFileSync, readSync, readdirSync, readlinkSync, renameSync, rmSync, rmdirSync, statSync, symlinkSync, unlinkSync, utimesSync, writeFileSync, writeSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { S as hasCommand, b as realPath, c as splitWords, g as kindAt, h as entriesOf, i as observeOrigins, p as askInterpreter, s as findProgramFile, t as commandFolder, u as SHELLS, v as readBounded, x as commandOf, y as readTextOrNothing } from "./chunk-origins-g8uf5DZ1.js";
import { createHash, randomBytes } from "node:crypto";
import { arch, constants as constants$2, homedir, platform, release, tmpdir } from "node:os";
import { n as Refusal, r as UsageError, t as GateError } from "./chunk-errors-HNU_0TX0.js";
import { r as STAMP_SCHEMA, t as STAMP_FILE } from "./chunk-stamp-B4OeROAG.js";
import { n as evidenceFolders, r as matchEvidence, t as checkEvidenceNames } from "./chunk-globs-CrFKp0S_.js";
import { i as commitParents, l as localEnvironmentNames, n as VIRTUAL_ENVIRONMENT_MARK, o as gitDirectoryOf } from "./chunk-environment-folder-B6idSfp2.js";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import { a as nativePath, n as decodePath, o as showPath, r as encodePath, t as comparePaths } from "./chunk-path-C-SIO5nl.js";
import { a as trackedAmong$1, o as trackedPaths, r as purgeWorkspace } from "./chunk-purge-B0OGQle4.js";
import { n as readStatTable, o as placeOf, s as realPathOf, t as isWholeIndex } from "./chunk-stat-index-BJNiL9Rk.js";
import { t as quoteForShell } from "./chunk-shell-quote-B-leZJAq.js";
import { i as foreignCode, r as eventHead } from "./chunk-event-brNRZ_vT.js";
import { n as envelope } from "./chunk-envelope-DzZppLfG.js";
import { a as commandFromScriptFile, c as saveCommand, i as commandFromScript, n as commandDigest, t as commandBytes } from "./chunk-captured-command-CJlk1AYq.js";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { open, rm } from "node:fs/promises";
import { Socket } from "node:net";
import { t as CATALOG } from "./chunk-catalog-DTYz_AU_.js";
import { t as decide } from "./chunk-decide-Cbuofwm_.js";
import { t as VERSION } from "./chunk-version-DmJ_Ka3v.js";
import { r as requireGit } from "./chunk-git-D-kZjfTp.js";
import { _ as staleMergeRef, c as measuredTable, f as sortByPath, g as foreignCodeRefused, i as listOthers, n as treeIdOf, p as stampedTable, r as listIndex, s as parseTracked, t as rowsFromLeaves, u as refuseUnmeasurable, v as trackedStamp, x as conversionSettingsDigest } from "./chunk-trees-D-zNlNbn.js";
import { i as emptyColumns, r as blobBytes, t as KIND } from "./chunk-hash-files-iMMx7vmV.js";
import { t as hashMany } from "./chunk-hash-pool-DJxogQHx.js";
import { a as AT_THE_TOP, c as presentFiles, l as storedTree, n as ownIndex, o as addRepositoriesForFiles, s as measureNested, t as keepBaseline, u as suspectsOf } from "./chunk-recheck-Bc6n_9F1.js";
import { t as openPrivateGit } from "./chunk-private-git-DfYjylg-.js";
import { n as withFullIndex } from "./chunk-sparse-index-CZ-nwDEe.js";
import { n as isFolder, t as entryAt } from "./chunk-entry-DqCkfTFJ.js";
import { n as generationFolder, t as forgetOtherGenerations } from "./chunk-state-DYH1Qo5G.js";
import { a as removeStampFile, i as readStampFile, n as newGeneration, o as stampDigestOf, s as writeStampFile } from "./chunk-stamp-file-CS3Dha9A.js";
import { i as ownPathTest, n as evidencePlaces, o as stopIfAsked, t as askedOf } from "./chunk-context-Ceeam_5p.js";
import { t as commandFiles } from "./chunk-policy-touched-B7Y9FcZK.js";
import { c as recallKnown, m as setEarlierAside, r as forgetCurrent, t as baselineFolder, u as remember } from "./chunk-records-Cpwo0gzg.js";

// src/run/processes.ts
/** The machine's processes, and which of them belong to a command. */
const SHOWN_ARGUMENTS = 16;
const SHOWN_CHARACTERS = 200;
/** Every process that can be seen, those that have ended but were not collected included. */
function listProcesses() {
	if (process.platform !== "linux") return listByPs();
	return numericNames("/proc").flatMap((pid) => readProcess(Number(pid)) ?? []);
}
/** One process, `undefined` where it is gone. Linux only. */
function readProcess(pid) {
	let stat;
	try {
		stat = readFileSync(`/proc/${pid}/stat`, "latin1");
	} catch {
		return;
	}
	const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
	const number = (index) => Number(fields[index] ?? NaN);
	return {
		pid,
		state: fields[0] ?? "?",
		parent: number(1),
		group: number(2),
		session: number(3),
		started: number(19)
	};
}
/** `ps` where there is no /proc; it tells neither session nor start time in numbers that can be compared. */
function listByPs() {
	return execFileSync("ps", [
		"-A",
		"-o",
		"pid=",
		"-o",
		"ppid=",
		"-o",
		"pgid=",
		"-o",
		"stat="
	], { encoding: "latin1" }).split("\n").map((line) => line.trim().split(/\s+/)).filter((fields) => fields.length === 4).map(([pid, parent, group, stat]) => ({
		pid: Number(pid),
		parent: Number(parent),
		group: Number(group),
		session: 0,
		state: stat?.[0] ?? "?",
		started: 0
	}));
}
/**
* The living processes of a command: its session, its group, and those that left both but carry its marker.
* This process and its ancestors are never among them.
*/
function processesOf(trace) {
	const all = listProcesses();
	const spared = ancestry(all);
	return all.flatMap((entry) => {
		if (spared.has(entry.pid) || hasEnded(entry) || entry.started < trace.started) return [];
		const reason = tie(entry, trace);
		return reason === void 0 ? [] : [{
			pid: entry.pid,
			argv: shownArguments(entry.pid),
			reason
		}];
	});
}
/** The living processes that hold one of `files` open. Linux only; elsewhere none can be told. */
function holdersOf(files) {
	if (process.platform !== "linux" || files.length === 0) return [];
	return numericNames("/proc").map(Number).filter((pid) => pid !== process.pid && numericNames(`/proc/${pid}/fd`).some((fd) => isOneOf(`/proc/${pid}/fd/${fd}`, files))).map((pid) => ({
		pid,
		argv: shownArguments(pid),
		reason: "output"
	}));
}
function tie(entry, trace) {
	if (entry.group === trace.leader) return "group";
	if (entry.session === trace.leader) return "session";
	return carriesMarker(entry.pid, trace.marker) ? "environment" : void 0;
}
function hasEnded(entry) {
	return entry.state === "Z" || entry.state === "X";
}
function ancestry(all) {
	const parents = new Map(all.map((entry) => [entry.pid, entry.parent]));
	const found = /* @__PURE__ */ new Set();
	for (let pid = process.pid; pid !== void 0 && pid > 0 && !found.has(pid); pid = parents.get(pid)) found.add(pid);
	return found;
}
/** An environment that may not be read belongs to another user or to a process that is going: it is no match. */
function carriesMarker(pid, marker) {
	try {
		return `\0${readFileSync(`/proc/${pid}/environ`, "latin1")}`.includes(`\0${Buffer.from(marker).toString("latin1")}\0`);
	} catch {
		return false;
	}
}
/** The arguments of a process, its program's name included; empty where they cannot be read. Linux only. */
function argumentsOf(pid) {
	try {
		const text = decodePath(readFileSync(`/proc/${pid}/cmdline`)).replace(/\0$/, "");
		return text === "" ? [] : text.split("\0");
	} catch {
		return [];
	}
}
function shownArguments(pid) {
	const whole = argumentsOf(pid);
	const shown = whole.slice(0, SHOWN_ARGUMENTS).map((argument) => cut(argument));
	return whole.length > SHOWN_ARGUMENTS ? [...shown, "…"] : shown;
}
function cut(argument) {
	return argument.length > SHOWN_CHARACTERS ? `${argument.slice(0, SHOWN_CHARACTERS)}…` : argument;
}
function isOneOf(link, files) {
	try {
		const { dev, ino } = statSync(link, { bigint: true });
		return files.some((file) => file.dev === dev && file.ino === ino);
	} catch {
		return false;
	}
}
function numericNames(folder) {
	try {
		return readdirSync(folder).filter((name) => /^\d+$/.test(name));
	} catch {
		return [];
	}
}

// src/run/program.ts
/** Finds the file that a program name stands for, and says why a file cannot be run before anything is tried. */
/** What execvp(3) of glibc searches where PATH is not set. */
const DEFAULT_PATH = "/bin:/usr/bin";
/**
* First bytes of what a kernel runs: `#!`, ELF, Mach-O in its widths, byte orders and fat form, and PE, which binfmt_misc
* hands to its own interpreter.
*/
const EXECUTABLE_HEADS = [
	"2321",
	"7f454c46",
	"4d5a",
	"feedface",
	"feedfacf",
	"cefaedfe",
	"cffaedfe",
	"cafebabe",
	"cafebabf"
];
/**
* The file that `name` stands for, as execvp(3) finds it: a name with a slash from `cwd`, any other along `path`.
*
* Stricter in one point: a file without `#!` and without a binary's header is refused. execvp would hand it to
* /bin/sh, and an empty or cut-off program would then end with 0.
*/
function findProgram(name, cwd, path) {
	if (name.includes("/")) return judgeFile(resolve(cwd, name), name);
	let denied;
	for (const folder of (path ?? DEFAULT_PATH).split(":")) {
		const file = resolve(cwd, folder, name);
		if (!existsSync(file)) continue;
		const judged = judgeFile(file, name);
		if (judged.state === "found") return judged;
		denied ??= judged;
	}
	return denied ?? refused(`${showPath(name)} was not found on PATH (ENOENT)`);
}
function judgeFile(file, name) {
	const shown = name === file ? showPath(file) : `${showPath(name)} (${showPath(file)})`;
	try {
		if (statSync(file).isDirectory()) return refused(`${shown} is a folder, not a program (EACCES)`);
		if (!statSync(file).isFile()) return refused(`${shown} is not a regular file (EACCES)`);
		accessSync(file, constants.X_OK);
	} catch (error) {
		const code = error.code ?? String(error);
		if (code === "EACCES") return refused(`${shown} is not executable (EACCES); chmod +x mends it`);
		return refused(code === "ENOENT" ? `${shown} does not exist (ENOENT)` : `${shown} cannot be run (${code})`);
	}
	const head = readHead(file);
	if (head === void 0) return {
		state: "found",
		file
	};
	if (!EXECUTABLE_HEADS.some((magic) => head.toString("hex").startsWith(magic))) return refused(head.length === 0 ? `${shown} is an empty file (ENOEXEC)` : `${shown} has neither a #! line nor the header of a binary (ENOEXEC); name its interpreter, as in: sh ${showPath(name)}`);
	const missing = missingInterpreter(head);
	if (missing !== void 0) return refused(`${shown} names the interpreter ${showPath(missing)}, which does not exist (ENOENT)`);
	return {
		state: "found",
		file
	};
}
function missingInterpreter(head) {
	const line = /^#![ \t]*([^ \t\n]+)/.exec(decodePath(head))?.[1];
	return line === void 0 || !line.startsWith("/") || existsSync(line) ? void 0 : line;
}
function readHead(file) {
	let fd;
	try {
		fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
	} catch {
		return;
	}
	try {
		const head = Buffer.alloc(256);
		return head.subarray(0, readSync(fd, head, 0, head.length, 0));
	} finally {
		closeSync(fd);
	}
}
function refused(reason) {
	return {
		state: "refused",
		reason
	};
}

// src/run/stopping.ts
/** Ends every process of a command: politely, then by force. */
const POLL_MS$1 = 20;
/** How long a killed process may take to vanish; one in uninterruptible sleep never does. */
const REAP_MS = 2e3;
/**
* Sends `signal` to the command's group and to its processes outside it, waits up to `graceMs`, kills what is left.
* Returns what could not be killed.
*/
async function stopCommand(trace, signal, graceMs) {
	signalAll(trace, signal);
	signalAll(trace, "SIGCONT");
	if ((await untilGone(trace, graceMs)).length === 0) return [];
	const deadline = performance.now() + REAP_MS;
	for (;;) {
		signalAll(trace, "SIGKILL");
		const left = await untilGone(trace, POLL_MS$1);
		if (left.length === 0 || performance.now() > deadline) return left;
	}
}
/** The command's processes that are still alive after `ms`; returns early once there are none. */
async function untilGone(trace, ms) {
	const deadline = performance.now() + ms;
	for (;;) {
		const alive = processesOf(trace);
		if (alive.length === 0 || performance.now() >= deadline) return alive;
		await setTimeout$1(POLL_MS$1);
	}
}
/** Kills what can be found, at once and without waiting; for the moment in which this process itself goes. */
function killNow(trace) {
	signalAll(trace, "SIGKILL");
}
function signalAll(trace, signal) {
	send(-trace.leader, signal);
	for (const { pid, reason } of processesOf(trace)) if (reason !== "group") send(pid, signal);
}
function send(target, signal) {
	try {
		process.kill(target, signal);
	} catch {}
}

// src/run/streams.ts
/** Carries what a command writes to the console and to its log, at once, unchanged and with bounded memory. */
/** Silence on a stream that counts as its end once the command is gone. */
const QUIET_MS = 250;
/** Waiting on a stream, in all, that a chatty survivor gets after the command's end. */
const PATIENCE_MS = 2e3;
/** More than a pipe (fs.pipe-max-size, 1 MiB) and Node's buffer can hold: what comes after it was written later. */
const LEFT_IN_PIPE = 2097152;
/**
* Two pipes for a command's stdout and stderr.
*
* Node's own `stdio: 'pipe'` gives socket pairs on Linux: a command that opens /dev/stdout or /dev/stderr by name fails
* on those with ENXIO. A FIFO that is unlinked as soon as both ends are open is a pipe like a shell's.
*
* @throws GateError where no FIFO can be made
*/
function openOutputPipes() {
	const folder = mkdtempSync(join(tmpdir(), "generation-gate-pipes-"));
	try {
		const names = [join(folder, "stdout"), join(folder, "stderr")];
		const path = `/usr/bin:/bin:${process.env["PATH"] ?? ""}`;
		const made = spawnSync("mkfifo", [
			"-m",
			"600",
			...names
		], {
			env: { PATH: path },
			encoding: "utf8"
		});
		if (made.error !== void 0 || made.status !== 0) {
			const why = made.error?.message ?? made.stderr.trim();
			throw new GateError("NO_FIFO", `mkfifo could not make pipes in ${folder}: ${why}`, "Install coreutils, or point TMPDIR at a local file system", made.error);
		}
		return {
			stdout: openPipe(names[0]),
			stderr: openPipe(names[1])
		};
	} finally {
		rmSync(folder, {
			recursive: true,
			force: true
		});
	}
}
function openPipe(fifo) {
	const reader = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
	const writeEnd = openSync(fifo, constants.O_WRONLY);
	const { dev, ino } = fstatSync(writeEnd, { bigint: true });
	return {
		readEnd: new Socket({
			fd: reader,
			readable: true,
			writable: false
		}),
		writeEnd,
		identity: {
			dev,
			ino
		}
	};
}
/** A stream that may be slow, may fail or may vanish. Once it fails it is left out: the log goes on without it. */
var Sink = class {
	stream;
	usable;
	atLineStart = true;
	waiting = /* @__PURE__ */ new Set();
	wake = () => {
		for (const resume of this.waiting) resume();
		this.waiting.clear();
	};
	fail = () => this.abandon();
	constructor(stream) {
		this.stream = stream;
		this.usable = stream.writable;
		stream.on("drain", this.wake).on("error", this.fail).on("close", this.fail);
	}
	/** Resolves once the stream can take more, or will never. */
	async write(chunk) {
		if (!this.usable || chunk.length === 0) return;
		this.atLineStart = chunk.at(-1) === (typeof chunk === "string" ? "\n" : 10);
		if (this.stream.write(chunk)) return;
		await new Promise((resume) => this.waiting.add(resume));
	}
	/** Ends a line that was begun. */
	async endLine() {
		if (!this.atLineStart) await this.write("\n");
	}
	/** Writes nothing more and waits for nothing more. */
	abandon() {
		this.usable = false;
		this.wake();
	}
	/** Takes its listeners off. The stream stays open: it is the caller's. */
	release() {
		this.stream.off("drain", this.wake).off("error", this.fail).off("close", this.fail);
	}
};
/** A log that is written as the bytes come. */
var Log = class {
	file;
	handle;
	hash = createHash("sha256");
	bytes = 0;
	constructor(file, handle) {
		this.file = file;
		this.handle = handle;
	}
	async write(chunk) {
		this.hash.update(chunk);
		this.bytes += chunk.length;
		try {
			for (let at = 0; at < chunk.length;) at += (await this.handle.write(chunk, at, chunk.length - at)).bytesWritten;
		} catch (cause) {
			const code = cause.code ?? String(cause);
			throw new GateError("LOG_UNWRITABLE", `The log ${this.file} cannot be written: ${code}`, "Free space for the state folder and run again", cause);
		}
	}
	async close(complete) {
		await this.handle.close();
		return {
			path: basename(this.file),
			sha256: this.hash.digest("hex"),
			bytes: this.bytes,
			complete
		};
	}
};
/** One output stream of a command on its way to the console and to its log. */
var Pump = class {
	/** Settles at the end of the stream; rejects with a GateError where the log cannot be written. */
	finished;
	source;
	log;
	sink;
	ended = false;
	detached = false;
	waitingSince;
	afterExit = {
		since: Number.POSITIVE_INFINITY,
		bytes: 0,
		waitedMs: 0
	};
	constructor(source, log, sink) {
		this.source = source;
		this.log = log;
		this.sink = sink;
		this.finished = this.carry();
		this.finished.catch(() => void 0);
	}
	/** From now on only what is left in the pipe is the command's own output. */
	markExit() {
		this.afterExit.since = performance.now();
	}
	/** True where nothing more is to be expected: the stream ended, fell silent, or gave more than was left in it. */
	isExhausted() {
		if (this.ended || this.afterExit.bytes > LEFT_IN_PIPE) return true;
		if (this.waitingSince === void 0) return false;
		const waitedMs = performance.now() - Math.max(this.waitingSince, this.afterExit.since);
		return waitedMs >= QUIET_MS || waitedMs + this.afterExit.waitedMs >= PATIENCE_MS;
	}
	/** True where the stream came to its own end and all of it is in the log. */
	hasEnded() {
		return this.ended;
	}
	/** Stops reading where the stream has not ended by itself, and seals the log. */
	async close() {
		const complete = this.ended;
		this.abandon();
		await this.finished;
		return this.log.close(complete);
	}
	/** Stops reading. */
	abandon() {
		this.detached = true;
		this.source.destroy();
	}
	async carry() {
		try {
			this.waitingSince = performance.now();
			for await (const chunk of this.source) {
				this.received(chunk);
				await Promise.all([this.log.write(chunk), this.sink?.write(chunk)]);
				this.waitingSince = performance.now();
			}
			this.ended = true;
		} catch (error) {
			if (!this.detached || error instanceof GateError) throw error;
		} finally {
			this.waitingSince = void 0;
		}
	}
	received(chunk) {
		const now = performance.now();
		if (now >= this.afterExit.since) {
			this.afterExit.bytes += chunk.length;
			this.afterExit.waitedMs += now - Math.max(this.waitingSince ?? now, this.afterExit.since);
		}
		this.waitingSince = void 0;
	}
};
/** A {@link Pump} from `source` into a new file, which replaces an old one, and into `sink`. */
async function startPump(source, file, sink) {
	await rm(file, { force: true });
	return new Pump(source, new Log(file, await open(file, "wx", 384)), sink);
}

// src/run/run.ts
/** Runs the captured command and tells what happened, whatever happens. */
/** GitHub follows a cancellation's SIGINT with SIGTERM after 7.5 s: the kill must come first. */
const DEFAULT_GRACE_MS = 5e3;
/** A longer timer fires at once in Node (32-bit milliseconds). */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;
/** What a process of the command gets to finish after it, before it counts as a survivor. */
const SETTLE_MS = 500;
const POLL_MS = 20;
/**
* Runs a captured command to its end: no shell for an argument list, no input, a session and process group of its own.
*
* However the command ends, the outcome says so. After a timeout or an abort every process of it that can be found is
* killed; otherwise what outlives it is reported and let be.
*
* @throws UsageError for a limit that is no usable number of milliseconds
* @throws GateError where the gate itself cannot do its part, for instance write the log
*/
async function runCaptured(command, options) {
	refuseUnusableTimeout(options.timeoutMs);
	mkdirSync(options.logDir, { recursive: true });
	const stdoutSink = options.stdout && new Sink(options.stdout);
	const stderrSink = options.stopCommandsToken !== void 0 || options.stderr === options.stdout ? stdoutSink : options.stderr && new Sink(options.stderr);
	const sinks = [.../* @__PURE__ */ new Set([stdoutSink, stderrSink])].filter((sink) => sink !== void 0);
	const pipes = openOutputPipes();
	const outputs = {
		stdout: await startPump(pipes.stdout.readEnd, join(options.logDir, "stdout.log"), stdoutSink),
		stderr: await startPump(pipes.stderr.readEnd, join(options.logDir, "stderr.log"), stderrSink),
		sinks
	};
	const token = options.stopCommandsToken;
	const startedAt = /* @__PURE__ */ new Date();
	const start = performance.now();
	try {
		if (token !== void 0) await stdoutSink?.write(`::stop-commands::${token}\n`);
		const launched = await launch(command, pipes, options);
		const { ended, survivors } = "trace" in launched ? await accompany(launched, outputs, options) : await drain(outputs).then(() => ({
			ended: launched,
			survivors: []
		}));
		const open = outputs.stdout.hasEnded() && outputs.stderr.hasEnded() ? [] : [pipes.stdout.identity, pipes.stderr.identity];
		const holders = holdersOf(open).filter(({ pid }) => survivors.every((known) => known.pid !== pid));
		return {
			command: commandDigest(command),
			ending: ended.ending,
			startedAt: startedAt.toISOString(),
			durationMs: Math.max(0, Math.round(ended.at - start)),
			cwd: options.cwd.relative,
			logs: {
				stdout: await outputs.stdout.close(),
				stderr: await outputs.stderr.close()
			},
			survivors: [...survivors, ...holders],
			environmentRemoved: [...options.environment.removed],
			environmentAdded: [...options.environment.added]
		};
	} finally {
		outputs.stdout.abandon();
		outputs.stderr.abandon();
		if (token !== void 0) {
			await stdoutSink?.endLine();
			await stdoutSink?.write(`::${token}::\n`);
		}
		for (const sink of sinks) sink.release();
	}
}
/** Starts the command; an {@link Ended} where it could not be started. */
async function launch(command, pipes, options) {
	const { env } = options.environment;
	const cwd = options.cwd.absolute;
	let child;
	try {
		if (options.signal?.aborted === true) return neverStarted("The run was interrupted before the command started");
		const [name = "", ...rest] = argumentsToRun(command, options.logDir);
		const program = findProgram(name, cwd, env["PATH"]);
		if (program.state === "refused") return neverStarted(program.reason);
		child = spawn(program.file, rest, {
			argv0: name,
			cwd,
			env,
			detached: true,
			stdio: [
				"ignore",
				pipes.stdout.writeEnd,
				pipes.stderr.writeEnd
			]
		});
	} catch (error) {
		return neverStarted(systemReason(error));
	} finally {
		closeSync(pipes.stdout.writeEnd);
		closeSync(pipes.stderr.writeEnd);
	}
	const ended = new Promise((settle) => {
		child.once("error", (error) => settle(neverStarted(systemReason(error))));
		child.once("exit", (code, signal) => {
			const at = performance.now();
			options.onEnded?.();
			settle({
				at,
				ending: signal === null ? {
					kind: "exited",
					code: code ?? -1
				} : {
					kind: "signalled",
					signal
				}
			});
		});
	});
	if (child.pid === void 0) return ended;
	const started = readProcess(child.pid)?.started ?? 0;
	const trace = {
		leader: child.pid,
		started,
		marker: options.environment.marker
	};
	options.onStarted?.(trace);
	return {
		trace,
		ended
	};
}
/** Stays with a running command until it has ended or was stopped, and sees what it leaves behind. */
async function accompany(running, outputs, options) {
	const { trace } = running;
	const graceMs = options.killGraceMs ?? DEFAULT_GRACE_MS;
	const killOnExit = () => killNow(trace);
	const abandonSinks = () => {
		for (const sink of outputs.sinks) sink.abandon();
	};
	const watch = watchForStop(options);
	process.on("exit", killOnExit);
	try {
		const first = await Promise.race([
			running.ended,
			watch.stop,
			failureOf(outputs)
		]);
		watch.cancel();
		if ("ending" in first) {
			options.signal?.addEventListener("abort", abandonSinks, { once: true });
			await drain(outputs);
			return {
				ended: first,
				survivors: await untilGone(trace, SETTLE_MS)
			};
		}
		const survivors = await stopCommand(trace, first.kind === "aborted" ? first.signal : "SIGTERM", graceMs);
		const stoppedAt = performance.now();
		const at = (await atMost(running.ended, SETTLE_MS))?.at ?? stoppedAt;
		const drained = drain(outputs);
		await atMost(drained, graceMs);
		abandonSinks();
		await drained;
		return {
			ended: {
				at,
				ending: endingOf(first, options)
			},
			survivors
		};
	} catch (error) {
		await stopCommand(trace, "SIGKILL", 0);
		throw error;
	} finally {
		watch.cancel();
		options.signal?.removeEventListener("abort", abandonSinks);
		process.off("exit", killOnExit);
	}
}
/** What `work` gives within `ms`, else nothing. No timer stays behind: it would hold up the end of the whole program. */
async function atMost(work, ms) {
	const timer = new AbortController();
	try {
		return await Promise.race([work, setTimeout$1(ms, void 0, { signal: timer.signal })]);
	} finally {
		timer.abort();
	}
}
/** Waits until the output has ended, or until only processes that outlived the command could still write. */
async function drain({ stdout, stderr }) {
	stdout.markExit();
	stderr.markExit();
	const finished = Promise.all([stdout.finished, stderr.finished]);
	while (!stdout.isExhausted() || !stderr.isExhausted()) await Promise.race([finished, setTimeout$1(POLL_MS)]);
	if (stdout.hasEnded() && stderr.hasEnded()) await finished;
}
/** Rejects as soon as an output cannot be carried on; never resolves. */
function failureOf({ stdout, stderr }) {
	return Promise.all([stdout.finished, stderr.finished]).then(() => new Promise(() => void 0));
}
function watchForStop({ timeoutMs, signal }) {
	let settle = () => void 0;
	const stop = new Promise((resolveStop) => {
		settle = resolveStop;
	});
	const timer = timeoutMs === void 0 ? void 0 : setTimeout(() => settle({ kind: "timed-out" }), timeoutMs);
	const abort = () => settle({
		kind: "aborted",
		signal: forwardedSignal(signal?.reason)
	});
	signal?.addEventListener("abort", abort, { once: true });
	const cancel = () => {
		clearTimeout(timer);
		signal?.removeEventListener("abort", abort);
	};
	return {
		stop,
		cancel
	};
}
/** A stopped command was stopped, even if it then exits with 0. */
function endingOf(stop, options) {
	return stop.kind === "aborted" ? {
		kind: "signalled",
		signal: stop.signal
	} : {
		kind: "timed-out",
		afterMs: options.timeoutMs ?? 0
	};
}
function forwardedSignal(reason) {
	return typeof reason === "string" && Object.hasOwn(constants$2.signals, reason) ? reason : "SIGTERM";
}
/** The argument list that runs the command. A script runs from a copy: nobody can change it between digest and start. */
function argumentsToRun(command, logDir) {
	if (command.form === "argv") return command.argv;
	const copy = resolve(logDir, "script");
	rmSync(copy, { force: true });
	writeFileSync(copy, commandBytes(command), {
		flag: "wx",
		mode: 320
	});
	return [...command.interpreter, copy];
}
function neverStarted(reason) {
	return {
		at: performance.now(),
		ending: {
			kind: "never-started",
			reason
		}
	};
}
const SYSTEM_REASONS = {
	E2BIG: "the arguments and the environment together are longer than the system allows",
	EACCES: "the system does not allow this file to be executed",
	EAGAIN: "the limit of processes is reached",
	ENOENT: "the program or the interpreter that it names does not exist",
	ENOEXEC: "the system cannot execute a file of this format",
	ENOMEM: "memory is exhausted"
};
function systemReason(error) {
	const { code, message } = error;
	const known = code === void 0 ? void 0 : SYSTEM_REASONS[code];
	return known === void 0 ? message : `${known} (${code})`;
}
function refuseUnusableTimeout(timeoutMs) {
	if (timeoutMs === void 0 || Number.isInteger(timeoutMs) && timeoutMs > 0 && timeoutMs <= LONGEST_TIMEOUT_MS) return;
	throw new UsageError("TIMEOUT", `A timeout of ${timeoutMs} ms cannot be kept: it must be a whole number from 1 to ${LONGEST_TIMEOUT_MS} ms`, "Leave --timeout out for no limit");
}

// src/workspace/file-clock.ts
/**
* The clock of a file system, read off a file that is made there. Times of files are compared with nothing else: the
* process's own clock may lie ahead of the coarse one that the kernel gives to files, and a network file system's
* clock is another machine's (ST8).
*/
/** How long a clock is waited for: a file system with whole seconds needs one, FAT with its steps of two a bit more. */
const PASSAGE_LIMIT_MS = 2100;
const PAUSE_MS = 1;
const NAME_PREFIX = ".generation-gate-clock-";
const UNNAMED = process.platform === "linux" ? 4194304 | constants.O_DIRECTORY : 0;
/** What `open` says where the file system or the kernel has no unnamed files (open(2), O_TMPFILE). */
const NO_UNNAMED_FILES = /* @__PURE__ */ new Set([
	"EOPNOTSUPP",
	"ENOTSUP",
	"EISDIR",
	"EINVAL",
	"ENOENT",
	"ENOSYS"
]);
/** A folder that refuses a new file. Its file system's clock is then asked in a parent of the same device. */
const REFUSED = /* @__PURE__ */ new Set([
	"EACCES",
	"EPERM",
	"EROFS"
]);
/** The clock of the file system at `folder`, in milliseconds as `Stats.ctimeMs`; see {@link probeFileClock}. */
function readFileClock(folder) {
	return probeFileClock(folder).ms;
}
/** The clock of the file system at `folder`, in nanoseconds; see {@link probeFileClock}. */
function readFileClockNs(folder) {
	return probeFileClock(folder).ns;
}
/**
* Reads the file system's clock with a probe file in `folder` (absolute, string form of `path.ts`), or in its nearest
* existing parent. A folder that takes no new file is passed over for a parent on the same device. The probe has no
* name where the kernel allows it, else a random hidden one, and is gone when this returns.
* Throws a {@link GateError} that names the folder where no file can be made.
*/
function probeFileClock(folder) {
	const start = nearestExisting(folder);
	for (let asked = start.folder;;) try {
		const stats = statOfProbe(asked);
		return {
			folder: asked,
			device: start.device,
			ns: stats.ctimeNs,
			ms: Number(stats.ctimeNs) / 1e6
		};
	} catch (error) {
		const code = error.code ?? String(error);
		const parent = dirname(asked);
		if (!REFUSED.has(code) || parent === asked || deviceOf(parent) !== start.device) throw new GateError("GG-CLOCK-UNREADABLE", `The clock of the file system at "${start.folder}" cannot be read: no file can be made there (${code})`, "Let the gate write in that folder (chmod u+w), free disk space, or name evidence in a folder that is writable.", error);
		asked = parent;
	}
}
/** `st_dev` of a folder, or of its nearest existing parent: files with equal ones share a clock. */
function deviceOfFolder(folder) {
	return nearestExisting(folder).device;
}
/**
* Waits until a fresh probe in `folder` is later than `afterNs`: every file made afterwards is strictly newer.
* Gives up after {@link PASSAGE_LIMIT_MS}, at once where the time lies further ahead than that.
*/
async function passFileClock(folder, afterNs) {
	const started = performance.now();
	for (;;) {
		const { ns } = probeFileClock(folder);
		if (ns > afterNs) return {
			state: "passed",
			ns
		};
		const left = PASSAGE_LIMIT_MS - (performance.now() - started);
		if (left <= 0 || Number(afterNs - ns) / 1e6 > left) return {
			state: "not-passed",
			ns
		};
		await setTimeout$1(PAUSE_MS);
	}
}
function statOfProbe(folder) {
	if (UNNAMED !== 0) try {
		return statOfOpened(openSync(encodePath(folder), UNNAMED | constants.O_RDWR, 384));
	} catch (error) {
		if (!NO_UNNAMED_FILES.has(error.code ?? "")) throw error;
	}
	const path = encodePath(join(folder, NAME_PREFIX + randomBytes(12).toString("hex")));
	const descriptor = openSync(path, constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW | constants.O_WRONLY, 384);
	try {
		return statOfOpened(descriptor);
	} finally {
		unlinkSync(path);
	}
}
function statOfOpened(descriptor) {
	try {
		return fstatSync(descriptor, { bigint: true });
	} finally {
		closeSync(descriptor);
	}
}
function nearestExisting(folder) {
	for (let at = folder;; at = dirname(at)) {
		const device = deviceOf(at);
		if (device !== null) return {
			folder: at,
			device
		};
		if (dirname(at) === at) throw new GateError("GG-CLOCK-UNREADABLE", `No folder exists at or above "${folder}"`);
	}
}
/** Device of an existing folder; null where there is none. */
function deviceOf(folder) {
	try {
		const stats = statSync(encodePath(folder), { bigint: true });
		return stats.isDirectory() ? stats.dev : null;
	} catch {
		return null;
	}
}

// src/evidence/content.ts
/** Which of some paths are content of the tree, so that they can never be evidence (EV1). */
/**
* Asks which of `paths` (relative to `top`) a git index lists: the workspace's own, or that of the submodule or nested
* repository which holds them. A folder whose `.git` entry leads to no repository belongs to the one around it.
* Throws a GateError where git cannot list one of them.
*/
async function trackedAmong(top, paths) {
	const repositories = /* @__PURE__ */ new Map();
	for (const path of paths) {
		const prefix = repositoryAround(top, path);
		const known = repositories.get(prefix);
		if (known === void 0) repositories.set(prefix, [path]);
		else known.push(path);
	}
	const tracked = /* @__PURE__ */ new Set();
	for (const [prefix, inside] of repositories) {
		const listed = await trackedAmong$1(join(top, prefix), inside.map((path) => path.slice(prefix.length)));
		for (const path of listed) tracked.add(prefix + path);
	}
	return tracked;
}
/** Every tracked file of one name in the workspace's own repository. */
function trackedNamed(top, name) {
	return trackedPaths(top, [`:(glob)**/${name}`]);
}
/** Prefix of the innermost repository that holds a path: `''` for the workspace's own, else with a trailing slash. */
function repositoryAround(top, path) {
	for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
		const folder = path.slice(0, at);
		if (lstatSync(nativePath(top, `${folder}/.git`), { throwIfNoEntry: false }) !== void 0 && gitDirectoryOf(join(top, folder)) !== null) return `${folder}/`;
	}
	return "";
}

// src/evidence/looks-like-report.ts
/**
* Tells by its first bytes whether a file looks like a test report, without judging it. Only such a file is moved away
* before a run, so the answer is careful: a data file or a source is not taken for a report.
*/
/** How much of a file is looked at. Reports begin with their root; only a very long comment pushes it further. */
const LOOK_BYTES = 65536;
/** Root elements that only test reports have: JUnit, TestNG, NUnit 3, Visual Studio's `.trx`. */
const REPORT_ROOTS = [
	"testsuites",
	"testsuite",
	"testng-results",
	"test-run",
	"TestRun"
];
const PROLOGUE = [
	/[\s\uFEFF]+/y,
	/<\?[^]*?\?>/y,
	/<!--[^]*?-->/y,
	/<!DOCTYPE(?:[^[>"']|"[^"]*"|'[^']*'|\[(?:[^\]"']|"[^"]*"|'[^']*')*\])*>/y
];
const ROOT = /<(?:[\p{L}_][\p{L}\p{N}_.-]*:)?([\p{L}_][\p{L}\p{N}_.-]*)(?=[\s/>])/uy;
/** A piece of the prologue that the end of the file cut off. */
const CUT_PROLOGUE = /^(?:<|<!|<!-|<\?[^]*|<!--[^]*|<!DOCTYPE[^]*)$/;
/**
* Whether a file looks like a test report. It does where its root element, after a byte order mark, comments,
* processing instructions and a document type, is a test report's in any namespace. It also does where its name ends
* in `.xml` and it ends before a root element was named: an empty file, or one that a killed runner left behind.
* `head` is the beginning of the file, {@link LOOK_BYTES} or less; `whole` says that the file holds nothing more.
*/
function looksLikeReport(path, head, whole) {
	const text = decodeHead(head);
	const at = endOfPrologue(text);
	ROOT.lastIndex = at;
	const name = ROOT.exec(text)?.[1];
	if (name !== void 0) return REPORT_ROOTS.includes(name);
	if (!whole || !/\.xml$/i.test(path)) return false;
	const rest = text.slice(at);
	return rest === "" || CUT_PROLOGUE.test(rest) || REPORT_ROOTS.some((root) => `<${root}`.startsWith(rest));
}
function endOfPrologue(text) {
	for (let at = 0;;) {
		let next = at;
		for (const piece of PROLOGUE) {
			piece.lastIndex = next;
			if (piece.test(text)) next = piece.lastIndex;
		}
		if (next === at) return at;
		at = next;
	}
}
/** UTF-8, or UTF-16 where a byte order mark or the zero beside the first `<` tells so (XML 1.0, appendix F). */
function decodeHead(head) {
	const [first, second] = [head[0], head[1]];
	if (first === 255 && second === 254 || first === 60 && second === 0) return head.toString("utf16le");
	if (first === 254 && second === 255 || first === 0 && second === 60) return Buffer.from(head.subarray(0, head.length & -2)).swap16().toString("utf16le");
	return head.toString("utf8");
}

// src/evidence/read-entry.ts
/** Looks at one path without following a link or waiting for a FIFO: its kind, digest, times, and first bytes. */
const CHUNK_BYTES$1 = 1 << 20;
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NONBLOCK;
/**
* Reads what lies at `path` (absolute, string form of `path.ts`); null where there is nothing. A file is hashed up to
* the size it had when it was opened, however large. `target` is where a symbolic link leads, null where nowhere.
*/
function readPath(path, target) {
	const native = encodePath(path);
	const stats = lstatSync(native, {
		bigint: true,
		throwIfNoEntry: false
	});
	const device = lstatSync(encodePath(dirname(path)), {
		bigint: true,
		throwIfNoEntry: false
	})?.dev;
	if (stats === void 0 || device === void 0) return null;
	const kind = kindOf(stats);
	if (kind === "file") return readFile(native, path, device);
	return {
		kind,
		sha256: null,
		report: kind === "symlink" && linkLooksLikeReport(path, target),
		settled: true,
		stats,
		device
	};
}
function kindOf(stats) {
	if (stats.isFile()) return "file";
	if (stats.isSymbolicLink()) return "symlink";
	if (stats.isDirectory()) return "folder";
	if (stats.isFIFO()) return "fifo";
	return stats.isSocket() ? "socket" : "device";
}
function readFile(native, path, device) {
	let last = null;
	for (let attempt = 0; attempt < 2; attempt += 1) {
		let descriptor;
		try {
			descriptor = openSync(native, OPEN_FLAGS | constants.O_NOFOLLOW);
		} catch (error) {
			const stats = lstatSync(native, {
				bigint: true,
				throwIfNoEntry: false
			});
			if (stats === void 0) return null;
			return {
				kind: "unreadable",
				sha256: null,
				report: false,
				settled: true,
				stats,
				device,
				why: errnoOf(error)
			};
		}
		try {
			const before = fstatSync(descriptor, { bigint: true });
			if (!before.isFile()) return {
				kind: kindOf(before),
				sha256: null,
				report: false,
				settled: false,
				stats: before,
				device
			};
			const { sha256, head, read } = digest(descriptor, before.size);
			const after = fstatSync(descriptor, { bigint: true });
			const settled = read === before.size && after.size === before.size && after.mtimeNs === before.mtimeNs && after.ctimeNs === before.ctimeNs;
			last = {
				kind: "file",
				sha256,
				report: looksLikeReport(path, head, read <= BigInt(head.length)),
				settled,
				stats: after,
				device
			};
			if (settled) return last;
		} catch (error) {
			return {
				kind: "unreadable",
				sha256: null,
				report: false,
				settled: true,
				stats: fstatSync(descriptor, { bigint: true }),
				device,
				why: errnoOf(error)
			};
		} finally {
			closeSync(descriptor);
		}
	}
	return last;
}
function digest(descriptor, size) {
	const hash = createHash("sha256");
	const buffer = Buffer.allocUnsafe(CHUNK_BYTES$1);
	let head = Buffer.alloc(0);
	let read = 0n;
	while (read < size) {
		const room = size - read < BigInt(CHUNK_BYTES$1) ? Number(size - read) : CHUNK_BYTES$1;
		const got = readSync(descriptor, buffer, 0, room, null);
		if (got === 0) break;
		if (head.length < 65536) head = Buffer.concat([head, buffer.subarray(0, Math.min(got, LOOK_BYTES - head.length))]);
		hash.update(buffer.subarray(0, got));
		read += BigInt(got);
	}
	return {
		sha256: hash.digest("hex"),
		head,
		read
	};
}
/** A link that leads nowhere counts by its own name, as an empty file would. */
function linkLooksLikeReport(path, target) {
	if (target === null) return looksLikeReport(path, Buffer.alloc(0), true);
	try {
		const descriptor = openSync(encodePath(target), OPEN_FLAGS);
		try {
			const stats = fstatSync(descriptor);
			if (!stats.isFile()) return false;
			const buffer = Buffer.alloc(LOOK_BYTES);
			const got = readSync(descriptor, buffer, 0, LOOK_BYTES, 0);
			return looksLikeReport(target, buffer.subarray(0, got), got >= stats.size);
		} finally {
			closeSync(descriptor);
		}
	} catch {
		return false;
	}
}
function errnoOf(error) {
	return error.code ?? String(error);
}

// src/evidence/inventory.ts
/**
* The inventory of everything that is named as evidence: taken at the stamp, so that what was there before can be told
* from what the run wrote, and again at the run's end, so that what came later can be told too (EV1).
*/
/**
* The inventory at the stamp, before anything is moved to quarantine. `patchPaths` are the paths, relative to the
* workspace, that the applied patch names. Throws a UsageError for names that can name no evidence, a GateError where
* git or the clock of a file system that evidence may lie on cannot be asked.
*/
async function takeOpeningInventory(places, names, patchPaths = /* @__PURE__ */ new Set()) {
	if (names.globs.length + names.logs.length === 0) return emptyInventory(places);
	const marks = /* @__PURE__ */ new Set([...await trackedNamed(places.top, VIRTUAL_ENVIRONMENT_MARK), ...[...patchPaths].filter(isMark)]);
	const matches = await matchEvidence(places, names, marks);
	const tracked = await trackedAmong(places.top, matches.filter(({ path }) => !path.startsWith("/")).map(({ path }) => path));
	const entries = readMatches(places, matches, (path) => tracked.has(path) || patchPaths.has(path));
	return {
		...emptyInventory(places),
		globs: [...names.globs],
		logs: [...names.logs],
		contentMarks: [...marks],
		entries,
		clocks: readClocks(await clockFolders(places, names, entries))
	};
}
/**
* Ends the stamp's part of the inventory: waits until the clocks of its file systems have passed every time recorded
* in it, and gives the inventory with their readings from then. A time further ahead than the wait is left behind: a
* file of that time is recognised by its digest.
*/
async function sealInventory(opening) {
	const clocks = [];
	for (const clock of opening.clocks) {
		const times = opening.entries.filter(({ device }) => device === clock.device).flatMap(({ mtimeNs, ctimeNs }) => [BigInt(mtimeNs), BigInt(ctimeNs)]);
		const reachable = probeFileClock(clock.folder).ns + BigInt(PASSAGE_LIMIT_MS) * 1000000n;
		const latest = times.filter((time) => time <= reachable).reduce((left, right) => left > right ? left : right, BigInt(clock.ns));
		clocks.push({
			...clock,
			ns: (await passFileClock(clock.folder, latest)).ns.toString()
		});
	}
	return {
		...opening,
		clocks
	};
}
/**
* The inventory at the run's end or at the check, over the names that the opening one recorded. A path is content
* where it was content at the stamp, whatever the run has told git since. It holds no clocks.
*/
async function takeInventoryAgain(places, opening) {
	const content = new Set(opening.entries.filter(({ tracked }) => tracked).map(({ path }) => path));
	const same = {
		...places,
		runnerTemp: opening.runnerTemp
	};
	const matches = opening.globs.length + opening.logs.length === 0 ? [] : await matchEvidence(same, opening, new Set(opening.contentMarks));
	return {
		...opening,
		entries: readMatches(same, matches, (path) => content.has(path)),
		clocks: []
	};
}
/**
* Throws a UsageError where names are repeated that the stamp did not record: nothing of them was inventoried, so a
* leftover could not be told from a result. Naming none, or some, is fine.
*/
function requireRecordedNames(opening, names) {
	const fresh = [...names.globs.filter((glob) => !opening.globs.includes(glob)), ...names.logs.filter((log) => !opening.logs.includes(log))];
	if (fresh.length === 0) return;
	const recorded = [...opening.globs, ...opening.logs];
	throw new UsageError("GG-EVIDENCE-GLOB-NOT-RECORDED", `"${fresh.join("\", \"")}" was not named at the stamp, which recorded ${recorded.length === 0 ? "no evidence" : `"${recorded.join("\", \"")}"`}`, "Name the evidence at the stamp: generation-gate stamp --evidence GLOB. The later steps then know it by themselves.");
}
/** Paths that stay where they are and belong to no id: named as evidence, untracked, not moved to quarantine. */
function evidenceInPlace(opening, moved) {
	const gone = new Set(moved.map(({ path }) => path));
	return new Set(opening.entries.filter(({ path, tracked }) => !tracked && !gone.has(path)).map(({ path }) => path));
}
function emptyInventory(places) {
	const given = places.runnerTemp ?? "";
	return {
		globs: [],
		logs: [],
		runnerTemp: given === "" ? null : realPathOf(given),
		entries: [],
		contentMarks: [],
		clocks: []
	};
}
function isMark(path) {
	return path.slice(path.lastIndexOf("/") + 1) === VIRTUAL_ENVIRONMENT_MARK;
}
function readMatches(places, matches, isContent) {
	return matches.flatMap((match) => {
		const entry = readMatch(places, match, isContent(match.path));
		return entry === null ? [] : [entry];
	});
}
function readMatch(places, match, tracked) {
	const reading = readPath(placeOf(places.top, match.path), match.realPath);
	if (reading === null) return null;
	const { stats } = reading;
	const kind = match.unlisted === void 0 ? reading.kind : "unreadable";
	const why = match.unlisted ?? reading.why;
	return {
		path: match.path,
		kind,
		sha256: reading.sha256,
		size: Number(stats.size),
		ino: stats.ino.toString(),
		mtimeNs: stats.mtimeNs.toString(),
		ctimeNs: stats.ctimeNs.toString(),
		device: reading.device.toString(),
		tracked,
		report: reading.report,
		settled: reading.settled,
		globs: [...match.globs],
		logs: [...match.logs],
		literal: match.literal,
		realPath: match.realPath,
		...kind === "symlink" ? { linkTarget: match.realPath } : {},
		insideAllowedRoots: match.insideAllowedRoots,
		...why === void 0 ? {} : { why }
	};
}
/** Folders whose file systems evidence may come to lie on, the workspace first. */
async function clockFolders(places, names, entries) {
	const held = entries.filter(({ tracked, insideAllowedRoots }) => !tracked && insideAllowedRoots).map(({ path }) => dirname(placeOf(places.top, path)));
	return [.../* @__PURE__ */ new Set([
		places.top,
		...await evidenceFolders(places, names),
		...held
	])];
}
function readClocks(folders) {
	const clocks = /* @__PURE__ */ new Map();
	for (const folder of folders) {
		if (clocks.has(deviceOfFolder(folder))) continue;
		const clock = probeFileClock(folder);
		clocks.set(clock.device, {
			device: clock.device.toString(),
			folder: clock.folder,
			ns: clock.ns.toString()
		});
	}
	return [...clocks.values()];
}

// src/evidence/move-file.ts
/** Moves one file or link so that no moment of it loses a byte, within a file system and across two (EV1). */
const CHUNK_BYTES = 1 << 20;
const COPY_SUFFIX = ".incomplete";
/** More than this many files of one name are not kept in one place. */
const MAX_COLLISIONS = 1e3;
/**
* Moves `from` to `to` (absolute, string form of `path.ts`) and gives the path it got: `to`, or `to` with a number
* behind it where something lies there already; nothing is ever overwritten. Missing parents are made for the owner
* alone (0700). Across devices the file is copied, synced, compared and only then unlinked.
* Throws what the file system says; the file then lies where it lay, or in both places.
*/
function moveFile(from, to, identity) {
	mkdirSync(encodePath(dirname(to)), {
		recursive: true,
		mode: 448
	});
	const place = freePlace(to);
	const source = encodePath(from);
	const stats = lstatSync(source, { bigint: true });
	refuseOther(from, stats, identity);
	try {
		renameSync(source, encodePath(place));
	} catch (error) {
		if (error.code !== "EXDEV") throw error;
		if (stats.isSymbolicLink()) symlinkSync(readlinkSync(source, { encoding: "buffer" }), encodePath(place));
		else copyCompared(source, place, stats, identity);
		refuseOther(from, lstatSync(source, { bigint: true }), identity, stats);
		unlinkSync(source);
	}
	return place;
}
/** A path beside or at `to` at which nothing lies, not even a dangling link. */
function freePlace(to) {
	for (let number = 0; number < MAX_COLLISIONS; number += 1) {
		const place = number === 0 ? to : `${to}.${number}`;
		if (![place, place + COPY_SUFFIX].some((each) => lstatSync(encodePath(each), { throwIfNoEntry: false }) !== void 0)) return place;
	}
	throw Object.assign(/* @__PURE__ */ new Error(`${MAX_COLLISIONS} files of that name lie in quarantine`), { code: "EEXIST" });
}
function refuseOther(path, stats, identity, before = stats) {
	if (!(stats.ino.toString() === identity.ino && stats.mtimeNs.toString() === identity.mtimeNs && stats.size === before.size && stats.ctimeNs === before.ctimeNs)) throw Object.assign(/* @__PURE__ */ new Error(`"${path}" was replaced or written while it was moved`), { code: "ECHANGED" });
}
/** Copies an open file to a new one, syncs it, and reads it back. Leaves nothing behind where that fails. */
function copyCompared(source, place, stats, identity) {
	const copy = encodePath(place + COPY_SUFFIX);
	const reader = openSync(source, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	try {
		const writer = openSync(copy, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 384);
		try {
			pour(reader, writer);
			fsyncSync(writer);
			if ([digestOf(reader), digestOf(writer)].some((digest) => digest !== identity.sha256)) throw Object.assign(/* @__PURE__ */ new Error(`the copy of "${place}" does not hold the bytes that were inventoried`), { code: "ECHANGED" });
			fchmodSync(writer, Number(stats.mode) & 511);
			futimesSync(writer, Number(stats.atimeNs) / 1e9, Number(stats.mtimeNs) / 1e9);
			renameSync(copy, encodePath(place));
			syncFolder(dirname(place));
		} catch (error) {
			unlinkSync(copy);
			throw error;
		} finally {
			closeSync(writer);
		}
	} finally {
		closeSync(reader);
	}
}
function pour(reader, writer) {
	const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
	for (let got = readSync(reader, buffer, 0, CHUNK_BYTES, null); got > 0; got = readSync(reader, buffer, 0, CHUNK_BYTES, null)) for (let written = 0; written < got;) written += writeSync(writer, buffer, written, got - written, null);
}
/** SHA-256 of an open file from its first byte on. */
function digestOf(descriptor) {
	const hash = createHash("sha256");
	const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
	const size = fstatSync(descriptor).size;
	for (let at = 0; at < size;) {
		const got = readSync(descriptor, buffer, 0, CHUNK_BYTES, at);
		if (got === 0) break;
		hash.update(buffer.subarray(0, got));
		at += got;
	}
	return hash.digest("hex");
}
/** Makes the new name durable, so that a power cut after the unlink loses nothing either. */
function syncFolder(folder) {
	const descriptor = openSync(encodePath(folder), constants.O_RDONLY | constants.O_DIRECTORY);
	try {
		fsyncSync(descriptor);
	} finally {
		closeSync(descriptor);
	}
}

// src/prepare/surroundings.ts
/**
* Gathers what a command runs in (RN7). Digests are salted with the tree id: the cells of one tree can be compared, and
* those of different trees cannot. A short value can be guessed all the same, so names of secrets are not taken.
*/
/** Variables that change what tests do and are no secrets: locale, time zone, options of runtimes and of test runners. */
const RECORDED_VARIABLES = [
	"CI",
	"DJANGO_SETTINGS_MODULE",
	"GOFLAGS",
	"GOTOOLCHAIN",
	"JAVA_TOOL_OPTIONS",
	"LANG",
	"LC_ALL",
	"MAVEN_OPTS",
	"NODE_ENV",
	"NODE_OPTIONS",
	"PYTEST_ADDOPTS",
	"PYTHONDEVMODE",
	"PYTHONHASHSEED",
	"PYTHONOPTIMIZE",
	"PYTHONUTF8",
	"PYTHONWARNINGS",
	"RUSTFLAGS",
	"TZ"
];
/** Lock files and the configuration of tools, by name. */
const CONFIGURATION = /^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|poetry\.lock|uv\.lock|pdm\.lock|Pipfile(?:\.lock)?|pixi\.lock|conda-lock\.yml|(?:dev-|test-)?requirements[^/]*\.txt|constraints[^/]*\.txt|Cargo\.lock|go\.(?:sum|mod|work)|Gemfile\.lock|composer\.lock|gradle\.lockfile|gradle\.properties|build\.gradle(?:\.kts)?|settings\.gradle(?:\.kts)?|pom\.xml|pyproject\.toml|setup\.cfg|tox\.(?:ini|toml)|noxfile\.py|pytest\.(?:ini|toml)|\.coveragerc|uv\.toml|\.python-version|\.nvmrc|\.node-version|\.tool-versions|mise\.toml|rust-toolchain(?:\.toml)?|\.npmrc|\.yarnrc(?:\.yml)?|(?:jest|vitest|vite|babel|karma)\.config\.[cm]?[jt]s|\.mocharc\.\w+|tsconfig\.json)$/;
/** The user's own configuration of tools: no part of any tree. */
const AT_HOME = [
	".npmrc",
	".yarnrc.yml",
	".pydistutils.cfg",
	".config/pip/pip.conf",
	".pip/pip.conf",
	".config/uv/uv.toml",
	".config/go/env",
	".m2/settings.xml",
	".gradle/gradle.properties",
	".cargo/config.toml"
];
const FILE_BYTES = 32 << 20;
/** What is here right now. Reads files, starts nothing, never throws. */
function gatherSurroundings({ top, workdir, env, variables, treeId, runtimes }) {
	const salted = (kind, name, value) => createHash("sha256").update(`${treeId}\0${kind}\0${name}\0`).update(value).digest("hex");
	const inTree = [.../* @__PURE__ */ new Set(["", workdir === "." ? "" : `${workdir}/`])].flatMap((folder) => entriesOf(join(top, folder)).flatMap(({ name, kind }) => kind === "file" && CONFIGURATION.test(name) ? [{
		path: `${folder}${name}`,
		file: join(top, folder, name)
	}] : []));
	const home = env["HOME"] ?? homedir();
	const places = [...inTree, ...AT_HOME.map((name) => ({
		path: `~/${name}`,
		file: join(home, name)
	}))];
	return {
		system: {
			platform: platform(),
			release: release(),
			arch: arch(),
			distribution: distribution()
		},
		runtimes: [...runtimes],
		files: places.flatMap(({ path, file }) => {
			const read = readBounded(file, FILE_BYTES);
			return read.state === "found" ? [{
				path,
				digest: salted("file", path, read.bytes)
			}] : [];
		}),
		variables: [.../* @__PURE__ */ new Set([...RECORDED_VARIABLES, ...variables])].sort().map((name) => {
			const value = env[name];
			return {
				name,
				digest: value === void 0 ? null : salted("variable", name, value)
			};
		})
	};
}
/** `Debian GNU/Linux 12 (bookworm)`, as os-release(5) has it; null elsewhere. */
function distribution() {
	try {
		return (/^PRETTY_NAME=(?<quote>["']?)(?<name>.*)\k<quote>$/m.exec(readFileSync("/etc/os-release", "utf8"))?.groups?.["name"])?.slice(0, 100) ?? null;
	} catch {
		return null;
	}
}

// src/steps/surroundings.ts
/** As it is now. Variables that were named at the stamp are recorded again without being named again. */
function surroundingsNow({ repository, env, settings }, stamped, { workdir, runtimes }) {
	const before = (stamped.surroundings?.variables ?? []).map(({ name }) => name);
	return gatherSurroundings({
		top: repository.top,
		workdir,
		env,
		variables: [...before, ...settings.recordVariables],
		treeId: stamped.treeId,
		runtimes
	});
}

// src/workspace/known-rows.ts
/**
* Spares a further measurement what an earlier one read: a path whose stat data are those of the gate's own index, and
* beyond doubt there, has the bytes that were hashed then. It is the trust of the re-check (ST6), and no more.
*/
/** Asks git which paths of an earlier measurement may have changed; null where there is none, or where the clock ran back since. */
async function recallEarlier(git, earlier) {
	if (earlier === void 0 || earlier.nowMs < earlier.clockMs || !existsSync(earlier.index)) return null;
	try {
		const suspects = await suspectsOf(git, earlier.index);
		return suspects === null ? null : {
			earlier,
			suspects
		};
	} catch (error) {
		return nullIfDamaged(error);
	}
}
/** What the earlier measurement gave, where nothing that it followed from is another now. */
function sameAsEarlier(recalled, inputs) {
	const same = recalled?.earlier.same ?? null;
	return same?.inputs === inputs && recalled?.suspects.size === 0 && isWholeIndex(recalled.earlier.index) ? same : null;
}
/** The rows of an earlier measurement that still hold. */
function knownRows(recalled) {
	if (recalled === null) return null;
	try {
		const { table, trusted } = readStatTable(recalled.earlier.index);
		return {
			table,
			holds: (row) => trusted(row) && !recalled.suspects.has(table.paths[row] ?? "")
		};
	} catch (error) {
		return nullIfDamaged(error);
	}
}
/** A damaged index knows nothing: then everything is read, as if it were not there. */
function nullIfDamaged(error) {
	if (error instanceof GateError) return null;
	throw error;
}
/** Hashes the paths of the request, those that are known excepted. */
async function hashUnknown(request, known) {
	const { paths, algorithm } = request;
	if (known === null || known.table.blobs.length !== known.table.paths.length * blobBytes(algorithm)) return hashMany(request);
	const columns = emptyColumns(paths.length, algorithm);
	const unknown = takeKnown(paths, known, columns, blobBytes(algorithm));
	const hashed = await hashMany({
		...request,
		paths: unknown.map((row) => paths[row] ?? "")
	});
	for (const [from, row] of unknown.entries()) {
		copyRows(hashed, from, columns, row, 1, blobBytes(algorithm));
		columns.kinds[row] = hashed.kinds[from] ?? KIND.missing;
		columns.carriageReturns[row] = hashed.carriageReturns[from] ?? 0;
	}
	return columns;
}
/** Fills in what is known and gives the rows that are not. Both lists are sorted by the bytes of their paths. */
function takeKnown(paths, { table, holds }, columns, idBytes) {
	const unknown = [];
	let at = 0;
	let run = {
		at: 0,
		row: 0,
		rows: 0
	};
	for (const [row, path] of paths.entries()) {
		while (at < table.paths.length && table.paths[at] !== path && comparePaths(table.paths[at] ?? "", path) < 0) at += 1;
		if (table.paths[at] !== path || !holds(at)) {
			unknown.push(row);
			continue;
		}
		if (run.at + run.rows !== at || run.row + run.rows !== row) {
			copyRows(table, run.at, columns, run.row, run.rows, idBytes);
			run = {
				at,
				row,
				rows: 0
			};
		}
		run.rows += 1;
		const mode = table.modes[at];
		columns.kinds[row] = mode === 40960 ? KIND.symlink : mode === 33261 ? KIND.executable : KIND.file;
		columns.carriageReturns[row] = 1;
	}
	copyRows(table, run.at, columns, run.row, run.rows, idBytes);
	return unknown;
}
function copyRows(from, at, to, row, rows, idBytes) {
	to.blobs.set(from.blobs.subarray(at * idBytes, (at + rows) * idBytes), row * idBytes);
	to.digests.set(from.digests.subarray(at * 32, (at + rows) * 32), row * 32);
	to.stats.set(from.stats.subarray(at * 8, (at + rows) * 8), row * 8);
}

// src/workspace/same-measurement.ts
/**
* Spares a further measurement its own work where everything that both ids follow from is as it was: the index, the
* untracked paths, the settings, and by their stat data the bytes of every path. The trust is that of the re-check (ST6).
*/
/** A digest over all that decides the ids of a work tree, apart from the bytes of its files. `index` is what `ls-files -s -t -z` prints. */
function inputsOf({ objectFormat, settings }, settingsDigest, index, untracked) {
	return createHash("sha256").update(JSON.stringify([
		VERSION,
		objectFormat,
		settings.sparseCheckout,
		settingsDigest,
		index.length
	])).update(index).update(encodePath(untracked.join("\0"))).digest("hex");
}

// src/workspace/measure.ts
/**
* The measurement of a workspace: its tree id, its content id, and the stamped paths behind them (ST2, ST4).
*
* The tree id is what git would record for the whole work tree. The content id is the SHA-256 tree over the raw bytes
* of the same paths, with submodules and nested repositories as plain folders; it sees what the tree id cannot.
*/
/** Measures the whole work tree. Throws a Refusal that names the path where something in it cannot be measured. */
async function measure(repository, options) {
	const privately = openPrivateGit({
		workTree: repository.top,
		objectFormat: repository.objectFormat,
		settings: repository.settings,
		objects: repository,
		index: join(repository.gitDir, "index")
	});
	try {
		const git = await withFullIndex(privately, repository.gitDir);
		const [index, others, recalled] = await Promise.all([
			listIndex(git),
			listOthers(git),
			recallEarlier(git, options.earlier)
		]);
		const chosen = others.untracked.filter((path) => !options.exclude(path));
		const inputs = inputsOf(repository, conversionSettingsDigest(repository), index, chosen);
		const same = options.include.length + others.repositories.length > 0 ? null : sameAsEarlier(recalled, inputs);
		if (same !== null && recalled !== null) return sameMeasurement(repository, same, recalled.earlier.index);
		const listing = {
			tracked: parseTracked(index),
			...others
		};
		const known = knownRows(recalled);
		if (listing.tracked.some(({ path }) => path === ".workspace_generation.json")) throw trackedStamp(STAMP_FILE);
		const files = presentFiles(repository.top, listing, options);
		const paths = files.map(({ path }) => path);
		const [columns, inner] = await Promise.all([hashUnknown({
			root: repository.top,
			paths,
			algorithm: repository.objectFormat
		}, known), measureNested(repository, listing, AT_THE_TOP)]);
		refuseUnmeasurable(paths, columns);
		await addRepositoriesForFiles(repository, paths, columns, AT_THE_TOP, inner);
		const stored = await storedTree({
			repository,
			git,
			listing,
			files,
			columns,
			gitlinks: inner.leaves
		});
		const own = stampedTable(paths, columns);
		const parts = [measuredTable("", own), ...inner.parts];
		const contentId = contentIdOf(parts);
		const standsFor = inner.nested.length + inner.otherWorktrees.length + inner.leaves.length + options.include.length === 0 && stored.withoutFilters && own.paths.length === paths.length;
		return {
			treeId: stored.treeId,
			contentId,
			parts,
			nested: inner.nested,
			otherWorktrees: inner.otherWorktrees,
			rawFiltered: [...stored.rawFiltered, ...inner.rawFiltered],
			settingsDigest: stored.settingsDigest,
			tracked: listing.tracked.length,
			untracked: listing.untracked.length,
			paths: parts.reduce((sum, { table }) => sum + table.paths.length, 0),
			again: standsFor ? {
				inputs,
				treeId: stored.treeId,
				contentId,
				tracked: listing.tracked.length,
				untracked: listing.untracked.length,
				paths: own.paths.length
			} : null,
			sameIndex: null
		};
	} finally {
		privately.remove();
	}
}
/** An earlier measurement once more. Its table is read when somebody asks for it. */
function sameMeasurement(repository, same, index) {
	let part;
	const read = () => {
		if (part === void 0) {
			const { table, trusted } = readStatTable(index);
			part = measuredTable("", table, trusted);
		}
		return part;
	};
	const { treeId, contentId, tracked, untracked, paths } = same;
	return {
		treeId,
		contentId,
		parts: [{
			prefix: "",
			get table() {
				return read().table;
			},
			get entries() {
				return read().entries;
			}
		}],
		nested: [],
		otherWorktrees: [],
		rawFiltered: [],
		settingsDigest: conversionSettingsDigest(repository),
		tracked,
		untracked,
		paths,
		again: same,
		sameIndex: index
	};
}
/** The content id of stamped paths: the SHA-256 git tree of their raw bytes. */
function contentIdOf(parts) {
	const [whole] = parts;
	if (whole !== void 0 && parts.length === 1) {
		const { paths, modes, digests } = whole.table;
		return treeIdOf({
			paths,
			mode: (row) => modeText(modes[row]),
			ids: digests
		}, "sha256");
	}
	const leaves = parts.flatMap(({ prefix, table: { paths, modes, digests } }) => paths.map((path, row) => ({
		path: prefix + path,
		mode: modeText(modes[row]),
		oid: digests.subarray(row * 32, (row + 1) * 32)
	})));
	return treeIdOf(rowsFromLeaves(sortByPath(leaves), "sha256"), "sha256");
}
function modeText(mode) {
	return mode === 33188 ? "100644" : mode === 33261 ? "100755" : "120000";
}

// src/prepare/runtimes.ts
/** Which runtimes a command uses besides Python, told by the programs that it names, and their versions (RN7). */
const words = (text) => new Set(text.split(" "));
const KINDS = [
	{
		name: "node",
		programs: words("node nodejs npm npx pnpm pnpx yarn jest vitest mocha ava tap playwright cypress tsx ts-node karma"),
		ask: ["--version"],
		version: /^v(\d[\w.+-]*)/
	},
	{
		name: "go",
		programs: words("go gotestsum ginkgo"),
		ask: ["version"],
		version: /\bgo(\d[\w.+-]*)/
	},
	{
		name: "java",
		programs: words("java mvn mvnw gradle gradlew sbt"),
		ask: ["-version"],
		version: /version "?(\d[\w.+-]*)/
	},
	{
		name: "ruby",
		programs: words("ruby bundle rake rspec"),
		ask: ["--version"],
		version: /^ruby (\d[\w.]*)/
	}
];
const TIMEOUT_MS = 1e4;
const OUTPUT_BYTES = 65536;
const DEPTH_LIMIT = 3;
/** The runtimes of a command, each asked once for its version. `python` is the interpreter that was probed. */
async function runtimesOf(command, python, { cwd, env }) {
	const found = python?.state === "found" ? [{
		name: python.implementation === "cpython" ? "python" : python.implementation,
		version: python.version,
		path: python.executable
	}] : [];
	const named = command === null ? /* @__PURE__ */ new Set() : programsOf(command, cwd, env);
	for (const kind of KINDS) {
		if (![...named].some((program) => kind.programs.has(program))) continue;
		const path = findProgramFile(kind.name, cwd, env["PATH"]);
		if (path === null) continue;
		const { NODE_OPTIONS: _node, JAVA_TOOL_OPTIONS: _java, ...plain } = env;
		const said = await askInterpreter({
			executable: path,
			args: kind.ask,
			cwd: kind.name === "go" ? "/" : cwd,
			env: plain,
			timeoutMs: TIMEOUT_MS,
			maxBytes: OUTPUT_BYTES
		});
		const version = kind.version.exec(`${said.stdout.toString("latin1")}${said.stderr.toString("latin1")}`)?.[1];
		if (version !== void 0) found.push({
			name: kind.name,
			version,
			path: realPath(path)
		});
	}
	return found;
}
/** Names of the programs that a command starts, as far as its text shows them; those of local scripts included. */
function programsOf(command, cwd, env) {
	const named = /* @__PURE__ */ new Set();
	if (command.form === "script") {
		for (const word of command.interpreter) named.add(basename(word));
		follow(splitWords(command.text, env).map((one) => one.map(({ text }) => text)), named, 0);
	} else follow([command.argv], named, 0);
	return named;
	function follow(commands, into, depth) {
		for (const line of commands) {
			for (const word of line.slice(0, 8)) if (!word.startsWith("-") && !word.includes("=")) into.add(basename(word));
			const shell = line.findIndex((word) => SHELLS.has(basename(word)));
			if (shell < 0 || depth >= DEPTH_LIMIT) continue;
			const text = shellText(line.slice(shell + 1));
			if (text !== "") follow(splitWords(text, env).map((one) => one.map(({ text: word }) => word)), into, depth + 1);
		}
	}
	function shellText(args) {
		const flag = args.findIndex((word) => /^-[a-z]*c[a-z]*$/.test(word));
		if (flag >= 0) return args[flag + 1] ?? "";
		const file = args.find((word) => !word.startsWith("-"));
		const path = file === void 0 ? "" : file.startsWith("/") ? file : `${cwd}/${file}`;
		return path !== "" && kindAt(path) === "file" ? readTextOrNothing(path) : "";
	}
}

// src/evidence/quarantine.ts
/** Moves leftover reports out of the way, so that they can neither count nor be lost (EV1). */
/**
* Whether an inventoried match leaves its place before the run: an untracked file or symbolic link inside the allowed
* roots that looks like a report, or that was named as a log. A link goes itself, what it leads to stays.
*/
function isLeftover(entry) {
	if (entry.tracked || entry.kind !== "file" && entry.kind !== "symlink") return false;
	if (entry.kind === "file" && !entry.insideAllowedRoots) return false;
	return entry.report || entry.logs.length > 0;
}
/**
* Moves every leftover of the opening inventory to `<git dir>/generation-gate/quarantine/<generation>/<path>`, and one
* from outside of the workspace below `<generation>.outside/`. Overwrites nothing, follows no link, loses nothing.
* Throws a Refusal with one finding per file that could not be moved, after all others were.
*/
function quarantine(place, opening) {
	const moved = [];
	const failed = [];
	for (const entry of opening.entries.filter(isLeftover)) {
		const from = placeOf(place.top, entry.path);
		if (!entry.path.startsWith("/") && realPathOf(dirname(from)) !== dirname(from)) continue;
		try {
			const movedTo = moveFile(from, quarantinePath(place, entry.path), entry);
			moved.push({
				path: entry.path,
				movedTo,
				sha256: entry.sha256,
				restore: `mv -n -- ${quoteForShell(movedTo)} ${quoteForShell(from)}`
			});
		} catch (error) {
			failed.push({
				entry,
				why: error instanceof Error ? error.message : String(error)
			});
		}
	}
	if (failed.length > 0) throw new Refusal(...failed.map(({ entry, why }) => notQuarantined(place, entry, why, moved)));
	return moved;
}
function quarantinePath({ gitDir, generation }, path) {
	const folder = join(gitDir, "generation-gate", "quarantine");
	return path.startsWith("/") ? join(folder, `${generation}.outside`, path.slice(1)) : join(folder, generation, path);
}
function notQuarantined({ top }, { path, sha256 }, why, moved) {
	const others = moved.length === 0 ? "" : ` Already moved: ${moved.map(({ restore }) => restore).join("; ")}.`;
	return {
		rule: "GG-EVIDENCE-NOT-QUARANTINED",
		answer: "broken",
		paths: [path],
		what: `${showPath(path)}${sha256 === null ? "" : ` (sha256 ${sha256.slice(0, 12)})`} looks like a report from before the stamp and could not be moved away: ${why}. It lies where it lay.${others}`,
		why: "A report that is there before the run would count as its result where the run writes none.",
		fix: `Remove it or move it away yourself, then stamp again: rm -- ${quoteForShell(placeOf(top, path))}`,
		rejects: true
	};
}

// src/run/environment.ts
/** The environment that the captured command sees: the caller's own, less what would lead git or Python astray. */
const GENERATION_VARIABLE = "GENERATION_GATE_GENERATION";
const TREE_ID_VARIABLE = "GENERATION_GATE_TREE_ID";
const CELL_VARIABLE = "GENERATION_GATE_CELL";
const ENV_DIR_VARIABLE = "GENERATION_GATE_ENV_DIR";
/**
* The environment of a captured command.
*
* Nothing is taken away but git's repository-local variables, an inherited PYTHONPYCACHEPREFIX (it may hold bytecode
* of another tree) and a cell name that this run was not given.
*/
function commandEnvironment(parentEnv, binding) {
	const own = {
		PYTHONDONTWRITEBYTECODE: "1",
		[GENERATION_VARIABLE]: binding.generation,
		[TREE_ID_VARIABLE]: binding.treeId,
		[ENV_DIR_VARIABLE]: binding.envDir
	};
	if (binding.cell !== void 0) own[CELL_VARIABLE] = binding.cell;
	const marker = `${GENERATION_VARIABLE}=${binding.generation}`;
	return derive(parentEnv, binding, own, [CELL_VARIABLE], marker);
}
/** The environment of a setup script. It runs before the stamp, so no generation and no tree id are known to it. */
function setupEnvironment(parentEnv, binding) {
	return derive(parentEnv, binding, {
		PYTHONDONTWRITEBYTECODE: "1",
		[ENV_DIR_VARIABLE]: binding.envDir
	}, [
		GENERATION_VARIABLE,
		TREE_ID_VARIABLE,
		CELL_VARIABLE
	], `${ENV_DIR_VARIABLE}=${binding.envDir}`);
}
function derive(parentEnv, binding, own, ownNames, marker) {
	const set = {
		...own,
		...binding.extra
	};
	const unwanted = /* @__PURE__ */ new Set([
		...binding.localGitVars,
		"PYTHONPYCACHEPREFIX",
		...ownNames
	]);
	const env = {};
	const removed = [];
	for (const [name, value] of Object.entries(parentEnv)) {
		if (value === void 0) continue;
		if (!unwanted.has(name)) env[name] = value;
		else if (!Object.hasOwn(set, name)) removed.push(name);
	}
	return {
		env: {
			...env,
			...set
		},
		removed: removed.sort(),
		added: Object.keys(set).sort(),
		marker
	};
}

// src/run/setup-script.ts
/**
* Runs a setup script, by its `#!` line or by bash with errexit and pipefail, and returns how it ended, well or badly.
*
* @throws UsageError where the script cannot be read or holds no command
*/
async function runSetupScript(script, { console, ...options }) {
	const command = "file" in script ? commandFromScriptFile(script.file) : commandFromScript(script.text, "setup");
	return runCaptured(command, console === void 0 ? options : {
		...options,
		stdout: console,
		stderr: console
	});
}

// src/workspace/kept-files.ts
/** Keeps files before they are changed, so that all of them can be put back as they were. */
/**
* Keeps the files at `paths` (relative to `root`) in a new folder below `scratch`, as hard links where the device is the
* same: putting those back is a rename, which needs no room on a full disk and keeps inode and times.
*/
function keepFiles(root, paths, scratch) {
	const folder = mkdtempSync(join(scratch, "kept-"));
	const kept = [];
	const newFolders = /* @__PURE__ */ new Set();
	paths.forEach((path, number) => {
		for (const parent of missingParents(root, path)) newFolders.add(parent);
		const place = join(folder, String(number));
		kept.push({
			path,
			place: keep(root, path, place) ? place : null
		});
	});
	const discard = () => {
		rmSync(folder, {
			recursive: true,
			force: true
		});
	};
	const putBack = () => {
		const stuck = kept.filter(({ path, place }) => place === null && !succeeds(() => remove(root, path)));
		for (const path of [...newFolders].sort((left, right) => right.length - left.length)) succeeds(() => rmdirSync(nativePath(root, path)));
		for (const file of kept) {
			const { path, place } = file;
			if (place !== null && !succeeds(() => restore(root, path, place))) stuck.push(file);
		}
		if (stuck.length > 0) {
			const names = stuck.map(({ path }) => showPath(path)).join(", ");
			throw new GateError("GG-PATCH-HALF-WRITTEN", `Writing the patch failed and ${names} could not be put back`, `The old files are kept in "${folder}"; git checkout -- restores tracked ones.`);
		}
		discard();
	};
	return {
		putBack,
		discard
	};
}
/** Folders on the way that are not there, or that a file's place has to become. */
function missingParents(root, path) {
	const missing = [];
	for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) {
		const folder = path.slice(0, at);
		if (!isFolder(root, folder)) missing.push(folder);
	}
	return missing;
}
/** True where something was there to keep. */
function keep(root, path, place) {
	const stats = entryAt(root, path);
	if (stats === null || stats.isDirectory()) return false;
	const native = nativePath(root, path);
	if (!succeeds(() => linkSync(native, place))) copy(native, place);
	return true;
}
function remove(root, path) {
	const stats = entryAt(root, path);
	if (stats !== null && !stats.isDirectory()) unlinkSync(nativePath(root, path));
}
function restore(root, path, place) {
	const native = nativePath(root, path);
	mkdirSync(nativePath(root, dirname(path)), { recursive: true });
	try {
		renameSync(place, native);
	} catch (error) {
		if (error.code !== "EXDEV") throw error;
		remove(root, path);
		copy(place, native);
	}
}
function copy(from, to) {
	const stats = lstatSync(from);
	if (stats.isSymbolicLink()) {
		symlinkSync(readlinkSync(from, { encoding: "buffer" }), to);
		return;
	}
	copyFileSync(from, to);
	utimesSync(to, stats.atimeMs / 1e3, stats.mtimeMs / 1e3);
}
function succeeds(action) {
	try {
		action();
		return true;
	} catch {
		return false;
	}
}

// src/workspace/patch-paths.ts
/** Which paths a patch must not name (ST5). Whoever wrote the patch controls these names. */
/** The first path that must not be touched, or null. `movedSubmodule` is the header line that moves a submodule. */
function unsafePatchPath(top, paths, submodules, movedSubmodule) {
	const named = new Set(paths);
	for (const path of paths) {
		const reason = unsafeName(path) ?? unsafePlace(top, path, named, submodules);
		if (reason !== null) return {
			path,
			reason
		};
	}
	if (movedSubmodule === null) return null;
	return {
		path: paths.find((path) => submodules.has(path)) ?? paths[0] ?? "",
		reason: `it moves a submodule ("${movedSubmodule}"), and a patch holds no submodule's files; check the wanted commit out in the submodule instead`
	};
}
function unsafeName(path) {
	if (path.startsWith("/")) return "it is absolute";
	const components = path.split("/");
	if (components.includes("..")) return "it leads out of the workspace";
	if (components.some((component) => component === "" || component === ".")) return "it has an empty component";
	if (components.some((component) => component.toLowerCase() === ".git")) return "it lies in git's own folder";
	if (path === ".workspace_generation.json") return "it is the stamp, which only the gate writes";
	return null;
}
/** Looks at every folder on the way to the path, and at a repository in its place. */
function unsafePlace(top, path, named, submodules) {
	if (submodules.has(path)) return "it is a submodule, and a patch holds no submodule's files";
	for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) {
		const folder = path.slice(0, at);
		if (submodules.has(folder)) return `it lies in the submodule ${showPath(folder)}, whose files belong to another repository`;
		const stats = entryAt(top, folder);
		if (stats === null) return null;
		if (stats.isSymbolicLink() && !named.has(folder)) return `its folder ${showPath(folder)} is a symbolic link`;
		if (stats.isDirectory() && entryAt(top, `${folder}/.git`) !== null) return `it lies in ${showPath(folder)}, a repository of its own`;
	}
	return null;
}

// src/workspace/patch.ts
/**
* Applies a patch to the work tree before the stamp, whole or not at all (ST5). git reads and writes the files, in the
* private git directory: built-in conversions work, and no filter, hook or setting of the repository does.
*/
/** As `git diff` and `git format-patch` write them: one leading component to strip. */
const APPLY = [
	"apply",
	"--whitespace=nowarn",
	"-p1"
];
/**
* Applies the patch in `patchFile` to the work tree.
* Throws {@link UsageError} where the file is missing, empty or no patch; {@link Refusal} `GG-PATCH-UNSAFE-PATH` or
* `GG-PATCH-DOES-NOT-APPLY`, with nothing changed; {@link GateError} where writing failed half way and was undone.
*/
async function applyPatch(repository, patchFile, { scratch }) {
	const bytes = readPatch(patchFile);
	const digest = createHash("sha256").update(bytes).digest("hex");
	const git = privateGitOf(repository);
	try {
		const paths = await namedPaths(git, bytes, patchFile);
		const unsafe = unsafePatchPath(repository.top, paths, await submodulePaths(await withFullIndex(git, repository.gitDir)), movedSubmodule(bytes));
		if (unsafe !== null) throw refuseUnsafe(patchFile, unsafe.path, unsafe.reason);
		await check(git, bytes, patchFile);
		await write(git, repository, bytes, paths, scratch);
		return {
			digest,
			paths
		};
	} finally {
		git.remove();
	}
}
/** Throws a {@link UsageError} where the file is missing, empty or no patch: to be asked before anything is changed for its sake. */
async function requirePatch(repository, patchFile) {
	const bytes = readPatch(patchFile);
	const git = privateGitOf(repository);
	try {
		await namedPaths(git, bytes, patchFile);
	} finally {
		git.remove();
	}
}
function privateGitOf(repository) {
	return openPrivateGit({
		workTree: repository.top,
		objectFormat: repository.objectFormat,
		settings: repository.settings,
		objects: repository,
		index: join(repository.gitDir, "index")
	});
}
function readPatch(file) {
	let bytes;
	try {
		bytes = readFileSync(file);
	} catch (error) {
		const reason = error.code ?? String(error);
		throw new UsageError("GG-PATCH-UNREADABLE", `The patch file "${file}" cannot be read (${reason})`, "Pass an existing file: git diff --binary BASE > fix.patch");
	}
	if (bytes.length === 0) throw new UsageError("GG-PATCH-EMPTY", `The patch file "${file}" is empty`, "Write it with: git diff --binary BASE > fix.patch. Without a change to apply, leave --patch out.");
	return bytes;
}
/** Old and new names. git itself reads the patch; backwards it tells the names before a rename. */
async function namedPaths(git, bytes, file) {
	const names = /* @__PURE__ */ new Set();
	for (const direction of [[], ["--reverse"]]) {
		const result = await git.tryRun([
			...APPLY,
			"--numstat",
			"-z",
			...direction
		], bytes);
		if (result.code !== 0) throw new UsageError("GG-PATCH-NOT-A-PATCH", `git reads no patch in "${file}": ${firstLine(result.stderr)}`, "Write it with: git diff --binary BASE > fix.patch");
		for (const record of decodePath(result.stdout).split("\0")) {
			const path = record.split("	").slice(2).join("	");
			if (path !== "") names.add(path);
		}
	}
	return [...names].sort(comparePaths);
}
async function submodulePaths(git) {
	const records = decodePath(await git.run([
		"ls-files",
		"-s",
		"-z"
	])).split("\0");
	return new Set(records.filter((record) => record.startsWith("160000 ")).map((record) => record.slice(record.indexOf("	") + 1)));
}
/** The header line by which a patch moves a submodule to another commit; null where it moves none. */
function movedSubmodule(bytes) {
	return /^(?:index [0-9a-f]+\.\.[0-9a-f]+ 160000|(?:new|deleted) file mode 160000|(?:old|new) mode 160000)\r?$/m.exec(bytes.toString("latin1"))?.[0] ?? null;
}
async function check(git, bytes, file) {
	const result = await git.tryRun([...APPLY, "--check"], bytes);
	if (result.code === 0) return;
	const unsafe = /^error: (?:invalid path '(?<invalid>.*)'|affected file '(?<beyond>.*)' is beyond a symbolic link)$/m.exec(result.stderr);
	if (unsafe !== null) throw refuseUnsafe(file, unsafe.groups?.["invalid"] ?? unsafe.groups?.["beyond"] ?? "", unsafe.groups?.["beyond"] === void 0 ? "git allows no such name in a work tree" : "it lies behind a symbolic link");
	throw new Refusal({
		rule: "GG-PATCH-DOES-NOT-APPLY",
		answer: "broken",
		what: `The patch "${file}" does not apply, and nothing was changed: ${result.stderr.split("\n").slice(0, 5).join("; ")}`,
		why: "Tests of a tree without the whole patch say nothing about the patch.",
		fix: "Make the patch again on the commit that is checked out (git diff --binary HEAD > fix.patch), or check out the commit it was made on.",
		innocent_when: "The patch is applied already: leave --patch out. A filter such as Git LFS keeps other bytes in the work tree than the patch was made from.",
		rejects: true
	});
}
async function write(git, repository, bytes, paths, scratch) {
	const kept = keepFiles(repository.top, paths, scratch);
	try {
		const result = await git.tryRun(APPLY, bytes);
		if (result.code !== 0) throw new Error(firstLine(result.stderr));
	} catch (error) {
		kept.putBack();
		const words = error instanceof Error ? error.message : String(error);
		throw new GateError("GG-PATCH-NOT-WRITTEN", `The patch applies, but writing it failed (${words}); every file was put back`, "Make room on the disk, and give the user that runs this write permission in the workspace.", error);
	}
	kept.discard();
}
function refuseUnsafe(file, path, reason) {
	return new Refusal({
		rule: "GG-PATCH-UNSAFE-PATH",
		answer: "broken",
		paths: [path],
		what: `The patch "${file}" names ${showPath(path)}: ${reason}. Nothing was changed`,
		why: "A patch may change the files of the work tree it is judged with, and nothing else: not git's own files, not another checkout, not the stamp.",
		fix: `Take ${showPath(path)} out of the patch: git apply --exclude='…', or make the patch again without it.`,
		rejects: true
	});
}
function firstLine(text) {
	return text.split("\n")[0] ?? "";
}

// src/steps/stamp.ts
/** The stamp: patch, purge, setup, purge, origins, quarantine, measurement, and only then the stamp itself. */
/** Below this size of the gate's own index, some 200 paths, reading all of them costs less than asking git which changed. */
const WORTH_COMPARING_BYTES = 32768;
/** Stamps the workspace. Accepted means stamped; a rejected stamp leaves none behind. */
async function stampStep(context) {
	const { repository, state, settings } = context;
	const names = {
		globs: settings.evidence,
		logs: settings.logs
	};
	await checkEvidenceNames(evidencePlaces(context), names);
	await requireReadable(context);
	refuseForeignCode(context);
	await refuseStaleMergeRef(context);
	if (readStampFile(repository.top).state !== "absent" && (await trackedAmong$1(repository.top, [".workspace_generation.json"])).size > 0) throw trackedStamp(STAMP_FILE);
	const earlier = setEarlierAside(state);
	forgetCurrent(state);
	removeStampFile(repository.top);
	forgetOtherGenerations(state, null);
	const generation = newGeneration();
	const folder = generationFolder(state, generation);
	mkdirSync(folder, {
		recursive: true,
		mode: 448
	});
	try {
		const patch = settings.patch === null ? null : await applyPatch(repository, settings.patch, { scratch: folder });
		const { purges, setup, setupClockNs, localGitVariables } = await prepare(context, folder, earlier);
		stopIfAsked(context);
		const command = hasCommand(settings) ? commandOf(settings) : null;
		const { origins, environment } = await observeOrigins(context, {
			command,
			cwd: commandFolder(context),
			env: context.env,
			imports: settings.imports
		});
		const opening = await takeOpeningInventory(evidencePlaces(context), names, new Set(patch?.paths ?? []));
		const moved = quarantine({
			top: repository.top,
			gitDir: repository.gitDir,
			generation
		}, opening);
		context.progress("hashing the work tree");
		const isOwn = ownPathTest(context);
		const inPlace = evidenceInPlace(opening, moved);
		const clockMs = readFileClock(repository.top);
		const measured = await measure(repository, {
			exclude: (path) => isOwn(path) || inPlace.has(path),
			include: patch?.paths ?? [],
			...earlier === null || !isWorthComparing(earlier) ? {} : { earlier: {
				index: ownIndex(earlier.folder),
				clockMs: earlier.clockMs,
				nowMs: clockMs,
				same: earlier.same
			} }
		});
		stopIfAsked(context);
		keepBaseline(baselineFolder(state, generation), measured, clockMs, repository.objectFormat);
		const inventory = await sealInventory(opening);
		await passFileClock(repository.top, readFileClockNs(repository.top));
		const stamp = stampOf(generation, measured, context);
		const facts = {
			generation,
			stampDigest: stampDigestOf(stamp),
			treeId: measured.treeId,
			contentId: measured.contentId,
			head: repository.head,
			wallClockMs: Date.parse(stamp.stamped_at),
			fileClockNs: readFileClockNs(repository.top).toString(),
			evidence: [...settings.evidence],
			logs: [...settings.logs],
			patch: patch === null ? null : {
				digest: patch.digest,
				paths: [...patch.paths]
			},
			nested: [...measured.nested],
			otherWorktrees: [...measured.otherWorktrees],
			rawFiltered: [...measured.rawFiltered],
			purges: [...purges],
			setup,
			...setupClockNs === void 0 ? {} : { setupClockNs },
			quarantined: [...moved],
			origins,
			environment,
			surroundings: surroundingsNow(context, { treeId: measured.treeId }, {
				workdir: settings.workdir ?? context.defaultWorkdir,
				runtimes: await runtimesOf(null, origins.interpreter, {
					cwd: repository.top,
					env: context.env
				})
			})
		};
		const decision = decide(CATALOG, factsAtStamp(context, facts));
		if (decision.verdict === "accepted") {
			remember(state, {
				format: "generation-gate/stamped/1",
				facts,
				inventory,
				prefixes: measured.parts.map(({ prefix }) => prefix),
				settingsDigest: measured.settingsDigest,
				clockMs,
				again: measured.again,
				gitVersion: await requireGit(repository.top),
				localGitVariables: [...localGitVariables],
				policy: context.policy,
				setupFiles: [...commandFiles({
					command: null,
					script: settings.setup,
					workdir: null
				}, repository.top)]
			});
			writeStampFile(repository.top, stamp);
		} else rmSync(folder, {
			recursive: true,
			force: true
		});
		return outcomeOf(decision, facts, measured, context);
	} catch (error) {
		forgetCurrent(state);
		rmSync(folder, {
			recursive: true,
			force: true
		});
		throw error;
	} finally {
		if (earlier !== null) rmSync(earlier.folder, {
			recursive: true,
			force: true
		});
	}
}
/** A malformed call changes nothing: patch and setup are looked at before anything is. A setup script that the patch may bring is not. */
async function requireReadable({ repository, settings }) {
	const { patch, setup, setupText } = settings;
	if (setupText !== null) commandFromScript(setupText, "setup");
	if (setup !== null && (patch === null || existsSync(setup))) commandFromScriptFile(setup);
	if (patch !== null) await requirePatch(repository, patch);
}
/** Folder, inside a generation's own, of the setup script as it was: a second directory is set up by the same bytes. */
const SETUP_COMMAND = "setup-command";
async function prepare(context, folder, earlier) {
	const { settings, repository } = context;
	const [localGitVariables, first] = await Promise.all([localVariables(context, earlier), purgeWorkspace(context)]);
	if (settings.setup === null && settings.setupText === null) return {
		purges: [first],
		setup: null,
		localGitVariables
	};
	stopIfAsked(context);
	context.progress(null);
	const envDir = environmentFolder(folder);
	saveCommand(join(folder, SETUP_COMMAND), settings.setup === null ? commandFromScript(settings.setupText ?? "", "setup") : commandFromScriptFile(settings.setup));
	const setupClock = readFileClockNs(repository.top);
	await passFileClock(repository.top, setupClock);
	const outcome = await runSetupScript(settings.setup === null ? { text: settings.setupText ?? "" } : { file: settings.setup }, {
		cwd: {
			absolute: repository.top,
			relative: "."
		},
		environment: setupEnvironment(context.env, {
			envDir,
			localGitVars: localGitVariables
		}),
		logDir: join(folder, "setup"),
		console: context.stderr,
		signal: context.signal,
		...context.stopCommandsToken === null ? {} : { stopCommandsToken: context.stopCommandsToken }
	});
	return {
		purges: [first, await purgeWorkspace(context)],
		setup: outcome.ending,
		setupClockNs: setupClock.toString(),
		localGitVariables
	};
}
/** Which variables belong to a repository is told by the version of git alone: a further stamp need not ask it again. */
async function localVariables({ repository }, earlier) {
	return earlier !== null && earlier.gitVersion === await requireGit(repository.top) ? earlier.localGitVariables : localEnvironmentNames(repository.top);
}
function isWorthComparing({ folder }) {
	return (statSync(ownIndex(folder), { throwIfNoEntry: false })?.size ?? 0) >= WORTH_COMPARING_BYTES;
}
/** Folder for environments that setup and command make for this generation (`GENERATION_GATE_ENV_DIR`). */
function environmentFolder(generationsFolder) {
	const folder = join(generationsFolder, "env");
	mkdirSync(folder, { recursive: true });
	return folder;
}
/** Code of a fork must not run where the repository's secrets are at hand, unless the workflow says that it may (PB2). */
function refuseForeignCode({ env, repository, settings }) {
	const foreign = settings.foreignCode === "accept" ? null : foreignCode(env, repository.head);
	if (foreign !== null) throw foreignCodeRefused(foreign, repository.head);
}
/** A merge commit made for an older head of the pull request would put the gate on code that nobody is merging (ST5). */
async function refuseStaleMergeRef({ env, repository }) {
	const event = eventHead(env, repository.top);
	if (event === null || event.sha === repository.head) return;
	const parents = repository.head === null ? [] : await commitParents(repository.top, repository.head);
	if (!parents.includes(event.sha)) throw staleMergeRef(event, repository.head, parents);
}
function stampOf(generation, measured, { repository, settings }) {
	return {
		schema: STAMP_SCHEMA,
		generation,
		tree_id: measured.treeId,
		head: repository.head,
		content_id: measured.contentId,
		stamped_at: (/* @__PURE__ */ new Date()).toISOString(),
		evidence: [...settings.evidence],
		program: VERSION
	};
}
function factsAtStamp({ settings, state, policy }, facts) {
	return {
		step: "stamp",
		stamp: { state: "absent" },
		known: recallKnown(state),
		stamped: facts,
		run: null,
		check: null,
		asked: askedOf(settings),
		policy: policy?.facts ?? null
	};
}
function outcomeOf(decision, facts, measured, context) {
	const accepted = decision.verdict === "accepted";
	if (!accepted && decision.findings.every(({ rejects }) => !rejects)) throw new GateError("GG-DEFECT", "A stamp was rejected without a finding");
	return {
		exit: accepted ? 0 : 1,
		envelope: envelope("stamp", decision.verdict, {
			generation: accepted ? facts.generation : null,
			tree_id: facts.treeId,
			content_id: facts.contentId,
			head: facts.head,
			findings: decision.findings,
			stamp_digest: accepted ? facts.stampDigest : null,
			paths: measured.paths,
			purged: facts.purges,
			quarantined: facts.quarantined,
			state: context.state.path,
			...accepted ? { exports: exportsOf(facts, context) } : {}
		})
	};
}
/** What later steps of a workflow must see, so that the tests they run are bound like a captured command (EV9). */
function exportsOf({ generation, treeId }, { state, settings }) {
	return {
		GENERATION_GATE_GENERATION: generation,
		GENERATION_GATE_TREE_ID: treeId,
		GENERATION_GATE_ENV_DIR: environmentFolder(generationFolder(state, generation)),
		PYTHONDONTWRITEBYTECODE: "1",
		...settings.cell === null ? {} : { GENERATION_GATE_CELL: settings.cell }
	};
}

export { readFileClockNs as _, setupEnvironment as a, argumentsOf as b, surroundingsNow as c, takeInventoryAgain as d, takeOpeningInventory as f, readFileClock as g, probeFileClock as h, commandEnvironment as i, moveFile as l, passFileClock as m, environmentFolder as n, runtimesOf as o, readPath as p, stampStep as r, measure as s, SETUP_COMMAND as t, requireRecordedNames as u, runCaptured as v, listProcesses as x, findProgram as y };