import { soundBundles } from '../bundles.ts';
import { broken, defineBundleRule, holds, NOTHING_TO_JUDGE, unknown } from '../rule.ts';
import { counted, namePaths } from '../words.ts';

export const fanInChangedTests = defineBundleRule({
  id: 'GG-FAN-IN-TEST-NOT-LOADED',
  title: 'Every changed test file was loaded by some cell',
  why: 'A new test that no cell runs looks like coverage and is none.',
  hard: false,
  steps: ['fan-in'],
  check: (facts) => {
    const told = soundBundles(facts).flatMap(({ changedTests }) => (changedTests === null ? [] : [changedTests]));
    const changed = [...new Set(told.flatMap(({ paths }) => paths))].sort();
    if (changed.length === 0) return NOTHING_TO_JUDGE;
    const loaded = new Set(told.flatMap(({ paths, unloaded }) => paths.filter((path) => !unloaded.includes(path))));
    const missing = changed.filter((path) => !loaded.has(path));
    const against = told[0]?.against ?? '';
    if (missing.length === 0) return holds(`${counted(changed.length, 'changed test file')} loaded by some cell (compared with ${against})`);
    const what = `${counted(missing.length, 'changed test file')} that no cell loaded (compared with ${against}): ${namePaths(missing)}`;
    const fix = 'Let the command of some cell run it.';
    if (told.every(({ certain }) => certain)) return broken(what, { paths: missing, fix, innocentWhen: 'A cell without a witness runs it: give that cell one, --witness observe.' });
    return unknown(`${what}; processes without a witness may have`, { paths: missing, fix, rejects: told.some(({ required }) => required) });
  },
});
