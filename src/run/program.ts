/** Finds the file that a program name stands for, and says why a file cannot be run before anything is tried. */
import { accessSync, closeSync, constants, existsSync, openSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { decodePath, showPath } from '../model/path.ts';

export type FoundProgram =
  | { readonly state: 'found'; readonly file: string }
  | { readonly state: 'refused'; readonly reason: string };

/** What execvp(3) of glibc searches where PATH is not set. */
const DEFAULT_PATH = '/bin:/usr/bin';

/**
 * First bytes of what a kernel runs: `#!`, ELF, Mach-O in its widths, byte orders and fat form, and PE, which binfmt_misc
 * hands to its own interpreter.
 */
const EXECUTABLE_HEADS = ['2321', '7f454c46', '4d5a', 'feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', 'cafebabe', 'cafebabf'];

/**
 * The file that `name` stands for, as execvp(3) finds it: a name with a slash from `cwd`, any other along `path`.
 *
 * Stricter in one point: a file without `#!` and without a binary's header is refused. execvp would hand it to
 * /bin/sh, and an empty or cut-off program would then end with 0.
 */
export function findProgram(name: string, cwd: string, path: string | undefined): FoundProgram {
  if (name.includes('/')) return judgeFile(resolve(cwd, name), name);
  let denied: FoundProgram | undefined;
  for (const folder of (path ?? DEFAULT_PATH).split(':')) {
    const file = resolve(cwd, folder, name);
    if (!existsSync(file)) continue;
    const judged = judgeFile(file, name);
    if (judged.state === 'found') return judged;
    denied ??= judged;
  }
  return denied ?? refused(`${showPath(name)} was not found on PATH (ENOENT)`);
}

function judgeFile(file: string, name: string): FoundProgram {
  const shown = name === file ? showPath(file) : `${showPath(name)} (${showPath(file)})`;
  try {
    if (statSync(file).isDirectory()) return refused(`${shown} is a folder, not a program (EACCES)`);
    if (!statSync(file).isFile()) return refused(`${shown} is not a regular file (EACCES)`);
    accessSync(file, constants.X_OK);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    if (code === 'EACCES') return refused(`${shown} is not executable (EACCES); chmod +x mends it`);
    return refused(code === 'ENOENT' ? `${shown} does not exist (ENOENT)` : `${shown} cannot be run (${code})`);
  }
  const head = readHead(file);
  // Executable but not readable: the kernel can still run it, and says itself what is wrong.
  if (head === undefined) return { state: 'found', file };
  if (!EXECUTABLE_HEADS.some((magic) => head.toString('hex').startsWith(magic))) {
    return refused(
      head.length === 0
        ? `${shown} is an empty file (ENOEXEC)`
        : `${shown} has neither a #! line nor the header of a binary (ENOEXEC); name its interpreter, as in: sh ${showPath(name)}`,
    );
  }
  const missing = missingInterpreter(head);
  if (missing !== undefined) return refused(`${shown} names the interpreter ${showPath(missing)}, which does not exist (ENOENT)`);
  return { state: 'found', file };
}

function missingInterpreter(head: Buffer): string | undefined {
  const line = /^#![ \t]*([^ \t\n]+)/.exec(decodePath(head))?.[1];
  return line === undefined || !line.startsWith('/') || existsSync(line) ? undefined : line;
}

function readHead(file: string): Buffer | undefined {
  let fd: number;
  try {
    fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    const head = Buffer.alloc(256);
    return head.subarray(0, readSync(fd, head, 0, head.length, 0));
  } finally {
    closeSync(fd);
  }
}

function refused(reason: string): FoundProgram {
  return { state: 'refused', reason };
}
