import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readCommands } from '../../src/prepare/command-reading.ts';
import { readMavenLocal } from '../../src/prepare/maven-local.ts';
import { write } from './repository.ts';

let folder: string;
let top: string;
const JAR = 'org/acme/core/1.0-SNAPSHOT/core-1.0-SNAPSHOT.jar';

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gg-maven-')));
  top = join(folder, 'ws');
  const child = (artifact: string, dependencies: readonly string[]): string =>
    `<project><parent><groupId>org.acme</groupId><artifactId>all</artifactId><version>1.0-SNAPSHOT</version></parent><artifactId>${artifact}</artifactId><dependencies>${dependencies.map((name) => `<dependency><groupId>\${project.groupId}</groupId><artifactId>${name}</artifactId></dependency>`).join('')}</dependencies></project>`;
  write(top, {
    'pom.xml': '<project><groupId>org.acme</groupId><artifactId>all</artifactId><version>1.0-SNAPSHOT</version><packaging>pom</packaging><modules><module>core</module><module>mid</module><module>app</module></modules><dependencyManagement><dependencies><dependency><groupId>org.acme</groupId><artifactId>core</artifactId></dependency></dependencies></dependencyManagement></project>',
    'core/pom.xml': child('core', []),
    'core/src/main/java/A.java': 'class A {}\n',
    'mid/pom.xml': child('mid', ['core']),
    'app/pom.xml': child('app', ['mid']),
  });
  write(join(folder, 'home/.m2/repository'), { [JAR]: 'of another checkout' });
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function entriesOf(argv: readonly string[], { cwd = top, env = {} }: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {}): readonly string[] {
  const surroundings = { cwd, env: { HOME: join(folder, 'home'), ...env } };
  return readMavenLocal(readCommands({ form: 'argv', argv: [...argv] }, surroundings), { top, otherWorktrees: [] }, surroundings.env).map(({ distribution, file }) => `${distribution ?? ''} ${file.slice(folder.length + 1)}`);
}

const FOUND = [`org.acme:core home/.m2/repository/${JAR}`];

describe('a module of the workspace comes from the local repository', () => {
  test.each([
    [['mvn', '-pl', 'app', 'test']],
    [['mvn', '-o', '-q', '--projects', ':mid', 'verify']],
    [['./mvnw', '-pl', 'org.acme:app', '-am', '-pl', 'mid', 'test'].filter((word) => word !== '-am')],
    [['mvn', '-f', 'app', 'test']],
    [['sh', '-c', 'cd app && mvn test']],
    [['mvn', '-pl', '!core', 'test']],
    [['sh', '-c', 'mvn -pl mid install; mvn -pl app test']],
  ])('%j', (argv) => {
    expect(entriesOf(argv)).toEqual(FOUND);
  });

  test.each([
    [['mvn', 'test']],
    [['mvn', '-pl', 'app', '-am', 'test']],
    [['mvn', '-pl', 'core', 'test']],
    [['mvn', '-pl', 'core,mid,app', 'test']],
    [['sh', '-c', 'mvn -DskipTests install && mvn -pl app test']],
    [['gradle', 'test']],
  ])('not by %j', (argv) => {
    expect(entriesOf(argv)).toEqual([]);
  });

  test('not where it was installed from this tree, as it is', async () => {
    const installed = join(folder, 'home/.m2/repository', JAR);
    await new Promise((resolve) => setTimeout(resolve, 20));
    write(top, { 'core/target/core-1.0-SNAPSHOT.jar': 'of this tree' });
    expect(entriesOf(['mvn', '-pl', 'app', 'test'])).toEqual(FOUND);
    cpSync(join(top, 'core/target/core-1.0-SNAPSHOT.jar'), installed);
    expect(entriesOf(['mvn', '-pl', 'app', 'test'])).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    write(top, { 'core/src/main/java/A.java': 'class A { int b; }\n' });
    expect(entriesOf(['mvn', '-pl', 'app', 'test'])).toEqual(FOUND);
  });

  test('wherever that repository lies', () => {
    const moved = join(folder, 'moved');
    mkdirSync(join(moved, dirname(JAR)), { recursive: true });
    cpSync(join(folder, 'home/.m2/repository', JAR), join(moved, JAR));
    const found = [`org.acme:core moved/${JAR}`];
    expect(entriesOf(['mvn', '-pl', 'app', '-Dmaven.repo.local=../moved', 'test'])).toEqual(found);
    expect(entriesOf(['mvn', '-pl', 'app', 'test'], { env: { MAVEN_OPTS: `-Xmx1g -Dmaven.repo.local=${moved}` } })).toEqual(found);
    write(join(folder, 'home/.m2'), { 'settings.xml': '<settings><localRepository>${user.home}/../moved</localRepository></settings>' });
    expect(entriesOf(['mvn', '-pl', 'app', 'test'])).toEqual(found);
    write(top, { '.mvn/maven.config': '-Dmaven.repo.local=/nowhere\n' });
    expect(entriesOf(['mvn', '-pl', 'app', 'test'])).toEqual([]);
  });

  test('files of any content end', () => {
    write(top, { 'core/pom.xml': '<artifactId>'.repeat(50_000), 'mid/pom.xml': '<dependency>'.repeat(50_000), 'app/pom.xml': '<!--'.repeat(100_000), 'pom.xml': `<project><artifactId>a</artifactId>${'<module>../ws</module>'.repeat(2_000)}` });
    expect(entriesOf(['mvn', '-pl', 'app', 'test'])).toEqual([]);
  });
});
