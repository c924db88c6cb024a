/** The reports about where Python code comes from, each with the moment at which it was taken (PR5). */
import type { Facts } from '../model/facts.ts';
import type { OriginEntry, OriginsReport } from '../model/prepare.ts';
import { showPath } from '../model/path.ts';
import { listed, type RuleAnswer } from './rule.ts';
import { shellWord } from './words.ts';

export interface OriginsAt {
  readonly when: 'at the stamp' | 'at the run';
  readonly report: OriginsReport;
}

/**
 * The reports that are judged. The run's answers for the command's own interpreter; the stamp's speaks before there is
 * a run, without one, and where the run's interpreter gave no usable answer.
 */
export function originsReports({ step, stamped, run }: Facts): readonly OriginsAt[] {
  const atStamp = stamped?.origins ?? null;
  const atRun = step === 'stamp' ? null : (run?.origins ?? null);
  const decides = atRun !== null && atRun.interpreter.state !== 'unreadable';
  const first: readonly OriginsAt[] = atStamp === null || decides ? [] : [{ when: 'at the stamp', report: atStamp }];
  return atRun === null ? first : [...first, { when: 'at the run', report: atRun }];
}

/** Why the interpreter of the stamp's report decides nothing before the run; null where it does. */
export function whyLeftToTheRun({ step, stamped }: Facts): string | null {
  const origins = step === 'stamp' ? (stamped?.origins ?? null) : null;
  if (origins?.guessed === true) return "That is the first Python on PATH; the run asks the command's own";
  return origins?.interpreter.state === 'later' ? 'The run asks the environment that the command makes, when it has ended' : null;
}

/** Answers about an interpreter that decides nothing yet: told before the tests run, and left to the run. */
export function leftToTheRun(facts: Facts, answers: readonly RuleAnswer[]): readonly RuleAnswer[] {
  const why = whyLeftToTheRun(facts);
  if (why === null) return answers;
  return answers.map((answer) => (answer.answer === 'holds' ? answer : listed(`${answer.what}. ${why}`, { ...(answer.fix === undefined ? {} : { fix: answer.fix }), ...(answer.paths === undefined ? {} : { paths: answer.paths }) })));
}

/** The report of the interpreter that the command uses; before and without a run, of the environment's. */
export function decidingOrigins({ step, stamped, run }: Facts): OriginsAt | null {
  const atRun = step === 'stamp' || run === null ? null : run.origins;
  if (step === 'check' && run !== null) return atRun === null ? null : { when: 'at the run', report: atRun };
  const report = stamped?.origins ?? null;
  return report === null ? null : { when: 'at the stamp', report };
}

/** A copy in the environment is no link to code elsewhere: what it holds is judged as an import. */
export function isEditable({ kind }: OriginEntry): boolean {
  return kind !== 'plain-copy';
}

/** Whether the entry leads out of the workspace although it stands for code that the workspace itself offers. */
export function leadsElsewhere({ insideWorkspace, offersSame, otherCheckout }: OriginEntry): boolean {
  return !insideWorkspace && (offersSame || otherCheckout !== null);
}

export function sayEntry({ distribution, names, kind, file, target, otherCheckout }: OriginEntry): string {
  const subject = distribution ?? (names.length > 0 ? names.join('+') : 'an entry without a distribution');
  const leads = target === null ? 'names no place' : `leads to ${showPath(target)}`;
  const other = otherCheckout === null ? '' : `, another checkout of the same code (${otherCheckout.why})`;
  return `${showPath(subject)} ${leads}${other} by ${kind} ${showPath(file)}`;
}

/** The command line prefix of the interpreter that was asked. */
export function interpreterWord({ interpreter }: OriginsReport): string {
  return shellWord(interpreter.state === 'found' ? interpreter.executable : 'python3');
}
