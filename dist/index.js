import "./chunk-rolldown-runtime-CoNq6U3z.js";
import { r as UsageError, t as GateError } from "./chunk-errors-BPOZsNsu.js";
import { t as parseSettings } from "./chunk-plan-DapE_tlF.js";
import { n as performPhase } from "./chunk-perform-Du4gk9O5.js";
import { r as outcomeOfError } from "./chunk-envelope-Do-9adP8.js";
import * as os from "os";
import { EOL } from "os";
import * as crypto from "crypto";
import * as fs from "fs";
import { constants, promises } from "fs";
import "path";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { n as plainLine } from "./chunk-plain-jGVpv_SO.js";
import { r as verdictText, t as preface } from "./chunk-print-XBh-oALc.js";

// src/inputs/from-action.ts
/** The action's inputs, read into validated settings. The workflow's author writes them; expressions in them may not. */
const PHASES = [
	"gate",
	"stamp",
	"run",
	"check",
	"fan-in"
];
/** Inputs that are reserved and not built: an empty or false value means "not asked for". */
const RESERVED = [
	["upload", "no artifact is uploaded; write a bundle by the input \"bundle\" and upload its folder"],
	["attest", "no attestation is made"],
	["check-run", "no check run is made"]
];
/** Validates the inputs. `input` gives the text of one, empty where it is not set. */
function parseInputs(input) {
	const phase = input("phase") === "" ? "gate" : input("phase");
	if (!PHASES.includes(phase)) throw new UsageError("GG-INPUT-INVALID", `Input "phase" cannot be ${JSON.stringify(phase)}`, `Write one of ${PHASES.join(", ")}, for example: phase: gate`);
	for (const [name, what] of RESERVED) if (!["", "false"].includes(input(name))) throw notBuilt(name, what);
	const script = input("run");
	if ((phase === "gate" || phase === "run") && script === "") throw new UsageError("GG-INPUT-MISSING", `Input "run" is empty, and phase "${phase}" runs a command`, "Write the test command, for example: run: pytest --junitxml=reports/junit.xml");
	if (script !== "" && (phase === "stamp" || phase === "check" || phase === "fan-in")) throw new UsageError("GG-INPUT-CONFLICT", `Input "run" is set, and phase "${phase}" runs no command`, "Leave \"run\" out, or write: phase: gate");
	const bundles = lines(input("bundles"));
	const expectCells = input("expect-cells").split(/[,\n]/).map((name) => name.trim()).filter((name) => name !== "");
	requireFanInInputs(phase, expectCells, bundles);
	return {
		phase,
		bundles,
		settings: parseSettings({
			...textSetting("workspace", input("workspace")),
			...textSetting("state", input("state")),
			evidence: lines(input("evidence")),
			logs: lines(input("log")),
			...textSetting("patch", input("patch")),
			...textSetting("setupText", input("setup")),
			imports: lines(input("imports")),
			...textSetting("python", input("python")),
			...textSetting("workdir", input("workdir")),
			...textSetting("scriptText", script),
			...numberSetting("timeoutSeconds", "timeout", input("timeout")),
			...textSetting("cell", input("cell")),
			...textSetting("bundle", input("bundle")),
			expectCells,
			...textSetting("tree", input("tree")),
			...textSetting("repo", input("repo")),
			summaries: lines(input("summary")),
			requireTests: lines(input("require-tests")),
			...numberSetting("minTests", "min-tests", input("min-tests")),
			...choice("outcome", input("outcome")),
			...textSetting("expectGeneration", input("expect-generation")),
			...textSetting("expectStampDigest", input("expect-stamp-digest")),
			...choice("survivors", input("survivors")),
			...choice("foreignEditables", input("foreign-editables")),
			...choice("witness", input("witness")),
			...choice("bytecode", input("bytecode")),
			allowIgnored: lines(input("allow-ignored")),
			generated: lines(input("generated")),
			unwitnessedOk: lines(input("unwitnessed-ok")),
			...choice("unloaded", input("unloaded")),
			...numberSetting("slackSeconds", "slack", input("slack")),
			...comparisonSettings(input, phase),
			...isolationSettings(input, phase),
			owned: lines(input("owned")),
			forbidden: lines(input("forbidden")),
			...flag("requireRebased", "require-rebased", input("require-rebased"))
		})
	};
}
/** Second runs of the command: base, replay, control. */
function comparisonSettings(input, phase) {
	const asked = [
		"base",
		"replay",
		"control"
	].find((name) => !["", "false"].includes(input(name)));
	if (asked !== void 0 && phase !== "gate") throw new UsageError("GG-INPUT-CONFLICT", `Input "${asked}" is set, and phase "${phase}" runs the command no second time`, "Write phase: gate, or leave it out");
	const onlyWithBase = [
		"baseline",
		"tests",
		"require-fixed",
		"base-import-errors"
	].find((name) => input(name) !== "");
	if (onlyWithBase !== void 0 && input("base") === "") throw new UsageError("GG-BASE-MISSING", `Input "${onlyWithBase}" is set, and "base" is not`, "Name the revision to compare with, for example: base: ${{ github.event.pull_request.base.sha }}");
	return {
		...textSetting("base", input("base")),
		...choice("baseline", input("baseline")),
		tests: lines(input("tests")),
		requireFixed: lines(input("require-fixed")),
		...choice("baseImportErrors", input("base-import-errors")),
		...flag("replay", "replay", input("replay")),
		...flag("control", "control", input("control")),
		...numberSetting("controlBudgetSeconds", "control-budget", input("control-budget")),
		...flag("keep", "keep", input("keep"))
	};
}
/** A worktree of its own: for the phase that does everything in one step. */
function isolationSettings(input, phase) {
	const isolation = input("isolation") === "false" ? "" : input("isolation");
	if (isolation === "worktree" && phase !== "gate") throw new UsageError("GG-INPUT-CONFLICT", `Input "isolation" is set, and phase "${phase}" is one part of what would have to happen in one worktree`, "Write phase: gate, or leave it out");
	const lone = ["link", "on-success"].find((name) => input(name) !== "");
	if (lone !== void 0 && isolation !== "worktree") throw new UsageError("GG-ISOLATION-MISSING", `Input "${lone}" is set, and "isolation" is not worktree`, "Write both, or leave it out: isolation: worktree");
	return {
		...choice("isolation", isolation),
		links: lines(input("link")),
		...choice("onSuccess", input("on-success"))
	};
}
function flag(key, name, value) {
	if (value === "") return {};
	if (value !== "true" && value !== "false") throw new UsageError("GG-INPUT-INVALID", `Input "${name}" cannot be ${JSON.stringify(value)}`, `Write true or false, for example: ${name}: true`);
	return { [key]: value === "true" };
}
/** What a fan-in cannot do without, and what nobody else has a use for. */
function requireFanInInputs(phase, expectCells, bundles) {
	if (phase !== "fan-in") {
		const [lone] = [...expectCells.length > 0 ? ["expect-cells"] : [], ...bundles.length > 0 ? ["bundles"] : []];
		if (lone !== void 0) throw new UsageError("GG-INPUT-CONFLICT", `Input "${lone}" is set, and phase "${phase}" gathers no cells`, `Leave "${lone}" out, or write: phase: fan-in`);
		return;
	}
	if (expectCells.length === 0) throw new UsageError("GG-INPUT-MISSING", "Input \"expect-cells\" is empty, and phase \"fan-in\" must know which cells there are", "Write their names, for example: expect-cells: linux, macos");
	if (bundles.length === 0) throw new UsageError("GG-INPUT-MISSING", "Input \"bundles\" is empty: artifacts of the run are not fetched yet", "Download them first with actions/download-artifact, and name the folder, for example: bundles: bundles");
}
/** One entry a line; blank lines do not count. A glob may hold spaces and commas. */
function lines(text) {
	return text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
}
function textSetting(key, value) {
	return value === "" ? {} : { [key]: value };
}
function choice(key, value) {
	return textSetting(key, value);
}
function numberSetting(key, name, value) {
	if (value === "") return {};
	const number = Number(value);
	if (!Number.isFinite(number) || number < 0) throw new UsageError("GG-INPUT-INVALID", `Input "${name}" cannot be ${JSON.stringify(value)}`, `Write a number, for example: ${name}: 600`);
	return { [key]: number };
}
function notBuilt(name, what) {
	return new GateError("GG-NOT-BUILT", `Input "${name}" is not built yet: ${what}`, "Leave it out; the verdict then says nothing about it.");
}

