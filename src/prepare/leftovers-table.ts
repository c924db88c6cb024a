/** What tools leave behind that can make old work look like new (PR4): one row a tool, and no other knowledge in the code. */

export interface LeftoverRow {
  readonly tool: string;
  /** Names of stamped files whose folder the tool works in. */
  readonly marks: RegExp;
  /** Where it leaves things, relative to that folder; `*` is any text in the last part. */
  readonly paths: readonly string[];
  /**
   * When it is told stale: `predates-stamp` where nothing of it was written since the setup began, `older-than-code` where a
   * stamped file below the same folder is not older than the newest part of it.
   */
  readonly stale: 'predates-stamp' | 'older-than-code';
  /** What the command must say for the leftover to matter; absent where it always does. */
  readonly onlyWith?: RegExp;
  /** Ends the sentence "It can …". */
  readonly danger: string;
  readonly remedy: string;
}

const PYTHON_PROJECT = /^(?:pyproject\.toml|setup\.py|setup\.cfg|tox\.ini|pytest\.ini)$/;
const GRADLE_PROJECT = /^build\.gradle(?:\.kts)?$/;

export const LEFTOVER_TABLE: readonly LeftoverRow[] = [
  {
    tool: 'Maven',
    marks: /^pom\.xml$/,
    paths: ['target/surefire-reports', 'target/failsafe-reports'],
    stale: 'predates-stamp',
    danger: 'hold the report of a test class that is no longer there',
    remedy: 'mvn clean test',
  },
  {
    tool: 'Gradle',
    marks: GRADLE_PROJECT,
    paths: ['build/test-results', 'build/reports/tests'],
    stale: 'predates-stamp',
    danger: 'hold results of tasks that Gradle takes for up to date and does not run',
    remedy: './gradlew cleanTest test --no-build-cache',
  },
  {
    tool: 'setuptools',
    marks: PYTHON_PROJECT,
    paths: ['build/lib', 'build/lib.*', 'build/bdist.*'],
    stale: 'older-than-code',
    danger: 'put modules into the next wheel that are no longer in the tree',
    remedy: 'rm -rf build',
  },
  {
    tool: 'wheel',
    marks: PYTHON_PROJECT,
    paths: ['dist/*.whl', 'dist/*.tar.gz'],
    stale: 'older-than-code',
    danger: 'be installed in the place of a build of this tree',
    remedy: 'rm -rf dist',
  },
  {
    tool: 'a JavaScript build',
    marks: /^package\.json$/,
    paths: ['dist'],
    stale: 'older-than-code',
    danger: 'be loaded in the place of the sources',
    remedy: 'rm -rf dist, and build in the setup script',
  },
  {
    tool: 'TypeScript',
    marks: /^tsconfig(?:\.[^/]*)?\.json$/,
    paths: ['*.tsbuildinfo', 'dist/*.tsbuildinfo', 'build/*.tsbuildinfo'],
    stale: 'older-than-code',
    danger: 'tell the compiler that outputs are up to date which are not',
    remedy: 'tsc --build --force',
  },
  {
    tool: 'pytest',
    marks: PYTHON_PROJECT,
    paths: ['.pytest_cache'],
    stale: 'predates-stamp',
    onlyWith: /(?:^|[\s'"=])--(?:lf|last-failed|sw|stepwise)\b/,
    danger: 'make the command skip every test that an earlier run saw pass',
    remedy: 'pytest without --lf and --stepwise, or with --cache-clear',
  },
  {
    tool: 'coverage.py',
    marks: PYTHON_PROJECT,
    paths: ['.coverage', '.coverage.*', 'coverage.xml'],
    stale: 'predates-stamp',
    danger: 'count lines as covered that this run never reached',
    remedy: 'coverage erase',
  },
  {
    tool: 'nyc and c8',
    marks: /^package\.json$/,
    paths: ['.nyc_output', 'coverage'],
    stale: 'predates-stamp',
    danger: 'count lines as covered that this run never reached',
    remedy: 'rm -rf .nyc_output coverage',
  },
];
