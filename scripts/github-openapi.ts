/**
 * Writes fixtures/github-openapi.json: GitHub's published description of its REST API (package `@octokit/openapi`, MIT),
 * cut to the operations that this project uses. `node scripts/github-openapi.ts` fetches the pinned package by npm into
 * a temporary folder; the document itself is 13 MB and is not kept.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const PACKAGE = '@octokit/openapi@23.0.2';
const FILE = join(ROOT, 'fixtures/github-openapi.json');
const DOCUMENT = 'package/generated/api.github.com.json';

/** Every operation that `src/github` or a library of it sends. */
const OPERATIONS: readonly (readonly [path: string, method: string])[] = [
  ['/repos/{owner}/{repo}/check-runs', 'post'],
  ['/repos/{owner}/{repo}/check-runs/{check_run_id}', 'patch'],
  ['/repos/{owner}/{repo}/statuses/{sha}', 'post'],
  ['/repos/{owner}/{repo}/git/commits/{commit_sha}', 'get'],
  ['/repos/{owner}/{repo}/actions/runs/{run_id}/artifacts', 'get'],
  ['/repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}', 'get'],
];

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type Objects = Readonly<Record<string, Json>>;

main();

function main(): void {
  const folder = mkdtempSync(join(tmpdir(), 'github-openapi-'));
  try {
    execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, PACKAGE], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    execFileSync('tar', ['--extract', '--gzip', '--file', join(folder, PACKAGE.replace('@', '').replace('/', '-').replace('@', '-') + '.tgz'), '--directory', folder, DOCUMENT]);
    const document = JSON.parse(readFileSync(join(folder, DOCUMENT), 'utf8')) as Objects;
    writeFileSync(FILE, `${JSON.stringify(cut(document), null, 1)}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function cut(document: Objects): Objects {
  const whole = document['paths'] as Readonly<Record<string, Objects>>;
  const paths: Record<string, Record<string, Json>> = {};
  for (const [path, method] of OPERATIONS) {
    const operation = whole[path]?.[method];
    if (operation === undefined) throw new Error(`${PACKAGE} has no ${method.toUpperCase()} ${path}`);
    (paths[path] ??= {})[method] = withoutExamples(operation);
  }
  return { openapi: document['openapi'] ?? '', info: { ...(document['info'] as Objects), 'x-cut-from': PACKAGE }, paths, components: usedIn(paths, document) };
}

/** The components that the paths refer to, and those that these refer to. */
function usedIn(paths: Json, document: Objects): Json {
  const components = document['components'] as Readonly<Record<string, Objects>>;
  const kept: Record<string, Record<string, Json>> = {};
  const open: Json[] = [paths];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    for (const [, kind = '', name = ''] of JSON.stringify(value).matchAll(/"\$ref":"#\/components\/([^/"]+)\/([^"]+)"/g)) {
      // An answer's example, and what only it refers to, is not looked at.
      if (kind === 'examples' || kept[kind]?.[name] !== undefined) continue;
      const component = components[kind]?.[name];
      if (component === undefined) throw new Error(`${PACKAGE} has no ${kind}/${name}`);
      const slim = withoutExamples(component);
      (kept[kind] ??= {})[name] = slim;
      open.push(slim);
    }
  }
  return Object.fromEntries(Object.entries(kept).map(([kind, entries]) => [kind, Object.fromEntries(Object.entries(entries).sort(([left], [right]) => (left < right ? -1 : 1)))]));
}

/** Examples and prose make most of the document and check nothing. */
function withoutExamples(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(withoutExamples);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value as Objects).filter(([key, entry]) => !(['examples', 'example', 'x-github', 'externalDocs'].includes(key) || (key === 'description' && typeof entry === 'string' && entry.length > 120)));
  return Object.fromEntries(kept.map(([key, entry]) => [key, withoutExamples(entry)]));
}
