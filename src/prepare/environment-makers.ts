/**
 * Programs that choose, and often make, the environment of their command themselves: tox, nox, uv, Poetry, PDM, Pipenv,
 * Hatch, Rye, pixi, conda. Where their environments lie is computed as they compute it; none of them is run, for each
 * runs what the project configures (plugins, hooks, build backends).
 */
import { createHash } from 'node:crypto';
import { basename, dirname, resolve } from 'node:path';
import { entriesOf, kindAt, readTextOrNothing, realPath } from './bounded-file.ts';
import { findProgramFile } from './program-file.ts';
import type { SimpleCommand, Word } from './shell-words.ts';

export interface EnvironmentFolder {
  /** Absolute. */
  readonly path: string;
  /** It holds environments and is none itself. */
  readonly many: boolean;
  /** Which of the environments in it count, by their folder's name; all where it is not set. */
  readonly named?: RegExp;
}

export interface MakerCall {
  readonly folders: readonly EnvironmentFolder[];
  /** It brings its environment up to date before the command: what lies there earlier decides nothing. */
  readonly syncs: boolean;
  /** What it runs in the environment, as far as that is known. */
  readonly inner: SimpleCommand;
  readonly cwd: string;
}

interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

interface Parsed extends Surroundings {
  readonly verb: string;
  readonly options: ReadonlyMap<string, string>;
  readonly inner: SimpleCommand;
}

interface Maker {
  /** First operands with which it runs something; null where it always does. */
  readonly runs: ReadonlySet<string> | null;
  readonly syncs: boolean;
  /** Options whose value is the next word, as they stand before the command. */
  readonly valued: readonly string[];
  readonly folders: (call: Parsed) => readonly EnvironmentFolder[];
  readonly inner?: (call: Parsed) => SimpleCommand;
}

const DIRECTORY_OPTIONS = ['-C', '--directory', '--cwd'];
const PROJECT_OPTIONS = ['--project', '-P'];

const UV_VALUED =
  '--project --directory --python -p --package --extra --no-extra --group --no-group --only-group --with --with-editable --with-requirements --env-file --config-file --cache-dir --index --default-index --index-url -i --extra-index-url --find-links -f --upgrade-package --reinstall-package --refresh-package --resolution --prerelease --link-mode --exclude-newer --color --config-setting -C --no-build-package --no-binary-package --keyring-provider --allow-insecure-host --index-strategy --fork-strategy'.split(' ');

/** By program name; each also answers as a module, `python -m tox`. */
const MAKERS: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ['tox', { runs: null, syncs: true, valued: ['-e', '-c', '--conf', '--root', '--workdir', '--result-json', '-x', '--override'], folders: toxFolders }],
  ['nox', { runs: null, syncs: true, valued: ['-s', '-e', '--session', '-f', '--noxfile', '--envdir'], folders: noxFolders }],
  ['uv', { runs: new Set(['run']), syncs: true, valued: UV_VALUED, folders: uvFolders, inner: uvInner }],
  ['uvx', { runs: null, syncs: true, valued: [], folders: () => [], inner: () => [] }],
  ['poetry', { runs: new Set(['run']), syncs: false, valued: [...DIRECTORY_OPTIONS, ...PROJECT_OPTIONS], folders: poetryFolders }],
  ['pdm', { runs: new Set(['run', 'test']), syncs: false, valued: ['-c', '--config', '-p', '--project', '--venv'], folders: pdmFolders }],
  ['pipenv', { runs: new Set(['run']), syncs: false, valued: ['--python', '--pypi-mirror'], folders: pipenvFolders }],
  ['rye', { runs: new Set(['run', 'test']), syncs: true, valued: ['--pyproject'], folders: (call) => [one(`${projectOf(call, ['pyproject.toml'])}/.venv`)] }],
  ['hatch', { runs: new Set(['run', 'test', 'fmt']), syncs: false, valued: ['-e', '--env', '-p', '--project', '--data-dir', '--cache-dir', '--config'], folders: hatchFolders, inner: hatchInner }],
  ['pixi', { runs: new Set(['run']), syncs: true, valued: ['-e', '--environment', '--manifest-path'], folders: (call) => [{ path: `${projectOf(call, ['pixi.toml', 'pyproject.toml'])}/.pixi/envs`, many: true }] }],
  ...['conda', 'mamba', 'micromamba'].map((name): readonly [string, Maker] => [name, { runs: new Set(['run']), syncs: false, valued: ['-n', '--name', '-p', '--prefix', '--cwd', '-r', '--root-prefix', '-e'], folders: (call) => condaFolders(name, call) }]),
]);

