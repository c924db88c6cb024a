/** The worker thread that {@link ./hash-pool.ts} starts: one request in, one set of columns out. */
import { parentPort, workerData } from 'node:worker_threads';
import { hashFiles, type HashRequest } from './hash-files.ts';

const columns = hashFiles(workerData as HashRequest);
parentPort?.postMessage(columns, [columns.kinds.buffer, columns.blobs.buffer, columns.digests.buffer, columns.carriageReturns.buffer, columns.stats.buffer] as ArrayBuffer[]);
