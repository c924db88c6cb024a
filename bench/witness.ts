/**
 * What the witness costs: CPU time of a command with it and without it, paired and alternating, so that a machine that
 * grows slower in the middle slows both.
 *
 *   node bench/witness.ts [--pairs N] [--bytecode cold|warmed] WORKSPACE -- COMMAND…
 *   node bench/witness.ts [--pairs N] [--bytecode cold|warmed] --project NAME
 *
 * Without a command it measures the start of an interpreter. Prints the median of each and of their ratio.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PROJECTS, PYTEST_OPTIONS } from '../projects/list.ts';
import { prepare, type Prepared } from '../projects/prepare.ts';
import { openBytecodeCache } from '../src/run/bytecode-cache/cache.ts';
import { installWitness } from '../src/run/witness/install.ts';
import { readRecords } from '../src/run/witness/read.ts';
import { measure } from '../src/workspace/measure.ts';
import { findRepository } from '../src/workspace/repository.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { pairs: { type: 'string', default: '10' }, bytecode: { type: 'string', default: 'purge' }, project: { type: 'string' } } });
const [workspace = '.', ...given] = positionals;
const prepared = prepareNamed(values.project);
const command = prepared !== null ? [prepared.python, '-m', 'pytest', ...PYTEST_OPTIONS, ...prepared.project.tests] : given.length > 0 ? given : ['python3', '-c', 'pass'];
const top = realpathSync(prepared?.root ?? workspace);

function prepareNamed(name: string | undefined): Prepared | null {
  const project = PROJECTS.find((one) => one.name === name);
  return project === undefined ? null : prepare(project);
}

/** CPU seconds of the command and its children, by the interpreter of the shell's own `times`. */
function cpuSeconds(env: NodeJS.ProcessEnv): number {
  const script = '"$@" >/dev/null 2>&1 </dev/null; status=$?; times; exit $status';
  const ended = spawnSync('bash', ['-c', script, 'bench', ...command], { cwd: top, env, encoding: 'utf8' });
  if (ended.status !== 0) throw new Error(`${command.join(' ')} exited with ${String(ended.status)}`);
  const children = ended.stdout.trim().split('\n')[1] ?? '';
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, minutes = '0', seconds = '0']) => sum + Number(minutes) * 60 + Number(seconds), 0);
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((left, right) => left - right);
  return ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0)) / 2;
}

const measured = await measure(await findRepository(top), { exclude: () => false, include: [] });
const stamped = measured.parts.flatMap(({ prefix, entries }) => entries.map(({ path }) => prefix + path));
const folder = mkdtempSync(join(tmpdir(), 'witness-bench-'));
try {
  const plain: NodeJS.ProcessEnv = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
  delete plain['PYTHONPYCACHEPREFIX'];
  const installed = installWitness({ folder, top, stamped, env: plain, generation: '0'.repeat(32) });
  if (installed.state === 'absent') throw new Error(installed.why);
  const installedVariables = installed.variables;
  const interpreter = { executable: execFileSync(command[0] ?? '', ['-I', '-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim(), implementation: 'cpython' };
  const version = execFileSync(interpreter.executable, ['-I', '-c', 'import sys; print("%d.%d.%d" % sys.version_info[:3])'], { encoding: 'utf8' }).trim();
  const preparing: number[] = [];
  /** A cache of the gate's for one run: always cold, or begun with what the one before it taught. */
  async function withCache(run: number): Promise<number> {
    if (values.bytecode === 'purge') return cpuSeconds({ ...plain, ...installedVariables });
    const store = join(folder, values.bytecode === 'warmed' ? 'store' : `store-${run}`);
    const before = process.cpuUsage();
    const cache = await openBytecodeCache({ prefix: join(folder, `cache-${run}`), store, isOfWorkspace: (path) => path.startsWith(`${top}/`) && !path.includes('/site-packages/'), env: plain });
    const spent = process.cpuUsage(before);
    preparing.push((spent.user + spent.system) / 1e6);
    const seconds = cpuSeconds({ ...plain, ...cache.variables, ...installedVariables });
    cache.end([{ ...interpreter, version }]);
    return seconds;
  }
  // The first fills the store, the second compiles what it names.
  for (const run of values.bytecode === 'warmed' ? [-2, -1] : []) await withCache(run);
  const pairs: { readonly without: number; readonly with: number }[] = [];
  cpuSeconds(plain);
  for (let pair = 0; pair < Number(values.pairs); pair += 1) {
    if (pair % 2 === 0) {
      const without = cpuSeconds(plain);
      pairs.push({ without, with: await withCache(pair) });
    } else {
      const withWitness = await withCache(pair);
      pairs.push({ without: cpuSeconds(plain), with: withWitness });
    }
    mkdirSync(installed.records, { recursive: true });
  }
  let processes = 0;
  let loads = 0;
  const lost = readRecords(installed.records, (one) => {
    processes += 1;
    loads += one.loads.length;
  });
  const [without, withWitness] = [median(pairs.map((pair) => pair.without)), median(pairs.map((pair) => pair.with))];
  const ratio = median(pairs.map((pair) => pair.with / pair.without));
  process.stdout.write(
    `${command.join(' ')}\n  ${pairs.length} pairs, CPU seconds: without ${without.toFixed(3)}, with ${withWitness.toFixed(3)}; median ratio ${ratio.toFixed(3)}\n` +
      `  ${processes / pairs.length} processes and ${loads / pairs.length} recorded loads a run; records lost: ${lost.length === 0 ? 'none' : lost.join('; ')}\n${preparing.length === 0 ? '' : `  CPU seconds of the gate to prepare the cache: ${median(preparing.slice(-pairs.length)).toFixed(3)}\n`}`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
  if (prepared !== null) rmSync(prepared.root, { recursive: true, force: true });
}
