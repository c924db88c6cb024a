/**
 * Reads a bundle and reaches its verdict again: digests compared, reports read once more, findings judged once more
 * (FI3). What the bundle says of itself is compared with that and never believed.
 */
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { BUNDLE_SCHEMA, bundleFactsSchema, MANIFEST_FILE, manifestSchema, PART, storedFindingsSchema, storedVerdictSchema, type BundleFault, type BundleFile, type BundleSight, type CellBundle, type CellRequired, type Manifest } from '../model/bundle.ts';
import { baselineFactsSchema, controlFactsSchema, isRed, replayFactsSchema } from '../model/compare.ts';
import { inventorySchema, type EvidenceFile, type InventoryEntry } from '../model/evidence.ts';
import { runFactsSchema, type Asked, type CheckFacts, type Facts, type RunFacts } from '../model/facts.ts';
import { identify, matchesTest } from '../model/identity.ts';
import { showPath } from '../model/path.ts';
import type { ReportCase } from '../model/report.ts';
import { witnessFactsSchema } from '../model/witness.ts';
import { readReport } from '../evidence/junit/read.ts';
import { commandDigest, loadCommand } from '../run/captured-command.ts';
import { VERDICT_RULES } from '../verify/catalog.ts';
import { decide, type Decision } from '../verify/decide.ts';
import { countedReports, showTest } from '../verify/reports.ts';
import { NO_TESTS, type TestTotals } from '../model/totals.ts';
import { totalsOf } from '../verify/totals.ts';
import { changedTestFiles } from '../verify/witness/changed-tests.ts';
import { parseStamp } from '../workspace/stamp-file.ts';
import type { TestRegister } from './test-register.ts';
import type { OpenedBundle } from './unpack.ts';

/** No part but a report comes near it; what is larger was not written by this program. */
const PART_LIMIT_BYTES = 128 << 20;
/** Red tests of a cell that are kept to be compared with what other cells were to fix. */
const RED_LIMIT = 5_000;

export interface ReadBundleOptions {
  /** Ids of tests that the cells together must have passed. */
  readonly requireTests: readonly string[];
  /** Takes note of every test, where somebody compares the cells' tests. */
  readonly register?: TestRegister;
}

/** Reads and judges one bundle. Its cases are forgotten afterwards: what stays is a few kilobytes. */
export async function readBundle(opened: OpenedBundle, options: ReadBundleOptions): Promise<BundleSight> {
  const { source } = opened;
  if (opened.state === 'refused') return { state: 'refused', source, why: opened.why };
  const { folder, names } = opened.store;
  const manifest = readManifest(folder, names);
  if (typeof manifest === 'string') return { state: 'refused', source, why: manifest };
  const faults = await filesAgainst(manifest.manifest, folder, names);
  const about = aboutOf(source, manifest);
  // Bytes that are not the manifest's are nobody's word: nothing in them is judged.
  if (faults.length > 0) return { ...about, faults };
  return judgeParts(about, manifest.manifest, folder, options);
}

interface ReadManifest {
  readonly manifest: Manifest;
  readonly digest: string;
}

function readManifest(folder: string, names: readonly string[]): ReadManifest | string {
  if (!names.includes(MANIFEST_FILE)) return names.length === 0 ? 'it is empty' : `it holds no ${MANIFEST_FILE}`;
  const file = join(folder, MANIFEST_FILE);
  if (statSync(file).size > PART_LIMIT_BYTES) return `its ${MANIFEST_FILE} is too large`;
  const bytes = readFileSync(file);
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    return `its ${MANIFEST_FILE} is not JSON`;
  }
  const schema = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)['schema'] : undefined;
  if (schema !== BUNDLE_SCHEMA) return typeof schema === 'string' ? `its format is ${JSON.stringify(schema.slice(0, 80))}, and this program reads "${BUNDLE_SCHEMA}"` : `its ${MANIFEST_FILE} names no format`;
  const parsed = manifestSchema.safeParse(value);
  if (!parsed.success) return `its ${MANIFEST_FILE} is malformed at "${parsed.error.issues[0]?.path.join('.') ?? ''}"`;
  return { manifest: parsed.data, digest: createHash('sha256').update(bytes).digest('hex') };
}

