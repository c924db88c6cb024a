import type { Facts } from '../../model/facts.ts';
import { showPath } from '../../model/path.ts';
import type { OriginEntry, OriginName, OriginsReport } from '../../model/prepare.ts';
import { decidingOrigins, interpreterWord, isEditable, leftToTheRun } from '../origins.ts';
import { broken, defineRule, holds, listed, NOTHING_TO_JUDGE, unknown, type RuleAnswer } from '../rule.ts';
import { overStamping } from '../subject.ts';
import { isGenerated } from '../witness/loads.ts';
import { witnessedIn } from '../witness/subject.ts';
import { counted, enumerate, namePaths, quote } from '../words.ts';

export const originImportInside = defineRule({
  id: 'GG-ORIGIN-IMPORT',
  title: 'What the tests import by name comes from the workspace',
  why: 'An import that resolves elsewhere runs code that nobody stamped.',
  hard: false,
  steps: ['stamp', 'check'],
  check: (facts) =>
    overStamping(facts, () => {
      const at = decidingOrigins(facts);
      const { imports } = facts.asked;
      if (at === null) return imports.length === 0 ? NOTHING_TO_JUDGE : unresolved(imports, 'no interpreter was asked');
      const { report } = at;
      const named = report.names.filter(({ asked, name }) => asked === 'named' || imports.includes(name));
      const defaults = report.names.filter((name) => !named.includes(name));
      const silent = imports.filter((name) => !named.some((one) => one.name === name));
      const answers = leftToTheRun(facts, [
        ...named.flatMap((name) => judgeNamed(name, report)),
        ...(silent.length === 0 ? [] : [unresolved(silent, report.interpreter.state === 'found' ? 'the interpreter gave no answer about it' : report.interpreter.why)]),
        ...judgeDefaults(defaults, report, facts),
      ]);
      return answers.length > 0 ? answers : report.names.length === 0 ? NOTHING_TO_JUDGE : holds(`${counted(report.names.length, 'import')} looked at, none from elsewhere`);
    }),
});

function unresolved(names: readonly string[], reason: string): RuleAnswer {
  return unknown(`Where ${enumerate(names.map(quote))} would be imported from is not known: ${reason}`, {
    rejects: true,
    fix: 'Name the interpreter that the command uses: --python PATH',
    innocentWhen: 'The command runs no Python: leave --import out.',
  });
}

function judgeNamed(name: OriginName, report: OriginsReport): readonly RuleAnswer[] {
  const install = `${interpreterWord(report)} -m pip install -e .`;
  switch (name.state) {
    case 'found':
      if (name.insideWorkspace) return [];
      return [broken(`${quote(name.name)} is imported from ${placeOf(name)}, outside of the workspace`, { paths: name.origin === null ? name.locations : [name.origin], fix: `Install this workspace instead: ${install}` })];
    case 'absent':
      return [
        broken(`${quote(name.name)} cannot be imported by ${interpreterWord(report)}, and is to come from the workspace`, {
          fix: `Install it (${install}), or name the interpreter that the command uses: --python PATH`,
          innocentWhen: 'The command puts the folder on the path itself (PYTHONPATH=src, pytest rootdir): give the gate the same environment.',
        }),
      ];
    case 'would-build': {
      const entries = report.entries.filter((entry) => isEditable(entry) && speaksOf(entry, name.name));
      if (entries.length === 0) return [unresolved([name.name], 'asking its finder would build it, and no installed entry names it')];
      const outside = entries.filter(({ insideWorkspace }) => !insideWorkspace);
      if (outside.length === 0) return [listed(`${quote(name.name)} leads into the workspace by what is installed; its finder was not asked, since it would build`)];
      return [broken(`${quote(name.name)} leads to ${enumerate(outside.map(({ target }) => (target === null ? 'no place' : showPath(target))))} by what is installed, outside of the workspace`, { paths: outside.map(({ file }) => file), fix: `Install this workspace instead: ${install}` })];
    }
    case 'failed':
      return [unresolved([name.name], 'its finder failed')];
  }
}

