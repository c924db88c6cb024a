/** The gate in a worktree of its own (WT1–WT4): fail closed, never in the parent instead, everything captured first. */
import { realpathSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { GateError, Refusal, UsageError } from '../model/errors.ts';
import type { Finding } from '../model/finding.ts';
import { showPath } from '../model/path.ts';
import type { Settings } from '../inputs/plan.ts';
import { makeReportFolders, usedFolders } from '../evidence/report-folders.ts';
import type { Outcome } from '../publish/envelope.ts';
import { PATHS_LIMIT } from '../verify/rule.ts';
import { findRepository, linkedWorktreesInside, type Repository } from '../workspace/repository.ts';
import { repointedEnvironment } from '../workspace/second-directory-environment.ts';
import { openState, startTime, type StateFolder } from '../workspace/state.ts';
import { capture } from '../workspace/worktree-capture.ts';
import { lookInto } from '../workspace/worktree-contents.ts';
import { checkLinks, dirtIn, makeWorktree, trackedIn, worktreeParent } from '../workspace/worktree-make.ts';
import { newRunId, rememberedWorktrees, reserveWorktreeFolder, saveWorktree, worktreeFolder, type WorktreeRecord } from '../workspace/worktree-record.ts';
import { ownPathsOf, removeWorktree } from '../workspace/worktree-removal.ts';
import type { Surroundings } from './context.ts';
import { commandsFor, PILE, pile, uncaptured } from './worktree.ts';

/** The whole gate over a workspace that it is given. */
export type Gate = (settings: Settings, surroundings: Surroundings, links: readonly string[]) => Promise<Outcome>;

/** Makes the worktree, runs the gate in it, captures what was done, and keeps or prunes it. The parent is only read. */
export async function isolatedGate(settings: Settings, around: Surroundings, gate: Gate): Promise<Outcome> {
  const repository = await findRepository(settings.workspace);
  const { head } = repository;
  if (head === null) throw new UsageError('GG-WORKTREE-NO-COMMIT', `"${repository.top}" has no commit to make a worktree of`, 'Commit first, or run without --isolation.');
  const runnerTemp = around.env['RUNNER_TEMP'];
  const state = openState(repository, { ...(settings.state === null ? {} : { state: settings.state }), ...(runnerTemp === undefined ? {} : { runnerTemp }) });
  around.progress('looking at the parent checkout');
  await requireCleanParent(repository, head, state);
  const tracked = await trackedIn(repository);
  const links = checkLinks(repository, tracked, settings.links);
  const reportFolders = await usedFolders({ top: repository.top, otherWorktrees: linkedWorktreesInside(repository), runnerTemp: runnerTemp ?? null }, { globs: settings.evidence, logs: [] });
  const parent = worktreeParent(repository, runnerTemp);
  const run = newRunId();
  const step = stepName(settings.cell);
  const branch = `refs/heads/generation-gate/${run}/${step}`;
  const name = `${run}-${step}`;
  const folder = reserveWorktreeFolder(state, name);
  around.progress('making the worktree');
  const made = await makeWorktree(repository, { parent, branch, head, tracked, links });
  makeReportFolders(made.path, reportFolders);
  const record: WorktreeRecord = {
    format: 'generation-gate/worktree/1',
    name,
    path: made.path,
    holder: made.holder,
    branch,
    base: head,
    gitDir: made.gitDir,
    parent: repository.top,
    madeAt: new Date().toISOString(),
    links: [...links],
    status: 'running',
    pid: process.pid,
    started: startTime(process.pid) ?? '',
    capture: null,
    removal: null,
  };
  saveWorktree(state, record);
  const below = relative(repository.top, realpathSync(settings.workspace));
  const workspace = join(made.path, below);
  const inner = absolutePaths({ ...settings, workspace, state: join(folder, 'state'), isolation: 'none', links: [] });
  const env = repointedEnvironment(around.env, { workspace: repository.top, second: made.path, cwd: workspace });
  let outcome: Outcome;
  try {
    outcome = await gate(inner, { ...around, env }, links.map(({ path }) => path));
  } catch (error) {
    // Whatever ended the gate, the work in the worktree is captured before the error goes on.
    const whole = await captured(state, record, around.signal.aborted || error instanceof UsageError ? 'cancelled' : 'failed', []);
    if (error instanceof UsageError && isUntouched(whole)) await removeWorktree(state, whole, repository.commonDir);
    throw error;
  }
  const status = around.signal.aborted ? 'cancelled' : outcome.exit === 0 ? 'succeeded' : 'failed';
  around.progress('capturing what was done in the worktree');
  const whole = await captured(state, record, status, evidenceOf(outcome));
  const lost = settings.onSuccess === 'prune' && status === 'succeeded' ? await removeWorktree(state, whole, repository.commonDir) : null;
  around.progress(null);
  return withWorktree(outcome, state, whole, lost === null ? [] : lost.length === 0 ? null : [uncaptured(whole, lost)]);
}

/** Entries that are not committed would be missing in the worktree, and nothing is stashed for anybody. */
async function requireCleanParent(repository: Repository, head: string, state: StateFolder): Promise<void> {
  const { insideWorkspace } = state;
  const found = await lookInto(repository, { base: head, ownBranch: null, isOwn: (path) => insideWorkspace !== null && path.startsWith(insideWorkspace) });
  found.git.remove();
  const dirt = dirtIn(found);
  if (dirt.length === 0) return;
  throw new Refusal({
    rule: 'GG-WORKTREE-PARENT-DIRTY',
    answer: 'broken',
    paths: dirt.map(({ path }) => path).filter((path) => path !== '').slice(0, PATHS_LIMIT),
    what: `The checkout ${showPath(repository.top)} holds ${dirt.length} ${dirt.length === 1 ? 'entry that is' : 'entries that are'} not committed: ${dirt.slice(0, 20).map(({ path, why }) => (path === '' ? why : `${showPath(path)} (${why})`)).join(', ')}${dirt.length > 20 ? ` and ${dirt.length - 20} more` : ''}`,
    why: 'A worktree is made of a commit: what is not in it would silently not be tested.',
    fix: 'Commit it, or hand it over as a patch: git diff --binary HEAD > change.patch, then --patch change.patch in a clean checkout. Nothing is stashed for you.',
    rejects: true,
  });
}

async function captured(state: StateFolder, record: WorktreeRecord, status: 'succeeded' | 'failed' | 'cancelled', evidence: readonly string[]): Promise<WorktreeRecord> {
  const { path, base, branch, links } = record;
  const repository = await findRepository(path);
  if (repository.top !== path) throw new GateError('GG-WORKTREE-NOT-CAPTURED', `"${path}" is no work tree of its own any more`, `Look at it by hand: ls -la '${path}'`);
  const work = await capture(repository, { base, ownBranch: branch, isOwn: ownPathsOf(path, links), evidence, folder: worktreeFolder(state, record.name) });
  const whole: WorktreeRecord = { ...record, status, capture: work };
  saveWorktree(state, whole);
  return whole;
}

/** A call that was not understood did nothing, and leaves nothing to look at. */
function isUntouched({ capture: work }: WorktreeRecord): boolean {
  return work !== null && work.patch === null && work.stagedPatch === null && work.commits.length === 0 && work.leftOut.length === 0;
}

/** Reports that the check read; the worktree's ignore files usually name them, so no patch holds them. */
function evidenceOf({ envelope }: Outcome): readonly string[] {
  const { reports } = envelope;
  return Array.isArray(reports) ? reports.flatMap((report: { readonly path?: unknown }) => (typeof report.path === 'string' ? [report.path] : [])) : [];
}

/** Files that the caller names are the caller's: they stay where they are, whatever folder the gate works in. */
function absolutePaths(settings: Settings): Settings {
  const at = (path: string | null): string | null => (path === null ? null : resolve(path));
  return { ...settings, patch: at(settings.patch), setup: at(settings.setup), script: at(settings.script), bundle: at(settings.bundle) };
}

/** One component of a ref (git-check-ref-format(1)). */
function stepName(cell: string | null): string {
  return (cell ?? 'gate').replace(/\.{2,}/g, '.').replace(/\.lock$/, '_lock').replace(/\.$/, '_');
}

/** Adds what became of the worktree; `kept` is null where it is gone. */
function withWorktree(outcome: Outcome, state: StateFolder, record: WorktreeRecord, kept: readonly Finding[] | null): Outcome {
  const { path, branch, base, capture: work, name, status } = record;
  const folder = worktreeFolder(state, name);
  const count = rememberedWorktrees(state).length;
  const findings = [...(kept ?? []).map((finding): Finding => ({ ...finding, answer: 'holds', rejects: false, listed: true })), ...(count > PILE ? [pile(count)] : [])];
  const file = (one: string | null | undefined): string | null => (one === null || one === undefined ? null : join(folder, one));
  const worktree = {
    path: kept === null ? null : path,
    branch: kept === null ? null : branch.replace('refs/heads/', ''),
    base,
    status,
    state: join(folder, 'state'),
    patch: file(work?.patch?.file),
    staged_patch: file(work?.stagedPatch),
    commits: file(work?.bundle),
    diffstat: work?.diffstat ?? '',
    left_out: work?.leftOut ?? [],
    look: kept === null ? null : commandsFor(path, base, branch),
  };
  const words = kept === null ? `worktree  removed; what it did is in ${folder}` : `worktree  ${path}\n${commandsFor(path, base, branch)}`;
  const { preface } = outcome.envelope;
  return { ...outcome, envelope: { ...outcome.envelope, findings: [...outcome.envelope.findings, ...findings], worktree, preface: `${typeof preface === 'string' ? `${preface}\n` : ''}${words}\n${work?.diffstat ?? ''}` } };
}
