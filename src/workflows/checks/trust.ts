/** Whose code runs beside the gate, and what the job's token may do. */
import type { Fault, Job, Permissions, Step, Workflow } from '../model.ts';
import { gateJobs, isOff } from './parts.ts';

export function trustFaults(workflow: Workflow): readonly Fault[] {
  return gateJobs(workflow).flatMap((job) => [...mutableRefs(job), ...permissions(job)]);
}

const COMMIT = /@[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

function mutableRefs({ steps, id }: Job): readonly Fault[] {
  return steps
    .filter(({ uses }) => uses !== null && !uses.startsWith('.') && !COMMIT.test(uses) && !/^docker:\/\/[^@]+@sha256:[0-9a-f]{64}$/.test(uses))
    .map(({ file, line, uses, gate }): Fault => ({ rule: 'GG-WORKFLOW-MUTABLE-REF', file, line, rejects: gate === null, what: `Job "${id}" uses "${uses ?? ''}", which is another program whenever its owner moves that name`, remedy: `- uses: ${(uses ?? '').split('@')[0] ?? ''}@<the commit's 40 hex digits> # the version, for readers` }));
}

/** What an input of the action needs of the token. */
const NEEDED: readonly (readonly [input: string, permission: string])[] = [
  ['attest', 'id-token'],
  ['attest', 'attestations'],
  ['check-run', 'checks'],
  ['commit-status', 'statuses'],
];

function permissions(job: Job): readonly Fault[] {
  const { file, line, id } = job;
  const asked = NEEDED.filter(([input]) => job.steps.some((step) => asks(step, input)));
  const fault = (what: string, levels: readonly string[]): Fault => ({ rule: 'GG-WORKFLOW-PERMISSIONS', file, line, rejects: true, what, remedy: `jobs:\n  ${id.split(' / ').at(-1) ?? id}:\n    permissions:\n${levels.map((level) => `      ${level}`).join('\n')}` });
  const wanted = ['contents: read', ...asked.map(([, permission]) => `${permission}: write`)];
  if (job.permissions === null) return [fault(`Job "${id}" says nothing of permissions: by the repository's settings its token may write, and the tested code runs beside it`, wanted)];
  if (job.permissions.kind === 'all') return job.permissions.level === 'read-all' ? lacking(job.permissions) : [fault(`Job "${id}" has "permissions: ${job.permissions.level}", and the tested code runs beside its token`, wanted)];
  const wide = [...job.permissions.levels].filter(([name, level]) => level === 'write' && !MAY_WRITE.includes(name)).map(([name]) => name);
  return [...(wide.length > 0 ? [fault(`Job "${id}" may write ${wide.join(', ')}, and the tested code runs beside its token`, wanted)] : []), ...lacking(job.permissions)];

  function lacking(given: Permissions): readonly Fault[] {
    const missing = asked.filter(([, permission]) => given.kind === 'all' || given.levels.get(permission) !== 'write');
    return missing.length === 0 ? [] : [fault(`Job "${id}" asks for ${[...new Set(missing.map(([input]) => `"${input}"`))].join(' and ')}, and its token may not write ${missing.map(([, permission]) => permission).join(', ')}`, wanted)];
  }
}

/** Levels that publish a verdict and change no code. */
const MAY_WRITE: readonly string[] = NEEDED.map(([, permission]) => permission);

function asks({ gate }: Step, input: string): boolean {
  const given = gate?.inputs.get(input) ?? '';
  return gate !== null && !isOff(given) && given !== 'false';
}
