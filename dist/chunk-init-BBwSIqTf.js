import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { lstatSync, mkdirSync, readFileSync, readdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { dirname, join, sep } from "node:path";
import { createInterface } from "node:readline/promises";
import { r as UsageError } from "./chunk-errors-HNU_0TX0.js";
import { n as POLICY_FILES } from "./chunk-policy-CIRIVHlF.js";
import { n as envelope, r as outcomeOfError } from "./chunk-envelope-DzZppLfG.js";
import { t as parsePolicy } from "./chunk-policy-file-DFmJvo5b.js";
import { i as gateJobs, n as repositoryOf, r as loadWorkflows } from "./chunk-doctor-L-6bAvVL.js";
import { t as require_dist } from "./chunk-dist-nc9HW7tV.js";
import { t as parse } from "./chunk-dist-DsmlpWmy.js";

// src/workflows/init/compose.ts
var import_dist = require_dist();
const WORKFLOW_FILE = ".github/workflows/generation-gate.yml";
const POLICY_FILE = "generation-gate.config.yml";
const CHECKOUT = "actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2";
const ACTION = "generation-gate/generation-gate@v1";
/** One job for each proposal; each is to be a required status check. */
function workflowText(found) {
	const names = found.map((proposal) => jobName(proposal, found));
	return `# Written by generation-gate init. Make ${names.length === 1 ? `the job "${names[0] ?? ""}" a required status check` : `the jobs ${names.map((name) => `"${name}"`).join(" and ")} required status checks`} of the protected branch.
name: generation-gate

on:
  pull_request:
  merge_group: # without it the check never reports in a merge queue

permissions:
  contents: read

concurrency:
  group: \${{ github.workflow }}-\${{ github.ref }}
  cancel-in-progress: \${{ github.event_name == 'pull_request' }}

jobs:
${found.map((proposal, at) => jobText(names[at] ?? "", proposal, found)).join("\n")}`;
}
function jobName({ name }, found) {
	return found.length === 1 ? "gate" : `gate-${name}`;
}
function jobText(job, { name, because, setup, run, evidence, note }, found) {
	const inputs = [
		...found.length === 1 ? [] : [`cell: ${name}`],
		...setup === "" ? [] : [block("setup", setup)],
		block("run", run),
		...evidence.length === 0 ? [] : [evidence.length === 1 ? `evidence: ${scalar(evidence[0] ?? "")}` : block("evidence", evidence.join("\n"))]
	];
	return `  ${job}: # ${because}
    name: ${job}
    runs-on: ubuntu-latest
    steps:
      - uses: ${CHECKOUT}
        with:
          persist-credentials: false
      - uses: ${ACTION}
        with:
${indented([...note === "" ? [] : [`# ${note}`], ...inputs].join("\n"), 10)}
`;
}
/** The same as a policy: it is read from the base of a pull request, so that a change cannot soften its own gate. */
function policyText(found) {
	const [only] = found;
	const command = found.length === 1 && only !== void 0 ? { run: only.run } : { cells: Object.fromEntries(found.map(({ name, run }) => [name, { run }])) };
	const evidence = [...new Set(found.flatMap((proposal) => proposal.evidence))];
	const policy = {
		...command,
		...found.length === 1 && only !== void 0 && only.setup !== "" ? { setup: only.setup } : {},
		...evidence.length === 0 ? {} : { evidence }
	};
	return `# Written by generation-gate init: what this repository asks of its gate. See docs/policy.md of generation-gate.\n${(0, import_dist.stringify)(policy, { lineWidth: 0 })}`;
}
function block(key, text) {
	return text.includes("\n") ? `${key}: |\n${indented(text, 2)}` : `${key}: ${scalar(text)}`;
}
function scalar(text) {
	return (0, import_dist.stringify)(text, { lineWidth: 0 }).trimEnd();
}
function indented(text, by) {
	return text.split("\n").map((line) => line === "" ? "" : `${" ".repeat(by)}${line}`).join("\n");
}

// src/workflows/init/detect.ts
/**
* How a repository's tests are run, told from the files at its top: one proposal for each ecosystem that is there.
* Nothing is run and nothing is asked: a proposal is shown before it is written.
*/
const TEXT_LIMIT = 1 << 20;
function topOf(root) {
	const stats = (path) => statSync(join(root, path), { throwIfNoEntry: false });
	return {
		has: (path) => stats(path) !== void 0,
		text: (path) => {
			const found = stats(path);
			return found?.isFile() !== true || found.size > TEXT_LIMIT ? "" : readFileSync(join(root, path), "utf8");
		},
		names: readdirSync(root)
	};
}
/** Proposals in a fixed order; none where nothing is recognised. */
function proposals(top) {
	return [
		python(top),
		node(top),
		go(top),
		maven(top),
		gradle(top),
		cargo(top)
	].filter((proposal) => proposal !== null);
}
function python(top) {
	const project = tomlIn(top.text("pyproject.toml"));
	const isProject = "project" in project || "build-system" in project || top.has("setup.py") || top.has("setup.cfg");
	const usesTox = top.has("tox.ini") || top.has("tox.toml");
	const usesNox = top.has("noxfile.py");
	const mentionsPytest = /pytest/.test([
		"pyproject.toml",
		"setup.cfg",
		"setup.py",
		"pytest.ini",
		"tox.ini",
		...requirements(top)
	].map(top.text).join("\n")) || top.has("pytest.ini") || top.has("conftest.py");
	const hasTests = ["tests", "test"].some((folder) => top.has(folder)) || top.names.some((name) => /^test_.*\.py$|_test\.py$/.test(name));
	if (!mentionsPytest && !usesTox && !usesNox && !(isProject && hasTests) && !top.names.some((name) => /^test_.*\.py$/.test(name))) return null;
	const base = {
		name: "python",
		note: ""
	};
	const venv = "python3 -m venv .venv\n";
	const run = "mkdir -p reports\n.venv/bin/python -m pytest --junitxml=reports/junit.xml";
	const evidence = ["reports/junit.xml"];
	const tool = (name) => `python3 -m venv "$GENERATION_GATE_ENV_DIR/${name}"\n"$GENERATION_GATE_ENV_DIR/${name}/bin/pip" install --quiet ${name}\n`;
	if (top.has("uv.lock")) return {
		...base,
		because: "uv.lock",
		setup: `${tool("uv")}"$GENERATION_GATE_ENV_DIR/uv/bin/uv" sync --frozen --all-groups`,
		run,
		evidence
	};
	if (top.has("poetry.lock")) return {
		...base,
		because: "poetry.lock",
		setup: `${tool("poetry")}POETRY_VIRTUALENVS_IN_PROJECT=true "$GENERATION_GATE_ENV_DIR/poetry/bin/poetry" install --no-interaction --all-groups`,
		run,
		evidence
	};
	if (!mentionsPytest && usesTox) {
		const hands = /posargs/.test(top.text("tox.ini") + top.text("tox.toml"));
		return {
			...base,
			because: top.has("tox.ini") ? "tox.ini" : "tox.toml",
			setup: `${venv}.venv/bin/python -m pip install --quiet tox`,
			run: hands ? "mkdir -p reports\n.venv/bin/python -m tox run -- --junitxml=\"$PWD/reports/junit.xml\"" : ".venv/bin/python -m tox run",
			evidence: hands ? evidence : [],
			note: hands ? "" : "tox hands no arguments on: write {posargs} behind pytest there, and add --junitxml here"
		};
	}
	if (!mentionsPytest && usesNox) return {
		...base,
		because: "noxfile.py",
		setup: `${venv}.venv/bin/python -m pip install --quiet nox`,
		run: ".venv/bin/python -m nox",
		evidence: [],
		note: "let the session call pytest with --junitxml, and name the report as evidence"
	};
	const wanted = [
		...requirements(top).map((file) => `-r ${file}`),
		...isProject && ("build-system" in project || "project" in project || top.has("setup.py")) ? ["-e ."] : [],
		"pytest"
	];
	return {
		...base,
		because: [
			"pyproject.toml",
			"setup.cfg",
			"setup.py",
			"pytest.ini",
			...requirements(top)
		].find(top.has) ?? "test files",
		setup: `${venv}.venv/bin/python -m pip install --quiet ${wanted.join(" ")}`,
		run,
		evidence
	};
}
function requirements(top) {
	return top.names.filter((name) => /^(?:(?:dev|test)-)?requirements(?:-(?:dev|test|tests))?\.txt$/.test(name)).sort();
}
function tomlIn(text) {
	try {
		return parse(text);
	} catch {
		return {};
	}
}
function node(top) {
	if (!top.has("package.json")) return null;
	const manifest = jsonIn(top.text("package.json"));
	const script = textAt(manifest, "scripts", "test");
	const installed = {
		...recordAt(manifest, "dependencies"),
		...recordAt(manifest, "devDependencies")
	};
	const has = (name) => name in installed;
	if (script === "" && !has("vitest") && !has("jest")) return null;
	const manager = top.has("pnpm-lock.yaml") ? "pnpm" : top.has("yarn.lock") ? "yarn" : "npm";
	const base = {
		name: "node",
		because: "package.json",
		setup: {
			pnpm: "corepack enable\npnpm install --frozen-lockfile",
			yarn: "corepack enable\nyarn install --immutable",
			npm: top.has("package-lock.json") || top.has("npm-shrinkwrap.json") ? "npm ci" : Object.keys(installed).length > 0 ? "npm install --no-package-lock" : ""
		}[manager],
		evidence: ["reports/junit.xml"],
		note: ""
	};
	const execute = {
		pnpm: "pnpm exec",
		yarn: "yarn run",
		npm: "npx --no-install"
	}[manager];
	if (has("vitest")) return {
		...base,
		run: `mkdir -p reports\n${execute} vitest run --reporter=default --reporter=junit --outputFile.junit=reports/junit.xml`
	};
	if (has("jest")) {
		const add = {
			pnpm: "the dev dependency jest-junit",
			yarn: "the dev dependency jest-junit",
			npm: "the dev dependency jest-junit"
		}[manager];
		return has("jest-junit") ? {
			...base,
			run: `mkdir -p reports\nJEST_JUNIT_OUTPUT_FILE=reports/junit.xml ${execute} jest --ci --reporters=default --reporters=jest-junit`
		} : {
			...base,
			run: `${manager} test`,
			evidence: [],
			note: `with ${add} jest writes a report: then name it as evidence`
		};
	}
	const [, rest] = /^node\s+(?:--run\s+)?--test\b(.*)$/.exec(script) ?? [];
	if (rest !== void 0 && !/--test-reporter/.test(rest)) return {
		...base,
		run: `mkdir -p reports\nnode --test --test-reporter=spec --test-reporter-destination=stdout --test-reporter=junit --test-reporter-destination=reports/junit.xml${rest.trimEnd()}`
	};
	return {
		...base,
		run: `${manager} test`,
		evidence: [],
		note: "let the runner write a JUnit report, and name it as evidence"
	};
}
function go(top) {
	if (!top.has("go.mod")) return null;
	return {
		name: "go",
		because: "go.mod",
		setup: "go mod download",
		run: "mkdir -p reports\ngo run gotest.tools/gotestsum@v1.13.0 --junitfile reports/junit.xml -- -count=1 ./...",
		evidence: ["reports/junit.xml"],
		note: ""
	};
}
function maven(top) {
	if (!top.has("pom.xml")) return null;
	return {
		name: "maven",
		because: "pom.xml",
		setup: "",
		run: `${top.has("mvnw") ? "./mvnw" : "mvn"} --batch-mode --no-transfer-progress clean test`,
		evidence: ["**/target/surefire-reports/TEST-*.xml"],
		note: ""
	};
}
function gradle(top) {
	const file = [
		"build.gradle.kts",
		"build.gradle",
		"settings.gradle.kts",
		"settings.gradle"
	].find(top.has);
	if (file === void 0) return null;
	return {
		name: "gradle",
		because: file,
		setup: "",
		run: `${top.has("gradlew") ? "./gradlew" : "gradle"} --no-daemon --no-build-cache cleanTest test`,
		evidence: ["**/build/test-results/test/TEST-*.xml"],
		note: ""
	};
}
function cargo(top) {
	if (!top.has("Cargo.toml")) return null;
	return {
		name: "cargo",
		because: "Cargo.toml",
		setup: "",
		run: `cargo test${top.has("Cargo.lock") ? " --locked" : ""}`,
		evidence: [],
		note: "cargo test writes no report; cargo nextest does, with a junit path in .config/nextest.toml"
	};
}
function jsonIn(text) {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
function recordAt(value, key) {
	const found = typeof value === "object" && value !== null ? value[key] : null;
	return typeof found === "object" && found !== null ? found : {};
}
function textAt(value, ...path) {
	const found = recordAt(value, path[0])[path[1]];
	return typeof found === "string" ? found.trim() : "";
}

// src/workflows/init/difference.ts
/** What would change in a file, as a reader of diffs expects it: one hunk, three lines around it. */
const AROUND = 3;
function difference(path, before, after) {
	const old = before === null ? [] : linesOf(before);
	const fresh = linesOf(after);
	let start = 0;
	while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1;
	let end = 0;
	while (end < old.length - start && end < fresh.length - start && old[old.length - 1 - end] === fresh[fresh.length - 1 - end]) end += 1;
	const from = Math.max(0, start - AROUND);
	const tail = Math.max(0, end - AROUND);
	const lines = [
		...old.slice(from, start).map((line) => ` ${line}`),
		...old.slice(start, old.length - end).map((line) => `-${line}`),
		...fresh.slice(start, fresh.length - end).map((line) => `+${line}`),
		...old.slice(old.length - end, old.length - tail).map((line) => ` ${line}`)
	];
	const range = (at, count) => `${count === 0 ? at : at + 1},${count}`;
	return [
		`--- ${before === null ? "/dev/null" : `a/${path}`}`,
		`+++ b/${path}`,
		`@@ -${range(from, old.length - tail - from)} +${range(from, fresh.length - tail - from)} @@`,
		...lines
	].join("\n");
}
function linesOf(text) {
	return text.replace(/\n$/, "").split("\n");
}

// src/steps/init.ts
/** The `init` verb: a workflow and a policy file for what is found in the repository, shown before they are written. */
/** Shows what it would write, asks on a terminal or takes `yes`, and writes. Throws where nothing is recognised. */
async function initStep({ workspace, yes, json }) {
	const root = repositoryOf(workspace);
	const found = proposals(topOf(root));
	if (found.length === 0) throw new UsageError("GG-INIT-NOTHING-FOUND", `Nothing in ${root} says how its tests are run: no pyproject.toml, package.json with a test script, go.mod, pom.xml, build.gradle or Cargo.toml is at its top`, "Write the workflow by hand; docs/workflows has one for each use: generation-gate doctor says whether it holds.");
	const planned = plan(root, found);
	const open = planned.filter(({ state }) => state !== "unchanged");
	const shown = [...notes(root, found, planned), ...open.map(({ diff }) => `${diff}\n`)].join("\n");
	if (open.length === 0) return outcome(0, planned, false, `${shown}init: nothing to write`);
	if (!(yes || !json && process.stdin.isTTY && await ask(shown, open))) return unconfirmed(planned, shown);
	for (const { path, text } of open) put(root, path, text);
	const done = `init: wrote ${open.map(({ path }) => path).join(" and ")}. Look at it, commit it, and make the check required: generation-gate doctor`;
	return outcome(0, planned, true, yes ? `${shown}\n${done}` : done);
}
function plan(root, found) {
	const { workflows } = loadWorkflows(root, []);
	const other = workflows.some((workflow) => workflow.file !== ".github/workflows/generation-gate.yml" && gateJobs(workflow).length > 0);
	const hasPolicy = POLICY_FILES.some((name) => name !== "generation-gate.config.yml" && lstatSync(join(root, name), { throwIfNoEntry: false }) !== void 0);
	const policy = policyText(found);
	parsePolicy(Buffer.from(policy), POLICY_FILE, []);
	return [...other ? [] : [planned(root, WORKFLOW_FILE, workflowText(found))], ...hasPolicy ? [] : [planned(root, POLICY_FILE, policy)]];
}
function planned(root, path, text) {
	const before = current(root, path);
	return {
		path,
		text,
		state: before === null ? "new" : before === text ? "unchanged" : "changed",
		diff: difference(path, before, text)
	};
}
/** What lies there now; null for nothing. Throws where it is no file of this repository. */
function current(root, path) {
	const file = join(root, path);
	const stats = lstatSync(file, { throwIfNoEntry: false });
	if (stats !== void 0 && !stats.isFile()) throw new UsageError("GG-INIT-NO-FILE", `${path} is ${stats.isSymbolicLink() ? "a link" : "no file"}`, "Move it away, and call init again.");
	let folder = dirname(file);
	while (lstatSync(folder, { throwIfNoEntry: false }) === void 0) folder = dirname(folder);
	const [real, top] = [realpathSync(folder), realpathSync(root)];
	if (real !== top && !real.startsWith(top + sep)) throw new UsageError("GG-INIT-NO-FILE", `${path} would be written outside of the repository, to ${real}`, "Take the link away that leads there, and call init again.");
	return stats === void 0 ? null : readFileSync(file, "utf8");
}
function notes(root, found, planned) {
	const has = (path) => planned.some((one) => one.path === path);
	return [
		...found.map(({ name, because, note, evidence }) => `${name}: told by ${because}${evidence.length === 0 ? "; no report, so that the ending decides alone" : ""}${note === "" ? "" : ` (${note})`}`),
		...has(".github/workflows/generation-gate.yml") ? [] : ["A workflow calls the gate already, and stays as it is: generation-gate doctor"],
		...has("generation-gate.config.yml") ? [] : [`A policy file is there already in ${root}, and stays as it is`],
		""
	];
}
async function ask(shown, open) {
	process.stderr.write(`${shown}\n`);
	const prompt = createInterface({
		input: process.stdin,
		output: process.stderr
	});
	try {
		return /^y(?:es)?$/i.test((await prompt.question(`Write ${open.map(({ path, state }) => `${path} (${state})`).join(" and ")}? [y/N] `)).trim());
	} finally {
		prompt.close();
	}
}
function unconfirmed(planned, shown) {
	const fix = "Write them with: generation-gate init --yes";
	const { exit, envelope: failed } = outcomeOfError("init", new UsageError("GG-INIT-NOT-CONFIRMED", "Nothing was written: nobody agreed to it", fix));
	return {
		exit,
		envelope: {
			...failed,
			...partsOf(planned, false, `${shown}\ninit: nothing was written. ${fix}`)
		}
	};
}
function outcome(exit, planned, written, text) {
	return {
		exit,
		envelope: envelope("init", "accepted", partsOf(planned, written, text))
	};
}
function partsOf(planned, written, text) {
	return {
		files: planned.map(({ path, state, diff }) => ({
			path,
			state,
			diff: state === "unchanged" ? "" : diff
		})),
		written,
		text
	};
}
/** Writes whole or not at all. */
function put(root, path, text) {
	const file = join(root, path);
	mkdirSync(dirname(file), { recursive: true });
	const beside = `${file}.${randomBytes(4).toString("hex")}.tmp`;
	try {
		writeFileSync(beside, text, { flag: "wx" });
		renameSync(beside, file);
	} catch (error) {
		rmSync(beside, { force: true });
		throw error;
	}
}

export { initStep };