import type { Surroundings } from '../../../src/model/surroundings.ts';
import { environmentUnchanged } from '../../../src/verify/rules/environment-unchanged.ts';
import { check, facts, run, stamped } from '../../support/facts.ts';
import { judges } from '../../support/rule-table.ts';

const [one, other] = ['1'.repeat(64), '2'.repeat(64)];
const PLAIN: Surroundings = {
  system: { platform: 'linux', release: '6.1.0', arch: 'x64', distribution: 'Debian GNU/Linux 12' },
  runtimes: [{ name: 'python', version: '3.12.4', path: '/usr/bin/python3' }],
  files: [{ path: 'uv.lock', digest: one }],
  variables: [{ name: 'LANG', digest: one }, { name: 'TZ', digest: null }],
};

function at(atStamp: Partial<Surroundings> | null, atRun: Partial<Surroundings> | null, atCheck: Partial<Surroundings> | null): ReturnType<typeof facts> {
  const of = (changes: Partial<Surroundings> | null): { surroundings?: Surroundings } => (changes === null ? {} : { surroundings: { ...PLAIN, ...changes } });
  return facts({ stamped: stamped(of(atStamp)), run: run(of(atRun)), check: check(of(atCheck)) });
}

judges(environmentUnchanged, 'RN7', [
  ['alike', at({}, {}, { runtimes: [] }), 'holds', /^3 records of the surroundings are alike$/],
  ['records of an older version', at(null, null, null), 'holds', /Nothing to judge/],
  ['one record alone', at(null, {}, null), 'holds', /Nothing to judge/],
  ['a variable that a later step sets', at({}, { variables: [{ name: 'TZ', digest: other }] }, { variables: [{ name: 'TZ', digest: other }] }), 'listed', /^1 variable not the same at the stamp and at the run: TZ$/],
  ['a variable that only one side recorded', at({}, { variables: [{ name: 'MINE', digest: other }] }, {}), 'holds'],
  ['a lock file that the run wrote', at({}, {}, { files: [{ path: 'uv.lock', digest: other }] }), 'listed', /at the run and at the check: uv\.lock/],
  ['a configuration that is gone', at({ files: [...PLAIN.files, { path: '~/.npmrc', digest: one }] }, {}, {}), 'listed', /~\/\.npmrc/],
  ['another Python', at({}, { runtimes: [{ name: 'python', version: '3.13.0', path: '/x' }] }, { runtimes: [] }), 'listed', /Another python at the stamp and at the run: 3\.12\.4, then 3\.13\.0/],
  ['another machine', at({}, {}, { system: { ...PLAIN.system, release: '6.8.0' } }), 'listed', /Debian GNU\/Linux 12 \(6\.1\.0, x64\), then/],
  ['nobody saw the run', facts({ stamped: stamped({ surroundings: PLAIN }), run: null, check: check({ surroundings: { ...PLAIN, variables: [{ name: 'LANG', digest: null }] } }) }), 'listed', /at the stamp and at the check: LANG/],
]);
