/**
 * `npm run bench [-- --sizes 7000,80000,500000] [--rounds 5] [--only stamp,replay,share,purge,origins,start,reader] [--clean]`
 *
 * Measures the product beside what it is compared with, in one run, taken in turns: medians, ratios, and absolute times.
 * Times of the whole program are net of bare node's start; those of one step are net of loading its code as well. What
 * they mean, and what was reached: bench/README.md.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { benchReplay, benchShare, SHARE_HEAD } from './compare.ts';
import { largeEnvironment } from './environments.ts';
import { benchReader } from './reader.ts';
import { net, sideBySide, type Command, type Time } from './timing.ts';
import { benchFanIn } from './fan-in.ts';
import { BENCH_FOLDER, bytecodeTree, ENVIRONMENT, SHAPES, sourceTree } from './trees.ts';

const ROOT = resolve(import.meta.dirname, '..');
const NODE = process.execPath;
const BYTECODE_FILES = 200_000;
const DISTRIBUTIONS = 300;
/** Second directories are compared at these sizes unless others are asked for. */
const COMPARED_SIZES: readonly number[] = [7_000, 80_000];

interface Row {
  readonly what: string;
  readonly ours: Time;
  readonly other: string;
  readonly theirs: Time;
}

const { values } = parseArgs({ options: { sizes: { type: 'string' }, rounds: { type: 'string', default: '5' }, only: { type: 'string' }, clean: { type: 'boolean', default: false } } });

if (values.clean) {
  rmSync(BENCH_FOLDER, { recursive: true, force: true });
} else {
  await main();
}

async function main(): Promise<void> {
  mkdirSync(BENCH_FOLDER, { recursive: true });
  const rounds = Number(values.rounds);
  const sizes = values.sizes?.split(',').map(Number);
  const wanted = (part: string): boolean => values.only === undefined || values.only.split(',').includes(part);
  const built = build();
  const rows: Row[] = [];
  if (wanted('stamp')) {
    for (const shape of SHAPES) if (sizes === undefined || sizes.includes(shape.files)) rows.push(...measuring(await sourceTree(shape), shape.files, built, rounds));
  }
  const shares: string[] = [];
  for (const shape of SHAPES.filter(({ files }) => (sizes ?? COMPARED_SIZES).includes(files))) {
    if (wanted('replay')) rows.push(...benchReplay(NODE, built.driver, await sourceTree(shape), shape.files, rounds));
    if (wanted('share')) shares.push(...benchShare(NODE, built.cli, await sourceTree(shape), shape.files, rounds));
  }
  if (wanted('purge')) rows.push(...purging(built.cli, rounds));
  if (wanted('origins')) rows.push(...askingOrigins(built.cli, rounds));
  if (wanted('start')) rows.push(...starting(built.cli, rounds * 3));
  if (rows.length > 0) show(rows);
  if (shares.length > 0) console.log([...SHARE_HEAD, ...shares].join('\n'));
  if (wanted('fan-in')) benchFanIn(NODE, built.cli);
  if (wanted('reader')) benchReader(NODE, built.reader, rounds);
}

interface Built {
  readonly cli: string;
  readonly driver: string;
  readonly reader: string;
}

