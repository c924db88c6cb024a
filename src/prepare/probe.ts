/** Asks an interpreter where it would import names from (PR5). */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { assetPath } from '../assets.ts';
import { askInterpreter, sayEnding } from './interpreter.ts';

/** Start-up of a loaded environment takes up to a second or two; ten are a hang. */
export const PROBE_TIMEOUT_MS = 10_000;
const OUTPUT_LIMIT_BYTES = 8 << 20;
const FIRST_VERSION = [3, 6] as const;

export interface ProbeRequest {
  readonly executable: string;
  /** The interpreter options that the command uses and that decide about paths (`-I`, `-E`, `-s`, `-S`, `-P`). */
  readonly options: readonly string[];
  /** What the command has first on its path: a folder, '' for the working folder, null for nothing of its own. */
  readonly first: string | null;
  readonly names: readonly string[];
  /** The file or folder that a name has in the workspace, absolute: what is found elsewhere is compared with it. */
  readonly twins: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly timeoutMs?: number;
}

const foundNameSchema = z.object({
  state: z.enum(['found', 'absent', 'would-build', 'failed']),
  origin: z.nullable(z.string()),
  locations: z.array(z.string()),
  finder: z.nullable(z.string()),
  why: z.string(),
  copy: z.nullable(z.object({ compared: z.number(), differing: z.array(z.string()) })),
});
export type FoundName = z.infer<typeof foundNameSchema>;

const helloSchema = z.object({ version: z.string(), implementation: z.string(), executable: z.string(), prefix: z.string() });
const answerSchema = z.extend(helloSchema, {
  magic: z.number(),
  path: z.array(z.string()),
  site: z.array(z.string()),
  names: z.record(z.string(), foundNameSchema),
});
export type ProbeAnswer = z.infer<typeof answerSchema>;

export type Probed = { readonly state: 'answered'; readonly answer: ProbeAnswer } | { readonly state: 'unreadable'; readonly why: string };

/**
 * Runs the probe as `python -c`, with the paths that the command would have. Imports no module of a project and builds
 * nothing; the interpreter's own start-up runs as it does for the command. Never rejects.
 */
export async function probe(request: ProbeRequest): Promise<Probed> {
  const { executable, options, first, names, twins, cwd, env, timeoutMs = PROBE_TIMEOUT_MS } = request;
  // Start-up code prints what it likes; it cannot know the token.
  const token = randomBytes(16).toString('hex');
  const program = `${readFileSync(assetPath('probe.py'), 'utf8')}\nmain(${pythonString(token)}, ${pythonString(JSON.stringify({ names, first, twins }))})\n`;
  const { ending, stdout, stderr } = await askInterpreter({ executable, args: [...options, '-B', '-c', program], cwd, env, timeoutMs, maxBytes: OUTPUT_LIMIT_BYTES });
  const line = stdout.toString('latin1').split('\n').find((one) => one.startsWith(`${token} `));
  if (line === undefined) {
    const said = stderr.toString('utf8').trim().split('\n').at(-1) ?? '';
    return { state: 'unreadable', why: `it ${sayEnding(ending)} without an answer${said === '' ? '' : `: ${said.slice(0, 300)}`}` };
  }
  return readAnswer(line.slice(token.length + 1));
}

function readAnswer(line: string): Probed {
  try {
    const document: unknown = JSON.parse(line);
    const { version } = helloSchema.parse(document);
    const [major = 0, minor = 0] = version.split('.').map(Number);
    if (major < FIRST_VERSION[0] || (major === FIRST_VERSION[0] && minor < FIRST_VERSION[1])) {
      return { state: 'unreadable', why: `it is Python ${version}; imports can be asked for from ${FIRST_VERSION.join('.')} on` };
    }
    return { state: 'answered', answer: answerSchema.parse(document) };
  } catch {
    return { state: 'unreadable', why: 'its answer has not the expected form' };
  }
}

/** An ASCII literal of Python: JSON's escapes are a subset of its own. */
function pythonString(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
