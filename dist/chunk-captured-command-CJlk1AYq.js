import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { m as object, n as _enum, u as literal, y as string } from "./chunk-mini-TCpuGoTq.js";
import { r as UsageError, t as GateError } from "./chunk-errors-HNU_0TX0.js";
import { n as decodePath, o as showPath, r as encodePath } from "./chunk-path-C-SIO5nl.js";
import { t as capturedCommandSchema } from "./chunk-run-record-D9DhbXjQ.js";

// src/run/captured-command.ts
/** The captured command: made from arguments or a script, digested, saved and read back without losing a byte. */
/** Set apart from a script's digest, so that no script has the digest of an argument list. */
const ARGV_DOMAIN = "generation-gate argument list 1\0";
/** No profile and no rc file of the machine takes part; a failing command or pipeline ends the script. */
const BASH = [
	"bash",
	"--noprofile",
	"--norc",
	"-eo",
	"pipefail"
];
const LONE_SURROGATE = /\p{Surrogate}/u;
const COMMAND_FILE = "command";
const DESCRIPTION_FILE = "command.json";
const DESCRIPTION_FORMAT = "generation-gate/command/1";
const descriptionSchema = object({
	format: literal(DESCRIPTION_FORMAT),
	form: _enum(["argv", "script"]),
	sha256: string()
});
/**
* A command from an argument list, which runs without a shell.
*
* @throws UsageError where the list is empty or holds what no process can receive
*/
function commandFromArguments(argv) {
	if (argv[0] === void 0 || argv[0] === "") throw new UsageError("COMMAND_MISSING", "No command was given", "Write the command after --, for instance: -- pytest -q");
	argv.forEach((argument, index) => {
		const fault = argument.includes("\0") ? "a NUL character" : LONE_SURROGATE.test(argument) ? "a lone surrogate" : "";
		if (fault === "") return;
		throw new UsageError("COMMAND_UNREPRESENTABLE", `Argument ${index} of the command, ${showPath(argument)}, holds ${fault}, which no process can receive`);
	});
	return {
		form: "argv",
		argv: [...argv]
	};
}
/**
* A command from the bytes of a script: run by its `#!` line where it has one, else by bash with errexit and pipefail.
*
* @param origin where the bytes come from, for messages
* @throws UsageError where the script holds no command or its `#!` line names no interpreter
*/
function commandFromScript(script, origin) {
	const bytes = typeof script === "string" ? Buffer.from(script, "utf8") : script;
	const text = decodePath(bytes);
	if (text.trim() === "") throw new UsageError("SCRIPT_EMPTY", `The script ${showPath(origin)} is empty`, "Write the test command into it");
	return {
		form: "script",
		text,
		interpreter: interpreterOf(text, origin)
	};
}
/** {@link commandFromScript} for a script file; the file itself is not read again. */
function commandFromScriptFile(file) {
	let bytes;
	try {
		bytes = readFileSync(file);
	} catch (cause) {
		const code = cause.code ?? String(cause);
		throw new UsageError("SCRIPT_UNREADABLE", `The script ${showPath(file)} cannot be read: ${code}`, "Name an existing, readable file");
	}
	return commandFromScript(bytes, file);
}
/**
* Refuses arguments whose bytes Node has already replaced: what ran would not be what was written.
*
* @param argv arguments of this process, as Node gives them
* @param commandLine the bytes of the same arguments; absent where the system does not tell
* @throws UsageError
*/
function refuseLossyArguments(argv, commandLine = ownCommandLine()) {
	const doubtful = argv.find((argument) => argument.includes("�"));
	if (doubtful === void 0 || commandLine !== void 0 && isUtf8(commandLine)) return;
	throw new UsageError("ARGUMENT_NOT_UTF8", `The argument ${showPath(doubtful)} holds bytes that are not UTF-8; they cannot be passed on unchanged`, "Put the command into a script file and give it as --script FILE: a script keeps every byte");
}
/** sha256 in hex. For a script that of its bytes, for an argument list that of its NUL-ended arguments after a domain. */
function commandDigest(command) {
	const hash = createHash("sha256");
	if (command.form === "argv") hash.update(ARGV_DOMAIN);
	return hash.update(commandBytes(command)).digest("hex");
}
/** The script's bytes, or every argument followed by NUL. */
function commandBytes(command) {
	if (command.form === "script") return encodePath(command.text);
	return Buffer.from(command.argv.map((argument) => `${argument}\0`).join(""), "utf8");
}
/** One line for people. Not to be run: it is quoted for reading, and long commands are cut. */
function showCommand(command, limit = 400) {
	const whole = command.form === "argv" ? command.argv.map(showPath).join(" ") : `${command.interpreter.map(showPath).join(" ")} <script, ${encodePath(command.text).length} bytes>`;
	return whole.length > limit ? `${whole.slice(0, limit)}…` : whole;
}
/**
* Saves a command in `folder`, which is made where it is absent.
*
* `command` holds {@link commandBytes} and nothing else. `command.json` beside it holds the `form`, which says how to
* read those bytes, and the digest. A script's interpreter follows from its bytes and is not stored.
*/
function saveCommand(folder, command) {
	mkdirSync(folder, { recursive: true });
	const description = {
		format: DESCRIPTION_FORMAT,
		form: command.form,
		sha256: commandDigest(command)
	};
	replaceFile(join(folder, COMMAND_FILE), commandBytes(command));
	replaceFile(join(folder, DESCRIPTION_FILE), `${JSON.stringify(description, null, 2)}\n`);
}
/**
* Reads back what {@link saveCommand} wrote. Whoever can write to the folder controls these bytes.
*
* @throws GateError where a file is missing or malformed, or the digest does not fit the bytes
*/
function loadCommand(folder) {
	const where = showPath(join(folder, COMMAND_FILE));
	let bytes;
	let description;
	try {
		bytes = readFileSync(join(folder, COMMAND_FILE));
		description = descriptionSchema.parse(JSON.parse(readFileSync(join(folder, DESCRIPTION_FILE), "utf8")));
	} catch (cause) {
		throw damaged(`The saved command ${where} cannot be read`, cause);
	}
	const command = description.form === "script" ? commandFromScript(bytes, where) : commandFromSavedArguments(bytes, where);
	const digest = commandDigest(command);
	if (digest !== description.sha256) throw damaged(`The saved command ${where} has the digest ${digest}, recorded is ${description.sha256}`);
	return capturedCommandSchema.parse(command);
}
function commandFromSavedArguments(bytes, where) {
	if (!isUtf8(bytes) || bytes.at(-1) !== 0) throw damaged(`The saved command ${where} is no list of NUL-ended UTF-8 arguments`);
	return commandFromArguments(bytes.toString("utf8", 0, bytes.length - 1).split("\0"));
}
/** What the kernel makes of a `#!` line (execve(2)): a path and at most one argument, blanks trimmed. */
function interpreterOf(text, origin) {
	if (!text.startsWith("#!")) return [...BASH];
	const line = text.slice(2).split("\n", 1)[0] ?? "";
	const [, path, argument] = /^[ \t]*([^ \t]+)(?:[ \t]+(.*?))?[ \t]*$/s.exec(line) ?? [];
	if (path === void 0 || encodePath(line).length > 254 || LONE_SURROGATE.test(line)) throw new UsageError("SCRIPT_SHEBANG", `The first line of the script ${showPath(origin)} names no interpreter that can be run: ${showPath(`#!${line.slice(0, 80)}`)}`, "Write for instance #!/bin/bash, or leave the line out for bash with errexit and pipefail");
	return argument === void 0 || argument === "" ? [path] : [path, argument];
}
/** The raw arguments of this process; only Linux tells. */
function ownCommandLine() {
	try {
		return readFileSync("/proc/self/cmdline");
	} catch {
		return;
	}
}
/** A new file in the place of an old one, never through a link. */
function replaceFile(file, content) {
	rmSync(file, { force: true });
	writeFileSync(file, content, {
		flag: "wx",
		mode: 384
	});
}
function damaged(message, cause) {
	return new GateError("COMMAND_RECORD_DAMAGED", message, "Run the command again: the saved record no longer says what ran", cause);
}

export { commandFromScriptFile as a, saveCommand as c, commandFromScript as i, showCommand as l, commandDigest as n, loadCommand as o, commandFromArguments as r, refuseLossyArguments as s, commandBytes as t };