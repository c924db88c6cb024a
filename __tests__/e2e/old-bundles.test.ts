/** Bundles that earlier versions really wrote, kept byte for byte: a later one still judges them, and sees them changed. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { ACCEPTED, judged, rejectedBy, seen } from '../support/cli.ts';
import { freshFolder, removeFolders } from '../support/repository.ts';

jest.setTimeout(120_000);
afterEach(removeFolders);

const BUNDLES = resolve(import.meta.dirname, '../../fixtures/bundles');
const versions = readdirSync(BUNDLES);

describe('a bundle of an earlier version', () => {
  test('is at hand', () => {
    expect(versions).toContain('0.1.0');
  });

  test.each(versions)('%s is verified, and decided over', async (version) => {
    const bundle = join(BUNDLES, version);
    const result = await judged(['verify', bundle], { cwd: freshFolder() });
    expect(seen(result)).toEqual(ACCEPTED);
    expect(result.envelope.tests).toMatchObject({ total: 1, passed: 1 });
    expect(JSON.parse(readFileSync(join(bundle, 'manifest.json'), 'utf8'))).toMatchObject({ program: version });
    expect(seen(await judged(['fan-in', '--expect', 'linux', '--tree', result.envelope.tree_id ?? '', bundle], { cwd: freshFolder() }))).toEqual(ACCEPTED);
  });

  test.each(versions)('%s is rejected where a byte of it changed', async (version) => {
    const copy = join(freshFolder(), 'bundle');
    cpSync(join(BUNDLES, version), copy, { recursive: true });
    const report = join(copy, 'reports/0001.xml');
    writeFileSync(report, readFileSync(report, 'utf8').replace('test_price', 'test_prize'));
    expect(seen(await judged(['verify', copy], { cwd: freshFolder() }))).toEqual(rejectedBy('GG-BUNDLE-CHANGED'));
  });
});
