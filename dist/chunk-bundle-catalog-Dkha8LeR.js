import { b as quote, c as contentBeyondCommits, g as counted, h as systemOf, l as isNestedContentKnown, m as differingNames, u as nestedDeviations, v as enumerate, y as namePaths } from "./chunk-catalog-DTYz_AU_.js";
import { c as unknown, n as broken, o as holds, r as defineBundleRule, s as listed, t as NOTHING_TO_JUDGE } from "./chunk-rule-ywBBgpcM.js";
import { l as matchesTest } from "./chunk-compare-DBY9yodZ.js";

// src/verify/bundles.ts
/** Bundles that were read and are as their manifests say; the others are rejected by rules of their own. */
function soundBundles({ bundles }) {
	return readBundles(bundles).filter(({ faults }) => faults.length === 0);
}
function readBundles(bundles) {
	return bundles.filter((bundle) => bundle.state === "read");
}
/** `cell "linux"`, or the bundle by its place where it names no cell. */
function cellWords({ cell, source }) {
	return cell === null ? `the bundle ${quote(source)}` : `cell ${quote(cell)}`;
}
/** `aaaa: cell "a", cell "b"; bbbb: cell "c"`: who has which value, the most frequent first. */
function grouped(bundles, valueOf) {
	const groups = /* @__PURE__ */ new Map();
	for (const bundle of bundles) {
		const value = valueOf(bundle);
		groups.set(value, [...groups.get(value) ?? [], cellWords(bundle)]);
	}
	return [...groups].toSorted(([, left], [, right]) => right.length - left.length).map(([value, cells]) => `${value} (${cells.length > 3 ? `${cells.slice(0, 3).join(", ")} and ${cells.length - 3} more` : cells.join(", ")})`);
}

// src/verify/rules/bundle-intact.ts
const bundleIntact = defineBundleRule({
	id: "GG-BUNDLE-CHANGED",
	title: "Every file of a bundle is the one that its manifest and its other files speak of",
	why: "A bundle that was changed after it was written proves what its last editor wanted.",
	hard: true,
	steps: ["fan-in", "verify"],
	check: ({ bundles }) => {
		const read = readBundles(bundles);
		const changed = read.filter(({ faults }) => faults.length > 0);
		if (read.length === 0) return NOTHING_TO_JUDGE;
		if (changed.length === 0) return holds(`${counted(read.length, "bundle")} agree with their manifests, file by file`);
		return changed.map(({ source, faults }) => broken(`The bundle ${quote(source)} was changed: ${enumerate(faults.map(({ file, what }) => `${quote(file)} ${what}`))}`, {
			paths: [source],
			fix: "Take the artifact as the cell uploaded it, or run the cell again: generation-gate gate --cell NAME --bundle DIR -- COMMAND"
		}));
	}
});

// src/verify/rules/bundle-nested-content.ts
const bundleNestedContent = defineBundleRule({
	id: "GG-BUNDLE-NESTED-CONTENT",
	title: "A cell whose submodules or nested repositories are not what their recorded commits hold is named",
	why: "The tree that is to be merged holds a commit for each of them: what was tested beside it is not merged.",
	hard: false,
	steps: ["fan-in", "verify"],
	check: (facts) => {
		const cells = soundBundles(facts).filter(({ nested }) => nested.length > 0);
		if (cells.length === 0) return NOTHING_TO_JUDGE;
		const answers = cells.flatMap((cell) => {
			const deviations = nestedDeviations(cell.nested);
			if (deviations.length > 0) return [listed(`Not as recorded in ${cellWords(cell)}: ${enumerate(deviations.map(({ what }) => what))}`, {
				paths: deviations.map(({ path }) => path),
				fix: "Commit in the submodule and record that commit (git add PATH), then run the cell again in a clean checkout."
			})];
			if (isNestedContentKnown(cell.nested)) return [];
			return [listed(`What the ${counted(cell.nested.length, "repository", "repositories")} inside ${cellWords(cell)} held is not in the bundle: version ${cell.program} wrote it`, { fix: "Run the cell again with this version." })];
		});
		return answers.length > 0 ? answers : holds(`${counted(cells.length, "cell")} tested repositories inside the workspace as they were committed`);
	}
});

