/** What the stamp refuses to describe, each with the path, the reason and the remedy (ST4). */
import { Refusal } from '../model/errors.ts';
import { showPath } from '../model/path.ts';
import { STAMP_FILE } from '../model/stamp.ts';

const WHY = 'A stamp that leaves a path out, or guesses at it, would vouch for bytes that nobody read.';

function refuse(rule: string, path: string, what: string, fix: string): Refusal {
  return new Refusal({ rule, answer: 'broken', paths: [path], what, why: WHY, fix, rejects: true });
}

export function specialFile(path: string): Refusal {
  return refuse('GG-TREE-SPECIAL-FILE', path, `${showPath(path)} is tracked or stamped, and a FIFO, socket or device lies there`, `Put the file back: git checkout -- ${showPath(path)}`);
}

export function unreadableFile(path: string): Refusal {
  return refuse('GG-TREE-UNREADABLE-FILE', path, `${showPath(path)} cannot be read`, `Give the gate's user read permission: chmod u+r ${showPath(path)}`);
}

export function unstableFile(path: string): Refusal {
  return refuse('GG-TREE-UNSTABLE-FILE', path, `${showPath(path)} changed while it was hashed, twice in a row`, 'Wait until no other process writes into the workspace, then stamp again.');
}

export function brokenRepository(path: string): Refusal {
  return refuse('GG-TREE-BROKEN-REPOSITORY', path, `${showPath(path)} has a .git entry that leads to no repository`, `Repair or remove it: git submodule update --init -- ${showPath(path)}, or delete ${showPath(`${path}/.git`)}`);
}

export function trackedStamp(path: string): Refusal {
  return refuse('GG-STAMP-TRACKED', path, `${showPath(path)} is tracked by git, so the stamp would change the tree it describes`, `git rm --cached -- ${showPath(path)} and commit; a line ${STAMP_FILE} in .gitignore keeps it out`);
}

export function foreignCodeRefused({ event, from }: { readonly event: string; readonly from: string | null }, head: string | null): Refusal {
  return new Refusal({
    rule: 'GG-EVENT-FOREIGN-CODE',
    answer: 'broken',
    what: `The ${event} event gives this job the repository's secrets, and the checked-out commit ${head ?? 'none'} comes from ${from === null ? 'a repository that is not named' : `"${from}"`}`,
    why: 'Tests of a fork can do whatever the job may do, and leave what later jobs trust.',
    fix: 'Test it under the event pull_request, which has neither secrets nor a token that writes; or, where the job is harmless, write: foreign-code: accept',
    innocent_when: 'The job has no secrets, a read-only token, and shares no cache or runner with others.',
    rejects: true,
  });
}

export function staleMergeRef(event: { readonly event: string; readonly sha: string }, head: string | null, parents: readonly string[]): Refusal {
  return new Refusal({
    rule: 'GG-STAMP-STALE-MERGE-REF',
    answer: 'broken',
    what: `The ${event.event} event is about commit ${event.sha}, and the work tree is at ${head ?? 'no commit'}${parents.length === 0 ? '' : ` with parents ${parents.join(' and ')}`}`,
    why: 'The merge commit was made for an older head: its tests would say nothing about what is merged.',
    fix: 'Re-run the checkout so that it fetches the current merge ref, or check out the head: ref: ${{ github.event.pull_request.head.sha }}',
    innocent_when: 'A step committed on top of the checked-out merge; stamp before it, or hand the change over with --patch.',
    rejects: true,
  });
}
