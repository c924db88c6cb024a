import { D as _nonnegative, a as boolean, f as nullable, h as optional, i as array, k as _regex, l as int, m as object, n as _enum, p as number, s as discriminatedUnion, u as literal, y as string } from "./chunk-mini-TCpuGoTq.js";

// src/model/report.ts
/**
* What the reader saw in one JUnit report: either its whole meaning, or the reason why the file was not read.
* Runners and whoever writes their files control every string in here; each one is capped when it is kept.
*/
const count = int().check(_nonnegative());
/** How one test case ended. `flaky` is a pass that needed more than one attempt. */
const outcomeSchema = _enum([
	"passed",
	"failed",
	"errored",
	"skipped",
	"flaky"
]);
/** The first red element of a case, shortened. `place` is `file:line` where the text names one, else empty. */
const failureSchema = object({
	type: string(),
	message: string(),
	place: string()
});
/** One test case. The five identity fields are as the runner wrote them; `identify` makes them comparable. */
const reportCaseSchema = object({
	file: optional(string()),
	/** Names of the suites around the case, outermost first, without the root `testsuites`. */
	suite: array(string()),
	class: string(),
	name: string(),
	/** 0 for the first case of equal file, suite, class and name in this report, 1 for the second, … */
	ordinal: count,
	outcome: outcomeSchema,
	failure: optional(failureSchema)
});
/** `red`: the report tells of a failure. `reject`: it cannot be believed. `note`: worth knowing, not held against it. */
const severitySchema = _enum([
	"red",
	"reject",
	"note"
]);
const anomalySchema = object({
	code: string(),
	message: string(),
	line: count,
	column: count,
	severity: severitySchema
});
/**
* Totals of one report: at every level the worse of what the counting attributes say and what the elements show.
* `passed` counts named cases that ended well, never more than the other numbers leave room for.
*/
const reportTotalsSchema = object({
	tests: count,
	passed: count,
	failures: count,
	errors: count,
	skipped: count,
	flaky: count
});
/** What the outermost counting attributes say, each absent where no attribute says it. */
const announcedSchema = object({
	tests: optional(count),
	failures: optional(count),
	errors: optional(count),
	skipped: optional(count)
});
const timestampSchema = object({
	raw: string(),
	/** Milliseconds since 1970 UTC; only where the text carries an offset or `Z` and is no sentinel. */
	epochMs: optional(number()),
	/** Width in ms of the smallest unit that the text gives: 1000 for whole seconds, 1 for milliseconds and finer. */
	precisionMs: optional(number())
});
const propertySchema = object({
	name: string(),
	values: array(string())
});
/** `fstat` of the descriptor that was read, alike before and after; ns values as decimal text. */
const reportStatSchema = object({
	mtimeMs: number(),
	mtimeNs: string(),
	ctimeNs: string(),
	ino: string(),
	dev: string()
});
const readReportSchema = object({
	state: literal("read"),
	/** Name of the producer in the table of dialects, null where none is recognised. */
	producer: nullable(string()),
	totals: reportTotalsSchema,
	announced: announcedSchema,
	cases: array(reportCaseSchema),
	/** Distinct names of suites and of the root, in order of appearance; a runner may carry the generation here. */
	suiteNames: array(string()),
	/** Properties of suites, the root and cases; distinct values in order of appearance. */
	properties: array(propertySchema),
	timestamps: array(timestampSchema),
	anomalies: array(anomalySchema),
	sha256: string(),
	size: count,
	stat: reportStatSchema
});
/** A file that was not read as a report. `code` is one of the reader's refusal codes. */
const refusedReportSchema = object({
	state: literal("refused"),
	code: string(),
	message: string(),
	line: optional(count),
	column: optional(count),
	/** Digest of the whole file, where the whole file could be read. */
	sha256: optional(string()),
	size: optional(count),
	stat: optional(reportStatSchema)
});
/** The reading of one report file. */
const reportReadingSchema = discriminatedUnion("state", [readReportSchema, refusedReportSchema]);

