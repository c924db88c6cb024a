/** A stamped workspace whose commands run under the witness, without the rest of the gate: what was seen, and the verdict over it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Asked } from '../../../src/model/facts.ts';
import type { Finding } from '../../../src/model/finding.ts';
import type { WitnessedLoad, WitnessFacts } from '../../../src/model/witness.ts';
import { changedSources } from '../../../src/run/witness/changed.ts';
import { installWitness } from '../../../src/run/witness/install.ts';
import { observeWitness } from '../../../src/run/witness/observe.ts';
import { stampedView } from '../../../src/run/witness/stamped-view.ts';
import { CATALOG } from '../../../src/verify/catalog.ts';
import { findingsOf } from '../../../src/verify/rule.ts';
import { passFileClock, readFileClockNs } from '../../../src/workspace/file-clock.ts';
import { measure } from '../../../src/workspace/measure.ts';
import { findRepository } from '../../../src/workspace/repository.ts';
import { asked, facts, run } from '../../support/facts.ts';
import { freshFolder, makeRepository, write, type Content } from '../../support/repository.ts';

/** The interpreter behind `python3`, by its real path: behind a shim another one may answer. */
export const PYTHON = execFileSync('python3', ['-I', '-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();

/** A project with one module, one test and what git ignores. */
export const PROJECT: Readonly<Record<string, Content>> = {
  '.gitignore': '__pycache__/\n*.pyc\nbuild/\n.venv/\nlocal_*.py\n',
  'src/shop.py': 'def price(n):\n    return n * 2\n',
  'tests/test_shop.py': 'import shop\n\ndef test_price():\n    assert shop.price(3) == 6\n',
};

export interface Scene {
  readonly root: string;
  /** A folder outside of the workspace. */
  readonly outside: string;
  readonly run: (argv: readonly string[], options?: RunOptions) => Promise<Seen>;
}

export interface RunOptions {
  /** On top of a clean environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly asked?: Partial<Asked>;
  readonly input?: string;
  readonly timeoutMs?: number;
}

export interface Seen {
  readonly witness: WitnessFacts;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly findings: readonly Finding[];
  /** Rules about the witness and bytecode that are broken, and those that do not know; sorted. */
  readonly broken: readonly string[];
  readonly unknown: readonly string[];
  /** `how` of every load of a stamped path, sorted: `src/shop.py source`. */
  readonly loads: readonly string[];
  readonly load: (path: string) => WitnessedLoad | undefined;
}

/** Stamps a repository of these files, as they lie there when the first command runs. `prepare` changes it after the commit. */
export async function scene(files: Readonly<Record<string, Content>> = PROJECT, prepare: (root: string, outside: string) => void = () => undefined): Promise<Scene> {
  const root = makeRepository(files);
  const outside = freshFolder();
  prepare(root, outside);
  await passFileClock(root, readFileClockNs(root));
  const repository = await findRepository(root);
  const measured = await measure(repository, { exclude: () => false, include: [] });
  const stamped = stampedView(measured.parts);
  let runs = 0;

  async function runCommand(argv: readonly string[], options: RunOptions = {}): Promise<Seen> {
    const folder = join(freshFolder(), `run-${(runs += 1)}`);
    mkdirSync(folder);
    const base = { PATH: process.env['PATH'] ?? '', HOME: freshFolder(), LANG: 'C.UTF-8', ...options.env };
    const installed = installWitness({ folder, top: root, stamped: stamped.paths(), env: base, generation: '0'.repeat(32) });
    if (installed.state === 'absent') throw new Error(installed.why);
    const startNs = readFileClockNs(root);
    await passFileClock(root, startNs);
    const [file = '', ...args] = argv;
    const ended = spawnSync(file, args, { cwd: join(root, options.cwd ?? '.'), env: { ...base, PYTHONDONTWRITEBYTECODE: '1', ...installed.variables, ...(options.env?.['PYTHONDONTWRITEBYTECODE'] === '' ? { PYTHONDONTWRITEBYTECODE: '' } : {}) }, encoding: 'utf8', input: options.input ?? '', timeout: options.timeoutMs ?? 60_000, maxBuffer: 1 << 26 });
    if (ended.error !== undefined) throw ended.error;
    const observed = await observeWitness({ records: installed.records, top: root, stamped, otherWorktrees: measured.otherWorktrees, roots: [], env: base });
    const sources = [...stamped.paths()].filter((path) => path.endsWith('.py'));
    const changed = await changedSources({ top: root, objectFormat: 'sha1', sources, bases: [{ commit: 'HEAD', what: 'HEAD' }] });
    const witness: WitnessFacts = { state: 'present', ...observed, startNs: startNs.toString(), endNs: readFileClockNs(root).toString(), setupNs: null, changed };
    const given = facts({ run: run({ witness }), asked: asked(options.asked) });
    const findings = CATALOG.filter(({ id }) => /^GG-(?:WITNESS|BYTECODE-NOT)-/.test(id)).flatMap((rule) => findingsOf(rule, given));
    const named = (answer: Finding['answer']): readonly string[] => [...new Set(findings.filter((one) => one.answer === answer).map(({ rule }) => rule))].sort();
    return {
      witness,
      code: ended.status,
      signal: ended.signal,
      stdout: ended.stdout,
      stderr: ended.stderr,
      findings,
      broken: named('broken'),
      unknown: named('unknown'),
      loads: [...new Set(observed.loads.filter(({ place }) => place === 'stamped').map(({ path, how }) => `${path} ${how}`))].sort(),
      load: (path) => observed.loads.find((one) => one.path === path),
    };
  }
  return { root, outside, run: runCommand };
}

/** Writes files into a scene after its stamp. */
export function later(root: string, files: Readonly<Record<string, Content>>): void {
  write(root, files);
}
