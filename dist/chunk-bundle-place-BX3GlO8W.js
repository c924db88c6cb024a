import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";

// src/github/bundle-place.ts
/** Where a bundle is written that the workflow wants uploaded and gave no folder for. */
/** A folder of its own in the runner's temporary folder, which is emptied after each job. */
function bundlePlace(env) {
	return join(env["RUNNER_TEMP"] === void 0 || env["RUNNER_TEMP"] === "" ? tmpdir() : env["RUNNER_TEMP"], `generation-gate-bundle-${randomBytes(6).toString("hex")}`);
}

export { bundlePlace };