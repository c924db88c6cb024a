/** The `doctor` verb: what makes a gate in the repository's workflows useless, before anything runs (PB5). */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { UsageError } from '../model/errors.ts';
import type { Finding } from '../model/finding.ts';
import { showPath } from '../model/path.ts';
import { envelope, type Outcome } from '../publish/envelope.ts';
import { plainLine } from '../publish/plain.ts';
import { examine } from '../workflows/examine.ts';
import { loadWorkflows } from '../workflows/load.ts';
import type { Fault } from '../workflows/model.ts';
import { WORKFLOW_RULES, workflowRule } from '../workflows/rules.ts';

/** Examines the workflows of the repository around `workspace`, or the given files of it. */
export function doctorStep(workspace: string, given: readonly string[]): Outcome {
  const root = repositoryOf(workspace);
  const { workflows, unread } = loadWorkflows(root, given.map((file) => inside(root, file)));
  const faults = examine({ workflows, unread });
  const verdict = faults.some(({ rejects }) => rejects) ? 'rejected' : 'accepted';
  const found = new Set(faults.map(({ rule }) => rule));
  const held = WORKFLOW_RULES.filter(({ id }) => !found.has(id)).map(({ id, title, why }): Finding => ({ rule: id, answer: 'holds', what: title, why, fix: '', rejects: false }));
  return {
    exit: verdict === 'accepted' ? 0 : 1,
    envelope: envelope('doctor', verdict, {
      findings: [...faults.map(findingOf), ...held],
      workflows: workflows.map(({ file, jobs }) => ({ file, jobs: jobs.map(({ id }) => id) })),
      faults: faults.map(({ rule, file, line, rejects, what, remedy }) => ({ rule, file, line, rejects, what, remedy })),
      text: textOf(faults, workflows.length),
    }),
  };
}

function findingOf({ rule, file, line, rejects, what, remedy, innocentWhen }: Fault): Finding {
  return {
    rule,
    answer: rejects ? 'broken' : 'unknown',
    paths: [file],
    what: `${showPath(file)}:${line}: ${what}`,
    why: workflowRule(rule).why,
    fix: remedy,
    ...(innocentWhen === undefined ? {} : { innocent_when: innocentWhen }),
    rejects,
  };
}

function textOf(faults: readonly Fault[], count: number): string {
  const parts = faults.map(({ rule, file, line, rejects, what, remedy, innocentWhen }) =>
    [
      `${rejects ? '✗' : '?'} ${showPath(file)}:${line}  ${rule}`,
      `  what  ${plainLine(what)}`,
      `  why   ${workflowRule(rule).why}`,
      '  fix',
      ...remedy.split('\n').map((text) => `      ${text}`),
      ...(innocentWhen === undefined ? [] : [`  innocent when  ${innocentWhen}`]),
      '',
    ].join('\n'),
  );
  const rejecting = faults.filter(({ rejects }) => rejects).length;
  const looked = `${count} ${count === 1 ? 'workflow' : 'workflows'} looked at`;
  return [...parts, rejecting === 0 ? `doctor: no fault (${looked})` : `doctor: ${rejecting} ${rejecting === 1 ? 'fault' : 'faults'} (${looked})`].join('\n');
}

/** The folder with `.github` or `.git` at or above the given one; that one itself where there is neither. */
export function repositoryOf(workspace: string): string {
  const start = resolve(workspace);
  if (statSync(start, { throwIfNoEntry: false })?.isDirectory() !== true) throw new UsageError('GG-WORKSPACE-NOT-FOUND', `"${workspace}" is no folder`, 'Name a checkout: --workspace DIR');
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git')) || existsSync(join(folder, '.github'))) return folder;
    if (dirname(folder) === folder) return start;
  }
}

function inside(root: string, file: string): string {
  const path = relative(root, resolve(file));
  if (path.startsWith('..')) throw new UsageError('GG-INPUT-INVALID', `The workflow "${file}" lies outside of the repository ${root}`, 'Name a file of this repository, or another one: --workspace DIR');
  return path;
}
