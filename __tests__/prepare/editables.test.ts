/**
 * Every build backend, layout and installer, under everything that can shadow an install, against what Python imports.
 * Each installer fills one environment with a project of each kind, so that one question answers for all of them.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { OriginsReport } from '../../src/model/prepare.ts';
import { backendFolder, imported, importedAll, installAll, installEditable, makeEnvironment, originsOf, projectFiles, removeBackends, twoCheckouts, BUILDERS, HAS_CARGO, LAYOUTS, type Builder, type Environment, type Installer, type Layout } from './editables.ts';
import { inFolder, write } from './repository.ts';

interface Project {
  readonly builder: Builder;
  readonly layout: Layout;
  readonly name: string;
}

const PROJECTS: readonly Project[] = BUILDERS.filter((builder) => builder !== 'maturin' || HAS_CARGO).flatMap((builder) => LAYOUTS.map((layout) => ({ builder, layout, name: `shop_${builder}_${layout}`.replaceAll('-', '_') })));
const INSTALLERS: readonly Installer[] = ['pip', 'uv'];

/** What makes an import find another file than the installed one, if it does. */
const SHADOWS = ['nothing', 'a plain copy in site-packages', 'PYTHONPATH', 'the working folder'] as const;
type Shadow = (typeof SHADOWS)[number];

/** The finders that stand before the path: no copy and no folder on the path wins over these. */
const BEFORE_THE_PATH: ReadonlySet<Builder> = new Set(['meson', 'scikit-build']);

let folder: string;
let checkouts: { readonly top: string; readonly other: string };
const environments = new Map<Installer, Environment>();

function installedBy(installer: Installer): readonly Project[] {
  // There is no `develop` but that of setuptools itself.
  return PROJECTS.filter(({ builder }) => installer === 'pip' || builder !== 'setuptools-develop');
}

beforeAll(async () => {
  backendFolder();
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gg-matrix-')));
  const files = PROJECTS.flatMap(({ builder, layout, name }) => Object.entries(projectFiles(builder, layout, name)).map(([path, text]) => [`${name}/${path}`, text] as const));
  checkouts = twoCheckouts(folder, Object.fromEntries(files));
  mkdirSync(join(folder, 'elsewhere'));
  for (const { name } of PROJECTS) write(join(folder, 'shadow'), { [`${name}/__init__.py`]: '' });
  await Promise.all(
    INSTALLERS.map(async (installer) => {
      const environment = makeEnvironment(join(folder, installer));
      environments.set(installer, environment);
      await installAll(environment, installer, installedBy(installer).map(({ builder, name }) => ({ builder, project: join(checkouts.top, name) })));
    }),
  );
}, 600_000);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  removeBackends();
});

function shadowing(shadow: Shadow, { site }: Environment): { readonly cwd: string; readonly env: Readonly<Record<string, string>>; readonly remove: () => void } {
  const cwd = join(folder, shadow === 'the working folder' ? 'shadow' : 'elsewhere');
  const env: Readonly<Record<string, string>> = shadow === 'PYTHONPATH' ? { PYTHONPATH: join(folder, 'shadow') } : {};
  const copies = shadow === 'a plain copy in site-packages' ? PROJECTS.map(({ name }) => name) : [];
  for (const name of copies) write(site, { [`${name}/__init__.py`]: '' });
  return { cwd, env, remove: () => copies.forEach((name) => rmSync(join(site, name), { recursive: true })) };
}

function entriesOf(report: OriginsReport, { name }: Project): OriginsReport['entries'] {
  return report.entries.filter(({ distribution, kind }) => distribution === name.replaceAll('_', '-') && kind !== 'direct-url');
}

describe.each(INSTALLERS)('installed by %s', (installer) => {
  describe.each(SHADOWS)('shadowed by %s', (shadow) => {
    test.each([
      ['the workspace is where it was installed from', 'top'],
      ['the workspace is another checkout', 'other'],
    ] as const)('%s', async (_, side) => {
      const environment = environments.get(installer);
      if (environment === undefined) throw new Error(`${installer} installed nothing`);
      const { cwd, env, remove } = shadowing(shadow, environment);
      try {
        const report = await originsOf(checkouts[side], environment.python, { cwd, variables: env });
        const projects = installedBy(installer);
        const truth = importedAll(environment.python, projects.map(({ name }) => name), { cwd, env });
        expect(report.interpreter).toMatchObject({ state: 'found', asked: environment.python });
        expect(report.unread).toEqual([]);
        expect(report.offer.names).toEqual(PROJECTS.map(({ name }) => name).sort());
        for (const project of projects) {
          const { name, builder } = project;
          const real = truth[name] ?? '';
          const isShadowed = shadow !== 'nothing' && !BEFORE_THE_PATH.has(builder);
          expect([name, real.startsWith(`${checkouts.top}/`)]).toEqual([name, !isShadowed]);
          const answer = report.names.find((one) => one.name === name);
          const inside = real.startsWith(`${checkouts[side]}/`);
          // The one finder that compiles before it answers is not asked: what is installed speaks for it.
          if (builder === 'meson') expect(answer).toMatchObject({ name, state: 'would-build', insideWorkspace: inside, locations: [expect.stringMatching(new RegExp(`^${checkouts.top}/${name}$`))] });
          else expect(answer).toMatchObject({ name, asked: 'default', state: 'found', origin: real, insideWorkspace: inside });
          expect([name, answer?.otherCheckout?.top ?? null]).toEqual([name, side === 'top' || isShadowed ? null : checkouts.top]);
          const leading = entriesOf(report, project);
          expect([name, leading.length > 0]).toEqual([name, true]);
          for (const entry of leading) expect(entry).toMatchObject({ insideWorkspace: side === 'top', offersSame: true, target: expect.stringMatching(new RegExp(`^${checkouts.top}/${name}(/|$)`)) });
          // Static reading and interpreter say different things: both are shown.
          expect([name, report.disagreements.filter(({ about }) => about === name).map(({ other }) => other)]).toEqual([name, isShadowed ? [`an import finds ${real}`] : []]);
        }
      } finally {
        remove();
      }
    }, 240_000);
  });
});

test('asking about an extension that builds on import builds nothing', async () => {
  await inFolder(async (place) => {
    const { top } = twoCheckouts(place, projectFiles('meson', 'src'));
    const environment = makeEnvironment(join(place, 'env'));
    await installEditable(environment, top, 'meson');
    // From here a build would fail, and an import with it.
    write(top, { 'meson.build': 'error(' });
    expect(imported(environment.python, 'shop', { cwd: place })).toBe(null);
    const report = await originsOf(top, environment.python, { cwd: place });
    expect(report.names).toMatchObject([{ name: 'shop', state: 'would-build', insideWorkspace: true, locations: [top] }]);
  });
}, 240_000);
