/** Times and peak memory of a fan-in over many cells, with and without the report. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cellBundles } from './cells.ts';
import { timeOf } from './timing.ts';
import { BENCH_FOLDER } from './trees.ts';

const PEAK = resolve(import.meta.dirname, 'peak.ts');
const BYTES_PER_MEGABYTE = 1_000_000;

/** The matrices that the product promises to take: GitHub's most cells, and large suites. */
const MATRICES = [
  { cells: 256, tests: 2_000 },
  { cells: 16, tests: 100_000 },
] as const;

/** Prints one row a matrix. Every fan-in must accept. */
export function benchFanIn(node: string, cli: string): void {
  console.log('| cells | tests in each | | wall | cpu | peak memory |\n| --- | --- | --- | --- | --- | --- |');
  for (const { cells, tests } of MATRICES) {
    const { folder, names } = cellBundles(cli, cells, tests);
    const peak = join(BENCH_FOLDER, 'peak');
    for (const [what, more] of [['verdict', []], ['verdict and report', ['--report', join(BENCH_FOLDER, 'fan-in.html')]]] as const) {
      const argv = [node, '--import', PEAK, cli, 'fan-in', '--quiet', '--expect', names.join(','), ...more, folder];
      const { wall, cpu } = timeOf({ argv, cwd: BENCH_FOLDER, env: { BENCH_PEAK: peak } });
      console.log(`| ${cells} | ${tests.toLocaleString('en-US')} | ${what} | ${wall.toFixed(1)} s | ${cpu.toFixed(1)} s | ${Math.round(Number(readFileSync(peak, 'utf8')) / BYTES_PER_MEGABYTE)} MB |`);
    }
  }
}
