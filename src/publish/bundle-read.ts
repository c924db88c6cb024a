/**
 * Reads a bundle and reaches its verdict again: digests compared, reports read once more, findings judged once more
 * (FI3). What the bundle says of itself is compared with that and never believed.
 */
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type * as z from 'zod/mini';
import { BUNDLE_SCHEMA, bundleFactsSchema, CACHED_FOLDER, cachedPartSchema, MANIFEST_FILE, manifestSchema, PART, storedFindingsSchema, storedVerdictSchema, type BundleFault, type BundleSight, type CellBundle, type CellRequired, type Manifest } from '../model/bundle.ts';
import { baselineFactsSchema, controlFactsSchema, isRed, replayFactsSchema } from '../model/compare.ts';
import type { EvidenceFile } from '../model/evidence.ts';
import { runFactsSchema, type Asked, type CachedEvidence, type CheckFacts, type Facts, type RunFacts } from '../model/facts.ts';
import { identify, matchesTest } from '../model/identity.ts';
import { showPath } from '../model/path.ts';
import { limitsNamed, type ReportLimits } from '../model/report-limits.ts';
import { policyFactsSchema } from '../model/policy.ts';
import type { ReportCase } from '../model/report.ts';
import { witnessFactsSchema } from '../model/witness.ts';
import { readReport } from '../evidence/junit/read.ts';
import { speakingFacts } from '../verify/cached.ts';
import type { Decision } from '../verify/decide.ts';
import { countedReports, showTest } from '../verify/reports.ts';
import { NO_TESTS, type TestTotals } from '../model/totals.ts';
import { totalsOf } from '../verify/totals.ts';
import { verdictOver } from '../verify/verdict.ts';
import { changedTestFiles } from '../verify/witness/changed-tests.ts';
import { parseStamp } from '../workspace/stamp-file.ts';
import { contradictions } from './bundle-contradictions.ts';
import { PART_LIMIT_BYTES, PartFault, partsOf, type Parts } from './bundle-parts.ts';
import { BESIDE_MANIFEST, statementFaults } from './bundle-statement.ts';
import type { TestRegister } from './test-register.ts';
import type { OpenedBundle } from './unpack.ts';

/** How far beyond the usual limits of the report reader a bundle may ask to be read. */
const LIMITS_TIMES = 4;
/** Red tests of a cell that are kept to be compared with what other cells were to fix. */
const RED_LIMIT = 5_000;

export interface ReadBundleOptions {
  /** Ids of tests that the cells together must have passed. */
  readonly requireTests: readonly string[];
  /** Is shown what was judged, where somebody reports on it. */
  readonly sight?: (facts: Facts) => void;
  /** Takes note of every test, where somebody compares the cells' tests. */
  readonly register?: TestRegister;
}

/** Reads and judges one bundle. Its cases are forgotten afterwards: what stays is a few kilobytes. */
export async function readBundle(opened: OpenedBundle, options: ReadBundleOptions): Promise<BundleSight> {
  return (await readBundleWithFacts(opened, options)).bundle;
}

/** {@link readBundle}, with the facts by which it was judged; null where its files do not give any. */
export async function readBundleWithFacts(opened: OpenedBundle, options: ReadBundleOptions): Promise<Pick<CachedEvidence, 'bundle' | 'facts'>> {
  const { source } = opened;
  const refuse = (why: string): Pick<CachedEvidence, 'bundle' | 'facts'> => ({ bundle: { state: 'refused', source, why }, facts: null });
  if (opened.state === 'refused') return refuse(opened.why);
  const { folder, names } = opened.store;
  const manifest = readManifest(folder, names);
  if (typeof manifest === 'string') return refuse(manifest);
  const faults = [...(await filesAgainst(manifest.manifest, folder, names)), ...statementFaults(manifest.manifest, manifest.digest, folder, names)];
  const about = aboutOf(source, manifest);
  // Bytes that are not the manifest's are nobody's word: nothing in them is judged.
  if (faults.length > 0) return { bundle: { ...about, faults }, facts: null };
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
    origin: manifest.origin ?? null,
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
    fromCache: null,
    policy: null,
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
  for (const name of names) if (!listed.has(name) && !BESIDE_MANIFEST.includes(name)) faults.push({ file: name, kind: 'added', what: 'is not named by the manifest' });
  return faults;
}

function sha256Of(file: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const digest = createHash('sha256');
    createReadStream(file).on('error', reject).on('data', (chunk) => digest.update(chunk)).on('end', () => resolve(digest.digest('hex')));
  });
}

