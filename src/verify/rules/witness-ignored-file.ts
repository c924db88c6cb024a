import { showPath } from '../../model/path.ts';
import { broken, defineRule, holds, listed, type RuleAnswer } from '../rule.ts';
import { loadsOf, overWitness, type Witnessed } from '../witness/subject.ts';
import { counted, enumerate, namePaths } from '../words.ts';

export const witnessIgnoredFile = defineRule({
  id: 'GG-WITNESS-IGNORED-FILE',
  title: 'Every loaded file that is in no tree was made for this tree',
  why: 'An ignored file left by earlier work is in no commit: elsewhere the tests would load another one, or none.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overWitness(facts, (witnessed) => {
      const answers: RuleAnswer[] = [];
      const unknownOrigin = loadsOf(witnessed, 'unknown-origin');
      if (unknownOrigin.length > 0) {
        const named = unknownOrigin.map(({ load, meaning }) => `${showPath(load.path)} (older than ${showPath(meaning.kind === 'unknown-origin' ? meaning.newer : '')})`);
        answers.push(
          broken(`${counted(unknownOrigin.length, 'loaded file')} in no tree, left by earlier work: ${enumerate(named)}`, {
            paths: unknownOrigin.map(({ load }) => load.path),
            fix: 'Make it by the setup script (--setup) or by the command itself, or remove it and run again; for a build output, build again before the stamp.',
            innocentWhen: 'The tests need it and its age does not matter: --allow-ignored GLOB.',
          }),
        );
      }
      const inPlace = loadsOf(witnessed, 'in-place-of');
      if (inPlace.length > 0) {
        const named = inPlace.map(({ load }) => `${showPath(load.path)} in place of ${showPath(load.twins[0]?.path ?? '')}`);
        answers.push(
          broken(`${counted(inPlace.length, 'loaded file')} in no tree, with other bytes than the stamped file of the same import name: ${enumerate(named)}`, {
            paths: inPlace.map(({ load }) => load.path),
            fix: 'Remove it, or make it by the setup script (--setup) or by the command itself, and run again.',
            innocentWhen: 'It is meant to be loaded and differs by design: --allow-ignored GLOB names it, --generated GLOB the stamped path.',
          }),
        );
      }
      answers.push(...say(witnessed, 'newer-than-code', 'written by an earlier step after the code was there'), ...say(witnessed, 'allowed', 'allowed by --allow-ignored'), ...say(witnessed, 'version-file', 'holding a version'));
      return answers.length > 0 ? answers : holds('No loaded file is of unknown origin');
    }),
});

function say(witnessed: Witnessed, kind: 'newer-than-code' | 'allowed' | 'version-file', words: string): readonly RuleAnswer[] {
  const paths = loadsOf(witnessed, kind).map(({ load }) => load.path);
  return paths.length === 0 ? [] : [listed(`${counted(paths.length, 'loaded file')} in no tree, ${words}: ${namePaths(paths)}`, { paths })];
}
