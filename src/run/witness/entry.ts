/**
 * The witness's file in an environment: one `.pth` that starts it in processes which got none of the gate's variables
 * (RN5). It is there while the command runs. What a killed gate leaves is harmless, since its target is gone or belongs
 * to nobody's run, and the next call of the gate takes it away.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readFileSync, readSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { VIRTUAL_ENVIRONMENT_MARK } from '../../workspace/environment-folder.ts';
import { writeRecord } from '../../workspace/state.ts';

export const ENTRY_FILE = /^00-generation-gate-[0-9a-f]{16}\.pth$/;
const HEAD = '# Witness of one run of generation-gate. Harmless without its target; may be removed when no gate runs.\n';
/** More than the line below ever takes: paths end at 4096 bytes, and each may stand as six characters. */
const ENTRY_BYTES = 65_536;
const RECORD = 'witness-entries.json';
const recordSchema = z.object({ format: z.literal('generation-gate/witness-entries/1'), files: z.array(z.string()) });

export interface EntryRequest {
  /** Folder of the witness. */
  readonly home: string;
  /** Folder that remembers what was written where. */
  readonly state: string;
  /** 16 hex digits or more that no other run has. */
  readonly token: string;
  /** Environment folders to enter, absolute. */
  readonly environments: readonly string[];
  /** Why an environment, by its real path, is not entered; null where it may be. */
  readonly whyNot: (environment: string) => string | null;
}

export interface Entries {
  readonly entered: readonly string[];
  readonly notEntered: readonly { readonly folder: string; readonly why: string }[];
  readonly remove: () => void;
}

/** Puts the file into each environment that may be entered. Never throws for one that cannot be. */
export function putEntries({ home, state, token, environments, whyNot }: EntryRequest): Entries {
  const name = `00-generation-gate-${token.slice(0, 16)}.pth`;
  const notEntered: { folder: string; why: string }[] = [];
  const places = new Map<string, string>();
  for (const folder of environments) {
    const found = placeIn(folder);
    if (typeof found === 'string') notEntered.push({ folder, why: found });
    else if (!places.has(found.site)) {
      const why = whyNot(found.environment);
      if (why === null) places.set(found.site, found.environment);
      else notEntered.push({ folder, why });
    }
  }
  const files = [...places.keys()].map((site) => join(site, name));
  if (files.length === 0) return { entered: [], notEntered, remove: () => undefined };
  // Recorded first: whatever happens from here on, somebody knows.
  writeRecord(join(state, RECORD), { format: 'generation-gate/witness-entries/1', files });
  const entered: string[] = [];
  for (const [site, environment] of places) {
    removeOrphans(site);
    try {
      writeFileSync(join(site, name), entryText(home), { flag: 'wx', mode: 0o644 });
      entered.push(environment);
    } catch (error) {
      notEntered.push({ folder: environment, why: `nothing can be written into ${site} (${(error as NodeJS.ErrnoException).code ?? String(error)})` });
    }
  }
  const remove = (): void => removeLeftEntries(state);
  process.once('exit', remove);
  return {
    entered,
    notEntered,
    remove: () => {
      process.off('exit', remove);
      remove();
    },
  };
}

/** Takes away what this state folder's last run left in environments. Touches nothing but its own files. */
export function removeLeftEntries(state: string): void {
  const record = join(state, RECORD);
  let files: readonly string[];
  try {
    ({ files } = z.parse(recordSchema, JSON.parse(readFileSync(record, 'utf8'))));
  } catch {
    return;
  }
  for (const file of files) if (targetOf(file) !== null) rmSync(file, { force: true });
  rmSync(record, { force: true });
}

/** Files of other runs whose witness is gone: their state folder was deleted before anybody could clean up. */
function removeOrphans(site: string): void {
  for (const name of readdirSync(site).filter((one) => ENTRY_FILE.test(one))) {
    const target = targetOf(join(site, name));
    if (target !== null && statSync(target, { throwIfNoEntry: false }) === undefined) rmSync(join(site, name), { force: true });
  }
}

/** The witness that one of the gate's own files leads to; null for any other file. */
function targetOf(file: string): string | null {
  if (!ENTRY_FILE.test(file.slice(file.lastIndexOf('/') + 1))) return null;
  let descriptor: number;
  try {
    if (!lstatSync(file).isFile()) return null;
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    const { size } = fstatSync(descriptor);
    const bytes = Buffer.alloc(Math.min(size, ENTRY_BYTES));
    const text = bytes.toString('latin1', 0, readSync(descriptor, bytes));
    // A gate that was killed while it wrote leaves a part, an empty file included.
    if (HEAD.startsWith(text)) return '';
    const target = text.startsWith(HEAD) ? /^import sys; HOME = (?<home>"(?:[^"\\\n]|\\.)*")/m.exec(text)?.groups?.['home'] : undefined;
    return target === undefined ? null : (JSON.parse(target) as string);
  } catch {
    return null;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * One line that site.py executes. The path is a literal; the file behind it counts where it belongs to this user, so
 * that nobody else can put one in the place of one that is gone.
 */
function entryText(home: string): string {
  const literal = JSON.stringify(home).replace(/[\u007f-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const program = [
    'import os',
    'try:',
    " with open(HOME + '/entry.py', 'rb') as file:",
    "  code = file.read() if os.fstat(file.fileno()).st_uid == os.geteuid() else b''",
    'except Exception:',
    " code = b''",
    "exec(compile(code, HOME + '/entry.py', 'exec'), {'HOME': HOME})",
  ].join('\\n');
  return `${HEAD}import sys; HOME = ${literal}; exec("${program}", {"HOME": HOME})\n`;
}

/** The folder of an environment whose `.pth` files are read; else why there is none. The system's Python has no mark. */
function placeIn(folder: string): { readonly environment: string; readonly site: string } | string {
  try {
    const environment = realpathSync(folder);
    if (statSync(join(environment, VIRTUAL_ENVIRONMENT_MARK), { throwIfNoEntry: false })?.isFile() !== true) return 'it is no virtual environment';
    const versions = readdirSync(join(environment, 'lib')).filter((name) => /^(?:python|pypy)3\.\d+t?$/.test(name));
    const sites = versions.map((version) => join(environment, 'lib', version, 'site-packages')).filter((site) => statSync(site, { throwIfNoEntry: false })?.isDirectory() === true);
    const [site, ...more] = sites;
    if (site === undefined || more.length > 0) return 'its site-packages cannot be told';
    return realpathSync(site) === site ? { environment, site } : 'its site-packages lie elsewhere';
  } catch (error) {
    return `it cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`;
  }
}
