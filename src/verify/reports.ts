/** Which of the evidence files count as reports of this run, and what they say together (EV4). */
import type { EvidenceFile } from '../model/evidence.ts';
import type { Facts } from '../model/facts.ts';
import { identify } from '../model/identity.ts';
import { showPath } from '../model/path.ts';
import { speakingFacts } from './cached.ts';
import type { Anomaly, Outcome, ReadReport, ReportCase, ReportTotals } from '../model/report.ts';

const NS_PER_SECOND = 1_000_000_000n;

/** A report that was read, with its path. */
export interface SeenReport {
  readonly path: string;
  readonly file: EvidenceFile;
  readonly report: ReadReport;
}

/** Every file named by an evidence glob that could be read as a report, whenever it was written: what is red there is red. */
export function seenReports(facts: Facts): readonly SeenReport[] {
  const { check } = speakingFacts(facts);
  return (check?.evidence ?? []).flatMap((file) =>
    file.role === 'evidence' && file.globs.length > 0 && file.reading?.state === 'read' ? [{ path: file.path, file, report: file.reading }] : [],
  );
}

/** The reports that may speak for this run: regular files that were written since the stamp. */
export function countedReports(facts: Facts): readonly SeenReport[] {
  const speaking = speakingFacts(facts);
  return seenReports(speaking).filter(({ file }) => writtenSinceStamp(file, speaking));
}

function writtenSinceStamp({ now, atStamp, stampClockNs }: EvidenceFile, { stamped, asked }: Facts): boolean {
  if (now?.kind !== 'file' || stamped === null) return false;
  if (atStamp !== null && atStamp.sha256 === now.sha256 && atStamp.ctimeNs === now.ctimeNs && atStamp.ino === now.ino) return false;
  const stampSecond = BigInt(stampClockNs ?? stamped.fileClockNs) / NS_PER_SECOND;
  return BigInt(now.mtimeNs) / NS_PER_SECOND + BigInt(asked.slackSeconds) >= stampSecond;
}

/** The globs that promise a report; one that begins with `!` takes away. */
export function promisedGlobs(globs: readonly string[]): readonly string[] {
  return globs.filter((glob) => !glob.startsWith('!'));
}

export function executedTests({ passed, failures, errors, flaky }: ReportTotals): number {
  return passed + failures + errors + flaky;
}

/** Cases of the reports that ended in one of `outcomes`, each by a name a reader finds again. */
export function casesThat(reports: readonly SeenReport[], ...outcomes: readonly Outcome[]): readonly { readonly path: string; readonly test: ReportCase; readonly name: string }[] {
  return reports.flatMap(({ path, report }) => report.cases.filter(({ outcome }) => outcomes.includes(outcome)).map((test) => ({ path, test, name: showTest(test) })));
}

/** `class::name`, or the name alone; the report controls both. */
export function showTest(test: ReportCase): string {
  const { class: inner, name } = identify(test, []);
  return showPath(shorten(inner === '' ? name || '(nameless)' : `${inner}::${name}`));
}

export function anomaliesOf(reports: readonly SeenReport[], matches: (anomaly: Anomaly) => boolean): readonly { readonly path: string; readonly words: string }[] {
  return reports.flatMap(({ path, report }) =>
    report.anomalies.filter(matches).map(({ message, line, column }) => ({ path, words: `${showPath(path)} line ${line}, column ${column}: ${oneLine(message)}` })),
  );
}

/** Text of a report as part of a sentence: no control characters, one line. */
export function oneLine(text: string): string {
  return shorten(text.replace(/\p{C}+|\s+/gu, ' ').trim());
}

const TEXT_LIMIT = 160;

function shorten(text: string): string {
  return text.length > TEXT_LIMIT ? `${text.slice(0, TEXT_LIMIT)}…` : text;
}
