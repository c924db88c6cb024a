import { a as boolean, c as int, d as number, f as object, h as string, i as array, l as literal, m as record, n as _enum, o as discriminatedUnion, p as optional, t as _default, u as nullable, x as _regex, y as _nonnegative } from "./chunk-mini-67SZjQX2.js";
import { i as reportReadingSchema } from "./chunk-report-kuXm3YnN.js";
import { n as endingSchema, r as runOutcomeSchema } from "./chunk-run-record-BNmfCp6A.js";

// src/model/evidence.ts
/**
* Evidence files as they were found at the stamp, at the run's end and at the check. Facts only; no verdict.
*
* A path is relative to the workspace's top level in the string form of `path.ts`; for a file outside of the
* workspace it is absolute. Times and inode numbers are decimal text, times in nanoseconds of the file system's clock.
*/
const nanoseconds = string().check(_regex(/^-?\d+$/));
const decimal = string().check(_regex(/^\d+$/));
const sha256 = string().check(_regex(/^[0-9a-f]{64}$/));
/** `unreadable`: a file that could not be opened, or a folder that could not be listed. */
const entryKindSchema = _enum([
	"file",
	"symlink",
	"fifo",
	"device",
	"socket",
	"folder",
	"unreadable"
]);
const inventoryEntrySchema = object({
	path: string(),
	kind: entryKindSchema,
	/** Digest of the bytes; null for everything that is no readable file. */
	sha256: nullable(sha256),
	size: number(),
	ino: decimal,
	mtimeNs: nanoseconds,
	ctimeNs: nanoseconds,
	/** Device of the folder that holds it: names the clock its times belong to. */
	device: decimal,
	/** Tracked by git, or named by the patch: content, never evidence. Decided at the stamp and kept. */
	tracked: boolean(),
	/** What `looksLikeReport` said; for a symbolic link, about the file it leads to. */
	report: boolean(),
	/** False where the bytes changed while they were hashed. */
	settled: boolean(),
	/** Globs that name it, as they were given; empty for a log that no glob matches. */
	globs: array(string()),
	/** Log names that name it, as they were given. */
	logs: array(string()),
	/** Named as it is, not by a pattern. */
	literal: boolean(),
	/** Where the file really lies, every link resolved; null where the last step leads nowhere. */
	realPath: nullable(string()),
	/** For a symbolic link, the same as `realPath`. */
	linkTarget: optional(nullable(string())),
	/** The real path lies in the workspace, in `RUNNER_TEMP`, or in the folder of an absolute path named literally. */
	insideAllowedRoots: boolean(),
	/** For `unreadable`: the errno name. */
	why: optional(string())
});
const fileClockReadingSchema = object({
	device: decimal,
	/** Folder whose file system was asked, absolute. */
	folder: string(),
	ns: nanoseconds
});
const inventorySchema = object({
	/** As they were given, in their order; one that begins with `!` excludes. */
	globs: array(string()),
	logs: array(string()),
	/** The `RUNNER_TEMP` that counted as an allowed root, real path. */
	runnerTemp: nullable(string()),
	entries: array(inventoryEntrySchema),
	/** `pyvenv.cfg` files that were tracked or named by the patch at the stamp: they make no environment folder. */
	contentMarks: array(string()),
	/** One reading per file system that evidence may lie on, the workspace's own first. */
	clocks: array(fileClockReadingSchema)
});
const quarantinedFileSchema = object({
	path: string(),
	/** Absolute. */
	movedTo: string(),
	/** Null for a symbolic link: the link itself was moved, never its target. */
	sha256: nullable(sha256),
	/** A command line for a POSIX shell that puts it back and overwrites nothing. */
	restore: string()
});
/**
* What a file is to the verdict. `evidence` is judged. `content` was tracked or named by the patch at the stamp.
* `leftover` does not look like a report and is as it was at the stamp: it counts for nothing until it is rewritten.
*/
const evidenceRoleSchema = _enum([
	"evidence",
	"content",
	"leftover"
]);
const evidenceFileSchema = object({
	path: string(),
	role: evidenceRoleSchema,
	/** Globs and log names that name it, as they were given. A log that no glob matches is not read as a report. */
	globs: array(string()),
	logs: array(string()),
	atStamp: nullable(inventoryEntrySchema),
	/** Path of an inventoried file that held these very bytes at the stamp; null where none did. */
	equalAtStamp: nullable(string()),
	/** Whether an inventory was taken at the run's end. */
	closing: boolean(),
	/** Null where it was absent at the run's end, and where no closing inventory exists. */
	atRunEnd: nullable(inventoryEntrySchema),
	/** Null where the file was there at the run's end and is gone. */
	now: nullable(inventoryEntrySchema),
	insideAllowedRoots: boolean(),
	realPath: nullable(string()),
	/** The clock of its file system when the stamp was made, ns; null where that file system was not there then. */
	stampClockNs: nullable(nanoseconds),
	/** Null for logs, and for everything that is no file inside the allowed roots. */
	reading: nullable(reportReadingSchema),
	tracked: boolean()
});
const evidenceFactsSchema = object({
	globs: array(string()),
	logs: array(string()),
	/** Sorted by bytes of the path. */
	files: array(evidenceFileSchema),
	/** Logs that were named and are not there. */
	absentLogs: array(string())
});

