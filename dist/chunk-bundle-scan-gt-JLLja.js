import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { t as bundleRedaction } from "./chunk-bundle-redaction-DlytN31F.js";
import { t as readBundle } from "./chunk-bundle-read-D2SB64Ix.js";
import { r as openBundle } from "./chunk-unpack-DCIG-WqD.js";

// src/publish/bundle-scan.ts
/** The last look at a bundle before it leaves the machine: it is whole, and no secret is in it (PK4). */
/**
* Reads the folder as its receiver will and looks for secrets in every file: the environment's own, and what a detector
* finds. Files may have been changed since the bundle was written, by steps or by what the tests left running.
*/
async function uploadableFiles(folder, env) {
	const opened = await openBundle(folder);
	const sight = await readBundle(opened, { requireTests: [] });
	const again = "Let nothing write into the folder of the bundle, and run the gate again.";
	if (opened.state === "refused" || sight.state === "refused") return {
		why: `it is no bundle any more: ${sight.state === "refused" ? sight.why : ""}`,
		fix: again
	};
	const [fault] = sight.faults;
	if (fault !== void 0) return {
		why: `it changed after it was written: ${fault.file} ${fault.what}`,
		fix: again
	};
	const { left } = bundleRedaction({
		env,
		gitConfig: ""
	});
	for (const name of opened.store.names) {
		const kinds = await left(readFileSync(join(opened.store.folder, name)).toString("utf8"));
		if (kinds.length > 0) return {
			why: `a secret is in ${name} (${[...new Set(kinds)].join(", ")})`,
			fix: "Keep secrets out of what tests print and what is committed; nothing was uploaded."
		};
	}
	return { names: opened.store.names };
}

export { uploadableFiles };