import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { offerSchema } from '../../src/model/prepare.ts';
import { exclusiveNames, offeredByWorkspace } from '../../src/prepare/offer.ts';
import { inFolder, write } from './repository.ts';

const toml = (text: string) => ({ 'pyproject.toml': text });

describe('what metadata names', () => {
  test.each<[string, Record<string, string>, { distributions: string[]; names: string[]; roots: string[] }]>([
    ['PEP 621', toml('[project]\nname = "My.Shop_x"\n'), { distributions: ['my-shop-x'], names: [], roots: [''] }],
    ['poetry', { ...toml('[tool.poetry]\nname = "a"\npackages = [{ include = "one/**/*.py", from = "lib" }, { include = "two" }]\n'), 'lib/one/a.py': '' }, { distributions: ['a'], names: ['one', 'two'], roots: ['', 'lib'] }],
    ['setuptools lists', toml('[project]\nname = "a"\n[tool.setuptools]\npackages = ["one", "one.two"]\npy-modules = ["three"]\npackage-dir = { "four" = "source/four" }\n'), { distributions: ['a'], names: ['four', 'one', 'three'], roots: [''] }],
    ['setuptools roots', { ...toml('[tool.setuptools.packages.find]\nwhere = ["python"]\n[tool.setuptools.package-dir]\n"" = "other"\n'), 'python/one/__init__.py': '', 'other/two.py': '' }, { distributions: [], names: ['one', 'two'], roots: ['', 'other', 'python'] }],
    ['hatch', { ...toml('[tool.hatch.build.targets.wheel]\npackages = ["source/one"]\nonly-include = ["two.py"]\n'), 'source/one/__init__.py': '', 'source/three.py': '' }, { distributions: [], names: ['one', 'three', 'two'], roots: ['', 'source'] }],
    ['flit', toml('[tool.flit.metadata]\nmodule = "one"\ndist-name = "One-Dist"\n[tool.flit.module]\nname = "two.deep"\n'), { distributions: ['one-dist'], names: ['one', 'two'], roots: [''] }],
    ['pdm, uv and maturin', { ...toml('[tool.pdm.build]\npackage-dir = "p"\n[tool.uv.build-backend]\nmodule-root = "u"\nmodule-name = ["x", "y.z"]\n[tool.maturin]\npython-source = "m"\nmodule-name = "w._w"\n'), 'p/a.py': '', 'u/b.py': '', 'm/c.py': '' }, { distributions: [], names: ['a', 'b', 'c', 'w', 'x', 'y'], roots: ['', 'm', 'p', 'u'] }],
    ['scikit-build', toml('[tool.scikit-build.wheel]\npackages = ["src/one"]\n'), { distributions: [], names: ['one'], roots: [''] }],
    ['setup.cfg', { 'setup.cfg': '# c\n[metadata]\nname = A_b\n[options]\npackages =\n    one\n    two.three\npy_modules = four, five\npackage_dir =\n    =lib\n[options.packages.find]\nwhere = lib2\n', 'lib/six.py': '', 'lib2/seven.py': '' }, { distributions: ['a-b'], names: ['five', 'four', 'one', 'seven', 'six', 'two'], roots: ['', 'lib', 'lib2'] }],
    ['setup.cfg that searches', { 'setup.cfg': '[options]\npackages = find:\n' }, { distributions: [], names: [], roots: [''] }],
    ['setup.py', { 'setup.py': "from setuptools import setup\nsetup(name='A.b', packages=['one', 'one.two'], py_modules=[\"three\"], package_dir={'': 'lib'}, x=find_packages('lib2'))\n", 'lib/four.py': '', 'lib2/five.py': '' }, { distributions: ['a-b'], names: ['five', 'four', 'one', 'three'], roots: ['', 'lib', 'lib2'] }],
    ['folders outside are nobody\'s offer', toml('[tool.setuptools.packages.find]\nwhere = ["..", "/usr/lib", "a/../../b"]\n'), { distributions: [], names: [], roots: [''] }],
  ])('%s', async (_, files, offer) => {
    await inFolder(async (top) => {
      write(top, files);
      const { unread, ...found } = await offeredByWorkspace(top);
      expect(unread).toEqual([]);
      expect(offerSchema.parse(found)).toEqual(offer);
    });
  });
});