export function isEnvironmentMaker(name: string): boolean {
  return MAKERS.has(name);
}

/** What a call of a maker runs and where; null where it runs nothing in an environment, only sets one up. */
export function readMakerCall(name: string, args: SimpleCommand, surroundings: Surroundings): MakerCall | null {
  const maker = MAKERS.get(name);
  if (maker === undefined) return null;
  const parsed = parse(maker, args, surroundings);
  if (maker.runs !== null && !maker.runs.has(parsed.verb)) return null;
  return { folders: maker.folders(parsed), syncs: maker.syncs, inner: maker.inner?.(parsed) ?? parsed.inner, cwd: parsed.cwd };
}

/** The folders of the environments that are there now. */
export function environmentsIn(folders: readonly EnvironmentFolder[]): readonly string[] {
  return [...new Set(folders.flatMap(({ path, many, named }) => (many ? environmentsBelow(path, 4).filter((place) => named === undefined || named.test(basename(place))) : hasPython(path) ? [path] : [])))];
}

function environmentsBelow(folder: string, depth: number): readonly string[] {
  if (depth === 0) return [];
  return entriesOf(folder)
    .filter(({ kind, link }) => kind === 'folder' && !link)
    .flatMap(({ name }) => (kindAt(`${folder}/${name}/pyvenv.cfg`) === 'file' || hasPython(`${folder}/${name}`) ? [`${folder}/${name}`].filter(hasPython) : environmentsBelow(`${folder}/${name}`, depth - 1)));
}

function hasPython(environment: string): boolean {
  return kindAt(`${environment}/bin/python`) === 'file';
}

function parse({ runs, valued }: Maker, args: SimpleCommand, { cwd, env }: Surroundings): Parsed {
  const options = new Map<string, string>();
  let verb = '';
  let at = 0;
  for (; at < args.length; at += 1) {
    const text = args[at]?.text ?? '';
    const equals = text.startsWith('--') ? text.indexOf('=') : -1;
    if (text === '--') {
      at += 1;
      break;
    }
    if (equals > 0) options.set(text.slice(0, equals), text.slice(equals + 1));
    else if (valued.includes(text)) options.set(text, args[(at += 1)]?.text ?? '');
    else if (text.startsWith('-')) options.set(text, '');
    else if (runs !== null && verb === '') verb = text;
    else break;
  }
  const directory = DIRECTORY_OPTIONS.flatMap((option) => options.get(option) ?? [])[0];
  return { verb, options, inner: args.slice(at), env, cwd: directory === undefined || directory === '' || !valued.includes('--directory') ? cwd : resolve(cwd, directory) };
}

function one(path: string): EnvironmentFolder {
  return { path, many: false };
}

function word(text: string): Word {
  return { text, unknown: false };
}

/** The folder at or above the working folder that holds one of these files; the working folder where none does. */
function projectOf({ cwd, options }: Parsed, marks: readonly string[]): string {
  const named = [...PROJECT_OPTIONS, '-p', '--root'].flatMap((option) => (option === '-p' && options.has('--prefix') ? [] : (options.get(option) ?? [])))[0];
  const start = named === undefined || named === '' || kindAt(resolve(cwd, named)) !== 'folder' ? cwd : resolve(cwd, named);
  for (let folder = start; ; folder = dirname(folder)) {
    if (marks.some((mark) => kindAt(`${folder}/${mark}`) === 'file')) return folder;
    if (folder === dirname(folder)) return start;
  }
}

function userFolder(env: Surroundings['env'], variable: string, below: string): string {
  const named = env[variable];
  return named !== undefined && named.startsWith('/') ? named : `${env['HOME'] ?? ''}/${below}`;
}

function variable({ env }: Surroundings, name: string): string | null {
  const value = env[name];
  return value === undefined || value === '' ? null : value;
}

function isTrue(value: string | null): boolean {
  return value !== null && /^(?:1|true|yes|on|y|t)$/i.test(value);
}

