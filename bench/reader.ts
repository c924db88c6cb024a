/** The report reader beside raw saxes, Python's junitparser and fast-xml-parser: CPU per megabyte and peak memory. */
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { BENCH_FOLDER } from './trees.ts';

const MB = 1024 * 1024;
/** The second one is beyond the default limit of bytes, which the driver raises. */
const MEGABYTES = [44, 220];
const CASES_A_SUITE = 40;

const JUNITPARSER = `
import json, resource, sys, time
from junitparser import JUnitXml
cpu, wall = time.process_time(), time.perf_counter()
tests = red = 0
for suite in JUnitXml.fromfile(sys.argv[1]):
    for case in suite:
        tests += 1
        case.name, case.classname, case.time
        red += any(type(one).__name__ in ('Failure', 'Error') for one in case.result)
print(json.dumps({'cpu': time.process_time() - cpu, 'wall': time.perf_counter() - wall, 'peakMb': resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, 'tests': tests}))
`;

interface Reading {
  readonly cpu: number;
  readonly wall: number;
  readonly peakMb: number;
  readonly tests: number;
}

/** Measures all readers in turns and prints a table. `rounds` is how often each reads each file. */
export function benchReader(node: string, driver: string, rounds: number): void {
  const python = withJunitparser();
  const rows: string[][] = [];
  for (const megabytes of MEGABYTES) {
    const file = reportOf(megabytes);
    const readers: readonly (readonly [string, readonly string[]])[] = [
      ['generation-gate', [node, driver, 'ours', file]],
      ['raw saxes', [node, driver, 'saxes', file]],
      ['junitparser', [python, '-c', JUNITPARSER, file]],
      ['fast-xml-parser', [node, '--max-old-space-size=8192', driver, 'fast-xml-parser', file]],
    ];
    const read = readers.map(([, argv]) => Array.from({ length: rounds }, () => ({ argv })));
    const readings = readers.map((): Reading[] => []);
    for (let round = 0; round < rounds; round += 1) for (const [at, own] of read.entries()) readings[at]?.push(readOnce(own[round]?.argv ?? []));
    const ours = readings[0] ?? [];
    for (const [at, [name]] of readers.entries()) {
      const own = readings[at] ?? [];
      if (own.some(({ tests }) => tests !== ours[0]?.tests)) throw new Error(`${name} counted ${own[0]?.tests ?? 0} tests, and this reader ${ours[0]?.tests ?? 0}`);
      // Pairs of one round saw the same load.
      const ratio = median(ours.map(({ cpu }, round) => cpu / (own[round]?.cpu ?? NaN)));
      rows.push([`${megabytes} MB`, name, `${((median(own.map(({ cpu }) => cpu)) / megabytes) * 1000).toFixed(1)} ms`, at === 0 ? '' : ratio.toFixed(2), `${median(own.map(({ wall }) => wall)).toFixed(2)} s`, `${Math.max(...own.map(({ peakMb }) => peakMb))} MB`]);
    }
  }
  const head = ['report', 'reader', 'cpu per MB', 'ours / its', 'wall', 'peak memory'];
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string => `| ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  console.log([line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n'));
}

function readOnce(argv: readonly string[]): Reading {
  const [program = '', ...args] = argv;
  const ended = spawnSync(program, args, { encoding: 'utf8', maxBuffer: MB });
  if (ended.status !== 0) throw new Error(`${argv.slice(0, 4).join(' ')} ended with ${ended.status ?? ended.signal ?? 'nothing'}: ${ended.stderr.slice(-1000)}`);
  return JSON.parse(ended.stdout) as Reading;
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((left, right) => left - right);
  return ((sorted[Math.floor((sorted.length - 1) / 2)] ?? NaN) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? NaN)) / 2;
}

/** A report as a large suite of pytest or surefire leaves: short cases, output of some, a failure now and then. */
function reportOf(megabytes: number): string {
  const place = join(BENCH_FOLDER, `report-${megabytes}.xml`);
  if (existsSync(place) && statSync(place).size >= megabytes * MB) return place;
  const making = `${place}.making`;
  const file = openSync(making, 'w');
  let written = writeSync(file, '<?xml version="1.0" encoding="utf-8"?>\n<testsuites>\n');
  for (let suite = 0; written < megabytes * MB; suite += 1) written += writeSync(file, suiteOf(suite));
  writeSync(file, '</testsuites>\n');
  closeSync(file);
  renameSync(making, place);
  return place;
}

function suiteOf(suite: number): string {
  const cases = Array.from({ length: CASES_A_SUITE }, (_, at) => caseOf(suite, at));
  const red = cases.filter((text) => text.includes('<failure')).length;
  return `<testsuite name="tests.area_${suite % 30}.test_module_${suite}" errors="0" failures="${red}" skipped="0" tests="${CASES_A_SUITE}" time="12.345" timestamp="2026-01-01T00:00:00.000000+00:00" hostname="runner">\n${cases.join('')}</testsuite>\n`;
}

function caseOf(suite: number, at: number): string {
  const open = `<testcase classname="tests.area_${suite % 30}.test_module_${suite}.TestThing" name="test_something_${at}[case &lt;${at * 7}&gt;-é]" time="0.${String(at).padStart(3, '0')}"`;
  if (at % 20 === 7) return `${open}><failure message="assert ${at} == ${at + 1}" type="AssertionError">${TRACEBACK}</failure></testcase>\n`;
  if (at % 4 === 1) return `${open}><system-out>${OUTPUT}</system-out></testcase>\n`;
  return `${open} />\n`;
}

const TRACEBACK = 'def test_something(self):\n&gt;       assert left == right\nE       assert 1 == 2\n\ntests/test_module.py:12: AssertionError\n'.repeat(8);
const OUTPUT = '2026-01-01 00:00:00,123 INFO  service.worker: handled request 4711 in 12 ms &amp; went on\n'.repeat(110);

/** An interpreter that has junitparser, in the benchmark's own folder. */
function withJunitparser(): string {
  const folder = join(BENCH_FOLDER, 'junitparser');
  const python = join(folder, 'bin/python');
  if (!existsSync(join(folder, 'ready'))) {
    execFileSync('python3', ['-m', 'venv', '--clear', folder]);
    execFileSync(python, ['-m', 'pip', '--quiet', 'install', 'junitparser'], { stdio: ['ignore', 'ignore', 'inherit'] });
    execFileSync('touch', [join(folder, 'ready')]);
  }
  return python;
}
