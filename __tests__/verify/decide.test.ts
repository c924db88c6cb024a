import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CATALOG } from '../../src/verify/catalog.ts';
import { decide, judge } from '../../src/verify/decide.ts';
import { findingsOf, type Rule, type RuleAnswer } from '../../src/verify/rule.ts';
import type { Facts, HandedOverOutcome } from '../../src/model/facts.ts';
import { asked, check, facts, run, stamped } from '../support/facts.ts';

const given = facts();

const anyAnswer: fc.Arbitrary<RuleAnswer> = fc.oneof(
  fc.record({ answer: fc.constant('holds' as const), what: fc.constant('It holds'), listed: fc.boolean() }),
  fc.record({ answer: fc.constant('broken' as const), what: fc.constant('It is broken'), fix: fc.constant('Mend it') }),
  fc.record({ answer: fc.constant('unknown' as const), what: fc.constant('Nobody knows'), fix: fc.constant('Look'), rejects: fc.boolean() }),
  fc.record({ answer: fc.constant('unknown' as const), what: fc.constant('Nobody knows'), fix: fc.constant('Look') }),
);
const holding: RuleAnswer = { answer: 'holds', what: 'It holds' };

function ruleOf(id: string, hard: boolean, check: Rule['check']): Rule {
  return { id, title: 'It holds', why: 'It matters', hard, steps: ['check'], check };
}

interface Draft {
  readonly hard: boolean;
  readonly answers: readonly RuleAnswer[];
}
const anyDraft: fc.Arbitrary<Draft> = fc.record({ hard: fc.boolean(), answers: fc.array(anyAnswer, { minLength: 1, maxLength: 3 }) });
/** Answers that reject nothing: what holds, and unknowns that say so or are not hard. */
const mildDraft = anyDraft.filter((draft) => !draft.answers.some((answer) => rejectsAlone(answer, draft.hard)));

function rejectsAlone({ answer, rejects }: RuleAnswer, hard: boolean): boolean {
  return answer === 'broken' || (answer === 'unknown' && (rejects ?? hard));
}
function rulesOf(drafts: readonly Draft[]): Rule[] {
  return drafts.map(({ hard, answers }, at) => ruleOf(`GG-TEST-${at}`, hard, () => answers));
}
function insert<T>(into: readonly T[], at: number, one: T): T[] {
  return into.toSpliced(at % (into.length + 1), 0, one);
}

