/**
 * Producers of JUnit reports, recognised by what they write, and the quirks that decide how their numbers are read.
 * Quirks are data: a row says what a healthy run of that producer looks like, and the reader has no other exceptions.
 */
import type { Signature } from './draft.ts';

export type Dialect = {
  readonly producer: string;
  /** All that are given must hold. */
  readonly signs: {
    readonly root?: 'testsuites' | 'testsuite';
    /** `name` of the root. */
    readonly rootName?: RegExp;
    /** `name` of the first suite. */
    readonly suiteName?: RegExp;
    /** Attributes of the first suite, joined by spaces, in the order in which they are written. */
    readonly suiteAttributes?: RegExp;
    readonly rootAttributes?: RegExp;
    readonly caseAttributes?: RegExp;
    readonly property?: RegExp;
    /** Value of the root's schema location. */
    readonly schema?: RegExp;
  };
  /** Healthy runs announce more tests than they hold: why, and how many more at most where that is known. */
  readonly announcesMore?: { readonly why: string; readonly atMost?: 'skipped' };
  /** Equal cases in a suite that counts fewer tests are never attempts of one test. */
  readonly repeatsNothing?: boolean;
  /** Why elements beyond the announced number of tests were not executed, although they look passed. */
  readonly uncountedNotExecuted?: string;
  /** The innermost suite's name says nothing about a test: it varies between runs or is set by an option. */
  readonly suiteNameVaries?: boolean;
  /** What to cut from suite names, so that they are equal between runs. */
  readonly suiteNameNoise?: RegExp;
  /** Skip messages that stand for a test which could not run at all. */
  readonly redSkips?: RegExp;
};

/** First match wins. */
export const DIALECTS: readonly Dialect[] = [
  { producer: 'nose2', signs: { root: 'testsuite', rootName: /^nose2-junit$/ } },
  { producer: 'Cucumber', signs: { root: 'testsuite', rootName: /^Cucumber$/ } },
  {
    producer: 'pytest',
    signs: { suiteAttributes: /^name errors failures skipped tests time( timestamp hostname)?$/, caseAttributes: /^(classname name|time$|$)/ },
    announcesMore: { why: 'pytest counts each subtest and each failing teardown, and may keep one element for all of them' },
    suiteNameVaries: true,
  },
  {
    producer: 'surefire',
    signs: { root: 'testsuite', schema: /maven\.apache\.org\/surefire/ },
  },
  {
    producer: 'ctest',
    signs: { root: 'testsuite', rootAttributes: /^name tests failures disabled skipped hostname time timestamp$/ },
    redSkips: /unable to find|required files? (?:missing|not found)|could not find/i,
  },
  {
    producer: 'unittest-xml-reporting',
    signs: { suiteName: /-\d{14}$/ },
    suiteNameNoise: /-\d{14}$/,
  },
  {
    producer: 'jest-junit',
    signs: { root: 'testsuites', suiteAttributes: /^name errors failures skipped timestamp time tests/ },
    repeatsNothing: true,
    uncountedNotExecuted: 'jest-junit lists tests that are yet to be written like passes, and does not count them',
  },
  { producer: 'vitest', signs: { root: 'testsuites', rootName: /^vitest tests$/ }, repeatsNothing: true },
  {
    producer: 'mocha-junit-reporter',
    signs: { root: 'testsuites', suiteAttributes: /^name timestamp tests (file )?time failures/ },
    announcesMore: { why: 'mocha-junit-reporter counts pending tests, and lists them only with includePending', atMost: 'skipped' },
  },
  { producer: 'mocha', signs: { root: 'testsuite', rootName: /^Mocha Tests$/ } },
  { producer: 'gotestsum', signs: { root: 'testsuites', rootAttributes: /^tests failures errors time$/, property: /^go\.version$/ } },
  { producer: 'go-junit-report', signs: { root: 'testsuites', suiteAttributes: /^name tests failures errors id hostname/ } },
  { producer: 'node --test', signs: { root: 'testsuites', rootAttributes: /^$/, caseAttributes: /^name time classname/ } },
  { producer: 'googletest', signs: { root: 'testsuites', rootName: /^AllTests$/ } },
  {
    producer: 'doctest',
    signs: { root: 'testsuites', suiteAttributes: /^name errors failures tests time timestamp doctest_version/ },
    announcesMore: { why: 'doctest counts assertions, and lists test cases' },
  },
  {
    // Version 3 adds `skipped` to suites and `status` to cases.
    producer: 'Catch2',
    signs: { root: 'testsuites', rootAttributes: /^$/, suiteAttributes: /^(name )?errors failures (skipped )?tests hostname time timestamp$/, caseAttributes: /^classname name time/ },
    announcesMore: { why: 'Catch2 counts assertions, and lists sections' },
  },
  {
    // `cargo test -- --format junit`, the standard harness; `test` is the only name that it gives.
    producer: 'libtest',
    signs: { root: 'testsuites', suiteName: /^test$/, suiteAttributes: /^name package id errors failures tests skipped/ },
    announcesMore: { why: 'libtest counts ignored tests, and does not list them', atMost: 'skipped' },
  },
  {
    producer: 'Pester',
    signs: { root: 'testsuites', rootName: /^Pester$/ },
    announcesMore: { why: 'Pester counts tests that were not selected, and does not list them', atMost: 'skipped' },
  },
  { producer: 'cargo-nextest', signs: { root: 'testsuites', rootName: /^nextest-run$/ }, repeatsNothing: true },
  { producer: 'playwright', signs: { root: 'testsuites', rootAttributes: /^id name tests failures skipped errors time$/ }, repeatsNothing: true },
  { producer: 'deno test', signs: { root: 'testsuites', rootName: /^deno test$/ }, repeatsNothing: true },
  { producer: 'bun test', signs: { root: 'testsuites', rootName: /^bun test$/ }, repeatsNothing: true },
  { producer: 'rspec', signs: { root: 'testsuite', rootName: /^rspec/, rootAttributes: /^name tests skipped failures errors time timestamp hostname$/ }, repeatsNothing: true },
  { producer: 'PHPUnit', signs: { root: 'testsuites', suiteAttributes: /^name (file )?tests assertions errors (warnings )?failures skipped time/, caseAttributes: /^name (class|file)/ } },
];

/** The row of the producer that wrote a report with this signature. */
export function recognise(signature: Signature): Dialect | undefined {
  return DIALECTS.find(({ signs }) => {
    const holds = (form: RegExp | undefined, text: string): boolean => form === undefined || form.test(text);
    return (
      (signs.root === undefined || signs.root === signature.root) &&
      holds(signs.rootName, valueOf(signature.rootAttributes, 'name')) &&
      holds(signs.suiteName, valueOf(signature.suiteAttributes, 'name')) &&
      holds(signs.rootAttributes, namesOf(signature.rootAttributes)) &&
      holds(signs.suiteAttributes, namesOf(signature.suiteAttributes)) &&
      holds(signs.caseAttributes, namesOf(signature.caseAttributes)) &&
      (signs.property === undefined || signature.propertyNames.some((name) => holds(signs.property, name))) &&
      holds(signs.schema, valueOf(signature.rootAttributes, 'xsi:noNamespaceSchemaLocation'))
    );
  });
}

function namesOf(attributes: Signature['rootAttributes']): string {
  return attributes.map(([name]) => name).join(' ');
}

function valueOf(attributes: Signature['rootAttributes'], wanted: string): string {
  return attributes.find(([name]) => name === wanted)?.[1] ?? '';
}