describe('what the layout shows', () => {
  test('without metadata: src and the packages of the top level', async () => {
    await inFolder(async (top) => {
      write(top, { 'src/one.py': '', 'src/two/__init__.py': '', 'src/space/deep/x.py': '', 'src/data/x.txt': '', 'src/_ext.cpython-311-x86_64-linux-gnu.so': '', 'src/not-a-name.py': '', 'src/node_modules/a.py': '', 'three/__init__.py': '', 'four/x.py': '', 'script.py': '', 'tests/__init__.py': '', 'docs/__init__.py': '', '.hidden/__init__.py': '' });
      expect(await offeredByWorkspace(top)).toEqual({ distributions: [], names: ['_ext', 'one', 'space', 'three', 'two'], roots: ['', 'src'], unread: [] });
    });
  });

  test('a single module counts where it bears its project\'s name', async () => {
    await inFolder(async (top) => {
      write(top, { 'pyproject.toml': '[project]\nname = "six-or.so"\n', 'six_or_so.py': '', 'setup.py': '', 'helper.py': '' });
      expect(await offeredByWorkspace(top)).toMatchObject({ names: ['six_or_so'], distributions: ['six-or-so'] });
    });
  });

  test('a project may bear a name that others have for a folder of tools', async () => {
    await inFolder(async (top) => {
      write(top, { 'pyproject.toml': '[project]\nname = "build"\n', 'build/__init__.py': '', 'tools/__init__.py': '', 'src/scripts/__init__.py': '', 'src/tests/__init__.py': '' });
      expect(await offeredByWorkspace(top)).toMatchObject({ names: ['build', 'scripts'] });
    });
  });

  test('projects inside the workspace offer too; environments, other worktrees, fixtures and links do not', async () => {
    await inFolder(async (folder) => {
      const top = join(folder, 'ws');
      const project = (name: string) => `[project]\nname = "${name}"\n`;
      write(folder, { 'out/pyproject.toml': project('out') });
      write(top, {
        'packages/group/a/pyproject.toml': project('a'),
        'packages/group/a/src/a/__init__.py': '',
        'b/setup.cfg': '[metadata]\nname = b\n',
        'env/pyvenv.cfg': '',
        'env/c/pyproject.toml': project('c'),
        'wt/pyproject.toml': project('d'),
        'tests/e/pyproject.toml': project('e'),
        'site-packages/f/pyproject.toml': project('f'),
        '.cache/g/pyproject.toml': project('g'),
      });
      symlinkSync('../out', join(top, 'linked'));
      expect(await offeredByWorkspace(top, ['wt'])).toEqual({ distributions: ['a', 'b'], names: ['a'], roots: ['', 'b', 'packages/group/a', 'packages/group/a/src'], unread: [] });
    });
  });

  test('inside a namespace package, what it holds is the offer', async () => {
    await inFolder((top) => {
      write(top, { 'acme/shop/__init__.py': '', 'acme/shop/x.py': '', 'acme/inner/deep.py': '', 'plain/__init__.py': '', 'module.py': '' });
      expect(exclusiveNames(top, new Set(['acme', 'module', 'plain']))).toEqual(['acme.inner.deep', 'acme.shop', 'module', 'plain']);
      expect(exclusiveNames(top, new Set(['plain', 'absent']))).toEqual(['plain']);
    });
  });
});

test('files that cannot be read are named, and nothing is thrown', async () => {
  await inFolder(async (top) => {
    write(top, { 'setup.cfg': '[options]\n= x\n\0[', 'a/pyproject.toml': '[project\n', 'b/pyproject.toml': 'project = 3\ntool = [1]\n' });
    writeFileSync(join(top, 'setup.py'), '');
    truncateSync(join(top, 'setup.py'), 100 << 20);
    symlinkSync('pyproject.toml', join(top, 'pyproject.toml'));
    mkdirSync(join(top, 'c/pyproject.toml'), { recursive: true });
    writeFileSync(Buffer.from(`${top}/src\xff.py`, 'latin1'), '');
    const { unread } = await offeredByWorkspace(top);
    expect(unread).toEqual([
      { file: join(top, 'pyproject.toml'), why: 'ELOOP' },
      { file: join(top, 'setup.py'), why: `${100 << 20} bytes, more than ${1 << 20}` },
    ]);
    for (const text of ['[project\n', Buffer.from([0xff, 0xfe, 0x00])]) {
      await inFolder(async (other) => {
        write(other, { 'pyproject.toml': text });
        expect((await offeredByWorkspace(other)).unread).toMatchObject([{ file: join(other, 'pyproject.toml') }]);
      });
    }
  });
});
