import { overFiles, readClaims, type Fault } from '../evidence-files.ts';
import { defineRule } from '../rule.ts';
import type { ReadReport } from '../../model/report.ts';
import { overCheck } from '../subject.ts';
import { counted, quote } from '../words.ts';

/**
 * Properties that speak of the stamp, as {@link fold} leaves their names: `GENERATION_GATE_GENERATION`,
 * `generation_gate.generation`, `generation-gate:tree-id`, `env.GENERATION_GATE_TREE_ID` and the like.
 */
const GENERATION_NAMES: ReadonlySet<string> = new Set(['generationgategeneration', 'envgenerationgategeneration']);
const TREE_NAMES: ReadonlySet<string> = new Set(['generationgatetreeid', 'envgenerationgatetreeid']);

export const evidenceOtherGeneration = defineRule({
  id: 'GG-EVIDENCE-OTHER-GENERATION',
  title: 'No report names another generation or tree id',
  why: 'A report that says it belongs to another stamping does, whatever its times are.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, (check, { generation, treeId }) => {
      const reports = readClaims(check);
      const older = facts.known.filter((known) => known !== generation);
      const own = reports.filter(({ report }) => valuesOf(report, GENERATION_NAMES).includes(generation));
      const faults = reports.flatMap(({ path, report }) => foreignNames(path, report, { generation, treeId, older }));
      return overFiles(reports, faults, {
        fault: 'of another stamping',
        fine: `${own.length} of ${counted(reports.length, 'report')} name this generation, none another`,
        fix: 'Run the tests under this stamp (generation-gate run -- COMMAND), and let the report take its property from $GENERATION_GATE_GENERATION',
        innocentWhen: 'The property is written into a configuration file as it was once: let the runner read the variable at each run.',
      });
    }),
});

interface Stamping {
  readonly generation: string;
  readonly treeId: string;
  readonly older: readonly string[];
}

function foreignNames(path: string, report: ReadReport, { generation, treeId, older }: Stamping): readonly Fault[] {
  const claimed = [
    ...valuesOf(report, GENERATION_NAMES).map((value) => ({ value, kind: 'generation', right: generation })),
    ...valuesOf(report, TREE_NAMES).map((value) => ({ value, kind: 'tree id', right: treeId })),
  ].filter(({ value, right }) => value !== right);
  if (claimed.length > 0) return claimed.map(({ value, kind, right }) => ({ path, words: `names ${kind} ${quote(value.slice(0, 80))}, the stamp's is ${right}` }));
  // A generation is 128 random bits: an older one of this workspace anywhere in these texts is no accident.
  const texts = [...report.suiteNames, ...report.properties.flatMap(({ values }) => values)];
  const mentioned = older.find((known) => texts.some((text) => text.includes(known)));
  return mentioned === undefined ? [] : [{ path, words: `names the earlier generation ${mentioned}, the stamp's is ${generation}` }];
}

/** Values of the properties of one meaning. An empty one names nothing: the variable was not set there. */
function valuesOf({ properties }: ReadReport, names: ReadonlySet<string>): readonly string[] {
  return properties.filter(({ name }) => names.has(fold(name))).flatMap(({ values }) => values.map((value) => value.trim().toLowerCase()).filter((value) => value !== ''));
}

/** A property's name without case and separators. */
function fold(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
