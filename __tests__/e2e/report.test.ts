/** The report in a real browser: made by the program, opened from a file, offline (PB4). */
import { readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { judged, program } from '../support/cli.ts';
import { describeWithBrowser } from '../support/browser.ts';
import { freshFolder, git, makeRepository, removeFolders, write } from '../support/repository.ts';
import { HOSTILE_FRAGMENTS } from '../publish/hostile-text.ts';

jest.setTimeout(300_000);

/** A command whose report depends on the code, on the folder it runs in, and on a file that only this workspace has. */
const COMMAND = `mkdir -p reports
ending=0
price='<testcase classname="shop" name="test_price"/>'
grep -q right price.txt || { ending=1; price='<testcase classname="shop" name="test_price"><failure type="AssertionError" message="the price is wrong">shop.py:3</failure></testcase>'; }
cache='<testcase classname="shop" name="test_cache"><failure message="no cache"/></testcase>'
if [ -e cache.bin ]; then cache='<testcase classname="shop" name="test_cache"/>'; else ending=1; fi
printf '<testsuite name="shop %s" tests="3">%s%s<testcase classname="shop" name="test_total"/></testsuite>' "$GENERATION_GATE_GENERATION" "$price" "$cache" > reports/junit.xml
exit $ending
`;

function escaped(text: string): string {
  // XML 1.0 has no place for control characters and lone surrogates, so no report that is read holds one.
  return text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/gu, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

describeWithBrowser('the report', (launch) => {
  let browser: Browser;
  let compared: string;
  let hostile: string;
  let large: string;
  const folders: string[] = [];

  beforeAll(async () => {
    browser = await launch();
    const folder = freshFolder();
    folders.push(folder);
    compared = join(folder, 'compared.html');
    const root = makeRepository({ 'price.txt': 'wrong\n', 'test.sh': COMMAND, '.gitignore': 'reports/\ncache.bin\n' });
    git(root, 'tag', 'base');
    write(root, { 'price.txt': 'right\n', 'cache.bin': 'warm\n' });
    const gate = await judged(['gate', '--report', compared, '--base', 'base', '--replay', '--evidence', 'reports/*.xml', '--script', 'test.sh'], { cwd: root });
    expect(gate.envelope).toMatchObject({ verdict: 'rejected', report: { path: compared } });

    hostile = join(folder, 'hostile.html');
    const names = HOSTILE_FRAGMENTS.map(escaped);
    const cases = names.map((name, at) => `<testcase file="${name}" classname="${name}" name="${at} ${name}">${at % 2 === 0 ? `<failure type="${name}" message="${name}">${name}</failure>` : ''}</testcase>`).join('');
    await program(['gate', '--report', hostile, '--cell', 'linux', '--evidence', '*.xml', '--', 'sh', '-c', `cat given > junit.xml; exit 1`], { cwd: makeRepository({ given: `<testsuite name="${names[25] ?? ''}" tests="${names.length}">${cases}</testsuite>` }) });

    large = join(folder, 'large.html');
    const rows = Array.from({ length: 100_000 }, (_, at) => `<testcase classname="tests.group_${at % 500}.TestCase" name="test_case_number_${at}[param-${at % 7}]">${at === 77_777 ? '<failure message="the one that fails"/>' : ''}</testcase>`).join('');
    const made = await program(['gate', '--quiet', '--report', large, '--evidence', '*.xml', '--', 'sh', '-c', 'cat given > junit.xml; exit 1'], { cwd: makeRepository({ given: `<testsuite name="s" tests="100000">${rows}</testsuite>` }), limitMs: 240_000 });
    expect(made.code).toBe(1);
  });

  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });

  afterAll(async () => {
    await browser.close();
    removeFolders();
  });

  async function open(file: string, more: { readonly colorScheme?: 'light' | 'dark'; readonly width?: number; readonly javaScriptEnabled?: boolean } = {}): Promise<{ readonly page: Page; readonly requests: string[]; readonly complaints: string[] }> {
    const context = await browser.newContext({ offline: true, colorScheme: more.colorScheme ?? 'light', viewport: { width: more.width ?? 1200, height: 900 }, javaScriptEnabled: more.javaScriptEnabled ?? true });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const requests: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('dialog', (dialog) => {
      complaints.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.goto(pathToFileURL(file).href);
    return { page, requests, complaints };
  }

  async function counts(page: Page, text: string): Promise<void> {
    await page.locator('#count').getByText(text, { exact: true }).waitFor();
  }

  function countOf(page: Page): Promise<string> {
    return page.locator('#count').innerText();
  }

  test('opens from a file and asks nobody for anything', async () => {
    const { page, requests, complaints } = await open(compared);
    expect(requests.filter((url) => !url.startsWith('data:'))).toEqual([pathToFileURL(compared).href]);
    expect(complaints).toEqual([]);
    expect(await page.title()).toBe('Rejected · generation-gate');
    expect(await page.locator('h1').innerText()).toContain('Rejected');
  });

  test('lets nothing leave, whatever runs in it', async () => {
    let hits = 0;
    const server: Server = createServer((_request, response) => {
      hits += 1;
      response.end();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(pathToFileURL(compared).href);
    const tried = await page.evaluate(`(async (to) => {
      const image = new Image();
      const failed = new Promise((done) => image.addEventListener('error', () => done('refused')));
      image.src = to + 'image';
      document.body.append(image, Object.assign(document.createElement('script'), { textContent: 'window.planted = 1' }), Object.assign(document.createElement('iframe'), { src: to }));
      navigator.sendBeacon(to + 'beacon');
      return [await fetch(to).then(() => 'sent', () => 'refused'), await failed, 'planted' in window];
    })(${JSON.stringify(url)})`);
    expect([tried, hits]).toEqual([['refused', 'refused', false], 0]);
    // Without a policy the same server would have been asked.
    const bare = await context.newPage();
    await bare.goto('about:blank');
    await bare.goto(url);
    expect(hits).toBeGreaterThan(0);
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });

  test('shows every test on the base, on the head and in the replay', async () => {
    const { page } = await open(compared);
    expect(await page.locator('#table thead th').allInnerTexts()).toEqual(['Test', 'Base', 'Head', 'Replay', 'From base']);
    const rows = await page.evaluate<string[][]>("[...document.querySelectorAll('#table tbody tr')].map((row) => [row.querySelector('.name'), ...row.querySelectorAll('td')].map((part) => part.textContent))");
    expect(rows).toEqual([
      ['test_price', 'failed', 'passed', 'passed', 'fail → pass'],
      ['test_cache', 'failed', 'passed', 'failed', 'fail → pass'],
      ['test_total', 'passed', 'passed', 'passed', 'pass → pass'],
    ]);
    expect(await page.locator('#findings article h3').first().innerText()).toContain('GG-REPLAY-DISAGREES');
    expect(await page.locator('#findings article dt').allInnerTexts()).toEqual(expect.arrayContaining(['What', 'Why', 'Fix']));
    expect(await page.locator('#second-runs').innerText()).toContain('cache.bin');
  });

  test('is searched and filtered', async () => {
    const { page } = await open(compared);
    await page.fill('#search', 'SHOP cache');
    await counts(page, '1 of 3 tests');
    await page.fill('#search', '');
    await counts(page, '3 tests');
    await page.selectOption('#filter', 'different');
    expect(await countOf(page)).toBe('2 of 3 tests');
    await page.selectOption('#filter', 'change pass-pass');
    expect(await countOf(page)).toBe('1 of 3 tests');
    await page.selectOption('#filter', 'red');
    expect(await countOf(page)).toBe('0 of 3 tests');
    await page.fill('#search', 'the price is wrong');
    await page.selectOption('#filter', 'all');
    expect(await countOf(page)).toBe('0 of 3 tests');
  });

  test.each(['light', 'dark'] as const)('has no fault that axe can see, in the %s scheme, wide and narrow', async (colorScheme) => {
    for (const [file, width] of [[compared, 1200], [colorScheme === 'light' ? hostile : compared, 360]] as const) {
      const { page } = await open(file, { colorScheme, width });
      await page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true");
      await page.evaluate(axe.source);
      const { violations, passes } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[]; passes: { id: string }[] }>('axe.run()');
      expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
      expect(passes.map(({ id }) => id)).toEqual(expect.arrayContaining(['color-contrast', 'heading-order', 'landmark-one-main', 'label', 'document-title']));
      const background = await page.evaluate('getComputedStyle(document.body).backgroundColor');
      expect(background).toBe(colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(17, 21, 26)');
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    }
  });

  test('is worked by keyboard alone', async () => {
    const { page } = await open(large);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the findings');
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).hash).toBe('#findings');
    const reached: string[] = [];
    for (let step = 0; step < 40 && reached.at(-1) !== 'on'; step += 1) {
      await page.keyboard.press('Tab');
      reached.push(await page.evaluate<string>('document.activeElement.id'));
      if (reached.at(-1) === 'search') await page.keyboard.type('group_7');
      if (reached.at(-1) === 'filter') await page.locator('#count').getByText(/ of 100,000 tests$/).waitFor();
    }
    expect(reached).toEqual(expect.arrayContaining(['search', 'filter', 'on']));
    await page.keyboard.press('Enter');
    expect(await page.locator('#page').innerText()).toMatch(/^Page 2 of \d+$/);
    // Where the focus is can be seen.
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
  });

  test('holds hostile text as text', async () => {
    const { page, requests, complaints } = await open(hostile);
    expect(complaints).toEqual([]);
    expect(requests.filter((url) => !url.startsWith('data:'))).toEqual([pathToFileURL(hostile).href]);
    const seen = await page.evaluate<{ readonly links: readonly string[] }>(`({
      scripts: document.scripts.length,
      images: document.images.length,
      links: [...document.links].map((link) => link.getAttribute('href')),
      frames: frames.length,
      handlers: [...document.querySelectorAll('*')].filter((one) => one.getAttributeNames().some((name) => name.startsWith('on'))).length,
    })`);
    expect(seen).toEqual({ scripts: 2, images: 0, links: expect.arrayContaining(['#findings', '#tests', '#record']), frames: 0, handlers: 0 });
    expect(seen.links.every((link) => link.startsWith('#'))).toBe(true);
    const shown = await page.locator('#table tbody').innerText();
    for (const text of ['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '[link](https://evil.example)', '\\u{202e}txt.exe']) expect(shown).toContain(text);
    expect(shown).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  });

  test('of 100,000 tests is small enough to send, and quick enough to use', async () => {
    expect(statSync(large).size).toBeLessThan(9 << 20);
    const { page, complaints } = await open(large);
    expect(complaints).toEqual([]);
    expect(await countOf(page)).toBe('100,000 tests');
    expect(await page.locator('#table tbody tr').count()).toBe(100);
    expect(await page.locator('#table tbody tr').first().innerText()).toContain('test_case_number_77777');
    const spent = await page.evaluate<number>(`(async () => {
      const started = performance.now();
      const search = document.querySelector('#search');
      search.value = 'number_99999';
      search.dispatchEvent(new Event('input'));
      while (document.querySelector('#count').textContent !== '1 of 100,000 tests') await new Promise((done) => setTimeout(done, 5));
      return performance.now() - started;
    })()`);
    // Some 30 ms and the wait for the last key on a quiet machine.
    expect(spent).toBeGreaterThan(0);
    expect(spent).toBeLessThan(5_000);
  });

  test('shows the first rows where scripts are switched off', async () => {
    const { page } = await open(large, { javaScriptEnabled: false });
    expect(await page.locator('#table tbody tr').count()).toBe(100);
    expect(await page.locator('.controls').isVisible()).toBe(false);
  });

  test('of a bundle, judged again, and of a fan-in', async () => {
    const folder = freshFolder();
    folders.push(folder);
    for (const [cell, outcome] of [['linux', ''], ['macos', '<failure message="only here"/>']] as const) {
      const report = `<testsuite name="s" tests="2"><testcase classname="c" name="test_one"/><testcase classname="c" name="test_two">${outcome}</testcase></testsuite>`;
      const root = makeRepository({ 'a.txt': 'a\n', 'test.sh': `printf '%s' '${report}' > junit.xml\n` });
      await program(['gate', '--cell', cell, '--bundle', join(folder, cell), '--evidence', '*.xml', '--script', 'test.sh'], { cwd: root });
    }
    const file = join(folder, 'verified.html');
    await program(['verify', '--report', file, join(folder, 'linux')], { cwd: folder });
    expect(readFileSync(file, 'utf8')).toContain('<h1><span class="mark" aria-hidden="true">✓</span>Accepted</h1>');
    const all = join(folder, 'all.html');
    const fanIn = await judged(['fan-in', '--report', all, '--expect', 'linux,macos,windows', join(folder, 'linux'), join(folder, 'macos')], { cwd: folder });
    expect(fanIn.envelope['report']).toEqual({ path: all });
    const { page } = await open(all);
    expect(await page.locator('#cells tbody th').allInnerTexts()).toEqual(['linux', 'macos', 'windows']);
    expect(await page.locator('#cells').innerText()).toContain('not run');
    expect(await page.locator('#table tbody tr').first().innerText()).toMatch(/test_two[^]*failed[^]*1 failed, 1 passed[^]*macos/);
    await page.selectOption('#cell', '0');
    await page.selectOption('#filter', 'p');
    expect(await countOf(page)).toBe('2 tests');
    await page.selectOption('#cell', '1');
    await page.selectOption('#filter', 'red');
    expect(await countOf(page)).toBe('1 of 2 tests');
  });
});
