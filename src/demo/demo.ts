import type { Outcome } from '../publish/envelope.ts';
import { GateError } from '../model/errors.ts';
export function runDemo(_options: { readonly keep: boolean; readonly json: boolean; readonly quiet: boolean }): Promise<Outcome> {
  throw new GateError('GG-NOT-BUILT', 'demo');
}
