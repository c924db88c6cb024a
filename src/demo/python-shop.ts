/** The demo's library for machines with Python: a module, its tests for `unittest`, and bytecode that outlives them. */
import type { Shop } from './shop.ts';

const TILL = `"""What the till knows."""


def total(price, count):
    return price * count
`;

const TESTS = `import unittest

import till


class TillTest(unittest.TestCase):
    def test_three_melons(self):
        self.assertEqual(till.total(price=4, count=3), 12)

    def test_nothing_costs_nothing(self):
        self.assertEqual(till.total(price=4, count=0), 0)
`;

/** A runner that needs the standard library alone. Its report carries the generation, so that it is bound to it. */
const RUN_TESTS = `import datetime
import os
import sys
import unittest
import xml.etree.ElementTree as xml


class Recorder(unittest.TextTestResult):
    def startTest(self, test):
        super().startTest(test)
        names = test.id().rsplit(".", 1)
        self.case = xml.SubElement(suite, "testcase", classname=names[0], name=names[1])

    def addFailure(self, test, err):
        super().addFailure(test, err)
        xml.SubElement(self.case, "failure", message=str(err[1])).text = self.failures[-1][1]

    def addError(self, test, err):
        super().addError(test, err)
        xml.SubElement(self.case, "error", message=str(err[1])).text = self.errors[-1][1]


now = datetime.datetime.now(datetime.timezone.utc).isoformat()
suite = xml.Element("testsuite", name="greengrocer", timestamp=now)
properties = xml.SubElement(suite, "properties")
if "GENERATION_GATE_GENERATION" in os.environ:
    xml.SubElement(properties, "property", name="generation_gate.generation", value=os.environ["GENERATION_GATE_GENERATION"])

tests = unittest.defaultTestLoader.discover(".")
result = unittest.TextTestRunner(resultclass=Recorder).run(tests)
suite.set("tests", str(result.testsRun))
suite.set("failures", str(len(result.failures)))
suite.set("errors", str(len(result.errors)))
os.makedirs("reports", exist_ok=True)
xml.ElementTree(suite).write("reports/junit.xml", encoding="utf-8", xml_declaration=True)
sys.exit(0 if result.wasSuccessful() else 1)
`;

/** The job's script: its cache step puts back what an earlier job left, and only then the tests run. */
const RESTORE_AND_TEST = `#!/bin/sh
set -e
cp -pR ../cache/__pycache__ .
python3 run_tests.py
`;

export const PYTHON_SHOP: Shop = {
  language: 'python',
  files: {
    'till.py': TILL,
    'test_till.py': TESTS,
    'run_tests.py': RUN_TESTS,
    '.gitignore': '__pycache__/\nreports/\n',
  },
  source: 'till.py',
  line: { good: '    return price * count', bad: '    return price + count', mended: '    return count * price' },
  test: ['python3', 'run_tests.py'],
  cached: { from: '__pycache__', to: 'cache/__pycache__' },
  reused: { script: RESTORE_AND_TEST },
  words: {
    before: 'A job tests the good code, and Python leaves its bytecode in __pycache__.',
    fooled: 'The file has the size and the second of the one before, so Python takes the bytecode in __pycache__ for its own and never reads the new line:',
    again: 'The gate removes bytecode before it stamps. But this job restores its cache after that, and the old __pycache__ comes back before the tests run:',
    mend: 'What mends this job: leave __pycache__ out of the cache, or restore the cache before the stamp (--setup).',
  },
  names: (leftover) => ({ rules: ['GG-BYTECODE-PREDATES-STAMP'], path: `__pycache__/${leftover.find((name) => name.startsWith('till.')) ?? ''}` }),
};
