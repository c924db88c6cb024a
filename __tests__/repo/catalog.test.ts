import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { BUNDLE_CATALOG } from '../../src/verify/bundle-catalog.ts';
import { CATALOG, STAMP_RULES } from '../../src/verify/catalog.ts';
import { REFUSALS } from '../../src/verify/refusals.ts';
import type { Rule } from '../../src/verify/rule.ts';
import { WORKFLOW_RULES } from '../../src/workflows/rules.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PAGES = join(ROOT, 'docs/rules');
const RULES = join(ROOT, 'src/verify/rules');
const TABLES = join(ROOT, '__tests__/verify/rules');

const documented: readonly { readonly id: string; readonly title: string; readonly hard?: boolean }[] = [...CATALOG, ...BUNDLE_CATALOG, ...REFUSALS, ...WORKFLOW_RULES];

function filesIn(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(ending)).toSorted();
}

async function declaredRules(): Promise<{ readonly file: string; readonly rules: readonly { readonly name: string; readonly rule: Rule }[] }[]> {
  return Promise.all(
    filesIn(RULES, '.ts').map(async (file) => {
      const exported = Object.entries((await import(join(RULES, file))) as Record<string, unknown>);
      return { file, rules: exported.flatMap(([name, value]) => (typeof value === 'object' && value !== null && 'check' in value ? [{ name, rule: value as Rule }] : [])) };
    }),
  );
}

