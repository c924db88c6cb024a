/** The pure heart of the reader: bytes in pieces of any size in, records out. */
import { limitsWith } from './limits.ts';
import type { ReportLimits } from './limits.ts';
import { createMachine } from './machine.ts';
import { buildRecords } from './records.ts';
import type { ReportRecords } from './records.ts';
import { ReportRefusal } from './refusal.ts';
import { createTokenizer } from './tokenizer.ts';

export type ReportParser = {
  readonly write: (bytes: Uint8Array) => void;
  readonly end: () => ReportRecords;
};

/** A parser of one report. `write` and `end` throw a {@link ReportRefusal}; after one the parser is spent. */
export function createReportParser(overrides: Partial<ReportLimits> = {}): ReportParser {
  const limits = limitsWith(overrides);
  const machine = createMachine(limits);
  const tokenizer = createTokenizer(limits, machine);
  let size = 0;
  return {
    write(bytes) {
      size += bytes.length;
      if (size > limits.bytes) throw new ReportRefusal('limit-bytes', `The report is larger than ${limits.bytes} bytes`);
      tokenizer.write(bytes);
    },
    end() {
      if (size === 0) throw new ReportRefusal('empty', 'The file holds no byte: the runner never wrote its report');
      tokenizer.end();
      return buildRecords(machine.finish());
    },
  };
}
