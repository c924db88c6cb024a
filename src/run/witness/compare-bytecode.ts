/** Whether bytecode that ran is what its source compiles to: the file that was read, compiled again (PR2, PR3). */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { assetPath } from '../../assets.ts';
import { nativePath } from '../../model/path.ts';
import { askInterpreter, sayEnding } from '../../prepare/interpreter.ts';

export interface RanBytecode {
  /** Absolute paths. */
  readonly bytecode: string;
  readonly source: string;
  /** Digests that the witness recorded. */
  readonly payload: string;
  readonly digest: string;
  /** The interpreter that ran it. */
  readonly executable: string;
}

export interface BytecodeAnswer {
  readonly answer: 'same' | 'differs' | 'not-compared';
  readonly why: string;
}

const HEADER_BYTES = 16;
const TIMEOUT_MS = 60_000;
const ANSWER_BYTES = 2_000;
const answerSchema = z.object({ answer: z.enum(['same', 'differs', 'other-magic', 'not-compiled', 'not-loaded']), why: z.string() });

/** One answer per item, in order. */
export async function compareRanBytecode(items: readonly RanBytecode[], env: NodeJS.ProcessEnv): Promise<readonly BytecodeAnswer[]> {
  const answers = items.map(whyNotComparable);
  for (const executable of new Set(items.map((item) => item.executable))) {
    const open = [...items.entries()].filter(([at, item]) => item.executable === executable && answers[at] === null);
    if (open.length === 0) continue;
    const said = await ask(executable, open.map(([, item]) => item), env);
    open.forEach(([at], row) => {
      answers[at] = said[row] ?? notCompared('the interpreter gave no answer');
    });
  }
  return answers.map((answer) => answer ?? notCompared('nobody was asked'));
}

/** What the witness saw must still lie there, else comparing would speak of other files. */
function whyNotComparable({ bytecode, source, payload, digest }: RanBytecode): BytecodeAnswer | null {
  if (/-pytest-[^/]*\.pyc$/.test(bytecode)) return notCompared('pytest rewrote its assertions');
  try {
    const code = readFileSync(nativePath('/', bytecode)).subarray(HEADER_BYTES);
    if (contentDigest(code) !== payload) return notCompared('the bytecode was written again since');
    if (contentDigest(readFileSync(nativePath('/', source))) !== digest) return notCompared('the source changed since');
    return null;
  } catch (error) {
    return notCompared(`it cannot be read any more (${(error as NodeJS.ErrnoException).code ?? String(error)})`);
  }
}

async function ask(executable: string, items: readonly RanBytecode[], env: NodeJS.ProcessEnv): Promise<readonly BytecodeAnswer[]> {
  const said = await askInterpreter({
    executable,
    args: ['-I', '-S', '-B', assetPath('bytecode.py')],
    // The level of optimisation is in the file's name: `x.cpython-311.opt-1.pyc`.
    input: JSON.stringify(items.map(({ bytecode, source }) => ({ pyc: bytecode, source, optimize: [Number(/\.opt-(\d)\.pyc$/.exec(bytecode)?.[1] ?? 0)] }))),
    cwd: '/',
    env,
    timeoutMs: TIMEOUT_MS,
    maxBytes: (items.length + 1) * ANSWER_BYTES,
  });
  const lines = said.stdout.toString('latin1').split('\n').slice(1, -1);
  return items.map((_, at) => {
    const parsed = answerSchema.safeParse(parseJson(lines[at] ?? ''));
    if (!parsed.success) return notCompared(`${executable} ${sayEnding(said.ending)}`);
    const { answer, why } = parsed.data;
    if (answer === 'same') return { answer: 'same', why: '' };
    return answer === 'other-magic' ? notCompared(why) : { answer: 'differs', why };
  });
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function notCompared(why: string): BytecodeAnswer {
  return { answer: 'not-compared', why };
}

/** The gate's content digest: sha256 over git's blob header and the bytes. */
export function contentDigest(bytes: Uint8Array): string {
  return hash('sha256', Buffer.concat([Buffer.from(`blob ${bytes.length}\0`, 'latin1'), bytes]), 'hex');
}