/** What the table tests say about each rule: the text from its heading to the next one. */
function tables(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const file of filesIn(TABLES, '.test.ts')) {
    for (const part of readFileSync(join(TABLES, file), 'utf8').split(/^(?=judges\(|describe\()/m).slice(1)) {
      const heading = /^judges\(\s*(\w+)|^describe\(\s*['"`](GG-[A-Z-]+)/.exec(part);
      const subject = heading?.[1] ?? heading?.[2];
      if (subject !== undefined) found.set(subject, (found.get(subject) ?? '') + part);
    }
  }
  return found;
}

describe('the catalog', () => {
  test('holds every rule file once, one rule a file', async () => {
    const declared = await declaredRules();
    expect(declared.filter(({ rules }) => rules.length !== 1).map(({ file }) => file)).toEqual([]);
    const ids = declared.flatMap(({ rules }) => rules.map(({ rule }) => rule.id));
    expect([...CATALOG, ...BUNDLE_CATALOG].map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  });

  test('has an id, a title and reasons for each', () => {
    expect(new Set(documented.map(({ id }) => id)).size).toBe(documented.length);
    for (const { id, title } of documented) {
      expect(id).toMatch(/^GG-[A-Z]+(-[A-Z]+)+$/);
      expect(title).toMatch(/^\p{Lu}.*[^.]$/u);
    }
    for (const { why, steps } of [...CATALOG, ...BUNDLE_CATALOG]) {
      expect(why).toMatch(/^\p{Lu}.*\.$/u);
      expect(steps.length).toBeGreaterThan(0);
    }
    expect(CATALOG.filter((rule) => STAMP_RULES.includes(rule))).toEqual([...STAMP_RULES]);
  });

  test('lowers no hard stop', () => {
    const hard = [...CATALOG, ...BUNDLE_CATALOG].filter((rule) => rule.hard).map(({ id }) => id);
    expect(HARD_STOPS.filter((id) => !hard.includes(id))).toEqual([]);
  });

  test('asks every rule at the check, and at the stamp those about what is prepared there', () => {
    expect(CATALOG.filter(({ steps }) => !steps.includes('check')).map(({ id }) => id)).toEqual([]);
    expect(CATALOG.filter(({ steps }) => steps.includes('stamp')).map(({ id }) => id).toSorted()).toEqual(ASKED_AT_STAMP);
  });

  test('has a page for every id, and no other page', () => {
    expect(filesIn(PAGES, '.md')).toEqual(documented.map(({ id }) => `${id}.md`).toSorted());
  });

  test.each(documented.map((one) => [one.id, one] as const))('%s: its page says the same', (id, { title, hard }) => {
    const page = readFileSync(join(PAGES, `${id}.md`), 'utf8');
    const words = page.replace(/\s+/g, ' ');
    expect(page).toMatch(new RegExp(`^# ${id}\n\n`));
    expect(words).toContain(`# ${id} ${title}. `);
    expect(page).toMatch(/^\*\*(Broken|Unknown|Listed|Refused) when\*\* /m);
    expect(page).toMatch(/^\*\*Why\.\*\* /m);
    expect(page).toMatch(/^\*\*What to do\.\*\* /m);
    expect(words).toMatch(/Requirements: [A-Z]{2}\d(, [A-Z]{2}\d)*\. $/);
    if (hard !== undefined) expect(page.includes('\nHard stop: ')).toBe(hard);
    for (const other of words.matchAll(/GG-[A-Z-]+[A-Z]/g)) expect(documented.map((one) => one.id)).toContain(other[0]);
  });

  test('has a table test for every rule that sees it do more than hold', async () => {
    const tested = tables();
    const unseen = (await declaredRules())
      .flatMap(({ rules }) => rules)
      .filter(({ name, rule }) => !/'(broken|unknown|unproven|listed)'/.test((tested.get(name) ?? '') + (tested.get(rule.id) ?? '')));
    expect(unseen.map(({ rule }) => rule.id)).toEqual([]);
  });

  test('knows every finding that is raised in the sources', () => {
    const raised = filesIn(join(ROOT, 'src'), '.ts').flatMap((file) => [...readFileSync(join(ROOT, 'src', file), 'utf8').matchAll(/(?:\brule: |\brefuse\()'(GG-[A-Z-]+)'/g)].map((match) => match[1]));
    expect(raised.length).toBeGreaterThan(5);
    expect([...new Set(raised)].filter((id) => !documented.some((one) => one.id === id))).toEqual([]);
  });

  test('is what the decision table speaks of', () => {
    const rows = readFileSync(join(ROOT, 'docs/decision-table.md'), 'utf8').split('\n').filter((line) => /^\| *\d/.test(line));
    expect(rows).toHaveLength(10);
    for (const row of rows) {
      const ids = [...row.matchAll(/GG-[A-Z-]+[A-Z]/g)].map((match) => match[0]);
      expect(ids.length).toBeGreaterThan(0);
      for (const id of ids) expect(documented.map((one) => one.id)).toContain(id);
    }
  });
});

/** Findings that no policy may lower (PO2). Whoever takes one off this list changes what an accepted verdict means. */
const HARD_STOPS = [
  'GG-STAMP-MISSING',
  'GG-STAMP-MALFORMED',
  'GG-STAMP-FOREIGN',
  'GG-STAMP-UNEXPECTED',
  'GG-TREE-CHANGED',
  'GG-TREE-OTHER',
  'GG-POLICY-SOFTENED',
  'GG-FAN-IN-OTHER-POLICY',
  'GG-PURGE-INCOMPLETE',
  'GG-SETUP-FAILED',
  'GG-BYTECODE-PREDATES-STAMP',
  'GG-BYTECODE-SOURCELESS',
  'GG-BYTECODE-DOES-NOT-FIT',
  'GG-BYTECODE-OUTSIDE-RUN',
  'GG-ORIGIN-EDITABLE-ELSEWHERE',
  'GG-ENVIRONMENT-OTHER-CHECKOUT',
  'GG-RUN-NOT-RECORDED',
  'GG-RUN-FAILED',
  'GG-RUN-LOG-CHANGED',
  'GG-EVIDENCE-NO-REPORT',
  'GG-EVIDENCE-RED',
  'GG-EVIDENCE-NO-TESTS',
  'GG-EVIDENCE-NAMELESS-TEST',
  'GG-EVIDENCE-PREDATES-STAMP',
  'GG-EVIDENCE-UNCHANGED-SINCE-STAMP',
  'GG-EVIDENCE-OTHER-GENERATION',
  'GG-EVIDENCE-TIMESTAMP-BEFORE-STAMP',
  'GG-EVIDENCE-AFTER-RUN',
  'GG-EVIDENCE-NOT-A-FILE',
  'GG-EVIDENCE-OUTSIDE-ROOTS',
  'GG-EVIDENCE-CHANGED-WHILE-READ',
  'GG-EVIDENCE-UNREADABLE',
  'GG-SUMMARY-UNCHECKED',
  'GG-SUMMARY-UNREADABLE',
  'GG-SUMMARY-UNCITED',
  'GG-SUMMARY-OTHER-VERDICT',
  'GG-SUMMARY-CLAIM',
  'GG-SUMMARY-CELL',
  'GG-BUNDLE-UNREADABLE',
  'GG-BUNDLE-CHANGED',
  'GG-BUNDLE-OTHER-VERDICT',
  'GG-BUNDLE-PATCH',
  'GG-FAN-IN-MISSING-CELL',
  'GG-FAN-IN-DUPLICATE-CELL',
  'GG-FAN-IN-REJECTED-CELL',
  'GG-FAN-IN-MIXED-TREES',
  'GG-FAN-IN-OTHER-TREE',
  'GG-FAN-IN-OTHER-COMMAND',
  'GG-FAN-IN-REQUIRED-TEST',
  'GG-FAN-IN-REQUIRED-FIX',
];

const ASKED_AT_STAMP = [
  'GG-ENVIRONMENT-OTHER-CHECKOUT',
  'GG-EVIDENCE-QUARANTINED',
  'GG-ORIGIN-EDITABLE-ELSEWHERE',
  'GG-ORIGIN-IMPORT',
  'GG-ORIGIN-UNPROBED',
  'GG-POLICY-DEVIATION-EXPIRED',
  'GG-POLICY-HEAD-NOT-COUNTED',
  'GG-PURGE-INCOMPLETE',
  'GG-SETUP-FAILED',
  'GG-TREE-NESTED-CONTENT',
  'GG-TREE-RAW-FILTERED',
];
