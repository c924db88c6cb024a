/**
 * How a repository's tests are run, told from the files at its top: one proposal for each ecosystem that is there.
 * Nothing is run and nothing is asked: a proposal is shown before it is written.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseToml } from 'smol-toml';

export interface Proposal {
  /** Name of the job, and of the cell where there are several. */
  readonly name: string;
  /** What told it, for people. */
  readonly because: string;
  /** Scripts for bash; '' for none. */
  readonly setup: string;
  readonly run: string;
  /** Globs of the reports; none where the runner writes no JUnit by itself. */
  readonly evidence: readonly string[];
  /** What the reader should know before it is used. */
  readonly note: string;
}

const TEXT_LIMIT = 1 << 20;

/** Files at the top of a repository, read on demand and within bounds. */
export interface Top {
  readonly has: (path: string) => boolean;
  readonly text: (path: string) => string;
  readonly names: readonly string[];
}

export function topOf(root: string): Top {
  const stats = (path: string) => statSync(join(root, path), { throwIfNoEntry: false });
  return {
    has: (path) => stats(path) !== undefined,
    text: (path) => {
      const found = stats(path);
      return found?.isFile() !== true || found.size > TEXT_LIMIT ? '' : readFileSync(join(root, path), 'utf8');
    },
    names: readdirSync(root),
  };
}

/** Proposals in a fixed order; none where nothing is recognised. */
export function proposals(top: Top): readonly Proposal[] {
  return [python(top), node(top), go(top), maven(top), gradle(top), cargo(top)].filter((proposal) => proposal !== null);
}

function python(top: Top): Proposal | null {
  const project = tomlIn(top.text('pyproject.toml'));
  const isProject = 'project' in project || 'build-system' in project || top.has('setup.py') || top.has('setup.cfg');
  const usesTox = top.has('tox.ini') || top.has('tox.toml');
  const usesNox = top.has('noxfile.py');
  const mentionsPytest = /pytest/.test(['pyproject.toml', 'setup.cfg', 'setup.py', 'pytest.ini', 'tox.ini', ...requirements(top)].map(top.text).join('\n')) || top.has('pytest.ini') || top.has('conftest.py');
  const hasTests = ['tests', 'test'].some((folder) => top.has(folder)) || top.names.some((name) => /^test_.*\.py$|_test\.py$/.test(name));
  if (!mentionsPytest && !usesTox && !usesNox && !(isProject && hasTests) && !top.names.some((name) => /^test_.*\.py$/.test(name))) return null;
  const base = { name: 'python', note: '' };
  const venv = 'python3 -m venv .venv\n';
  const run = 'mkdir -p reports\n.venv/bin/python -m pytest --junitxml=reports/junit.xml';
  const evidence = ['reports/junit.xml'];
  const tool = (name: string): string => `python3 -m venv "$GENERATION_GATE_ENV_DIR/${name}"\n"$GENERATION_GATE_ENV_DIR/${name}/bin/pip" install --quiet ${name}\n`;
  if (top.has('uv.lock')) return { ...base, because: 'uv.lock', setup: `${tool('uv')}"$GENERATION_GATE_ENV_DIR/uv/bin/uv" sync --frozen --all-groups`, run, evidence };
  if (top.has('poetry.lock')) return { ...base, because: 'poetry.lock', setup: `${tool('poetry')}POETRY_VIRTUALENVS_IN_PROJECT=true "$GENERATION_GATE_ENV_DIR/poetry/bin/poetry" install --no-interaction --all-groups`, run, evidence };
  if (!mentionsPytest && usesTox) {
    const hands = /posargs/.test(top.text('tox.ini') + top.text('tox.toml'));
    return { ...base, because: top.has('tox.ini') ? 'tox.ini' : 'tox.toml', setup: `${venv}.venv/bin/python -m pip install --quiet tox`, run: hands ? 'mkdir -p reports\n.venv/bin/python -m tox run -- --junitxml="$PWD/reports/junit.xml"' : '.venv/bin/python -m tox run', evidence: hands ? evidence : [], note: hands ? '' : 'tox hands no arguments on: write {posargs} behind pytest there, and add --junitxml here' };
  }
  if (!mentionsPytest && usesNox) return { ...base, because: 'noxfile.py', setup: `${venv}.venv/bin/python -m pip install --quiet nox`, run: '.venv/bin/python -m nox', evidence: [], note: 'let the session call pytest with --junitxml, and name the report as evidence' };
  const wanted = [...requirements(top).map((file) => `-r ${file}`), ...(isProject && ('build-system' in project || 'project' in project || top.has('setup.py')) ? ['-e .'] : []), 'pytest'];
  return { ...base, because: ['pyproject.toml', 'setup.cfg', 'setup.py', 'pytest.ini', ...requirements(top)].find(top.has) ?? 'test files', setup: `${venv}.venv/bin/python -m pip install --quiet ${wanted.join(' ')}`, run, evidence };
}

