/** The action: inputs in, the same steps as the program, outputs, annotations and a job summary out. */
import { parseInputs } from './inputs/from-action.ts';
import { performPhase } from './perform.ts';
import { outcomeOfError, type Outcome } from './publish/envelope.ts';
import { defaultReport, publishOutcome, readInput } from './github/job.ts';

async function main(): Promise<Outcome> {
  let phase = 'gate';
  try {
    const call = parseInputs(readInput);
    phase = call.phase;
    return await performPhase({ ...call, settings: { ...call.settings, report: call.settings.report ?? defaultReport(phase) } });
  } catch (error) {
    return outcomeOfError(phase, error);
  }
}

const outcome = await main();
// Set first: nothing that goes wrong in publishing may change it.
process.exitCode = outcome.exit;
await publishOutcome(outcome);
