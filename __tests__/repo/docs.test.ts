/** Keeps what is written for people true: links, rule ids, commands, options, pages made from other files. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { describedIn, PAGE, pageFrom } from '../../scripts/docs.ts';
import { parseInputs } from '../../src/inputs/from-action.ts';
import { parseArguments } from '../../src/inputs/from-argv.ts';
import { errorEntries, explain } from '../../src/steps/explain.ts';
import { CATALOG } from '../../src/verify/catalog.ts';
import { REFUSALS } from '../../src/verify/refusals.ts';
import { NODE } from '../support/cli.ts';
import { ROOT } from '../support/dist.ts';
import { freshFolder, removeFolders } from '../support/repository.ts';

jest.setTimeout(240_000);
afterEach(removeFolders);

/** The rule that CONTRIBUTING.md lets a reader write. */
const EXAMPLE_RULE = 'GG-RUN-LONG';
const RULE_ID = /GG-[A-Z]+(?:-[A-Z]+)+/g;

const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
  .split('\0')
  .filter((path) => path !== '' && !path.startsWith('dist/') && existsSync(join(ROOT, path)) && statSync(join(ROOT, path)).isFile());
const pages = tracked.filter((path) => path.endsWith('.md'));

function text(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

describe('links', () => {
  test.each(pages)('%s leads to files and headings that are there', (page) => {
    expect(linksIn(text(page)).filter((target) => !isThere(page, target))).toEqual([]);
  });

  test('are seen where they lead nowhere', () => {
    const links = linksIn('[a](docs/gone.md) [b](README.md#see-it) [c](README.md#gone) `[d](gone.md)` [e](https://example.org)');
    expect(links.filter((target) => !isThere('README.md', target))).toEqual(['docs/gone.md', 'README.md#gone']);
  });
});

describe('rule ids', () => {
  const known = new Set<string>([...[...CATALOG, ...REFUSALS].map(({ id }) => id), ...errorEntries().keys()]);
  const raised = new Set<string>(tracked.filter((path) => path.startsWith('src/') && path.endsWith('.ts')).flatMap((path) => text(path).match(RULE_ID) ?? []));

  test.each(pages)('%s names none that does not exist', (page) => {
    const named = new Set(text(page).match(RULE_ID) ?? []);
    expect([...named].filter((id) => !known.has(id) && !raised.has(id) && !(page === 'CONTRIBUTING.md' && id === EXAMPLE_RULE))).toEqual([]);
  });
});

describe('commands', () => {
  const calls = pages.flatMap((page) => commandsIn(text(page)).map((words) => [page, words.join(' '), words] as const));

  test('are found', () => {
    expect(calls.length).toBeGreaterThan(40);
  });

  test.each(calls)('%s: %s', (_page, _line, words) => {
    expect(faultOf(words)).toBeNull();
  });

  test.each([
    ['generation-gate stmap', /unknown command/],
    ['generation-gate stamp --evidnce x', /unknown option/],
    ['npm run biuld', /no such script/],
    ['node scripts/gone.ts', /no such file/],
  ])('%s would be seen', (line, fault) => {
    expect(faultOf(line.split(' '))).toMatch(fault);
  });
});

describe('README.md', () => {
  const readme = text('README.md');
  test('gives the two commands first', () => {
    const blocks = [...readme.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block?.trim());
    expect(blocks.slice(0, 2)).toEqual(['node dist/cli.js demo', 'npm ci && npm test']);
  });

  test('shows a workflow step whose inputs the action has', () => {
    const step = /```yaml\n(.*?)```/s.exec(readme)?.[1] ?? '';
    const given = [...step.matchAll(/^ {4}([a-z-]+):/gm)].map(([, name]) => name);
    expect(given).toEqual(['run', 'evidence']);
    expect(describedIn(text('action.yml'), 'inputs').map(({ name }) => name)).toEqual(expect.arrayContaining(given));
  });
});

describe('the page of inputs and outputs', () => {
  test('is what action.yml says', () => {
    expect(text(PAGE)).toBe(pageFrom(text('action.yml')));
  });

  test('is not made from what is not understood', () => {
    expect(() => describedIn('inputs:\n  run:\n    default: x\n', 'inputs')).toThrow('run has no description');
    expect(() => describedIn('inputs:\n  run:\n    description: a: b\n', 'inputs')).toThrow('not a plain value');
    expect(() => describedIn('inputs:\n  run: {description: x}\n', 'inputs')).toThrow('action.yml:2: not understood');
    expect(() => describedIn('outputs:\n', 'inputs')).toThrow('no inputs');
  });

  test('describes the inputs that the program reads', () => {
    const read = new Set<string>();
    parseInputs((name) => {
      read.add(name);
      return name === 'run' ? 'true' : '';
    });
    const declared = describedIn(text('action.yml'), 'inputs').map(({ name }) => name);
    expect([...read].filter((name) => !declared.includes(name))).toEqual([]);
    expect(declared.filter((name) => !read.has(name))).toEqual([]);
  });
});

describe('docs/errors.md', () => {
  const thrown = new Set(
    tracked
      .filter((path) => path.startsWith('src/') && path.endsWith('.ts'))
      .flatMap((path) => [...text(path).matchAll(/(?:new (?:UsageError|GateError)|\busage)\(\s*'([A-Z][A-Z_-]+)'/g)].map(([, code = '']) => (code.startsWith('GG-') ? code : `GG-${code.replaceAll('_', '-')}`))),
  );

  test('has an entry for every error that is raised, and no other', () => {
    const entries = [...errorEntries().keys()];
    const rules = [...CATALOG, ...REFUSALS].map(({ id }) => id);
    expect(thrown.size).toBeGreaterThan(80);
    expect([...thrown].filter((code) => !entries.includes(code) && !rules.includes(code))).toEqual([]);
    expect(entries.filter((code) => !thrown.has(code) && !['GG-NO-PERMISSION', 'GG-OUTPUT-LOST'].includes(code))).toEqual([]);
  });

  test('says of each when it comes and what to do', () => {
    for (const entry of errorEntries().values()) expect(entry).toMatch(/^# GG-[A-Z-]+\n\n\*\*Exit [23](?: or 3)? when\*\* [^]+\n\n\*\*What to do\.\*\* [^]+$/);
  });
});

describe('explain', () => {
  test.each([
    ['GG-SCRIPT-EMPTY', 'the script is empty'],
    ['script_empty', 'the script is empty'],
    ['gg-stamp-missing', '# GG-STAMP-MISSING'],
    ['GG-WORKFLOW-NO-GATE', '# GG-WORKFLOW-NO-GATE'],
  ])('knows %s', (id, words) => {
    expect(explain(id).envelope['text']).toContain(words);
  });

  test.each([
    ['GG-STAMP-MISING', /Near it: GG-STAMP-MISSING/],
    ['GG-BYTECODE-STALE', /Near it: GG-WITNESS-STALE-BYTECODE/],
    ['GG-REPORT-OLD', /GG-REPORT|EVIDENCE-\w*-?REPORT/],
    ['quarantine', /GG-EVIDENCE-QUARANTINED/],
    ['GG-XYZZY', /^All rules: generation-gate list$/],
  ])('guesses near for %s', (id, near) => {
    expect(() => explain(id)).toThrow(expect.objectContaining({ code: 'GG-RULE-NOT-KNOWN', fix: expect.stringMatching(near) }));
  });
});

describe('the threat model', () => {
  test('names tests that are there', () => {
    const named = [...text('docs/threat-model.md').matchAll(/`(__tests__\/[\w./-]+\.test\.ts)`(?:: ([^|\n]+))?/g)].map(([, file = '', title = '']) => [file, title.trim()] as const);
    expect(named.length).toBeGreaterThan(15);
    const missing = named.filter(([file, title]) => !existsSync(join(ROOT, file)) || (title !== '' && !text(file).replaceAll("\\'", "'").includes(title)));
    expect(missing).toEqual([]);
  });
});

describe('CONTRIBUTING.md', () => {
  test('leads from a clone to a rule that passes, and fails once', () => {
    const copy = freshFolder();
    for (const path of ['src', '__tests__', 'docs', 'fixtures', 'package.json', 'jest.config.mjs', 'tsconfig.json']) {
      if (existsSync(join(ROOT, path))) cpSync(join(ROOT, path), join(copy, path), { recursive: true });
    }
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    const page = text('CONTRIBUTING.md');
    const files = filesToWrite(page);
    expect([...files.keys()]).toEqual(['src/verify/rules/run-long.ts', '__tests__/verify/rules/run-long.test.ts', `docs/rules/${EXAMPLE_RULE}.md`]);
    for (const [path, body] of files) {
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      writeFileSync(join(copy, path), body);
    }
    const catalog = join(copy, 'src/verify/catalog.ts');
    const inserted = readFileSync(catalog, 'utf8').replace('import { runRepeated }', "import { runLong } from './rules/run-long.ts';\nimport { runRepeated }").replace('  runRepeated,\n', '  runRepeated,\n  runLong,\n');
    writeFileSync(catalog, inserted);

    const tested = commandsIn(page).find((words) => words.join(' ').includes('run-long.test.ts')) ?? [];
    const paths = tested.slice(tested.indexOf('--') + 1);
    expect(paths).toHaveLength(2);
    expect(jestIn(copy, paths)).toEqual({ status: 0, failed: [] });

    const table = join(copy, '__tests__/verify/rules/run-long.test.ts');
    writeFileSync(table, readFileSync(table, 'utf8').replace('7_200_000', '60_000'));
    expect(jestIn(copy, paths.slice(0, 1))).toEqual({ status: 1, failed: [`${EXAMPLE_RULE} (RN2) two hours`] });

    const explained = spawnSync(NODE, [join(copy, 'src/cli.ts'), 'explain', EXAMPLE_RULE], { encoding: 'utf8' });
    expect(explained).toMatchObject({ status: 0, stdout: expect.stringContaining('A run of more than an hour is named.') });
  });
});

describe('tracked files', () => {
  // Put together from parts: this file is tracked as well.
  const machine = new RegExp(['(?:^|[^A-Za-z0-9])/(?:wo', 'rk|fa', 'rm)/|/tmp/(?:l', 'ab|g', 'g)'].join(''));

  test('hold no path of the machine they were written on', () => {
    const found = tracked.filter((path) => text(path).split('\n').some((line) => machine.test(line)));
    expect(found).toEqual([]);
    expect(machine.test(['see /wo', 'rk/main'].join(''))).toBe(true);
  });
});

/** Targets of the links of a Markdown text that lead into this repository; those in code do not count. */
function linksIn(markdown: string): string[] {
  const prose = markdown.replace(/^ *(`{3,})[^\n]*\n.*?^ *\1$/gms, '').replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? '').filter((target) => !/^[a-z]+:/.test(target));
}

function isThere(page: string, target: string): boolean {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(ROOT, file))) return false;
  return anchor === undefined || anchorsIn(text(file)).includes(anchor);
}

/** Anchors as GitHub makes them from headings, and those that are written out. */
function anchorsIn(markdown: string): string[] {
  const headings = [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => (heading ?? '').toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'));
  return [...headings, ...[...markdown.matchAll(/<a id="([^"]+)"/g)].map(([, id]) => id ?? '')];
}

/** Our own commands in the shell blocks of a page, in words; comments left out, continued lines joined. */
function commandsIn(markdown: string): string[][] {
  const blocks = [...markdown.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(([, block]) => (block ?? '').replaceAll('\\\n', ' '));
  return blocks
    .flatMap((block) => block.split('\n'))
    .flatMap((line) => line.replace(/(^|\s)#.*$/, '').split('&&'))
    .map((line) => line.trim().split(/\s+/).map((word) => word.replace(/^(['"])(.*)\1$/, '$2')))
    .filter(([first]) => ['generation-gate', 'node', 'npm', 'bash', 'node_modules/.bin/node'].includes(first ?? ''));
}

/** What is wrong with a command line of ours; null where nothing is. */
function faultOf([program = '', ...words]: readonly string[]): string | null {
  if (program === 'generation-gate') return faultOfCall(words);
  if (program === 'npm') {
    const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> };
    return words[0] === 'run' && scripts[words[1] ?? ''] === undefined ? `no such script: ${words[1] ?? ''}` : null;
  }
  const [file = '', ...rest] = words;
  if (file !== 'dist/cli.js' && !existsSync(join(ROOT, file))) return `no such file: ${file}`;
  return file === 'dist/cli.js' || file === 'src/cli.ts' ? faultOfCall(rest) : null;
}

function faultOfCall(words: readonly string[]): string | null {
  try {
    parseArguments(words, '0');
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The files that a page asks its reader to write: a numbered step that begins with a path, and the block below it. */
function filesToWrite(markdown: string): ReadonlyMap<string, string> {
  const found = markdown.matchAll(/^\d\. [^\n]*?`((?:src|__tests__|docs)\/[^`]+)`[^\n]*\n(?: {3}\S[^\n]*\n)*\n {3}(`{3,})\w+\n(.*?)^ {3}\2$/gms);
  return new Map([...found].map(([, path, , body]) => [path ?? '', (body ?? '').replaceAll(/^ {3}/gm, '')]));
}

/** Runs test files in a copy of the project; gives the exit code and the full names of the tests that failed. */
function jestIn(folder: string, paths: readonly string[]): { readonly status: number | null; readonly failed: readonly string[] } {
  const { status, stdout } = spawnSync(NODE, ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js', '-i', '--json', ...paths], { cwd: folder, encoding: 'utf8' });
  const { testResults } = JSON.parse(stdout) as { testResults: { assertionResults: { status: string; fullName: string }[] }[] };
  return { status, failed: testResults.flatMap(({ assertionResults }) => assertionResults.filter((one) => one.status === 'failed').map(({ fullName }) => fullName)) };
}
