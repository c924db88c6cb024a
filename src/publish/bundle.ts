/**
 * Writes the bundle of a cell: one folder with all that is needed to reach its verdict again (PB3). It appears whole or
 * not at all, its own reader has judged it before, and nothing that may not travel is in it (PK4).
 */
import { isUtf8 } from 'node:buffer';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { BUNDLE_FACTS_FORMAT, BUNDLE_SCHEMA, CACHED_FOLDER, MANIFEST_FILE, PART, type BundleFile, type BundlePatch, type CachedPart, type Manifest, type StoredCheck } from '../model/bundle.ts';
import { GateError } from '../model/errors.ts';
import type { Inventory } from '../model/evidence.ts';
import type { Facts } from '../model/facts.ts';
import type { Finding } from '../model/finding.ts';
import type { JobOrigin } from '../model/job.ts';
import { nativePath, showPath } from '../model/path.ts';
import { STATEMENT_FILES } from '../model/statement.ts';
import { VERSION } from '../model/version.ts';
import { commandBytes } from '../run/captured-command.ts';
import type { CapturedCommand } from '../model/run-record.ts';
import { commandDigestOf } from './bundle-contradictions.ts';
import { redactedValue, type Redaction } from './bundle-redaction.ts';
import type { Envelope } from './envelope.ts';
import { testResultStatement, verdictStatement } from './statement.ts';

export interface BundleParts {
  readonly cell: string | null;
  /** The job that it is written in; null outside of GitHub Actions. */
  readonly origin: JobOrigin | null;
  /** Null where the gate stopped before its check. */
  readonly facts: Facts | null;
  readonly opening: Inventory | null;
  readonly closing: Inventory | null;
  /** The exact bytes of the stamp file; null where there is none. */
  readonly stamp: Buffer | null;
  readonly command: CapturedCommand | null;
  readonly patch: { readonly about: BundlePatch; readonly bytes: Buffer | null; readonly leftOut: readonly Manifest['left_out'][number][] };
  /** Folder of the run's logs, with the names in the run's record; null without a run. */
  readonly logs: string | null;
  /** The printed verdict. */
  readonly envelope: Envelope;
  readonly findings: readonly Finding[];
  /** Absolute path of an evidence file. */
  readonly placeOf: (path: string) => string;
  readonly redaction: Redaction;
  /** The bundle that stands for a run: its folder where it travels with this one, and its names. */
  readonly cached: { readonly folder: string; readonly names: readonly string[] } | null;
}

/** Bytes of a log that travel: its end. */
const LOG_TAIL_BYTES = 64 * 1024;

export interface WrittenBundle {
  /** Absolute. */
  readonly folder: string;
  /** SHA-256 of the manifest. */
  readonly digest: string;
  readonly files: number;
  readonly redacted: readonly string[];
  readonly leftOut: Manifest['left_out'];
}

/**
 * Writes a bundle to a folder that is absent or empty. `prove` reads it back before it gets its name, and gives what is
 * wrong with it. Throws a {@link GateError} where something is, or where a secret remains.
 */
export async function writeBundle(given: string, parts: BundleParts, prove: (folder: string) => Promise<readonly string[]>): Promise<WrittenBundle> {
  const folder = resolve(given);
  mkdirSync(dirname(folder), { recursive: true });
  const beside = join(realpathSync(dirname(folder)), `${basename(folder)}.${randomBytes(4).toString('hex')}.tmp`);
  mkdirSync(beside, { mode: 0o755 });
  try {
    const draft = await fill(beside, parts);
    const faults = await prove(beside);
    if (faults.length > 0) throw new GateError('GG-BUNDLE-NOT-REPRODUCED', `The bundle does not give the verdict that it was written for: ${faults.slice(0, 5).join('; ')}`, 'Report this defect of generation-gate with the record of the run.');
    // rename(2) takes the place of an empty folder, and of nothing else.
    if (existsSync(folder)) rmdirSync(folder);
    renameSync(beside, folder);
    return { folder, ...draft };
  } catch (error) {
    rmSync(beside, { recursive: true, force: true });
    throw error;
  }
}

type Draft = Omit<WrittenBundle, 'folder'>;

