/** The `worktree` verb: what isolated runs left, and removing it where nothing of it would be lost (WT4). */
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { Refusal, UsageError } from '../model/errors.ts';
import type { Finding } from '../model/finding.ts';
import { decodePath, nativePath, showPath } from '../model/path.ts';
import { PATHS_LIMIT } from '../verify/rule.ts';
import { envelope, type Outcome } from '../publish/envelope.ts';
import { findRepository } from '../workspace/repository.ts';
import { startTime } from '../workspace/state.ts';
import { notInPatch } from '../workspace/worktree-capture.ts';
import { lookInto } from '../workspace/worktree-contents.ts';
import { rememberedWorktrees, worktreeFolder, type OddPath, type WorktreeRecord } from '../workspace/worktree-record.ts';
import { notOwn, placeOf, removeWorktree } from '../workspace/worktree-removal.ts';
import { quoteForShell } from '../evidence/shell-quote.ts';
import type { Context } from './context.ts';

/** More worktrees than this are pointed out: each is a whole checkout. */
export const PILE = 5;
const NAMED = 10;

const WHY = 'Work in a worktree that is in no commit and no patch exists once; a removal that loses it cannot be undone.';

/** Carries out `worktree list`, `worktree remove PATH` or `worktree prune`. */
export async function worktreeStep(context: Context, operands: readonly string[]): Promise<Outcome> {
  const [action, path, ...more] = operands;
  if (action === 'list' && path === undefined) return list(context);
  if (action === 'prune' && path === undefined) return prune(context);
  if (action === 'remove' && path !== undefined && more.length === 0) return remove(context, path);
  throw new UsageError('GG-CALL-NOT-UNDERSTOOD', `worktree cannot be called with ${operands.length === 0 ? 'nothing' : operands.map((word) => JSON.stringify(word)).join(' ')}`, 'Write one of: worktree list, worktree remove PATH, worktree prune');
}

function list(context: Context): Outcome {
  const records = rememberedWorktrees(context.state);
  return accepted(context, records, records.length > PILE ? [pile(records.length)] : [], records.map((record) => ({ ...summaryOf(context, record) })));
}

async function remove(context: Context, given: string): Promise<Outcome> {
  const place = existing(given);
  const record = rememberedWorktrees(context.state).find((one) => placeOf(one) === place);
  if (record === undefined) throw await notTheGates(place);
  const refused = await refusalFor(context, record) ?? (await removed(context, record));
  if (refused !== null) throw new Refusal(refused);
  return accepted(context, [], [], [{ ...summaryOf(context, record), removed: true }]);
}

/** Removes what may go. What is kept because its run did not succeed is listed; uncaptured work of one that did rejects. */
async function prune(context: Context): Promise<Outcome> {
  const findings: Finding[] = [];
  const parts: object[] = [];
  for (const record of rememberedWorktrees(context.state)) {
    const kept = await refusalFor(context, record);
    const refused = kept === null ? await removed(context, record) : null;
    if (kept !== null) findings.push({ ...kept, answer: 'holds', rejects: false, listed: true });
    if (refused !== null) findings.push(refused);
    parts.push({ ...summaryOf(context, record), removed: kept === null && refused === null });
  }
  if (findings.length > PILE) findings.push(pile(findings.length));
  const rejected = findings.some(({ rejects }) => rejects);
  if (!rejected) return accepted(context, [], findings, parts);
  return { exit: 1, envelope: envelope('worktree', 'rejected', { head: context.repository.head, findings, worktrees: parts }) };
}

/** Removes the worktree; the finding where something in it is captured nowhere. */
async function removed(context: Context, record: WorktreeRecord): Promise<Finding | null> {
  context.progress('looking for work that is captured nowhere');
  const lost = await removeWorktree(context.state, record, context.repository.commonDir);
  return lost.length === 0 ? null : uncaptured(record, lost);
}

/** Why a worktree of the gate's own stays whatever it holds; null where it may go. */
async function refusalFor({ state, repository }: Context, record: WorktreeRecord): Promise<Finding | null> {
  const place = placeOf(record);
  const proven = record.removal?.proven === true;
  if (place === null && !proven) {
    return finding('GG-WORKTREE-NOT-OWN', record.path, [], `The folder of the worktree ${record.path} is gone, and its branch and git directory are still there`, `Let git forget the folder, and look at the branch: git -C ${quoteForShell(repository.top)} worktree prune && git -C ${quoteForShell(repository.top)} log ${record.branch.replace('refs/heads/', '')}. ${captureWords(state.path, record)}`);
  }
  const other = place === null || proven ? null : notOwn(record, place);
  if (other !== null) return (await notTheGates(place ?? record.path, other)).findings[0] ?? null;
  if (record.status === 'succeeded' || record.status === 'cancelled') return null;
  const alive = record.status === 'running' && startTime(record.pid) === record.started;
  const what = alive ? `is in use by process ${record.pid}` : record.status === 'running' ? 'belongs to a run that was cut short, so nobody knows whether all of it was captured' : 'belongs to a run that did not succeed';
  return finding('GG-WORKTREE-NOT-FINISHED', record.path, [], `The worktree ${record.path} ${what}`, alive ? 'Wait until it has ended.' : `${commandsFor(record.path, record.base, record.branch)} ${captureWords(state.path, record)}`.trim());
}

