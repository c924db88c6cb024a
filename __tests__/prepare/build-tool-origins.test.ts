import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { OriginEntry } from '../../src/model/prepare.ts';
import { lookAtWorkspace } from '../../src/prepare/origins.ts';
import { gitPort } from './editables.ts';
import { git, inFolder, repository, write } from './repository.ts';

interface Places {
  readonly top: string;
  readonly other: string;
  readonly third: string;
}

/** A workspace, another checkout of its repository, and a project of someone else, side by side. */
async function inPlaces(files: Readonly<Record<string, string>>, body: (places: Places) => void | Promise<void>): Promise<void> {
  await inFolder(async (folder) => {
    const places = { top: join(folder, 'ws'), other: join(folder, 'other'), third: join(folder, 'third') };
    repository(places.other, { 'core/go.mod': 'module example.invalid/core\n', 'core/core.go': 'package core\n\nconst Rate = 2\n', ...files });
    git(places.other, 'worktree', 'add', '-q', '-b', 'fix', places.top);
    repository(places.third, { 'go.mod': 'module example.invalid/third\n', 'third.go': 'package third\n' });
    await body(places);
  });
}

async function leadsOf(top: string): Promise<readonly OriginEntry[]> {
  return (await lookAtWorkspace({ top, otherWorktrees: [], git: gitPort })).links;
}

async function sayLeads({ top, other }: Places): Promise<readonly string[]> {
  return (await leadsOf(top)).map(({ kind, file, target, names, otherCheckout }) => {
    expect(otherCheckout?.top).toBe(other);
    return `${kind} ${file.slice(top.length + 1)} ${names.join()} ${target?.slice(other.length + 1) ?? ''}`;
  });
}

