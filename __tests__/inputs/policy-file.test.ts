/** The policy file: what is read, and what is refused at which place (PO1, PO2). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { policySchemaText } from '../../scripts/policy-schema.ts';
import { parsePolicy } from '../../src/inputs/policy-file.ts';
import { UsageError } from '../../src/model/errors.ts';
import { cellsOf, commandFor, POLICY_EXAMPLES, POLICY_SCHEMA_FILE, policySchema, type Policy } from '../../src/model/policy.ts';
import { CATALOG } from '../../src/verify/catalog.ts';
import { ROOT } from '../support/dist.ts';

function read(text: string, name = 'generation-gate.config.yml'): Policy {
  return parsePolicy(Buffer.from(text), name, CATALOG);
}

/** `line:column what | fix` of the refusal. */
function refusal(text: string, name = 'generation-gate.config.yml'): string {
  try {
    read(text, name);
  } catch (error) {
    if (!(error instanceof UsageError) || error.code !== 'GG-POLICY-MALFORMED') throw error;
    return `${error.message.slice(name.length + 1)} | ${error.fix}`;
  }
  throw new Error(`nothing was refused in ${text}`);
}

describe('a policy is read', () => {
  test.each(Object.entries(POLICY_EXAMPLES))('the example of %s', (key, example) => {
    expect(Object.keys(read(example))).toEqual([key]);
  });

  test('empty, commented, with a byte order mark, as YAML and as JSON', () => {
    expect(read('')).toEqual({});
    expect(read('# nothing yet\n')).toEqual({});
    expect(read('\uFEFFreplay: true\n')).toEqual({ replay: true });
    expect(read('{\n\t"replay": true,\n\t"evidence": [\n\t\t"a.xml"\n\t]\n}\n', 'generation-gate.config.json')).toEqual({ replay: true, evidence: ['a.xml'] });
  });

  test('with a command of all cells, and of one', () => {
    const policy = read('command: [pytest]\ncells:\n  linux:\n  slow:\n    run: |\n      pytest -m slow\n');
    expect(cellsOf(policy)).toEqual(['linux', 'slow']);
    expect(commandFor(policy, 'linux')).toMatchObject({ command: ['pytest'] });
    expect(commandFor(policy, 'slow')).toMatchObject({ run: 'pytest -m slow\n' });
    expect(commandFor(policy, 'constructor')).toMatchObject({ command: ['pytest'] });
    expect(commandFor(read('evidence: [a.xml]'), null)).toBeNull();
  });
});