// src/verify/rules/bundle-patch.ts
const bundlePatch = defineBundleRule({
	id: "GG-BUNDLE-PATCH",
	title: "The patch in the bundle, applied to what it was made against, gives the tree id",
	why: "A reader of the patch must see the very code that was tested.",
	hard: true,
	steps: ["verify"],
	check: (facts) => {
		const [bundle] = soundBundles(facts);
		if (bundle === void 0) return NOTHING_TO_JUDGE;
		const { patch } = facts;
		if (patch.state === "not-asked") return unknown("The patch was not applied: no repository was named", {
			rejects: false,
			fix: `Name one that has ${bundle.patch.state === "absent" ? "the code" : bundle.patch.against.commit ?? "it"}: generation-gate verify BUNDLE --repo DIR`
		});
		if (patch.state === "unknown") return unknown(`The patch cannot be applied: ${patch.why}`, {
			rejects: true,
			fix: "Fetch what it was made against, or leave --repo out."
		});
		if (patch.treeId === bundle.treeId) return holds(`The patch gives tree ${patch.treeId} on ${patch.against}`);
		const leftOut = bundle.patch.state === "written" ? bundle.patch.left_out : [];
		return broken(`The patch gives tree ${patch.treeId} on ${patch.against}, and the bundle is of tree ${bundle.treeId ?? "nothing"}${leftOut.length > 0 ? `; left out of it: ${namePaths(leftOut)}` : ""}`, {
			fix: "Run the cell again: generation-gate gate --cell NAME --bundle DIR -- COMMAND",
			...leftOut.length === 0 ? {} : { innocentWhen: `The change touches what no bundle may hold: ${enumerate(leftOut.slice(0, 3))}.` }
		});
	}
});

// src/verify/rules/bundle-readable.ts
const bundleReadable = defineBundleRule({
	id: "GG-BUNDLE-UNREADABLE",
	title: "Every bundle could be opened and understood",
	why: "A bundle that nobody can read, or that reaches out of its folder, is no evidence and may be an attack.",
	hard: true,
	steps: ["fan-in", "verify"],
	check: ({ bundles }) => {
		if (bundles.length === 0) return NOTHING_TO_JUDGE;
		const refused = bundles.flatMap((bundle) => bundle.state === "refused" ? [bundle] : []);
		if (refused.length === 0) return holds(`${counted(bundles.length, "bundle")} could be read`);
		return refused.map(({ source, why }) => broken(`The bundle ${quote(source)} cannot be read: ${why}`, {
			paths: [source],
			fix: "Download the artifact again, or run its cell again: generation-gate gate --cell NAME --bundle DIR -- COMMAND",
			innocentWhen: "The path names something else than a bundle: give the folder that holds manifest.json, or the zip of it."
		}));
	}
});

// src/verify/rules/bundle-verdict.ts
const bundleVerdict = defineBundleRule({
	id: "GG-BUNDLE-OTHER-VERDICT",
	title: "What a bundle says of its verdict follows from its own files",
	why: "A verdict is worth what its evidence gives when it is judged again, and no more.",
	hard: true,
	steps: ["fan-in", "verify"],
	check: (facts) => {
		const sound = soundBundles(facts);
		const other = sound.filter(({ differences }) => differences.length > 0);
		if (sound.length === 0) return NOTHING_TO_JUDGE;
		if (other.length === 0) return holds(`${counted(sound.length, "verdict")} reached again from reports and records`);
		return other.map((bundle) => broken(`The claims of ${cellWords(bundle)} are not what its files give: ${enumerate(bundle.differences)}`, {
			paths: [bundle.source],
			fix: "Run the cell again with this version: generation-gate gate --cell NAME --bundle DIR -- COMMAND",
			innocentWhen: `Another version wrote it (${bundle.program}), whose rules were others: run cells and fan-in with one version.`
		}));
	}
});

