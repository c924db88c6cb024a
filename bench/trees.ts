/** Synthetic source trees for the benchmark, made once and kept in the temporary folder of the machine. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const BENCH_FOLDER = join(tmpdir(), 'generation-gate-bench');

/** Settings of the machine must not decide what is measured. */
export const ENVIRONMENT: NodeJS.ProcessEnv = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_OPTIONAL_LOCKS: '0' };

export interface TreeShape {
  readonly files: number;
  /** Median size of a file in bytes; sizes are log-normal, as those of real source trees are. */
  readonly medianBytes: number;
}

/** Like a large application (55 MB), the Linux kernel (79,000 files, 1.3 GB), a monorepo of small files (0.8 GB). */
export const SHAPES: readonly TreeShape[] = [
  { files: 7_000, medianBytes: 3_000 },
  { files: 80_000, medianBytes: 6_000 },
  { files: 500_000, medianBytes: 600 },
];

const SIGMA = 1.4;
const LARGEST_BYTES = 2_000_000;
const FILES_PER_FOLDER = 12;

/** The work tree of a repository with one commit of such files; its index is fresh and beyond doubt. */
export async function sourceTree(shape: TreeShape): Promise<string> {
  const place = join(BENCH_FOLDER, `tree-${shape.files}-${shape.medianBytes}`);
  if (existsSync(place)) return place;
  const making = `${place}.making`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true });
  const git = (...args: readonly string[]): void => void execFileSync('git', args, { cwd: making, env: ENVIRONMENT, stdio: 'ignore' });
  git('init', '-q', '-b', 'main');
  git('config', 'user.name', 'bench');
  git('config', 'user.email', 'bench@example.invalid');
  await fastImport(making, shape);
  git('reset', '-q', '--hard');
  writeFileSync(join(making, '.git/info/exclude'), '');
  // In a later second the index is written once more: then no entry of it is racy.
  await new Promise((done) => setTimeout(done, 1100));
  git('update-index', '--force-write-index', '--refresh');
  renameSync(making, place);
  return place;
}

/** A folder that holds `files` bytecode files in `__pycache__` folders beside their sources. */
export function bytecodeTree(files: number): string {
  const place = join(BENCH_FOLDER, `bytecode-${files}`);
  if (existsSync(place)) return place;
  const making = `${place}.making`;
  rmSync(making, { recursive: true, force: true });
  const bytes = Buffer.alloc(900, 'x');
  for (let number = 0; number < files; number += FILES_PER_FOLDER) {
    const cache = join(making, folderOf(number), '__pycache__');
    mkdirSync(cache, { recursive: true });
    for (let at = number; at < Math.min(files, number + FILES_PER_FOLDER); at += 1) writeFileSync(join(cache, `module_${at}.cpython-311.pyc`), bytes);
    writeFileSync(join(cache, '..', 'module.py'), 'x = 1\n');
  }
  execFileSync('git', ['init', '-q', making], { env: ENVIRONMENT });
  renameSync(making, place);
  return place;
}

function folderOf(number: number): string {
  const folder = Math.floor(number / FILES_PER_FOLDER);
  return ['src', `area_${folder % 40}`, `package_${Math.floor(folder / 40) % 60}`, `part_${Math.floor(folder / 2400)}`].join('/');
}

async function fastImport(repository: string, { files, medianBytes }: TreeShape): Promise<void> {
  const child = spawn('git', ['fast-import', '--quiet'], { cwd: repository, env: ENVIRONMENT, stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = new Promise<number | null>((done) => child.on('close', done));
  const send = async (text: string): Promise<void> => {
    if (!child.stdin.write(text)) await new Promise((done) => child.stdin.once('drain', done));
  };
  const random = generator(files);
  await send('commit refs/heads/main\ncommitter bench <bench@example.invalid> 1700000000 +0000\ndata 4\nbase\n');
  for (let number = 0; number < files; number += 1) {
    const size = Math.min(LARGEST_BYTES, Math.max(1, Math.round(medianBytes * Math.exp(SIGMA * normal(random)))));
    // The first file of each folder makes it a package.
    const name = number % FILES_PER_FOLDER === 0 ? '__init__' : `module_${number}`;
    await send(`M 100644 inline ${folderOf(number)}/${name}.py\ndata ${size}\n${textOf(number, size)}\n`);
  }
  child.stdin.end();
  if ((await ended) !== 0) throw new Error('git fast-import failed');
}

function textOf(number: number, size: number): string {
  const line = `def function_${number}(value, other):\n    return value * ${number} + other\n\n`;
  return line.repeat(Math.ceil(size / line.length)).slice(0, size);
}

/** A small deterministic generator (mulberry32): the same tree on every machine. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
