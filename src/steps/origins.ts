/** Where Python code comes from: asked of the environment at the stamp, and of the command's interpreter at the run. */
import type { CapturedCommand } from '../model/run-record.ts';
import { GateError } from '../model/errors.ts';
import type { Outcome } from '../publish/envelope.ts';
import type { Context } from './context.ts';
import type { RunRecord, StampRecord } from './records.ts';

export async function observeOrigins(_context: Context, _run: { readonly command: CapturedCommand; readonly cwd: string } | null): Promise<null> {
  return null;
}

export function interpretersOf(_stamped: StampRecord, _run: RunRecord | null): readonly string[] {
  return [];
}

export function originsStep(_context: Context): Promise<Outcome> {
  throw new GateError('GG-NOT-BUILT', 'origins');
}
