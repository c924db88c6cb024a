/**
 * The state machine over elements and text: it knows what JUnit elements mean and where they may stand, and does no
 * I/O. Elements are told by their local name in any case and namespace, so that nothing red hides behind a prefix.
 */
import type { CaseDraft, RedKind, ReportDraft, Signature, SuiteDraft } from './draft.ts';
import { readCounts } from './counts.ts';
import { describeFailure, shorten } from './failure.ts';
import { createKeeper, createProperties, createTimestamps } from './gathered.ts';
import type { ReportLimits } from './limits.ts';
import { ReportRefusal } from './refusal.ts';
import type { Position } from './refusal.ts';
import { readTimestamp } from './timestamps.ts';
import type { Element, TokenSink } from './tokenizer.ts';

type Frame =
  | { readonly kind: 'suite'; readonly suite: SuiteDraft }
  | { readonly kind: 'case'; readonly test: CaseDraft }
  | { readonly kind: 'red'; readonly element: Element; readonly red: RedKind; body: string }
  | { readonly kind: 'skipped'; readonly element: Element; body: string }
  | { readonly kind: 'property'; readonly name: string; readonly value: string | undefined; body: string }
  | { readonly kind: 'other' };

const SKIP_MESSAGE_LENGTH = 200;
const SIGNATURE_PROPERTIES = 50;

/** Roots of other formats that are taken for JUnit reports by mistake. */
const OTHER_FORMATS: Readonly<Record<string, string>> = {
  html: 'an HTML page',
  testrun: 'a Visual Studio test result (TRX)',
  assemblies: 'an xUnit.net report',
  'test-run': 'an NUnit 3 report',
  'test-results': 'an NUnit 2 report',
  'testng-results': 'a TestNG report',
  site: 'a CTest dashboard file (ask ctest for --output-junit)',
  coverage: 'a coverage report',
  report: 'a JaCoCo coverage report',
  checkstyle: 'a Checkstyle report',
  robot: 'a Robot Framework output file (ask rebot for --xunit)',
  testexecutions: 'a SonarQube report of test executions',
  pmd: 'a PMD report',
  issues: 'an Android lint report',
  bugcollection: 'a SpotBugs report',
  results: 'a cppcheck report',
  testcase: 'a QTestLib log (ask for -o FILE,junitxml or, before Qt 5.15, xunitxml)',
  testlog: 'a Boost.Test log (ask for --log_format=JUNIT)',
};

/** What a `status`, `result` or `outcome` attribute of a case says where no element does. */
const STATED: Readonly<Record<string, 'red' | 'skipped'>> = {
  fail: 'red', failed: 'red', failure: 'red', error: 'red', errored: 'red', broken: 'red', crashed: 'red', timeout: 'red',
  'timed out': 'red', timedout: 'red', aborted: 'red', killed: 'red', interrupted: 'red', unstable: 'red', panicked: 'red',
  notrun: 'skipped', 'not run': 'skipped', disabled: 'skipped', skipped: 'skipped', skip: 'skipped', ignored: 'skipped',
  ignore: 'skipped', pending: 'skipped', suppressed: 'skipped', todo: 'skipped',
};

export type Machine = TokenSink & { readonly finish: () => ReportDraft };