// src/model/prepare.ts
/**
* What the prepare stage hands on: what the purge took, what bytecode is there, and where Python code comes from.
* Facts only; no verdict. Paths are relative to the workspace's top level, in the string form of `path.ts`, unless
* a field says otherwise.
*/
/** Something that could not be done, with the errno name (`EACCES`) or, for git, the reason. */
const failedPathSchema = object({
	path: string(),
	doing: _enum([
		"list-folder",
		"remove",
		"stat",
		"ask-git"
	]),
	errno: string()
});
const purgeReportSchema = object({
	/** True where nothing was removed and the counts say what would have gone. */
	dryRun: boolean(),
	removed: object({
		files: number(),
		folders: number(),
		links: number()
	}),
	/** What went, a whole cache folder as one entry that ends in `/`; at most `PURGE_LIST_LIMIT` entries. */
	listed: array(string()),
	/** Entries left off `listed`. */
	unlisted: number(),
	/** Files of a purgeable name that stayed because a repository tracks them. */
	tracked: number(),
	/** Empty where the purge is complete; a caller that needs it complete fails closed otherwise. */
	failed: array(failedPathSchema)
});
/** A bytecode file that the purge would take. */
const bytecodeFileSchema = object({
	path: string(),
	/** A link in the place of a bytecode file or of a cache folder: Python reads through it, so it counts. */
	link: boolean(),
	/** Milliseconds of the file system's clock, of the entry itself (`lstat`). */
	mtimeMs: number(),
	ctimeMs: number()
});
const bytecodeListSchema = object({
	files: array(bytecodeFileSchema),
	failed: array(failedPathSchema)
});
/**
* How a bytecode file stands to its source. `fits`: the header fits, and the payload too where it was compared.
* `sourceless`: there is no source it could have come from. `unreadable`: no regular file, or no bytecode.
*/
const bytecodeJudgementSchema = object({
	path: string(),
	kind: _enum([
		"fits",
		"does-not-fit",
		"sourceless",
		"unreadable"
	]),
	/** What was seen, both values named where two differ. */
	why: string(),
	mtimeMs: number(),
	ctimeMs: number(),
	/** Its tag says that pytest wrote it with rewritten assertions: the payload never equals the plain compilation. */
	rewrittenByPytest: boolean(),
	/** The source it was judged against, relative to the top level; null where there is none. */
	source: nullable(string()),
	/** The Python that wrote it, by its magic number (`3.11`); null where that is unknown. */
	python: nullable(string()),
	/** Whether the source, compiled again by an interpreter of equal magic, gave the same code. */
	payload: _enum([
		"same",
		"differs",
		"not-compared"
	])
});
/** The interpreter that was asked where code comes from. `asked` is what it was started by. */
const askedInterpreterSchema = discriminatedUnion("state", [
	object({
		state: literal("found"),
		asked: string(),
		/** How it was found: `--python`, the command's own word, a shebang, `VIRTUAL_ENV`, PATH. */
		how: string(),
		guess: optional(boolean()),
		executable: string(),
		version: string(),
		implementation: string(),
		prefix: string()
	}),
	object({
		state: literal("absent"),
		asked: string(),
		why: string()
	}),
	object({
		state: literal("unreadable"),
		asked: string(),
		why: string()
	}),
	object({
		state: literal("later"),
		asked: string(),
		why: string()
	})
]);
/** Another checkout of the workspace's code, and what shows that it is one. */
const otherCheckoutSchema = object({
	top: string(),
	why: string()
});
/** How an installed entry leads to code that lies elsewhere. */
const originKindSchema = _enum([
	"path-pth",
	"setuptools-finder",
	"setuptools-strict",
	"egg-link",
	"direct-url",
	"meson-finder",
	"scikit-build-finder",
	"namespace",
	"other-finder",
	"plain-copy",
	"node-link",
	"node-copy",
	"yarn-pnp",
	"workspace-link",
	"maven-path",
	"maven-local",
	"gradle-path",
	"go-replace",
	"go-work",
	"cargo-path",
	"command-path"
]);
const OF_THE_WORKSPACE = /* @__PURE__ */ new Set([
	"node-link",
	"node-copy",
	"yarn-pnp",
	"workspace-link",
	"maven-path",
	"maven-local",
	"gradle-path",
	"go-replace",
	"go-work",
	"cargo-path",
	"command-path"
]);
/** Whether entries of a kind belong to the workspace, its tools or the command, whatever interpreter is asked. */
function isOfTheWorkspace(kind) {
	return OF_THE_WORKSPACE.has(kind);
}
const originEntrySchema = object({
	/** Distribution that owns the entry, its name normalised (PEP 503); null where none claims it. */
	distribution: nullable(string()),
	kind: originKindSchema,
	/** Absolute path of the file that holds the entry. */
	file: string(),
	/** Absolute real path that it leads to; null where the entry names none. */
	target: nullable(string()),
	/** Import names that it maps; empty where the whole target is on the path. */
	names: array(string()),
	insideWorkspace: boolean(),
	otherCheckout: nullable(otherCheckoutSchema),
	/** The same distribution, or one of the import names, that the workspace itself offers. */
	offersSame: boolean()
});
const originNameSchema = object({
	name: string(),
	/** `named`: by `--import`; `default`: because the workspace offers it. */
	asked: _enum(["default", "named"]),
	/** `would-build`: a finder answers that compiles before it does; it was not asked. */
	state: _enum([
		"found",
		"absent",
		"would-build",
		"failed"
	]),
	/** Absolute real path of the module's file; null for a namespace package, a built-in module, or where none was found. */
	origin: nullable(string()),
	/** Absolute folders of a package; for a namespace package all its portions. */
	locations: array(string()),
	insideWorkspace: boolean(),
	/** The class that found it; null where nothing did. */
	finder: nullable(string()),
	otherCheckout: nullable(otherCheckoutSchema),
	/**
	* How the sources that an import finds outside differ from the workspace's own of that name: how many were compared,
	* and those of the workspace, relative to its top level, that have other bytes there. Absent where nothing was compared.
	*/
	copy: optional(object({
		compared: int(),
		differing: array(string())
	}))
});
/** Two sources that say different things about one distribution or name. Reported, never decisive. */
const originDisagreementSchema = object({
	about: string(),
	one: string(),
	other: string()
});
/** What the workspace itself offers for import, by its metadata and its layout. */
const offerSchema = object({
	/** Normalised distribution names (PEP 503). */
	distributions: array(string()),
	/** Top-level import names. */
	names: array(string()),
	/** Folders whose content is importable, relative to the top level; '' is the top level itself. */
	roots: array(string())
});
const originsReportSchema = object({
	interpreter: askedInterpreterSchema,
	/**
	* True where nobody named the interpreter and no environment is active: it is merely the first on PATH, and the
	* command may well use another one.
	*/
	guessed: optional(boolean()),
	offer: offerSchema,
	entries: array(originEntrySchema),
	names: array(originNameSchema),
	disagreements: array(originDisagreementSchema),
	/** What could not be read, with the reason; a rule that needs it answers unknown. */
	unread: array(object({
		file: string(),
		why: string()
	}))
});
/** A variable of the environment that leads into another checkout of the same code. */
const environmentOriginSchema = object({
	variable: string(),
	value: string(),
	/** Absolute real path. */
	target: string(),
	otherCheckout: otherCheckoutSchema
});

