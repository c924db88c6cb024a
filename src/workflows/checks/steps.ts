/** Whether the steps around the gate let it see what will be merged: order, handed-over endings, checkouts, the base. */
import type { Fault, Job, Step, Workflow } from '../model.ts';
import { expression, gateJobs } from './parts.ts';

export function stepFaults(workflow: Workflow): readonly Fault[] {
  return [...gateJobs(workflow).flatMap((job) => [...order(job), ...endings(job), ...checkouts(job), ...bases(job)]), ...fanInOrder(workflow)];
}

const PATCHES = /\bgit\s+(?:apply|am|cherry-pick|merge|rebase|pull)\b|(?:^|[\s;&|])patch\s+-/m;

/** What changes the code belongs before the stamp, and what is judged between stamp and check. */
function order({ steps, id }: Job): readonly Fault[] {
  const faults: Fault[] = [];
  const first = steps.findIndex(({ gate }) => gate !== null && (gate.phase === 'stamp' || gate.phase === 'gate'));
  for (const [at, step] of steps.entries()) {
    const { file, line, run, gate } = step;
    if (first >= 0 && at > first && gate === null && run !== null && PATCHES.test(run)) {
      faults.push({ rule: 'GG-WORKFLOW-ORDER', file, line, rejects: true, what: `Job "${id}" changes the code (${quotedLine(run)}) after the gate has looked at it`, remedy: '- run: git apply change.patch # before the gate, or as its input:\n- uses: generation-gate/generation-gate@v1\n  with:\n    patch: change.patch' });
    }
    const before = steps.slice(0, at);
    if (gate !== null && ['run', 'check'].includes(gate.phase) && !before.some((one) => one.gate?.phase === 'stamp')) {
      faults.push({ rule: 'GG-WORKFLOW-ORDER', file, line, rejects: true, what: `The phase "${gate.phase}" in job "${id}" has no phase "stamp" before it in the same job`, remedy: '- uses: generation-gate/generation-gate@v1\n  with:\n    phase: stamp # after the patch, before the tests\n- run: … the tests …\n- uses: generation-gate/generation-gate@v1\n  with:\n    phase: check' });
    }
  }
  return faults;
}

/** EV9: tests of the workflow's own steps count by the ending that it hands over, and only by that. */
function endings(job: Job): readonly Fault[] {
  return job.steps.flatMap((step, at): readonly Fault[] => {
    if (step.gate?.phase !== 'check') return [];
    const stamped = job.steps.findLastIndex(({ gate }, index) => index < at && gate?.phase === 'stamp');
    const between = job.steps.slice(stamped + 1, at);
    if (stamped < 0 || between.some(({ gate }) => gate?.phase === 'run')) return [];
    const fault = (what: string): readonly Fault[] => [{ rule: 'GG-WORKFLOW-OUTCOME', file: step.file, line: step.line, rejects: true, what, remedy: '- id: tests\n  continue-on-error: true # the check decides\n  run: … the tests …\n- uses: generation-gate/generation-gate@v1\n  with:\n    phase: check\n    outcome: ${{ steps.tests.outcome }}' }];
    const handed = step.gate.inputs.get('outcome') ?? '';
    if (handed === '') return fault(`The phase "check" in job "${job.id}" is given no outcome, and no phase "run" is before it: it rejects every time`);
    const [, id, kind] = /^steps\.([\w-]+)\.(outcome|conclusion)$/.exec(expression(handed)) ?? [];
    if (id === undefined) return fault(`The outcome "${handed}" in job "${job.id}" is not the ending of a step: it says the same however the tests end`);
    if (kind === 'conclusion') return fault(`The outcome in job "${job.id}" is steps.${id}.conclusion, which is success where "continue-on-error" hides a failure`);
    return between.some((one) => one.id === id) ? [] : fault(`The outcome in job "${job.id}" is that of step "${id}", which is not between stamp and check`);
  });
}

function isCheckout({ uses }: Step): boolean {
  return uses !== null && /^actions\/checkout@/.test(uses);
}

