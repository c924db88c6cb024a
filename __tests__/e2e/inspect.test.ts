/** `inspect` as people use it: several files, a folder, a pattern that matches nothing, a limit (EV3, EV4). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { judged, program, type Judged } from '../support/cli.ts';
import { freshFolder, removeFolders } from '../support/repository.ts';

interface InspectedFile {
  readonly path: string;
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
  readonly verdict: string;
  readonly anomalies: readonly string[];
}

let folder: string;
beforeAll(() => {
  folder = freshFolder();
  mkdirSync(join(folder, 'reports'));
  const report = (inner: string): string => `<testsuites><testsuite name="s">${inner}</testsuite></testsuites>`;
  writeFileSync(join(folder, 'reports/green.xml'), report('<testcase name="a"/><testcase name="b"><skipped/></testcase>'));
  writeFileSync(join(folder, 'reports/red.xml'), report('<testcase name="a"/><testcase name="b"><failure message="no"/></testcase>'));
  writeFileSync(join(folder, 'reports/many.xml'), report(Array.from({ length: 11 }, (_, at) => `<testcase name="t${at}"/>`).join('')));
});
afterAll(removeFolders);

const inspect = (...args: readonly string[]): Promise<Judged> => judged(['inspect', ...args], { cwd: folder });
const filesOf = ({ envelope }: Judged): readonly InspectedFile[] => envelope['files'] as readonly InspectedFile[];

describe('inspect', () => {
  test('gives one row a file, in order, in the documented shape', async () => {
    const seen = await inspect('reports/green.xml', 'reports/red.xml');
    expect(seen.code).toBe(1);
    expect(filesOf(seen)).toEqual([
      { path: 'reports/green.xml', tests: 2, failures: 0, errors: 0, skipped: 1, verdict: 'accepted', anomalies: [] },
      { path: 'reports/red.xml', tests: 2, failures: 1, errors: 0, skipped: 0, verdict: 'rejected', anomalies: ['red: 1 failure and 0 errors'] },
    ]);
    expect(seen.envelope.tests).toEqual({ total: 4, passed: 2, failed: 1, errored: 0, skipped: 1, flaky: 0 });
    expect(seen.envelope.findings).toMatchObject([{ rule: 'GG-EVIDENCE-REPORT-REJECTED', paths: ['reports/red.xml'] }]);
  });
  test('accepts where all are accepted', async () => {
    expect((await inspect('reports/green.xml', 'reports/many.xml')).code).toBe(0);
  });
  test.each([
    ['reports', 'folder: ', 'hint: Name the reports in it, for example reports/*.xml'],
    ['none/*.xml', 'absent: ', 'hint: No file matches this pattern here; a shell passes on unchanged what matches nothing'],
  ])('%s is rejected, and the row says what to write', async (path, code, hint) => {
    const seen = await inspect(path);
    expect(seen.code).toBe(1);
    expect(filesOf(seen)).toMatchObject([{ path, tests: 0, verdict: 'rejected', anomalies: [expect.stringMatching(new RegExp(`^${code}`)) as unknown, hint] }]);
  });
  test('reads within other limits where they are given', async () => {
    const low = await inspect('--report-limit', 'cases=10', 'reports/many.xml');
    expect(filesOf(low)[0]?.anomalies[0]).toMatch(/^limit-cases: Line 1, column \d+: .*; where such a report is meant, raise the limit: --report-limit cases=COUNT$/);
    expect((await inspect('--report-limit', 'cases=10', '--report-limit', 'cases=11', 'reports/many.xml')).code).toBe(0);
  });
  test.each(['cases', 'cases=0', 'cases=-1', 'case=5', 'cases=5e3'])('--report-limit %s is not understood', async (limit) => {
    const { code, stderr, stdout } = await program(['inspect', '--report-limit', limit, 'reports/green.xml'], { cwd: folder });
    expect(code).toBe(2);
    expect(stdout + stderr).toContain('bytes=300000000');
  });
});