// src/model/leftovers.ts
/**
* What earlier work left in the workspace and could let old code pass as new (PR4). Facts only; no verdict. Paths are
* relative to the workspace's top level, in the string form of `path.ts`; times are nanoseconds of the file system's
* clock as decimal text.
*/
const nanosecondsSchema$1 = string().check(_regex(/^-?\d{1,20}$/));
/** A file as one look found it. */
const fileSightSchema = object({
	path: string(),
	ino: string().check(_regex(/^\d{1,20}$/)),
	size: string().check(_regex(/^\d{1,20}$/)),
	mtimeNs: nanosecondsSchema$1,
	ctimeNs: nanosecondsSchema$1
});
/** An ignored build output beside a changed source that was, at the first look, not older than it. */
const outdatedOutputSchema = object({
	/** The `package.json` that names the output, and the keys that lead to it: `exports["."].import`. */
	manifest: string(),
	field: string(),
	/** What the manifest names. */
	output: string(),
	/** The changed source and its ctime as it was stamped. */
	source: string(),
	sourceCtimeNs: nanosecondsSchema$1,
	/**
	* The file that must be newer than the source: what a build makes of that very source where such a file is there,
	* else the output itself. At the run's start, and right after its end; null where it was gone.
	*/
	atStart: fileSightSchema,
	atEnd: nullable(fileSightSchema)
});
const buildOutputsSchema = object({
	/** Ignored files that manifests name as what is loaded. */
	named: int().check(_nonnegative()),
	/** What the sources were compared with, `nothing` where no output is old; null where no commit to compare with is here. */
	against: nullable(string()),
	outdated: array(outdatedOutputSchema),
	/** What builds, by the manifest's path: a script of it, in its folder, by a package manager; null without such a script. */
	builds: record(string(), object({
		folder: string(),
		tool: _enum([
			"npm",
			"pnpm",
			"yarn",
			"bun"
		]),
		script: nullable(string())
	})),
	/** Manifests that could not be read, with the reason. */
	unread: array(object({
		file: string(),
		why: string()
	}))
});
/** Something of the table of leftovers that was there before the stamp and was not written again since. */
const foundLeftoverSchema = object({
	path: string(),
	/** Name of the row. */
	tool: string(),
	/** What it could hide, as a sentence's end. */
	danger: string(),
	remedy: string()
});
const leftoversSchema = object({
	buildOutputs: buildOutputsSchema,
	found: array(foundLeftoverSchema)
});
/** What `go test` said of packages in a log: restored from its cache, or run. */
const cachedTestsSchema = object({
	/** Packages whose result came from the cache; the first of them are named. */
	cached: int().check(_nonnegative()),
	names: array(string()),
	/** Packages that were tested in this run, passed or failed. */
	executed: int().check(_nonnegative())
});

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
	"node-link",
	"plain-copy"
]);
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
	otherCheckout: nullable(otherCheckoutSchema)
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

