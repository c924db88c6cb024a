import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { d as looseObject, g as record, i as array, m as object, y as string } from "./chunk-mini-TCpuGoTq.js";
import { t as STATEMENT_FILES } from "./chunk-statement-DwN2B8oX.js";
import { n as within } from "./chunk-deadline-BDJNYwjF.js";

// src/github/attest.ts
/**
* Attests the statements of a bundle, where the job has an id-token (PB3). What is signed is about the statement's own
* file, which is what `gh attestation verify` takes, and about what the statement is about.
*/
const PERMISSIONS = "Give the job what signing needs: permissions: { contents: read, id-token: write, attestations: write }.";
const statementSchema = object({
	subject: array(object({
		name: string(),
		digest: record(string(), string())
	})),
	predicateType: string(),
	predicate: looseObject({})
});
/** Several requests, each with its own retries. */
const LIMIT_MS = 12e4;
/** Attests both statements of the bundle in `folder`. Never throws: what went wrong is an answer, and no verdict. */
async function attestBundle(folder, { token, env }, attest) {
	if ((env["ACTIONS_ID_TOKEN_REQUEST_URL"] ?? "") === "") return {
		why: "the job has no id-token",
		fix: `${PERMISSIONS} A pull request from a fork never gets one: there the bundle stands without a signature.`
	};
	if (token === "") return {
		why: "there is no token",
		fix: "Leave the input token as it is by default."
	};
	const attested = [];
	try {
		const sign = attest ?? (await import("./chunk-lib-Czz4NbC2.js")).attest;
		for (const file of Object.values(STATEMENT_FILES)) {
			const bytes = readFileSync(join(folder, file));
			const { subject, predicateType, predicate } = statementSchema.parse(JSON.parse(bytes.toString("utf8")));
			const { attestationID } = await within(LIMIT_MS, "Signing", sign({
				subjects: [subjectOf(file, bytes), ...subject.filter(isFile)].map(({ name, digest }) => ({
					name,
					digest: { ...digest }
				})),
				predicateType,
				predicate,
				token
			}));
			attested.push({
				file,
				id: attestationID ?? ""
			});
		}
		return attested;
	} catch (error) {
		return attestFault(error);
	}
}
function subjectOf(name, bytes) {
	return {
		name,
		digest: { sha256: createHash("sha256").update(bytes).digest("hex") }
	};
}
/** GitHub finds attestations by SHA-256 alone; tree and commit are named in the statement's file. */
function isFile({ digest }) {
	return "sha256" in digest;
}
function attestFault(error) {
	const words = error instanceof Error ? error.message : String(error);
	const { status } = error;
	if (status === 401 || status === 403 || status === 404 || /\b(?:403|404|forbidden|not accessible|id-token|OIDC|permission)\b/i.test(words)) return {
		why: `signing was refused: ${words}`,
		fix: `${PERMISSIONS} A private repository can attest only where its plan has artifact attestations.`
	};
	return {
		why: `signing failed: ${words}`,
		fix: "Run the job again; githubstatus.com and status.sigstore.dev tell whether the services work."
	};
}

export { attestBundle };