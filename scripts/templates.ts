/**
 * Compiles the templates of the report with eta, each to a module beside it, so that the program evaluates no text.
 * `node scripts/templates.ts` writes them; with `--check` it exits 1 where one is not what its template gives.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Eta } from 'eta/core';

const FOLDER = resolve(import.meta.dirname, '../src/publish/report/templates');

/** The module for one template. */
export function compiled(name: string, source: string): string {
  const body = new Eta({ autoEscape: true }).compileToString(source);
  return `/* eslint-disable */
// @ts-nocheck
/** Made from ${name}.eta by \`npm run templates\`; edit that file, not this one. */
export function template(it, options) {
${body.trim().replace(/^\n+/gm, '')}
}
`;
}

/** Every template with the file that is made from it. */
export function templates(): readonly { readonly name: string; readonly file: string; readonly text: string }[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.eta'))
    .toSorted()
    .map((file) => {
      const name = file.slice(0, -'.eta'.length);
      return { name, file: join(FOLDER, `${name}.ts`), text: compiled(name, readFileSync(join(FOLDER, file), 'utf8')) };
    });
}

function main(args: readonly string[]): number {
  const stale = templates().filter(({ file, text }) => !existsSync(file) || readFileSync(file, 'utf8') !== text);
  if (!args.includes('--check')) for (const { file, text } of stale) writeFileSync(file, text);
  else if (stale.length > 0) {
    console.error(`${stale.map(({ name }) => `${name}.ts`).join(', ')}: not what the template gives. Run: npm run templates`);
    return 1;
  }
  return 0;
}

if (process.argv[1] === import.meta.filename) process.exitCode = main(process.argv.slice(2));
