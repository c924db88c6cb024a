/** The files that `init` proposes, as text: a workflow that the doctor has no fault with, and a policy file. */
import { stringify } from 'yaml';
import type { Proposal } from './detect.ts';

export const WORKFLOW_FILE = '.github/workflows/generation-gate.yml';
export const POLICY_FILE = 'generation-gate.config.yml';

const CHECKOUT = 'actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2';
const ACTION = 'generation-gate/generation-gate@v1';

/** One job for each proposal; each is to be a required status check. */
export function workflowText(found: readonly Proposal[]): string {
  const names = found.map((proposal) => jobName(proposal, found));
  return `# Written by generation-gate init. Make ${names.length === 1 ? `the job "${names[0] ?? ''}" a required status check` : `the jobs ${names.map((name) => `"${name}"`).join(' and ')} required status checks`} of the protected branch.
name: generation-gate

on:
  pull_request:
  merge_group: # without it the check never reports in a merge queue

permissions:
  contents: read

concurrency:
  group: \${{ github.workflow }}-\${{ github.ref }}
  cancel-in-progress: \${{ github.event_name == 'pull_request' }}

jobs:
${found.map((proposal, at) => jobText(names[at] ?? '', proposal, found)).join('\n')}`;
}

function jobName({ name }: Proposal, found: readonly Proposal[]): string {
  return found.length === 1 ? 'gate' : `gate-${name}`;
}

function jobText(job: string, { name, because, setup, run, evidence, note }: Proposal, found: readonly Proposal[]): string {
  const inputs = [
    ...(found.length === 1 ? [] : [`cell: ${name}`]),
    ...(setup === '' ? [] : [block('setup', setup)]),
    block('run', run),
    ...(evidence.length === 0 ? [] : [evidence.length === 1 ? `evidence: ${scalar(evidence[0] ?? '')}` : block('evidence', evidence.join('\n'))]),
  ];
  return `  ${job}: # ${because}
    name: ${job}
    runs-on: ubuntu-latest
    steps:
      - uses: ${CHECKOUT}
        with:
          persist-credentials: false
      - uses: ${ACTION}
        with:
${indented([...(note === '' ? [] : [`# ${note}`]), ...inputs].join('\n'), 10)}
`;
}

/** The same as a policy: it is read from the base of a pull request, so that a change cannot soften its own gate. */
export function policyText(found: readonly Proposal[]): string {
  const [only] = found;
  const command = found.length === 1 && only !== undefined ? { run: only.run } : { cells: Object.fromEntries(found.map(({ name, run }) => [name, { run }])) };
  const evidence = [...new Set(found.flatMap((proposal) => proposal.evidence))];
  const policy = { ...command, ...(found.length === 1 && only !== undefined && only.setup !== '' ? { setup: only.setup } : {}), ...(evidence.length === 0 ? {} : { evidence }) };
  return `# Written by generation-gate init: what this repository asks of its gate. See docs/policy.md of generation-gate.\n${stringify(policy, { lineWidth: 0 })}`;
}

function block(key: string, text: string): string {
  return text.includes('\n') ? `${key}: |\n${indented(text, 2)}` : `${key}: ${scalar(text)}`;
}

function scalar(text: string): string {
  return stringify(text, { lineWidth: 0 }).trimEnd();
}

function indented(text: string, by: number): string {
  return text.split('\n').map((line) => (line === '' ? '' : `${' '.repeat(by)}${line}`)).join('\n');
}
