import { D as _nonnegative, a as boolean, f as nullable, g as record, h as optional, i as array, k as _regex, l as int, m as object, n as _enum, p as number, s as discriminatedUnion, t as _default, u as literal, y as string } from "./chunk-mini-TCpuGoTq.js";
import { a as originsReportSchema, n as surroundingsSchema, o as purgeReportSchema, r as environmentOriginSchema, u as reportReadingSchema } from "./chunk-surroundings-D6WPkBUv.js";
import { n as endingSchema, r as runOutcomeSchema } from "./chunk-run-record-D9DhbXjQ.js";

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
	/**
	* What names an output of a package, by its manifest, in words: `test/a.js loads '..'`. An outdated output of a
	* package that is missing here is named by nothing that a test run starts with. Absent in records that never looked.
	*/
	reached: optional(record(string(), string())),
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
	/** How the witness came in: by variables, or by a file in the environment. */
	entered: optional(_enum(["variables", "environment"])),
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
	/** Environments that the witness had a file in while the command ran, and those it was asked to enter and did not. */
	entered: optional(array(string())),
	notEntered: optional(array(object({
		folder: string(),
		why: string()
	}))),
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
	head: nullable(string()),
	/** Commit that the index of the repository around it records; null where it records none. The rest is absent in older records. */
	recorded: optional(nullable(string())),
	/** Id of the tree of its HEAD; null where it has none. */
	committed: optional(nullable(string())),
	/** Id of the tree that git would record for its work tree, untracked files included; null where git cannot tell. */
	tree: optional(nullable(string()))
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
	environment: environmentFactSchema,
	/** Absent where an older version recorded it. */
	surroundings: optional(surroundingsSchema)
});
const bytecodeSightSchema = object({
	path: string(),
	mtimeMs: number(),
	ctimeMs: number()
});
/** A second documented command: what became of it. It decides nothing. */
const alsoFactsSchema = object({
	/** The command for people. */
	shown: string(),
	outcome: runOutcomeSchema
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
	leftovers: optional(leftoversSchema),
	/** The second command that ran after it; absent where none was named. */
	also: optional(alsoFactsSchema),
	/** What the command ran in; absent where an older version recorded it. */
	surroundings: optional(surroundingsSchema),
	/** SHA-256 of the policy file that the command was run under; null for none, absent where nobody looked. */
	policy: optional(nullable(string()))
});
const HANDED_OVER_OUTCOMES = [
	"success",
	"failure",
	"cancelled",
	"skipped"
];

export { driftSchema as a, cachedTestsSchema as c, inventorySchema as d, stampedFactsSchema as i, leftoversSchema as l, bytecodeSightSchema as n, witnessFactsSchema as o, runFactsSchema as r, witnessRecordSchema as s, HANDED_OVER_OUTCOMES as t, evidenceFileSchema as u };