describe('a policy is refused at its line and column', () => {
  test.each<[string, string, RegExp]>([
    ['an unknown key', 'replay: true\nevidnce: [x]', /^2:1: there is no key "evidnce" \| The nearest is "evidence"\./],
    ['an unknown key of a cell', 'cells:\n  a:\n    comand: [x]', /^3:5: there is no key "comand" in "cells\.a" \| The nearest is "command"/],
    ['an unknown key of a deviation', 'accept:\n  - rule: GG-RUN-REPEATED\n    path: y\n    reason: x\n    expires: 2030-01-01', /^3:5: there is no key "path" in "accept\.0" \| The nearest is "paths"/],
    ['a key twice', 'replay: true\nreplay: false', /^2:1: this key is there twice/],
    ['a wrong word', 'witness: requird', /^1:10: "witness" cannot be "requird"; it is one of off, observe, required \| .*witness: required/],
    ['a wrong type', 'evidence:\n  - 1', /^2:5: "evidence\.0" cannot be 1; it is text/],
    ['a number out of range', 'timeout: -1', /^1:10: "timeout" cannot be -1/],
    ['no value', 'witness:', /"witness" has no value/],
    ['a list where a mapping belongs', '- a', /^1:1: a policy is a mapping/],
    ['a key that is a number', 'cells:\n  3.10:', /^2:3: this key is no text \| Quote it/],
    ['a path that leads out', 'script: a/../../x', /^1:9: "script" cannot be/],
    ['an absolute path', 'workdir: /tmp', /^1:10: "workdir" cannot be/],
    ['two commands', 'run: a\nscript: b', /^2:1: "script" names a second command beside "run"/],
    ['two commands of a cell', 'cells:\n  a:\n    run: x\n    script: y', /^4:5: "script" names a second command/],
    ['two setups', 'setup: a\nsetup-script: b', /^2:1: "setup-script" names a second setup/],
    ['an anchor', 'owned: &a [x]', /^1:11: an anchor/],
    ['an alias', 'owned: [x]\nforbidden: *a', /alias|Alias/],
    ['a merge key', '<<: {replay: true}', /^1:1: a merge key/],
    ['a tag', 'python: !!js/function x', /a tag/],
    ['two documents', 'replay: true\n---\nreplay: false', /multiple documents/],
    ['YAML that is none', 'evidence:\n  - a\n bad', /^3:1: it is no well-formed YAML/],
    ['a rule that is none', 'reject: [GG-RUN-REPEATD]', /^1:10: there is no rule GG-RUN-REPEATD \| The nearest is GG-RUN-REPEATED/],
    ['a deviation of a hard stop', 'accept:\n  - rule: GG-RUN-FAILED\n    reason: x\n    expires: 2030-01-01', /^2:11: "accept" names GG-RUN-FAILED, which is a hard stop/],
    ['a deviation without a reason', 'accept:\n  - rule: GG-RUN-REPEATED\n    expires: 2030-01-01', /"accept\.0\.reason" is missing/],
    ['a deviation for ever', 'accept:\n  - rule: GG-RUN-REPEATED\n    reason: x', /"accept\.0\.expires" is missing/],
    ['a day that is none', 'accept:\n  - rule: GG-RUN-REPEATED\n    reason: x\n    expires: 2030-02-31', /^4:14: "accept\.0\.expires" cannot be "2030-02-31"/],
  ])('%s', (_name, text, words) => {
    expect(refusal(text)).toMatch(words);
  });

  test('JSON that YAML alone would take', () => {
    expect(refusal('{replay: true}', 'generation-gate.config.json')).toMatch(/is no JSON/);
    expect(refusal('{"replay": true, "replay": false}', 'generation-gate.config.json')).toMatch(/there twice/);
  });

  test('bytes that are no text, and too many of them', () => {
    expect(() => parsePolicy(Buffer.from([0x61, 0x3a, 0xff]), 'p.yml', [])).toThrow('not valid UTF-8');
    expect(refusal(`# ${'x'.repeat(300 << 10)}`)).toMatch(/has \d+ bytes/);
  });

  test.each([['brackets', '['.repeat(200_000)], ['dashes', '- '.repeat(100_000)], ['an alias of aliases', 'a: &a [x]\nb: &b [*a,*a]\nc: [*b,*b]'], ['keys', `${'? '.repeat(100_000)}x`]])('bombs made of %s, without delay', (_name, text) => {
    const before = process.cpuUsage();
    refusal(text);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(5_000);
  });

  test('every hard stop of the catalog is one that no deviation names', () => {
    const hard = CATALOG.filter((rule) => rule.hard);
    expect(hard.length).toBeGreaterThan(20);
    for (const { id } of CATALOG) {
      const text = `accept: [{rule: ${id}, reason: x, expires: 2030-01-01}]`;
      if (hard.some((rule) => rule.id === id)) expect(refusal(text)).toMatch(/is a hard stop/);
      else expect(read(text).accept?.[0]?.rule).toBe(id);
    }
  });
});

describe('the schema for editors', () => {
  const published = readFileSync(join(ROOT, POLICY_SCHEMA_FILE), 'utf8');

  test('is made from what the program reads by', () => {
    expect(published).toBe(policySchemaText());
  });

  test('describes every key, takes what the program takes, and refuses an unknown key', () => {
    const schema = JSON.parse(published) as { properties: Record<string, { description?: string }> };
    expect(Object.keys(schema.properties)).toEqual(Object.keys(policySchema.shape));
    for (const [key, { description }] of Object.entries(schema.properties)) expect([key, description]).toEqual([key, expect.stringMatching(/\.$/)]);
    const validate = new Ajv2020({ strict: false }).compile(schema);
    for (const example of Object.values(POLICY_EXAMPLES)) expect([example, validate(parse(example))]).toEqual([example, true]);
    for (const text of ['evidnce: [x]', 'witness: requird', 'cells: {a: {comand: [x]}}', 'accept: [{rule: GG-RUN-REPEATED}]']) expect([text, validate(parse(text))]).toEqual([text, false]);
  });
});
