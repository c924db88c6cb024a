/** A verifier of in-toto statements that is not ours: the project's own Python package, installed once into a cache. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

const PACKAGE = 'in-toto-attestation==0.9.3';

/** Folder with the package; null where it is not here and cannot be had. */
export function inTotoPackage(): string | null {
  const folder = join(tmpdir(), `generation-gate-test-${PACKAGE.replace('==', '-')}-${userInfo().uid}`);
  if (existsSync(join(folder, 'in_toto_attestation'))) return folder;
  const fresh = mkdtempSync(`${folder}-`);
  if (spawnSync('python3', ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--target', fresh, PACKAGE], { stdio: 'ignore', timeout: 240_000 }).status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    return null;
  }
  try {
    renameSync(fresh, folder);
  } catch {
    // Another test was quicker.
    rmSync(fresh, { recursive: true, force: true });
  }
  return folder;
}

const VERIFIER = `import json, sys
sys.path.insert(0, sys.argv[1])
import google.protobuf.json_format as pb_json
from in_toto_attestation.v1 import statement_pb2
from in_toto_attestation.v1.statement import Statement
from in_toto_attestation.predicates.test_result.v0 import test_result_pb2
text = open(sys.argv[2]).read()
# Unknown fields are refused here.
Statement.copy_from_pb(pb_json.Parse(text, statement_pb2.Statement())).validate()
predicate = json.loads(text)
if predicate['predicateType'].endswith('test-result/v0.1'):
    result = pb_json.Parse(json.dumps(predicate['predicate']), test_result_pb2.TestResult())
    print(json.dumps({'result': result.result, 'passed': list(result.passed_tests), 'warned': list(result.warned_tests), 'failed': list(result.failed_tests), 'configuration': len(result.configuration)}))
else:
    print('null')
`;

export interface Understood {
  readonly result: string;
  readonly passed: readonly string[];
  readonly warned: readonly string[];
  readonly failed: readonly string[];
  readonly configuration: number;
}

/** What the package makes of a statement's file. Throws with its own words where it refuses it. */
export function verifiedByInToto(folder: string, file: string): Understood | null {
  return JSON.parse(execFileSync('python3', ['-c', VERIFIER, folder, file], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })) as Understood | null;
}
