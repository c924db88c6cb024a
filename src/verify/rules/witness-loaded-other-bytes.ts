import { showPath } from '../../model/path.ts';
import { broken, defineRule, holds } from '../rule.ts';
import { loadsOf, overWitness } from '../witness/subject.ts';
import { counted, enumerate, shortEntry } from '../words.ts';

export const witnessLoadedOtherBytes = defineRule({
  id: 'GG-WITNESS-LOADED-OTHER-BYTES',
  title: 'Every stamped file that was loaded had its stamped bytes',
  why: 'The tests ran code that is not the code of this tree, so what they showed is about something else.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overWitness(facts, (witnessed) => {
      const other = loadsOf(witnessed, 'other-bytes').map(({ load }) => load);
      if (other.length === 0) return holds('No stamped file was loaded with other bytes');
      const named = other.map(({ path, stamped, digest }) => `${showPath(path)} (stamped ${shortEntry(stamped ?? '')}, loaded ${shortEntry(digest ?? 'unknown')})`);
      return broken(`${counted(other.length, 'stamped file')} loaded with other bytes: ${enumerate(named)}`, {
        paths: other.map(({ path }) => path),
        fix: 'Let nothing write sources while the tests run; a test that edits a source works on a copy of it. Then stamp and run again.',
      });
    }),
});
