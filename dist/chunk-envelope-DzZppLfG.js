import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { n as Refusal, r as UsageError, t as GateError } from "./chunk-errors-HNU_0TX0.js";
import { t as NO_TESTS } from "./chunk-totals-DJby8KvO.js";

// src/publish/envelope.ts
/** The one JSON document that every verb prints with `--json`. */
const ENVELOPE_SCHEMA = "generation-gate/verdict/1";
function envelope(verb, verdict, parts) {
	return {
		schema: ENVELOPE_SCHEMA,
		verb,
		verdict,
		generation: null,
		tree_id: null,
		head: null,
		findings: [],
		tests: NO_TESTS,
		...parts
	};
}
/** What a thrown error becomes: a refusal's findings with exit 1, a malformed call with 2, everything else with 3. */
function outcomeOfError(verb, error) {
	if (error instanceof Refusal) return {
		exit: 1,
		envelope: envelope(verb, "rejected", { findings: error.findings })
	};
	if (error instanceof UsageError) return failure(verb, 2, error.code, error.message, error.fix, error.why ?? "A call that is not understood changes nothing and accepts nothing.");
	if (error instanceof GateError) return failure(verb, 3, error.code, error.message, error.fix, "A gate that could not work has judged nothing, and accepts nothing.");
	const code = error?.code;
	if (code === "ENOSPC" || code === "EDQUOT") return failure(verb, 3, "GG-DISK-FULL", `No space is left on the device: ${error.message}`, "Free space and stamp again.", "A record that was cut short proves nothing.");
	if (code === "EROFS" || code === "EACCES" || code === "EPERM") return failure(verb, 3, "GG-NO-PERMISSION", error.message, "Give the gate write permission on the workspace and its state folder, or name another: --state DIR", "A gate that cannot record has judged nothing.");
	return failure(verb, 3, "GG-DEFECT", error instanceof Error ? error.stack ?? error.message : String(error), "Report this defect of generation-gate with the text above.", "A gate that failed has judged nothing, and accepts nothing.");
}
function failure(verb, exit, code, what, fix, why) {
	const rule = code.startsWith("GG-") ? code : `GG-${code.replaceAll("_", "-")}`;
	return {
		exit,
		envelope: envelope(verb, "rejected", {
			error: {
				code: rule,
				exit,
				message: what,
				fix
			},
			findings: [{
				rule,
				answer: "unknown",
				what,
				why,
				fix,
				rejects: true
			}]
		})
	};
}

export { envelope as n, outcomeOfError as r, ENVELOPE_SCHEMA as t };