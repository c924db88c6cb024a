import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { purgeReportSchema } from '../../src/model/prepare.ts';
import { PURGE_LIST_LIMIT, findBytecode, purge } from '../../src/prepare/purge.ts';
import { asOrdinaryUser, git, inFolder, repository, trackedByGit, write } from './repository.ts';

describe('purge', () => {
  test('takes cache folders whole and bytecode anywhere, and leaves sources', async () => {
    await inFolder(async (top) => {
      repository(top, { 'src/shop.py': '', 'pkg/__init__.py': '' });
      write(top, {
        'src/__pycache__/shop.cpython-311.pyc': 'x',
        'src/__pycache__/notes.txt': 'x',
        'src/__pycache__/deep/er/file.bin': 'x',
        'pkg/legacy.pyc': 'x',
        'pkg/old.pyo': 'x',
        'pkg/data.pyc.txt': 'x',
      });
      mkdirSync(join(top, 'empty/__pycache__'), { recursive: true });
      const report = await purge(top, trackedByGit());
      expect(report.removed).toEqual({ files: 5, folders: 4, links: 0 });
      expect([...report.listed].sort()).toEqual(['empty/__pycache__/', 'pkg/legacy.pyc', 'pkg/old.pyo', 'src/__pycache__/']);
      expect(report.failed).toEqual([]);
      expect(readdirSync(join(top, 'src'))).toEqual(['shop.py']);
      expect(readdirSync(join(top, 'pkg')).sort()).toEqual(['__init__.py', 'data.pyc.txt']);
      expect(purgeReportSchema.parse(JSON.parse(JSON.stringify(report)))).toEqual(report);
    });
  });

  test('keeps what a repository tracks, also inside a cache folder', async () => {
    await inFolder(async (top) => {
      repository(top, { 'a/__pycache__/kept.cpython-311.pyc': 'x', 'a/__pycache__/deep/data.txt': 'x', 'vendor.pyc': 'x' });
      write(top, { 'a/__pycache__/gone.cpython-311.pyc': 'x', 'a/__pycache__/other/gone.txt': 'x' });
      const report = await purge(top, trackedByGit());
      expect(report).toMatchObject({ removed: { files: 2, folders: 1 }, tracked: 3, failed: [] });
      expect(git(top, 'status', '--porcelain', '--ignored')).toBe('');
      expect(existsSync(join(top, 'a/__pycache__/other'))).toBe(false);
      expect(report.listed).toEqual(['a/__pycache__/other/', 'a/__pycache__/gone.cpython-311.pyc']);
    });
  });

  test('a dry run removes nothing and counts the same', async () => {
    await inFolder(async (top) => {
      repository(top, { 'a/__pycache__/kept.pyc': 'x' });
      write(top, { 'a/__pycache__/gone.pyc': 'x', 'b/__pycache__/gone.pyc': 'x' });
      const planned = await purge(top, { ...trackedByGit(), dryRun: true });
      expect(existsSync(join(top, 'a/__pycache__/gone.pyc'))).toBe(true);
      const done = await purge(top, trackedByGit());
      expect(planned).toEqual({ ...done, dryRun: true });
      expect(done.removed).toEqual({ files: 2, folders: 1, links: 0 });
    });
  });

  test('asks each repository once, and only one that has candidates', async () => {
    await inFolder(async (top) => {
      repository(top, { 'a.py': '' });
      repository(join(top, 'nested'), { 'kept.pyc': 'x' });
      repository(join(top, 'quiet'), { 'a.py': '' });
      repository(join(top, 'other'), { 'sub.py': '' });
      git(top, 'submodule', '-q', 'add', join(top, 'other'), 'sub');
      write(top, { 'a.pyc': 'x', 'nested/__pycache__/b.pyc': 'x', 'sub/__pycache__/c.pyc': 'x', 'nested/.git/hooks/__pycache__/h.pyc': 'x' });
      const { isTracked, calls } = trackedByGit();
      const report = await purge(top, { isTracked });
      expect(report).toMatchObject({ removed: { files: 3, folders: 2 }, tracked: 1, failed: [] });
      expect(calls.sort()).toEqual([top, join(top, 'nested'), join(top, 'sub')]);
      expect(existsSync(join(top, 'nested/kept.pyc'))).toBe(true);
      expect(existsSync(join(top, 'nested/.git/hooks/__pycache__/h.pyc'))).toBe(true);
    });
  });

  test('a stray .git makes no repository: the one around it is asked', async () => {
    await inFolder(async (top) => {
      repository(top, { 'stray/kept.pyc': 'x' });
      write(top, { 'stray/.git': 'not a git file\n', 'stray/gone.pyc': 'x' });
      const report = await purge(top, trackedByGit());
      expect(report).toMatchObject({ removed: { files: 1 }, tracked: 1, failed: [] });
      expect(readdirSync(join(top, 'stray')).sort()).toEqual(['.git', 'kept.pyc']);
    });
  });

  test('where git answers for nobody, nothing is removed and the report says so', async () => {
    await inFolder(async (top) => {
      write(top, { 'a/__pycache__/b.pyc': 'x' });
      const report = await purge(top, trackedByGit());
      expect(report.removed).toEqual({ files: 0, folders: 0, links: 0 });
      expect(report.failed).toEqual([{ path: '', doing: 'ask-git', errno: expect.stringContaining('not a git repository') }]);
      expect(existsSync(join(top, 'a/__pycache__/b.pyc'))).toBe(true);
    });
  });

  test('leaves environment folders and linked worktrees alone', async () => {
    await inFolder(async (top) => {
      repository(top, { 'a.py': '' });
      const kept = ['node_modules/a.pyc', '.tox/py/a.pyc', '.nox/a.pyc', 'x/site-packages/a.pyc', 'my-env/lib/a.pyc', 'wt/a.pyc', 'y/__pycache__/site-packages/a.pyc'];
      write(top, Object.fromEntries([...kept, 'site-packages.pyc', 'y/__pycache__/b.pyc'].map((path) => [path, 'x'])));
      write(top, { 'my-env/pyvenv.cfg': '' });
      const report = await purge(top, { ...trackedByGit(), skip: ['wt'] });
      expect([...report.listed].sort()).toEqual(['site-packages.pyc', 'y/__pycache__/b.pyc']);
      for (const path of kept) expect([path, existsSync(join(top, path))]).toEqual([path, true]);
      expect(report.failed).toEqual([]);
    });
  });

  test('neither a tracked pyvenv.cfg nor one at the top level exempts sources from the purge', async () => {
    await inFolder(async (top) => {
      repository(top, { 'src/pyvenv.cfg': '', 'src/shop.py': '' });
      write(top, { 'pyvenv.cfg': '', 'src/shop.pyc': 'x', 'src/deep/__pycache__/a.pyc': 'x', 'src/real/pyvenv.cfg': '', 'src/real/a.pyc': 'x' });
      const report = await purge(top, trackedByGit());
      expect([...report.listed].sort()).toEqual(['src/deep/__pycache__/', 'src/shop.pyc']);
      expect(existsSync(join(top, 'src/real/a.pyc'))).toBe(true);
    });
  });

  test('removes links and never what they lead to', async () => {
    await inFolder(async (folder) => {
      const top = join(folder, 'ws');
      repository(top, { 'a.py': '' });
      write(folder, { 'outside/__pycache__/b.pyc': 'x', 'outside/c.pyc': 'x' });
      mkdirSync(join(top, 'pkg/__pycache__'), { recursive: true });
      symlinkSync('../outside/__pycache__', join(top, '__pycache__'));
      symlinkSync('../outside', join(top, 'linked'));
      symlinkSync('../outside/c.pyc', join(top, 'c.pyc'));
      symlinkSync('nowhere', join(top, 'dangling.pyc'));
      symlinkSync('../../../outside', join(top, 'pkg/__pycache__/in'));
      const report = await purge(top, trackedByGit());
      expect(report).toMatchObject({ removed: { files: 0, folders: 1, links: 4 }, failed: [] });
      expect(readdirSync(top).sort()).toEqual(['.git', 'a.py', 'linked', 'pkg']);
      expect(readdirSync(join(folder, 'outside/__pycache__'))).toEqual(['b.pyc']);
      expect(existsSync(join(folder, 'outside/c.pyc'))).toBe(true);
    });
  });

  test('names of any bytes', async () => {
    await inFolder(async (top) => {
      repository(top, { 'a.py': '' });
      const odd = Buffer.concat([Buffer.from(`${top}/`), Buffer.from([0x66, 0xff, 0xfe, 0x0a])]);
      mkdirSync(Buffer.concat([odd, Buffer.from('/__pycache__')]), { recursive: true });
      writeFileSync(Buffer.concat([odd, Buffer.from('/__pycache__/\xff.pyc', 'latin1')]), 'x');
      writeFileSync(Buffer.concat([odd, Buffer.from('/\xe9t\xe9.pyc', 'latin1')]), 'x');
      write(top, { '-rf \'"\n.pyc': 'x', '\uFFFD.pyc': 'x', '.pyc': 'x', '😀/x.pyc': 'x' });
      const report = await purge(top, trackedByGit());
      expect(report).toMatchObject({ removed: { files: 6, folders: 1 }, failed: [] });
      expect([...report.listed].sort()).toEqual(
        ['f\udcff\udcfe\n/__pycache__/', 'f\udcff\udcfe\n/\udce9t\udce9.pyc', '-rf \'"\n.pyc', '\uFFFD.pyc', '.pyc', '😀/x.pyc'].sort(),
      );
      expect(readdirSync(odd)).toEqual([]);
    });
  });

  test('a tracked name of any bytes stays', async () => {
    await inFolder(async (top) => {
      repository(top, { 'a.py': '' });
      writeFileSync(Buffer.from(`${top}/\xff.pyc`, 'latin1'), 'x');
      git(top, 'add', '-A');
      const isTracked = (root: string, paths: readonly string[]) => {
        const listed = git(root, 'ls-files', '-z');
        return Promise.resolve(new Set(paths.filter((path) => listed.includes(path.replace('\udcff', '\xff')))));
      };
      expect(await purge(top, { isTracked })).toMatchObject({ removed: { files: 0 }, tracked: 1 });
    });
  });

  test('what cannot be read or removed is named, and the rest still goes', async () => {
    await inFolder(async (top) => {
      repository(top, { 'a.py': '' });
      write(top, { 'locked/a.pyc': 'x', 'shut/b.pyc': 'x', 'open/c.pyc': 'x' });
      for (const [path, mode] of [['.', 0o755], ['locked', 0o555], ['shut', 0o000], ['open', 0o777]] as const) chmodSync(join(top, path), mode);
      const report = await asOrdinaryUser(() => purge(top, { isTracked: () => Promise.resolve(new Set()) }));
      expect(report.failed).toEqual([
        { path: 'shut', doing: 'list-folder', errno: 'EACCES' },
        { path: 'locked/a.pyc', doing: 'remove', errno: 'EACCES' },
      ]);
      expect(report.listed).toEqual(['open/c.pyc']);
    });
  });

  test('a folder deeper than a path may be long is named', async () => {
    await inFolder(async (top) => {
      repository(top, { 'a.py': '' });
      const start = process.cwd();
      const name = 'd'.repeat(250);
      process.chdir(top);
      for (let depth = 0; depth < 18; depth += 1) {
        mkdirSync(name);
        process.chdir(name);
      }
      process.chdir(start);
      const report = await purge(top, trackedByGit());
      expect(report.failed).toEqual([{ path: expect.stringContaining(name), doing: 'list-folder', errno: 'ENAMETOOLONG' }]);
      rmSync(top, { recursive: true });
    });
  });

  test('the list is capped and the rest counted', async () => {
    await inFolder(async (top) => {
      repository(top, { 'a.py': '' });
      write(top, Object.fromEntries(Array.from({ length: PURGE_LIST_LIMIT + 5 }, (_, at) => [`m${at}.pyc`, ''])));
      const report = await purge(top, trackedByGit());
      expect(report.listed).toHaveLength(PURGE_LIST_LIMIT);
      expect(report.unlisted).toBe(5);
      expect(report.removed.files).toBe(PURGE_LIST_LIMIT + 5);
    });
  });
});

describe('findBytecode', () => {
  test('lists what the purge would take, with the times of the entry itself', async () => {
    await inFolder(async (top) => {
      repository(top, { 'kept.pyc': 'x' });
      write(top, { 'pkg/__pycache__/a.cpython-311.pyc': 'x', 'pkg/__pycache__/a.txt': 'x', 'b.pyc': 'x', 'c.pyo': 'x', 'node_modules/d.pyc': 'x' });
      symlinkSync('pkg', join(top, '__pycache__'));
      const { files, failed } = await findBytecode(top, trackedByGit());
      expect(failed).toEqual([]);
      expect(files.map(({ path, link }) => [path, link]).sort()).toEqual([
        ['__pycache__', true],
        ['b.pyc', false],
        ['pkg/__pycache__/a.cpython-311.pyc', false],
      ]);
      for (const { path, mtimeMs, ctimeMs } of files) {
        const stat = lstatSync(join(top, path));
        expect([mtimeMs, ctimeMs]).toEqual([stat.mtimeMs, stat.ctimeMs]);
      }
      await purge(top, trackedByGit());
      expect((await findBytecode(top, trackedByGit())).files).toEqual([]);
    });
  });
});
