/** Paths by which a command itself leads into another checkout: its folder, its program, its arguments (PR5, PR6). */
import { basename, resolve } from 'node:path';
import type { EnvironmentOrigin, OriginEntry } from '../model/prepare.ts';
import type { CapturedCommand } from '../model/run-record.ts';
import { entriesOf, kindAt, realPath } from './bounded-file.ts';
import { tracksCode } from './build-tool-origins.ts';
import type { GitPort, OtherCheckoutOf } from './checkout.ts';
import { readCommands, type ReadCommand } from './command-reading.ts';
import { environmentOrigins } from './environment-origins.ts';
import { readMavenLocal } from './maven-local.ts';
import { findProgramFile } from './program-file.ts';
import { isWorkspacePath, type WorkspacePlace } from './workspace-paths.ts';

export interface CommandOriginsQuestion {
  readonly place: WorkspacePlace;
  readonly otherCheckoutOf: OtherCheckoutOf;
  readonly git: GitPort;
  /** Absolute working folder of the command. */
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Programs that copy, compare, fetch or show files and test nothing. */
const AT_HAND = new Set(
  'git hg cp rsync diff cmp cat ls rm rmdir mkdir ln mv echo printf test [ [[ stat du df find grep egrep rg sed awk head tail touch tee tar zip unzip gzip curl wget sha1sum sha256sum md5sum wc sort uniq chmod chown basename dirname realpath readlink pwd true false set source . trap exit return which type command'.split(' '),
);
/** Options that say where something is written or kept. */
const WRITTEN = /(?:report|out|output|cache|te?mp|log|xml|json|cov|coverage|dest|build-dir|target-dir|artifact|root-dir-for|save|write|store|db)/i;
/** Options behind which files are loaded, whatever they are. */
const LOADED = /^(?:-cp|-classpath|--class-path|-p|--module-path|-r|--require|--import|--loader|--experimental-loader|-I|-javaagent|-jar|-modfile|-overlay|--manifest-path|-f|--file|-c|--config|--rootdir|--project|--project-dir|--with-editable|--include-build|--prefix|-C|--directory|--cwd|--dir)$/;
/** What a build leaves for loading. */
const BUILT = /\.(?:class|jar|war|pyc|pyd|so|dylib|node|wasm|whl|egg|zip|[cm]?js|exe)$/;
const LISTED_DEPTH = 3;
const LISTED_LIMIT = 500;

/** What the command's own words lead to in another checkout, and the variables with such a value that it sets itself. */
export async function readCommandOrigins(command: CapturedCommand, question: CommandOriginsQuestion): Promise<{ readonly entries: readonly OriginEntry[]; readonly environment: readonly EnvironmentOrigin[] }> {
  const entries = new Map<string, OriginEntry>();
  const environment = new Map<string, EnvironmentOrigin>();
  const commands = readCommands(command, question);
  for (const entry of readMavenLocal(commands, question.place, question.env)) entries.set(entry.file, entry);
  for (const one of commands) {
    for (const entry of await pathsOf(one, question)) entries.set(`${entry.file}\0${entry.target ?? ''}`, entry);
    for (const variable of await environmentOrigins(one.variables, one.cwd, question.otherCheckoutOf)) environment.set(`${variable.variable}\0${variable.target}`, variable);
  }
  return { entries: [...entries.values()], environment: [...environment.values()] };
}

async function pathsOf({ words, cwd }: ReadCommand, question: CommandOriginsQuestion): Promise<readonly OriginEntry[]> {
  const [program = '', ...args] = words;
  if (AT_HAND.has(basename(program))) return [];
  const found: OriginEntry[] = [];
  const add = async (word: string, path: string, isLoaded: boolean): Promise<void> => {
    const real = realPath(path);
    if (isWorkspacePath(real, question.place)) return;
    const otherCheckout = await question.otherCheckoutOf(real);
    if (otherCheckout === null) return;
    if (!isLoaded && !(await tracksCode(otherCheckout.top, real, question.git)) && !holdsBuilt(real)) return;
    found.push({ distribution: null, kind: 'command-path', file: word, target: real, names: [basename(program)], insideWorkspace: false, otherCheckout, offersSame: true });
  };
  await add(`cd ${cwd}`, cwd, false);
  // What PATH finds is a tool of the machine; some of these lie in checkouts of their own.
  const file = program.includes('/') ? findProgramFile(program, cwd, undefined) : null;
  if (file !== null) await add(program, file, true);
  for (const [at, word] of args.entries()) {
    const option = /^-/.test(word) ? word.replace(/=.*/s, '') : (args[at - 1] ?? '').startsWith('-') ? (args[at - 1] ?? '') : '';
    if (WRITTEN.test(option) && !LOADED.test(option)) continue;
    for (const path of pathsIn(word)) {
      const absolute = resolve(cwd, path);
      if (kindAt(absolute) !== 'other') await add(word, absolute, LOADED.test(option));
    }
  }
  return found;
}

/** The paths that a word may hold: alone, behind `=` or an option of one letter, several joined by colons; pytest's `::id` is none. */
function pathsIn(word: string): readonly string[] {
  const text = word.replace(/^--?[\w.-]+=/, '').replace(/^-[A-Za-z](?=[./])/, '').replace(/::.*$/s, '');
  if (text.startsWith('-') || /^[a-z][a-z0-9+.-]*:\/\//i.test(text) || text.length > 4_096) return [];
  return text.split(/[:,]/).map((part) => part.replace(/\/\*+$|\/\.\.\.$/, '')).filter((part) => part.includes('/') || part === '..');
}

/** Whether a file, or a folder not far down, is something that a build leaves for loading. */
function holdsBuilt(path: string): boolean {
  if (kindAt(path) === 'file') return BUILT.test(path);
  let [level, seen] = [[path], 0];
  for (let depth = 0; depth < LISTED_DEPTH; depth += 1) {
    const next: string[] = [];
    for (const folder of level) {
      for (const { name, kind, link } of entriesOf(folder)) {
        seen += 1;
        if (seen > LISTED_LIMIT) return false;
        if (kind === 'file' && BUILT.test(name)) return true;
        if (kind === 'folder' && !link) next.push(`${folder}/${name}`);
      }
    }
    level = next;
  }
  return false;
}
