/** Patterns over text that was recorded: no file system is asked, so a stored record can be judged again anywhere. */

/** Whether `*`, for any text, and the rest of `pattern`, taken literally, make up the whole text. */
export function matchesWildcard(pattern: string, text: string): boolean {
  return new RegExp(`^${pattern.split('*').map(literal).join('.*')}$`, 's').test(text);
}

/** Whether a glob names the path: `*` and `?` stay in one folder, `**` crosses folders; no slash at all: in any folder. */
export function matchesGlob(glob: string, path: string): boolean {
  let expression = expressions.get(glob);
  if (expression === undefined) {
    expression = globExpression(glob);
    expressions.set(glob, expression);
  }
  return expression.test(path);
}

/** A few globs are asked about every path of a workspace: building their expressions anew took most of a check. */
const expressions = new Map<string, RegExp>();

function globExpression(glob: string): RegExp {
  const anchored = glob.includes('/') ? glob.replace(/^\//, '') : `**/${glob}`;
  const source = anchored
    .split(/(\*\*\/|\*\*|\*|\?)/)
    .map((part) => ({ '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' })[part] ?? literal(part))
    .join('');
  return new RegExp(`^${source}$`, 's');
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
