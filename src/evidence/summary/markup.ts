/** Takes Markdown's marks off a line, as far as they stand around or inside of words and numbers. */

/** Marks that begin a block: quotes, list items, check boxes, headings. */
const BLOCK_START = /^\s*(?:>\s?){0,8}\s*(?:[-*+]\s+|\d{1,9}[.)]\s+)?(?:\[[ xX]\]\s+)?(?:#{1,6}\s+)?/;

export interface Stripped {
  readonly text: string;
  /** The line begins a block of its own: no sentence leads into it. */
  readonly starts: boolean;
}

/** Takes off what begins a block. The number of a list item stays where a claim's own word follows it. */
export function stripBlockStart(line: string, claimsNumber: (rest: string) => boolean): Stripped {
  const start = BLOCK_START.exec(line)?.[0] ?? '';
  const rest = line.slice(start.length);
  if (/\d/.test(start) && claimsNumber(rest)) return { text: line.replace(/^[\s>]+/, '').replace(/^(\d+)[.)]/, '$1 '), starts: true };
  return { text: rest, starts: /[^\s>]/.test(start) };
}

/** Takes off emphasis, code marks, link targets, addresses and escapes. Takes time linear in the line's length. */
export function stripInline(text: string): string {
  return text
    .replace(/!?\[([^\][]*)\](?:\([^()\s]*(?:\s+"[^"]*")?\)|\[[^\][]*\])/g, '$1')
    .replace(/<?\bhttps?:\/\/[^\s<>"')\]|]+>?/gi, ' ')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/~~|[*`]/g, '')
    .replace(/(?<![\p{L}\p{N}_])_+(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}])_+(?![\p{L}\p{N}_])/gu, '');
}

/** The cells of a row whose columns are parted by `|`; null for a line without them. */
export function pipeCells(line: string): readonly string[] | null {
  const plain = line.trim().replace(/^(?:>\s?){1,8}/, '').trim();
  const cells = plain.replace(/\\\|/g, '\u0003').split('|').map((cell) => cell.replaceAll('\u0003', '|').trim());
  if (cells.length < 2) return null;
  if (cells[0] === '') cells.shift();
  if (cells.at(-1) === '') cells.pop();
  return cells.length === 0 ? null : cells;
}

export function isDelimiterRow(cells: readonly string[]): boolean {
  return cells.every((cell) => /^:?-+:?$/.test(cell));
}

/** The cells of a line in columns of blanks, tabs, commas or semicolons; null for any other line. */
export function plainColumns(line: string): readonly string[] | null {
  if (line.length > 2000) return null;
  const trimmed = line.trim();
  for (const separator of [/\t+/, /\s{2,}/, /\s*[,;]\s*/]) {
    const cells = trimmed.split(separator);
    if (cells.length >= 2) return cells.every((cell) => cell.length <= 60 && cell !== '') ? cells : null;
  }
  return null;
}

/** The same for columns parted by single blanks; only a head of nothing but known words makes a table of them. */
export function wordColumns(line: string): readonly string[] | null {
  if (line.length > 2000) return null;
  const cells = line.trim().split(/\s+/);
  return cells.length >= 2 ? cells : null;
}
