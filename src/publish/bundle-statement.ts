/** The statements of a bundle, compared with what the bundle is: they are about its manifest, so no manifest names them. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BundleFault, Manifest } from '../model/bundle.ts';
import { STATEMENT_FILES, statementSchema, TEST_RESULT_TYPE, VERDICT_TYPE } from '../model/statement.ts';
import { subjectsOf } from './statement.ts';

const STATEMENT_LIMIT_BYTES = 64 << 20;
const FILES: readonly (readonly [file: string, predicateType: string])[] = [
  [STATEMENT_FILES.testResult, TEST_RESULT_TYPE],
  [STATEMENT_FILES.verdict, VERDICT_TYPE],
];

/** Names that may lie in a bundle without being in its manifest. */
export const BESIDE_MANIFEST: readonly string[] = FILES.map(([file]) => file);

/** Statements that say something else than the bundle they lie in. One that is not there says nothing: older bundles have none. */
export function statementFaults(manifest: Manifest, manifestDigest: string, folder: string, names: readonly string[]): readonly BundleFault[] {
  return FILES.filter(([file]) => names.includes(file)).flatMap(([file, predicateType]): readonly BundleFault[] => {
    const path = join(folder, file);
    if (statSync(path).size > STATEMENT_LIMIT_BYTES) return [{ file, kind: 'malformed', what: 'is larger than any that is written' }];
    const statement = statementIn(path);
    if (statement === null || statement.predicateType !== predicateType) return [{ file, kind: 'malformed', what: `is no in-toto statement of the type ${predicateType}` }];
    const expected = subjectsOf({ manifest, manifestDigest });
    if (JSON.stringify(statement.subject) !== JSON.stringify(expected)) return [{ file, kind: 'contradicts', what: `is about ${JSON.stringify(statement.subject).slice(0, 300)}, and the bundle is ${JSON.stringify(expected)}` }];
    const { result, verdict } = statement.predicate;
    const says = predicateType === VERDICT_TYPE ? verdict : result === 'FAILED' ? 'rejected' : result === undefined ? undefined : 'accepted';
    return says === manifest.verdict ? [] : [{ file, kind: 'contradicts', what: `says ${says ?? 'nothing of the verdict'}, and the manifest says ${manifest.verdict}` }];
  });
}

function statementIn(path: string): ReturnType<typeof statementSchema.parse> | null {
  try {
    return statementSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}
