/** Workspaces and links as npm, pnpm and Yarn really make them, against what Node resolves there. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { lookAtWorkspace } from '../../src/prepare/origins.ts';
import { environmentOrigins } from '../../src/prepare/environment-origins.ts';
import type { OriginEntry } from '../../src/model/prepare.ts';
import { gitPort } from './editables.ts';
import { git, inFolder, repository, write } from './repository.ts';

let tools: string;

beforeAll(() => {
  tools = realpathSync(mkdtempSync(join(tmpdir(), 'gg-node-tools-')));
  run(tools, 'npm', ['install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', tools, 'pnpm@9.15.9', '@yarnpkg/cli-dist@4.9.2']);
}, 300_000);

afterAll(() => rmSync(tools, { recursive: true, force: true }));

const SETTINGS = { YARN_ENABLE_TELEMETRY: '0', YARN_ENABLE_IMMUTABLE_INSTALLS: 'false', YARN_ENABLE_GLOBAL_CACHE: 'false', YARN_ENABLE_SCRIPTS: 'false', CI: '' };

function environment(home: string): Record<string, string> {
  const kept = Object.entries(process.env).filter(([name]) => /^(?:PATH|LANG|.*_proxy|.*_PROXY|SSL_.*|NODE_EXTRA_CA_CERTS|npm_config_registry)$/.test(name)) as [string, string][];
  return { ...Object.fromEntries(kept), HOME: home, npm_config_prefix: join(home, 'prefix'), npm_config_cache: join(home, 'cache'), npm_config_update_notifier: 'false', ...SETTINGS };
}

function run(cwd: string, program: string, args: readonly string[], more: Readonly<Record<string, string>> = {}): string {
  return execFileSync(program, args, { cwd, env: { ...environment(program === 'npm' && cwd === tools ? (process.env['HOME'] ?? '/') : dirname(cwd)), ...more }, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

function pnpm(cwd: string, ...args: readonly string[]): void {
  run(cwd, process.execPath, [join(tools, 'node_modules/pnpm/bin/pnpm.cjs'), ...args]);
}

function yarn(cwd: string, ...args: readonly string[]): string {
  return run(cwd, process.execPath, [join(tools, 'node_modules/@yarnpkg/cli-dist/bin/yarn.js'), ...args]);
}

const SHOW = "console.log(require('fs').realpathSync(require.resolve('@acme/core')))";

const FILES = {
  'package.json': '{"name":"all","private":true,"workspaces":["packages/*"]}\n',
  'packages/core/package.json': '{"name":"@acme/core","version":"1.0.0","main":"index.js"}\n',
  'packages/core/index.js': 'exports.one = 1;\n',
  'packages/app/package.json': '{"name":"@acme/app","version":"1.0.0","dependencies":{"@acme/core":"*"}}\n',
  'packages/app/show.cjs': `${SHOW}\n`,
  'pnpm-workspace.yaml': 'packages:\n  - packages/*\n',
  '.gitignore': 'node_modules/\n.pnp.*\n.yarn/\nwt/\n',
};

async function entriesOf(top: string): Promise<readonly OriginEntry[]> {
  const { links, unread } = await lookAtWorkspace({ top, otherWorktrees: [], git: gitPort });
  expect(unread).toEqual([]);
  return links.filter(({ names }) => names.includes('@acme/core'));
}

function resolvedBy(top: string): string {
  return run(join(top, 'packages/app'), process.execPath, ['show.cjs']);
}

async function inTwoCheckouts(files: Readonly<Record<string, string>>, body: (checkouts: { readonly main: string; readonly other: string }) => Promise<void>): Promise<void> {
  await inFolder(async (folder) => {
    const [main, other] = [join(folder, 'main'), join(folder, 'other')];
    repository(main, files);
    git(main, 'worktree', 'add', '-q', '-b', 'other', other);
    await body({ main, other });
  });
}

const INSTALL = ['install', '--silent', '--no-audit', '--no-fund', '--offline'];

describe('npm', () => {
  test('a worktree inside of another checkout takes packages from around it, until it has its own', async () => {
    await inFolder(async (main) => {
      repository(main, FILES);
      run(main, 'npm', INSTALL);
      const inner = join(main, 'wt');
      git(main, 'worktree', 'add', '-q', '-b', 'fix', inner);
      expect(resolvedBy(inner)).toBe(join(main, 'packages/core/index.js'));
      expect(await entriesOf(inner)).toMatchObject([{ kind: 'node-link', file: join(main, 'node_modules/@acme/core'), target: join(main, 'packages/core'), insideWorkspace: false, otherCheckout: { top: main } }]);
      run(inner, 'npm', INSTALL);
      expect(resolvedBy(inner)).toBe(join(inner, 'packages/core/index.js'));
      expect(await entriesOf(inner)).toMatchObject([{ target: join(inner, 'packages/core'), insideWorkspace: true }]);
    });
  }, 240_000);

  test('npm link of another checkout', async () => {
    await inTwoCheckouts({ ...FILES, 'package.json': '{"name":"all","private":true}\n' }, async ({ main, other }) => {
      const prefix = join(main, '..', 'machine');
      mkdirSync(join(prefix, 'lib'), { recursive: true });
      const flags = ['--silent', '--offline', '--no-audit', '--no-fund'];
      run(join(other, 'packages/core'), 'npm', ['link', ...flags], { npm_config_prefix: prefix });
      run(main, 'npm', ['link', '@acme/core', ...flags], { npm_config_prefix: prefix });
      expect(resolvedBy(main)).toBe(join(other, 'packages/core/index.js'));
      expect(await entriesOf(main)).toMatchObject([{ kind: 'node-link', target: join(other, 'packages/core'), insideWorkspace: false, otherCheckout: { top: other } }]);
    });
  }, 240_000);

  test.each([
    ['a link', 'false', 'node-link'],
    ['a copy', 'true', 'node-copy'],
  ])('a file: dependency on another checkout, as %s', async (_, copies, kind) => {
    await inTwoCheckouts({ ...FILES, 'package.json': '{"name":"all","private":true,"dependencies":{"@acme/core":"file:../other/packages/core"}}\n' }, async ({ main, other }) => {
      run(main, 'npm', [...INSTALL, `--install-links=${copies}`]);
      expect(resolvedBy(main)).toBe(join(copies === 'true' ? join(main, 'node_modules/@acme/core') : join(other, 'packages/core'), 'index.js'));
      expect(await entriesOf(main)).toMatchObject([{ kind, file: join(main, 'node_modules/@acme/core'), target: join(other, 'packages/core'), insideWorkspace: false, otherCheckout: { top: other } }]);
    });
  }, 240_000);

  test('NODE_PATH with the installed packages of another checkout', async () => {
    await inTwoCheckouts(FILES, async ({ main, other }) => {
      run(other, 'npm', INSTALL);
      const { otherCheckoutOf } = await lookAtWorkspace({ top: main, otherWorktrees: [], git: gitPort });
      const found = await environmentOrigins({ NODE_PATH: join(other, 'node_modules') }, main, otherCheckoutOf);
      expect(found.map(({ target }) => target).sort()).toEqual([join(other, 'packages/app'), join(other, 'packages/core')]);
    });
  }, 240_000);

  test('NODE_PATH with a folder that holds another checkout as a package', async () => {
    await inTwoCheckouts(FILES, async ({ main, other }) => {
      const { otherCheckoutOf } = await lookAtWorkspace({ top: main, otherWorktrees: [], git: gitPort });
      const packages = join(main, '..', 'packages');
      mkdirSync(join(packages, '@acme'), { recursive: true });
      mkdirSync(join(packages, 'third-party'));
      renameSync(other, join(packages, '@acme/all'));
      const found = await environmentOrigins({ NODE_PATH: packages }, main, otherCheckoutOf);
      expect(found.map(({ target }) => target)).toEqual([join(packages, '@acme/all')]);
    });
  });
});

describe('pnpm', () => {
  test.each([
    ['a workspace', 'workspace:*', null],
    ['a link to another checkout', 'link:../../../other/packages/core', 'node-link'],
    ['a copy of another checkout', 'file:../../../other/packages/core', 'node-copy'],
  ])('%s', async (_, version, kind) => {
    const app = JSON.stringify({ name: '@acme/app', version: '1.0.0', dependencies: { '@acme/core': version } });
    await inTwoCheckouts({ ...FILES, 'packages/app/package.json': `${app}\n` }, async ({ main, other }) => {
      pnpm(main, 'install', '--silent', '--offline', '--no-frozen-lockfile', '--store-dir', join(main, '..', 'store'));
      const found = (await entriesOf(main)).filter(({ insideWorkspace }) => !insideWorkspace);
      const resolved = resolvedBy(main);
      if (kind === null) {
        expect(resolved).toBe(join(main, 'packages/core/index.js'));
        expect(found).toEqual([]);
      } else {
        expect(resolved.startsWith(kind === 'node-link' ? `${other}/packages/core/` : `${main}/node_modules/.pnpm/`)).toBe(true);
        expect(found).toMatchObject([{ kind, target: join(other, 'packages/core'), otherCheckout: { top: other } }]);
      }
    });
  }, 240_000);
});

describe('Yarn', () => {
  const manifests = (version: string) => ({ ...FILES, 'yarn.lock': '', 'packages/app/package.json': `${JSON.stringify({ name: '@acme/app', version: '1.0.0', dependencies: { '@acme/core': version } })}\n` });

  test.each([
    ['a workspace', 'workspace:*', '', true],
    ['a portal to another checkout', 'portal:../../../other/packages/core', '', false],
    ['a table in a file of its own', 'portal:../../../other/packages/core', 'pnpEnableInlining: false\n', false],
  ])('Plug\'n\'Play: %s', async (_, version, settings, inside) => {
    await inTwoCheckouts({ ...manifests(version), '.yarnrc.yml': settings }, async ({ main, other }) => {
      yarn(main, 'install');
      const core = join(inside ? main : other, 'packages/core');
      expect(yarn(join(main, 'packages/app'), 'node', 'show.cjs')).toBe(join(core, 'index.js'));
      const found = (await entriesOf(main)).filter(({ target }) => target === core);
      expect(found).toMatchObject([{ kind: 'yarn-pnp', file: expect.stringContaining('.pnp.'), insideWorkspace: inside, otherCheckout: inside ? null : { top: other }, offersSame: true }]);
      if (inside) expect((await entriesOf(main)).filter(({ insideWorkspace }) => !insideWorkspace)).toEqual([]);
    });
  }, 240_000);

  test('its node_modules', async () => {
    await inTwoCheckouts({ ...manifests('portal:../../../other/packages/core'), '.yarnrc.yml': 'nodeLinker: node-modules\n' }, async ({ main, other }) => {
      yarn(main, 'install');
      expect(resolvedBy(main)).toBe(join(other, 'packages/core/index.js'));
      expect((await entriesOf(main)).filter(({ insideWorkspace }) => !insideWorkspace)).toMatchObject([{ kind: 'node-link', target: join(other, 'packages/core'), otherCheckout: { top: other } }]);
    });
  }, 240_000);

  test('a table that is none, or of another form, is named and never run', async () => {
    await inFolder(async (top) => {
      repository(top, FILES);
      for (const text of ["require('fs').writeFileSync('ran', '')\n", "const RAW_RUNTIME_STATE = '{'", 'RAW_RUNTIME_STATE = \'{"packageRegistryData": 3}\'']) {
        write(top, { '.pnp.cjs': text });
        const { unread } = await lookAtWorkspace({ top, otherWorktrees: [], git: gitPort });
        expect(unread).toMatchObject([{ file: join(top, '.pnp.cjs'), why: expect.stringMatching(/table/) }]);
      }
      expect(git(top, 'status', '--porcelain')).toBe('');
    });
  });
});