async function judgeParts(about: CellBundle, manifest: Manifest, folder: string, options: ReadBundleOptions): Promise<{ readonly bundle: CellBundle; readonly facts: Facts | null }> {
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
      return { bundle: { ...about, differences: claims, rejecting }, facts: null };
    }
    const decision = verdictOver(facts);
    const tests = totalsOf(facts);
    const faults = contradictions(parts, facts);
    const cases = countedReports(facts).flatMap(({ report }) => report.cases);
    options.register?.take(cases);
    options.sight?.(facts);
    const speaking = speakingFacts(facts);
    const bundle: CellBundle = {
      ...about,
      faults,
      differences: differencesOf(manifest, said, findings, decision, tests),
      nested: facts.stamped?.nested ?? [],
      verdict: decision.verdict,
      rejecting: decision.findings.filter(({ rejects }) => rejects).map(({ rule, what }) => ({ rule, what })),
      tests,
      policy: facts.policy ?? null,
      runtimes: runtimesOf(speaking.run),
      surroundings: speaking.run?.surroundings ?? null,
      changedTests: changedTestFiles(speaking),
      required: options.requireTests.map((id) => requiredIn(id, cases)),
      requireFixed: speaking.baseline?.requireFixed ?? [],
      red: cases.filter(isRed).slice(0, RED_LIMIT).map((test) => identify(test, [])),
      fromCache: fromCacheOf(facts.cached),
    };
    return { bundle, facts };
  } catch (error) {
    if (error instanceof PartFault) return { bundle: { ...about, faults: [error.fault] }, facts: null };
    throw error;
  }
}

/** The facts as the check had them, with every report read again; null where the gate stopped before its check. */
async function factsOf(parts: Parts): Promise<Required<Facts> | null> {
  const { files, folder, read } = parts;
  const stored = read(PART.facts, bundleFactsSchema);
  if (stored === null || stored.check === null) return null;
  const limits = limitsNamed(stored.asked.reportLimits, LIMITS_TIMES);
  const evidence: EvidenceFile[] = [];
  for (const file of stored.check.evidence) evidence.push({ ...file, reading: file.reading?.state === 'stored' ? await readAgain(parts, file.path, file.reading, limits) : file.reading });
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
    cached: await cachedOf(parts),
    policy: read(PART.policy, policyFactsSchema),
    asked: stored.asked as Asked,
  };
}

async function readAgain({ files, folder }: Parts, path: string, { file, stat }: { readonly file: string; readonly stat: NonNullable<EvidenceFile['reading']>['stat'] & object }, limits: Partial<ReportLimits>): Promise<EvidenceFile['reading']> {
  const entry = files.get(file);
  if (entry === undefined) throw new PartFault(file, 'removed', `is named nowhere in the manifest, and ${PART.facts} says that it is the report ${showPath(path)}`);
  const reading = await readReport(join(folder, file), { limits });
  // Times are those of the workspace; the digest of a redacted report is the one that was judged.
  return { ...reading, stat, ...(reading.sha256 === undefined ? {} : { sha256: entry.judged_sha256 ?? reading.sha256 }) };
}

/** The bundle within, from which the evidence was taken: read and judged like any other. */
async function cachedOf({ folder, files, read }: Parts): Promise<CachedEvidence | null> {
  const part = read(PART.cached, cachedPartSchema);
  if (part === null) return null;
  const { command, workdir, bundle } = part;
  if (bundle.state === 'refused') return { bundle, facts: null, command, workdir };
  const prefix = `${CACHED_FOLDER}/`;
  const names = [...files.keys()].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  const inside = await readBundleWithFacts({ state: 'open', source: bundle.source, store: { folder: join(folder, CACHED_FOLDER), names, close: () => undefined } }, { requireTests: [] });
  if (inside.bundle.state === 'read' && inside.bundle.digest !== bundle.digest) throw new PartFault(`${prefix}${MANIFEST_FILE}`, 'contradicts', `has the SHA-256 ${inside.bundle.digest}, and ${PART.cached} says ${bundle.digest}`);
  return { ...inside, command, workdir };
}

function fromCacheOf(cached: CachedEvidence | null): CellBundle['fromCache'] {
  return cached === null || cached.bundle.state === 'refused' ? null : { generation: cached.bundle.generation, digest: cached.bundle.digest };
}

function runOf({ read }: Parts): RunFacts | null {
  const run = read(PART.run, runFactsSchema);
  if (run === null) return null;
  const witness = read(PART.witness, witnessFactsSchema);
  return witness === null ? run : { ...run, witness };
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
  const others = (run.surroundings?.runtimes ?? []).filter(({ name }) => !['python', 'pypy'].includes(name)).map(({ name, version }) => `${name} ${version}`);
  return [...new Set([...(seen.length > 0 ? seen : asked), ...others])].sort();
}

function requiredIn(id: string, cases: readonly ReportCase[]): CellRequired {
  const matches = cases.filter((test) => matchesTest(id, identify(test, [])));
  return { id, matched: matches.length, unpassed: matches.filter(({ outcome }) => outcome !== 'passed').map((test) => `${showTest(test)} ${test.outcome}`) };
}
