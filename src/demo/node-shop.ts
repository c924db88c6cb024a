/** The demo's library for machines without Python: a build, its tests, and a task cache that believes file times. */
import type { Shop } from './shop.ts';

const TILL = `// What the till knows.
export function total(price, count) {
  return price * count;
}
`;

const TESTS = `import assert from 'node:assert/strict';
import { total } from '../dist/till.js';

export const tests = {
  'three melons': () => assert.equal(total(4, 3), 12),
  'nothing costs nothing': () => assert.equal(total(4, 0), 0),
};
`;

/** A task runner with a cache, as large repositories use them; its key is made of sizes and whole seconds. */
const RUN_TASKS = `import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';

const INPUTS = ['src/till.js', 'tests/till.js'];
const key = INPUTS.map((file) => [file, statSync(file).size, Math.floor(statSync(file).mtimeMs / 1000)].join(' ')).join('\\n');

if (existsSync('.cache/key') && readFileSync('.cache/key', 'utf8') === key) {
  console.log('nothing changed: build and tests come from the cache');
  for (const output of ['dist', 'reports']) cpSync('.cache/' + output, output, { recursive: true, force: false });
} else {
  rmSync('.cache', { recursive: true, force: true });
  mkdirSync('dist', { recursive: true });
  writeFileSync('dist/till.js', '// Built from src/till.js.\\n' + readFileSync('src/till.js', 'utf8'));
  const { tests } = await import('./tests/till.js');
  const cases = Object.entries(tests).map(([name, body]) => {
    try {
      body();
      console.log('ok      ' + name);
      return '<testcase classname="till" name="' + name + '"/>';
    } catch (error) {
      console.log('FAILED  ' + name + ': ' + error.message.split('\\n')[0]);
      return '<testcase classname="till" name="' + name + '"><failure message="not equal"/></testcase>';
    }
  });
  const failed = cases.filter((text) => text.includes('<failure')).length;
  const generation = process.env.GENERATION_GATE_GENERATION;
  const properties = generation ? '<properties><property name="generation_gate.generation" value="' + generation + '"/></properties>' : '';
  mkdirSync('reports', { recursive: true });
  writeFileSync(
    'reports/junit.xml',
    '<testsuite name="greengrocer" tests="' + cases.length + '" failures="' + failed + '" errors="0" timestamp="' +
      new Date().toISOString() + '">' + properties + cases.join('') + '</testsuite>\\n',
  );
  if (failed > 0) process.exit(1);
  for (const output of ['dist', 'reports']) cpSync(output, '.cache/' + output, { recursive: true });
  writeFileSync('.cache/key', key);
}
`;

export function nodeShop(node: string): Shop {
  return {
    language: 'node',
    files: {
      'package.json': '{ "name": "greengrocer", "version": "1.0.0", "type": "module", "main": "dist/till.js" }\n',
      'src/till.js': TILL,
      'tests/till.js': TESTS,
      'tasks.js': RUN_TASKS,
      '.gitignore': 'dist/\nreports/\n.cache/\n',
    },
    source: 'src/till.js',
    line: { good: '  return price * count;', bad: '  return price + count;', mended: '  return count * price;' },
    test: [node, 'tasks.js'],
    cached: null,
    reused: { argv: [node, 'tasks.js'] },
    words: {
      before: 'A job builds and tests the good code, and its task runner keeps dist/ and the report in a cache.',
      fooled: 'The file has the size and the second of the one before, so the task runner thinks that nothing changed. It builds nothing, runs no test, and hands out the report it kept:',
      again: 'The gate moves the old report away before it stamps. But the task runner puts its copy back, with the time of now:',
      mend: 'What mends this job: a cache key made of contents, not of sizes and times.',
    },
    names: () => ({ rules: ['GG-EVIDENCE-UNCHANGED-SINCE-STAMP', 'GG-EVIDENCE-TIMESTAMP-BEFORE-STAMP'], path: 'reports/junit.xml' }),
  };
}
