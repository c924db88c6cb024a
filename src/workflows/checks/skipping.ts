/** Ways in which a job that decides is left out, or fails without anybody seeing: GitHub counts a skipped required check as passed. */
import type { Fault, Job, Step, Workflow } from '../model.ts';
import { decidingJobs, expression, gateJobs, guardsMerge, isAlways, isOff, judgingSteps } from './parts.ts';

export function skippingFaults(workflow: Workflow): readonly Fault[] {
  return [...(guardsMerge(workflow) ? decidingJobs(workflow).flatMap(skippedJob) : []), ...gateJobs(workflow).flatMap((job) => [...skippedSteps(job), ...hiddenFailures(job)])];
}

function skippedJob(job: Job): readonly Fault[] {
  const { file, line, id, needs, conditions } = job;
  const narrowing = conditions.filter((condition) => !isAlways(condition));
  if (narrowing.length > 0) {
    const [first = ''] = narrowing;
    const isCancelled = expression(first).replace(/\s+/g, '') === '!cancelled()';
    return [{ rule: 'GG-WORKFLOW-SKIPPABLE', file, line, rejects: true, what: `Job "${id}" is left out unless ${quoted(first)} holds${isCancelled ? ', and a run that was cancelled is merged then' : ''}: a skipped required check counts as passed`, remedy: `jobs:\n  ${last(id)}:${needs.length > 0 ? '\n    if: always()' : ' # without if'}` }];
  }
  if (needs.length === 0 || conditions.length > 0) return [];
  return [{ rule: 'GG-WORKFLOW-FAN-IN-SKIPPED', file, line, rejects: true, what: `Job "${id}" needs ${needs.join(', ')} and has no "if: always()": where one of them fails it is skipped, and a skipped required check counts as passed`, remedy: `jobs:\n  ${last(id)}:\n    if: always()` }];
}

function skippedSteps(job: Job): readonly Fault[] {
  return judgingSteps(job)
    .filter(({ condition }) => condition !== null && !isHarmless(condition))
    .map(({ file, line, condition }): Fault => ({ rule: 'GG-WORKFLOW-SKIPPABLE', file, line, rejects: true, what: `The gate's step in job "${job.id}" is left out unless ${quoted(condition ?? '')} holds, and the job passes without it`, remedy: "- uses: generation-gate/generation-gate@v1 # without if, or with if: always()" }));
}

function isHarmless(condition: string): boolean {
  return ['always()', 'success()', '!cancelled()', 'true'].includes(expression(condition).replace(/\s+/g, ''));
}

function hiddenFailures(job: Job): readonly Fault[] {
  const own: Fault[] = isOff(job.continueOnError) ? [] : [hidden(job, `Job "${job.id}"`, job.continueOnError ?? '', `jobs:\n  ${last(job.id)}: # without continue-on-error`)];
  return [...own, ...job.steps.filter(({ gate, continueOnError }) => gate !== null && !isOff(continueOnError)).map((step) => hidden(step, `The gate's step in job "${job.id}"`, step.continueOnError ?? '', '- uses: generation-gate/generation-gate@v1 # without continue-on-error'))];
}

function hidden({ file, line }: Pick<Step, 'file' | 'line'>, who: string, value: string, remedy: string): Fault {
  return { rule: 'GG-WORKFLOW-CONTINUE-ON-ERROR', file, line, rejects: true, what: `${who} has "continue-on-error: ${value}": a rejection leaves the check green`, remedy };
}

function quoted(text: string): string {
  return `"${expression(text)}"`;
}

/** A job's own name, where it was reached through others. */
function last(id: string): string {
  return id.split(' / ').at(-1) ?? id;
}
