/** Limits of the report reader as a caller writes them: `bytes=300000000`. */
import { LIMIT_NAMES, type GivenLimits } from '../model/report-limits.ts';

export const LIMIT_ADVICE = `Write NAME=COUNT, for example bytes=300000000; the names are ${LIMIT_NAMES.join(', ')}.`;

/** `before` with one more limit; null where the text names none. */
export function withLimit(text: string, before: GivenLimits = {}): GivenLimits | null {
  const [, name = '', count = ''] = /^([a-z-]+)=(\d{1,12})$/.exec(text) ?? [];
  return !LIMIT_NAMES.includes(name) || Number(count) === 0 ? null : { ...before, [name]: Number(count) };
}
