/** Judges bytecode files against their sources: header first, then the payload where an interpreter can compile it (PR3). */
import { closeSync, constants, fstatSync, openSync, readSync, statSync, type BigIntStats } from 'node:fs';
import { isAbsolute } from 'node:path';
import * as z from 'zod/mini';
import { assetPath } from '../assets.ts';
import type { BytecodeFile, BytecodeJudgement } from '../model/prepare.ts';
import { nativePath, showPath } from '../model/path.ts';
import { readBounded } from './bounded-file.ts';
import { HEADER_BYTES, readBytecodeName, readHeader, type Header } from './bytecode-header.ts';
import { errnoOf } from './bytecode-walk.ts';
import { askInterpreter, sayEnding } from './interpreter.ts';
import { sipHash } from './siphash.ts';

export interface JudgeOptions {
  /**
   * Interpreters, absolute, that may recompile what they wrote themselves: a file is compared by the first whose magic
   * number equals its own. The script runs isolated (`-I -S -B`) and executes nothing of the project.
   */
  readonly interpreters?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Time for one interpreter over all files, in ms. */
  readonly timeoutMs?: number;
}

/** A source above this many bytes is not read for its hash. */
const SOURCE_LIMIT_BYTES = 64 << 20;
const COMPARE_TIMEOUT_MS = 120_000;
/** How often an interpreter that a payload kills is started again for the files after it. */
const RESTARTS = 10;
/** One line of an answer is at most this long: an escape is six bytes a character. */
const ANSWER_BYTES = 2048;

const answerSchema = z.object({
  answer: z.enum(['same', 'differs', 'other-magic', 'not-compiled', 'not-loaded']),
  why: z.string(),
});
type Answer = z.infer<typeof answerSchema>;

interface Draft {
  readonly judgement: BytecodeJudgement;
  /** Set where the header fits, so that the payload decides. */
  readonly compare?: { readonly magic: number; readonly pyc: string; readonly source: string; readonly optimize: readonly number[] };
}

/**
 * Judges each of `files` below `top`, in their order. Never throws for what a file holds or for what an interpreter does;
 * a payload that could not be compared leaves the header's answer, with the reason in `why`.
 */
export async function judgeBytecode(top: string, files: readonly BytecodeFile[], options: JudgeOptions = {}): Promise<readonly BytecodeJudgement[]> {
  const drafts = files.map((file) => judgeHeader(top, file));
  const answers = await comparePayloads(top, drafts, options);
  return drafts.map((draft) => settle(draft, answers.get(draft)));
}

function judgeHeader(top: string, file: BytecodeFile): Draft {
  const { path, mtimeMs, ctimeMs } = file;
  const name = readBytecodeName(path);
  const base = { path, mtimeMs, ctimeMs, rewrittenByPytest: name.rewrittenByPytest, source: null, python: null, payload: 'not-compared' } as const;
  if (file.link) return { judgement: { ...base, kind: 'unreadable', why: 'a symbolic link, through which Python reads bytecode from elsewhere' } };
  let bytes: Buffer;
  try {
    bytes = readStart(nativePath(top, path));
  } catch (error) {
    return { judgement: { ...base, kind: 'unreadable', why: errnoOf(error) } };
  }
  const header = readHeader(bytes);
  const known = { ...base, python: header.python };
  let stat: BigIntStats;
  try {
    stat = statSync(nativePath(top, name.source), { bigint: true });
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOENT' || errno === 'ENOTDIR') return { judgement: { ...known, kind: 'sourceless', why: `there is no ${showPath(name.source)}` } };
    return { judgement: { ...known, kind: 'unreadable', why: `its source ${showPath(name.source)}: ${errno}` } };
  }
  if (!stat.isFile()) return { judgement: { ...known, kind: 'sourceless', why: `${showPath(name.source)} is no regular file` } };
  const sourced = { ...known, source: name.source };
  if (header.kind === 'none') return { judgement: { ...sourced, kind: 'unreadable', why: header.why } };
  const fit = header.kind === 'timestamp' ? fitsTimestamp(header, stat) : fitsHash(header, top, name.source);
  if (fit.kind !== 'fits') return { judgement: { ...sourced, ...fit } };
  const judgement: BytecodeJudgement = { ...sourced, ...fit };
  if (name.rewrittenByPytest) return { judgement: { ...judgement, why: `${fit.why}; rewritten by pytest, so judged by its header alone` } };
  if (name.optimize.length === 0) return { judgement: { ...judgement, why: `${fit.why}; an import hook wrote it, so judged by its header alone` } };
  return { judgement, compare: { magic: header.magic, pyc: path, source: name.source, optimize: name.optimize } };
}

type Fit = Pick<BytecodeJudgement, 'kind' | 'why'>;

