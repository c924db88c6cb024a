/** The statements of a verdict: right by a verifier that is not ours, true to the bundle, and signed where a job may (PB3). */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { attestBundle, type Attest } from '../../src/github/attest.ts';
import { STATEMENT_FILES } from '../../src/model/statement.ts';
import { testResultStatement, verdictStatement } from '../../src/publish/statement.ts';
import type { Manifest } from '../../src/model/bundle.ts';
import { findingsOf, judged, program } from '../support/cli.ts';
import { ROOT } from '../support/dist.ts';
import { evidenceFile, report, testCase } from '../support/evidence-facts.ts';
import { check, facts, run, witness } from '../support/facts.ts';
import { inTotoPackage, verifiedByInToto } from '../support/in-toto.ts';
import { freshFolder, git, headTree, makeRepository, removeFolders, write } from '../support/repository.ts';
import { HOSTILE_FRAGMENTS } from './hostile-text.ts';

jest.setTimeout(300_000);
afterAll(removeFolders);

const inToto = inTotoPackage();
const testWithInToto = inToto !== null || process.env['CI'] === 'true' ? test : test.skip;

const REPORT = (failure: string): string => `<testsuite name="s" tests="3"><testcase classname="c" name="test_one"/><testcase classname="c" name="test_two">${failure}</testcase><testcase classname="c" name="test_three"><skipped/></testcase></testsuite>`;

async function bundle(failure = ''): Promise<{ readonly root: string; readonly folder: string; readonly statement: string; readonly verdict: string }> {
  const root = makeRepository({ 'a.txt': 'a\n' });
  write(root, { 'a.txt': 'b\n', 'test.sh': `printf '%s' '${REPORT(failure)}' > junit.xml\n${failure === '' ? '' : 'exit 1'}\n` });
  const folder = join(freshFolder(), 'bundle');
  await program(['gate', '--cell', 'linux', '--bundle', folder, '--evidence', '*.xml', '--script', 'test.sh'], { cwd: root });
  return { root, folder, statement: join(folder, STATEMENT_FILES.testResult), verdict: join(folder, STATEMENT_FILES.verdict) };
}

function json(file: string): { subject: { name: string; digest: Record<string, string> }[]; predicate: Record<string, unknown>; [key: string]: unknown } {
  return JSON.parse(readFileSync(file, 'utf8')) as ReturnType<typeof json>;
}

function validator(): (value: unknown) => unknown {
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, strictRequired: false });
  addFormats.default(ajv);
  const validate = ajv.compile(JSON.parse(readFileSync(join(ROOT, 'schema/verdict-predicate-v1.schema.json'), 'utf8')) as object);
  return (value) => (validate(value) ? [] : validate.errors);
}

