/**
 * Makes docs/images/report.png: the report of a real run, in a real browser. The story is the README's: a warm workspace
 * holds a cache that no clean directory has, the tests pass on it, and the replay tells.
 *
 * usage: npm run picture     CHROMIUM names the browser; else the first one on PATH
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const ROOT = resolve(import.meta.dirname, '..');
const PICTURE = join(ROOT, 'docs/images/report.png');

const FILES: Readonly<Record<string, string>> = {
  '.gitignore': '__pycache__/\nreports/\nrates.json\n',
  'shop/__init__.py': '',
  'shop/price.py': 'import json, pathlib\n\n\ndef price(count):\n    return count * 2\n\n\ndef rate(currency):\n    rates = json.loads(pathlib.Path("rates.json").read_text())\n    return rates[currency]\n',
  'shop/basket.py': 'def total(items):\n    return sum(items)\n\n\ndef is_empty(items):\n    return not items\n',
  'tests/test_price.py': 'import pytest\nfrom shop.price import price, rate\n\n\ndef test_price_of_three():\n    assert price(3) == 6\n\n\n@pytest.mark.parametrize("count", [1, 2, 3])\ndef test_price_grows(count):\n    assert price(count + 1) > price(count)\n\n\ndef test_rate_is_known():\n    assert rate("USD") > 0\n',
  'tests/test_basket.py': 'import pytest\nfrom shop.basket import total, is_empty\n\n\ndef test_total():\n    assert total([1, 2]) == 3\n\n\ndef test_empty():\n    assert is_empty([])\n\n\n@pytest.mark.skip(reason="needs a printer")\ndef test_receipt():\n    pass\n',
};

function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'generation-gate-picture-'));
  return make(folder).finally(() => rmSync(folder, { recursive: true, force: true }));
}

async function make(folder: string): Promise<void> {
  const shop = join(folder, 'shop');
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(shop, path)), { recursive: true });
    writeFileSync(join(shop, path), text);
  };
  const git = (...args: readonly string[]): Buffer => execFileSync('git', ['-c', 'user.name=shop', '-c', 'user.email=shop@example.invalid', ...args], { cwd: shop });
  for (const [path, text] of Object.entries(FILES)) write(path, text);
  write('shop/price.py', (FILES['shop/price.py'] ?? '').replace('count * 2', 'count + 2'));
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'shop');
  write('shop/price.py', FILES['shop/price.py'] ?? '');
  // What an earlier job fetched, and no clean checkout has.
  write('rates.json', '{"EUR": 1, "USD": 1.1, "GBP": 0.9}');
  const report = join(folder, 'report.html');
  const gate = spawnSync(process.execPath, [join(ROOT, 'src/cli.ts'), 'gate', '--report', report, '--base', 'HEAD', '--replay', '--evidence', 'reports/*.xml', '--', 'python3', '-m', 'pytest', '-q', '--junitxml=reports/junit.xml'], { cwd: shop, encoding: 'utf8', env: { ...process.env, TMPDIR: folder } });
  if (gate.status !== 1) throw new Error(`The run was to be rejected, and ended with ${String(gate.status)}:\n${gate.stdout}${gate.stderr}`);
  const browser = await chromium.launch({ executablePath: browserFile(), args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
  const page = await browser.newPage({ viewport: { width: 1080, height: 1400 }, colorScheme: 'light' });
  await page.goto(pathToFileURL(report).href);
  mkdirSync(dirname(PICTURE), { recursive: true });
  await page.screenshot({ path: PICTURE });
  await browser.close();
  process.stdout.write(`${PICTURE}\n`);
}

function browserFile(): string {
  const given = process.env['CHROMIUM'] ?? '';
  if (given !== '') return given;
  const found = ['chromium', 'chromium-browser', 'google-chrome'].map((name) => spawnSync('sh', ['-c', 'command -v "$1"', 'sh', name], { encoding: 'utf8' }).stdout.trim()).find((path) => path !== '');
  if (found === undefined) throw new Error('No browser is on PATH: apt-get install chromium, or set CHROMIUM');
  return found;
}

if (process.argv[1] === import.meta.filename) await main();
