/** What several checks look for in a workflow. */
import type { Job, Step, Workflow } from '../model.ts';

/** Jobs that hold a step of the gate. */
export function gateJobs({ jobs }: Workflow): readonly Job[] {
  return jobs.filter(({ steps }) => steps.some(({ gate }) => gate !== null));
}

/** Jobs whose ending is the verdict: those that fan in, else those that judge. */
export function decidingJobs(workflow: Workflow): readonly Job[] {
  const fanIn = workflow.jobs.filter(({ steps }) => steps.some(({ gate }) => gate?.phase === 'fan-in'));
  return fanIn.length > 0 ? fanIn : workflow.jobs.filter(({ steps }) => steps.some(({ gate }) => gate !== null && ['gate', 'check'].includes(gate.phase)));
}

/** Steps of the gate that judge: one that is skipped judges nothing. */
export function judgingSteps({ steps }: Job): readonly Step[] {
  return steps.filter(({ gate }) => gate !== null && ['gate', 'check', 'fan-in'].includes(gate.phase));
}

/** An expression without its braces and blanks at the ends. */
export function expression(text: string): string {
  const [, inner = text] = /^\s*\$\{\{(.*)\}\}\s*$/s.exec(text) ?? [];
  return inner.trim();
}

export function isAlways(condition: string): boolean {
  return expression(condition).replace(/\s+/g, '') === 'always()';
}

/** Whether the value is plainly false: anything else may be true. */
export function isOff(text: string | null): boolean {
  return text === null || ['', 'false'].includes(expression(text));
}

/** Whether its ending can be a required check: a workflow that is started by hand alone keeps nothing from being merged. */
export function guardsMerge(workflow: Workflow): boolean {
  return runsOnEvent(workflow, 'pull_request', 'merge_group', 'pull_request_target', 'push', 'workflow_call');
}

export function runsOnEvent({ events }: Workflow, ...names: readonly string[]): boolean {
  return events.some(({ name }) => names.includes(name));
}