function judgeDefaults(names: readonly OriginName[], report: OriginsReport, facts: Facts): readonly RuleAnswer[] {
  const outside = names.filter(({ state, insideWorkspace }) => state === 'found' && !insideWorkspace);
  const copied = outside.filter(({ otherCheckout }) => otherCheckout !== null);
  const differing = outside.filter((name) => name.otherCheckout === null && differs(name, facts) && copyDecides(report, facts));
  const installed = outside.filter((name) => name.otherCheckout === null && !differing.includes(name));
  const unanswered = names.filter(({ state }) => state === 'failed' || state === 'would-build');
  const answers: RuleAnswer[] = [];
  if (copied.length > 0) {
    answers.push(
      broken(`${counted(copied.length, 'import')} that the workspace offers from another checkout of the same code: ${enumerate(copied.map((name) => `${quote(name.name)} from ${placeOf(name)} (${name.otherCheckout?.why ?? ''})`))}`, {
        paths: copied.flatMap(({ origin, locations }) => (origin === null ? locations : [origin])),
        fix: `Install this workspace instead: ${interpreterWord(report)} -m pip install -e .`,
      }),
    );
  }
  if (differing.length > 0) {
    answers.push(
      broken(`${counted(differing.length, 'import')} that the workspace offers from an installed copy with other bytes, and no witness saw what was loaded: ${enumerate(differing.map(sayCopy))}`, {
        paths: differing.flatMap(({ origin, locations }) => (origin === null ? locations : [origin])),
        fix: `Install this workspace instead: ${interpreterWord(report)} -m pip install -e .`,
        innocentWhen: "The tests put the workspace in front by themselves (pytest's pythonpath): let the witness see it, without --witness off and Python's -I, -E and -S. A file that the build writes anew: --generated GLOB.",
      }),
    );
  }
  if (installed.length > 0) {
    answers.push(listed(`${counted(installed.length, 'import')} that the workspace offers from an installed copy: ${enumerate(installed.map(sayCopy))}`, { fix: 'Ask for it by name, if it must come from the workspace: --import NAME' }));
  }
  if (unanswered.length > 0) {
    answers.push(
      unknown(`${counted(unanswered.length, 'import')} that the workspace offers could not be resolved without building or failing: ${enumerate(unanswered.map(({ name }) => quote(name)))}`, {
        rejects: false,
        fix: 'Ask for it by name, if it must come from the workspace: --import NAME',
      }),
    );
  }
  return answers;
}

function placeOf({ origin, locations }: OriginName): string {
  if (origin !== null) return showPath(origin);
  return locations.length === 0 ? 'the interpreter itself' : enumerate(locations.map(showPath));
}

function speaksOf({ names, distribution }: OriginEntry, name: string): boolean {
  const top = name.split('.')[0] ?? name;
  return names.includes(name) || names.includes(top) || distribution === top.toLowerCase().replace(/[-_.]+/g, '-');
}

function differs({ copy }: OriginName, { asked }: Facts): boolean {
  return copy?.differing.some((path) => !isGenerated(path, asked)) === true;
}

/**
 * Whether the copy that an import finds is what ran, as far as anyone knows: after the run, in the command's very own
 * interpreter, and with Python processes that no witness saw. Where it saw all of them, what they loaded decides.
 */
function copyDecides({ interpreter }: OriginsReport, facts: Facts): boolean {
  if (facts.step === 'stamp' || facts.run === null || interpreter.state !== 'found' || interpreter.guess === true) return false;
  const witnessed = witnessedIn(facts);
  return witnessed === null || witnessed.escaped.length > 0;
}

function sayCopy(name: OriginName): string {
  const { copy } = name;
  const other = copy?.differing ?? [];
  const bytes = copy === undefined ? '' : other.length === 0 ? `, ${counted(copy.compared, 'file')} with equal bytes` : `, other bytes than ${namePaths(other)}`;
  return `${quote(name.name)} from ${placeOf(name)}${bytes}`;
}
