/** Builds the in-toto statements about a verdict, from the parsed reports and the record, never from a summary (PB3). */
import type { Manifest } from '../model/bundle.ts';
import type { Facts } from '../model/facts.ts';
import type { Finding } from '../model/finding.ts';
import type { ReportCase } from '../model/report.ts';
import { MANIFEST_FILE } from '../model/bundle.ts';
import { STATEMENT_TYPE, TEST_RESULT_TYPE, VERDICT_TYPE, type Statement, type Subject } from '../model/statement.ts';
import type { TestTotals } from '../model/totals.ts';
import { comparedTests, testLabel } from '../model/compare.ts';
import { countedReports } from '../verify/reports.ts';
import { speakingFacts } from '../verify/cached.ts';
import { sameEnding } from '../verify/words.ts';
import { plainLine } from './plain.ts';

export interface StatementSource {
  readonly manifest: Manifest;
  /** SHA-256 of the manifest's bytes. */
  readonly manifestDigest: string;
  /** Null where the gate stopped before its check. */
  readonly facts: Facts | null;
  readonly findings: readonly Finding[];
  readonly tests: TestTotals;
}

/** Names that each list of a statement holds. GitHub takes attestations of up to 16 MiB; a reader of more looks into the reports. */
const NAMES_LIMIT = 20_000;
const NAME_LIMIT = 300;

/** What the statements are about: the manifest, which names every other file by digest, the tested tree, its commit. */
export function subjectsOf({ manifest, manifestDigest }: Pick<StatementSource, 'manifest' | 'manifestDigest'>): readonly Subject[] {
  return [
    { name: MANIFEST_FILE, digest: { sha256: manifestDigest } },
    // The types are those of the in-toto digest set; git objects of a SHA-256 repository have longer names of the same types.
    ...(manifest.tree_id === null ? [] : [{ name: 'tested tree', digest: { gitTree: manifest.tree_id } }]),
    ...(manifest.head === null ? [] : [{ name: 'checked-out commit', digest: { gitCommit: manifest.head } }]),
  ];
}

/** The test-result statement: what passed, what passed at a second try, what failed. It has no word for a skipped test. */
export function testResultStatement(source: StatementSource): Statement {
  const names = namesOf(source.facts);
  const { command_digest: command, verdict } = source.manifest;
  return {
    _type: STATEMENT_TYPE,
    subject: subjectsOf(source),
    predicateType: TEST_RESULT_TYPE,
    predicate: {
      result: verdict === 'rejected' ? 'FAILED' : source.tests.flaky > 0 ? 'WARNED' : 'PASSED',
      configuration: [command === null ? { name: 'steps of the workflow' } : { name: 'captured command', digest: { sha256: command } }],
      passedTests: names.passed,
      warnedTests: names.flaky,
      failedTests: names.failed,
    },
  };
}

/** Our own statement: what the other has no place for. */
export function verdictStatement(source: StatementSource): Statement {
  const { manifest, facts, findings, tests } = source;
  const names = namesOf(facts);
  const speaking = facts === null ? null : speakingFacts(facts);
  const run = speaking?.run?.outcome ?? null;
  return {
    _type: STATEMENT_TYPE,
    subject: subjectsOf(source),
    predicateType: VERDICT_TYPE,
    predicate: {
      verdict: manifest.verdict,
      program: manifest.program,
      cell: manifest.cell,
      generation: manifest.generation,
      contentId: manifest.content_id,
      tests,
      skippedTests: names.skipped,
      namesLeftOut: names.leftOut,
      run: run === null ? null : { startedOn: run.startedAt, seconds: Math.round(run.durationMs) / 1000, ending: run.ending, commandDigest: { sha256: run.command } },
      outcome: run === null ? (facts?.asked.outcome ?? null) : null,
      fromCache: facts !== null && speaking !== facts,
      witness: witnessOf(speaking),
      baseline: baselineOf(speaking),
      replay: replayOf(speaking),
      findings: findings.filter(({ answer, rejects }) => rejects || answer !== 'holds').map(({ rule, answer, rejects }) => ({ rule, answer, rejects })),
    },
  };
}

function witnessOf(facts: Facts | null): object | null {
  const witness = facts?.run?.witness;
  if (witness === undefined) return null;
  if (witness.state === 'absent') return { state: 'absent' };
  return { state: 'present', processes: witness.processes, escaped: witness.escaped.reduce((sum, { count }) => sum + count, 0), files: witness.loads.length, runtimes: [...new Set(witness.runtimes.map(({ runtime, version }) => plainLine(`${runtime} ${version}`)))] };
}

function baselineOf(facts: Facts | null): object | null {
  const { baseline } = facts ?? {};
  if (baseline === undefined || baseline === null) return null;
  const transitions: Record<string, number> = {};
  for (const { kind } of baseline.transitions) transitions[kind] = (transitions[kind] ?? 0) + 1;
  return { mode: baseline.mode, commit: { gitCommit: baseline.base.commit }, transitions };
}

function replayOf(facts: Facts | null): object | null {
  const { replay } = facts ?? {};
  if (replay === undefined || replay === null) return null;
  const { second, differences, warmEnding } = replay;
  return { agrees: second.ending !== null && differences.length === 0 && sameEnding(warmEnding, second.ending), tests: second.tests.length, differences: differences.length };
}

interface Names {
  readonly passed: readonly string[];
  readonly flaky: readonly string[];
  readonly failed: readonly string[];
  readonly skipped: readonly string[];
  readonly leftOut: number;
}

/** Names of the tests by how they ended. Reports control them: each is one plain line. */
function namesOf(facts: Facts | null): Names {
  const all = facts === null ? [] : comparedTests(countedReports(facts).map(({ path, report }) => ({ path, cases: report.cases })), [], facts.stamped === null ? [] : [facts.stamped.generation, facts.stamped.treeId]);
  let leftOut = 0;
  const named = (...outcomes: readonly ReportCase['outcome'][]): string[] => {
    const those = all.filter(({ outcome }) => outcomes.includes(outcome));
    leftOut += Math.max(0, those.length - NAMES_LIMIT);
    return those.slice(0, NAMES_LIMIT).map((test) => cut(plainLine(testLabel(test).slice(0, 4 * NAME_LIMIT))));
  };
  const lists = { passed: named('passed'), flaky: named('flaky'), failed: named('failed', 'errored'), skipped: named('skipped') };
  return { ...lists, leftOut };
}

function cut(name: string): string {
  return name.length > NAME_LIMIT ? `${name.slice(0, NAME_LIMIT)}…` : name;
}
