/** Facts of a healthy run, to be changed in one place by each rule's test. */
import type { Asked, CheckFacts, Facts, RunFacts, StampedFacts } from '../../src/model/facts.ts';
import type { Leftovers } from '../../src/model/leftovers.ts';
import type { OriginsReport, PurgeReport } from '../../src/model/prepare.ts';
import type { Drift } from '../../src/model/tree.ts';
import type { WitnessedLoad, WitnessFacts } from '../../src/model/witness.ts';
import { STAMP_SCHEMA } from '../../src/model/stamp.ts';
import { evidenceFile } from './evidence-facts.ts';

export const GENERATION = '0123456789abcdef0123456789abcdef';
export const TREE_ID = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
export const CONTENT_ID = 'a'.repeat(64);
export const STAMP_DIGEST = 'b'.repeat(64);
/** 2026-01-01T00:00:00Z */
export const STAMPED_AT_MS = 1_767_225_600_000;

export const NO_DRIFT: Drift = { changed: [], vanished: [], touched: [], added: [], headsMoved: [], settingsChanged: false };

export const PURGE: PurgeReport = { dryRun: false, removed: { files: 3, folders: 1, links: 0 }, listed: ['__pycache__/'], unlisted: 0, tracked: 0, failed: [] };

/** A workspace in which no package names an ignored output. */
export const NO_LEFTOVERS: Leftovers = { buildOutputs: { named: 0, against: 'nothing', outdated: [], builds: {}, unread: [] }, found: [] };

/** What an interpreter says of an environment in which nothing leads anywhere else. */
export function origins(changes: Partial<OriginsReport> = {}): OriginsReport {
  return {
    interpreter: { state: 'found', asked: 'python3', how: 'PATH', executable: '/usr/bin/python3', version: '3.12.4', implementation: 'cpython', prefix: '/usr' },
    offer: { distributions: ['price'], names: ['price'], roots: [''] },
    entries: [],
    names: [],
    disagreements: [],
    unread: [],
    ...changes,
  };
}

export function asked(changes: Partial<Asked> = {}): Asked {
  return {
    expectGeneration: null,
    expectStampDigest: null,
    outcome: null,
    requireTests: [],
    minTests: 0,
    summaries: [],
    imports: [],
    survivors: 'report',
    foreignEditables: 'report',
    witness: 'observe',
    allowIgnored: [],
    generated: [],
    unwitnessedOk: [],
    unloaded: 'report',
    cell: null,
    slackSeconds: 1,
    ...changes,
  };
}

export function stamped(changes: Partial<StampedFacts> = {}): StampedFacts {
  return {
    generation: GENERATION,
    stampDigest: STAMP_DIGEST,
    treeId: TREE_ID,
    contentId: CONTENT_ID,
    head: null,
    wallClockMs: STAMPED_AT_MS,
    fileClockNs: `${STAMPED_AT_MS}000000`,
    evidence: ['reports/*.xml'],
    logs: [],
    patch: null,
    nested: [],
    otherWorktrees: [],
    rawFiltered: [],
    purges: [PURGE],
    setup: null,
    quarantined: [],
    origins: origins(),
    environment: [],
    ...changes,
  };
}

export function run(changes: Partial<RunFacts> = {}): RunFacts {
  const log = { path: 'stdout.log', sha256: 'c'.repeat(64), bytes: 10, complete: true };
  return {
    generation: GENERATION,
    outcome: {
      command: 'd'.repeat(64),
      ending: { kind: 'exited', code: 0 },
      startedAt: new Date(STAMPED_AT_MS + 1000).toISOString(),
      durationMs: 1000,
      cwd: '.',
      logs: { stdout: log, stderr: { ...log, path: 'stderr.log' } },
      survivors: [],
      environmentRemoved: [],
      environmentAdded: [],
    },
    endedFileClock: null,
    earlier: [],
    atStart: NO_DRIFT,
    atEnd: NO_DRIFT,
    bytecodeAtStart: [],
    bytecodeAtEnd: [],
    origins: origins(),
    environment: [],
    witness: witness(),
    leftovers: NO_LEFTOVERS,
    ...changes,
  };
}

/** What a run tells in which one process loaded one stamped file. */
export function witness(changes: Partial<WitnessFacts> = {}): WitnessFacts {
  return {
    state: 'present',
    processes: 1,
    unfinished: 0,
    runtimes: [{ runtime: 'cpython', version: '3.12.4', executable: '/usr/bin/python3', prefix: '/usr', processes: 1 }],
    loads: [load()],
    escaped: [],
    written: [],
    lost: [],
    startNs: `${STAMPED_AT_MS + 1000}000000`,
    endNs: `${STAMPED_AT_MS + 2000}000000`,
    setupNs: null,
    changed: { against: 'HEAD', paths: [] },
    ...changes,
  };
}

/** A stamped file, loaded from its stamped bytes. */
export function load(changes: Partial<WitnessedLoad> = {}): WitnessedLoad {
  return {
    path: 'src/price.py',
    place: 'stamped',
    name: 'price',
    how: 'source',
    digest: '1'.repeat(64),
    stamped: '1'.repeat(64),
    twins: [],
    bytecode: null,
    mtimeNs: null,
    ctimeNs: null,
    bornNs: null,
    newer: null,
    inCheckout: false,
    archive: null,
    processes: 1,
    ...changes,
  };
}

export function check(changes: Partial<CheckFacts> = {}): CheckFacts {
  return {
    drift: NO_DRIFT,
    treeNow: TREE_ID,
    headNow: null,
    bytecode: [],
    bytecodeUnseen: [],
    evidence: [evidenceFile()],
    absentLogs: [],
    logsNow: { stdout: 'c'.repeat(64), stderr: 'c'.repeat(64) },
    summaries: null,
    ...changes,
  };
}

/** Facts of a check that every rule accepts, with the given parts put in. */
export function facts(changes: Partial<Facts> = {}): Facts {
  return {
    step: 'check',
    stamp: {
      state: 'found',
      digest: STAMP_DIGEST,
      stamp: {
        schema: STAMP_SCHEMA,
        generation: GENERATION,
        tree_id: TREE_ID,
        head: null,
        content_id: CONTENT_ID,
        stamped_at: new Date(STAMPED_AT_MS).toISOString(),
        evidence: ['reports/*.xml'],
        program: '0.0.0',
      },
    },
    known: [GENERATION],
    stamped: stamped(),
    run: run(),
    check: check(),
    asked: asked(),
    ...changes,
  };
}