function checkouts(job: Job): readonly Fault[] {
  const { steps, id, runsOn } = job;
  const own = steps.filter(isCheckout);
  const uploads = steps.some(({ uses, gate }) => (uses !== null && /^actions\/(upload-artifact|cache)/.test(uses)) || ['true', 'always'].includes(gate?.inputs.get('upload') ?? '') || gate?.inputs.has('bundle') === true);
  const kept = uploads ? own.filter(({ inputs }) => inputs.get('persist-credentials') !== 'false') : [];
  const unclean = own.filter(({ inputs }) => inputs.get('clean') === 'false');
  // What is left is then proven not to matter, by what was loaded or by a clean directory.
  const isProven = steps.some((step) => step.gate?.inputs.get('witness') === 'required' || step.gate?.inputs.get('replay') === 'true');
  const isSelfHosted = runsOn.some((label) => label === 'self-hosted');
  const [gate] = steps.filter((step) => step.gate !== null && step.gate.phase !== 'fan-in');
  return [
    ...kept.map(({ file, line }): Fault => ({ rule: 'GG-WORKFLOW-CREDENTIALS', file, line, rejects: true, what: `The checkout in job "${id}" leaves the token behind, and the job hands files on`, remedy: '- uses: actions/checkout@…\n  with:\n    persist-credentials: false' })),
    ...unclean.map(({ file, line }): Fault => ({ rule: 'GG-WORKFLOW-CHECKOUT-KEPT', file, line, rejects: !isProven, what: `The checkout in job "${id}" has "clean: false": what an earlier job left is tested along`, remedy: '- uses: actions/checkout@… # without clean: false', innocentWhen: 'every job gets a machine of its own' })),
    ...(isSelfHosted && own.length === 0 && gate !== undefined
      ? [{ rule: 'GG-WORKFLOW-CHECKOUT-KEPT', file: gate.file, line: gate.line, rejects: true, what: `Job "${id}" runs on a self-hosted runner and checks nothing out: the folder is never wiped`, remedy: '- uses: actions/checkout@… # wipes the folder\n  with:\n    persist-credentials: false' } satisfies Fault]
      : []),
  ];
}

/** A base is compared with only where it was fetched. */
function bases({ steps, id }: Job): readonly Fault[] {
  const asks = steps.filter(({ gate }) => gate !== null && (gate.inputs.get('base') ?? '') !== '');
  const fetches = steps.some(({ run, inputs, ...step }) => (run !== null && /\bgit\s+fetch\b/.test(run)) || (isCheckout({ ...step, run, inputs }) && inputs.has('fetch-depth') && inputs.get('fetch-depth') !== '1'));
  if (fetches) return [];
  return asks.map(({ file, line }): Fault => ({ rule: 'GG-WORKFLOW-NO-BASE', file, line, rejects: true, what: `Job "${id}" compares with a base, and its checkout fetches one commit alone`, remedy: '- uses: actions/checkout@…\n  with:\n    fetch-depth: 0\n    persist-credentials: false' }));
}

/** A fan-in that waits for nobody finds nothing. */
function fanInOrder({ jobs }: Workflow): readonly Fault[] {
  const writers = jobs.filter(({ steps }) => steps.some(({ gate }) => gate?.inputs.has('bundle') === true));
  return jobs.flatMap((job): readonly Fault[] => {
    const step = job.steps.find(({ gate }) => gate?.phase === 'fan-in');
    const missed = step === undefined ? [] : writers.filter(({ id }) => id !== job.id && !reaches(jobs, job, id));
    return step === undefined || missed.length === 0 ? [] : [{ rule: 'GG-WORKFLOW-ORDER', file: job.file, line: job.line, rejects: true, what: `Job "${job.id}" gathers the cells and does not wait for ${missed.map(({ id }) => `"${id}"`).join(', ')}`, remedy: `jobs:\n  ${job.id}:\n    needs: [${missed.map(({ id }) => id).join(', ')}]\n    if: always()` }];
  });
}

function reaches(jobs: readonly Job[], from: Job, id: string, seen: ReadonlySet<string> = new Set()): boolean {
  if (from.needs.some((name) => id === name || id.startsWith(`${name} / `))) return true;
  return from.needs.some((name) => {
    const next = seen.has(name) ? undefined : jobs.find((job) => job.id === name);
    return next !== undefined && reaches(jobs, next, id, new Set([...seen, name]));
  });
}

function quotedLine(run: string): string {
  const line = run.split('\n').find((one) => PATCHES.test(one)) ?? '';
  return `"${line.trim().slice(0, 80)}"`;
}
