/** Which files named as evidence are judged as such, and words about them (EV2, EV7). */
import type { EvidenceFile, InventoryEntry } from '../model/evidence.ts';
import type { CheckFacts } from '../model/facts.ts';
import { showPath } from '../model/path.ts';
import type { ReadReport } from '../model/report.ts';
import { broken, holds, NOTHING_TO_JUDGE, type RuleAnswer } from './rule.ts';
import { counted, enumerate } from './words.ts';

/** A file that claims a result and is there now. */
export type PresentEvidence = EvidenceFile & { readonly now: InventoryEntry };

/** Reports and logs that claim a result. Content of the tree and leftovers that nobody wrote claim none. */
export function claims({ evidence }: CheckFacts): readonly EvidenceFile[] {
  return evidence.filter(({ role }) => role === 'evidence');
}

export function presentClaims(check: CheckFacts): readonly PresentEvidence[] {
  return claims(check).filter((file): file is PresentEvidence => file.now !== null);
}

/** Those of them that are regular files: only their times and bytes mean anything. */
export function claimingFiles(check: CheckFacts): readonly PresentEvidence[] {
  return presentClaims(check).filter(({ now }) => now.kind === 'file');
}

/** Reports among them that could be read. */
export function readClaims(check: CheckFacts): readonly { readonly path: string; readonly report: ReadReport }[] {
  return presentClaims(check).flatMap(({ path, reading }) => (reading?.state === 'read' ? [{ path, report: reading }] : []));
}

/** A fault of one file, as the part of a sentence that follows its name. */
export interface Fault {
  readonly path: string;
  readonly words: string;
}

/** The faults among files, where `why` gives the words for one that has any. */
export function faultsOf<F extends { readonly path: string }>(files: readonly F[], why: (file: F) => string | null): readonly Fault[] {
  return files.flatMap((file) => {
    const words = why(file);
    return words === null ? [] : [{ path: file.path, words }];
  });
}

/** One answer over all files: broken where any has a fault, `fine` where none has, nothing to judge without files. */
export function overFiles(files: readonly unknown[], faults: readonly Fault[], words: { readonly fault: string; readonly fine: string; readonly fix: string; readonly innocentWhen?: string }): RuleAnswer {
  if (files.length === 0) return NOTHING_TO_JUDGE;
  if (faults.length === 0) return holds(words.fine);
  const paths = [...new Set(faults.map(({ path }) => path))];
  return broken(`${counted(paths.length, 'evidence file')} ${words.fault}: ${enumerate(faults.map(({ path, words: said }) => `${showPath(path)} (${said})`))}`, {
    paths,
    fix: words.fix,
    ...(words.innocentWhen === undefined ? {} : { innocentWhen: words.innocentWhen }),
  });
}

/** The beginning of a digest, enough to tell two apart; `no bytes` for what has none. */
export function shortDigest(digest: string | null | undefined): string {
  return digest === null || digest === undefined ? 'no bytes' : `sha256 ${digest.slice(0, 12)}`;
}
