/** Code that comes from elsewhere by ways that only the interpreter, the command or the witness can show (PR5, PR6, RN5). */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { ACCEPTED, findingsOf, judged, seen, type Judged } from '../support/cli.ts';
import { addWorktree, freshFolder, makeRepository, removeFolders, write } from '../support/repository.ts';
import { makeEnvironment } from './environments.ts';

afterEach(removeFolders);

const GREEN = 'def price(count):\n    return count * 2\n';
const BROKEN = 'def price(count):\n    return count + 2\n';
const RUN = `import os, sys, time
from gate_shop import price
good = price(3) == 6
os.makedirs('reports', exist_ok=True)
with open('reports/junit.xml', 'w') as file:
    file.write('<testsuite name="s" tests="1" failures="%d"><testcase classname="a" name="b" time="%s">%s</testcase></testsuite>' % (not good, time.time(), '' if good else '<failure/>'))
sys.exit(not good)
`;

interface Shop {
  readonly root: string;
  readonly other: string;
  readonly python: string;
  readonly site: string;
}

/** A workspace that is broken, another checkout that is not, and an environment that holds neither. */
function shop(): Shop {
  const root = makeRepository({ '.gitignore': '__pycache__/\nreports/\n', 'pyproject.toml': '[project]\nname = "gate-shop"\nversion = "1.0"\n', 'src/gate_shop/__init__.py': GREEN, 'tests/run.py': RUN });
  const folder = freshFolder();
  const other = join(folder, 'other');
  addWorktree(root, other);
  const python = makeEnvironment(join(folder, 'venv'), []);
  const site = execFileSync(python, ['-c', 'import sysconfig; print(sysconfig.get_path("purelib"))'], { encoding: 'utf8' }).trim();
  write(root, { 'src/gate_shop/__init__.py': BROKEN });
  return { root, other, python, site };
}

function gate({ root }: Shop, command: readonly string[], ...options: readonly string[]): Promise<Judged> {
  return judged(['gate', '--evidence', 'reports/*.xml', ...options, '--', ...command], { cwd: root });
}

function zipped({ other }: Shop, python: string): string {
  const archive = join(freshFolder(), 'shop.zip');
  execFileSync(python, ['-m', 'zipfile', '-c', archive, 'gate_shop'], { cwd: join(other, 'src') });
  return archive;
}

describe('is refused', () => {
  test.each<readonly [string, string, (place: Shop) => { readonly command: readonly string[]; readonly options?: readonly string[] }]>([
    ['an archive of the old code that the command puts on the path', 'GG-ORIGIN-IMPORT', (place) => ({ command: ['env', `PYTHONPATH=${zipped(place, place.python)}`, place.python, 'tests/run.py'] })],
    [
      'an old copy that an isolated interpreter imports',
      'GG-ORIGIN-IMPORT',
      (place) => {
        cpSync(join(place.other, 'src/gate_shop'), join(place.site, 'gate_shop'), { recursive: true });
        return { command: [place.python, '-I', 'tests/run.py'] };
      },
    ],
    [
      'a test that puts another checkout on the path itself',
      'GG-WITNESS-SHADOWED',
      (place) => {
        write(place.root, { 'tests/conftest.py': `import sys\nsys.path.insert(0, ${JSON.stringify(join(place.other, 'src'))})\nexec(open('tests/run.py').read())\n` });
        return { command: [place.python, 'tests/conftest.py'] };
      },
    ],
    ['a folder of another checkout that the command enters', 'GG-ORIGIN-EDITABLE-ELSEWHERE', (place) => ({ command: ['sh', '-ec', `cd ${place.other}; PYTHONPATH=src ${place.python} tests/run.py; cp -r reports ${place.root}/`] })],
    ['a variable that the command sets itself', 'GG-ENVIRONMENT-OTHER-CHECKOUT', (place) => ({ command: ['env', `PYTHONPATH=${place.other}/src`, place.python, 'tests/run.py'] })],
    [
      'a link in the place of the sources',
      'GG-ORIGIN-EDITABLE-ELSEWHERE',
      (place) => {
        unlinkSync(join(place.root, 'src/gate_shop/__init__.py'));
        symlinkSync(join(place.other, 'src/gate_shop/__init__.py'), join(place.root, 'src/gate_shop/__init__.py'));
        return { command: ['env', 'PYTHONPATH=src', place.python, 'tests/run.py'] };
      },
    ],
  ])('%s', async (_, rule, build) => {
    const place = shop();
    const { command, options = [] } = build(place);
    const result = await gate(place, command, ...options);
    expect(result.code).toBe(1);
    expect(result.rejecting).toContain(rule);
    for (const finding of findingsOf(result, rule).filter(({ rejects }) => rejects)) expect(finding.fix).not.toBe('');
  });
});

describe('is accepted', () => {
  test('an equal copy, an archive of this very code, and a path of the command itself', async () => {
    const place = shop();
    write(place.root, { 'src/gate_shop/__init__.py': GREEN });
    expect(seen(await gate(place, ['env', `PYTHONPATH=${zipped(place, place.python)}`, place.python, 'tests/run.py']))).toEqual(ACCEPTED);
    expect(seen(await gate(place, ['env', 'PYTHONPATH=src', place.python, 'tests/run.py']))).toEqual(ACCEPTED);
    mkdirSync(join(place.site, 'gate_shop'));
    write(place.site, { 'gate_shop/__init__.py': GREEN });
    expect(seen(await gate(place, [place.python, '-I', 'tests/run.py']))).toEqual(ACCEPTED);
  });
});
