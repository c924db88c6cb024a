/** The action as a job runs it: inputs from variables; outputs, variables, annotations and summary in the runner's files. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACTION, program, type Ended } from './cli.ts';
import { freshFolder } from './repository.ts';

/** A job: its workspace and the folder of the runner's files. */
export interface Job {
  readonly root: string;
  readonly files: string;
}

export interface StepEnded extends Ended {
  readonly outputs: Readonly<Record<string, string>>;
  readonly variables: Readonly<Record<string, string>>;
  readonly summary: string;
  /** What is left of the log once the annotations are taken out. */
  readonly log: string;
  readonly annotations: readonly string[];
}

export function makeJobIn(root: string): Job {
  const files = freshFolder();
  for (const name of ['output', 'env', 'summary']) writeFileSync(join(files, name), '');
  mkdirSync(join(files, 'temp'));
  return { root, files };
}

/** Runs the action's entry as a step: inputs by their names in the workflow. */
export async function actionStep({ root, files }: Job, inputs: Readonly<Record<string, string>>, env: Readonly<Record<string, string | undefined>> = {}): Promise<StepEnded> {
  const variables = Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]));
  for (const name of ['output', 'env', 'summary']) writeFileSync(join(files, name), '');
  const ended = await program([], {
    cwd: root,
    program: ACTION,
    limitMs: 120_000,
    env: {
      ...variables,
      GITHUB_ACTIONS: 'true',
      GITHUB_JOB: 'cell',
      GITHUB_WORKSPACE: root,
      GITHUB_OUTPUT: join(files, 'output'),
      GITHUB_ENV: join(files, 'env'),
      GITHUB_STEP_SUMMARY: join(files, 'summary'),
      RUNNER_TEMP: join(files, 'temp'),
      ...env,
    },
  });
  const lines = ended.stdout.split('\n');
  const isAnnotation = (line: string): boolean => /^::(?:error|warning|notice)/.test(line);
  return { ...ended, outputs: commandFile(join(files, 'output')), variables: commandFile(join(files, 'env')), summary: text(join(files, 'summary')), log: lines.filter((line) => !isAnnotation(line)).join('\n'), annotations: lines.filter(isAnnotation) };
}

/** `name<<delimiter`, lines, `delimiter`: how the runner reads its command files. */
function commandFile(file: string): Readonly<Record<string, string>> {
  return Object.fromEntries([...text(file).matchAll(/^([^\n<]+)<<(ghadelimiter_[0-9a-f-]+)\n([^]*?)\n\2$/gm)].map(([, name = '', , value = '']) => [name, value] as const));
}

function text(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