function requirements(top: Top): readonly string[] {
  return top.names.filter((name) => /^(?:(?:dev|test)-)?requirements(?:-(?:dev|test|tests))?\.txt$/.test(name)).sort();
}

function tomlIn(text: string): Record<string, unknown> {
  try {
    return parseToml(text);
  } catch {
    return {};
  }
}

function node(top: Top): Proposal | null {
  if (!top.has('package.json')) return null;
  const manifest = jsonIn(top.text('package.json'));
  const script = textAt(manifest, 'scripts', 'test');
  const installed = { ...recordAt(manifest, 'dependencies'), ...recordAt(manifest, 'devDependencies') };
  const has = (name: string): boolean => name in installed;
  if (script === '' && !has('vitest') && !has('jest')) return null;
  const manager = top.has('pnpm-lock.yaml') ? 'pnpm' : top.has('yarn.lock') ? 'yarn' : 'npm';
  const install = { pnpm: 'corepack enable\npnpm install --frozen-lockfile', yarn: 'corepack enable\nyarn install --immutable', npm: top.has('package-lock.json') || top.has('npm-shrinkwrap.json') ? 'npm ci' : Object.keys(installed).length > 0 ? 'npm install --no-package-lock' : '' }[manager];
  const base = { name: 'node', because: 'package.json', setup: install, evidence: ['reports/junit.xml'], note: '' };
  const execute = { pnpm: 'pnpm exec', yarn: 'yarn run', npm: 'npx --no-install' }[manager];
  if (has('vitest')) return { ...base, run: `mkdir -p reports\n${execute} vitest run --reporter=default --reporter=junit --outputFile.junit=reports/junit.xml` };
  if (has('jest')) {
    const add = { pnpm: 'the dev dependency jest-junit', yarn: 'the dev dependency jest-junit', npm: 'the dev dependency jest-junit' }[manager];
    return has('jest-junit') ? { ...base, run: `mkdir -p reports\nJEST_JUNIT_OUTPUT_FILE=reports/junit.xml ${execute} jest --ci --reporters=default --reporters=jest-junit` } : { ...base, run: `${manager} test`, evidence: [], note: `with ${add} jest writes a report: then name it as evidence` };
  }
  const [, rest] = /^node\s+(?:--run\s+)?--test\b(.*)$/.exec(script) ?? [];
  if (rest !== undefined && !/--test-reporter/.test(rest)) return { ...base, run: `mkdir -p reports\nnode --test --test-reporter=spec --test-reporter-destination=stdout --test-reporter=junit --test-reporter-destination=reports/junit.xml${rest.trimEnd()}` };
  return { ...base, run: `${manager} test`, evidence: [], note: 'let the runner write a JUnit report, and name it as evidence' };
}

function go(top: Top): Proposal | null {
  if (!top.has('go.mod')) return null;
  return { name: 'go', because: 'go.mod', setup: 'go mod download', run: 'mkdir -p reports\ngo run gotest.tools/gotestsum@v1.13.0 --junitfile reports/junit.xml -- -count=1 ./...', evidence: ['reports/junit.xml'], note: '' };
}

function maven(top: Top): Proposal | null {
  if (!top.has('pom.xml')) return null;
  return { name: 'maven', because: 'pom.xml', setup: '', run: `${top.has('mvnw') ? './mvnw' : 'mvn'} --batch-mode --no-transfer-progress clean test`, evidence: ['**/target/surefire-reports/TEST-*.xml'], note: '' };
}

function gradle(top: Top): Proposal | null {
  const file = ['build.gradle.kts', 'build.gradle', 'settings.gradle.kts', 'settings.gradle'].find(top.has);
  if (file === undefined) return null;
  return { name: 'gradle', because: file, setup: '', run: `${top.has('gradlew') ? './gradlew' : 'gradle'} --no-daemon --no-build-cache cleanTest test`, evidence: ['**/build/test-results/test/TEST-*.xml'], note: '' };
}

function cargo(top: Top): Proposal | null {
  if (!top.has('Cargo.toml')) return null;
  return { name: 'cargo', because: 'Cargo.toml', setup: '', run: `cargo test${top.has('Cargo.lock') ? ' --locked' : ''}`, evidence: [], note: 'cargo test writes no report; cargo nextest does, with a junit path in .config/nextest.toml' };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function recordAt(value: unknown, key: string): Readonly<Record<string, unknown>> {
  const found = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : null;
  return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {};
}

function textAt(value: unknown, ...path: readonly [string, string]): string {
  const found = recordAt(value, path[0])[path[1]];
  return typeof found === 'string' ? found.trim() : '';
}
