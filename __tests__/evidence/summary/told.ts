/** The claims of a text in few words, for one assertion that shows all of them where it fails. */
import { readSummaryText } from '../../../src/evidence/summary/read.ts';
import type { SummaryClaim, SummaryStatement } from '../../../src/model/summary.ts';

export const REPORTS = [{ path: 'reports/junit.xml', sha256: '9'.repeat(64) }] as const;

export function statementsOf(text: string, json = false): readonly SummaryStatement[] {
  const reading = readSummaryText(Buffer.from(text), json, REPORTS);
  if (reading.state === 'refused') throw new Error(reading.why);
  return reading.statements;
}

/** Each claim as `passed=42@1`: what, how many, and the line. */
export function told(text: string): readonly string[] {
  return statementsOf(text).flatMap(({ claims }) => claims.map((claim) => `${inShort(claim)}@${claim.line}`));
}

function inShort(claim: SummaryClaim): string {
  switch (claim.kind) {
    case 'count':
      return `${claim.of}=${claim.count}`;
    case 'share':
      return `${claim.of}=${claim.count}/${claim.among}`;
    case 'rate':
      return `${claim.percent}%`;
    default:
      return claim.kind;
  }
}