async function fill(folder: string, parts: BundleParts): Promise<Draft> {
  const { facts, redaction } = parts;
  const files: BundleFile[] = [];
  const put = async (path: string, bytes: Buffer, treatment: 'content' | 'text'): Promise<void> => keep(path, bytes, await publishable(path, bytes, treatment, redaction));
  const keep = (path: string, bytes: Buffer, published: Buffer): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), published, { flag: 'wx' });
    const judged = sha256(bytes);
    const shown = sha256(published);
    files.push({ path, sha256: shown, size: published.length, ...(shown === judged ? {} : { judged_sha256: judged }) });
  };
  const putJson = async (path: string, value: unknown): Promise<void> => keep(path, jsonBytes(value), await publishableJson(path, value, redaction));

  const reports: Manifest['reports'] = [];
  if (facts?.check !== null && facts !== null) {
    const stored = await storeReports(parts, facts, put, reports);
    const { stamped, known, asked } = facts;
    await putJson(PART.facts, { format: BUNDLE_FACTS_FORMAT, cell: parts.cell, known, stamped, check: stored, asked });
    if (facts.run !== null) {
      const { witness } = facts.run;
      await putJson(PART.run, witness.state === 'present' ? { ...facts.run, witness: { state: 'absent', why: `see ${PART.witness}` } } : facts.run);
      if (witness.state === 'present') await putJson(PART.witness, witness);
    }
    if (facts.policy !== null && facts.policy !== undefined) await putJson(PART.policy, facts.policy);
    for (const kind of ['baseline', 'replay', 'control'] as const) if (facts[kind] !== null && facts[kind] !== undefined) await putJson(PART[kind], facts[kind]);
  }
  if (facts !== null) await putCached(parts, facts, keep, putJson);
  if (parts.opening !== null) await putJson(PART.opening, parts.opening);
  if (parts.closing !== null) await putJson(PART.closing, parts.closing);
  if (parts.stamp !== null) await put(PART.stamp, parts.stamp, 'content');
  if (parts.command !== null) await putCommand(parts.command, facts?.run?.outcome.command ?? '', put);
  if (parts.patch.bytes !== null) await put(PART.patch, parts.patch.bytes, 'content');
  if (parts.logs !== null && facts?.run !== null && facts !== null) {
    for (const stream of ['stdout', 'stderr'] as const) await put(PART[stream], tailOf(join(parts.logs, facts.run.outcome.logs[stream].path)), 'text');
    const { also } = facts.run;
    if (also !== undefined) {
      await put(PART.alsoStdout, tailOf(join(parts.logs, 'also', also.outcome.logs.stdout.path)), 'text');
      await put(PART.alsoStderr, tailOf(join(parts.logs, 'also', also.outcome.logs.stderr.path)), 'text');
    }
  }
  const { findings, envelope } = parts;
  await putJson(PART.findings, findings);
  await putJson(PART.verdict, { ...envelope, findings: undefined });
  return finish(folder, parts, files, reports);
}

async function finish(folder: string, { cell, origin, facts, patch, envelope, findings, redaction }: BundleParts, files: readonly BundleFile[], reports: Manifest['reports']): Promise<Draft> {
  const stamped = facts?.stamped ?? null;
  const sorted = files.toSorted((left, right) => (left.path < right.path ? -1 : 1));
  const manifest: Manifest = {
    schema: BUNDLE_SCHEMA,
    program: VERSION,
    cell,
    origin,
    generation: stamped?.generation ?? envelope.generation,
    tree_id: stamped?.treeId ?? envelope.tree_id,
    content_id: stamped?.contentId ?? null,
    head: stamped?.head ?? envelope.head,
    command_digest: facts === null ? null : commandDigestOf(facts),
    verdict: envelope.verdict,
    patch: patch.about,
    files: sorted,
    reports,
    left_out: [...patch.leftOut],
  };
  const bytes = await publishableJson(MANIFEST_FILE, manifest, redaction);
  writeFileSync(join(folder, MANIFEST_FILE), bytes, { flag: 'wx' });
  const source = { manifest, manifestDigest: sha256(bytes), facts, findings, tests: envelope.tests };
  for (const [file, statement] of [[STATEMENT_FILES.testResult, testResultStatement(source)], [STATEMENT_FILES.verdict, verdictStatement(source)]] as const) {
    writeFileSync(join(folder, file), await publishableJson(file, statement, redaction), { flag: 'wx' });
  }
  return { digest: sha256(bytes), files: sorted.length + 3, redacted: sorted.flatMap(({ path, judged_sha256: judged }) => (judged === undefined ? [] : [path])), leftOut: manifest.left_out };
}