// src/model/witness.ts
/**
* The witness: what processes of the captured command say of the files they loaded (RN5), and what the gate makes of
* it. The tested processes write the records, so every field is what they claim; docs/witness-format.md describes them.
*/
const WITNESS_FORMAT = "generation-gate/witness/1";
const digestSchema = string().check(_regex(/^[0-9a-f]{64}$/));
/** Nanoseconds of a file time as a decimal string. */
const nanosecondsSchema = string().check(_regex(/^-?\d{1,20}$/));
const words = array(string());
/**
* How the code of a file came to run. `source`: compiled in this process from the bytes of the digest. `bytecode`: from
* a cache beside it. `sourceless`: bytecode in the place of source. `extension`: a native library. `string`: compiled
* from a text under the file's name. `unseen`: it ran, and the bytes went by unseen.
*/
const howSchema = _enum([
	"source",
	"bytecode",
	"sourceless",
	"extension",
	"string",
	"unseen"
]);
const startRecordSchema = object({
	record: literal("start"),
	format: literal(WITNESS_FORMAT),
	pid: int(),
	parent: int(),
	/** Pid of the process it was forked from, which loaded what it holds. */
	forked_from: optional(int()),
	runtime: string(),
	version: string(),
	/** Tag of the runtime's bytecode; '' where it has none. */
	tag: string(),
	executable: string(),
	prefix: string(),
	cwd: string(),
	argv: words,
	search_path: words,
	bytecode_prefix: optional(string())
});
const loadRecordSchema = object({
	record: literal("load"),
	/** Dotted import name; absent for a script and for code that no importer runs. */
	name: optional(string()),
	/** Absolute, its folder resolved. */
	path: string(),
	how: howSchema,
	digest: optional(digestSchema),
	mtime_ns: optional(nanosecondsSchema),
	ctime_ns: optional(nanosecondsSchema),
	bytecode: optional(string()),
	/** Digest of the marshalled code that ran. */
	payload: optional(digestSchema),
	archive: optional(string()),
	archive_digest: optional(digestSchema)
});
const spawnRecordSchema = object({
	record: literal("spawn"),
	how: _enum([
		"subprocess",
		"shell",
		"exec",
		"spawn"
	]),
	executable: optional(string()),
	argv: words,
	/** Whether the child was given what starts a witness in it. */
	kept: boolean()
});
const witnessRecordSchema = discriminatedUnion("record", [
	startRecordSchema,
	loadRecordSchema,
	spawnRecordSchema,
	object({
		record: literal("search"),
		search_path: words
	}),
	object({
		record: literal("write"),
		path: string()
	}),
	object({
		record: literal("error"),
		doing: string(),
		what: string()
	}),
	object({
		record: literal("end"),
		lost: int(),
		passed_over: int()
	})
]);
/**
* Where a loaded file lies. `stamped`: a stamped path. `unstamped`: in the workspace, ignored or new. `environment`: in
* an environment folder, wherever that lies. `other-checkout`: in a linked worktree inside the workspace. `outside`.
*/
const placeSchema = _enum([
	"stamped",
	"unstamped",
	"environment",
	"other-checkout",
	"outside"
]);
const twinSchema = object({
	path: string(),
	digest: digestSchema
});
/** One file that processes loaded in one way; equal loads of several processes are one. */
const witnessedLoadSchema = object({
	/** Real path: relative to the workspace where it lies inside, else absolute. */
	path: string(),
	place: placeSchema,
	name: nullable(string()),
	how: howSchema,
	/** sha256 over `blob <size>\0` and the bytes; null where they could not be had. */
	digest: nullable(digestSchema),
	/** The digest that the stamp recorded for the path; null where it is no stamped path. */
	stamped: nullable(digestSchema),
	/** Stamped paths of the same dotted import name, for a file that is none itself. */
	twins: array(twinSchema),
	/** The bytecode that ran, and whether its source compiles to it; null where none did. */
	bytecode: nullable(object({
		path: string(),
		answer: _enum([
			"same",
			"differs",
			"not-compared"
		]),
		why: string()
	})),
	/** File times when it was loaded, `born` as it is now; null where unknown. */
	mtimeNs: nullable(nanosecondsSchema),
	ctimeNs: nullable(nanosecondsSchema),
	bornNs: nullable(nanosecondsSchema),
	/** For an unstamped file: a stamped path that decides about its age and is not older; null where there is none. */
	newer: nullable(string()),
	/** True where it lies in a checkout of any repository. */
	inCheckout: boolean(),
	/** The archive that holds it, relative like `path`. */
	archive: nullable(string()),
	/** Processes that loaded it so. */
	processes: int()
});
const escapedSchema = object({
	argv: words,
	why: string(),
	count: int()
});
/** What the witness of one run of the command tells. */
const witnessFactsSchema = object({
	state: literal("present"),
	/** Processes that wrote records. */
	processes: int(),
	/** Of these, the ones that ended without saying so: killed, `os._exit`, replaced by exec. */
	unfinished: int(),
	runtimes: array(object({
		runtime: string(),
		version: string(),
		executable: string(),
		prefix: string(),
		processes: int()
	})),
	loads: array(witnessedLoadSchema),
	/** Python processes that were started without a witness. */
	escaped: array(escapedSchema),
	/** Stamped source files that the command opened for writing. */
	written: words,
	/** What kept records from being whole, each in words. */
	lost: words,
	/** Readings of the file system's clock right before and after the command. */
	startNs: nanosecondsSchema,
	endNs: nanosecondsSchema,
	/** The same before the setup script; null where none ran. */
	setupNs: nullable(nanosecondsSchema),
	/** Source files that the change touches, and what it was compared with; null where that is not known. */
	changed: nullable(object({
		against: string(),
		paths: words
	}))
});
/** What a run's record says of its witness: what it told, or why there is none. */
const witnessSightSchema = discriminatedUnion("state", [witnessFactsSchema, object({
	state: literal("absent"),
	why: string()
})]);