// node_modules/@actions/core/lib/utils.js
/**
* Sanitizes an input into a string so it can be passed into issueCommand safely
* @param input input to sanitize into a string
*/
function toCommandValue(input) {
	if (input === null || input === void 0) return "";
	else if (typeof input === "string" || input instanceof String) return input;
	return JSON.stringify(input);
}
/**
*
* @param annotationProperties
* @returns The command properties to send with the actual annotation command
* See IssueCommandProperties: https://github.com/actions/runner/blob/main/src/Runner.Worker/ActionCommandManager.cs#L646
*/
function toCommandProperties(annotationProperties) {
	if (!Object.keys(annotationProperties).length) return {};
	return {
		title: annotationProperties.title,
		file: annotationProperties.file,
		line: annotationProperties.startLine,
		endLine: annotationProperties.endLine,
		col: annotationProperties.startColumn,
		endColumn: annotationProperties.endColumn
	};
}

// node_modules/@actions/core/lib/command.js
/**
* Issues a command to the GitHub Actions runner
*
* @param command - The command name to issue
* @param properties - Additional properties for the command (key-value pairs)
* @param message - The message to include with the command
* @remarks
* This function outputs a specially formatted string to stdout that the Actions
* runner interprets as a command. These commands can control workflow behavior,
* set outputs, create annotations, mask values, and more.
*
* Command Format:
*   ::name key=value,key=value::message
*
* @example
* ```typescript
* // Issue a warning annotation
* issueCommand('warning', {}, 'This is a warning message');
* // Output: ::warning::This is a warning message
*
* // Set an environment variable
* issueCommand('set-env', { name: 'MY_VAR' }, 'some value');
* // Output: ::set-env name=MY_VAR::some value
*
* // Add a secret mask
* issueCommand('add-mask', {}, 'secretValue123');
* // Output: ::add-mask::secretValue123
* ```
*
* @internal
* This is an internal utility function that powers the public API functions
* such as setSecret, warning, error, and exportVariable.
*/
function issueCommand(command, properties, message) {
	const cmd = new Command(command, properties, message);
	process.stdout.write(cmd.toString() + os.EOL);
}
const CMD_STRING = "::";
var Command = class {
	constructor(command, properties, message) {
		if (!command) command = "missing.command";
		this.command = command;
		this.properties = properties;
		this.message = message;
	}
	toString() {
		let cmdStr = CMD_STRING + this.command;
		if (this.properties && Object.keys(this.properties).length > 0) {
			cmdStr += " ";
			let first = true;
			for (const key in this.properties) if (this.properties.hasOwnProperty(key)) {
				const val = this.properties[key];
				if (val) {
					if (first) first = false;
					else cmdStr += ",";
					cmdStr += `${key}=${escapeProperty(val)}`;
				}
			}
		}
		cmdStr += `${CMD_STRING}${escapeData(this.message)}`;
		return cmdStr;
	}
};
function escapeData(s) {
	return toCommandValue(s).replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
}
function escapeProperty(s) {
	return toCommandValue(s).replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A").replace(/:/g, "%3A").replace(/,/g, "%2C");
}

