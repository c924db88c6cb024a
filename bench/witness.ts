/**
 * What the witness costs: CPU time of a command with it and without it, paired and alternating, so that a machine that
 * grows slower in the middle slows both.
 *
 *   node bench/witness.ts [--pairs N] [--bytecode isolate] WORKSPACE -- COMMAND…
 *
 * Without a command it measures the start of an interpreter. Prints the median of each and of their ratio.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installWitness } from '../src/run/witness/install.ts';
import { readRecords } from '../src/run/witness/read.ts';
import { measure } from '../src/workspace/measure.ts';
import { findRepository } from '../src/workspace/repository.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { pairs: { type: 'string', default: '10' }, bytecode: { type: 'string', default: 'purge' } } });
const [workspace = '.', ...given] = positionals;
const command = given.length > 0 ? given : ['python3', '-c', 'pass'];
const top = realpathSync(workspace);

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
  // Written for every run anew, as the gate does: a prefix that another run had filled would be warm.
  const isolated = (run: number): NodeJS.ProcessEnv => (values.bytecode === 'isolate' ? { PYTHONPYCACHEPREFIX: join(folder, `cache-${run}`), PYTHONDONTWRITEBYTECODE: '' } : {});
  const pairs: { readonly without: number; readonly with: number }[] = [];
  cpuSeconds(plain);
  for (let pair = 0; pair < Number(values.pairs); pair += 1) {
    const watched = (): number => cpuSeconds({ ...plain, ...isolated(pair), ...installed.variables });
    if (pair % 2 === 0) {
      const without = cpuSeconds(plain);
      pairs.push({ without, with: watched() });
    } else {
      const withWitness = watched();
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
      `  ${processes / pairs.length} processes and ${loads / pairs.length} recorded loads a run; records lost: ${lost.length === 0 ? 'none' : lost.join('; ')}\n`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
