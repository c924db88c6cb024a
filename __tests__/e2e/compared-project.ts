/** A small Python project with a test runner of its own, whose report and exit code say the same. */
import { join } from 'node:path';
import { commitAll, git, makeRepository, write, type Content } from '../support/repository.ts';

export const RUNNER = `import os, sys, traceback
from xml.sax.saxutils import escape, quoteattr
sys.path[:0] = ['src', 'tests']
results = []
try:
    import cases
except Exception:
    results.append(('cases', 'collection failure', traceback.format_exc(), ''))
else:
    for name in sorted(dir(cases)):
        if name.startswith('test_'):
            try:
                getattr(cases, name)()
                results.append((name, None, '', ''))
            except Exception as error:
                results.append((name, str(error), traceback.format_exc(), type(error).__name__))
red = [one for one in results if one[1] is not None]
os.makedirs('reports', exist_ok=True)
with open('reports/junit.xml', 'w') as file:
    file.write('<testsuite name="own %s" tests="%d" failures="%d" errors="0" skipped="0">' % (os.environ.get('GENERATION_GATE_GENERATION', ''), len(results), len(red)))
    for name, message, text, kind in results:
        body = '' if message is None else '<failure type="%s" message=%s>%s</failure>' % (kind, quoteattr(message), escape(text))
        file.write('<testcase classname="cases" name="%s">%s</testcase>' % (name, body))
    file.write('</testsuite>')
sys.exit(1 if red else 0)
`;

export const BROKEN = 'def price(count):\n    return count + 2\n';
export const RIGHT = 'def price(count):\n    return count * 2\n';
export const PRICE_TEST = 'def test_price():\n    import shop\n    assert shop.price(3) == 6, "the price is %d" % shop.price(3)\n';

export const COMMAND = ['--evidence', 'reports/*.xml', '--', 'python3', 'run_tests.py'] as const;

/** A repository whose commit `base` holds the broken shop, and whose work tree holds what is given on top. */
export function shop(base: Readonly<Record<string, Content>>, head: Readonly<Record<string, Content>>): string {
  const root = makeRepository({ '.gitignore': '__pycache__/\nreports/\n', 'run_tests.py': RUNNER, 'src/shop.py': BROKEN, 'tests/cases.py': PRICE_TEST, ...base });
  git(root, 'tag', 'base');
  write(root, head);
  return root;
}

export function commitHead(root: string): void {
  commitAll(root, 'head');
}

export function inReports(root: string): string {
  return join(root, 'reports');
}
