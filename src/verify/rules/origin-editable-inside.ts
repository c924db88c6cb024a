import { showPath } from '../../model/path.ts';
import { isOfTheWorkspace, type OriginEntry } from '../../model/prepare.ts';
import { waysBack } from '../ways-back.ts';
import { interpreterWord, isEditable, leadsElsewhere, leftToTheRun, originsReports, sayEntry, whyLeftToTheRun, type OriginsAt } from '../origins.ts';
import { broken, defineRule, holds, listed, NOTHING_TO_JUDGE, unknown, type RuleAnswer } from '../rule.ts';
import { overStamping } from '../subject.ts';
import { counted, enumerate } from '../words.ts';

export const originEditableInside = defineRule({
  id: 'GG-ORIGIN-EDITABLE-ELSEWHERE',
  title: 'Every editable install of what the workspace offers points inside it',
  why: 'Tests that import the project by an install of another checkout test that checkout.',
  hard: true,
  steps: ['stamp', 'check'],
  check: (facts) =>
    overStamping(facts, () => {
      const reports = originsReports(facts);
      if (reports.length === 0) return NOTHING_TO_JUDGE;
      const answers = reports.flatMap((at) => {
        const judge = (part: OriginsAt) => judgeReport(part, facts.asked.foreignEditables);
        return whyLeftToTheRun(facts) === null ? judge(at) : [...leftToTheRun(facts, judge(ofInterpreter(at))), ...judge(ofWorkspace(at))];
      });
      const total = reports.reduce((sum, { report }) => sum + report.entries.filter(isEditable).length, 0);
      return answers.length > 0 ? answers : holds(`${counted(total, 'editable entry', 'editable entries')}, none of which leads out of the workspace`);
    }),
});

/** What an interpreter's environment holds. */
function ofInterpreter({ when, report }: OriginsAt): OriginsAt {
  return { when, report: { ...report, entries: report.entries.filter(({ kind }) => !isOfTheWorkspace(kind)) } };
}

/** Links of `node_modules` and what build tools are told: no interpreter is guessed at for them. */
function ofWorkspace({ when, report }: OriginsAt): OriginsAt {
  return { when, report: { ...report, entries: report.entries.filter(({ kind }) => isOfTheWorkspace(kind)), unread: [], disagreements: [] } };
}

function judgeReport({ when, report }: OriginsAt, policy: 'report' | 'reject'): readonly RuleAnswer[] {
  const editable = report.entries.filter(isEditable);
  const elsewhere = editable.filter((entry) => leadsElsewhere(entry) && entry.target !== null);
  const unplaced = editable.filter((entry) => leadsElsewhere(entry) && entry.target === null);
  const foreign = editable.filter((entry) => !entry.insideWorkspace && !leadsElsewhere(entry) && !isOfEnvironment(entry));
  const pip = `${interpreterWord(report)} -m pip install -e .`;
  const fixOf = (entries: readonly OriginEntry[]): string => waysBack(entries, pip).join('; ');
  const answers: RuleAnswer[] = [];
  if (elsewhere.length > 0) {
    answers.push(
      broken(`${counted(elsewhere.length, elsewhere.every(({ kind }) => !isOfTheWorkspace(kind)) ? 'editable install' : 'way')} of this code out of the workspace, seen ${when}: ${enumerate(elsewhere.map(sayEntry))}`, {
        paths: filesOf(elsewhere),
        fix: fixOf(elsewhere),
        ...(elsewhere.some(({ kind }) => !isOfTheWorkspace(kind)) ? { innocentWhen: 'The environment is shared between checkouts and the command never uses it: name the one that it uses, --python PATH.' } : {}),
      }),
    );
  }
  if (unplaced.length > 0) {
    answers.push(unknown(`${counted(unplaced.length, 'editable install')} of this code whose place is not known, seen ${when}: ${enumerate(unplaced.map(sayEntry))}`, { rejects: true, paths: filesOf(unplaced), fix: fixOf(unplaced) }));
  }
  if (report.unread.length > 0) {
    answers.push(
      unknown(`${counted(report.unread.length, 'file')} that may install code from elsewhere could not be read, ${when}: ${enumerate(report.unread.map(({ file, why }) => `${showPath(file)} (${why})`))}`, {
        rejects: true,
        paths: report.unread.map(({ file }) => file),
        fix: "Give the gate's user read permission, or make the environment anew.",
      }),
    );
  }
  if (foreign.length > 0) {
    const what = `${counted(foreign.length, 'editable install')} of other projects, seen ${when}: ${enumerate(foreign.map(sayEntry))}`;
    answers.push(policy === 'reject' ? broken(what, { paths: filesOf(foreign), fix: 'Install a released version of each, or use --foreign-editables report' }) : listed(what, { paths: filesOf(foreign) }));
  }
  if (report.disagreements.length > 0) {
    answers.push(listed(`${counted(report.disagreements.length, 'disagreement')} about what is installed, ${when}: ${enumerate(report.disagreements.map(({ about, one, other }) => `${about}: ${one}, but ${other}`))}`, { fix: `Install this workspace again: ${pip}` }));
  }
  return answers;
}

function filesOf(entries: readonly OriginEntry[]): readonly string[] {
  return [...new Set(entries.map(({ file }) => file))];
}

/** Path files also name folders of the environment itself. */
function isOfEnvironment({ target }: OriginEntry): boolean {
  return target === null || /\/(?:site|dist)-packages(?:\/|$)/.test(target);
}
