/** The reports that real runners wrote (fixtures/make.mjs), each with what the reader must say of it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { judgeReport } from '../../../src/evidence/junit/judge.ts';
import { readReport } from '../../../src/evidence/junit/read.ts';
import { identify, identityKey } from '../../../src/model/identity.ts';
import type { ReadReport, ReportReading } from '../../../src/model/report.ts';
import { PRODUCERS, WRITTEN } from './written-reports.ts';

const FIXTURES = new URL('../../../fixtures/junit/', import.meta.url).pathname;
const ROOTS = ['/home/runner/work/project'];
const GENERATION = '0123456789abcdef0123456789abcdef';

type Made = { readonly scenario: string; readonly report: string | null; readonly exit: number | string };

function madeBy(folder: string): readonly Made[] {
  return (JSON.parse(readFileSync(join(FIXTURES, folder, 'made.json'), 'utf8')) as { made: readonly Made[] }).made;
}

const reading = (folder: string, scenario: string): Promise<ReportReading> => readReport(join(FIXTURES, folder, `${scenario}.xml`));

async function read(folder: string, scenario: string): Promise<ReadReport> {
  const found = await reading(folder, scenario);
  if (found.state === 'refused') throw new Error(`${folder}/${scenario}: ${found.message}`);
  return found;
}

function describeReading(found: ReportReading): string {
  if (found.state === 'refused') return `refused: ${found.code}`;
  const { tests, ...others } = found.totals;
  const parts = Object.entries(others).flatMap(([name, count]) => (name === 'passed' || count > 0 ? [`${count} ${name}`] : []));
  const codes = [...new Set(found.anomalies.map(({ code }) => code))];
  return `${judgeReport(found).verdict}: ${tests} tests, ${parts.join(', ')}${codes.length === 0 ? '' : ` (${codes.join(' ')})`}`;
}

const scenarios = Object.entries(WRITTEN).flatMap(([folder, rows]) => Object.entries(rows).map(([scenario, expected]) => ({ folder, scenario, expected })));

describe('reports of real runners', () => {
  test('every report that was made has its answer here', () => {
    const folders = readdirSync(FIXTURES, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);
    const made = Object.fromEntries(folders.map((folder) => [folder, madeBy(folder).map(({ scenario }) => scenario).sort()]));
    expect(made).toEqual(Object.fromEntries(Object.entries(WRITTEN).map(([folder, rows]) => [folder, Object.keys(rows).sort()])));
  });

  test.each(scenarios.filter(({ expected }) => expected !== 'no report'))('$folder/$scenario is $expected', async ({ folder, scenario, expected }) => {
    const found = await reading(folder, scenario);
    expect(describeReading(found)).toBe(expected);
    if (found.state === 'read' && found.totals.tests > 0) expect(found.producer).toBe(PRODUCERS[folder] ?? null);
  });

  test('a run that failed has a rejected report, save where the runner leaves no trace of it', async () => {
    const green: string[] = [];
    for (const { folder, scenario, expected } of scenarios) {
      const exit = madeBy(folder).find((made) => made.scenario === scenario)?.exit;
      if (exit !== 0 && expected !== 'no report' && judgeReport(await reading(folder, scenario)).verdict === 'accepted') green.push(`${folder}/${scenario}`);
    }
    // Only the exit code tells of these: a file that failed to import, an error that no test waited for, one after all tests.
    expect(green).toEqual(['jest-junit/import-error', 'vitest/unhandled', 'jasmine-reporters/after']);
  });

  test('none holds a path of the machine that made it', () => {
    for (const { folder, scenario, expected } of scenarios) {
      if (expected === 'no report') continue;
      const text = readFileSync(join(FIXTURES, folder, `${scenario}.xml`), 'latin1');
      expect([folder, scenario, /junit-make-|\/root\/|\/work\/main/.exec(text)?.[0]]).toEqual([folder, scenario, undefined]);
    }
  });

  test.each([
    ['pytest-8.3.5', 'green', true],
    ['pytest-newest', 'green', true],
    ['gotestsum', 'green', true],
    ['go-junit-report', 'green', true],
    ['vitest', 'green', true],
    ['node-test-24', 'file-without-tests', false],
    ['jest-junit', 'green', false],
    ['jest-junit', 'import-error-reported', false],
    ['mocha-junit-reporter', 'green', false],
    ['mocha-xunit', 'green', false],
    ['nose2', 'green', false],
    ['unittest-xml-reporting', 'green', false],
    ['ctest', 'green', false],
    ['surefire', 'green', false],
    ['cargo-nextest', 'green', true],
    ['catch2', 'green', true],
    ['playwright', 'green', true],
    ['rspec', 'green', true],
    ['googletest', 'green', false],
    ['gradle', 'green', false],
    ['bats', 'green', false],
  ])('%s/%s: the moment is known: %j', async (folder, scenario, dated) => {
    expect((await read(folder, scenario)).timestamps.some(({ epochMs }) => epochMs !== undefined)).toBe(dated);
  });

  test.each([
    ['pytest-8.3.5', 'properties', 'property'],
    ['pytest-newest', 'properties', 'property'],
    ['mocha-junit-reporter', 'green-pending-listed', 'property'],
    ['surefire', 'green-property', 'property'],
    ['googletest', 'green-property', 'property'],
    ['playwright', 'green-property', 'suite'],
    ['pytest-newest', 'green-suite-name', 'suite'],
    ['jest-junit', 'green-suite-name', 'suite'],
  ])('%s/%s carries the generation as a %s', async (folder, scenario, where) => {
    const { properties, suiteNames } = await read(folder, scenario);
    const places = where === 'suite' ? suiteNames : properties.flatMap(({ name, values }) => (name === 'generation' ? values : []));
    expect(places.some((text) => text.includes(GENERATION))).toBe(true);
  });
});

describe('identities of real tests', () => {
  const keys = async (folder: string, scenario: string) => (await read(folder, scenario)).cases.map((one) => identityKey(identify(one, ROOTS))).sort();

  test.each([
    ['pytest-newest', 'green', 'green-suite-name'],
    ['pytest-newest', 'green', 'green-xdist'],
    ['pytest-newest', 'green', 'green-logging'],
    ['surefire', 'green', 'green-property'],
    ['surefire', 'red', 'failure-ignored'],
    ['ctest', 'missing-executable', 'missing-executable'],
  ])('%s: %s and %s name the same tests', async (folder, one, other) => {
    expect(await keys(folder, one)).toEqual(await keys(folder, other));
  });

  test('of unittest-xml-reporting do not hold the time of the run', async () => {
    const { cases } = await read('unittest-xml-reporting', 'green');
    expect(cases[0]).toMatchObject({ suite: ['tests.test_green.Green'], file: 'tests/test_green.py', name: 'test_passes' });
  });

  test('of node --test hold no absolute path', async () => {
    for (const folder of ['node-test-20', 'node-test-24']) {
      for (const scenario of ['green', 'file-without-tests', 'import-error']) {
        for (const one of (await read(folder, scenario)).cases) expect(JSON.stringify(identify(one, ROOTS))).not.toContain('"/');
      }
    }
  });

  test.each([
    ['pytest-newest', 'red', 'test_fails', 'red/test_red.py:12'],
    ['unittest-xml-reporting', 'red', 'test_fails', '/home/runner/work/project/red/test_red.py:4'],
    ['node-test-24', 'red', 'fails', '/home/runner/work/project/red.test.mjs:4'],
    ['jest-junit', 'import-error-reported', 'imports/import.test.js', 'imports/import.test.js:1'],
    ['vitest', 'red', 'fails', 'red/red.test.js:3'],
    ['mocha-junit-reporter', 'red', 'fails', '/home/runner/work/project/mocha/red.js:3'],
    ['gotestsum', 'red', 'TestFails', 'red_test.go:6'],
    ['go-junit-report', 'red', 'TestFails', 'red_test.go:6'],
    ['surefire', 'red', 'fails', 'RedTest.java:8'],
    ['gradle', 'red', 'fails', 'Red.java:5'],
    ['googletest', 'red', 'Fails', 'gtest.cpp:4'],
    ['cargo-nextest', 'red', 'tests::fails', 'src/lib.rs:10'],
    ['playwright', 'red', 'fails', '/home/runner/work/project/playwright/red.spec.ts:3'],
  ])('%s/%s: the place of %s is %s', async (folder, scenario, name, place) => {
    const { cases } = await read(folder, scenario);
    expect(cases.filter((one) => one.name === name).map(({ failure }) => failure?.place)).toContain(place);
  });
});
