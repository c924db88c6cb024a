/** Everything that makes a gate in these workflows useless, each with its place and what mends it (PB5). */
import { skippingFaults } from './checks/skipping.ts';
import { stepFaults } from './checks/steps.ts';
import { triggerFaults } from './checks/triggers.ts';
import { trustFaults } from './checks/trust.ts';
import { gateJobs } from './checks/parts.ts';
import type { Loaded } from './load.ts';
import type { Fault, Workflow } from './model.ts';

/** The workflow of the README, with the names that a reader fills in. */
export const SMALLEST = `name: generation-gate
on:
  pull_request:
  merge_group:
permissions:
  contents: read
jobs:
  gate:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2
        with:
          persist-credentials: false
      - uses: generation-gate/generation-gate@v1
        with:
          run: python3 -m pytest --junitxml=reports/junit.xml
          evidence: reports/junit.xml`;

/** A workflow that others call is looked at where they do: conditions and permissions come from there. */
function isCalledOnly({ file, events }: Workflow, all: readonly Workflow[]): boolean {
  return events.every(({ name }) => name === 'workflow_call') && all.some((other) => other.file !== file && other.jobs.some((job) => job.file === file));
}

/** Faults in the order of files and lines; those that only need to be known come with `rejects: false`. */
export function examine({ workflows, unread }: Loaded): readonly Fault[] {
  const faults = [
    ...unread.map(({ file, line, kind, why }): Fault =>
      kind === 'malformed'
        ? { rule: 'GG-WORKFLOW-MALFORMED', file, line, rejects: true, what: `The workflow cannot be read: ${why}`, remedy: '# mend the file at this line; GitHub does not run it either' }
        : { rule: 'GG-WORKFLOW-NOT-FOLLOWED', file, line, rejects: false, what: `Not looked at: ${why}`, remedy: '# run doctor in that repository too' },
    ),
    ...workflows.filter((workflow) => !isCalledOnly(workflow, workflows)).flatMap((workflow) => [...triggerFaults(workflow), ...skippingFaults(workflow), ...stepFaults(workflow), ...trustFaults(workflow)]),
  ];
  const hasGate = workflows.some((workflow) => gateJobs(workflow).length > 0);
  const missing: Fault[] = hasGate ? [] : [{ rule: 'GG-WORKFLOW-NO-GATE', file: '.github/workflows', line: 1, rejects: true, what: workflows.length === 0 ? 'There is no workflow' : `No step of ${workflows.length === 1 ? 'the one workflow' : `the ${workflows.length} workflows`} calls the gate`, remedy: SMALLEST }];
  // A called workflow may be called more than once.
  const once = new Map([...missing, ...faults].map((fault) => [[fault.rule, fault.file, fault.line, fault.what].join('\n'), fault]));
  return [...once.values()].toSorted((left, right) => (left.file < right.file ? -1 : left.file > right.file ? 1 : left.line - right.line));
}
