/**
 * Gathers what a command runs in (RN7). Digests are salted with the tree id: the cells of one tree can be compared, and
 * those of different trees cannot. A short value can be guessed all the same, so names of secrets are not taken.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { arch, homedir, platform, release } from 'node:os';
import { join } from 'node:path';
import type { Runtime, Surroundings } from '../model/surroundings.ts';
import { entriesOf, readBounded } from './bounded-file.ts';

/** Variables that change what tests do and are no secrets: locale, time zone, options of runtimes and of test runners. */
export const RECORDED_VARIABLES: readonly string[] = [
  'CI',
  'DJANGO_SETTINGS_MODULE',
  'GOFLAGS',
  'GOTOOLCHAIN',
  'JAVA_TOOL_OPTIONS',
  'LANG',
  'LC_ALL',
  'MAVEN_OPTS',
  'NODE_ENV',
  'NODE_OPTIONS',
  'PYTEST_ADDOPTS',
  'PYTHONDEVMODE',
  'PYTHONHASHSEED',
  'PYTHONOPTIMIZE',
  'PYTHONUTF8',
  'PYTHONWARNINGS',
  'RUSTFLAGS',
  'TZ',
];

/** Lock files and the configuration of tools, by name. */
const CONFIGURATION =
  /^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|poetry\.lock|uv\.lock|pdm\.lock|Pipfile(?:\.lock)?|pixi\.lock|conda-lock\.yml|(?:dev-|test-)?requirements[^/]*\.txt|constraints[^/]*\.txt|Cargo\.lock|go\.(?:sum|mod|work)|Gemfile\.lock|composer\.lock|gradle\.lockfile|gradle\.properties|build\.gradle(?:\.kts)?|settings\.gradle(?:\.kts)?|pom\.xml|pyproject\.toml|setup\.cfg|tox\.(?:ini|toml)|noxfile\.py|pytest\.(?:ini|toml)|\.coveragerc|uv\.toml|\.python-version|\.nvmrc|\.node-version|\.tool-versions|mise\.toml|rust-toolchain(?:\.toml)?|\.npmrc|\.yarnrc(?:\.yml)?|(?:jest|vitest|vite|babel|karma)\.config\.[cm]?[jt]s|\.mocharc\.\w+|tsconfig\.json)$/;
/** The user's own configuration of tools: no part of any tree. */
const AT_HOME: readonly string[] = ['.npmrc', '.yarnrc.yml', '.pydistutils.cfg', '.config/pip/pip.conf', '.pip/pip.conf', '.config/uv/uv.toml', '.config/go/env', '.m2/settings.xml', '.gradle/gradle.properties', '.cargo/config.toml'];
const FILE_BYTES = 32 << 20;

export interface SurroundingsQuestion {
  /** Real path of the workspace's top level. */
  readonly top: string;
  /** Folder of the command, relative to it; `.` for itself. */
  readonly workdir: string;
  readonly env: NodeJS.ProcessEnv;
  /** Variables to record beside the usual ones. */
  readonly variables: readonly string[];
  readonly treeId: string;
  readonly runtimes: readonly Runtime[];
}

/** What is here right now. Reads files, starts nothing, never throws. */
export function gatherSurroundings({ top, workdir, env, variables, treeId, runtimes }: SurroundingsQuestion): Surroundings {
  const salted = (kind: string, name: string, value: string | Uint8Array): string => createHash('sha256').update(`${treeId}\0${kind}\0${name}\0`).update(value).digest('hex');
  const inTree = [...new Set(['', workdir === '.' ? '' : `${workdir}/`])].flatMap((folder) =>
    entriesOf(join(top, folder)).flatMap(({ name, kind }) => (kind === 'file' && CONFIGURATION.test(name) ? [{ path: `${folder}${name}`, file: join(top, folder, name) }] : [])),
  );
  const home = env['HOME'] ?? homedir();
  const places = [...inTree, ...AT_HOME.map((name) => ({ path: `~/${name}`, file: join(home, name) }))];
  return {
    system: { platform: platform(), release: release(), arch: arch(), distribution: distribution() },
    runtimes: [...runtimes],
    files: places.flatMap(({ path, file }) => {
      const read = readBounded(file, FILE_BYTES);
      return read.state === 'found' ? [{ path, digest: salted('file', path, read.bytes) }] : [];
    }),
    variables: [...new Set([...RECORDED_VARIABLES, ...variables])].sort().map((name) => {
      const value = env[name];
      return { name, digest: value === undefined ? null : salted('variable', name, value) };
    }),
  };
}

/** `Debian GNU/Linux 12 (bookworm)`, as os-release(5) has it; null elsewhere. */
function distribution(): string | null {
  try {
    const name = /^PRETTY_NAME=(?<quote>["']?)(?<name>.*)\k<quote>$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.groups?.['name'];
    return name?.slice(0, 100) ?? null;
  } catch {
    return null;
  }
}
