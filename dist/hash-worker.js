import "./chunk-rolldown-runtime-Bi5HrKRR.js";
import { parentPort, workerData } from "node:worker_threads";
import { a as hashFiles } from "./chunk-hash-files-SI4Sn2zP.js";

// src/workspace/hash-worker.ts
/** The worker thread that {@link ./hash-pool.ts} starts: one request in, one set of columns out. */
const columns = hashFiles(workerData);
parentPort?.postMessage(columns, [...new Set(Object.values(columns).map(({ buffer }) => buffer))]);

export {  };