import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { backendFolder, imported, installEditable, makeEnvironment, originsOf, projectFiles, removeBackends, twoCheckouts, type Builder, type Layout } from './editables.ts';
import { inFolder, write } from './repository.ts';

beforeAll(() => void backendFolder(), 300_000);
afterAll(removeBackends);

describe.each<readonly [Builder, Layout]>([
  ['setuptools', 'flat'],
  ['setuptools', 'src'],
  ['setuptools-compat', 'flat'],
  ['setuptools-strict', 'src'],
  ['setuptools-develop', 'flat'],
  ['hatchling', 'src'],
  ['hatchling-exact', 'flat'],
  ['flit', 'src'],
  ['poetry', 'flat'],
  ['pdm', 'src'],
  ['pdm-editables', 'flat'],
  ['uv', 'src'],
  ['meson', 'src'],
  ['scikit-build', 'flat'],
])('%s, %s layout', (builder, layout) => {
  test('an install of the workspace points inside, one of another checkout does not', async () => {
    await inFolder(async (folder) => {
      const { top, other } = twoCheckouts(folder, projectFiles(builder, layout));
      for (const [source, inside] of [[top, true], [other, false]] as const) {
        const environment = makeEnvironment(join(folder, inside ? 'env-in' : 'env-out'));
        installEditable(environment, source, builder);
        const cwd = join(folder, 'elsewhere');
        mkdirSync(cwd, { recursive: true });
        const report = await originsOf(top, environment.python, { cwd });
        expect(report.interpreter).toMatchObject({ state: 'found', asked: environment.python });
        expect(report.unread).toEqual([]);
        expect(report.disagreements).toEqual([]);
        expect(report.offer.names).toEqual(['shop']);
        const leading = report.entries.filter(({ kind }) => kind !== 'direct-url');
        expect(leading.length).toBeGreaterThan(0);
        for (const entry of leading) {
          expect(entry).toMatchObject({ distribution: 'shop', insideWorkspace: inside, offersSame: true });
          expect(entry.otherCheckout?.top ?? null).toBe(inside ? null : other);
        }
        const [name] = report.names;
        if (builder === 'meson') {
          expect(name).toMatchObject({ name: 'shop', state: 'would-build', insideWorkspace: inside });
        } else {
          expect(name).toMatchObject({ name: 'shop', asked: 'default', state: 'found', origin: imported(environment.python, 'shop', { cwd }), insideWorkspace: inside });
          expect(name?.origin?.startsWith(`${source}/`)).toBe(true);
        }
      }
    });
  }, 240_000);
});

test('asking about an extension that builds on import builds nothing', async () => {
  await inFolder(async (folder) => {
    const { top } = twoCheckouts(folder, projectFiles('meson', 'src'));
    const environment = makeEnvironment(join(folder, 'env'));
    installEditable(environment, top, 'meson');
    // From here a build would fail, and an import with it.
    write(top, { 'meson.build': 'error(' });
    expect(imported(environment.python, 'shop', { cwd: folder })).toBe(null);
    const report = await originsOf(top, environment.python, { cwd: folder });
    expect(report.names).toMatchObject([{ name: 'shop', state: 'would-build', insideWorkspace: true, locations: [top] }]);
  });
}, 240_000);