function fitsTimestamp(header: Header & { kind: 'timestamp' }, stat: BigIntStats): Fit {
  // As the interpreter reckons it: a float of seconds, cut to whole ones, of which 32 bits are kept.
  const seconds = Number(stat.mtimeNs / 1_000_000_000n) + 1e-9 * Number(stat.mtimeNs % 1_000_000_000n);
  const mtime = Number(BigInt.asUintN(32, BigInt(Math.trunc(seconds))));
  if (header.mtime !== mtime) return { kind: 'does-not-fit', why: `made from a source of mtime ${header.mtime} s, which is now ${mtime} s` };
  const size = Number(BigInt.asUintN(32, stat.size));
  if (header.size !== null && header.size !== size) return { kind: 'does-not-fit', why: `made from a source of ${header.size} bytes, which has ${size} now` };
  return { kind: 'fits', why: header.size === null ? `its source has mtime ${mtime} s` : `its source has mtime ${mtime} s and ${size} bytes` };
}

function fitsHash(header: Header & { kind: 'hash' }, top: string, source: string): Fit {
  const read = readBounded(`${top}/${source}`, SOURCE_LIMIT_BYTES);
  if (read.state !== 'found') return { kind: 'unreadable', why: `its source ${showPath(source)}: ${read.state === 'absent' ? 'ENOENT' : read.why}` };
  const hash = sipHash(header.rounds, header.key, read.bytes);
  if (hash.equals(header.hash)) return { kind: 'fits', why: `its source has the hash ${hash.toString('hex')}` };
  return { kind: 'does-not-fit', why: `made from a source of hash ${header.hash.toString('hex')}, which is now ${hash.toString('hex')}` };
}

/** The first bytes of a regular file. Whoever made the file chose its kind: neither a link nor a FIFO may take us along. */
function readStart(path: string | Buffer): Buffer {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    if (!fstatSync(file).isFile()) throw new Error('no regular file');
    const bytes = Buffer.alloc(HEADER_BYTES);
    return bytes.subarray(0, readSync(file, bytes, 0, HEADER_BYTES, 0));
  } finally {
    closeSync(file);
  }
}

function settle({ judgement, compare }: Draft, answer: Answer | undefined): BytecodeJudgement {
  if (compare === undefined) return judgement;
  switch (answer?.answer) {
    case undefined:
    case 'other-magic':
      return { ...judgement, why: `${judgement.why}; payload not compared: ${answer?.why ?? 'no interpreter of its version was given'}` };
    case 'same':
      return { ...judgement, payload: 'same', why: `${judgement.why}; its source compiles to the same code` };
    case 'differs':
      return { ...judgement, kind: 'does-not-fit', payload: 'differs', why: `its header fits, but its source compiles to other code (${answer.why})` };
    case 'not-compiled':
      return { ...judgement, kind: 'does-not-fit', payload: 'differs', why: `its header fits, but its source does not compile (${answer.why})` };
    case 'not-loaded':
      return { ...judgement, kind: 'unreadable', why: `its header fits, but its payload cannot be read (${answer.why})` };
  }
}

/** Asks each interpreter in turn for what none before it could compare. */
async function comparePayloads(top: string, drafts: readonly Draft[], options: JudgeOptions): Promise<ReadonlyMap<Draft, Answer>> {
  const answers = new Map<Draft, Answer>();
  for (const interpreter of options.interpreters ?? []) {
    const open = drafts.filter((draft) => draft.compare !== undefined && (answers.get(draft)?.answer ?? 'other-magic') === 'other-magic');
    if (open.length === 0) break;
    await askOne(top, interpreter, open, answers, options);
  }
  return answers;
}

async function askOne(top: string, interpreter: string, drafts: readonly Draft[], answers: Map<Draft, Answer>, options: JudgeOptions): Promise<void> {
  const deadline = Date.now() + (options.timeoutMs ?? COMPARE_TIMEOUT_MS);
  let rest = drafts;
  for (let restart = 0; rest.length > 0 && restart <= RESTARTS; restart += 1) {
    const said = await askInterpreter({
      executable: interpreter,
      args: ['-I', '-S', '-B', assetPath('bytecode.py')],
      input: JSON.stringify(rest.map(({ compare }) => compare && { ...compare, pyc: `${top}/${compare.pyc}`, source: `${top}/${compare.source}` })),
      cwd: '/',
      env: options.env ?? process.env,
      timeoutMs: Math.max(1, deadline - Date.now()),
      maxBytes: (rest.length + 1) * ANSWER_BYTES,
    });
    const [hello, ...lines] = said.stdout.toString('latin1').split('\n').slice(0, -1);
    const heard = hello === undefined ? [] : lines.map(readAnswer);
    for (const [at, draft] of rest.entries()) {
      const answer = heard[at];
      if (answer !== undefined) answers.set(draft, answer);
    }
    const suspect = rest[heard.length];
    const why = `${isAbsolute(interpreter) ? interpreter : `the interpreter ${interpreter}`} ${sayEnding(said.ending)}`;
    if (said.ending.kind === 'signalled' && hello !== undefined && suspect !== undefined) {
      // It got as far as this payload and died of it.
      answers.set(suspect, { answer: 'not-loaded', why });
      rest = rest.slice(heard.length + 1);
      continue;
    }
    for (const draft of rest.slice(heard.length)) answers.set(draft, { answer: 'other-magic', why });
    return;
  }
}

function readAnswer(line: string): Answer {
  try {
    return answerSchema.parse(JSON.parse(line));
  } catch {
    return { answer: 'other-magic', why: 'the interpreter gave no readable answer' };
  }
}