// node_modules/@actions/core/lib/file-command.js
function issueFileCommand(command, message) {
	const filePath = process.env[`GITHUB_${command}`];
	if (!filePath) throw new Error(`Unable to find environment variable for file command ${command}`);
	if (!fs.existsSync(filePath)) throw new Error(`Missing file at path: ${filePath}`);
	fs.appendFileSync(filePath, `${toCommandValue(message)}${os.EOL}`, { encoding: "utf8" });
}
function prepareKeyValueMessage(key, value) {
	const delimiter = `ghadelimiter_${crypto.randomUUID()}`;
	const convertedValue = toCommandValue(value);
	if (key.includes(delimiter)) throw new Error(`Unexpected input: name should not contain the delimiter "${delimiter}"`);
	if (convertedValue.includes(delimiter)) throw new Error(`Unexpected input: value should not contain the delimiter "${delimiter}"`);
	return `${key}<<${delimiter}${os.EOL}${convertedValue}${os.EOL}${delimiter}`;
}

// node_modules/@actions/core/lib/summary.js
var __awaiter$1 = void 0 && (void 0).__awaiter || function(thisArg, _arguments, P, generator) {
	function adopt(value) {
		return value instanceof P ? value : new P(function(resolve) {
			resolve(value);
		});
	}
	return new (P || (P = Promise))(function(resolve, reject) {
		function fulfilled(value) {
			try {
				step(generator.next(value));
			} catch (e) {
				reject(e);
			}
		}
		function rejected(value) {
			try {
				step(generator["throw"](value));
			} catch (e) {
				reject(e);
			}
		}
		function step(result) {
			result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected);
		}
		step((generator = generator.apply(thisArg, _arguments || [])).next());
	});
};
const { access, appendFile, writeFile } = promises;
const SUMMARY_ENV_VAR = "GITHUB_STEP_SUMMARY";
var Summary = class {
	constructor() {
		this._buffer = "";
	}
	/**
	* Finds the summary file path from the environment, rejects if env var is not found or file does not exist
	* Also checks r/w permissions.
	*
	* @returns step summary file path
	*/
	filePath() {
		return __awaiter$1(this, void 0, void 0, function* () {
			if (this._filePath) return this._filePath;
			const pathFromEnv = process.env[SUMMARY_ENV_VAR];
			if (!pathFromEnv) throw new Error(`Unable to find environment variable for $${SUMMARY_ENV_VAR}. Check if your runtime environment supports job summaries.`);
			try {
				yield access(pathFromEnv, constants.R_OK | constants.W_OK);
			} catch (_a) {
				throw new Error(`Unable to access summary file: '${pathFromEnv}'. Check if the file has correct read/write permissions.`);
			}
			this._filePath = pathFromEnv;
			return this._filePath;
		});
	}
	/**
	* Wraps content in an HTML tag, adding any HTML attributes
	*
	* @param {string} tag HTML tag to wrap
	* @param {string | null} content content within the tag
	* @param {[attribute: string]: string} attrs key-value list of HTML attributes to add
	*
	* @returns {string} content wrapped in HTML element
	*/
	wrap(tag, content, attrs = {}) {
		const htmlAttrs = Object.entries(attrs).map(([key, value]) => ` ${key}="${value}"`).join("");
		if (!content) return `<${tag}${htmlAttrs}>`;
		return `<${tag}${htmlAttrs}>${content}</${tag}>`;
	}
	/**
	* Writes text in the buffer to the summary buffer file and empties buffer. Will append by default.
	*
	* @param {SummaryWriteOptions} [options] (optional) options for write operation
	*
	* @returns {Promise<Summary>} summary instance
	*/
	write(options) {
		return __awaiter$1(this, void 0, void 0, function* () {
			const overwrite = !!(options === null || options === void 0 ? void 0 : options.overwrite);
			const filePath = yield this.filePath();
			yield (overwrite ? writeFile : appendFile)(filePath, this._buffer, { encoding: "utf8" });
			return this.emptyBuffer();
		});
	}
	/**
	* Clears the summary buffer and wipes the summary file
	*
	* @returns {Summary} summary instance
	*/
	clear() {
		return __awaiter$1(this, void 0, void 0, function* () {
			return this.emptyBuffer().write({ overwrite: true });
		});
	}
	/**
	* Returns the current summary buffer as a string
	*
	* @returns {string} string of summary buffer
	*/
	stringify() {
		return this._buffer;
	}
	/**
	* If the summary buffer is empty
	*
	* @returns {boolen} true if the buffer is empty
	*/
	isEmptyBuffer() {
		return this._buffer.length === 0;
	}
	/**
	* Resets the summary buffer without writing to summary file
	*
	* @returns {Summary} summary instance
	*/
	emptyBuffer() {
		this._buffer = "";
		return this;
	}
	/**
	* Adds raw text to the summary buffer
	*
	* @param {string} text content to add
	* @param {boolean} [addEOL=false] (optional) append an EOL to the raw text (default: false)
	*
	* @returns {Summary} summary instance
	*/
	addRaw(text, addEOL = false) {
		this._buffer += text;
		return addEOL ? this.addEOL() : this;
	}
	/**
	* Adds the operating system-specific end-of-line marker to the buffer
	*
	* @returns {Summary} summary instance
	*/
	addEOL() {
		return this.addRaw(EOL);
	}
	/**
	* Adds an HTML codeblock to the summary buffer
	*
	* @param {string} code content to render within fenced code block
	* @param {string} lang (optional) language to syntax highlight code
	*
	* @returns {Summary} summary instance
	*/
	addCodeBlock(code, lang) {
		const attrs = Object.assign({}, lang && { lang });
		const element = this.wrap("pre", this.wrap("code", code), attrs);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML list to the summary buffer
	*
	* @param {string[]} items list of items to render
	* @param {boolean} [ordered=false] (optional) if the rendered list should be ordered or not (default: false)
	*
	* @returns {Summary} summary instance
	*/
	addList(items, ordered = false) {
		const tag = ordered ? "ol" : "ul";
		const listItems = items.map((item) => this.wrap("li", item)).join("");
		const element = this.wrap(tag, listItems);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML table to the summary buffer
	*
	* @param {SummaryTableCell[]} rows table rows
	*
	* @returns {Summary} summary instance
	*/
	addTable(rows) {
		const tableBody = rows.map((row) => {
			const cells = row.map((cell) => {
				if (typeof cell === "string") return this.wrap("td", cell);
				const { header, data, colspan, rowspan } = cell;
				const tag = header ? "th" : "td";
				const attrs = Object.assign(Object.assign({}, colspan && { colspan }), rowspan && { rowspan });
				return this.wrap(tag, data, attrs);
			}).join("");
			return this.wrap("tr", cells);
		}).join("");
		const element = this.wrap("table", tableBody);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds a collapsable HTML details element to the summary buffer
	*
	* @param {string} label text for the closed state
	* @param {string} content collapsable content
	*
	* @returns {Summary} summary instance
	*/
	addDetails(label, content) {
		const element = this.wrap("details", this.wrap("summary", label) + content);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML image tag to the summary buffer
	*
	* @param {string} src path to the image you to embed
	* @param {string} alt text description of the image
	* @param {SummaryImageOptions} options (optional) addition image attributes
	*
	* @returns {Summary} summary instance
	*/
	addImage(src, alt, options) {
		const { width, height } = options || {};
		const attrs = Object.assign(Object.assign({}, width && { width }), height && { height });
		const element = this.wrap("img", null, Object.assign({
			src,
			alt
		}, attrs));
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML section heading element
	*
	* @param {string} text heading text
	* @param {number | string} [level=1] (optional) the heading level, default: 1
	*
	* @returns {Summary} summary instance
	*/
	addHeading(text, level) {
		const tag = `h${level}`;
		const allowedTag = [
			"h1",
			"h2",
			"h3",
			"h4",
			"h5",
			"h6"
		].includes(tag) ? tag : "h1";
		const element = this.wrap(allowedTag, text);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML thematic break (<hr>) to the summary buffer
	*
	* @returns {Summary} summary instance
	*/
	addSeparator() {
		const element = this.wrap("hr", null);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML line break (<br>) to the summary buffer
	*
	* @returns {Summary} summary instance
	*/
	addBreak() {
		const element = this.wrap("br", null);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML blockquote to the summary buffer
	*
	* @param {string} text quote text
	* @param {string} cite (optional) citation url
	*
	* @returns {Summary} summary instance
	*/
	addQuote(text, cite) {
		const attrs = Object.assign({}, cite && { cite });
		const element = this.wrap("blockquote", text, attrs);
		return this.addRaw(element).addEOL();
	}
	/**
	* Adds an HTML anchor tag to the summary buffer
	*
	* @param {string} text link text/content
	* @param {string} href hyperlink
	*
	* @returns {Summary} summary instance
	*/
	addLink(text, href) {
		const element = this.wrap("a", text, { href });
		return this.addRaw(element).addEOL();
	}
};
const _summary = new Summary();
const summary = _summary;

// node_modules/@actions/core/lib/core.js
var __awaiter = void 0 && (void 0).__awaiter || function(thisArg, _arguments, P, generator) {
	function adopt(value) {
		return value instanceof P ? value : new P(function(resolve) {
			resolve(value);
		});
	}
	return new (P || (P = Promise))(function(resolve, reject) {
		function fulfilled(value) {
			try {
				step(generator.next(value));
			} catch (e) {
				reject(e);
			}
		}
		function rejected(value) {
			try {
				step(generator["throw"](value));
			} catch (e) {
				reject(e);
			}
		}
		function step(result) {
			result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected);
		}
		step((generator = generator.apply(thisArg, _arguments || [])).next());
	});
};
/**
* The code to exit an action
*/
var ExitCode;
(function(ExitCode) {
	/**
	* A code indicating that the action was successful
	*/
	ExitCode[ExitCode["Success"] = 0] = "Success";
	/**
	* A code indicating that the action was a failure
	*/
	ExitCode[ExitCode["Failure"] = 1] = "Failure";
})(ExitCode || (ExitCode = {}));
/**
* Sets env variable for this action and future actions in the job
* @param name the name of the variable to set
* @param val the value of the variable. Non-string values will be converted to a string via JSON.stringify
*/
function exportVariable(name, val) {
	const convertedVal = toCommandValue(val);
	process.env[name] = convertedVal;
	if (process.env["GITHUB_ENV"] || "") return issueFileCommand("ENV", prepareKeyValueMessage(name, val));
	issueCommand("set-env", { name }, convertedVal);
}
/**
* Gets the value of an input.
* Unless trimWhitespace is set to false in InputOptions, the value is also trimmed.
* Returns an empty string if the value is not defined.
*
* @param     name     name of the input to get
* @param     options  optional. See InputOptions.
* @returns   string
*/
function getInput(name, options) {
	const val = process.env[`INPUT_${name.replace(/ /g, "_").toUpperCase()}`] || "";
	if (options && options.required && !val) throw new Error(`Input required and not supplied: ${name}`);
	if (options && options.trimWhitespace === false) return val;
	return val.trim();
}
/**
* Sets the value of an output.
*
* @param     name     name of the output to set
* @param     value    value to store. Non-string values will be converted to a string via JSON.stringify
*/
function setOutput(name, value) {
	if (process.env["GITHUB_OUTPUT"] || "") return issueFileCommand("OUTPUT", prepareKeyValueMessage(name, value));
	process.stdout.write(os.EOL);
	issueCommand("set-output", { name }, toCommandValue(value));
}
/**
* Adds an error issue
* @param message error issue message. Errors will be converted to string via toString()
* @param properties optional properties to add to the annotation.
*/
function error(message, properties = {}) {
	issueCommand("error", toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
/**
* Adds a warning issue
* @param message warning issue message. Errors will be converted to string via toString()
* @param properties optional properties to add to the annotation.
*/
function warning(message, properties = {}) {
	issueCommand("warning", toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}

// src/publish/markdown.ts
/** GitHub drops a step's summary beyond 1 MiB instead of cutting it; this leaves room for the steps around it. */
const SUMMARY_LIMIT_BYTES = 921600;
/** The job summary of a verdict, at most 900 KiB; what was left out is said. */
function summaryMarkdown(envelope) {
	const { tests } = envelope;
	const rejecting = envelope.findings.filter(({ rejects }) => rejects);
	const notes = envelope.findings.filter(({ rejects, answer, listed }) => !rejects && (answer !== "holds" || listed === true));
	const head = [
		`## ${envelope.verdict === "accepted" ? "✅" : "❌"} generation-gate ${envelope.verb}: ${envelope.verdict}`,
		"",
		"| generation | tree | tests |",
		"| --- | --- | --- |",
		`| ${code(envelope.generation ?? "none")} | ${code(envelope.tree_id ?? "none")} | ${tests.total} (${tests.passed} passed, ${tests.failed} failed, ${tests.errored} errored, ${tests.skipped} skipped, ${tests.flaky} flaky) |`,
		""
	].join("\n");
	const parts = [
		...cellsSection(envelope),
		...rejecting.map(section),
		...notes.length > 0 ? [`### Worth knowing\n\n${notes.map((finding) => `- ${markdownText(finding.what)} (${code(finding.rule)})`).join("\n")}\n`] : []
	];
	let text = head;
	for (const [at, part] of parts.entries()) {
		if (Buffer.byteLength(text) + Buffer.byteLength(part) > SUMMARY_LIMIT_BYTES) return `${text}\n_${parts.length - at} more parts were left out; the log has them all._\n`;
		text += `\n${part}`;
	}
	return `${text}\n`;
}
/** One row a cell, where the verdict is over several. */
function cellsSection({ cells }) {
	if (!Array.isArray(cells)) return [];
	return [`${[
		"| cell | verdict | tree | tests | red | ran on |",
		"| --- | --- | --- | ---: | ---: | --- |",
		...cells.map(({ cell, source, state, tree_id: tree, tests, runtimes }) => `| ${code(cell ?? source ?? "")} | ${state === "accepted" ? "✅" : "❌"} ${state} | ${code(tree?.slice(0, 12) ?? "none")} | ${tests.total} | ${tests.failed + tests.errored} | ${markdownText(runtimes.join(", "))} |`)
	].join("\n")}\n`];
}
function section(finding) {
	const { rule, answer, what, why, fix, innocent_when: innocentWhen } = finding;
	return [
		`### ${answer === "broken" ? "✗" : "?"} ${rule}`,
		"",
		`**What.** ${markdownText(what)}`,
		"",
		`**Why.** ${markdownText(why)}`,
		...fix === "" ? [] : ["", `**Fix.** ${markdownText(fix)}`],
		...innocentWhen === void 0 ? [] : ["", `**Innocent when** ${markdownText(innocentWhen)}`],
		""
	].join("\n");
}
/** Text of others as Markdown that shows it and does nothing else. */
function markdownText(text) {
	return plainLine(text).trim().replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replace(/([\\`*_{}[\]()#+!|~-])/g, "\\$1").replace(/([@#])(?=[A-Za-z0-9])/g, "$1<!-- -->").replace(/^(\d+)([.)])/, "$1\\$2").replaceAll("://", ":<!-- -->//").replace(/www\./gi, (start) => `${start.slice(0, -1)}<!-- -->.`);
}
function code(text) {
	return `<code>${plainLine(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("|", "&#124;")}</code>`;
}

// src/github/job.ts
/**
* The job's side of a verdict: inputs, outputs, variables for later steps, annotations, log and job summary.
* None of it can change the verdict; a part that fails is said once and left out.
*/
/** GitHub shows at most ten annotations of a level per step; the rest is in the summary. */
const ANNOTATIONS_PER_STEP = 10;
/** An output travels in a file that all steps read; what is longer is cut to whole findings. */
const FINDINGS_OUTPUT_BYTES = 262144;
function readInput(name) {
	return getInput(name);
}
/** Publishes an outcome to the job: log, outputs, variables, annotations, summary. */
async function publishOutcome(outcome) {
	const { envelope } = outcome;
	const text = preface(envelope, false) + verdictText(envelope, {
		colour: false,
		quiet: false
	});
	process.stdout.write(`${text}\n`);
	part("The outputs", () => setOutputs(outcome));
	part("The variables for later steps", () => {
		for (const [name, value] of Object.entries(exportsOf(outcome))) exportVariable(name, value);
	});
	annotate(envelope.findings);
	await summarize(outcome);
}
/** One part of publishing. The verdict is reached: a file of the runner that cannot be written takes nothing from it. */
function part(what, publish) {
	try {
		publish();
	} catch (error) {
		warning(plainLine(`${what} could not be written: ${error instanceof Error ? error.message : String(error)}`));
	}
}
function setOutputs(outcome) {
	const { envelope } = outcome;
	setOutput("verdict", envelope.verdict);
	setOutput("generation", envelope.generation ?? "");
	setOutput("tree-id", envelope.tree_id ?? "");
	setOutput("stamp-digest", typeof envelope["stamp_digest"] === "string" ? envelope["stamp_digest"] : "");
	setOutput("findings", JSON.stringify(fitting(envelope.findings)));
	setOutput("tests", JSON.stringify(envelope.tests));
	setOutput("artifact-id", "");
	setOutput("artifact-digest", "");
	setOutput("report-path", saveReport(outcome));
}
/** What later steps of the workflow must see, so that their tests run as the captured command would (EV9). */
function exportsOf({ envelope }) {
	const variables = envelope["exports"];
	return typeof variables === "object" && variables !== null && envelope.verdict === "accepted" ? variables : {};
}
function annotate(findings) {
	for (const finding of findings.filter(({ rejects }) => rejects).slice(0, ANNOTATIONS_PER_STEP)) {
		const file = finding.paths?.[0];
		error(plainLine(`${finding.what}. ${finding.fix}`), {
			title: finding.rule,
			...file === void 0 ? {} : { file: plainLine(file) }
		});
	}
}
async function summarize(outcome) {
	if ((process.env["GITHUB_STEP_SUMMARY"] ?? "") === "") return;
	try {
		await summary.addRaw(summaryMarkdown(outcome.envelope)).write();
	} catch (error) {
		warning(plainLine(`The job summary could not be written: ${error instanceof Error ? error.message : String(error)}`));
	}
}
function saveReport({ envelope }) {
	const folder = process.env["RUNNER_TEMP"] ?? "";
	if (folder === "") return "";
	const file = join(folder, `generation-gate-${envelope.verb}-${process.pid}.json`);
	try {
		writeFileSync(file, `${JSON.stringify(envelope)}\n`);
		return file;
	} catch {
		return "";
	}
}
function fitting(findings) {
	const kept = [];
	let bytes = 0;
	for (const finding of findings.toSorted((left, right) => Number(right.rejects) - Number(left.rejects))) {
		const slim = {
			...finding,
			...finding.paths === void 0 ? {} : { paths: finding.paths.slice(0, 20) }
		};
		bytes += Buffer.byteLength(JSON.stringify(slim));
		if (bytes > FINDINGS_OUTPUT_BYTES) break;
		kept.push(slim);
	}
	return kept;
}

// src/action.ts
/** The action: inputs in, the same steps as the program, outputs, annotations and a job summary out. */
async function main() {
	let phase = "gate";
	try {
		const call = parseInputs(readInput);
		phase = call.phase;
		return await performPhase(call);
	} catch (error) {
		return outcomeOfError(phase, error);
	}
}
const outcome = await main();
process.exitCode = outcome.exit;
await publishOutcome(outcome);

export {  };