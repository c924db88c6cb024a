/** Timestamps of reports. Only one that carries an offset or `Z` says which moment it means. */
import type { Timestamp } from '../../model/report.ts';

const ISO =
  /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/i;

/**
 * Reads one `timestamp` attribute. Times without an offset, and the sentinels of year 1 and of 1970-01-01 that runners
 * write for "not known", get no `epochMs`.
 */
export function readTimestamp(raw: string): Timestamp {
  const match = ISO.exec(raw.trim());
  if (match === null) return { raw };
  const [, year, month, day, hour, minute, second, fraction, zone] = match;
  if (zone === undefined || year === '0001' || `${year}-${month}-${day}` === '1970-01-01') return { raw };
  const milliseconds = Math.floor(Number(`0.${fraction ?? '0'}`) * 1000);
  const wall = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second ?? '0'));
  const back = new Date(wall);
  // Date.UTC carries 31 February over into March; such a text is no date.
  if (back.getUTCMonth() + 1 !== Number(month) || back.getUTCDate() !== Number(day)) return { raw };
  const precisionMs = second === undefined ? 60_000 : fraction === undefined ? 1000 : Math.max(1, 10 ** (3 - fraction.length));
  return { raw, epochMs: wall + milliseconds - offsetMs(zone), precisionMs };
}

function offsetMs(zone: string): number {
  const match = /^([+-])(\d\d):?(\d\d)?$/.exec(zone);
  if (match === null) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? '0');
  return (match[1] === '-' ? -minutes : minutes) * 60_000;
}
