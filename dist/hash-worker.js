import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { parentPort, workerData } from "node:worker_threads";
import { a as hashFiles } from "./chunk-hash-files-iMMx7vmV.js";

// src/workspace/hash-worker.ts
/** The worker thread that {@link ./hash-pool.ts} starts: one request in, one set of columns out. */
const columns = hashFiles(workerData);
parentPort?.postMessage(columns, [...new Set(Object.values(columns).map(({ buffer }) => buffer))]);

export {  };