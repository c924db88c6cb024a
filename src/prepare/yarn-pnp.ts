/** Reads the table in a Plug'n'Play file of Yarn, which is a program with data in it. Nothing of it is run (PR5). */
import * as z from 'zod/mini';
import { kindAt, readBounded } from './bounded-file.ts';

export interface PnpPackage {
  readonly name: string;
  /** As the file writes it: relative to its folder. */
  readonly location: string;
}

/** The table of a repository with thousands of packages has some ten megabytes. */
const PNP_LIMIT_BYTES = 128 << 20;

/** The project controls the file. Layout: github.com/yarnpkg/berry, packages/yarnpkg-pnp, `SerializedState`. */
const tableSchema = z.object({
  packageRegistryData: z.array(z.tuple([z.nullable(z.string()), z.array(z.tuple([z.nullable(z.string()), z.object({ packageLocation: z.string() })]))])),
});

/** The packages that the file at an absolute path maps, archives included; or why that cannot be said. */
export function readPnp(file: string): { readonly packages: readonly PnpPackage[] } | { readonly why: string } {
  const read = readBounded(file, PNP_LIMIT_BYTES);
  if (read.state !== 'found') return { why: read.state === 'absent' ? 'it vanished' : read.why };
  const text = tableText(file, read.bytes.toString('utf8'));
  if (text === null) return { why: 'it holds no table of packages in a form that is known' };
  try {
    const { packageRegistryData } = tableSchema.parse(JSON.parse(text));
    return { packages: packageRegistryData.flatMap(([name, versions]) => (name === null ? [] : versions.map(([, { packageLocation }]) => ({ name, location: packageLocation })))) };
  } catch (error) {
    return { why: `its table cannot be read (${String(error).split('\n')[0] ?? ''})` };
  }
}

/** The JSON: the file itself, one beside it (`pnpEnableInlining: false`), or a literal inside the program. */
function tableText(file: string, program: string): string | null {
  if (file.endsWith('.json')) return program;
  const quoted = quotedText(program);
  // In a string of JavaScript a backslash at the end of a line joins it to the next.
  if (quoted !== null) return quoted.replace(/\\([\s\S])/g, (_, escaped: string) => (escaped === '\n' ? '' : escaped === 'n' ? '\n' : escaped));
  const call = /\bhydrateRuntimeState\(\s*(?=\{)/.exec(program);
  const end = call === null ? -1 : program.lastIndexOf('basePath');
  if (call !== null && end > call.index) return program.slice(call.index + call[0].length, end).replace(/,\s*\{\s*$/, '');
  const beside = file.replace(/\.pnp\.c?js$/, '.pnp.data.json');
  const read = kindAt(beside) === 'file' ? readBounded(beside, PNP_LIMIT_BYTES) : null;
  return read?.state === 'found' ? read.bytes.toString('utf8') : null;
}

/** What stands between the quotes of the table's literal. By search, not by one expression: it has megabytes. */
function quotedText(program: string): string | null {
  const start = /\bRAW_RUNTIME_STATE\s*=\s*'/.exec(program);
  if (start === null) return null;
  const from = start.index + start[0].length;
  for (let end = program.indexOf("'", from); end >= 0; end = program.indexOf("'", end + 1)) {
    let backslashes = 0;
    while (program[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return program.slice(from, end);
  }
  return null;
}
