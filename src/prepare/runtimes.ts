/** Which runtimes a command uses besides Python, told by the programs that it names, and their versions (RN7). */
import { basename } from 'node:path';
import type { CapturedCommand } from '../model/run-record.ts';
import type { AskedInterpreter } from '../model/prepare.ts';
import type { Runtime } from '../model/surroundings.ts';
import { kindAt, readTextOrNothing, realPath } from './bounded-file.ts';
import { askInterpreter } from './interpreter.ts';
import { findProgramFile } from './program-file.ts';
import { SHELLS } from './programs.ts';
import { splitWords } from './shell-words.ts';

interface RuntimeKind {
  readonly name: string;
  /** Programs that run on it. */
  readonly programs: ReadonlySet<string>;
  /** Arguments that make it say its version, and where the version stands in what it says. */
  readonly ask: readonly string[];
  readonly version: RegExp;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const KINDS: readonly RuntimeKind[] = [
  { name: 'node', programs: words('node nodejs npm npx pnpm pnpx yarn jest vitest mocha ava tap playwright cypress tsx ts-node karma'), ask: ['--version'], version: /^v(\d[\w.+-]*)/ },
  { name: 'go', programs: words('go gotestsum ginkgo'), ask: ['version'], version: /\bgo(\d[\w.+-]*)/ },
  { name: 'java', programs: words('java mvn mvnw gradle gradlew sbt'), ask: ['-version'], version: /version "?(\d[\w.+-]*)/ },
  { name: 'ruby', programs: words('ruby bundle rake rspec'), ask: ['--version'], version: /^ruby (\d[\w.]*)/ },
];
const TIMEOUT_MS = 10_000;
const OUTPUT_BYTES = 65_536;
const DEPTH_LIMIT = 3;

/** The runtimes of a command, each asked once for its version. `python` is the interpreter that was probed. */
export async function runtimesOf(command: CapturedCommand | null, python: AskedInterpreter | null, { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }): Promise<readonly Runtime[]> {
  const found: Runtime[] = python?.state === 'found' ? [{ name: python.implementation === 'cpython' ? 'python' : python.implementation, version: python.version, path: python.executable }] : [];
  const named = command === null ? new Set<string>() : programsOf(command, cwd, env);
  for (const kind of KINDS) {
    if (![...named].some((program) => kind.programs.has(program))) continue;
    const path = findProgramFile(kind.name, cwd, env['PATH']);
    if (path === null) continue;
    // In a module Go may fetch the toolchain that go.mod names. Node would read what NODE_OPTIONS names, and Java prints what its variable holds.
    const { NODE_OPTIONS: _node, JAVA_TOOL_OPTIONS: _java, ...plain } = env;
    const said = await askInterpreter({ executable: path, args: kind.ask, cwd: kind.name === 'go' ? '/' : cwd, env: plain, timeoutMs: TIMEOUT_MS, maxBytes: OUTPUT_BYTES });
    const version = kind.version.exec(`${said.stdout.toString('latin1')}${said.stderr.toString('latin1')}`)?.[1];
    if (version !== undefined) found.push({ name: kind.name, version, path: realPath(path) });
  }
  return found;
}

/** Names of the programs that a command starts, as far as its text shows them; those of local scripts included. */
function programsOf(command: CapturedCommand, cwd: string, env: NodeJS.ProcessEnv): ReadonlySet<string> {
  const named = new Set<string>();
  if (command.form === 'script') {
    for (const word of command.interpreter) named.add(basename(word));
    follow(splitWords(command.text, env).map((one) => one.map(({ text }) => text)), named, 0);
  } else {
    follow([command.argv], named, 0);
  }
  return named;

  function follow(commands: readonly (readonly string[])[], into: Set<string>, depth: number): void {
    for (const line of commands) {
      // Wrappers stand in front (env, timeout 60, xvfb-run): every word but an option may be the program.
      for (const word of line.slice(0, 8)) if (!word.startsWith('-') && !word.includes('=')) into.add(basename(word));
      const shell = line.findIndex((word) => SHELLS.has(basename(word)));
      if (shell < 0 || depth >= DEPTH_LIMIT) continue;
      const text = shellText(line.slice(shell + 1));
      if (text !== '') follow(splitWords(text, env).map((one) => one.map(({ text: word }) => word)), into, depth + 1);
    }
  }

  function shellText(args: readonly string[]): string {
    const flag = args.findIndex((word) => /^-[a-z]*c[a-z]*$/.test(word));
    if (flag >= 0) return args[flag + 1] ?? '';
    const file = args.find((word) => !word.startsWith('-'));
    const path = file === undefined ? '' : file.startsWith('/') ? file : `${cwd}/${file}`;
    return path !== '' && kindAt(path) === 'file' ? readTextOrNothing(path) : '';
  }
}
