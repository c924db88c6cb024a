import { existsSync } from "node:fs";
import { join } from "node:path";
import { n as Refusal } from "./chunk-errors-HNU_0TX0.js";
import { o as showPath } from "./chunk-path-C-SIO5nl.js";
import { t as git } from "./chunk-git-D-kZjfTp.js";

// src/steps/base-revision.ts
/** The commit that `--base` names, or the refusal that brings it. */
/** Finds the commit and looks whether its tree is here. Throws a {@link Refusal} with the fetch that brings what is missing. */
async function findBase(repository, given) {
	const named = await git([
		"rev-parse",
		"--verify",
		"--quiet",
		"--end-of-options",
		`${given}^{commit}`
	], { cwd: repository.top });
	const commit = named.stdout.toString("latin1").trim();
	if (named.code !== 0 || commit === "") throw absent(repository, given, `${showPath(given)} names no commit that is here`);
	if ((await git([
		"cat-file",
		"-e",
		`${commit}^{tree}`
	], { cwd: repository.top })).code !== 0) throw absent(repository, given, `The tree of the base ${showPath(given)} (${commit}) is not here`);
	return {
		given,
		commit
	};
}
function absent({ commonDir }, given, what) {
	const shallow = existsSync(join(commonDir, "shallow"));
	const isId = /^[0-9a-f]{7,64}$/.test(given);
	const remote = /^(?:refs\/remotes\/)?origin\/(.+)$/.exec(given)?.[1];
	const branch = remote ?? given.replace(/^refs\/heads\//, "");
	const fetch = isId || /[~^:@{]/.test(given) ? isId ? `git fetch --depth=1 origin ${given}` : "git fetch --unshallow origin" : `git fetch --depth=1 origin ${branch}:refs/remotes/origin/${branch}`;
	const then = !isId && remote === void 0 && !/[~^:@{]/.test(given) ? `, then --base origin/${branch}` : "";
	return new Refusal({
		rule: "GG-BASELINE-ABSENT",
		answer: "broken",
		what: `${what}${shallow ? "; the clone is shallow" : ""}`,
		why: "Without the base nobody knows whether the tests failed before the change.",
		fix: `${fetch}${then}; or let actions/checkout fetch it: fetch-depth: 0`,
		rejects: true
	});
}

export { findBase as t };