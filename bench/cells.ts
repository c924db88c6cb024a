/**
 * Bundles of many cells for the benchmark. One cell is run for real; the others are made of its bundle by giving every
 * test, and the cell, another name of equal length, with all digests to match.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from '../src/model/bundle.ts';
import { BENCH_FOLDER, ENVIRONMENT } from './trees.ts';

/** Writes as many tests as it is told, every tenth of them skipped, each named after its cell. */
const RUNNER = `import os
cell, count = os.environ['GENERATION_GATE_CELL'], int(os.environ['BENCH_TESTS'])
os.makedirs('reports', exist_ok=True)
with open('reports/junit.xml', 'w') as f:
    f.write('<testsuites><testsuite name="s" tests="%d" failures="0" errors="0" skipped="%d">' % (count, count // 10))
    for n in range(count):
        f.write('<testcase classname="package.%s.test_module_%d" name="test_something_of_it_%d" time="0.001">%s</testcase>' % (cell, n // 100, n, '<skipped/>' if n % 10 == 0 else ''))
    f.write('</testsuite></testsuites>')
`;

/** The folder that holds one bundle for each cell; made once. */
export function cellBundles(cli: string, cells: number, tests: number): { readonly folder: string; readonly names: readonly string[] } {
  const names = Array.from({ length: cells }, (_, at) => nameOf(at));
  const folder = join(BENCH_FOLDER, `cells-${cells}x${tests}`);
  if (existsSync(join(folder, names.at(-1) ?? ''))) return { folder, names };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  runOneCell(cli, join(folder, nameOf(0)), tests);
  for (const name of names.slice(1)) renamedCopy(join(folder, nameOf(0)), join(folder, name), name);
  return { folder, names };
}

function nameOf(at: number): string {
  return `cell-${String(at).padStart(3, '0')}`;
}

function runOneCell(cli: string, bundle: string, tests: number): void {
  const root = join(BENCH_FOLDER, 'cells-workspace');
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, 'run.py'), RUNNER);
  writeFileSync(join(root, '.gitignore'), 'reports/\n');
  for (const args of [['init', '-q'], ['add', '-A'], ['-c', 'user.name=bench', '-c', 'user.email=bench@example.invalid', 'commit', '-q', '-m', 'cells']]) execFileSync('git', args, { cwd: root, env: ENVIRONMENT });
  execFileSync(process.execPath, [cli, 'gate', '--quiet', '--cell', nameOf(0), '--bundle', bundle, '--evidence', 'reports/*.xml', '--', 'python3', 'run.py'], { cwd: root, env: { ...ENVIRONMENT, BENCH_TESTS: String(tests) }, stdio: ['ignore', 'ignore', 'inherit'] });
}

function renamedCopy(from: string, to: string, name: string): void {
  cpSync(from, to, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(to, 'manifest.json'), 'utf8')) as Manifest;
  const old = new Map(manifest.reports.map(({ file, sha256 }) => [file, sha256]));
  const renamed = new Map<string, string>();
  const change = (file: string): void => {
    let text = readFileSync(join(to, file), 'utf8').replaceAll(nameOf(0), name);
    for (const [before, after] of renamed) text = text.replaceAll(before, after);
    writeFileSync(join(to, file), text);
  };
  for (const [file, before] of old) {
    change(file);
    renamed.set(before, sha256(join(to, file)));
  }
  for (const { path } of manifest.files) if (path.endsWith('.json')) change(path);
  const files = manifest.files.map((file) => ({ ...file, sha256: sha256(join(to, file.path)) }));
  const reports = manifest.reports.map((report) => ({ ...report, sha256: renamed.get(report.sha256) ?? report.sha256 }));
  writeFileSync(join(to, 'manifest.json'), JSON.stringify({ ...manifest, cell: name, files, reports }));
  // Statements name the manifest's digest and what it says; a bundle may do without.
  for (const file of readdirSync(to).filter((one) => one.startsWith('statement'))) rmSync(join(to, file));
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
