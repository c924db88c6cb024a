/** File systems of their own, and a user whom permissions bind, for what a plain temporary folder cannot show. */
import { mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SHARED_MEMORY = '/dev/shm';

/** Whether this machine has a second file system that tests may write on. */
export function hasSecondFileSystem(): boolean {
  const other = statSync(SHARED_MEMORY, { throwIfNoEntry: false });
  return other?.isDirectory() === true && other.dev !== statSync(tmpdir()).dev;
}

/** Runs `body` in a fresh folder on another device than the temporary folder's. Throws where there is none. */
export async function onSecondFileSystem<T>(body: (folder: string) => T | Promise<T>): Promise<T> {
  if (!hasSecondFileSystem()) throw new Error(`${SHARED_MEMORY} is no file system of its own on this machine`);
  const folder = realpathSync(mkdtempSync(join(SHARED_MEMORY, 'gg-test-')));
  try {
    return await body(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs `body` under file permissions, which do not bind the superuser that a container's tests run as. */
export async function asOrdinaryUser<T>(body: () => T | Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return body();
  process.seteuid?.('nobody');
  try {
    return await body();
  } finally {
    process.seteuid?.(0);
  }
}