describe('the decision', () => {
  test('without any rule rejects, and so it does without one for the step', () => {
    expect(decide([], given).verdict).toBe('rejected');
    expect(decide([{ ...ruleOf('GG-TEST-0', true, () => holding), steps: ['stamp'] }], given).verdict).toBe('rejected');
    expect(decide([], given).findings.map(({ rule }) => rule)).toEqual(['GG-VERDICT-INCOMPLETE']);
  });

  test('accepts where nothing rejects, and only there', () => {
    fc.assert(
      fc.property(fc.array(anyDraft, { minLength: 1, maxLength: 8 }), (drafts) => {
        const rejecting = drafts.some(({ hard, answers }) => answers.some((answer) => rejectsAlone(answer, hard)));
        expect(decide(rulesOf(drafts), given).verdict).toBe(rejecting ? 'rejected' : 'accepted');
      }),
    );
  });

  test.each<[string, Rule]>([
    ['a broken answer', ruleOf('GG-TEST-BROKEN', false, () => ({ answer: 'broken', what: 'It is broken', fix: 'Mend it' }))],
    ['an unknown answer to a hard rule', ruleOf('GG-TEST-HARD', true, () => ({ answer: 'unknown', what: 'Nobody knows', fix: 'Look' }))],
    ['an unknown answer that says so', ruleOf('GG-TEST-ASKED', false, () => ({ answer: 'unknown', what: 'Nobody knows', fix: 'Look', rejects: true }))],
    ['a broken answer beside one that holds', ruleOf('GG-TEST-TWO', false, () => [holding, { answer: 'broken', what: 'It is broken', fix: 'Mend it' }])],
    ['no answer', ruleOf('GG-TEST-SILENT', false, () => [])],
    [
      'a rule that throws',
      ruleOf('GG-TEST-THROWS', false, () => {
        throw new Error('no such field');
      }),
    ],
  ])('rejects for %s, whatever else there is', (_, fault) => {
    fc.assert(
      fc.property(fc.array(mildDraft, { maxLength: 8 }), fc.nat(), (drafts, at) => {
        const { verdict, findings } = decide(insert(rulesOf(drafts), at, fault), given);
        expect(verdict).toBe('rejected');
        expect(findings.filter(({ rejects }) => rejects).map(({ rule }) => rule)).toEqual([fault.id]);
      }),
    );
  });

  test('rejects where an expected rule has not answered', () => {
    fc.assert(
      fc.property(fc.array(mildDraft, { minLength: 1, maxLength: 8 }), fc.nat(), (drafts, at) => {
        const rules = rulesOf(drafts);
        const findings = rules.flatMap((rule) => findingsOf(rule, given));
        const missing = rules[at % rules.length]?.id ?? '';
        expect(judge(rules.map(({ id }) => id), findings).verdict).toBe('accepted');
        const decided = judge(rules.map(({ id }) => id), findings.filter(({ rule }) => rule !== missing));
        expect(decided.verdict).toBe('rejected');
        expect(decided.findings.at(-1)?.what).toContain(missing);
      }),
    );
  });

  test('is the same with one more rule that holds, wherever it stands', () => {
    fc.assert(
      fc.property(fc.array(anyDraft, { minLength: 1, maxLength: 8 }), fc.nat(), (drafts, at) => {
        const rules = rulesOf(drafts);
        expect(decide(insert(rules, at, ruleOf('GG-TEST-HOLDS', true, () => holding)), given).verdict).toBe(decide(rules, given).verdict);
      }),
    );
  });

  test('is the same in any order, with the same findings', () => {
    fc.assert(
      fc.property(
        fc.array(anyDraft, { minLength: 1, maxLength: 8 }).chain((drafts) => fc.tuple(fc.constant(rulesOf(drafts)), fc.shuffledSubarray([...drafts.keys()], { minLength: drafts.length }))),
        ([rules, order]) => {
          const straight = decide(rules, given);
          const shuffled = decide(order.map((at) => rules[at]!), given);
          expect(shuffled.verdict).toBe(straight.verdict);
          const sorted = (findings: readonly { readonly rule: string }[]) => findings.map((finding) => JSON.stringify(finding)).toSorted();
          expect(sorted(shuffled.findings)).toEqual(sorted(straight.findings));
        },
      ),
    );
  });

  test('says of each rejection which finding rejects', () => {
    fc.assert(
      fc.property(fc.array(anyDraft, { minLength: 1, maxLength: 8 }), (drafts) => {
        const { verdict, findings } = decide(rulesOf(drafts), given);
        expect(findings.some(({ rejects, answer }) => rejects && answer !== 'holds')).toBe(verdict === 'rejected');
      }),
    );
  });
});

const stampSights: readonly Facts['stamp'][] = [given.stamp, { state: 'absent' }, { state: 'malformed', why: 'it is a link' }];
const outcomes: readonly (HandedOverOutcome | null)[] = [null, 'success', 'failure', 'cancelled', 'skipped'];

describe('the whole catalog', () => {
  test('accepts a healthy run, and says that it is proven', () => {
    const { verdict, findings } = decide(CATALOG, given);
    expect(findings.filter(({ answer }) => answer !== 'holds').map(({ rule }) => rule)).toEqual([]);
    expect(findings.filter(({ listed }) => listed).map(({ rule }) => rule)).toEqual(['GG-WITNESS-PROVEN']);
    expect(verdict).toBe('accepted');
  });

  test('accepts a healthy stamp', () => {
    const atStamp = facts({ step: 'stamp', stamp: { state: 'absent' }, run: null, check: null });
    expect(decide(CATALOG, atStamp).findings.filter(({ answer }) => answer !== 'holds')).toEqual([]);
    expect(decide(CATALOG, atStamp).verdict).toBe('accepted');
  });

  test('accepts no absence of what a verdict rests on, and no rule fails over one', () => {
    for (const stamp of stampSights) {
      for (const stamping of [stamped(), null]) {
        for (const ran of [run(), null]) {
          for (const measured of [check(), null]) {
            for (const outcome of outcomes) {
              const some = facts({ stamp, stamped: stamping, run: ran, check: measured, asked: asked({ outcome }) });
              const whole = stamp.state === 'found' && stamping !== null && measured !== null && (ran !== null || outcome !== null) && (outcome === null || outcome === 'success');
              const { verdict, findings } = decide(CATALOG, some);
              expect([stamp.state, stamping === null, ran === null, measured === null, outcome, verdict]).toEqual([stamp.state, stamping === null, ran === null, measured === null, outcome, whole ? 'accepted' : 'rejected']);
              expect(findings.filter(({ what }) => what.startsWith('The rule failed'))).toEqual([]);
            }
          }
        }
      }
    }
  });

  test('rejects at the stamp where the stamping left no record', () => {
    expect(decide(CATALOG, facts({ step: 'stamp', stamped: null, run: null, check: null })).verdict).toBe('rejected');
  });
});