/** The program as it is shipped and the driver of single steps, built afresh into the benchmark's own folder. */
function build(): Built {
  const folder = join(BENCH_FOLDER, 'dist');
  rmSync(folder, { recursive: true, force: true });
  const rolldown = (...args: readonly string[]): void => void execFileSync(NODE, [join(ROOT, 'node_modules/rolldown/bin/cli.mjs'), ...args], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  rolldown('-c', 'rolldown.config.ts', '-d', folder);
  rolldown('bench/driver.ts', 'bench/reader-driver.ts', 'src/workspace/hash-worker.ts', '--platform', 'node', '--format', 'esm', '-d', join(folder, 'bench'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}\n');
  return { cli: join(folder, 'cli.js'), driver: join(folder, 'bench', 'driver.js'), reader: join(folder, 'bench', 'reader-driver.js') };
}

function measuring(tree: string, files: number, { cli, driver: script }: Built, rounds: number): Row[] {
  const state = join(BENCH_FOLDER, `state-${files}`);
  const driver = (step: string): Command => ({ argv: [NODE, script, step, tree, state], cwd: tree });
  const cliState = join(BENCH_FOLDER, `cli-state-${files}`);
  const program = (...args: readonly string[]): Command => ({ argv: [NODE, cli, ...args, '--workspace', tree, '--state', cliState, '--quiet'], cwd: tree, fine: [0, 1] });
  const times = sideBySide(
    {
      start: driver('nothing'),
      measure: driver('measure'),
      rehash: rehash(tree, files),
      recheck: driver('recheck'),
      status: { argv: ['git', 'status', '--porcelain'], cwd: tree },
      node: bareNode(tree),
      first: { ...program('stamp'), before: () => rmSync(cliState, { recursive: true, force: true }) },
      again: program('stamp'),
      check: program('check'),
    },
    rounds,
  );
  const label = `${files.toLocaleString('en-US')} files`;
  return [
    { what: `${label}: first measurement`, ours: net(times.measure, times.start), other: "git's own full rehash", theirs: times.rehash },
    { what: `${label}: re-check`, ours: net(times.recheck, times.start), other: 'one git status', theirs: times.status },
    { what: `${label}: first stamp, whole program`, ours: net(times.first, times.node), other: "git's own full rehash", theirs: times.rehash },
    { what: `${label}: stamp again, whole program`, ours: net(times.again, times.node), other: 'one git status', theirs: times.status },
    { what: `${label}: check, whole program`, ours: net(times.check, times.node), other: 'one git status', theirs: times.status },
  ];
}

function bareNode(cwd: string): Command {
  return { argv: [NODE, '-e', '0'], cwd };
}

/** A private index without stat data, so that git reads and hashes every file, and the tree it gives. */
function rehash(tree: string, files: number): Command {
  const folder = join(BENCH_FOLDER, `rehash-${files}`);
  return {
    argv: ['bash', '-c', 'git ls-files -s -z | GIT_INDEX_FILE="$1/index" git update-index -z --index-info && export GIT_INDEX_FILE="$1/index" && git add -A && git write-tree', 'rehash', folder],
    cwd: tree,
    env: { GIT_OBJECT_DIRECTORY: join(folder, 'objects'), GIT_ALTERNATE_OBJECT_DIRECTORIES: join(tree, '.git/objects') },
    before: () => {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(join(folder, 'objects'), { recursive: true });
    },
  };
}

function purging(cli: string, rounds: number): Row[] {
  const source = bytecodeTree(BYTECODE_FILES);
  const copy = join(BENCH_FOLDER, 'bytecode-copy');
  const before = (): void => {
    rmSync(copy, { recursive: true, force: true });
    execFileSync('cp', ['-al', source, copy]);
  };
  const times = sideBySide(
    {
      node: bareNode(BENCH_FOLDER),
      purge: { argv: [NODE, cli, 'purge', '--workspace', copy, '--quiet'], cwd: BENCH_FOLDER, before },
      find: { argv: ['find', copy, '(', '-name', '*.pyc', '-o', '-name', '__pycache__', ')', '-delete'], cwd: BENCH_FOLDER, before },
    },
    rounds,
  );
  rmSync(copy, { recursive: true, force: true });
  return [{ what: `purge of ${BYTECODE_FILES.toLocaleString('en-US')} bytecode files`, ours: net(times.purge, times.node), other: 'find … -delete', theirs: times.find }];
}

/** Beyond the start of the program and the start of the interpreter that is asked. */
function askingOrigins(cli: string, rounds: number): Row[] {
  const { project, python } = largeEnvironment(DISTRIBUTIONS);
  const origins = (...args: readonly string[]): Command => ({ argv: [NODE, cli, 'origins', '--workspace', project, '--state', join(BENCH_FOLDER, 'origins-state'), '--quiet', ...args], cwd: project });
  const times = sideBySide(
    {
      version: { argv: [NODE, cli, '--version'], cwd: project },
      python: { argv: [python, '-c', 'pass'], cwd: project },
      asked: origins('--python', python),
    },
    rounds,
  );
  return [{ what: `origins of an environment with ${DISTRIBUTIONS} distributions`, ours: net(net(times.asked, times.version), times.python), other: "the interpreter's own start", theirs: times.python }];
}

function starting(cli: string, rounds: number): Row[] {
  const tiny = join(BENCH_FOLDER, 'tiny');
  if (!existsSync(tiny)) {
    mkdirSync(tiny);
    writeFileSync(join(tiny, 'a.txt'), 'a\n');
    for (const args of [['init', '-q'], ['add', '-A'], ['-c', 'user.name=bench', '-c', 'user.email=bench@example.invalid', 'commit', '-q', '-m', 'base']]) execFileSync('git', args, { cwd: tiny, env: ENVIRONMENT });
  }
  const times = sideBySide(
    {
      node: { argv: [NODE, '-e', '0'], cwd: tiny },
      version: { argv: [NODE, cli, '--version'], cwd: tiny },
      stamp: { argv: [NODE, cli, 'stamp', '--state', join(BENCH_FOLDER, 'tiny-state'), '--quiet'], cwd: tiny },
    },
    rounds,
  );
  return [
    { what: '--version, start included', ours: times.version, other: 'bare node', theirs: times.node },
    { what: 'stamp of a tiny repository, start included', ours: times.stamp, other: 'bare node', theirs: times.node },
  ];
}

function show(rows: readonly Row[]): void {
  const seconds = (value: number): string => (value < 1 ? `${Math.round(value * 1000)} ms` : `${value.toFixed(2)} s`);
  const ratio = (ours: number, theirs: number): string => (ours / theirs).toFixed(2);
  const table = [
    ['what', 'against', 'wall ratio', 'cpu ratio', 'wall', 'its wall', 'cpu', 'its cpu'],
    ...rows.map(({ what, ours, other, theirs }) => [what, other, ratio(ours.wall, theirs.wall), ratio(ours.cpu, theirs.cpu), seconds(ours.wall), seconds(theirs.wall), seconds(ours.cpu), seconds(theirs.cpu)]),
  ];
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = table;
  console.log([line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n'));
  console.log(`\nNode ${process.version}, ${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1) ?? '?'}, trees in ${BENCH_FOLDER} (remove them with --clean)`);
}