function aboutOf(source: string, { manifest, digest }: ReadManifest): CellBundle {
  return {
    state: 'read',
    source,
    cell: manifest.cell,
    generation: manifest.generation,
    treeId: manifest.tree_id,
    head: manifest.head,
    nested: [],
    commandDigest: manifest.command_digest,
    digest,
    program: manifest.program,
    faults: [],
    differences: [],
    verdict: 'rejected',
    rejecting: [],
    tests: NO_TESTS,
    runtimes: [],
    changedTests: null,
    required: [],
    requireFixed: [],
    red: [],
    redacted: manifest.files.flatMap(({ path, judged_sha256: judged }) => (judged === undefined ? [] : [path])),
    patch: manifest.patch,
  };
}

/** Every file that is not what the manifest says, is not there, or is not named by it. */
async function filesAgainst(manifest: Manifest, folder: string, names: readonly string[]): Promise<readonly BundleFault[]> {
  const faults: BundleFault[] = [];
  const there = new Set(names);
  const listed = new Set([MANIFEST_FILE]);
  for (const { path, sha256, size } of manifest.files) {
    if (listed.has(path)) faults.push({ file: MANIFEST_FILE, kind: 'malformed', what: `names ${path} twice` });
    listed.add(path);
    if (!there.has(path)) {
      faults.push({ file: path, kind: 'removed', what: 'is named by the manifest and is not there' });
      continue;
    }
    const file = join(folder, path);
    const now = statSync(file).size === size ? await sha256Of(file) : null;
    if (now !== sha256) faults.push({ file: path, kind: 'changed', what: now === null ? `has ${statSync(file).size} bytes, and the manifest says ${size}` : `has the SHA-256 ${now}, and the manifest says ${sha256}` });
  }
  for (const name of names) if (!listed.has(name)) faults.push({ file: name, kind: 'added', what: 'is not named by the manifest' });
  return faults;
}

function sha256Of(file: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const digest = createHash('sha256');
    createReadStream(file).on('error', reject).on('data', (chunk) => digest.update(chunk)).on('end', () => resolve(digest.digest('hex')));
  });
}

class PartFault extends Error {
  readonly fault: BundleFault;
  constructor(file: string, kind: BundleFault['kind'], what: string) {
    super(what);
    this.fault = { file, kind, what };
  }
}

/** The parsed parts of a bundle. */
interface Parts {
  readonly manifest: Manifest;
  readonly folder: string;
  readonly files: ReadonlyMap<string, BundleFile>;
  /** The part as its schema gives it; null where the manifest does not name it. */
  readonly read: <T extends z.core.$ZodType>(name: string, schema: T) => z.output<T> | null;
}

function partsOf(manifest: Manifest, folder: string): Parts {
  const files = new Map(manifest.files.map((file) => [file.path, file]));
  const known = new Map<string, unknown>();
  return {
    manifest,
    folder,
    files,
    read: <T extends z.core.$ZodType>(name: string, schema: T): z.output<T> | null => {
      if (known.has(name)) return known.get(name) as z.output<T>;
      const file = files.get(name);
      if (file === undefined) return null;
      if (file.size > PART_LIMIT_BYTES) throw new PartFault(name, 'malformed', `has ${file.size} bytes, more than any that is written`);
      let value: unknown;
      try {
        value = JSON.parse(readFileSync(join(folder, name), 'utf8'));
      } catch {
        throw new PartFault(name, 'malformed', 'is not JSON');
      }
      const parsed = z.safeParse(schema, value);
      if (!parsed.success) throw new PartFault(name, 'malformed', `is not what the format asks for at "${parsed.error.issues[0]?.path.join('.') ?? ''}"`);
      known.set(name, parsed.data);
      return parsed.data;
    },
  };
}

