import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { t as GateError } from "./chunk-errors-HNU_0TX0.js";
import { a as hashFiles, i as emptyColumns, r as blobBytes } from "./chunk-hash-files-iMMx7vmV.js";

// src/workspace/hash-pool.ts
/** Spreads hashing over worker threads where there are enough files to pay for starting them. */
/** Below this many paths one thread is faster (measured: a worker costs about 40 ms to start and feed). */
const PATHS_PER_THREAD = 1e4;
/** Hashes all paths of the request, in as many threads as pay. The rows come back in the order of the paths. */
async function hashMany(request) {
	const threads = Math.min(availableParallelism(), Math.floor(request.paths.length / PATHS_PER_THREAD));
	if (threads < 2) return hashFiles(request);
	const size = Math.ceil(request.paths.length / threads);
	return joinColumns(await Promise.all(Array.from({ length: threads }, (_, part) => hashInThread({
		...request,
		paths: request.paths.slice(part * size, (part + 1) * size)
	}))), request.paths.length, request.algorithm);
}
function hashInThread(request) {
	const fromSource = import.meta.url.endsWith(".ts");
	const script = fileURLToPath(new URL(fromSource ? "./hash-worker.ts" : "./hash-worker.js", import.meta.url));
	return new Promise((resolve, reject) => {
		const worker = new Worker(script, { workerData: request });
		let answered = false;
		worker.once("message", (columns) => {
			answered = true;
			resolve(columns);
		});
		worker.once("error", reject);
		worker.once("exit", (code) => {
			if (!answered) reject(new GateError("GG-HASH-WORKER-ENDED", `A hashing thread ended with code ${code} before it answered`));
		});
	});
}
function joinColumns(parts, rows, algorithm) {
	const whole = emptyColumns(rows, algorithm);
	let row = 0;
	for (const part of parts) {
		whole.kinds.set(part.kinds, row);
		whole.blobs.set(part.blobs, row * blobBytes(algorithm));
		whole.digests.set(part.digests, row * 32);
		whole.carriageReturns.set(part.carriageReturns, row);
		whole.stats.set(part.stats, row * 8);
		row += part.kinds.length;
	}
	return whole;
}

export { hashMany as t };