// src/verify/rules/fan-in-cached-cell.ts
const fanInCachedCell = defineBundleRule({
	id: "GG-FAN-IN-CACHED-CELL",
	title: "Cells whose evidence came from a cache are named, with the generation that ran",
	why: "Such a cell ran nothing: its tests ran earlier, on another machine perhaps.",
	hard: false,
	steps: ["fan-in", "verify"],
	check: (facts) => {
		const bundles = soundBundles(facts);
		if (bundles.length === 0) return NOTHING_TO_JUDGE;
		const cached = bundles.flatMap((bundle) => bundle.fromCache === null ? [] : [`${cellWords(bundle)} from generation ${bundle.fromCache.generation ?? "none"}`]);
		if (cached.length === 0) return holds(`${counted(bundles.length, "bundle")} hold evidence of their own runs`);
		return listed(`${counted(cached.length, "bundle")} took the evidence from a cache: ${enumerate(cached)}`, { fix: "To run the command, leave --cached-evidence out" });
	}
});

// src/verify/rules/fan-in-cell-accepted.ts
const fanInCellAccepted = defineBundleRule({
	id: "GG-FAN-IN-REJECTED-CELL",
	title: "Every cell is accepted when its evidence is judged again",
	why: "A matrix is as green as its reddest cell.",
	hard: true,
	steps: ["fan-in", "verify"],
	check: (facts) => {
		const sound = soundBundles(facts);
		if (sound.length === 0) return NOTHING_TO_JUDGE;
		const rejected = sound.filter(({ verdict }) => verdict === "rejected");
		if (rejected.length === 0) return holds(`${counted(sound.length, "cell")} accepted`);
		return rejected.map((bundle) => {
			const by = bundle.rejecting.map(({ rule, what }) => `${rule}: ${what.length > 200 ? `${what.slice(0, 200)}…` : what}`);
			return broken(`Judged again, ${cellWords(bundle)} is rejected by ${by.length === 0 ? "nothing that it names" : enumerate(by.slice(0, 5)).replace(/\s+/g, " ")}${by.length > 5 ? ` and ${by.length - 5} more findings` : ""}`, {
				paths: [bundle.source],
				fix: "Mend what the cell was rejected for and run it again; generation-gate verify BUNDLE shows its findings."
			});
		});
	}
});

// src/verify/rules/fan-in-cell-once.ts
const fanInCellOnce = defineBundleRule({
	id: "GG-FAN-IN-DUPLICATE-CELL",
	title: "No cell handed over two bundles",
	why: "Of two bundles for one cell somebody would have to choose, and the choice would decide the merge.",
	hard: true,
	steps: ["fan-in"],
	check: ({ bundles }) => {
		const read = readBundles(bundles).filter(({ cell }) => cell !== null);
		if (read.length === 0) return NOTHING_TO_JUDGE;
		const groups = /* @__PURE__ */ new Map();
		for (const { cell, source } of read) groups.set(cell ?? "", [...groups.get(cell ?? "") ?? [], source]);
		const twice = [...groups].filter(([, sources]) => sources.length > 1);
		if (twice.length === 0) return holds(`${counted(read.length, "bundle")} of as many cells`);
		return twice.map(([cell, sources]) => broken(`Cell ${quote(cell)} has ${sources.length} bundles: ${enumerate(sources.map(quote))}`, {
			paths: sources,
			fix: "Give the fan-in one bundle for each cell, that of the attempt which counts.",
			innocentWhen: "A rerun uploaded it again under another name: let the artifact keep one name per cell, and overwrite."
		}));
	}
});