describe('what leads into another checkout is listed, and what leads anywhere else is not', () => {
  test.each<readonly [string, Readonly<Record<string, string>>, readonly string[]]>([
    [
      'replace of Go',
      { 'go.mod': 'module example.invalid/app\n\nreplace example.invalid/core v1.0.0 => ../other/core // local\n\nreplace (\n\texample.invalid/two => "../other/core"\n\texample.invalid/third => ../third\n\texample.invalid/own => ./core\n\texample.invalid/far => example.invalid/fork v1.2.0\n)\n// replace example.invalid/no => ../other\n' },
      ['go-replace go.mod example.invalid/core core', 'go-replace go.mod example.invalid/two core'],
    ],
    ['use of Go', { 'go.work': 'go 1.21\nuse ./core\nuse (\n\t../other/core // mine\n\t../third\n)\nreplace example.invalid/x => ../other/core\n' }, ['go-replace go.work example.invalid/x core', 'go-work go.work example.invalid/core core']],
    [
      'path dependencies and overrides of Cargo',
      {
        'Cargo.toml': '[package]\nname = "app"\n[lib]\npath = "../other/core/lib.rs"\n[dependencies]\ncore = { path = "../other/core" }\nthird = { version = "1", path = "../third" }\n[dependencies.two]\npath = "../other/core"\n# core = { path = "../other" }\n[patch.crates-io]\nthree = { path = "core" }\n',
        '.cargo/config.toml': 'paths = ["../other/core", "../third"]\n[patch.crates-io]\nfour = { path = "../other/core" }\n',
      },
      ['cargo-path .cargo/config.toml paths core', 'cargo-path .cargo/config.toml four core', 'cargo-path Cargo.toml core core', 'cargo-path Cargo.toml two core'],
    ],
    [
      'included builds and files of Gradle',
      {
        'settings.gradle': "includeBuild '../other/core'\nincludeBuild('../third')\ninclude 'app'\nproject(':core').projectDir = file(\"$rootDir/../other/core\")\n// includeBuild '../other'\n",
        'app/build.gradle.kts': 'dependencies { implementation(files("../../other/core/core.jar", "libs/x.jar")) }\nrepositories { flatDir { dirs("../../other/core") } }\napply(from = "../../other/core/x.gradle")\n',
      },
      ['gradle-path settings.gradle includeBuild core', 'gradle-path settings.gradle file core', 'gradle-path app/build.gradle.kts files core/core.jar', 'gradle-path app/build.gradle.kts dirs core', 'gradle-path app/build.gradle.kts from core/x.gradle'],
    ],
    [
      'modules, parents and files of Maven',
      { 'pom.xml': '<project><parent><relativePath>../other/pom.xml</relativePath></parent><modules><module>core</module><module>../other/core</module><!-- <module>../other</module> --></modules><systemPath>${project.basedir}/../other/core/x.jar</systemPath><sourceDirectory>${basedir}/core</sourceDirectory></project>' },
      ['maven-path pom.xml relativePath pom.xml', 'maven-path pom.xml module core', 'maven-path pom.xml systemPath core/x.jar'],
    ],
  ])('%s', async (_, files, expected) => {
    await inPlaces({}, async (places) => {
      write(places.top, files);
      expect([...(await sayLeads(places))].sort()).toEqual([...expected].sort());
    });
  });

  test('a configuration of Cargo and a go.work above the workspace count as their tools see them', async () => {
    await inPlaces({}, async (places) => {
      write(join(places.top, '..'), { '.cargo/config.toml': 'paths = ["other/core"]\n', 'go.work': 'go 1.21\nuse ./other/core\n' });
      execFileSync('rm', [join(places.top, 'core/go.mod')]);
      expect((await leadsOf(places.top)).map(({ kind }) => kind)).toEqual(['cargo-path']);
      write(places.top, { 'deep/go.mod': 'module example.invalid/app\n' });
      expect((await leadsOf(places.top)).map(({ kind }) => kind).sort()).toEqual(['cargo-path', 'go-work']);
      write(places.top, { 'go.work': 'go 1.21\nuse .\n' });
      expect((await leadsOf(places.top)).map(({ kind }) => kind)).toEqual(['cargo-path']);
    });
  });

  test('a link in the place of sources, but not one to shared data, secrets or an environment', async () => {
    await inPlaces({ 'data/a.csv': '1\n', 'lib/x.js': '', 'lib/sub/y.py': '', 'note.txt': '' }, async (places) => {
      const { top, other } = places;
      write(other, { '.env': 'A=1\n', 'cache/x.js': '', '.venv/pyvenv.cfg': '', '.venv/bin/x.py': '' });
      for (const name of ['.env', 'cache', '.venv', 'shared-data', 'src', 'one.go']) {
        symlinkSync(join(other, { 'shared-data': 'data', src: 'lib', 'one.go': 'core/core.go' }[name] ?? name), join(top, name));
      }
      symlinkSync('core', join(top, 'inside'));
      symlinkSync(join(top, '..', 'third'), join(top, 'third'));
      mkdirSync(join(top, 'deep/er'), { recursive: true });
      symlinkSync(join(other, 'lib/sub'), join(top, 'deep/er/pkg'));
      expect([...(await sayLeads(places))].sort()).toEqual(['workspace-link deep/er/pkg pkg lib/sub', 'workspace-link one.go one.go core/core.go', 'workspace-link src src lib']);
    });
  });
});

test('Go resolves a replaced module where the entry says', async () => {
  await inPlaces({}, async (places) => {
    const { top, other } = places;
    write(top, { 'app/go.mod': 'module example.invalid/app\n\ngo 1.21\n\nrequire example.invalid/core v0.0.0\n\nreplace example.invalid/core => ../../other/core\n', 'app/main.go': 'package main\n\nimport "example.invalid/core"\n\nfunc main() { println(core.Rate) }\n' });
    const folder = execFileSync('go', ['list', '-f', '{{.Dir}}', 'example.invalid/core'], { cwd: join(top, 'app'), env: { ...process.env, GOFLAGS: '-mod=mod', GOWORK: 'off', GOTOOLCHAIN: 'local', GOPROXY: 'off' }, encoding: 'utf8' }).trim();
    expect(folder).toBe(join(other, 'core'));
    expect(await leadsOf(top)).toMatchObject([{ kind: 'go-replace', distribution: 'example.invalid/core', target: folder, insideWorkspace: false }]);
  });
}, 240_000);

test('files that are made to be long or never end come to an end', async () => {
  await inPlaces({}, async ({ top }) => {
    write(top, { 'go.work': 'use (\n'.repeat(100_000), 'go.mod': 'replace '.repeat(100_000), 'pom.xml': '<!--'.repeat(200_000), 'settings.gradle': "includeBuild '".repeat(60_000), 'build.gradle': '/*'.repeat(300_000), 'Cargo.toml': 'path = "'.repeat(100_000) });
    expect(await leadsOf(top)).toEqual([]);
  });
});
