/**
 * One step of the product over a work tree, in a process of its own, for the benchmark:
 * `driver.ts nothing|measure|recheck|replay WORKTREE STATE`. `measure` leaves in STATE what `recheck` compares with and
 * what `replay` fills its directory from; that one lies in STATE/second.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STAMP_FILE } from '../src/model/stamp.ts';
import { readFileClock } from '../src/workspace/file-clock.ts';
import { measure } from '../src/workspace/measure.ts';
import { readBaseline, recheck, saveBaseline, type Baseline } from '../src/workspace/recheck.ts';
import { findRepository } from '../src/workspace/repository.ts';
import { stampedDirectory } from '../src/workspace/second-directory.ts';

const [step = '', workTree = '', state = ''] = process.argv.slice(2);
const facts = join(state, 'facts.json');

if (step === 'measure') {
  rmSync(state, { recursive: true, force: true });
  mkdirSync(state, { recursive: true });
  const repository = await findRepository(workTree);
  const clockMs = readFileClock(state);
  const { parts, treeId, nested, otherWorktrees, settingsDigest } = await measure(repository, { exclude: (path) => path === STAMP_FILE, include: [] });
  saveBaseline(state, parts, clockMs, repository.objectFormat);
  const baseline: Baseline = { folder: state, prefixes: parts.map(({ prefix }) => prefix), nested, otherWorktrees, settingsDigest, clockMs };
  writeFileSync(facts, JSON.stringify({ treeId, baseline }));
} else if (step === 'recheck') {
  const { baseline } = JSON.parse(readFileSync(facts, 'utf8')) as { readonly baseline: Baseline };
  const drift = await recheck(await findRepository(workTree), baseline, readFileClock(state));
  if (drift.changed.length + drift.vanished.length + drift.added.filter((path) => path !== STAMP_FILE).length > 0) throw new Error(`the tree was edited: ${JSON.stringify(drift).slice(0, 500)}`);
} else if (step === 'replay') {
  const { baseline } = JSON.parse(readFileSync(facts, 'utf8')) as { readonly baseline: Baseline };
  const repository = await findRepository(workTree);
  const parent = join(state, 'second');
  mkdirSync(parent, { recursive: true });
  const made = await stampedDirectory(repository, { parts: readBaseline(baseline), head: repository.head, rawFiltered: [], nested: [...baseline.nested] }, parent);
  if (made.unfilled.length > 0) throw new Error(`not filled: ${JSON.stringify(made.unfilled).slice(0, 500)}`);
}
