import { C as _gte, k as _regex, l as int, w as _lte, y as string } from "./chunk-mini-TCpuGoTq.js";
import { r as UsageError } from "./chunk-errors-HNU_0TX0.js";

// src/inputs/publishing.ts
/** What the action publishes beside the job's own ending, and where it gathers bundles from. */
/** The names that artifacts get where the workflow gives none; a fan-in looks for these. */
const ARTIFACT_PREFIX = "generation-gate-";
const DEFAULT_ARTIFACTS = `${ARTIFACT_PREFIX}*`;
/** Name of check run and status where the workflow says only that it wants one. */
const PUBLISHED_NAME = "generation-gate";
/** What the service refuses in names, and what breaks file systems (documentation of actions/upload-artifact). */
const artifactName = string().check(_regex(/^[^"*:<>?|\r\n\\/\p{Cc}]{1,200}$/u));
/** GitHub keeps artifacts for 400 days at most. */
const retentionDays = int().check(_gte(1), _lte(400));
const compressionLevel = int().check(_gte(0), _lte(9));
const publishedName = string().check(_regex(/^[^\p{Cc}]{1,100}$/u));
const pattern = string().check(_regex(/^[^"|\r\n\\/\p{Cc}]{1,200}$/u));
/** Reads the inputs about publishing. Throws a {@link UsageError} that says what to write. */
function publishingInputs(input, phase) {
	const attest = yesOrNo(input("attest"), "attest");
	if (attest && phase !== "gate" && phase !== "check") throw new UsageError("GG-INPUT-CONFLICT", `Input "attest" is set, and phase "${phase}" writes no bundle`, "Attest where the verdict of a cell is reached: phase gate, or phase check");
	return {
		upload: uploadInputs(input, phase),
		attest,
		checkRun: published(input, "check-run"),
		commitStatus: published(input, "commit-status"),
		token: input("token")
	};
}
/** The pattern of the artifacts that a fan-in gathers; null where it is given folders alone. */
function artifactsInput(input, phase, hasBundles) {
	const given = input("artifacts");
	if (phase !== "fan-in") {
		if (given !== "") throw new UsageError("GG-INPUT-CONFLICT", `Input "artifacts" is set, and phase "${phase}" gathers no cells`, "Leave \"artifacts\" out, or write: phase: fan-in");
		return null;
	}
	if (given === "") return hasBundles ? null : DEFAULT_ARTIFACTS;
	return valid(pattern, given, "artifacts", "a name, with * for any text", `artifacts: ${DEFAULT_ARTIFACTS}`);
}
function uploadInputs(input, phase) {
	const asked = yesOrNo(input("upload"), "upload");
	const lone = [
		"artifact-name",
		"retention-days",
		"compression-level"
	].find((name) => input(name) !== "");
	if (!asked) {
		if (lone !== void 0) throw new UsageError("GG-INPUT-CONFLICT", `Input "${lone}" is set, and "upload" is not true`, "Write both, or leave it out: upload: true");
		return null;
	}
	if (phase !== "gate" && phase !== "check") throw new UsageError("GG-INPUT-CONFLICT", `Input "upload" is set, and phase "${phase}" writes no bundle`, "Upload where the verdict of a cell is reached: phase gate, or phase check");
	return {
		name: input("artifact-name") === "" ? null : valid(artifactName, input("artifact-name"), "artifact-name", "a name of at most 200 characters without \" * : < > ? | / and \\", "artifact-name: generation-gate-linux"),
		retentionDays: input("retention-days") === "" ? null : valid(retentionDays, numberOf(input("retention-days")), "retention-days", "whole days from 1 to 400", "retention-days: 14"),
		compressionLevel: input("compression-level") === "" ? 6 : valid(compressionLevel, numberOf(input("compression-level")), "compression-level", "a whole number from 0 (none) to 9 (smallest)", "compression-level: 6")
	};
}
/** `true` for the usual name, or a name. */
function published(input, name) {
	const given = input(name);
	if (given === "" || given === "false") return null;
	return given === "true" ? PUBLISHED_NAME : valid(publishedName, given, name, "true, false, or a name of at most 100 characters on one line", `${name}: true`);
}
function yesOrNo(given, name) {
	if (given === "" || given === "false") return false;
	if (given === "true") return true;
	throw new UsageError("GG-INPUT-INVALID", `Input "${name}" cannot be ${JSON.stringify(given)}`, `Write true or false, for example: ${name}: true`);
}
function numberOf(text) {
	return /^\d{1,9}$/.test(text) ? Number(text) : NaN;
}
function valid(schema, value, name, form, example) {
	const result = schema.safeParse(value);
	if (result.success) return result.data;
	throw new UsageError("GG-INPUT-INVALID", `Input "${name}" cannot be ${typeof value === "string" ? JSON.stringify(value) : "that"}`, `Write ${form}, for example: ${example}`);
}

export { artifactsInput as n, publishingInputs as r, ARTIFACT_PREFIX as t };