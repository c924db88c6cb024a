import { a as boolean, f as nullable, h as optional, i as array, m as object, n as _enum, p as number, t as _default, u as literal, y as string } from "./chunk-mini-TCpuGoTq.js";
import { c as outcomeSchema, s as failureSchema, t as runtimeSchema } from "./chunk-surroundings-D6WPkBUv.js";
import { n as endingSchema } from "./chunk-run-record-D9DhbXjQ.js";

// src/model/identity.ts
/**
* The identity of `test` with each of `roots` stripped from file, suite, class and name. Roots are absolute folders, in
* POSIX form or as Windows writes them, with or without a final slash; give a folder's real path as well as its alias.
*/
function identify(test, roots) {
	const strip = rootStripper(roots);
	return {
		file: strip(test.file ?? ""),
		suite: test.suite.map(strip),
		class: strip(test.class),
		name: strip(test.name),
		ordinal: test.ordinal
	};
}
/** One string per identity, equal for equal identities alone. */
function identityKey(identity) {
	return JSON.stringify([
		identity.file,
		...identity.suite,
		identity.class,
		identity.name,
		identity.ordinal
	]);
}
/** `text` without the absolute `roots` in it: what lay below a root becomes relative, the root itself `.`. */
function stripRoots(text, roots) {
	return rootStripper(roots)(text);
}
const strippers = /* @__PURE__ */ new Map();
function rootStripper(roots) {
	const key = roots.join("\0");
	const known = strippers.get(key);
	if (known !== void 0) return known;
	const stripper = buildStripper(roots);
	if (strippers.size > 100) strippers.clear();
	strippers.set(key, stripper);
	return stripper;
}
function buildStripper(roots) {
	const forms = roots.map((root) => root.replace(/[\\/]+$/, "")).filter((root) => /^(?:\/|[A-Za-z]:|\\\\)./.test(root) && !/^[A-Za-z]:$/.test(root)).sort((left, right) => right.length - left.length).map((root) => {
		const windows = /^[A-Za-z]:|^\\\\/.test(root);
		const body = root.split(/[\\/]+/).map(escapeForm).join("[\\\\/]+");
		return {
			form: new RegExp(`(?<![\\w.\\\\/-])(?:file:\\/{2}\\/?|\\\\\\\\\\?\\\\)?${body}(?:([\\\\/]+)|(?![\\w.-]))([^\\s'"\`<>|*?]*)`, windows ? "gi" : "g"),
			windows,
			literal: windows ? void 0 : root
		};
	});
	return (text) => {
		let stripped = text;
		for (const { form, windows, literal } of forms) {
			if (literal !== void 0 && !stripped.includes(literal)) continue;
			stripped = stripped.replace(form, (_whole, slash, rest) => {
				if (slash === void 0) return `.${rest}`;
				return windows ? rest.replaceAll("\\", "/") : rest;
			});
		}
		return stripped;
	};
}
function escapeForm(text) {
	return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
/**
* Whether `id`, as a person or a policy writes it, names the test: the whole name, alone or after whole trailing
* components of class, file or suite path. `price` never matches `test_price`.
*
* Understood are `name`, `class.name`, `class::name`, `class#name`, `file::name`, `file::Class::name`, `file.py::name`
* for a dotted class of that file, `suite > name`, `suite/name` and their like.
*/
function matchesTest(id, identity) {
	const wanted = id.trim();
	if (wanted === "" || identity.name === "") return false;
	return trailsOf(identity).some((trail) => matchesTrail(wanted, trail));
}
const SEPARATORS = [
	" > ",
	" › ",
	"::",
	".",
	"#",
	"/",
	"\\",
	":",
	"$",
	" "
];
/** Whether `wanted` is made of whole components from the end of `trail`, with any separators between them. */
function matchesTrail(wanted, trail) {
	let rest = wanted;
	for (let at = trail.length - 1; at >= 0; at -= 1) {
		const component = trail[at] ?? "";
		if (rest === component) return true;
		if (!rest.endsWith(component)) return false;
		const before = rest.slice(0, -component.length);
		const separator = SEPARATORS.find((text) => before.endsWith(text));
		if (separator === void 0) return false;
		rest = before.slice(0, -separator.length);
	}
	return false;
}
/** The ways to spell the whole identity as a list of components, the name's own last. */
function trailsOf({ file, suite, class: className, name }) {
	const path = components(file.split(/[\\/]/));
	const suites = components(suite.flatMap((title) => title.split(TITLES)));
	const inner = classComponents(className);
	const leads = [
		inner,
		path,
		suites,
		[...suites, ...inner],
		[...path, ...inner],
		[...path, ...suites],
		[
			...path,
			...suites,
			...inner
		]
	];
	const tail = nameComponents(name, file);
	return [...leads, ...inner.map((part, at) => inner.with(at, `${part}.py`))].map((lead) => [...lead, ...tail]);
}
const TITLES = / > | › /;
/** Runners that join titles give a name several components; one that reports a file as a test gives it a path. */
function nameComponents(name, file) {
	return components(name === file || /^[^\s]+\/[^\s/]+\.[cm]?[jt]sx?$/.test(name) ? name.split("/") : name.split(TITLES));
}
function classComponents(className) {
	if (/[\\/]/.test(className)) return components(className.split(/[\\/]/));
	if (/\.[cm]?[jt]sx?$/.test(className)) return [className];
	return components(className.split(/[.$]|::| > | › /));
}
function components(parts) {
	return parts.filter((part) => part !== "");
}

// src/model/compare.ts
/**
* What a second run of the captured command showed, in a clean directory made from the stamped tree (replay), on the
* base's code (baseline), or without one hunk of the change (control). Facts only; the rules judge them.
*/
/** One test of one run. Equal keys mean the same test in two runs, wherever each of them ran. */
const comparedTestSchema = object({
	key: string(),
	/** File, `''` where the report names none. */
	file: string(),
	suite: array(string()),
	class: string(),
	name: string(),
	ordinal: number(),
	outcome: outcomeSchema,
	/** Of a red test: what failed and where, as the report says it. */
	failure: nullable(failureSchema)
});
/** A path of a second directory whose bytes could not be had. */
const unfilledSchema = object({
	path: string(),
	why: string()
});
const interpreterSchema = object({
	executable: string(),
	implementation: string(),
	version: string()
});
const secondRunSchema = object({
	/** Null where the command was not run: the setup failed, or the directory could not be filled. */
	ending: nullable(endingSchema),
	/** Ending of the setup script in this directory; null where none was given. */
	setup: nullable(endingSchema),
	durationMs: number(),
	tests: array(comparedTestSchema),
	/** Reports that could not be read, each with the reason. */
	unreadReports: array(string()),
	/** Failures and errors that the reports count beyond those of their elements. */
	uncountedRed: number(),
	/** Null where no Python was asked. */
	interpreter: nullable(interpreterSchema),
	/** Every runtime that was told; absent where an older version recorded it. */
	runtimes: optional(array(runtimeSchema)),
	unfilled: array(unfilledSchema),
	/** Installs by which this run would import the workspace's own code instead of this directory's, in words. */
	shared: array(string()),
	/** Lines of the output by which the runner says that it could not import or compile. */
	startErrors: array(string()),
	/** Folder of its logs. */
	logs: string(),
	/** The directory, where it was kept; null where it is gone. */
	kept: nullable(string())
});
const replayDifferenceSchema = object({
	test: string(),
	/** How it ended in the workspace and in the clean directory; null where it did not run there. */
	warm: nullable(outcomeSchema),
	clean: nullable(outcomeSchema),
	/** What its failure says, in the directory in which it failed. */
	says: string()
});
const replayFactsSchema = object({
	format: literal("generation-gate/replay/1"),
	/** The run that was replayed, as its folder is named. */
	run: string(),
	warmEnding: endingSchema,
	warmTests: number(),
	warmInterpreter: nullable(interpreterSchema),
	warmRuntimes: optional(array(runtimeSchema)),
	second: secondRunSchema,
	differences: array(replayDifferenceSchema),
	/** Ignored files that only the workspace has; `named` where the failing run speaks of it. */
	onlyWarm: array(object({
		path: string(),
		named: boolean()
	})),
	/** Variables that decide which code is found and that the replay was called with otherwise, in words. */
	otherVariables: _default(array(string()), [])
});
/** What became of a test from the base, with the patched tests, to the head. */
const transitionKindSchema = _enum([
	"fail-pass",
	"pass-pass",
	"pass-fail",
	"fail-fail",
	"new",
	"gone",
	"moved",
	"other"
]);
const transitionSchema = object({
	kind: transitionKindSchema,
	/** Identity on the head, or on the base for a test that is gone. */
	test: comparedTestSchema,
	base: nullable(outcomeSchema),
	head: nullable(outcomeSchema),
	/** For a moved test the identity that it had on the base. */
	from: nullable(string()),
	/** True where the base's red entry says that the code could not be imported or compiled. */
	startError: boolean()
});
const baselineFactsSchema = object({
	format: literal("generation-gate/baseline/1"),
	run: string(),
	/** As it was given, and the commit that it names. */
	base: object({
		given: string(),
		commit: string()
	}),
	mode: _enum(["require", "observe"]),
	requireFixed: array(string()),
	importErrors: _enum(["reject", "accept"]),
	/** Roots that identities of the head's tests are relative to. */
	roots: array(string()),
	/** Globs by which test files were told from code, and how many of them differ between base and head. */
	testGlobs: array(string()),
	testFiles: object({
		taken: number(),
		changed: array(string())
	}),
	headEnding: endingSchema,
	headInterpreter: nullable(interpreterSchema),
	headRuntimes: optional(array(runtimeSchema)),
	/** The base's code with the patched tree's test files. */
	withTests: secondRunSchema,
	/** The base as it was; null where its test files are the patched ones, so that both are one run. */
	asWas: nullable(secondRunSchema),
	/** The patched code with the base's test files; null where they are the same. */
	oldTests: nullable(secondRunSchema),
	transitions: array(transitionSchema),
	/** Red tests of the head that are red on the base in the same way, by key. */
	preexisting: array(string()),
	/** Red tests of the head that are not, each with the reason. */
	newlyRed: array(object({
		test: string(),
		why: string()
	})),
	/** Tests that pass on the base and fail on the patched code, in the form that the base has of them. */
	bent: array(string())
});
const hunkResultSchema = object({
	path: string(),
	/** The hunk's header, or what the whole file's change is. */
	hunk: string(),
	/**
	* `supported`: without it a test fails or the run does not end as before. `unsupported`: everything stays as it was.
	* `not-tried`: the time budget was used up. `not-reverted`: it cannot be taken out alone.
	*/
	result: _enum([
		"supported",
		"unsupported",
		"not-tried",
		"not-reverted"
	]),
	/** Tests that fail without it, the first few; or why it was not tried. */
	says: string()
});
const controlFactsSchema = object({
	format: literal("generation-gate/control/1"),
	run: string(),
	/** What the change was compared with. */
	against: string(),
	budgetSeconds: number(),
	/** How many runs went side by side. */
	jobs: _default(number(), 1),
	hunks: array(hunkResultSchema)
});
/**
* The tests of some reports, each under one key. Reports are taken in the order of their paths; a test that stands in
* several of them counts as so many tests, told apart by their ordinals. `marks` are the run's own generation and tree
* id: a report may carry them in the name of a suite, and no identity depends on them.
*/
function comparedTests(reports, roots, marks) {
	const seen = /* @__PURE__ */ new Map();
	const plain = (text) => marks.reduce((left, mark) => left.replaceAll(mark, "<generation>"), text.replace(/ at 0x[0-9a-fA-F]+\b/g, " at <address>"));
	return reports.toSorted((left, right) => left.path < right.path ? -1 : left.path > right.path ? 1 : 0).flatMap(({ cases }) => cases.map((test) => {
		const own = identify(test, roots);
		const identity = {
			...own,
			suite: own.suite.map(plain),
			class: plain(own.class),
			name: plain(own.name)
		};
		const same = identityKey({
			...identity,
			ordinal: 0
		});
		const ordinal = seen.get(same) ?? 0;
		seen.set(same, ordinal + 1);
		return {
			...identity,
			ordinal,
			key: identityKey({
				...identity,
				ordinal
			}),
			outcome: test.outcome,
			failure: test.failure ?? null
		};
	}));
}
function isRed({ outcome }) {
	return outcome === "failed" || outcome === "errored";
}
/** `file::class::name`, as far as the report gives them; the runner controls every part. */
function testLabel({ file, class: inner, name, ordinal }) {
	return `${[
		...file === name || file === inner ? [] : [file],
		inner,
		name
	].filter((part) => part !== "").join("::") || "(nameless)"}${ordinal > 0 ? ` (${ordinal + 1})` : ""}`;
}

export { replayFactsSchema as a, identityKey as c, isRed as i, matchesTest as l, comparedTests as n, testLabel as o, controlFactsSchema as r, identify as s, baselineFactsSchema as t, stripRoots as u };