async function judgeParts(about: CellBundle, manifest: Manifest, folder: string, options: ReadBundleOptions): Promise<CellBundle> {
  try {
    const parts = partsOf(manifest, folder);
    const findings = parts.read(PART.findings, storedFindingsSchema);
    const said = parts.read(PART.verdict, storedVerdictSchema);
    if (findings === null || said === null) throw new PartFault(findings === null ? PART.findings : PART.verdict, 'removed', 'is named nowhere, and every bundle has it');
    const facts = await factsOf(parts);
    if (facts === null) {
      // A gate that stopped before its check measured nothing. Its rejection stands; an acceptance would stand on nothing.
      const rejecting = findings.filter(({ rejects }) => rejects).map(({ rule, what }) => ({ rule, what }));
      const claims = [said.verdict, manifest.verdict].includes('accepted') ? [`it is said to be accepted, and ${PART.facts} is not in it`] : [];
      return { ...about, differences: claims, rejecting };
    }
    const decision = decide(VERDICT_RULES, facts);
    const tests = totalsOf(facts);
    const faults = contradictions(parts, facts);
    const cases = countedReports(facts).flatMap(({ report }) => report.cases);
    options.register?.take(cases);
    return {
      ...about,
      faults,
      differences: differencesOf(manifest, said, findings, decision, tests),
      nested: facts.stamped?.nested ?? [],
      verdict: decision.verdict,
      rejecting: decision.findings.filter(({ rejects }) => rejects).map(({ rule, what }) => ({ rule, what })),
      tests,
      runtimes: runtimesOf(facts.run),
      changedTests: changedTestFiles(facts),
      required: options.requireTests.map((id) => requiredIn(id, cases)),
      requireFixed: facts.baseline?.requireFixed ?? [],
      red: cases.filter(isRed).slice(0, RED_LIMIT).map((test) => identify(test, [])),
    };
  } catch (error) {
    if (error instanceof PartFault) return { ...about, faults: [error.fault] };
    throw error;
  }
}

/** The facts as the check had them, with every report read again; null where the gate stopped before its check. */
async function factsOf(parts: Parts): Promise<Required<Facts> | null> {
  const { files, folder, read } = parts;
  const stored = read(PART.facts, bundleFactsSchema);
  if (stored === null || stored.check === null) return null;
  const evidence: EvidenceFile[] = [];
  for (const file of stored.check.evidence) evidence.push({ ...file, reading: file.reading?.state === 'stored' ? await readAgain(parts, file.path, file.reading) : file.reading });
  return {
    step: 'check',
    stamp: files.has(PART.stamp) ? parseStamp(readFileSync(join(folder, PART.stamp))) : { state: 'absent' },
    known: stored.known,
    stamped: stored.stamped,
    run: runOf(parts),
    // Optional facts that an older bundle lacks are absent, never undefined: JSON has no such value.
    check: { ...stored.check, evidence } as CheckFacts,
    replay: read(PART.replay, replayFactsSchema),
    baseline: read(PART.baseline, baselineFactsSchema),
    control: read(PART.control, controlFactsSchema),
    asked: stored.asked as Asked,
  };
}

async function readAgain({ files, folder }: Parts, path: string, { file, stat }: { readonly file: string; readonly stat: NonNullable<EvidenceFile['reading']>['stat'] & object }): Promise<EvidenceFile['reading']> {
  const entry = files.get(file);
  if (entry === undefined) throw new PartFault(file, 'removed', `is named nowhere in the manifest, and ${PART.facts} says that it is the report ${showPath(path)}`);
  const reading = await readReport(join(folder, file));
  // Times are those of the workspace; the digest of a redacted report is the one that was judged.
  return { ...reading, stat, ...(reading.sha256 === undefined ? {} : { sha256: entry.judged_sha256 ?? reading.sha256 }) };
}

function runOf({ read }: Parts): RunFacts | null {
  const run = read(PART.run, runFactsSchema);
  if (run === null) return null;
  const witness = read(PART.witness, witnessFactsSchema);
  return witness === null ? run : { ...run, witness };
}

