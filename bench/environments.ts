/** A virtual environment with hundreds of distributions and a project of its own, made once for the benchmark. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BENCH_FOLDER, ENVIRONMENT } from './trees.ts';

/** Files of one distribution; the median of what a large application installs is near it. */
const FILES_PER_DISTRIBUTION = 60;
/** One in so many is an editable install of some other project. */
const EDITABLE_EVERY = 15;
const PROJECT_MODULES = 200;

export interface LargeEnvironment {
  readonly project: string;
  readonly python: string;
}

export function largeEnvironment(distributions: number): LargeEnvironment {
  const place = join(BENCH_FOLDER, `environment-${distributions}`);
  const made = { project: join(place, 'project'), python: join(place, 'venv/bin/python') };
  if (existsSync(place)) return made;
  const making = `${place}.making`;
  rmSync(making, { recursive: true, force: true });
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(making, path)), { recursive: true });
    writeFileSync(join(making, path), text);
  };
  execFileSync('python3', ['-m', 'venv', '--without-pip', join(making, 'venv')]);
  const version = readdirSync(join(making, 'venv/lib')).find((name) => name.startsWith('python')) ?? '';
  const site = `venv/lib/${version}/site-packages`;
  for (let number = 0; number < distributions; number += 1) distribution(number, site, place, write);
  write('project/pyproject.toml', '[project]\nname = "shop"\nversion = "1.0"\n');
  for (let number = 0; number < PROJECT_MODULES; number += 1) write(`project/src/shop/part_${number % 20}/module_${number}.py`, `VALUE = ${number}\n`);
  write('project/src/shop/__init__.py', '');
  write(`${site}/_editable_impl_shop.pth`, `${place}/project/src\n`);
  const git = (...args: readonly string[]): void => void execFileSync('git', args, { cwd: join(making, 'project'), env: ENVIRONMENT, stdio: 'ignore' });
  git('init', '-q');
  git('add', '-A');
  git('-c', 'user.name=bench', '-c', 'user.email=bench@example.invalid', 'commit', '-q', '-m', 'base');
  renameSync(making, place);
  return made;
}

function distribution(number: number, site: string, place: string, write: (path: string, text: string) => void): void {
  const name = `library_${number}`;
  const info = `${site}/${name}-1.0.dist-info`;
  const isEditable = number % EDITABLE_EVERY === 0;
  const source = isEditable ? `sources/${name}` : site;
  const files = Array.from({ length: FILES_PER_DISTRIBUTION }, (_, at) => `${name}/module_${at}.py`);
  for (const file of [`${name}/__init__.py`, ...files]) write(`${source}/${file}`, '');
  write(`${info}/METADATA`, `Metadata-Version: 2.1\nName: ${name}\nVersion: 1.0\n`);
  write(`${info}/INSTALLER`, 'pip\n');
  write(`${info}/RECORD`, [...files, `${name}-1.0.dist-info/METADATA`].map((file) => `${file},sha256=47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU,0\n`).join(''));
  if (!isEditable) return;
  write(`${site}/${name}.pth`, `${place}/sources/${name}\n`);
  write(`${info}/direct_url.json`, JSON.stringify({ url: `file://${place}/sources/${name}`, dir_info: { editable: true } }));
}
