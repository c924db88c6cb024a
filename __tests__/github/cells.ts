/** A project whose command writes one report for each cell, for tests of upload and fan-in. */
import { makeRepository } from '../support/repository.ts';

/** Writes one test of its own and one that all cells share; red where RED names the cell. */
export const RUNNER = `import os, sys
cell = os.environ.get('GENERATION_GATE_CELL', 'none')
red = os.environ.get('RED') == cell
os.makedirs('reports', exist_ok=True)
with open('reports/junit.xml', 'w') as f:
    f.write('<testsuite name="s" tests="2" failures="%d" errors="0" skipped="0">' % red)
    f.write('<properties><property name="generation" value="%s"/></properties>' % os.environ['GENERATION_GATE_GENERATION'])
    f.write('<testcase classname="c" name="test_common">%s</testcase>' % ('<failure message="no"/>' if red else ''))
    f.write('<testcase classname="c" name="test_of_%s"/></testsuite>' % cell)
print(os.environ.get('SAY', 'ran'), cell)
sys.exit(1 if red else 0)
`;

export const GATE = { run: 'python3 run.py', evidence: 'reports/*.xml', upload: 'true' } as const;

export function cellProject(): string {
  return makeRepository({ 'run.py': RUNNER, '.gitignore': 'reports/\n', 'shop.py': 'PRICE = 2\n' });
}