/** Copies the reports in, each as it was read, and gives the check's facts with their places instead of their meaning. */
async function storeReports({ placeOf, envelope }: BundleParts, facts: Facts, put: (path: string, bytes: Buffer, treatment: 'text') => Promise<void>, reports: Manifest['reports']): Promise<StoredCheck | null> {
  const { check, stamped } = facts;
  if (check === null) return null;
  const evidence: StoredCheck['evidence'][number][] = [];
  for (const file of check.evidence) {
    const { reading } = file;
    if (reading?.state !== 'read' || stamped === null) {
      evidence.push({ ...file, reading: reading?.state === 'read' ? null : reading });
      continue;
    }
    const name = `reports/${String(reports.length + 1).padStart(4, '0')}.xml`;
    const bytes = reportBytes(placeOf(file.path), reading.sha256);
    if (typeof bytes === 'string') {
      // A rejection does not wait for a report that somebody still writes; an acceptance must not outlive one.
      if (envelope.verdict === 'accepted') throw changedReport(file.path, bytes);
      evidence.push({ ...file, reading: { state: 'refused', code: 'changed', message: `It changed after it was judged: ${bytes}` } });
      continue;
    }
    await put(name, bytes, 'text');
    reports.push({ path: file.path, file: name, sha256: reading.sha256, generation: stamped.generation, tree_id: stamped.treeId });
    evidence.push({ ...file, reading: { state: 'stored', file: name, stat: reading.stat } });
  }
  return { ...check, evidence, summaries: null };
}

/** The bytes that were judged, or what became of them. */
function reportBytes(place: string, judged: string): Buffer | string {
  try {
    const bytes = readFileSync(nativePath(place, ''));
    return sha256(bytes) === judged ? bytes : `its SHA-256 is ${sha256(bytes)}, and ${judged} was judged`;
  } catch (error) {
    return `it cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`;
  }
}

function changedReport(path: string, how: string): GateError {
  return new GateError('GG-BUNDLE-REPORT-CHANGED', `The report ${showPath(path)} changed between the check and the bundle (${how})`, 'Let nothing write reports after the command has ended, and run the gate again.');
}

/** The bundle that stands for a run, whole and byte for byte: changed, it would be another one. It was freed of secrets when it was made. */
async function putCached({ cached, redaction }: BundleParts, facts: Facts, keep: (path: string, bytes: Buffer, published: Buffer) => void, putJson: (path: string, value: CachedPart) => Promise<void>): Promise<void> {
  if (facts.cached === undefined || facts.cached === null) return;
  const { bundle, command, workdir } = facts.cached;
  const { source } = bundle;
  const travels = cached !== null && bundle.state === 'read';
  for (const name of cached !== null && travels ? cached.names : []) {
    const bytes = readFileSync(join(cached?.folder ?? '', name));
    await requireNoneLeft(`${CACHED_FOLDER}/${name}`, bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1'), redaction);
    keep(`${CACHED_FOLDER}/${name}`, bytes, bytes);
  }
  const about: CachedPart['bundle'] = travels ? { state: 'stored', source, digest: bundle.digest } : { state: 'refused', source, why: bundle.state === 'refused' ? bundle.why : 'it was rejected and did not travel on' };
  await putJson(PART.cached, { format: 'generation-gate/cached-evidence/1', command, workdir, bundle: about });
}

async function putCommand(command: CapturedCommand, digest: string, put: (path: string, bytes: Buffer, treatment: 'text') => Promise<void>): Promise<void> {
  await put(PART.command, commandBytes(command), 'text');
  await put(PART.commandForm, Buffer.from(`${JSON.stringify({ format: 'generation-gate/command/1', form: command.form, sha256: digest }, null, 2)}\n`), 'text');
}

/**
 * The bytes as they may travel. `content` is code: its paths stay, and only secrets go. What cannot be freed of them is
 * not written at all.
 */
async function publishable(path: string, bytes: Buffer, treatment: 'content' | 'text', redaction: Redaction): Promise<Buffer> {
  const { neutral, redact } = redaction;
  const encoding = isUtf8(bytes) ? 'utf8' : 'latin1';
  const text = bytes.toString(encoding);
  const shown = await redact(treatment === 'text' ? neutral(text) : text);
  if (shown === text) return bytes;
  await requireNoneLeft(path, shown, redaction);
  return Buffer.from(shown, encoding);
}

async function publishableJson(path: string, value: unknown, redaction: Redaction): Promise<Buffer> {
  const bytes = jsonBytes(await redactedValue(value, redaction));
  await requireNoneLeft(path, bytes.toString('utf8'), redaction);
  return bytes;
}

async function requireNoneLeft(path: string, text: string, { left }: Redaction): Promise<void> {
  const remains = await left(text);
  if (remains.length > 0) throw new GateError('GG-BUNDLE-SECRET', `A secret remains in ${path} (${remains.join(', ')})`, 'Keep secrets out of what tests print; the bundle was not written.');
}

function jsonBytes(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

/** The end of a log, from the start of a line. */
function tailOf(file: string): Buffer {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
  if (bytes.length <= LOG_TAIL_BYTES) return bytes;
  const tail = bytes.subarray(bytes.length - LOG_TAIL_BYTES);
  return tail.subarray(tail.indexOf(0x0a) + 1);
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