describe('the statements of a bundle', () => {
  testWithInToto('are understood by in-toto, and say what the reports say', async () => {
    for (const [failure, result, verdict] of [['', 'PASSED', 'accepted'], ['<failure message="no"/>', 'FAILED', 'rejected']] as const) {
      const made = await bundle(failure);
      const understood = verifiedByInToto(inToto ?? '', made.statement);
      expect(understood).toEqual({ result, passed: failure === '' ? ['c::test_one', 'c::test_two'] : ['c::test_one'], warned: [], failed: failure === '' ? [] : ['c::test_two'], configuration: 1 });
      expect(verifiedByInToto(inToto ?? '', made.verdict)).toBeNull();
      expect(json(made.verdict).predicate).toMatchObject({ verdict, cell: 'linux', skippedTests: ['c::test_three'], tests: { total: 3, skipped: 1 } });
      // The package refuses what is none.
      writeFileSync(made.statement, readFileSync(made.statement, 'utf8').replace('"subject"', '"subjects"'));
      expect(() => verifiedByInToto(inToto ?? '', made.statement)).toThrow(/subjects/);
    }
  });

  test('are about the manifest, the tested tree and the commit, and fit the schema', async () => {
    const { root, folder, statement, verdict } = await bundle();
    const manifest = readFileSync(join(folder, 'manifest.json'));
    const tree = (JSON.parse(manifest.toString()) as Manifest).tree_id ?? '';
    expect(tree).not.toBe(headTree(root));
    const subject = [
      { name: 'manifest.json', digest: { sha256: createHash('sha256').update(manifest).digest('hex') } },
      { name: 'tested tree', digest: { gitTree: tree } },
      { name: 'checked-out commit', digest: { gitCommit: git(root, 'rev-parse', 'HEAD') } },
    ];
    for (const file of [statement, verdict]) expect(json(file)).toMatchObject({ _type: 'https://in-toto.io/Statement/v1', subject });
    const valid = validator();
    expect(valid(json(verdict).predicate)).toEqual([]);
    expect(valid({ ...json(verdict).predicate, verdict: 'perhaps' })).not.toEqual([]);
    expect(valid({ ...json(verdict).predicate, witness: undefined })).not.toEqual([]);
  });

  test('are compared with the bundle, and verify says how the signature is asked for', async () => {
    const { folder, statement, verdict } = await bundle();
    const good = await judged(['verify', folder], { cwd: folder });
    expect([good.code, good.envelope['signature']]).toEqual([0, { command: `gh attestation verify ${statement} --repo OWNER/REPOSITORY --predicate-type https://in-toto.io/attestation/test-result/v0.1` }]);
    expect((await program(['verify', folder], { cwd: folder, env: { GITHUB_REPOSITORY: 'o/r' } })).stdout).toContain('--repo o/r ');
    const kept = readFileSync(statement, 'utf8');
    for (const [file, from, to] of [[statement, '"PASSED"', '"FAILED"'], [statement, '"gitTree":"', '"gitTree":"0'], [statement, 'in-toto.io/Statement/v1', 'in-toto.io/Statement/v9'], [verdict, '"verdict":"accepted"', '"verdict":"rejected"']] as const) {
      const before = readFileSync(file, 'utf8');
      writeFileSync(file, before.replace(from, to));
      const bad = await judged(['verify', folder], { cwd: folder });
      expect([bad.code, bad.rejecting]).toEqual([1, ['GG-BUNDLE-CHANGED']]);
      expect(findingsOf(bad, 'GG-BUNDLE-CHANGED')[0]?.what).toContain(`"${file.slice(folder.length + 1)}"`);
      writeFileSync(file, before);
    }
    expect(readFileSync(statement, 'utf8')).toBe(kept);
  });

  test('hold hostile and huge names as plain lines', () => {
    const names = [...HOSTILE_FRAGMENTS, 'x'.repeat(1 << 20)];
    const its = facts({ run: run({ witness: witness({}) }), check: check({ evidence: [evidenceFile({ reading: report(names.map((name) => testCase({ name, class: name, outcome: 'failed' }))) })] }) });
    const manifest = { verdict: 'rejected', tree_id: 'e'.repeat(40), head: null, command_digest: null, cell: null, generation: null, content_id: null, program: '1' } as unknown as Manifest;
    const source = { manifest, manifestDigest: 'a'.repeat(64), facts: its, findings: [], tests: { total: names.length, passed: 0, failed: names.length, errored: 0, skipped: 0, flaky: 0 } };
    const text = JSON.stringify([testResultStatement(source), verdictStatement(source)]);
    expect(text.length).toBeLessThan(40_000);
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u);
    expect(text).not.toContain('##[');
    expect(validator()(verdictStatement(source).predicate)).toEqual([]);
  });

  test('name at most 20,000 tests each and count the rest', () => {
    const its = facts({ check: check({ evidence: [evidenceFile({ reading: report(Array.from({ length: 25_000 }, (_, at) => testCase({ name: `t${at}` }))) })] }) });
    const source = { manifest: { verdict: 'accepted', command_digest: null, tree_id: null, head: null } as unknown as Manifest, manifestDigest: '', facts: its, findings: [], tests: { total: 25_000, passed: 25_000, failed: 0, errored: 0, skipped: 0, flaky: 0 } };
    expect((testResultStatement(source).predicate as { passedTests: string[] }).passedTests).toHaveLength(20_000);
    expect(verdictStatement(source).predicate).toMatchObject({ namesLeftOut: 5_000 });
  });
});

describe('an attestation', () => {
  const env = { ACTIONS_ID_TOKEN_REQUEST_URL: 'http://127.0.0.1/' };
  let made: ReturnType<typeof bundle>;
  beforeAll(() => {
    made = bundle();
  });

  test('signs both statements, about their own files and the manifest', async () => {
    const { folder, statement } = await made;
    const calls: Parameters<Attest>[0][] = [];
    const attest: Attest = (options) => {
      calls.push(options);
      return Promise.resolve({ attestationID: String(calls.length) });
    };
    expect(await attestBundle(folder, { token: 't', env }, attest)).toEqual([{ file: 'statement.json', id: '1' }, { file: 'statement-verdict.json', id: '2' }]);
    expect(calls.map(({ predicateType }) => predicateType)).toEqual(['https://in-toto.io/attestation/test-result/v0.1', 'https://github.com/generation-gate/generation-gate/predicate/verdict/v1']);
    expect(calls[0]?.subjects).toEqual([{ name: 'statement.json', digest: { sha256: createHash('sha256').update(readFileSync(statement)).digest('hex') } }, json(statement).subject[0]]);
    expect(calls[0]?.predicate).toEqual(json(statement).predicate);
  });

  test.each<readonly [string, Readonly<Record<string, string>>, string, Error | null, RegExp, RegExp]>([
    ['no id-token', {}, 't', null, /no id-token/, /permissions: \{ contents: read, id-token: write, attestations: write \}/],
    ['no token', env, '', null, /no token/, /token/],
    ['a token that may not', env, 't', Object.assign(new Error('Failed to persist attestation: Resource not accessible by integration'), {}), /refused/, /attestations: write/],
    ['a service that fails', env, 't', new Error('Fulcio answered 500'), /failed/, /status\.sigstore\.dev/],
  ])('with %s is left out with what mends it', async (_, given, token, error, why, fix) => {
    const { folder } = await made;
    const attest: Attest = () => (error === null ? Promise.resolve({}) : Promise.reject(error));
    expect(await attestBundle(folder, { token, env: given }, attest)).toEqual({ why: expect.stringMatching(why), fix: expect.stringMatching(fix) });
  });
});
