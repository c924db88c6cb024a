import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { t as GateError } from "./chunk-errors-HNU_0TX0.js";
import { n as jobOriginOf } from "./chunk-job-BaNr3L4P.js";
import { t as ARTIFACT_PREFIX } from "./chunk-publishing-DQDYSxuH.js";
import { i as repositoryOf, n as apiFault, r as openApi } from "./chunk-api-mFM-_vfI.js";
import { n as within } from "./chunk-deadline-BDJNYwjF.js";

// src/github/artifacts.ts
/**
* Bundles as artifacts of the run: each cell uploads its own, the fan-in gathers them. The client is large and is loaded
* where it is used. What comes down is somebody else's bytes: it is kept as the zip that it is, for a reader that
* refuses hostile ones.
*/
/** The client gives up by itself after some 40 seconds without an answer, and after 5 minutes without progress. */
const UPLOAD_MS = 6e5;
const GATHER_MS = 9e5;
const DOWNLOADS_AT_ONCE = 4;
/** The most that a bundle may hold unpacked, and so the most that a packed one is looked at for. */
const LARGEST_BYTES = 1 << 30;
/** `generation-gate-<cell>-<attempt>`; the job's id where the gate was given no cell. */
function artifactName({ name }, cell, env) {
	const origin = jobOriginOf(env);
	return name ?? `${"generation-gate-"}${cell ?? origin?.job ?? "bundle"}-${origin?.run_attempt ?? 1}`;
}
/** Uploads a bundle's files as one artifact. A failure is an answer: it says what to do, and changes no verdict. */
async function uploadBundle({ folder, files, name, upload }, limitMs = UPLOAD_MS) {
	try {
		const client = await artifactClient();
		const options = {
			compressionLevel: upload.compressionLevel,
			...upload.retentionDays === null ? {} : { retentionDays: upload.retentionDays }
		};
		const { id, digest } = await within(limitMs, "The upload", client.uploadArtifact(name, files.map((file) => join(folder, file)), folder, options));
		if (id === void 0 || digest === void 0) return {
			why: "the service answered without id or digest",
			fix: "Run the job again."
		};
		return {
			id,
			digest,
			name
		};
	} catch (error) {
		return uploadFault(error, name);
	}
}
function uploadFault(error, name) {
	const words = error instanceof Error ? error.message : String(error);
	if (/\(409\)/.test(words)) return {
		why: `this attempt of the run has an artifact of the name ${JSON.stringify(name)} already`,
		fix: "Give each cell a name of its own by the input cell, and each gate of a cell one by the input artifact-name: artifacts are never overwritten."
	};
	return serviceFault(words);
}
function serviceFault(words) {
	if (/ACTIONS_RUNTIME_TOKEN|ACTIONS_RESULTS_URL/.test(words)) return {
		why: "no artifact service is at hand",
		fix: "Artifacts exist in jobs of GitHub Actions alone; elsewhere name a folder by the input bundle, and give it to the fan-in by the input bundles."
	};
	if (/GHES|GitHub Enterprise Server/i.test(words)) return {
		why: "GitHub Enterprise Server has no such artifact service",
		fix: "Name a folder by the input bundle, and upload it by actions/upload-artifact@v3."
	};
	if (/quota/i.test(words)) return {
		why: "the storage quota for artifacts is used up",
		fix: "Delete artifacts or shorten retention-days; GitHub counts again every few hours."
	};
	return {
		why: words,
		fix: "Run the job again; githubstatus.com tells whether the service works."
	};
}
/**
* Fetches every artifact of this run whose name fits the pattern, of earlier attempts too. Which of them count is told
* from what is in them. Throws a {@link GateError} where the service cannot be asked: nothing could be judged.
*/
async function gatherArtifacts(pattern, token, env, limitMs = GATHER_MS) {
	const end = Date.now() + limitMs;
	const { artifacts, faults } = await listArtifacts(token, env, limitMs);
	const wanted = artifacts.filter(({ name }) => fits(name, pattern));
	const folder = mkdtempSync(join(realpathSync(env["RUNNER_TEMP"] ?? tmpdir()), "generation-gate-artifacts-"));
	const bundles = /* @__PURE__ */ new Map();
	const refused = [];
	const waiting = [...wanted];
	const fetchNext = async () => {
		for (let artifact = waiting.shift(); artifact !== void 0; artifact = waiting.shift()) {
			const fetched = await fetchOne(artifact, join(folder, String(artifact.id)), {
				token,
				env,
				limitMs: end - Date.now()
			});
			if (typeof fetched === "string") bundles.set(artifact, fetched);
			else refused.push({
				state: "refused",
				source: shown(artifact),
				why: fetched.why
			});
		}
	};
	await Promise.all(Array.from({ length: DOWNLOADS_AT_ONCE }, fetchNext));
	return {
		bundles: wanted.flatMap((artifact) => bundles.has(artifact) ? [{
			place: bundles.get(artifact) ?? "",
			name: shown(artifact)
		}] : []),
		refused,
		faults,
		close: () => rmSync(folder, {
			recursive: true,
			force: true
		})
	};
}
function shown({ name, id }) {
	return `artifact ${name} (${id})`;
}
/** `*` stands for any text; everything else for itself. */
function fits(name, pattern) {
	return new RegExp(`^${pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&")).join(".*")}$`, "s").test(name);
}
/**
* The service lists the artifacts of this attempt without a token. Those of earlier attempts, whose cells were not run
* again, are told by the API alone.
*/
async function listArtifacts(token, env, limitMs) {
	let near;
	try {
		const { artifacts } = await within(limitMs, "The list of artifacts", (await artifactClient()).listArtifacts());
		near = artifacts.map(({ id, name, size, digest }) => ({
			id,
			name,
			size,
			digest: digest ?? null,
			near: true
		}));
	} catch (error) {
		const { why, fix } = serviceFault(error instanceof Error ? error.message : String(error));
		throw new GateError("GG-ARTIFACTS-UNREACHABLE", `The artifacts of this run cannot be listed: ${why}`, fix);
	}
	if ((jobOriginOf(env)?.run_attempt ?? 1) === 1) return {
		artifacts: near,
		faults: []
	};
	try {
		const known = new Set(near.map(({ id }) => id));
		const all = await within(limitMs, "The list of artifacts of earlier attempts", artifactsByApi(token, env));
		return {
			artifacts: [...near, ...all.filter(({ id }) => !known.has(id))],
			faults: []
		};
	} catch (error) {
		return {
			artifacts: near,
			faults: [{
				what: "Artifacts of earlier attempts were not seen, so that cells which were not run again are missing",
				...apiFault(error, "actions: read")
			}]
		};
	}
}
async function artifactsByApi(token, env) {
	const api = await openApi(token);
	return (await api.paginate(api.rest.actions.listWorkflowRunArtifacts, {
		...repositoryOf(env),
		run_id: Number(env["GITHUB_RUN_ID"]),
		per_page: 100
	})).filter(({ expired }) => !expired).map(({ id, name, size_in_bytes: size, digest }) => ({
		id,
		name,
		size,
		digest: digest ?? null,
		near: false
	}));
}
/** The path of the artifact's zip, or why it is not there. */
async function fetchOne(artifact, place, { token, env, limitMs }) {
	if (artifact.size > LARGEST_BYTES) return {
		why: `it has ${artifact.size} bytes, more than any bundle`,
		fix: ""
	};
	if (limitMs <= 0) return {
		why: "the time for fetching artifacts was used up before it",
		fix: ""
	};
	try {
		mkdirSync(place);
		const { owner, repo } = artifact.near ? {
			owner: "",
			repo: ""
		} : repositoryOf(env);
		const from = artifact.near ? {} : { findBy: {
			token,
			workflowRunId: Number(env["GITHUB_RUN_ID"]),
			repositoryOwner: owner,
			repositoryName: repo
		} };
		const options = {
			path: place,
			skipDecompress: true,
			...artifact.digest === null ? {} : { expectedHash: artifact.digest },
			...from
		};
		const { digestMismatch } = await within(limitMs, "The download", (await artifactClient()).downloadArtifact(artifact.id, options));
		if (digestMismatch === true) return {
			why: "its bytes do not have the SHA-256 that the service names",
			fix: ""
		};
		const [file] = readdirSync(place);
		return file === void 0 ? {
			why: "the service gave nothing for it",
			fix: ""
		} : join(place, file);
	} catch (error) {
		return {
			why: `it cannot be downloaded: ${error instanceof Error ? error.message : String(error)}`,
			fix: ""
		};
	}
}
async function artifactClient() {
	if (!isHosted(process.env["GITHUB_SERVER_URL"] ?? "")) throw new Error("GHES");
	return new (await (import("./chunk-artifact-C-RHPHl8.js"))).DefaultArtifactClient();
}
/** GitHub itself, its hosted enterprises, and servers of a developer (as `@actions/artifact` tells them). */
function isHosted(server) {
	if (server === "") return true;
	const host = URL.canParse(server) ? new URL(server).hostname.toLowerCase() : "";
	return host === "github.com" || host.endsWith(".ghe.com") || host.endsWith(".localhost");
}

export { artifactName, gatherArtifacts, uploadBundle };