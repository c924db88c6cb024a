/**
 * What a verdict gets beyond the job's own ending: its bundle as an artifact, a check run, a commit status. All of it
 * comes after the verdict, the log and the summary; whatever fails is said once, in the log and in the summary.
 */
import * as core from '@actions/core';
import type { ActionCall } from '../inputs/from-action.ts';
import { eventCommits } from '../inputs/event.ts';
import type { Outcome } from '../publish/envelope.ts';
import { markdownText } from '../publish/markdown.ts';
import { plainLine } from '../publish/plain.ts';
import type { Fault } from './api.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What was to be published, and why it was not. */
interface Unpublished extends Fault {
  readonly what: string;
}

/** Publishes what the inputs ask for. Never throws. */
export async function publishBeyondTheJob(call: ActionCall, outcome: Outcome, env: Env): Promise<void> {
  const faults: Unpublished[] = [];
  for (const [what, publish] of [['the attestation', attestIt], ['the bundle', uploadIt], ['the check run', checkIt], ['the commit status', statusIt]] as const) {
    try {
      const fault = await publish(call, outcome, env);
      if (fault !== null) faults.push({ what, ...fault });
    } catch (error) {
      faults.push({ what, why: error instanceof Error ? error.message : String(error), fix: 'Report this defect of generation-gate with the text above.' });
    }
  }
  await say(faults);
}

async function uploadIt({ publishing: { upload }, settings }: ActionCall, { envelope }: Outcome, env: Env): Promise<Fault | null> {
  setArtifact('', '');
  if (upload === null) return null;
  const { folder } = (envelope['bundle'] ?? {}) as { readonly folder?: string };
  if (folder === undefined) return { why: 'the gate stopped before there was one', fix: 'See what it stopped for.' };
  const [{ artifactName, uploadBundle }, { uploadableFiles }] = await Promise.all([import('./artifacts.ts'), import('../publish/bundle-scan.ts')]);
  const files = await uploadableFiles(folder, env);
  if ('why' in files) return files;
  const uploaded = await uploadBundle({ folder, files: files.names, name: artifactName(upload, settings.cell, env), upload });
  if ('why' in uploaded) return uploaded;
  setArtifact(String(uploaded.id), uploaded.digest);
  return null;
}

async function attestIt({ publishing: { attest, token } }: ActionCall, { envelope }: Outcome, env: Env): Promise<Fault | null> {
  core.setOutput('attestation-id', '');
  if (!attest) return null;
  const { folder } = (envelope['bundle'] ?? {}) as { readonly folder?: string };
  if (folder === undefined) return { why: 'the gate stopped before there was one', fix: 'See what it stopped for.' };
  const attested = await (await import('./attest.ts')).attestBundle(folder, { token, env });
  if ('why' in attested) return attested;
  core.setOutput('attestation-id', attested[0]?.id ?? '');
  core.info(plainLine(`Attested: ${attested.map(({ file }) => file).join(' and ')} of ${folder}`));
  return null;
}

function setArtifact(id: string, digest: string): void {
  core.setOutput('artifact-id', id);
  core.setOutput('artifact-digest', digest);
}

async function checkIt({ publishing: { checkRun, token }, settings: { cell } }: ActionCall, { envelope }: Outcome, env: Env): Promise<Fault | null> {
  if (checkRun === null) return null;
  const commit = eventCommits(env)?.shown;
  if (commit === undefined) return NO_COMMIT;
  return (await import('./check-run.ts')).publishCheckRun(envelope, { name: named(checkRun, cell), commit, token, env });
}

async function statusIt({ publishing: { commitStatus, token }, settings: { cell } }: ActionCall, { envelope }: Outcome, env: Env): Promise<Fault | null> {
  if (commitStatus === null) return null;
  const commit = eventCommits(env)?.shown;
  if (commit === undefined) return NO_COMMIT;
  return (await import('./check-run.ts')).publishStatus(envelope, { name: named(commitStatus, cell), commit, token, env });
}

const NO_COMMIT: Fault = { why: 'the runner names no commit that it would belong to', fix: 'Publish from a job of GitHub Actions, whose variables are left as they are.' };

/** The cells of a matrix publish beside each other. */
function named(name: string, cell: string | null): string {
  return cell === null ? name : `${name} (${cell})`;
}

/** Says each fault once; two with one reason are one. */
async function say(faults: readonly Unpublished[]): Promise<void> {
  const reasons = [...new Set(faults.map(({ why }) => why))];
  const lines = reasons.map((reason) => {
    const same = faults.filter(({ why }) => why === reason);
    return `T${same.map(({ what }) => what).join(' and ').slice(1)} could not be published, and the verdict stays as it is: ${reason}. ${[...new Set(same.map(({ fix }) => fix))].join(' ')}`;
  });
  for (const line of lines) core.warning(plainLine(line));
  if (lines.length === 0 || (process.env['GITHUB_STEP_SUMMARY'] ?? '') === '') return;
  try {
    await core.summary.addRaw(`\n### Not published\n\n${lines.map((line) => `- ${markdownText(line)}`).join('\n')}\n`).write();
  } catch {
    // The log has it.
  }
}
