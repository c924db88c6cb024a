/** When the gate runs at all: before the merge, in the queue, for every change, and never with foreign code and secrets. */
import type { Fault, Workflow } from '../model.ts';
import { decidingJobs, guardsMerge, runsOnEvent } from './parts.ts';

const TRIGGERS = `on:
  pull_request:
  merge_group:`;

export function triggerFaults(workflow: Workflow): readonly Fault[] {
  return [...foreignCode(workflow), ...(decidingJobs(workflow).length === 0 ? [] : [...beforeMerge(workflow), ...filters(workflow)])];
}

function beforeMerge(workflow: Workflow): readonly Fault[] {
  const { file, line, events } = workflow;
  if (runsOnEvent(workflow, 'workflow_call') || !guardsMerge(workflow)) return [];
  const named = events.map(({ name }) => name).join(', ') || 'nothing';
  if (!runsOnEvent(workflow, 'pull_request', 'merge_group', 'pull_request_target')) {
    return [{ rule: 'GG-WORKFLOW-AFTER-MERGE', file, line, rejects: true, what: `The gate runs on ${named} alone, and so after the merge`, remedy: TRIGGERS, innocentWhen: 'another workflow runs the gate before the merge' }];
  }
  if (runsOnEvent(workflow, 'merge_group')) return [];
  return [{ rule: 'GG-WORKFLOW-NO-MERGE-GROUP', file, line, rejects: true, what: `The gate runs on ${named} and not on merge_group`, remedy: TRIGGERS, innocentWhen: 'the branch has no merge queue and never gets one; the line costs nothing then' }];
}

function filters({ events }: Workflow): readonly Fault[] {
  return events
    .filter(({ name }) => name === 'pull_request' || name === 'merge_group')
    .flatMap(({ name, file, line, filters: keys }) =>
      keys
        .filter((key) => key === 'paths' || key === 'paths-ignore')
        .map((key): Fault => ({ rule: 'GG-WORKFLOW-SKIPPABLE', file, line, rejects: true, what: `"${key}" of ${name} leaves the gate out for some changes: a required check then never reports, and whoever works around that makes it pass`, remedy: `on:\n  ${name}: # without ${key}; let the tests choose what they run` })),
    );
}

/** Places from which a workflow that holds secrets would fetch what a stranger wrote. */
const HEAD = /pull_request\.head\.|github\.head_ref|workflow_run\.head_|refs\/pull\/|pull_request\.merge_commit_sha/;

function foreignCode(workflow: Workflow): readonly Fault[] {
  const name = ['pull_request_target', 'workflow_run'].find((event) => runsOnEvent(workflow, event));
  if (name === undefined) return [];
  return workflow.jobs.flatMap(({ steps, id }) =>
    steps
      .filter(({ uses, run, inputs }) => (uses !== null && /^actions\/checkout@/.test(uses) && [inputs.get('ref') ?? '', inputs.get('repository') ?? ''].some((text) => HEAD.test(text))) || (run !== null && /\bgit\s+(fetch|checkout|pull|switch)\b|\bgh\s+pr\s+checkout\b/.test(run) && (HEAD.test(run) || /gh\s+pr\s+checkout/.test(run))))
      .map(({ file, line }): Fault => ({ rule: 'GG-WORKFLOW-FOREIGN-CODE', file, line, rejects: true, what: `Job "${id}" runs on ${name}, with this repository's secrets and a token that writes, and checks out the head of the pull request`, remedy: 'on:\n  pull_request: # no secrets, a read-only token\n  merge_group:' })),
  );
}
