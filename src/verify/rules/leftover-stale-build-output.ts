import type { BuildOutputs, FileSight, OutdatedOutput } from '../../model/leftovers.ts';
import { matchesGlob } from '../../model/patterns.ts';
import { showPath } from '../../model/path.ts';
import { leftoversOf } from '../leftovers.ts';
import { broken, defineRule, holds, listed, NOTHING_TO_JUDGE, unknown, type RuleAnswer } from '../rule.ts';
import { overCheck } from '../subject.ts';
import { counted, enumerate, namePaths, shellWord, showNanoseconds } from '../words.ts';

export const leftoverStaleBuildOutput = defineRule({
  id: 'GG-LEFTOVER-STALE-BUILD-OUTPUT',
  title: 'Every build output that a package loads is newer than the changed sources of that package',
  why: 'Tests that load a build made before the change test the code as it was.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, () => {
      const leftovers = leftoversOf(facts);
      if (leftovers === null) return unknown('Nobody looked at the build outputs', { fix: 'Run the tests again: generation-gate run -- COMMAND' });
      const { buildOutputs } = leftovers;
      const answers = [...judgePairs(buildOutputs, facts.asked.allowIgnored), ...judgeUnread(buildOutputs)];
      if (answers.length > 0) return answers;
      return buildOutputs.named === 0 ? NOTHING_TO_JUDGE : holds(`${counted(buildOutputs.named, 'ignored build output')} that packages name, none of which is older than a changed source`);
    }),
});

function judgePairs(outputs: BuildOutputs, allowed: readonly string[]): readonly RuleAnswer[] {
  const late = outputs.outdated.filter((pair) => !wasRewritten(pair));
  const isAllowed = ({ output }: OutdatedOutput): boolean => allowed.some((glob) => matchesGlob(glob, output));
  const excused = late.filter(isAllowed);
  const present = late.filter((pair) => !isAllowed(pair) && pair.atEnd !== null);
  const isReached = ({ manifest }: OutdatedOutput): boolean => outputs.reached === undefined || manifest in outputs.reached;
  const stale = present.filter(isReached);
  const idle = present.filter((pair) => !isReached(pair));
  const gone = late.filter((pair) => !isAllowed(pair) && pair.atEnd === null);
  const answers: RuleAnswer[] = [];
  if (stale.length > 0) {
    const paths = outputsOf(stale);
    answers.push(
      broken(`${counted(paths.length, 'build output')} not newer than what changed: ${enumerate(stale.map(sayPair))}${sayReach(stale, outputs)}`, {
        paths,
        fix: `Build in the setup script (--setup) or in the command itself: ${buildWords(stale, outputs)}`,
        innocentWhen: `The tests load the sources, and nothing loads this output: ${removalOf(stale)}, or allow it: --allow-ignored ${shellWord(globOf(stale))}`,
      }),
    );
  }
  if (idle.length > 0) {
    const paths = outputsOf(idle);
    answers.push(listed(`${counted(paths.length, 'build output')} not newer than what changed, which no test, source, script or command names: ${namePaths(paths)}. Taken as not loaded`, { paths, fix: `Remove it, so that nothing can load it: ${removalOf(idle)}` }));
  }
  if (gone.length > 0) answers.push(unknown(`${counted(gone.length, 'build output')} older than what changed at the start of the run, and removed by it: ${namePaths(outputsOf(gone))}`, { paths: outputsOf(gone), fix: `Build before the tests: ${buildWords(gone, outputs)}` }));
  if (excused.length > 0) answers.push(listed(`${counted(outputsOf(excused).length, 'build output')} not newer than what changed, allowed by --allow-ignored: ${namePaths(outputsOf(excused))}`, { paths: outputsOf(excused) }));
  if (outputs.against === null) answers.push(unknown('Some build outputs are older than sources, and no commit is here to tell whether those changed', { fix: 'Build in the setup script (--setup), or commit first' }));
  return answers;
}

function judgeUnread({ unread }: BuildOutputs): readonly RuleAnswer[] {
  if (unread.length === 0) return [];
  return [unknown(`${counted(unread.length, 'package file')} could not be read, so what it loads is not known: ${enumerate(unread.map(({ file, why }) => `${showPath(file)} (${why})`))}`, { paths: unread.map(({ file }) => file), fix: 'Mend the file, or remove it' })];
}

/** Newer than the source at the end of the run, by more than a touch: a new ctime on the very same file is what `chmod` leaves. */
function wasRewritten({ sourceCtimeNs, atStart, atEnd }: OutdatedOutput): boolean {
  return atEnd !== null && BigInt(atEnd.ctimeNs) > BigInt(sourceCtimeNs) && !isSameFile(atStart, atEnd);
}

function isSameFile(one: FileSight, other: FileSight): boolean {
  return one.path === other.path && one.ino === other.ino && one.size === other.size && one.mtimeNs === other.mtimeNs;
}

function outputsOf(pairs: readonly OutdatedOutput[]): readonly string[] {
  return [...new Set(pairs.map(({ atStart }) => atStart.path))];
}

function sayPair({ manifest, field, atStart, source, sourceCtimeNs }: OutdatedOutput): string {
  return `${showPath(atStart.path)} (ctime ${showNanoseconds(atStart.ctimeNs)}, loaded by "${field.length > 80 ? `${field.slice(0, 80)}…` : field.replaceAll('"', '')}" of ${showPath(manifest)}) beside ${showPath(source)} (ctime ${showNanoseconds(sourceCtimeNs)})`;
}

function buildWords(pairs: readonly OutdatedOutput[], { builds }: BuildOutputs): string {
  const manifests = [...new Set(pairs.map(({ manifest }) => manifest))];
  return enumerate(
    manifests.map((manifest) => {
      const build = builds[manifest];
      if (build === undefined || build.script === null) return `what makes ${namePaths(pairs.filter((pair) => pair.manifest === manifest).map(({ output }) => output).slice(0, 1))}`;
      const run = `${build.tool} run ${build.script}`;
      return build.folder === '.' ? run : `(cd ${shellWord(build.folder)} && ${run})`;
    }),
  );
}

/** Who loads it, of the first package: one is enough to see how. */
function sayReach(pairs: readonly OutdatedOutput[], { reached }: BuildOutputs): string {
  const by = pairs.flatMap(({ manifest }) => reached?.[manifest] ?? [])[0];
  return by === undefined ? '' : `; ${showPath(by)}`;
}

/** The folder that a build fills, or the file itself where it lies beside its package's manifest. */
function placeOf({ manifest, output }: OutdatedOutput): string {
  const folder = manifest.includes('/') ? manifest.slice(0, manifest.lastIndexOf('/') + 1) : '';
  const [first = output, ...rest] = output.slice(folder.length).split('/');
  return rest.length === 0 || first === 'src' ? output : folder + first;
}

function removalOf(pairs: readonly OutdatedOutput[]): string {
  return `rm -rf ${[...new Set(pairs.map(placeOf))].map(shellWord).join(' ')}`;
}

function globOf(pairs: readonly OutdatedOutput[]): string {
  const [first] = pairs;
  if (first === undefined) return '**';
  const place = placeOf(first);
  return place === first.output ? place : `${place}/**`;
}