export function createMachine(limits: ReportLimits): Machine {
  const keep = createKeeper(limits);
  const properties = createProperties();
  const timestamps = createTimestamps();
  const suiteNames = new Set<string>();
  const stack: Frame[] = [];
  const propertyNames: string[] = [];
  const signature: Signature = { root: '', rootAttributes: [], suiteAttributes: [], caseAttributes: [], propertyNames };
  let root: SuiteDraft | undefined;
  let cases = 0;
  let suites = 0;
  let failures = 0;

  function innermostSuite(): SuiteDraft | undefined {
    for (let at = stack.length - 1; at >= 0; at -= 1) {
      const frame = stack[at];
      if (frame?.kind === 'suite') return frame.suite;
    }
    return undefined;
  }
  function innermostCase(): CaseDraft | undefined {
    for (let at = stack.length - 1; at >= 0; at -= 1) {
      const frame = stack[at];
      if (frame?.kind === 'case') return frame.test;
      if (frame?.kind === 'suite') return undefined;
    }
    return undefined;
  }

  function openSuite(element: Element, listed: boolean): Frame {
    suites += 1;
    if (suites > limits.suites) refuseAt('limit-suites', `The report holds more than ${limits.suites} suites`, element.position);
    const parent = innermostSuite();
    const { attributes, position } = element;
    const name = keep(attributes.get('name') ?? '', position, true);
    const file = attributes.get('file') ?? attributes.get('filepath');
    const suite: SuiteDraft = {
      name,
      parent,
      listed,
      file: file === undefined || file === '' ? parent?.file : keep(file, position, true),
      announced: readCounts(element),
      position,
      suites: [],
      cases: [],
      failures: 0,
      errors: 0,
      reds: [],
    };
    if (name !== '') suiteNames.add(name);
    noteTimestamp(element);
    if (parent === undefined) root = suite;
    else parent.suites = appended(parent.suites, suite);
    if (listed && signature.suiteAttributes.length === 0) signature.suiteAttributes = brief(element);
    return { kind: 'suite', suite };
  }

  function openCase(element: Element): Frame {
    cases += 1;
    if (cases > limits.cases) refuseAt('limit-cases', `The report holds more than ${limits.cases} test cases`, element.position);
    const { attributes, position } = element;
    const suite = innermostSuite();
    const file = attributes.get('file') ?? attributes.get('filepath');
    const stated = statedOutcome(attributes);
    const test: CaseDraft = {
      file: file === undefined || file === '' ? suite?.file : keep(file, position, true),
      class: keep(attributes.get('classname') ?? attributes.get('class') ?? '', position, true),
      name: keep((attributes.get('name') ?? '').trim(), position),
      position,
      failed: false,
      errored: false,
      skipped: stated?.says === 'skipped',
      retried: false,
      redAttribute: stated?.says === 'red' ? stated.written : undefined,
      skipMessage: undefined,
      failure: undefined,
    };
    if (suite !== undefined) suite.cases = appended(suite.cases, test);
    noteTimestamp(element);
    if (signature.caseAttributes.length === 0) signature.caseAttributes = brief(element);
    return { kind: 'case', test };
  }

  function noteTimestamp(element: Element): void {
    const raw = element.attributes.get('timestamp');
    if (raw !== undefined && raw !== '') timestamps.add(readTimestamp(raw));
  }

  function openRed(element: Element, red: RedKind): Frame {
    const test = innermostCase();
    if (test !== undefined && red === 'failure') test.failed = true;
    if (test !== undefined && red === 'error') test.errored = true;
    return { kind: 'red', element, red, body: '' };
  }

  function closeRed(frame: Extract<Frame, { kind: 'red' }>): void {
    const test = innermostCase();
    if (test?.failure !== undefined) return;
    const suite = innermostSuite();
    if (test === undefined && suite !== undefined) suite[frame.red === 'failure' ? 'failures' : 'errors'] += 1;
    failures += 1;
    if (failures > limits.failures) return;
    const failure = describeFailure({ attributes: frame.element.attributes, body: frame.body });
    const { position } = frame.element;
    const kept = {
      type: keep(failure.type, position, true),
      message: keep(failure.message, position),
      place: keep(failure.place, position),
    };
    if (test !== undefined) test.failure = kept;
    else if (suite !== undefined) suite.reds = appended(suite.reds, { kind: frame.red, failure: kept, position });
  }

  function closeSkipped(frame: Extract<Frame, { kind: 'skipped' }>): void {
    const test = innermostCase();
    if (test === undefined) return;
    const message = (frame.element.attributes.get('message') ?? '').trim() || frame.body.trim();
    test.skipMessage ??= keep(shorten(message, SKIP_MESSAGE_LENGTH), frame.element.position, true);
  }

  function closeProperty(frame: Extract<Frame, { kind: 'property' }>): void {
    if (frame.name === '') return;
    if (propertyNames.length < SIGNATURE_PROPERTIES) propertyNames.push(frame.name.slice(0, 100));
    properties.add(frame.name, frame.value ?? frame.body.trim());
  }

  function frameFor(element: Element): Frame {
    switch (element.name) {
      case 'testsuites':
        return openSuite(element, stack.length > 0);
      case 'testsuite':
        return openSuite(element, true);
      case 'testcase':
        return openCase(element);
      case 'failure':
      case 'error':
        return openRed(element, element.name);
      case 'rerunfailure':
      case 'rerunerror':
      case 'flakyfailure':
      case 'flakyerror': {
        const test = innermostCase();
        if (test !== undefined) test.retried = true;
        return { kind: 'other' };
      }
      case 'skipped':
      case 'skip':
      case 'ignored': {
        const test = innermostCase();
        if (test !== undefined) test.skipped = true;
        return { kind: 'skipped', element, body: '' };
      }
      case 'property':
        return {
          kind: 'property',
          name: element.attributes.get('name') ?? '',
          value: element.attributes.get('value'),
          body: '',
        };
      default:
        return { kind: 'other' };
    }
  }

  return {
    open(element) {
      if (stack.length === 0) {
        refuseOtherRoot(element);
        signature.root = element.name;
        signature.rootAttributes = brief(element);
      }
      stack.push(frameFor(element));
    },
    close() {
      const frame = stack.pop();
      if (frame?.kind === 'red') closeRed(frame);
      if (frame?.kind === 'skipped') closeSkipped(frame);
      if (frame?.kind === 'property') closeProperty(frame);
    },
    wantsText() {
      const frame = stack.at(-1);
      return frame !== undefined && 'body' in frame;
    },
    text(text) {
      const frame = stack.at(-1);
      if (frame === undefined || !('body' in frame)) return;
      const room = limits.textLength - frame.body.length;
      if (room > 0) frame.body += text.slice(0, room);
    },
    finish() {
      if (root === undefined) throw new ReportRefusal('truncated', 'The document ends before any element');
      return {
        root,
        signature,
        suiteNames: [...suiteNames],
        properties: properties.all(),
        timestamps: timestamps.all(),
        dropped: {
          properties: properties.dropped(),
          timestamps: timestamps.dropped(),
          failures: Math.max(0, failures - limits.failures),
        },
      };
    },
  };
}