// src/verify/rules/fan-in-cell-present.ts
const fanInCellPresent = defineBundleRule({
	id: "GG-FAN-IN-MISSING-CELL",
	title: "Every expected cell handed over a bundle",
	why: "A cell without a bundle may have failed, been cancelled or never run, and a green matrix would hide it.",
	hard: true,
	steps: ["fan-in"],
	check: ({ bundles, expected }) => {
		if (expected.length === 0) return NOTHING_TO_JUDGE;
		const read = readBundles(bundles);
		const there = new Set(read.map(({ cell }) => cell));
		const missing = expected.filter((cell) => !there.has(cell));
		const more = [...new Set(read.flatMap(({ cell }) => cell === null || expected.includes(cell) ? [] : [cell]))];
		const nameless = read.filter(({ cell }) => cell === null);
		const answers = [...missing.map((cell) => broken(`No bundle is there for cell ${quote(cell)}, one of ${counted(expected.length, "expected cell")}`, {
			fix: `Run it with --cell ${cell} --bundle DIR, upload the folder even when the gate rejects (if: always()), and give it to the fan-in.`,
			innocentWhen: "The matrix has no such cell any more: take it off the list of expected cells."
		})), ...nameless.map(({ source }) => broken(`The bundle ${quote(source)} names no cell`, {
			paths: [source],
			fix: "Give the gate a name for it: --cell NAME"
		}))];
		if (answers.length === 0) answers.push(holds(`${counted(expected.length, "expected cell")} handed over a bundle`));
		if (more.length > 0) answers.push(listed(`${counted(more.length, "bundle")} of cells that were not expected, judged all the same: ${enumerate(more.map(quote))}`, { fix: "Add them to the list of expected cells: a matrix that loses one of them would not be noticed." }));
		return answers;
	}
});

// src/verify/rules/fan-in-changed-tests.ts
const fanInChangedTests = defineBundleRule({
	id: "GG-FAN-IN-TEST-NOT-LOADED",
	title: "Every changed test file was loaded by some cell",
	why: "A new test that no cell runs looks like coverage and is none.",
	hard: false,
	steps: ["fan-in"],
	check: (facts) => {
		const told = soundBundles(facts).flatMap(({ changedTests }) => changedTests === null ? [] : [changedTests]);
		const changed = [...new Set(told.flatMap(({ paths }) => paths))].sort();
		if (changed.length === 0) return NOTHING_TO_JUDGE;
		const loaded = new Set(told.flatMap(({ paths, unloaded }) => paths.filter((path) => !unloaded.includes(path))));
		const missing = changed.filter((path) => !loaded.has(path));
		const against = told[0]?.against ?? "";
		if (missing.length === 0) return holds(`${counted(changed.length, "changed test file")} loaded by some cell (compared with ${against})`);
		const what = `${counted(missing.length, "changed test file")} that no cell loaded (compared with ${against}): ${namePaths(missing)}`;
		const fix = "Let the command of some cell run it.";
		if (told.every(({ certain }) => certain)) return broken(what, {
			paths: missing,
			fix,
			innocentWhen: "A cell without a witness runs it: give that cell one, --witness observe."
		});
		return unknown(`${what}; processes without a witness may have`, {
			paths: missing,
			fix,
			rejects: told.some(({ required }) => required)
		});
	}
});

// src/verify/rules/fan-in-environments.ts
const GROUPS_SHOWN = 8;
const fanInEnvironments = defineBundleRule({
	id: "GG-FAN-IN-ENVIRONMENTS",
	title: "What the cells ran on is known",
	why: "A matrix is there to differ, and a reader should see in what.",
	hard: false,
	steps: ["fan-in"],
	check: (facts) => {
		const bundles = soundBundles(facts);
		const cells = bundles.filter(({ runtimes }) => runtimes.length > 0);
		const recorded = bundles.filter((bundle) => (bundle.surroundings ?? null) !== null);
		if (cells.length === 0 && recorded.length === 0) return NOTHING_TO_JUDGE;
		const answers = [];
		const groups = grouped(cells, ({ runtimes }) => runtimes.join(", "));
		if (groups.length > 1) answers.push(listed(`The cells ran on ${groups.length} different runtimes: ${groups.slice(0, GROUPS_SHOWN).join("; ")}`));
		const systems = grouped(recorded, ({ surroundings }) => surroundings === void 0 || surroundings === null ? "" : systemOf(surroundings));
		if (systems.length > 1) answers.push(listed(`The cells ran on ${systems.length} different systems: ${systems.slice(0, GROUPS_SHOWN).join("; ")}`));
		const [first, ...others] = recorded;
		const names = differingNames(others.flatMap(({ treeId, surroundings }) => first === void 0 || first.treeId !== treeId ? [] : [[first.surroundings, surroundings]]));
		if (names.variables.length > 0) answers.push(listed(`${counted(names.variables.length, "variable")} not the same in all cells: ${names.variables.join(", ")}`));
		if (names.files.length > 0) answers.push(listed(`${counted(names.files.length, "lock file or configuration", "lock files and configurations")} not the same in all cells: ${namePaths(names.files)}`));
		if (answers.length > 0) return answers;
		return holds(cells.length === 0 ? `${counted(recorded.length, "cell")} ran in equal surroundings` : `${counted(cells.length, "cell")} ran on ${cells[0]?.runtimes.join(", ") ?? ""}`);
	}
});

