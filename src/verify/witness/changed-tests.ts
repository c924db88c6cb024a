/** Changed test files, and whether the command loaded them (RN6). */
import type { Facts } from '../../model/facts.ts';
import { witnessedIn } from './subject.ts';

/** Names by which test runners for Python collect a file (pytest's default, unittest's and nose2's). */
const TEST_FILE = /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/;

export function isTestFile(path: string): boolean {
  return TEST_FILE.test(path);
}

export interface ChangedTestFiles {
  /** What the change was compared with. */
  readonly against: string;
  /** Changed test files that concern the run: those below its working folder, and those it loaded. */
  readonly paths: readonly string[];
  readonly unloaded: readonly string[];
  /** False where a process without a witness, or a lost record, may have loaded one. */
  readonly certain: boolean;
  /** Whether the run asked for a witness of everything. */
  readonly required: boolean;
}

/** The changed test files of a run; null where no witness tells or nothing to compare with is known. */
export function changedTestFiles(facts: Facts): ChangedTestFiles | null {
  const witnessed = witnessedIn(facts);
  if (witnessed === null || witnessed.witness.changed === null) return null;
  const { against, paths } = witnessed.witness.changed;
  const loaded = new Set(witnessed.loads.flatMap(({ meaning }) => (meaning.kind === 'proven' ? [meaning.path] : [])));
  const { cwd } = witnessed.run.outcome;
  const concerned = paths.filter((path) => isTestFile(path) && (loaded.has(path) || cwd === '.' || path.startsWith(`${cwd}/`)));
  return {
    against,
    paths: concerned,
    unloaded: concerned.filter((path) => !loaded.has(path)),
    certain: witnessed.escaped.length === 0 && witnessed.witness.lost.length === 0,
    required: witnessed.required,
  };
}