/** Where two files of a bundle say different things of one matter: then one of them was not written with the others. */
function contradictions(parts: Parts, facts: Facts): readonly BundleFault[] {
  const { manifest, read } = parts;
  const faults: BundleFault[] = [];
  const compare = (file: string, what: string, says: unknown, other: string, itSays: unknown): void => {
    if (says !== itSays) faults.push({ file, kind: 'contradicts', what: `says that the ${what} is ${word(says)}, and ${other} says ${word(itSays)}` });
  };
  const { stamped, stamp, run } = facts;
  const stored = read(PART.facts, bundleFactsSchema);
  compare(MANIFEST_FILE, 'cell', manifest.cell, PART.facts, stored?.cell ?? null);
  compare(MANIFEST_FILE, 'generation', manifest.generation, PART.facts, stamped?.generation ?? null);
  compare(MANIFEST_FILE, 'tree id', manifest.tree_id, PART.facts, stamped?.treeId ?? null);
  compare(MANIFEST_FILE, 'content id', manifest.content_id, PART.facts, stamped?.contentId ?? null);
  compare(MANIFEST_FILE, 'head', manifest.head, PART.facts, stamped?.head ?? null);
  if (stamp.state === 'found' && stamped !== null) {
    // A stamp of another generation or with other bytes is what the verdict's own rules are there for.
    compare(PART.stamp, 'tree id', stamp.stamp.tree_id, PART.facts, stamped.treeId);
    compare(PART.stamp, 'content id', stamp.stamp.content_id, PART.facts, stamped.contentId);
    compare(PART.stamp, 'head', stamp.stamp.head, PART.facts, stamped.head);
  }
  compare(MANIFEST_FILE, 'command digest', manifest.command_digest, PART.run, run?.outcome.command ?? null);
  faults.push(...commandFaults(parts, run), ...inventoryFaults(parts, facts), ...reportFaults(parts, facts));
  return faults;
}

function commandFaults({ files, folder }: Parts, run: RunFacts | null): readonly BundleFault[] {
  if (run === null) return [];
  if (!files.has(PART.command) || !files.has(PART.commandForm)) return [{ file: PART.command, kind: 'removed', what: `is not there, and ${PART.run} says that it ran` }];
  if (files.get(PART.command)?.judged_sha256 !== undefined) return [];
  let digest: string;
  try {
    digest = commandDigest(loadCommand(folder));
  } catch (error) {
    return [{ file: PART.command, kind: 'malformed', what: `cannot be read back: ${(error as Error).message}` }];
  }
  return digest === run.outcome.command ? [] : [{ file: PART.command, kind: 'contradicts', what: `has the digest ${digest}, and ${PART.run} says that ${run.outcome.command} ran` }];
}

function inventoryFaults({ read }: Parts, { check, run }: Facts): readonly BundleFault[] {
  const opening = entriesOf(read(PART.opening, inventorySchema)?.entries);
  const closing = entriesOf(read(PART.closing, inventorySchema)?.entries);
  const faults: BundleFault[] = [];
  if (opening === null) faults.push({ file: PART.opening, kind: 'removed', what: 'is named nowhere, and every stamp takes one' });
  if (closing === null && run !== null) faults.push({ file: PART.closing, kind: 'removed', what: 'is named nowhere, and every run takes one' });
  for (const file of check?.evidence ?? []) {
    if (opening !== null && text(opening.get(file.path)) !== text(file.atStamp)) faults.push({ file: PART.opening, kind: 'contradicts', what: `has another entry of ${showPath(file.path)} than ${PART.facts}` });
    if (closing !== null && text(closing.get(file.path)) !== text(file.atRunEnd)) faults.push({ file: PART.closing, kind: 'contradicts', what: `has another entry of ${showPath(file.path)} than ${PART.facts}` });
  }
  return faults;
}

function entriesOf(entries: readonly InventoryEntry[] | undefined): ReadonlyMap<string, InventoryEntry> | null {
  return entries === undefined ? null : new Map(entries.map((entry) => [entry.path, entry]));
}

function text(value: unknown): string {
  return JSON.stringify(value ?? null);
}

