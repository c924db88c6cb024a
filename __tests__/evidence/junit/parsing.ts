/** Shared by the tests of the report reader: parse a text, or the refusal it meets, without a file. */
import { judgeReport } from '../../../src/evidence/junit/judge.ts';
import type { ReportJudgement } from '../../../src/evidence/junit/judge.ts';
import type { ReportLimits } from '../../../src/evidence/junit/limits.ts';
import { createReportParser } from '../../../src/evidence/junit/parse.ts';
import { ReportRefusal } from '../../../src/evidence/junit/refusal.ts';
import type { ReportRecords } from '../../../src/evidence/junit/records.ts';
import type { ReadReport, ReportReading } from '../../../src/model/report.ts';

const STAT = { mtimeMs: 0, mtimeNs: '0', ctimeNs: '0', ino: '1', dev: '1' };

/** The reading of `content` as if a file held it; `sizes` cuts it into pieces of these lengths, repeated. */
export function readText(content: string | Uint8Array, limits: Partial<ReportLimits> = {}, sizes: readonly number[] = []): ReportReading {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  try {
    return { state: 'read', ...parseInPieces(bytes, limits, sizes), sha256: '', size: bytes.length, stat: STAT };
  } catch (error) {
    if (!(error instanceof ReportRefusal)) throw error;
    return { state: 'refused', code: error.code, message: error.message, ...error.position };
  }
}

function parseInPieces(bytes: Uint8Array, limits: Partial<ReportLimits>, sizes: readonly number[]): ReportRecords {
  const parser = createReportParser(limits);
  let at = 0;
  for (let turn = 0; at < bytes.length; turn += 1) {
    const size = sizes.length === 0 ? bytes.length : (sizes[turn % sizes.length] ?? 1);
    parser.write(bytes.subarray(at, at + size));
    at += size;
  }
  return parser.end();
}

/** The records of a text that must be read. */
export function readGood(content: string): ReadReport {
  const reading = readText(content);
  if (reading.state === 'refused') throw new Error(`refused: ${reading.code}: ${reading.message}`);
  return reading;
}

/** The code of the refusal that a text must meet, `read` where it is read after all. */
export function refusalOf(content: string | Uint8Array, limits: Partial<ReportLimits> = {}): string {
  const reading = readText(content, limits);
  return reading.state === 'refused' ? reading.code : 'read';
}

export function judge(content: string): ReportJudgement {
  return judgeReport(readText(content));
}

/** The codes of the anomalies of a text that must be read. */
export function codesOf(content: string): string[] {
  return readGood(content).anomalies.map(({ code }) => code);
}
