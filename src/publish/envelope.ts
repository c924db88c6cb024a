/** The one JSON document that every verb prints with `--json`. */
import { GateError, Refusal, UsageError } from '../model/errors.ts';
import type { Finding } from '../model/finding.ts';
import { NO_TESTS, type TestTotals } from '../model/totals.ts';

export const ENVELOPE_SCHEMA = 'generation-gate/verdict/1';

export interface Envelope {
  readonly schema: typeof ENVELOPE_SCHEMA;
  readonly verb: string;
  readonly verdict: 'accepted' | 'rejected';
  readonly generation: string | null;
  readonly tree_id: string | null;
  readonly head: string | null;
  readonly findings: readonly Finding[];
  readonly tests: TestTotals;
  /** Verb-specific parts: `stamp_digest`, `run`, `files`, `purged`, … */
  readonly [part: string]: unknown;
}

export type Outcome = { readonly exit: 0 | 1 | 2 | 3; readonly envelope: Envelope };

export function envelope(verb: string, verdict: Envelope['verdict'], parts: Partial<Envelope>): Envelope {
  return { schema: ENVELOPE_SCHEMA, verb, verdict, generation: null, tree_id: null, head: null, findings: [], tests: NO_TESTS, ...parts };
}

/** What a thrown error becomes: a refusal's findings with exit 1, a malformed call with 2, everything else with 3. */
export function outcomeOfError(verb: string, error: unknown): Outcome {
  if (error instanceof Refusal) return { exit: 1, envelope: envelope(verb, 'rejected', { findings: error.findings }) };
  if (error instanceof UsageError) return failure(verb, 2, error.code, error.message, error.fix, error.why ?? 'A call that is not understood changes nothing and accepts nothing.');
  if (error instanceof GateError) return failure(verb, 3, error.code, error.message, error.fix, 'A gate that could not work has judged nothing, and accepts nothing.');
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code === 'ENOSPC' || code === 'EDQUOT') return failure(verb, 3, 'GG-DISK-FULL', `No space is left on the device: ${(error as Error).message}`, 'Free space and stamp again.', 'A record that was cut short proves nothing.');
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') return failure(verb, 3, 'GG-NO-PERMISSION', (error as Error).message, 'Give the gate write permission on the workspace and its state folder, or name another: --state DIR', 'A gate that cannot record has judged nothing.');
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return failure(verb, 3, 'GG-DEFECT', stack, 'Report this defect of generation-gate with the text above.', 'A gate that failed has judged nothing, and accepts nothing.');
}

function failure(verb: string, exit: 2 | 3, code: string, what: string, fix: string, why: string): Outcome {
  const rule = code.startsWith('GG-') ? code : `GG-${code.replaceAll('_', '-')}`;
  return { exit, envelope: envelope(verb, 'rejected', { error: { code: rule, exit, message: what, fix }, findings: [{ rule, answer: 'unknown', what, why, fix, rejects: true }] }) };
}
