/** The action: inputs in, the same steps as the program, outputs, annotations and a job summary out. */
import { parseInputs, type ActionCall } from './inputs/from-action.ts';
import { performPhase, type Ports } from './perform.ts';
import { outcomeOfError, type Outcome } from './publish/envelope.ts';
import { apiBaseReader } from './github/base-tree.ts';
import { defaultReport, publishOutcome, readInput } from './github/job.ts';

interface Ended {
  readonly outcome: Outcome;
  /** Null where the inputs were not understood. */
  readonly call: ActionCall | null;
}

async function main(): Promise<Ended> {
  let call: ActionCall | null = null;
  try {
    const asked = parseInputs(readInput);
    call = await withPlace({ ...asked, settings: { ...asked.settings, report: asked.settings.report ?? defaultReport(asked.phase) } });
    return { outcome: call.phase === 'fan-in' ? await gatherAndJudge(call) : await performPhase(call, ports(call)), call };
  } catch (error) {
    return { outcome: outcomeOfError(call?.phase ?? 'gate', error), call };
  }
}

/** What is uploaded or attested must lie somewhere: outside the work tree, where it is no part of what is tested. */
async function withPlace(call: ActionCall): Promise<ActionCall> {
  const { upload, attest } = call.publishing;
  if ((upload === null && !attest) || call.settings.bundle !== null) return call;
  const { bundlePlace } = await import('./github/bundle-place.ts');
  return { ...call, settings: { ...call.settings, bundle: bundlePlace(process.env) } };
}

/** The policy of a base that the checkout does not hold is read by the API. */
function ports({ publishing }: ActionCall): Ports {
  const readBase = apiBaseReader(publishing.token, process.env);
  return readBase === null ? {} : { readBase };
}

async function gatherAndJudge(call: ActionCall): Promise<Outcome> {
  const { fetchForFanIn } = await import('./github/gathering.ts');
  const fetched = await fetchForFanIn(call, process.env);
  try {
    return await performPhase(call, ports(call), fetched);
  } finally {
    fetched.close();
  }
}

const { outcome, call } = await main();
// Set first: nothing that goes wrong in publishing may change it.
process.exitCode = outcome.exit;
await publishOutcome(outcome);
if (call !== null) {
  const { publishBeyondTheJob } = await import('./github/publishing.ts');
  await publishBeyondTheJob(call, outcome, process.env);
}