export function uncaptured(record: WorktreeRecord, lost: readonly OddPath[]): Finding {
  return finding('GG-WORKTREE-UNCAPTURED', record.path, lost, `The worktree ${record.path} holds ${lost.length} ${lost.length === 1 ? 'thing that is' : 'things that are'} captured nowhere: ${named(lost)}`, commandsFor(record.path, record.base, record.branch));
}

/** The refusal for a worktree that the gate did not make, with what is in it. */
async function notTheGates(place: string, reason = 'it is not recorded as one that generation-gate made from this checkout'): Promise<Refusal> {
  const repository = await findRepository(place);
  const { head, top } = repository;
  const inside: OddPath[] = [];
  if (head !== null) {
    const found = await lookInto(repository, { base: head, ownBranch: null });
    try {
      const untracked = new Set(found.untracked);
      inside.push(
        ...found.changed.map((path) => ({ path, why: untracked.has(path) ? 'untracked' : 'changed' })),
        ...notInPatch(top, found, new Set()).map(({ path, why }) => ({ path, why: why.startsWith('it is ignored') ? 'ignored' : why })),
        ...found.commits.map((id) => ({ path: '', why: `commit ${id} is on no branch` })),
      );
    } finally {
      found.git.remove();
    }
  }
  const holds = inside.length === 0 ? 'Nothing was found in it that is not committed' : `It holds ${named(inside)}`;
  return new Refusal(finding('GG-WORKTREE-NOT-OWN', top, inside, `The worktree ${showPath(top)} stays: ${reason}. ${holds}`, commandsFor(top, head ?? 'HEAD', null)));
}

function finding(rule: string, worktree: string, odd: readonly OddPath[], what: string, fix: string): Finding {
  const paths = [...new Set(odd.map(({ path }) => path).filter((path) => path !== ''))];
  return { rule, answer: 'broken', paths: (paths.length === 0 ? [worktree] : paths).slice(0, PATHS_LIMIT), what, why: WHY, fix, rejects: true };
}

/** Commands that show what a worktree holds, what they do not show, and the ones that then remove it. */
export function commandsFor(place: string, base: string, branch: string | null): string {
  const at = `git -C ${quoteForShell(place)}`;
  const branchToo = branch === null ? '' : `; git branch -D ${branch.replace('refs/heads/', '')}`;
  return [
    `Look first: ${at} diff ${base} --binary --submodule=diff; ${at} status --porcelain --ignored -uall.`,
    'Ignored files and work in submodules are not in the diff: copy what you need out of the worktree.',
    `Then, by your own decision, run in another checkout of the repository: git worktree remove --force ${quoteForShell(place)}${branchToo}. It deletes ignored files such as .env without a word.`,
  ].join(' ');
}

function captureWords(state: string, { name, capture }: WorktreeRecord): string {
  const patch = capture?.patch ?? null;
  return patch === null ? '' : `What it did is captured in ${worktreeFolder({ path: state }, name)}/${patch.file}.`;
}

function named(odd: readonly OddPath[]): string {
  const words = odd.slice(0, NAMED).map(({ path, why }) => (path === '' ? why : `${showPath(path)} (${why})`));
  return `${words.join(', ')}${odd.length > NAMED ? ` and ${odd.length - NAMED} more` : ''}`;
}

export function pile(count: number): Finding {
  return {
    rule: 'GG-WORKTREE-PILE',
    answer: 'holds',
    what: `${count} worktrees of isolated runs are kept`,
    why: 'Each is a whole checkout; a full disk ends the next run.',
    fix: 'Remove those whose work is captured: generation-gate worktree prune',
    listed: true,
    rejects: false,
  };
}

function accepted(context: Context, records: readonly WorktreeRecord[], findings: readonly Finding[], worktrees: readonly object[]): Outcome {
  const text = records.map((record) => {
    const { path, status, branch } = record;
    return `${status.padEnd(9)}  ${showPath(path)}  ${branch.replace('refs/heads/', '')}  ${captureWords(context.state.path, record)}`.trimEnd();
  });
  const preface = text.length === 0 ? {} : { preface: `${text.join('\n')}\n` };
  return { exit: 0, envelope: envelope('worktree', 'accepted', { head: context.repository.head, findings, worktrees, ...preface }) };
}

function summaryOf({ state }: Context, { name, path, branch, base, status, madeAt, capture, links }: WorktreeRecord): object {
  const folder = worktreeFolder(state, name);
  const patch = capture?.patch ?? null;
  return { path, branch: branch.replace('refs/heads/', ''), base, status, made_at: madeAt, links, patch: patch === null ? null : `${folder}/${patch.file}`, left_out: capture?.leftOut ?? [] };
}

function existing(given: string): string {
  try {
    return decodePath(realpathSync.native(nativePath(resolve(given), ''), { encoding: 'buffer' }));
  } catch (error) {
    throw new UsageError('GG-WORKTREE-ABSENT', `No worktree lies at "${given}" (${(error as NodeJS.ErrnoException).code ?? String(error)})`, 'Those of isolated runs: generation-gate worktree list');
  }
}
