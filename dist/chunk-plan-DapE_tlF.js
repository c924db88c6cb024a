import { _ as _lte, a as boolean, b as _positive, c as int, d as number, f as object, h as string, i as array, n as _enum, u as nullable, v as _minLength, x as _regex, y as _nonnegative } from "./chunk-mini-67SZjQX2.js";
import { r as UsageError } from "./chunk-errors-BPOZsNsu.js";
import { t as HANDED_OVER_OUTCOMES } from "./chunk-facts-C9e0eSJg.js";
import { i as generationSchema } from "./chunk-stamp-B22QMI9q.js";

// src/inputs/plan.ts
/** Settings of a call, validated once, whether they come from the command line or from the action's inputs. */
const globs = array(string().check(_minLength(1)));
const positiveSeconds = number().check(_positive(), _lte(2147483));
const wholeNumber = int().check(_nonnegative());
const settingsSchema = object({
	/** Folder in the work tree that is judged. */
	workspace: string().check(_minLength(1)),
	/** State folder; null for the default place. */
	state: nullable(string().check(_minLength(1))),
	evidence: globs,
	logs: globs,
	/** Patch file to apply before the stamp. */
	patch: nullable(string().check(_minLength(1))),
	/** Setup script file, or the script's text where `setupText` is given (action). */
	setup: nullable(string().check(_minLength(1))),
	setupText: nullable(string().check(_minLength(1))),
	imports: array(string().check(_regex(/^[\p{L}_][\p{L}\p{N}_]*(\.[\p{L}_][\p{L}\p{N}_]*)*$/u))),
	/** Interpreter to ask for origins; null to find it. */
	python: nullable(string().check(_minLength(1))),
	/** Folder the command runs in, relative to the workspace's top; null for the folder given as workspace. */
	workdir: nullable(string().check(_minLength(1))),
	/** The captured command: exactly one of the three is given where a command is run. */
	command: nullable(array(string()).check(_minLength(1))),
	script: nullable(string().check(_minLength(1))),
	scriptText: nullable(string().check(_minLength(1))),
	timeoutSeconds: nullable(positiveSeconds),
	cell: nullable(string().check(_regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/))),
	summaries: array(string().check(_minLength(1))),
	requireTests: array(string().check(_minLength(1))),
	minTests: wholeNumber,
	outcome: nullable(_enum(HANDED_OVER_OUTCOMES)),
	expectGeneration: nullable(generationSchema),
	expectStampDigest: nullable(string().check(_regex(/^[0-9a-f]{64}$/))),
	survivors: _enum(["report", "reject"]),
	foreignEditables: _enum(["report", "reject"]),
	witness: _enum([
		"observe",
		"off",
		"required"
	]),
	bytecode: _enum(["purge", "isolate"]),
	allowIgnored: globs,
	generated: globs,
	unwitnessedOk: globs,
	unloaded: _enum(["report", "reject"]),
	slackSeconds: wholeNumber,
	/** Revision whose code the command is run on as well; null for none. */
	base: nullable(string().check(_minLength(1))),
	baseline: _enum(["require", "observe"]),
	/** Globs of test files; none for those of the known ecosystems. */
	tests: globs,
	/** Tests that must fail on the base and pass on the head. */
	requireFixed: array(string().check(_minLength(1))),
	baseImportErrors: _enum(["reject", "accept"]),
	replay: boolean(),
	control: boolean(),
	controlBudgetSeconds: positiveSeconds,
	/** `worktree`: everything happens in a worktree of its own. */
	isolation: _enum(["none", "worktree"]),
	/** Paths of the workspace that an isolated worktree shares by a link. */
	links: globs,
	onSuccess: _enum(["keep", "prune"]),
	/** Globs of the paths that the change may, and must not, touch. */
	owned: globs,
	forbidden: globs,
	requireRebased: boolean(),
	/** Quotes of a packet: `FILE:START-END`, `FILE:text`, or text of the contributing guide. */
	quotes: array(string().check(_minLength(1))),
	/** Folder to write the cell's bundle to; null for none. */
	bundle: nullable(string().check(_minLength(1))),
	/** Names of the cells of which a fan-in wants a bundle. */
	expectCells: array(string().check(_regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/))),
	/** Tree that is to be merged, and a repository whose HEAD names it; null for none. */
	tree: nullable(string().check(_regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/))),
	repo: nullable(string().check(_minLength(1))),
	/** Keep second directories. */
	keep: boolean()
});
/** What a call that says nothing gets. */
const DEFAULT_SETTINGS = {
	workspace: ".",
	state: null,
	evidence: [],
	logs: [],
	patch: null,
	setup: null,
	setupText: null,
	imports: [],
	python: null,
	workdir: null,
	command: null,
	script: null,
	scriptText: null,
	timeoutSeconds: null,
	cell: null,
	summaries: [],
	requireTests: [],
	minTests: 0,
	outcome: null,
	expectGeneration: null,
	expectStampDigest: null,
	survivors: "report",
	foreignEditables: "report",
	witness: "observe",
	bytecode: "purge",
	allowIgnored: [],
	generated: [],
	unwitnessedOk: [],
	unloaded: "report",
	slackSeconds: 1,
	base: null,
	baseline: "require",
	tests: [],
	requireFixed: [],
	baseImportErrors: "reject",
	replay: false,
	control: false,
	controlBudgetSeconds: 600,
	isolation: "none",
	links: [],
	onSuccess: "keep",
	owned: [],
	forbidden: [],
	requireRebased: false,
	quotes: [],
	bundle: null,
	expectCells: [],
	tree: null,
	repo: null,
	keep: false
};
/** How each setting is spelled on the command line, with an example that is right. */
const SPELLING = {
	workspace: ["--workspace", "--workspace ."],
	state: ["--state", "--state /var/tmp/gate"],
	evidence: ["--evidence", "--evidence 'reports/*.xml'"],
	logs: ["--log", "--log build.log"],
	patch: ["--patch", "--patch fix.patch"],
	setup: ["--setup", "--setup ci/setup.sh"],
	imports: ["--import", "--import package.module"],
	python: ["--python", "--python .venv/bin/python"],
	workdir: ["--workdir", "--workdir packages/core"],
	command: ["COMMAND", "-- pytest -q"],
	script: ["--script", "--script ci/test.sh"],
	timeoutSeconds: ["--timeout", "--timeout 600"],
	cell: ["--cell", "--cell linux-py312"],
	requireTests: ["--require-test", "--require-test test_shop.test_price"],
	minTests: ["--min-tests", "--min-tests 20"],
	outcome: ["--outcome", "--outcome success"],
	expectGeneration: ["--expect-generation", "--expect-generation 0123456789abcdef0123456789abcdef"],
	expectStampDigest: ["--expect-stamp-digest", "--expect-stamp-digest <64 hex digits>"],
	survivors: ["--survivors", "--survivors reject"],
	foreignEditables: ["--foreign-editables", "--foreign-editables reject"],
	witness: ["--witness", "--witness observe"],
	bytecode: ["--bytecode", "--bytecode isolate"],
	allowIgnored: ["--allow-ignored", "--allow-ignored 'config/local_*.py'"],
	generated: ["--generated", "--generated '**/_version.py'"],
	unwitnessedOk: ["--unwitnessed-ok", "--unwitnessed-ok '*/bin/tool *'"],
	unloaded: ["--unloaded", "--unloaded report"],
	slackSeconds: ["--slack", "--slack 1"],
	base: ["--base", "--base origin/main"],
	baseline: ["--baseline", "--baseline require"],
	tests: ["--tests", "--tests 'tests/**'"],
	requireFixed: ["--require-fixed", "--require-fixed test_shop.test_price"],
	baseImportErrors: ["--base-import-errors", "--base-import-errors reject"],
	controlBudgetSeconds: ["--control-budget", "--control-budget 600"],
	isolation: ["--isolation", "--isolation worktree"],
	links: ["--link", "--link node_modules"],
	onSuccess: ["--on-success", "--on-success prune"],
	owned: ["--owned", "--owned 'src/**'"],
	forbidden: ["--forbidden", "--forbidden '.github/**'"],
	quotes: ["--quote", "--quote CONTRIBUTING.md:10-12"],
	bundle: ["--bundle", "--bundle bundle"],
	expectCells: ["--expect", "--expect linux,macos"],
	tree: ["--tree", "--tree $(git rev-parse HEAD^{tree})"],
	repo: ["--repo", "--repo ."]
};
/** Fills in the defaults and validates. Throws a {@link UsageError} that names the option, what was given and an example. */
function parseSettings(given) {
	const parsed = settingsSchema.safeParse({
		...DEFAULT_SETTINGS,
		...given
	});
	if (parsed.success) return parsed.data;
	const path = parsed.error.issues[0]?.path ?? [];
	const key = path[0];
	const [option, example] = SPELLING[key] ?? [key, ""];
	const value = path.reduce((at, step) => at[step], given);
	throw new UsageError("GG-INPUT-INVALID", `${option} cannot be ${value === "" ? "empty" : JSON.stringify(value)}`, example === "" ? "" : `Write for example: ${example}`);
}

export { parseSettings as t };