/** Each report must be the file that the inventory saw, listed once, under this generation and tree. */
function reportFaults({ manifest, files, read }: Parts, { check }: Facts): readonly BundleFault[] {
  const faults: BundleFault[] = [];
  const listed = new Map(manifest.reports.map((report) => [report.path, report]));
  const used = new Set<string>();
  const stored = read(PART.facts, bundleFactsSchema)?.check?.evidence ?? [];
  for (const [row, { path, now, reading }] of (check?.evidence ?? []).entries()) {
    const kept = stored[row]?.reading;
    if (kept?.state !== 'stored') continue;
    const report = listed.get(path);
    const file = files.get(kept.file);
    const fault = (what: string): void => void faults.push({ file: kept.file, kind: 'contradicts', what });
    if (used.has(kept.file)) fault('stands for two reports');
    used.add(kept.file);
    if (report === undefined || report.file !== kept.file) {
      fault(`is the report ${showPath(path)} by ${PART.facts}, and not by the manifest`);
      continue;
    }
    if (report.generation !== manifest.generation) fault(`is listed under generation ${report.generation}, and the bundle is of ${word(manifest.generation)}`);
    if (report.tree_id !== manifest.tree_id) fault(`is listed under tree ${report.tree_id}, and the bundle is of ${word(manifest.tree_id)}`);
    const judged = file?.judged_sha256 ?? file?.sha256;
    if (report.sha256 !== judged) fault(`has the SHA-256 ${word(judged)}, and is listed with ${report.sha256}`);
    if (now?.sha256 !== judged) fault(`has the SHA-256 ${word(judged)}, and the check saw ${showPath(path)} with ${word(now?.sha256)}`);
    if (reading?.state === 'refused') fault(`cannot be read any more: ${reading.message}`);
  }
  for (const { path, file } of manifest.reports) if (!used.has(file)) faults.push({ file, kind: 'contradicts', what: `is listed as the report ${showPath(path)}, which ${PART.facts} does not know` });
  return faults;
}

function word(value: unknown): string {
  return typeof value === 'string' ? value : 'nothing';
}

const KINDS = ['total', 'passed', 'failed', 'errored', 'skipped', 'flaky'] as const;

/** What the bundle claims and judging it again does not give. A rejection that holds is not picked at. */
function differencesOf(manifest: Manifest, said: z.infer<typeof storedVerdictSchema>, findings: z.infer<typeof storedFindingsSchema>, decision: Decision, tests: TestTotals): readonly string[] {
  const differences: string[] = [];
  for (const [file, verdict] of [[MANIFEST_FILE, manifest.verdict], [PART.verdict, said.verdict]] as const) {
    if (verdict !== decision.verdict) differences.push(`${file} says "${verdict}", and its files give "${decision.verdict}"`);
  }
  for (const kind of KINDS) if (said.tests[kind] !== tests[kind]) differences.push(`${PART.verdict} counts ${said.tests[kind]} tests as ${kind}, and its reports give ${tests[kind]}`);
  if (decision.verdict === 'rejected') return differences;
  const now = answersOf(decision.findings);
  const then = answersOf(findings);
  for (const [rule, answers] of now) {
    const before = then.get(rule);
    // A rule that the writer's version did not have was not asked then.
    if (before !== undefined && before !== answers) differences.push(`${PART.findings} says that ${rule} ${before}, and its files give ${answers}`);
  }
  return differences;
}

function answersOf(findings: readonly { readonly rule: string; readonly answer: string }[]): ReadonlyMap<string, string> {
  const answers = new Map<string, Set<string>>();
  for (const { rule, answer } of findings) answers.set(rule, (answers.get(rule) ?? new Set()).add(answer));
  return new Map([...answers].map(([rule, given]) => [rule, [...given].sort().join(' and ')]));
}

function runtimesOf(run: RunFacts | null): readonly string[] {
  if (run === null) return [];
  const seen = run.witness.state === 'present' ? run.witness.runtimes.map(({ runtime, version }) => `${runtime} ${version}`) : [];
  const asked = run.origins?.interpreter.state === 'found' ? [`${run.origins.interpreter.implementation} ${run.origins.interpreter.version}`] : [];
  return [...new Set(seen.length > 0 ? seen : asked)].sort();
}

function requiredIn(id: string, cases: readonly ReportCase[]): CellRequired {
  const matches = cases.filter((test) => matchesTest(id, identify(test, [])));
  return { id, matched: matches.length, unpassed: matches.filter(({ outcome }) => outcome !== 'passed').map((test) => `${showTest(test)} ${test.outcome}`) };
}