// src/verify/rules/fan-in-failed-job.ts
const fanInFailedJob = defineBundleRule({
	id: "GG-FAN-IN-FAILED-JOB",
	title: "Every job that the fan-in waited for ended with success",
	why: "A job that failed, was cancelled or was skipped may have left a bundle of an earlier attempt, or none.",
	hard: true,
	steps: ["fan-in"],
	check: ({ jobs }) => {
		if (jobs.length === 0) return NOTHING_TO_JUDGE;
		const others = jobs.filter(({ result }) => result !== "success");
		if (others.length === 0) return holds(`${counted(jobs.length, "job")} ended with success`);
		return others.map(({ job, result }) => broken(`The job ${quote(job)}, which the fan-in needs, ended with ${quote(result)}, not "success"`, {
			fix: "See its log, mend what it failed for and run it again; the table of cells shows which of them were rejected.",
			innocentWhen: "It may be skipped or fail by design: take it out of the needs of the job that fans in."
		}));
	}
});

// src/verify/rules/fan-in-merged-tree.ts
const fanInMergedTree = defineBundleRule({
	id: "GG-FAN-IN-OTHER-TREE",
	title: "The tested tree is the one that is to be merged",
	why: "Evidence for another tree says nothing about the code that lands.",
	hard: true,
	steps: ["fan-in"],
	check: (facts) => {
		const cells = soundBundles(facts).filter(({ treeId }) => treeId !== null);
		const { merging } = facts;
		if (cells.length === 0) return NOTHING_TO_JUDGE;
		if (merging === null) return unknown("Only equality between the cells was judged: nobody said which tree is to be merged", {
			rejects: false,
			fix: "Say it: --tree ID, or --repo DIR for the tree of its HEAD"
		});
		if (merging.treeId === null) return unknown(`Which tree is to be merged could not be told by ${merging.source}: ${merging.why}`, { fix: "Give the token the permission contents: read, or name the tree otherwise: input tree, or a checkout by input repo" });
		const other = cells.filter(({ treeId }) => treeId !== merging.treeId);
		if (other.length === 0) return holds(`All cells tested tree ${merging.treeId}, named by ${merging.source}`);
		return broken(`The tree to be merged is ${merging.treeId}, named by ${merging.source}; tested was another one: ${enumerate(other.map((bundle) => `${bundle.treeId ?? ""} by ${cellWords(bundle)}`))}`, {
			paths: other.map(({ source }) => source),
			fix: "Run the cells on the commit that is to be merged: its branch may have moved since, or the merge gives another tree.",
			innocentWhen: "The cells apply a patch that is not committed: give the tree that results, --tree ID."
		});
	}
});

// src/verify/rules/fan-in-rerun.ts
const fanInRerun = defineBundleRule({
	id: "GG-FAN-IN-RERUN",
	title: "A cell that was run again on the same tree is named",
	why: "A cell that was rejected and is accepted without any change depends on something other than the code.",
	hard: false,
	steps: ["fan-in"],
	check: ({ bundles, superseded }) => {
		if (bundles.length === 0) return NOTHING_TO_JUDGE;
		if (superseded.length === 0) return holds("No cell was run again");
		const shown = superseded.map(({ cell, verdict, origin }) => `${quote(cell ?? "")} was ${verdict} in attempt ${origin?.run_attempt ?? 0}`);
		return listed(`${counted(superseded.length, "bundle")} of earlier attempts on the same tree gave way to a later one: ${enumerate(shown)}`, superseded.some(({ verdict }) => verdict === "rejected") ? { fix: "Look at what the earlier attempt was rejected for: its bundle is still there." } : {});
	}
});

