/** The worker thread that {@link ./hash-pool.ts} starts: one request in, one set of columns out. */
import { parentPort, workerData } from 'node:worker_threads';
import { hashFiles, type HashRequest } from './hash-files.ts';

const columns = hashFiles(workerData as HashRequest);
// Moved, not copied. Two columns may share their bytes.
parentPort?.postMessage(columns, [...new Set(Object.values(columns).map(({ buffer }: Uint8Array | Float64Array) => buffer as ArrayBuffer))]);
