/**
 * The job's side of a verdict: inputs, outputs, variables for later steps, annotations, log and job summary.
 * None of it can change the verdict; a part that fails is said once and left out.
 */
import * as core from '@actions/core';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../model/finding.ts';
import type { Outcome } from '../publish/envelope.ts';
import { summaryMarkdown } from '../publish/markdown.ts';
import { plainLine } from '../publish/plain.ts';
import { preface } from '../publish/print.ts';
import { verdictText } from '../publish/text.ts';

/** GitHub shows at most ten annotations of a level per step; the rest is in the summary. */
const ANNOTATIONS_PER_STEP = 10;
/** An output travels in a file that all steps read; what is longer is cut to whole findings. */
const FINDINGS_OUTPUT_BYTES = 256 * 1024;

export function readInput(name: string): string {
  return core.getInput(name);
}

/** Publishes an outcome to the job: log, outputs, variables, annotations, summary. */
export async function publishOutcome(outcome: Outcome): Promise<void> {
  const { envelope } = outcome;
  const text = preface(envelope, false) + verdictText(envelope, { colour: false, quiet: false });
  // Every line was made plain, so none of them is obeyed as a workflow command.
  process.stdout.write(`${text}\n`);
  part('The outputs', () => setOutputs(outcome));
  part('The variables for later steps', () => {
    for (const [name, value] of Object.entries(exportsOf(outcome))) core.exportVariable(name, value);
  });
  annotate(envelope.findings);
  await summarize(outcome);
}

/** One part of publishing. The verdict is reached: a file of the runner that cannot be written takes nothing from it. */
function part(what: string, publish: () => void): void {
  try {
    publish();
  } catch (error) {
    core.warning(plainLine(`${what} could not be written: ${error instanceof Error ? error.message : String(error)}`));
  }
}

function setOutputs(outcome: Outcome): void {
  const { envelope } = outcome;
  core.setOutput('verdict', envelope.verdict);
  core.setOutput('generation', envelope.generation ?? '');
  core.setOutput('tree-id', envelope.tree_id ?? '');
  core.setOutput('stamp-digest', typeof envelope['stamp_digest'] === 'string' ? envelope['stamp_digest'] : '');
  core.setOutput('findings', JSON.stringify(fitting(envelope.findings)));
  core.setOutput('tests', JSON.stringify(envelope.tests));
  core.setOutput('report-path', reportOf(outcome));
  core.setOutput('verdict-path', saveVerdict(outcome));
}

/** What later steps of the workflow must see, so that their tests run as the captured command would (EV9). */
function exportsOf({ envelope }: Outcome): Readonly<Record<string, string>> {
  const variables = envelope['exports'];
  return typeof variables === 'object' && variables !== null && envelope.verdict === 'accepted' ? (variables as Record<string, string>) : {};
}

function annotate(findings: readonly Finding[]): void {
  for (const finding of findings.filter(({ rejects }) => rejects).slice(0, ANNOTATIONS_PER_STEP)) {
    const file = finding.paths?.[0];
    // core escapes what would end the command early.
    core.error(plainLine(`${finding.what}. ${finding.fix}`), { title: finding.rule, ...(file === undefined ? {} : { file: plainLine(file) }) });
  }
}

async function summarize(outcome: Outcome): Promise<void> {
  if ((process.env['GITHUB_STEP_SUMMARY'] ?? '') === '') return;
  try {
    await core.summary.addRaw(summaryMarkdown(outcome.envelope)).write();
  } catch (error) {
    core.warning(plainLine(`The job summary could not be written: ${error instanceof Error ? error.message : String(error)}`));
  }
}

/** Where a step writes its report unless the workflow names a file; null where the runner has no folder for it. */
export function defaultReport(phase: string): string | null {
  const folder = process.env['RUNNER_TEMP'] ?? '';
  return folder === '' || !REPORTING.includes(phase) ? null : join(folder, `generation-gate-${phase}-${process.pid}.html`);
}

const REPORTING = ['gate', 'check', 'fan-in'];

function reportOf({ envelope: { report } }: Outcome): string {
  if (typeof report !== 'object' || report === null) return '';
  const { path, error } = report as { readonly path?: unknown; readonly error?: unknown };
  if (typeof error === 'string') core.warning(plainLine(error));
  return typeof path === 'string' ? path : '';
}

function saveVerdict({ envelope }: Outcome): string {
  const folder = process.env['RUNNER_TEMP'] ?? '';
  if (folder === '') return '';
  const file = join(folder, `generation-gate-${envelope.verb}-${process.pid}.json`);
  try {
    writeFileSync(file, `${JSON.stringify(envelope)}\n`);
    return file;
  } catch {
    return '';
  }
}

function fitting(findings: readonly Finding[]): readonly Finding[] {
  const kept: Finding[] = [];
  let bytes = 0;
  for (const finding of findings.toSorted((left, right) => Number(right.rejects) - Number(left.rejects))) {
    const slim = { ...finding, ...(finding.paths === undefined ? {} : { paths: finding.paths.slice(0, 20) }) };
    bytes += Buffer.byteLength(JSON.stringify(slim));
    if (bytes > FINDINGS_OUTPUT_BYTES) break;
    kept.push(slim);
  }
  return kept;
}
