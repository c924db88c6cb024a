/**
 * Writes docs/inputs-and-outputs.md from action.yml, the one place where inputs and outputs are described.
 * `node scripts/docs.ts` writes it; with `--check` it exits 1 where the page is not what action.yml says.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
export const PAGE = 'docs/inputs-and-outputs.md';

export interface Described {
  readonly name: string;
  readonly description: string;
  /** Null where none is declared. */
  readonly default: string | null;
}

/**
 * The entries of one section of our own action.yml. It reads the plain YAML in which that file is written (two levels of
 * keys, plain or quoted scalars, `>-` blocks) and throws on any line of the section that is something else.
 */
export function describedIn(actionYml: string, section: 'inputs' | 'outputs'): readonly Described[] {
  const lines = actionYml.split('\n');
  const from = lines.indexOf(`${section}:`);
  if (from < 0) throw new Error(`action.yml has no ${section}`);
  const entries: { name: string; description: string; default: string | null }[] = [];
  let folded = false;
  for (const [at, line] of lines.entries()) {
    if (at <= from || line === '') continue;
    if (/^\S/.test(line)) break;
    const name = /^ {2}([a-z][a-z-]*):$/.exec(line)?.[1];
    const [, key = '', value = ''] = /^ {4}(description|default): (.+)$/.exec(line) ?? [];
    const more = folded ? /^ {6}(\S.*)$/.exec(line)?.[1] : undefined;
    const last = entries.at(-1);
    if (name !== undefined) entries.push({ name, description: '', default: null });
    else if (last !== undefined && more !== undefined) last.description = `${last.description} ${more}`.trim();
    else if (last !== undefined && key !== '') {
      folded = value === '>-';
      if (key === 'default') last.default = scalar(value);
      else last.description = folded ? '' : scalar(value);
    } else throw new Error(`action.yml:${at + 1}: not understood: ${line}`);
  }
  const bare = entries.find(({ description }) => description === '');
  if (entries.length === 0 || bare !== undefined) throw new Error(`action.yml: ${bare?.name ?? section} has no description`);
  return entries;
}

/** The page, from the text of action.yml. */
export function pageFrom(actionYml: string): string {
  const inputs = describedIn(actionYml, 'inputs').map(({ name, description, default: value }) => `| \`${name}\` | ${value === null || value === '' ? '' : `\`${value}\``} | ${cell(description)} |`);
  const outputs = describedIn(actionYml, 'outputs').map(({ name, description }) => `| \`${name}\` | ${cell(description)} |`);
  return `# Inputs and outputs of the action

Made from [action.yml](../action.yml) by \`node scripts/docs.ts\`; edit that file, not this one. An input that is empty is
not set. A list has one entry a line.

## Inputs

| Input | Default | What it does |
| --- | --- | --- |
${inputs.join('\n')}

## Outputs

| Output | What it holds |
| --- | --- |
${outputs.join('\n')}
`;
}

function scalar(value: string): string {
  if (/^'.*'$/.test(value)) return value.slice(1, -1).replaceAll("''", "'");
  // What a plain scalar may not begin with or hold (YAML 1.2, 7.3.3).
  if (/^["'[\]{}&*!|>%@`#]/.test(value) || / #|: /.test(value)) throw new Error(`action.yml: not a plain value: ${value}`);
  return value;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}

function main(args: readonly string[]): number {
  const page = pageFrom(readFileSync(join(ROOT, 'action.yml'), 'utf8'));
  if (!args.includes('--check')) writeFileSync(join(ROOT, PAGE), page);
  else if (readFileSync(join(ROOT, PAGE), 'utf8') !== page) {
    console.error(`${PAGE} is not what action.yml says. Run: node scripts/docs.ts`);
    return 1;
  }
  return 0;
}

if (process.argv[1] === import.meta.filename) process.exitCode = main(process.argv.slice(2));