// src/verify/rules/fan-in-other-policy.ts
const fanInOtherPolicy = defineBundleRule({
	id: "GG-FAN-IN-OTHER-POLICY",
	title: "All cells were judged under one policy, and under the one that governs the merge",
	why: "A cell that was judged by a softer policy than the others may have been accepted for that alone.",
	hard: true,
	steps: ["fan-in"],
	check: (facts) => {
		const cells = soundBundles(facts).filter(({ verdict }) => verdict === "accepted");
		if (cells.length === 0) return NOTHING_TO_JUDGE;
		const governs = facts.policy?.file ?? null;
		const fix = "Run every cell on the same event and the same commit, by one version of the gate.";
		if (governs !== null) {
			const others = cells.filter(({ policy }) => policy?.file?.digest !== governs.digest);
			if (others.length === 0) return holds(`${counted(cells.length, "cell")} went by the policy ${governs.digest}`);
			return broken(`${counted(others.length, "cell")} did not go by ${governs.path} (${governs.digest}), which governs here: ${others.slice(0, 5).map((cell) => `${cellWords(cell)} by ${digestOf(cell)}`).join(", ")}`, {
				paths: others.map(({ source }) => source),
				fix
			});
		}
		const groups = grouped(cells, digestOf);
		if (groups.length === 1) return holds(`${counted(cells.length, "cell")} went by ${digestOf(cells[0])}`);
		return broken(`The cells went by ${groups.length} different policies: ${groups.slice(0, 5).join("; ")}`, {
			paths: cells.map(({ source }) => source),
			fix
		});
	}
});
function digestOf(cell) {
	const policy = cell?.policy ?? null;
	return policy?.file?.digest ?? (policy?.head === null || policy === null ? "no policy" : `no policy of the base, and ${policy.head.digest} of the change`);
}

// src/verify/rules/fan-in-required-fix.ts
const fanInRequiredFix = defineBundleRule({
	id: "GG-FAN-IN-REQUIRED-FIX",
	title: "What one cell shows to be fixed is red in no other cell",
	why: "A fix that holds on one platform alone leaves the fault where the other cells run.",
	hard: true,
	steps: ["fan-in"],
	check: (facts) => {
		const sound = soundBundles(facts);
		const ids = [...new Set(sound.flatMap(({ requireFixed }) => requireFixed))];
		if (ids.length === 0) return NOTHING_TO_JUDGE;
		const answers = ids.flatMap((id) => {
			const red = sound.filter((bundle) => bundle.red.some((test) => matchesTest(id, test)));
			if (red.length === 0) return [];
			return [broken(`The test ${quote(id)}, which must be fixed, is red in ${enumerate(red.map(cellWords))}`, {
				paths: red.map(({ source }) => source),
				fix: "Mend it there too, or require it of the cells alone that it concerns, by its whole name.",
				innocentWhen: "The id names another test in that cell: write its whole name."
			})];
		});
		return answers.length > 0 ? answers : holds(`${counted(ids.length, "required fix", "required fixes")} red in no cell`);
	}
});

