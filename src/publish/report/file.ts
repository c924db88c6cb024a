/** The file that a report is written to: free, or an older report and nothing else (PB4). */
import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { UsageError } from '../../model/errors.ts';

/** How every report begins: by this, and by nothing that others write, one is known. */
const BEGINNING = '<!doctype html>\n<!-- generation-gate report -->\n';

/**
 * Makes way for a report: an older one goes, so that a gate that is cut short leaves none that speaks of another run.
 * Throws a {@link UsageError} where something else lies there, or where no file can be made.
 */
export function clearReport(given: string): void {
  const file = resolve(given);
  try {
    mkdirSync(dirname(file), { recursive: true });
  } catch (error) {
    throw occupied(given, `its folder cannot be made (${(error as NodeJS.ErrnoException).code ?? String(error)})`);
  }
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (!stats.isFile()) throw occupied(given, stats.isSymbolicLink() ? 'a link is there' : stats.isDirectory() ? 'a folder is there' : 'what is there is no file');
  if (!isReport(file)) throw occupied(given, 'a file is there that is no report');
  rmSync(file);
}

/** Writes the page whole or not at all, and gives its absolute path. */
export function writeReport(given: string, page: string): string {
  if (!page.startsWith(BEGINNING)) throw new TypeError('A report begins with the line by which it is known');
  const file = resolve(given);
  const beside = join(dirname(file), `.${basename(file)}.${randomBytes(4).toString('hex')}.tmp`);
  try {
    writeFileSync(beside, page, { flag: 'wx' });
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
  return file;
}

function isReport(file: string): boolean {
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (!fstatSync(descriptor).isFile()) return false;
    const start = Buffer.alloc(BEGINNING.length);
    return readSync(descriptor, start, 0, start.length, 0) === start.length && start.toString('latin1') === BEGINNING;
  } finally {
    closeSync(descriptor);
  }
}

function occupied(file: string, why: string): UsageError {
  return new UsageError('GG-REPORT-FILE-IN-USE', `The report cannot be written to "${file}": ${why}`, 'Name a file that is not there yet, outside of the work tree: --report ../report.html');
}
