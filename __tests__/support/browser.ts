/**
 * A real Chromium for the tests of pages: `CHROMIUM`, else one on PATH, else Debian's own, which is installed where the
 * tests run as root on a machine with apt (as continuous integration does). Elsewhere those tests are skipped, by name.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe } from '@jest/globals';
import { chromium, type Browser } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function onPath(): string | null {
  const given = process.env['CHROMIUM'] ?? '';
  if (given !== '') return given;
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of NAMES) {
      const file = join(folder, name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // Not this one.
      }
    }
  }
  return null;
}

/** Path of a Chromium, installed by apt where that can be done without asking; null where there is none. */
export function findChromium(): string | null {
  const there = onPath();
  if (there !== null || process.getuid?.() !== 0) return there;
  const apt = (...args: readonly string[]): boolean => spawnSync('apt-get', args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, timeout: 300_000 }).status === 0;
  return apt('update', '-qq') && apt('install', '-y', '-qq', '--no-install-recommends', 'chromium') ? onPath() : null;
}

/** Tests that need a browser. In continuous integration one that is missing is a failure, not a skip. */
export function describeWithBrowser(name: string, body: (launch: () => Promise<Browser>) => void): void {
  const file = findChromium();
  const launch = (): Promise<Browser> => {
    if (file === null) throw new Error('No Chromium is here and none could be installed: apt-get install chromium, or set CHROMIUM');
    return chromium.launch({ executablePath: file, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
  };
  if (file === null && process.env['CI'] !== 'true') describe.skip(`${name} (no Chromium: set CHROMIUM)`, () => body(launch));
  else describe(name, () => body(launch));
}
