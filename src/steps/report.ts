/** Writes the HTML report that a call asks for, after its verdict and whatever that is (PB4). */
import type { Facts } from '../model/facts.ts';
import { bundleRedaction, redactedValue, type Redaction } from '../publish/bundle-redaction.ts';
import type { Outcome } from '../publish/envelope.ts';
import { clearReport, writeReport } from '../publish/report/file.ts';
import { pageOf, type ReportPage } from '../publish/report/page.ts';
import { renderReport } from '../publish/report/render.ts';
import { testTable, type TestTable } from '../publish/report/test-table.ts';
import { git } from '../workspace/git.ts';
import type { Context } from './context.ts';
import { warmRoots } from './second-run.ts';

export { clearReport };

/** The report of one judged workspace. `facts` is null where the gate stopped before its check. */
export async function withReport(context: Context, outcome: Outcome, facts: Facts | null): Promise<Outcome> {
  const { settings, env, repository } = context;
  if (settings.report === null) return outcome;
  context.progress('writing the report');
  const source = facts === null ? { facts: null, tests: null } : { facts, tests: testTable(facts, warmRoots(context)) };
  const written = await reported(settings.report, outcome, source, async () => bundleRedaction({ env, gitConfig: (await git(['config', '--list', '-z'], { cwd: repository.top })).stdout.toString('utf8') }));
  context.progress(null);
  return written;
}

/**
 * Adds a report to an outcome. The verdict is reached: where the report cannot be written the outcome says so and stays
 * as it is. `redaction` takes out what may not travel; without it the texts have travelled already.
 */
export async function reported(file: string, outcome: Outcome, source: { readonly facts: Facts | null; readonly tests: TestTable | null }, redaction: (() => Promise<Redaction>) | null): Promise<Outcome> {
  const add = (part: object): Outcome => ({ ...outcome, envelope: { ...outcome.envelope, report: part } });
  try {
    const page = pageOf({ envelope: outcome.envelope, ...source });
    const shown = redaction === null ? page : ((await redactedValue(page, await redaction())) as ReportPage);
    return add({ path: writeReport(file, renderReport(shown)) });
  } catch (error) {
    return add({ path: null, error: `The report could not be written to "${file}": ${error instanceof Error ? error.message : String(error)}` });
  }
}