/** `key = "text"` or `key = true` of one table of a TOML file; the tools' own settings have no other form here. */
function setting(file: string, table: string, key: string): string | null {
  let current = '';
  for (const line of readTextOrNothing(file).split(/\r?\n/)) {
    const header = /^\s*\[(?<name>[^[\]]+)\]\s*(?:#.*)?$/.exec(line)?.groups?.['name'];
    if (header !== undefined) current = header.trim();
    const pair = /^\s*(?<key>[\w.-]+)\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<plain>\w+))/.exec(line)?.groups;
    if (pair === undefined) continue;
    const name = current === '' ? pair['key'] : `${current}.${pair['key'] ?? ''}`;
    if (name === (table === '' ? key : `${table}.${key}`)) return pair['double'] ?? pair['single'] ?? pair['plain'] ?? null;
  }
  return null;
}

function urlSafeDigest(algorithm: string, text: string): string {
  return createHash(algorithm).update(text).digest('base64url');
}

/** `toxworkdir` and `work_dir` of the project's own file move them. */
function toxFolders(call: Parsed): readonly EnvironmentFolder[] {
  const project = projectOf(call, ['tox.ini', 'tox.toml', 'pyproject.toml', 'setup.cfg']);
  const written = /^\s*(?:toxworkdir|work_dir)\s*=\s*["']?(?<path>[^"'\n#]+)/m.exec(readTextOrNothing(`${project}/tox.ini`) || readTextOrNothing(`${project}/tox.toml`))?.groups?.['path']?.trim();
  const moved = call.options.get('--workdir') ?? variable(call, 'TOX_WORK_DIR') ?? variable(call, 'TOX_WORKDIR') ?? written?.replace(/\{(?:toxinidir|tox_root)\}/g, project);
  // Lists and factors in braces are tox's to expand; `.pkg` builds, and tests nothing.
  const asked = call.options.get('-e')?.split(',') ?? [];
  const named = asked.length > 0 && asked.every((name) => /^[\w.-]+$/.test(name) && name !== 'ALL') ? new RegExp(`^(?:${asked.join('|').replaceAll('.', '\\.')})$`) : /^[^.]/;
  return [{ path: resolve(project, moved ?? '.tox'), many: true, named }];
}

function noxFolders(call: Parsed): readonly EnvironmentFolder[] {
  return [{ path: resolve(call.cwd, call.options.get('--envdir') ?? variable(call, 'NOX_ENVDIR') ?? '.nox'), many: true }];
}

/** A member of a uv workspace uses the environment of the workspace's root, which lies at or above it. */
function uvFolders(call: Parsed): readonly EnvironmentFolder[] {
  const project = projectOf(call, ['pyproject.toml']);
  const moved = variable(call, 'UV_PROJECT_ENVIRONMENT');
  const active = call.options.has('--active') || call.options.has('--no-project') ? variable(call, 'VIRTUAL_ENV') : null;
  if (active !== null) return [one(resolve(call.cwd, active))];
  if (moved !== null) return [one(resolve(project, moved))];
  const root = parents(project).find((folder) => /^\s*\[tool\.uv\.workspace\]/m.test(readTextOrNothing(`${folder}/pyproject.toml`))) ?? project;
  return [one(`${root}/.venv`)];
}

function uvInner({ inner, options }: Parsed): SimpleCommand {
  const module = options.has('-m') || options.has('--module');
  if (module) return [word('python'), word('-m'), ...inner];
  return /\.pyw?$/.test(inner[0]?.text ?? '') || options.has('-s') || options.has('--script') ? [word('python'), ...inner] : inner;
}

function parents(folder: string): readonly string[] {
  return folder === dirname(folder) ? [folder] : [folder, ...parents(dirname(folder))];
}

/** poetry/utils/env/env_manager.py: the active one, `.venv`, else `<name>-<hash of the project's folder>-py<version>`. */
function poetryFolders(call: Parsed): readonly EnvironmentFolder[] {
  const project = projectOf(call, ['pyproject.toml']);
  const files = [`${project}/poetry.toml`, `${variable(call, 'POETRY_CONFIG_DIR') ?? `${userFolder(call.env, 'XDG_CONFIG_HOME', '.config')}/pypoetry`}/config.toml`];
  const asked = (name: string, table: string, key: string): string | null => variable(call, name) ?? files.map((file) => setting(file, table, key)).find((value) => value !== null) ?? null;
  const cache = asked('POETRY_CACHE_DIR', '', 'cache-dir') ?? `${userFolder(call.env, 'XDG_CACHE_HOME', '.cache')}/pypoetry`;
  const path = (asked('POETRY_VIRTUALENVS_PATH', 'virtualenvs', 'path') ?? '{cache-dir}/virtualenvs').replace('{cache-dir}', cache).replace('{project-dir}', project).replace(/^~(?=\/)/, call.env['HOME'] ?? '');
  const hash = urlSafeDigest('sha256', realPath(project)).slice(0, 8);
  const name = entriesOf(path).map((entry) => entry.name.replace(/-py[\d.]+$/, '')).find((entry) => entry.endsWith(`-${hash}`));
  const chosen = name === undefined ? null : setting(`${path}/envs.toml`, name, 'minor');
  const active = variable(call, 'VIRTUAL_ENV') ?? variable(call, 'CONDA_PREFIX');
  if (active !== null && chosen === null && call.env['CONDA_DEFAULT_ENV'] !== 'base') return [one(resolve(call.cwd, active))];
  const inProject = asked('POETRY_VIRTUALENVS_IN_PROJECT', 'virtualenvs', 'in-project');
  if (inProject === null ? kindAt(`${project}/.venv`) === 'folder' : isTrue(inProject)) return [one(`${project}/.venv`)];
  return [{ path, many: true, named: new RegExp(`-${hash}-py${chosen === null ? '' : `${chosen.replace('.', '\\.')}$`}`) }];
}

/** pdm/project/core.py: what `.pdm-python` names, the active one, one beside the project, one of PDM's own folder. */
function pdmFolders(call: Parsed): readonly EnvironmentFolder[] {
  const project = projectOf(call, ['.pdm-python', 'pyproject.toml']);
  const saved = isTrue(variable(call, 'PDM_IGNORE_SAVED_PYTHON')) ? '' : readTextOrNothing(`${project}/.pdm-python`).trim();
  if (saved.startsWith('/') && kindAt(saved) === 'file') return [one(dirname(dirname(saved)))];
  const active = isTrue(variable(call, 'PDM_IGNORE_ACTIVE_VENV')) ? null : (variable(call, 'VIRTUAL_ENV') ?? variable(call, 'CONDA_PREFIX'));
  if (active !== null && call.env['CONDA_DEFAULT_ENV'] !== 'base') return [one(resolve(call.cwd, active))];
  const beside = ['.venv', 'venv', 'env'].map((name) => `${project}/${name}`).find(hasPython);
  if (beside !== undefined) return [one(beside)];
  const config = setting(variable(call, 'PDM_CONFIG_FILE') ?? `${userFolder(call.env, 'XDG_CONFIG_HOME', '.config')}/pdm/config.toml`, 'venv', 'location');
  const path = variable(call, 'PDM_VENV_LOCATION') ?? config ?? `${userFolder(call.env, 'XDG_DATA_HOME', '.local/share')}/pdm/venvs`;
  return [one(`${project}/.venv`), { path, many: true, named: new RegExp(`-${createHash('md5').update(project).digest('base64url').slice(0, 8)}-`) }];
}

/** pipenv/utils/venv_locator.py: the active one, what `.venv` is or names, else `<folder>-<hash of the Pipfile's path>`. */
function pipenvFolders(call: Parsed): readonly EnvironmentFolder[] {
  const active = variable(call, 'VIRTUAL_ENV');
  if (active !== null && variable(call, 'PIPENV_IGNORE_VIRTUALENVS') === null) return [one(resolve(call.cwd, active))];
  const named = variable(call, 'PIPENV_PIPFILE');
  const pipfile = named === null ? `${projectOf(call, ['Pipfile'])}/Pipfile` : resolve(call.cwd, named);
  const project = dirname(pipfile);
  const home = variable(call, 'WORKON_HOME')?.replace(/^~(?=\/)/, call.env['HOME'] ?? '') ?? `${userFolder(call.env, 'XDG_DATA_HOME', '.local/share')}/virtualenvs`;
  const own: EnvironmentFolder = { path: home, many: true, named: new RegExp(`-${urlSafeDigest('sha256', pipfile).slice(0, 8)}(?:-|$)`) };
  const custom = variable(call, 'PIPENV_CUSTOM_VENV_NAME');
  if (custom !== null) return [one(`${home}/${custom}`)];
  const inProject = variable(call, 'PIPENV_VENV_IN_PROJECT');
  if (kindAt(`${project}/.venv`) === 'file') {
    const text = readTextOrNothing(`${project}/.venv`).trim();
    if (text !== '') return [one(text.includes('/') ? resolve(project, text) : `${home}/${text}`)];
  }
  if (isTrue(inProject)) return [one(`${project}/.venv`)];
  // One of Pipenv's own wins over a `.venv` that it was not told about.
  return environmentsIn([own]).length > 0 || kindAt(`${project}/.venv`) !== 'folder' ? [own] : [one(`${project}/.venv`)];
}

/** hatch/env/virtual.py: `<data>/env/virtual/<project>/<hash of its folder>/<environment>`; `default` bears the project's name. */
function hatchFolders(call: Parsed): readonly EnvironmentFolder[] {
  const project = projectOf(call, ['pyproject.toml', 'hatch.toml', 'setup.py']);
  const config = call.options.get('--config') ?? variable(call, 'HATCH_CONFIG') ?? `${userFolder(call.env, 'XDG_CONFIG_HOME', '.config')}/hatch/config.toml`;
  const data = call.options.get('--data-dir') ?? variable(call, 'HATCH_DATA_DIR') ?? setting(config, 'dirs', 'data') ?? `${userFolder(call.env, 'XDG_DATA_HOME', '.local/share')}/hatch`;
  const virtual = variable(call, 'HATCH_ENV_TYPE_VIRTUAL_PATH') ?? setting(config, 'dirs.env', 'virtual')?.replace(/^~(?=\/)/, call.env['HOME'] ?? '') ?? null;
  const asked = hatchEnvironment(call);
  const matches = asked === null ? undefined : new RegExp(`^${asked.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:\\.|$)`);
  const own = virtual === null ? `${data}/env/virtual` : resolve(project, virtual);
  // Below a folder inside the project lie the environments themselves.
  if (virtual !== null && own.startsWith(`${project}/`)) return [{ path: own, many: true, ...(matches === undefined ? {} : { named: matches }) }];
  const hash = urlSafeDigest('sha256', project).slice(0, 8);
  const homes = entriesOf(own).filter(({ name, kind }) => kind === 'folder' && kindAt(`${own}/${name}/${hash}`) === 'folder').map(({ name }) => ({ name, path: `${own}/${name}/${hash}` }));
  return homes.flatMap(({ name, path }): readonly EnvironmentFolder[] => (matches === undefined ? [one(`${path}/${name}`)] : [{ path, many: true, named: matches }]));
}

/** The environment that is asked for; null for the default one. */
function hatchEnvironment({ verb, options, inner }: Parsed): string | null {
  if (verb !== 'run') return `hatch-${verb === 'fmt' ? 'static-analysis' : verb}`;
  const named = /^(?<name>[^:/\s]+):/.exec(inner.find(({ text }) => !/^[+-]\w+/.test(text))?.text ?? '')?.groups?.['name'] ?? options.get('-e') ?? options.get('--env');
  return named === undefined || named === '' || named === 'default' ? null : named;
}

function hatchInner({ verb, inner }: Parsed): SimpleCommand {
  if (verb !== 'run') return [];
  const [first, ...rest] = inner.filter(({ text }, at) => at > 0 || !/^[+-]\w+/.test(text));
  return first === undefined ? [] : [{ ...first, text: first.text.replace(/^[^:/\s]+:/, '') }, ...rest];
}

/** By prefix, or by name in the folders that conda and mamba keep environments in; without either the active one. */
function condaFolders(program: string, call: Parsed): readonly EnvironmentFolder[] {
  const prefix = call.options.get('-p') ?? call.options.get('--prefix');
  if (prefix !== undefined) return [one(resolve(call.cwd, prefix))];
  const file = variable(call, 'CONDA_EXE') ?? variable(call, 'MAMBA_EXE') ?? findProgramFile(program, call.cwd, call.env['PATH']);
  const found = call.options.get('-r') ?? call.options.get('--root-prefix') ?? variable(call, 'MAMBA_ROOT_PREFIX') ?? (file === null ? null : dirname(dirname(realPath(file))));
  const root = found === null ? null : resolve(call.cwd, found);
  const name = call.options.get('-n') ?? call.options.get('--name');
  if (name === undefined) return [variable(call, 'CONDA_PREFIX') ?? root ?? []].flat().map(one);
  if (name === 'base') return root === null ? [] : [one(root)];
  const homes = [...(variable(call, 'CONDA_ENVS_PATH') ?? variable(call, 'CONDA_ENVS_DIRS') ?? '').split(':').filter((folder) => folder !== ''), ...(root === null ? [] : [`${root}/envs`]), `${call.env['HOME'] ?? ''}/.conda/envs`];
  return homes.map((home) => one(`${home}/${name}`));
}