// src/verify/rules/fan-in-required-tests.ts
const fanInRequiredTests = defineBundleRule({
	id: "GG-FAN-IN-REQUIRED-TEST",
	title: "Every required test was run by some cell and passed in each that ran it",
	why: "Shards that each lack some tests are complete only together, and a fix that fails in one cell is no fix there.",
	hard: true,
	steps: ["fan-in"],
	check: (facts) => {
		const { requireTests, minTests } = facts;
		if (requireTests.length === 0 && minTests === 0) return NOTHING_TO_JUDGE;
		const sound = soundBundles(facts);
		const fix = "See that some cell selects it and that it passes there, then run that cell again.";
		const answers = requireTests.flatMap((id) => {
			const seen = sound.flatMap((bundle) => bundle.required.filter((one) => one.id === id && one.matched > 0).map((one) => ({
				bundle,
				one
			})));
			if (seen.length === 0) return [broken(`The required test ${quote(id)} is in the reports of no cell`, {
				fix,
				innocentWhen: "The runner names it otherwise: generation-gate inspect REPORT shows what it wrote."
			})];
			const ran = seen.filter(({ one }) => one.unpassed.length < one.matched || one.unpassed.some((words) => !words.endsWith(" skipped")));
			if (ran.length === 0) return [broken(`The required test ${quote(id)} was skipped in every cell that reports it: ${enumerate(seen.map(({ bundle }) => cellWords(bundle)))}`, { fix })];
			const red = ran.filter(({ one }) => one.unpassed.some((words) => !words.endsWith(" skipped")));
			return red.length === 0 ? [] : [broken(`The required test ${quote(id)} did not plainly pass in ${enumerate(red.map(({ bundle, one }) => `${cellWords(bundle)} (${one.unpassed[0] ?? ""})`))}`, {
				fix,
				paths: red.map(({ bundle }) => bundle.source)
			})];
		});
		const executed = sound.reduce((sum, { tests }) => sum + tests.passed + tests.failed + tests.errored + tests.flaky, 0);
		if (executed < minTests) answers.push(broken(`The cells executed ${counted(executed, "test")} together, fewer than ${minTests}`, { fix: "See which cell runs fewer tests than it did: the table of cells counts them." }));
		return answers.length > 0 ? answers : holds(`${counted(requireTests.length, "required test")} passed in every cell that ran them; ${executed} executed in all`);
	}
});

// src/verify/rules/fan-in-run-nowhere.ts
const fanInRunNowhere = defineBundleRule({
	id: "GG-FAN-IN-RUN-NOWHERE",
	title: "Every test that some cell reports was executed by some cell",
	why: "A test that every cell skips protects nothing, and no single cell can see that.",
	hard: false,
	steps: ["fan-in"],
	check: (facts) => {
		if (facts.nowhere === null || soundBundles(facts).length === 0) return NOTHING_TO_JUDGE;
		if (facts.nowhere.length === 0) return holds("No test was skipped by every cell that reports it");
		return listed(`${counted(facts.nowhere.length, "test")} skipped by every cell that reports ${facts.nowhere.length === 1 ? "it" : "them"}: ${enumerate(facts.nowhere)}`, { fix: "Add a cell in which they run, require one by --require-test ID, or remove them." });
	}
});

// src/verify/rules/fan-in-same-command.ts
const fanInSameCommand = defineBundleRule({
	id: "GG-FAN-IN-OTHER-COMMAND",
	title: "All cells ran the same captured command",
	why: "A cell that ran another command may have run less than the others.",
	hard: true,
	steps: ["fan-in"],
	check: (facts) => {
		const cells = soundBundles(facts).filter(({ commandDigest }) => commandDigest !== null);
		if (cells.length === 0) return NOTHING_TO_JUDGE;
		const declared = declaredCommands(facts);
		const others = cells.filter(({ cell, commandDigest }) => declared.has(cell) && declared.get(cell) !== commandDigest);
		if (others.length > 0) return broken(`${counted(others.length, "cell")} ran another command than the policy declares: ${others.slice(0, 5).map((cell) => `${cellWords(cell)} ran ${cell.commandDigest ?? ""}, and ${declared.get(cell.cell) ?? ""} is declared`).join("; ")}`, {
			paths: others.map(({ source }) => source),
			fix: "Let the cell run the command that the policy declares for it: leave the command out of the workflow."
		});
		const free = cells.filter(({ cell }) => !declared.has(cell));
		if (free.length === 0) return holds(`${counted(cells.length, "cell")} ran the commands that the policy declares`);
		const groups = grouped(free, ({ commandDigest }) => commandDigest ?? "");
		if (groups.length === 1) return holds(`${counted(free.length, "cell")} ran command ${free[0]?.commandDigest ?? ""}${free.length === cells.length ? "" : ", and the others what the policy declares"}`);
		return broken(`The cells ran ${groups.length} different commands: ${groups.slice(0, 5).join("; ")}`, {
			paths: cells.map(({ source }) => source),
			fix: "Let every cell run the same command, and let it tell the cells apart by the variable GENERATION_GATE_CELL."
		});
	}
});
/**
* What the policy says that each cell runs: the one that governs the merge, else the one that all cells went by. Cells
* that run a script file are not told apart by it: their bytes are the tree's, and must be equal.
*/
function declaredCommands(facts) {
	const [first] = soundBundles(facts);
	const policy = facts.policy ?? first?.policy ?? null;
	return new Map((policy?.commands ?? []).flatMap(({ cell, digest }) => cell === null || digest === null ? [] : [[cell, digest]]));
}