// src/model/surroundings.ts
/**
* What a command ran in, beside the tree: runtimes, operating system, lock files and tool configuration, named variables
* (RN7). It is recorded so that a difference can be told; no value of a variable and no content of a file is in it.
*/
const digestSchema = string().check(_regex(/^[0-9a-f]{64}$/));
/** A program that executes the tested code: `python`, `node`, `java`, `go`. */
const runtimeSchema = object({
	name: string(),
	version: string(),
	path: string()
});
const surroundingsSchema = object({
	system: object({
		platform: string(),
		release: string(),
		arch: string(),
		distribution: nullable(string())
	}),
	runtimes: array(runtimeSchema),
	/** Lock files and tool configuration: path in the workspace, or below `~/`; digest salted with the tree id. */
	files: array(object({
		path: string(),
		digest: digestSchema
	})),
	/** Digest salted with the tree id; null where the variable is not set. */
	variables: array(object({
		name: string(),
		digest: nullable(digestSchema)
	}))
});

export { originsReportSchema as a, outcomeSchema as c, reportStatSchema as d, isOfTheWorkspace as i, refusedReportSchema as l, surroundingsSchema as n, purgeReportSchema as o, environmentOriginSchema as r, failureSchema as s, runtimeSchema as t, reportReadingSchema as u };