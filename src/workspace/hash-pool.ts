/** Spreads hashing over worker threads where there are enough files to pay for starting them. */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { GateError } from '../model/errors.ts';
import { blobBytes, DIGEST_BYTES, emptyColumns, hashFiles, STAT_FIELDS, type HashColumns, type HashRequest } from './hash-files.ts';

/** Below this many paths one thread is faster (measured: a worker costs about 40 ms to start and feed). */
const PATHS_PER_THREAD = 10_000;

/** Hashes all paths of the request, in as many threads as pay. The rows come back in the order of the paths. */
export async function hashMany(request: HashRequest): Promise<HashColumns> {
  const threads = Math.min(availableParallelism(), Math.floor(request.paths.length / PATHS_PER_THREAD));
  if (threads < 2) return hashFiles(request);
  const size = Math.ceil(request.paths.length / threads);
  const parts = await Promise.all(
    Array.from({ length: threads }, (_, part) => hashInThread({ ...request, paths: request.paths.slice(part * size, (part + 1) * size) })),
  );
  return joinColumns(parts, request.paths.length, request.algorithm);
}

function hashInThread(request: HashRequest): Promise<HashColumns> {
  const fromSource = import.meta.url.endsWith('.ts');
  const script = fileURLToPath(new URL(fromSource ? './hash-worker.ts' : './hash-worker.js', import.meta.url));
  return new Promise((resolve, reject) => {
    const worker = new Worker(script, { workerData: request });
    let answered = false;
    worker.once('message', (columns: HashColumns) => {
      answered = true;
      resolve(columns);
    });
    worker.once('error', reject);
    worker.once('exit', (code) => {
      if (!answered) reject(new GateError('GG-HASH-WORKER-ENDED', `A hashing thread ended with code ${code} before it answered`));
    });
  });
}

function joinColumns(parts: readonly HashColumns[], rows: number, algorithm: HashRequest['algorithm']): HashColumns {
  const whole = emptyColumns(rows, algorithm);
  let row = 0;
  for (const part of parts) {
    whole.kinds.set(part.kinds, row);
    whole.blobs.set(part.blobs, row * blobBytes(algorithm));
    whole.digests.set(part.digests, row * DIGEST_BYTES);
    whole.carriageReturns.set(part.carriageReturns, row);
    whole.stats.set(part.stats, row * STAT_FIELDS);
    row += part.kinds.length;
  }
  return whole;
}