// src/verify/rules/fan-in-same-nested-content.ts
const fanInSameNestedContent = defineBundleRule({
	id: "GG-FAN-IN-MIXED-NESTED",
	title: "All cells tested the same files in submodules and nested repositories",
	why: "Equal tree ids say nothing of them: cells that tested different code there do not add up to evidence for any of it.",
	hard: true,
	steps: ["fan-in"],
	check: (facts) => {
		const cells = soundBundles(facts).filter(({ treeId }) => treeId !== null);
		const [known, unknown] = [cells.filter(({ nested }) => isNestedContentKnown(nested)), cells.filter(({ nested }) => !isNestedContentKnown(nested))];
		const told = known.map((cell) => ({
			cell,
			content: contentBeyondCommits(cell.nested)
		}));
		const differing = [...new Set(told.flatMap(({ content }) => [...content.keys()]))].sort().filter((path) => new Set(told.map(({ content }) => content.get(path))).size > 1);
		if (differing.length > 0) {
			const contentOf = (cell, path) => contentBeyondCommits(cell.nested).get(path) ?? "what is recorded";
			return differing.slice(0, 5).map((path) => broken(`The cells hold different files in ${quote(path)}: ${grouped(known, (cell) => contentOf(cell, path)).slice(0, 5).join("; ")}`, {
				paths: [path],
				fix: "Commit what belongs to it and let every cell check out that commit: git submodule update --init --force",
				innocentWhen: "A step before the stamp writes files into it that differ from job to job: name them in its .gitignore, or write them after the stamp."
			}));
		}
		if (unknown.length > 0) return listed(`Files in submodules and nested repositories were not compared: ${enumerate(unknown.map(cellWords))} ${unknown.length === 1 ? "does" : "do"} not say what they held`, { fix: "Run these cells again with this version." });
		return known.every(({ nested }) => nested.length === 0) ? NOTHING_TO_JUDGE : holds(`${counted(known.length, "cell")} tested the same files in submodules and nested repositories`);
	}
});

// src/verify/rules/fan-in-same-tree.ts
const fanInSameTree = defineBundleRule({
	id: "GG-FAN-IN-MIXED-TREES",
	title: "All cells tested one tree",
	why: "Cells that tested different code do not add up to evidence for any of it.",
	hard: true,
	steps: ["fan-in"],
	check: (facts) => {
		const cells = soundBundles(facts).filter(({ treeId }) => treeId !== null);
		if (cells.length === 0) return NOTHING_TO_JUDGE;
		const groups = grouped(cells, ({ treeId }) => treeId ?? "");
		if (groups.length === 1) return holds(`${counted(cells.length, "cell")} tested tree ${cells[0]?.treeId ?? ""}`);
		return broken(`The cells tested ${groups.length} different trees: ${groups.slice(0, 5).join("; ")}`, {
			paths: cells.map(({ source }) => source),
			fix: "Let every job check out the same commit and run those again that tested another one.",
			innocentWhen: "A step before the stamp writes files that differ from job to job: name them in .gitignore, or write them after the stamp."
		});
	}
});

// src/verify/bundle-catalog.ts
/** The rules over bundles, in the order in which a reader meets their findings. */
const BUNDLE_CATALOG = [
	bundleReadable,
	bundleIntact,
	bundleVerdict,
	bundlePatch,
	bundleNestedContent,
	fanInCellPresent,
	fanInCellOnce,
	fanInCellAccepted,
	fanInFailedJob,
	fanInRerun,
	fanInSameTree,
	fanInSameNestedContent,
	fanInMergedTree,
	fanInSameCommand,
	fanInOtherPolicy,
	fanInChangedTests,
	fanInRequiredTests,
	fanInRequiredFix,
	fanInRunNowhere,
	fanInEnvironments,
	fanInCachedCell
];

export { BUNDLE_CATALOG as t };