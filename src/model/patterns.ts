/** Patterns over text that was recorded: no file system is asked, so a stored record can be judged again anywhere. */

/** Whether `*`, for any text, and the rest of `pattern`, taken literally, make up the whole text. */
export function matchesWildcard(pattern: string, text: string): boolean {
  return new RegExp(`^${pattern.split('*').map(literal).join('.*')}$`, 's').test(text);
}

/**
 * Whether a glob names the path. `*` and `?` stay in one folder, `**` crosses folders, `[a-z]` is one character, `{a,b}`
 * one of several; without a slash it counts in any folder. One that ends in plain text names all of a folder of that
 * name as well: `docs` is `docs/**` too. What {@link globFault} faults names nothing.
 */
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

/** Why a glob can name no path of a workspace, in words that end the sentence "It …"; null where it can. */
export function globFault(glob: string): string | null {
  if (glob !== glob.trim()) return 'begins or ends with a blank';
  if (glob.includes('\\')) return 'holds a backslash; folders are separated by "/"';
  if (glob.split('/').includes('..')) return 'leads out of the workspace by ".."';
  if (/^[./]*$/.test(glob)) return 'names no path; "**" is everything';
  if (!isBalanced(glob)) return 'has a bracket or a brace without its other half';
  return null;
}

/** The most that braces may stand for together. */
const MOST_BRANCHES = 1_000;

function globExpression(glob: string): RegExp {
  if (globFault(glob) !== null) return /(?!)/;
  const sources = branches(glob).map((branch) => {
    const plain = branch.replace(/^(?:\.?\/)+/, '').replace(/\/(?:\.?\/)+/g, '/');
    const anchored = branch.replace(/^\.\//, '').replace(/\/$/, '').includes('/') ? plain : `**/${plain}`;
    const below = /(?:^|\/)[^*?[\]/]+$/.test(anchored) ? '(?:/.*)?' : '';
    return `${expressionOf(anchored.endsWith('/') ? `${anchored}**` : anchored)}${below}`;
  });
  return new RegExp(`^(?:${sources.join('|')})$`, 's');
}

function expressionOf(branch: string): string {
  return branch
    .split(/(\*\*\/|\*\*|\*|\?|\[!?[^\]]+\])/)
    .map((part) => {
      if (/^\[.+\]$/s.test(part)) return `(?!/)[${part.slice(1, -1).replace(/^!/, '^').replace(/[\\[\]]/g, '\\$&')}]`;
      return { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' }[part] ?? literal(part);
    })
    .join('');
}

/** What the braces of a glob stand for, each written out. */
function branches(glob: string): readonly string[] {
  let written = [glob];
  for (;;) {
    const next = written.flatMap((one) => {
      const brace = /^(.*)\{([^{}]*)\}(.*)$/s.exec(one);
      return brace === null ? [one] : (brace[2] ?? '').split(',').map((choice) => `${brace[1] ?? ''}${choice}${brace[3] ?? ''}`);
    });
    if (next.length === written.length && next.every((one, at) => one === written[at])) return written;
    if (next.length > MOST_BRANCHES) return [];
    written = next;
  }
}

function isBalanced(glob: string): boolean {
  let [braces, isClass] = [0, false];
  for (const character of glob) {
    if (isClass) isClass = character !== ']';
    else if (character === '[') isClass = true;
    else if (character === ']') return false;
    else if (character === '{') braces += 1;
    else if (character === '}') braces -= 1;
    if (braces < 0) return false;
  }
  return braces === 0 && !isClass && !/\[!?\]/.test(glob);
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