/** `list` with `item` at its end. A first `push` would make room for seventeen. */
function appended<T>(list: T[], item: T): T[] {
  if (list.length === 0) return [item];
  list.push(item);
  return list;
}

function refuseAt(code: 'limit-cases' | 'limit-suites', message: string, position: Position): never {
  throw new ReportRefusal(code, message, position);
}

function refuseOtherRoot(element: Element): void {
  if (element.name === 'testsuites' || element.name === 'testsuite') return;
  const known = Object.hasOwn(OTHER_FORMATS, element.name) ? OTHER_FORMATS[element.name] : undefined;
  const shown = shorten(element.name, 60);
  const message = `The root element is <${shown}>, not <testsuites> or <testsuite>${known === undefined ? '' : `: this is ${known}`}`;
  throw new ReportRefusal(element.name === 'html' ? 'html' : 'wrong-root', message, element.position);
}

/** Signatures need names and the beginnings of values, no more. */
function brief(element: Element): readonly (readonly [string, string])[] {
  return element.written.map(([name, value]) => [name.slice(0, 100), value.slice(0, 200)] as const);
}

function statedOutcome(
  attributes: ReadonlyMap<string, string>,
): { readonly says: 'red' | 'skipped'; readonly written: string } | undefined {
  let skipped: string | undefined;
  for (const name of ['status', 'result', 'outcome', 'state']) {
    const value = attributes.get(name)?.trim() ?? '';
    const key = value.toLowerCase();
    const says = Object.hasOwn(STATED, key) ? STATED[key] : undefined;
    if (says === 'red') return { says, written: `${name}="${value}"` };
    if (says === 'skipped') skipped ??= `${name}="${value}"`;
  }
  for (const name of ['failures', 'errors']) {
    const value = attributes.get(name)?.trim() ?? '';
    if (/^\d*[1-9]\d*$/.test(value)) return { says: 'red', written: `${name}="${shorten(value, 20)}"` };
  }
  if (/^false$/i.test(attributes.get('success')?.trim() ?? '')) return { says: 'red', written: 'success="false"' };
  return skipped === undefined ? undefined : { says: 'skipped', written: skipped };
}
