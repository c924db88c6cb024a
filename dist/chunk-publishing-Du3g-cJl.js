import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { a as info, c as warning, o as setOutput } from "./chunk-core-CikAWlny.js";
import { t as summary } from "./chunk-summary-DGHN-Igo.js";
import { n as eventCommits } from "./chunk-event-brNRZ_vT.js";
import { t as markdownText } from "./chunk-markdown-josz7-ap.js";
import { n as plainLine } from "./chunk-plain-jGVpv_SO.js";

// src/github/publishing.ts
/**
* What a verdict gets beyond the job's own ending: its bundle as an artifact, a check run, a commit status. All of it
* comes after the verdict, the log and the summary; whatever fails is said once, in the log and in the summary.
*/
/** Publishes what the inputs ask for. Never throws. */
async function publishBeyondTheJob(call, outcome, env) {
	const faults = [];
	for (const [what, publish] of [
		["the attestation", attestIt],
		["the bundle", uploadIt],
		["the check run", checkIt],
		["the commit status", statusIt]
	]) try {
		const fault = await publish(call, outcome, env);
		if (fault !== null) faults.push({
			what,
			...fault
		});
	} catch (error) {
		faults.push({
			what,
			why: error instanceof Error ? error.message : String(error),
			fix: "Report this defect of generation-gate with the text above."
		});
	}
	await say(faults);
}
async function uploadIt({ publishing: { upload }, settings }, { envelope }, env) {
	setArtifact("", "");
	if (upload === null) return null;
	const { folder } = envelope["bundle"] ?? {};
	if (folder === void 0) return {
		why: "the gate stopped before there was one",
		fix: "See what it stopped for."
	};
	const [{ artifactName, uploadBundle }, { uploadableFiles }] = await Promise.all([import("./chunk-artifacts-Okal2qJv.js"), import("./chunk-bundle-scan-gt-JLLja.js")]);
	const files = await uploadableFiles(folder, env);
	if ("why" in files) return files;
	const uploaded = await uploadBundle({
		folder,
		files: files.names,
		name: artifactName(upload, settings.cell, env),
		upload
	});
	if ("why" in uploaded) return uploaded;
	setArtifact(String(uploaded.id), uploaded.digest);
	return null;
}
async function attestIt({ publishing: { attest, token } }, { envelope }, env) {
	setOutput("attestation-id", "");
	if (!attest) return null;
	const { folder } = envelope["bundle"] ?? {};
	if (folder === void 0) return {
		why: "the gate stopped before there was one",
		fix: "See what it stopped for."
	};
	const attested = await (await import("./chunk-attest-jsSBTbKM.js")).attestBundle(folder, {
		token,
		env
	});
	if ("why" in attested) return attested;
	setOutput("attestation-id", attested[0]?.id ?? "");
	info(plainLine(`Attested: ${attested.map(({ file }) => file).join(" and ")} of ${folder}`));
	return null;
}
function setArtifact(id, digest) {
	setOutput("artifact-id", id);
	setOutput("artifact-digest", digest);
}
async function checkIt({ publishing: { checkRun, token }, settings: { cell } }, { envelope }, env) {
	if (checkRun === null) return null;
	const commit = eventCommits(env)?.shown;
	if (commit === void 0) return NO_COMMIT;
	return (await import("./chunk-check-run-DbDSePCR.js")).publishCheckRun(envelope, {
		name: named(checkRun, cell),
		commit,
		token,
		env
	});
}
async function statusIt({ publishing: { commitStatus, token }, settings: { cell } }, { envelope }, env) {
	if (commitStatus === null) return null;
	const commit = eventCommits(env)?.shown;
	if (commit === void 0) return NO_COMMIT;
	return (await import("./chunk-check-run-DbDSePCR.js")).publishStatus(envelope, {
		name: named(commitStatus, cell),
		commit,
		token,
		env
	});
}
const NO_COMMIT = {
	why: "the runner names no commit that it would belong to",
	fix: "Publish from a job of GitHub Actions, whose variables are left as they are."
};
/** The cells of a matrix publish beside each other. */
function named(name, cell) {
	return cell === null ? name : `${name} (${cell})`;
}
/** Says each fault once; two with one reason are one. */
async function say(faults) {
	const lines = [...new Set(faults.map(({ why }) => why))].map((reason) => {
		const same = faults.filter(({ why }) => why === reason);
		return `T${same.map(({ what }) => what).join(" and ").slice(1)} could not be published, and the verdict stays as it is: ${reason}. ${[...new Set(same.map(({ fix }) => fix))].join(" ")}`;
	});
	for (const line of lines) warning(plainLine(line));
	if (lines.length === 0 || (process.env["GITHUB_STEP_SUMMARY"] ?? "") === "") return;
	try {
		await summary.addRaw(`\n### Not published\n\n${lines.map((line) => `- ${markdownText(line)}`).join("\n")}\n`).write();
	} catch {}
}

export { publishBeyondTheJob };