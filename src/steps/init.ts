/** The `init` verb: a workflow and a policy file for what is found in the repository, shown before they are written. */
import { lstatSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { dirname, join, sep } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { UsageError } from '../model/errors.ts';
import { POLICY_FILES } from '../model/policy.ts';
import { envelope, outcomeOfError, type Outcome } from '../publish/envelope.ts';
import { parsePolicy } from '../inputs/policy-file.ts';
import { gateJobs } from '../workflows/checks/parts.ts';
import { policyText, POLICY_FILE, workflowText, WORKFLOW_FILE } from '../workflows/init/compose.ts';
import { proposals, topOf, type Proposal } from '../workflows/init/detect.ts';
import { difference } from '../workflows/init/difference.ts';
import { loadWorkflows } from '../workflows/load.ts';
import { repositoryOf } from './doctor.ts';

export interface InitCall {
  readonly workspace: string;
  /** Write without asking. */
  readonly yes: boolean;
  readonly json: boolean;
}

interface Planned {
  readonly path: string;
  readonly state: 'new' | 'changed' | 'unchanged';
  readonly text: string;
  readonly diff: string;
}

/** Shows what it would write, asks on a terminal or takes `yes`, and writes. Throws where nothing is recognised. */
export async function initStep({ workspace, yes, json }: InitCall): Promise<Outcome> {
  const root = repositoryOf(workspace);
  const found = proposals(topOf(root));
  if (found.length === 0) {
    throw new UsageError('GG-INIT-NOTHING-FOUND', `Nothing in ${root} says how its tests are run: no pyproject.toml, package.json with a test script, go.mod, pom.xml, build.gradle or Cargo.toml is at its top`, 'Write the workflow by hand; docs/workflows has one for each use: generation-gate doctor says whether it holds.');
  }
  const planned = plan(root, found);
  const open = planned.filter(({ state }) => state !== 'unchanged');
  const shown = [...notes(root, found, planned), ...open.map(({ diff }) => `${diff}\n`)].join('\n');
  if (open.length === 0) return outcome(0, planned, false, `${shown}init: nothing to write`);
  const agreed = yes || (!json && process.stdin.isTTY && (await ask(shown, open)));
  if (!agreed) return unconfirmed(planned, shown);
  for (const { path, text } of open) put(root, path, text);
  const done = `init: wrote ${open.map(({ path }) => path).join(' and ')}. Look at it, commit it, and make the check required: generation-gate doctor`;
  return outcome(0, planned, true, yes ? `${shown}\n${done}` : done);
}

function plan(root: string, found: readonly Proposal[]): readonly Planned[] {
  const { workflows } = loadWorkflows(root, []);
  // A workflow that calls the gate already is somebody's own; the doctor speaks of it.
  const other = workflows.some((workflow) => workflow.file !== WORKFLOW_FILE && gateJobs(workflow).length > 0);
  const hasPolicy = POLICY_FILES.some((name) => name !== POLICY_FILE && lstatSync(join(root, name), { throwIfNoEntry: false }) !== undefined);
  const policy = policyText(found);
  parsePolicy(Buffer.from(policy), POLICY_FILE, []);
  return [...(other ? [] : [planned(root, WORKFLOW_FILE, workflowText(found))]), ...(hasPolicy ? [] : [planned(root, POLICY_FILE, policy)])];
}

function planned(root: string, path: string, text: string): Planned {
  const before = current(root, path);
  return { path, text, state: before === null ? 'new' : before === text ? 'unchanged' : 'changed', diff: difference(path, before, text) };
}

/** What lies there now; null for nothing. Throws where it is no file of this repository. */
function current(root: string, path: string): string | null {
  const file = join(root, path);
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats !== undefined && !stats.isFile()) throw new UsageError('GG-INIT-NO-FILE', `${path} is ${stats.isSymbolicLink() ? 'a link' : 'no file'}`, 'Move it away, and call init again.');
  let folder = dirname(file);
  while (lstatSync(folder, { throwIfNoEntry: false }) === undefined) folder = dirname(folder);
  const [real, top] = [realpathSync(folder), realpathSync(root)];
  if (real !== top && !real.startsWith(top + sep)) throw new UsageError('GG-INIT-NO-FILE', `${path} would be written outside of the repository, to ${real}`, 'Take the link away that leads there, and call init again.');
  return stats === undefined ? null : readFileSync(file, 'utf8');
}

function notes(root: string, found: readonly Proposal[], planned: readonly Planned[]): readonly string[] {
  const has = (path: string): boolean => planned.some((one) => one.path === path);
  return [
    ...found.map(({ name, because, note, evidence }) => `${name}: told by ${because}${evidence.length === 0 ? '; no report, so that the ending decides alone' : ''}${note === '' ? '' : ` (${note})`}`),
    ...(has(WORKFLOW_FILE) ? [] : ['A workflow calls the gate already, and stays as it is: generation-gate doctor']),
    ...(has(POLICY_FILE) ? [] : [`A policy file is there already in ${root}, and stays as it is`]),
    '',
  ];
}

async function ask(shown: string, open: readonly Planned[]): Promise<boolean> {
  process.stderr.write(`${shown}\n`);
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await prompt.question(`Write ${open.map(({ path, state }) => `${path} (${state})`).join(' and ')}? [y/N] `)).trim());
  } finally {
    prompt.close();
  }
}

function unconfirmed(planned: readonly Planned[], shown: string): Outcome {
  const fix = 'Write them with: generation-gate init --yes';
  const { exit, envelope: failed } = outcomeOfError('init', new UsageError('GG-INIT-NOT-CONFIRMED', 'Nothing was written: nobody agreed to it', fix));
  return { exit, envelope: { ...failed, ...partsOf(planned, false, `${shown}\ninit: nothing was written. ${fix}`) } };
}

function outcome(exit: 0, planned: readonly Planned[], written: boolean, text: string): Outcome {
  return { exit, envelope: envelope('init', 'accepted', partsOf(planned, written, text)) };
}

function partsOf(planned: readonly Planned[], written: boolean, text: string): object {
  return { files: planned.map(({ path, state, diff }) => ({ path, state, diff: state === 'unchanged' ? '' : diff })), written, text };
}

/** Writes whole or not at all. */
function put(root: string, path: string, text: string): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  const beside = `${file}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    writeFileSync(beside, text, { flag: 'wx' });
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