// src/model/tree.ts
/** What is known of a workspace's tree, and how it differs from what was stamped. Paths are relative to its top. */
/** A repository inside the workspace. `plain`: a submodule's folder that holds files but no repository. */
const nestedRepositorySchema = object({
	path: string(),
	kind: _enum([
		"submodule",
		"repository",
		"plain"
	]),
	/** Commit id of its HEAD; null where it has none. */
	head: nullable(string())
});
const changedPathSchema = object({
	path: string(),
	/** `<mode> <sha256>` as stamped and as it is now; for a nested repository the commits of its HEAD. */
	stamped: string(),
	now: string()
});
const driftSchema = object({
	changed: array(changedPathSchema),
	vanished: array(string()),
	/** Equal bytes whose ctime moved since the comparison before: written, linked or restored. */
	touched: array(string()),
	/** Unignored paths that were not stamped. */
	added: array(string()),
	/** Nested repositories whose HEAD is another commit: the tree id differs though no stamped byte does. */
	headsMoved: array(changedPathSchema),
	/** True where the settings that decide git's conversion are others than at the stamp. */
	settingsChanged: boolean()
});

// src/model/facts.ts
/**
* Everything the verifier may know, gathered before it answers. A fact that was not gathered is `null`, never a
* guess; rules turn that into "unknown" or "nothing to judge".
*/
/** Variables that lead into another checkout of the same code; null where nobody looked. */
const environmentFactSchema = _default(nullable(array(environmentOriginSchema)), null);
/** What the state folder remembers of the stamping whose generation is current. */
const stampedFactsSchema = object({
	generation: string(),
	stampDigest: string(),
	treeId: string(),
	contentId: string(),
	head: nullable(string()),
	/** Wall clock at the stamp's end, in milliseconds since the epoch. Only for reports that carry a time zone. */
	wallClockMs: number(),
	/** File system's clock at the stamp's end, in nanoseconds as a decimal string. Compared with file times alone. */
	fileClockNs: string(),
	evidence: array(string()),
	logs: array(string()),
	/** The applied patch; null where none was given. */
	patch: nullable(object({
		digest: string(),
		paths: array(string())
	})),
	nested: array(nestedRepositorySchema),
	otherWorktrees: array(string()),
	/** Paths whose external filter was not run and whose raw bytes therefore count. */
	rawFiltered: array(string()),
	purges: array(purgeReportSchema),
	/** Ending of the setup script; null where none was given. */
	setup: nullable(endingSchema),
	/** File system's clock before the setup script, in nanoseconds as a decimal string; absent where none ran. */
	setupClockNs: optional(string()),
	quarantined: array(quarantinedFileSchema),
	/** Null where no interpreter was asked. */
	origins: nullable(originsReportSchema),
	/** Of the environment in which the stamp was made. */
	environment: environmentFactSchema
});
const bytecodeSightSchema = object({
	path: string(),
	mtimeMs: number(),
	ctimeMs: number()
});
/** The run of the captured command under this generation. */
const runFactsSchema = object({
	generation: string(),
	outcome: runOutcomeSchema,
	/** The workspace's file system clock at the moment the command ended; null where it was not read. */
	endedFileClock: _default(nullable(fileClockReadingSchema), null),
	/** Endings of earlier runs under the same generation, oldest first. */
	earlier: array(endingSchema),
	atStart: driftSchema,
	atEnd: driftSchema,
	/** Bytecode that the purge would take and that lay in the workspace right before the command started. */
	bytecodeAtStart: array(bytecodeSightSchema),
	/** The same, right after it ended. */
	bytecodeAtEnd: array(bytecodeSightSchema),
	origins: nullable(originsReportSchema),
	/** Of the environment that the command was given. */
	environment: environmentFactSchema,
	witness: _default(witnessSightSchema, {
		state: "absent",
		why: "the run was recorded without one"
	}),
	/** What earlier work had left when the command started, and what it had become at its end; absent where nobody looked. */
	leftovers: optional(leftoversSchema)
});
const HANDED_OVER_OUTCOMES = [
	"success",
	"failure",
	"cancelled",
	"skipped"
];

export { driftSchema as a, cachedTestsSchema as c, inventorySchema as d, stampedFactsSchema as i, leftoversSchema as l, bytecodeSightSchema as n, witnessFactsSchema as o, runFactsSchema as r, witnessRecordSchema as s, HANDED_OVER_OUTCOMES as t, evidenceFileSchema as u };