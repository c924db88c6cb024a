/** Splits a shell script into simple commands, well enough to see which programs it names. Nothing is expanded or run. */

export interface Word {
  readonly text: string;
  /** It holds an expansion or a substitution that stands for text nobody here knows. */
  readonly unknown: boolean;
}

export type SimpleCommand = readonly Word[];

const SEPARATORS = /[;&|()\n]/;

/**
 * The simple commands of a script, in order, as words with their quotes taken off. `$NAME` and `${NAME}` become the
 * variable's value where `variables` has it; every other expansion makes its word unknown. Here-documents are skipped.
 */
export function splitWords(script: string, variables: Readonly<Record<string, string | undefined>> = {}): readonly SimpleCommand[] {
  const commands: Word[][] = [[]];
  const waiting: string[] = [];
  let [text, unknown, open] = ['', false, false];
  let at = 0;

  function endWord(): void {
    if (open) commands.at(-1)?.push({ text, unknown });
    [text, unknown, open] = ['', false, false];
  }
  function expand(): void {
    open = true;
    const name = /^\$(?:(?<plain>[A-Za-z_]\w*)|\{(?<braced>[A-Za-z_]\w*)\})/.exec(script.slice(at, at + 200));
    const value = variables[name?.groups?.['plain'] ?? name?.groups?.['braced'] ?? ''];
    if (value === undefined) unknown = true;
    else text += value;
    if (name !== null) at += name[0].length;
    else if (script.startsWith('$(', at)) at = closing(script, at + 1, '(', ')');
    else if (script.startsWith('${', at)) at = closing(script, at + 1, '{', '}');
    else at += 1;
  }

  while (at < script.length) {
    const character = script[at] ?? '';
    if (character === '\\') {
      const next = script[at + 1] ?? '';
      if (next !== '\n') [text, open] = [text + next, true];
      at += 2;
    } else if (character === "'") {
      const end = script.indexOf("'", at + 1);
      text += script.slice(at + 1, end < 0 ? undefined : end);
      open = true;
      at = end < 0 ? script.length : end + 1;
    } else if (character === '"') {
      open = true;
      at += 1;
      while (at < script.length && script[at] !== '"') {
        if (script[at] === '$') {
          expand();
        } else if (script[at] === '`') {
          unknown = true;
          at += 1;
        } else {
          if (script[at] === '\\' && /["\\$`\n]/.test(script[at + 1] ?? '')) at += 1;
          text += script[at] ?? '';
          at += 1;
        }
      }
      at += 1;
    } else if (character === '$') {
      expand();
    } else if (character === '`') {
      open = unknown = true;
      at += 1;
    } else if (character === '#' && !open) {
      const end = script.indexOf('\n', at);
      at = end < 0 ? script.length : end;
    } else if (script.startsWith('<<', at) && !script.startsWith('<<<', at)) {
      endWord();
      const mark = /^<<-?\s*(?<quote>['"]?)(?<word>[\w.-]+)\k<quote>/.exec(script.slice(at, at + 100));
      if (mark?.groups?.['word'] !== undefined) waiting.push(mark.groups['word']);
      at += mark?.[0].length ?? 2;
    } else if (SEPARATORS.test(character)) {
      endWord();
      commands.push([]);
      at += 1;
      if (character === '\n') for (const mark of waiting.splice(0)) at = afterHereDocument(script, at, mark);
    } else if (/\s/.test(character)) {
      endWord();
      at += 1;
    } else {
      [text, open] = [text + character, true];
      at += 1;
    }
  }
  endWord();
  return commands.filter((words) => words.length > 0);
}

/** The offset after the bracket that closes the one at `from`; the end where none does. */
function closing(script: string, from: number, opening: string, close: string): number {
  let depth = 0;
  for (let at = from; at < script.length; at += 1) {
    if (script[at] === opening) depth += 1;
    if (script[at] === close && (depth -= 1) === 0) return at + 1;
  }
  return script.length;
}

function afterHereDocument(script: string, from: number, mark: string): number {
  for (let at = from; at < script.length; ) {
    const end = script.indexOf('\n', at);
    const line = script.slice(at, end < 0 ? undefined : end);
    at = end < 0 ? script.length : end + 1;
    if (line.replace(/^\t+/, '') === mark) return at;
  }
  return script.length;
}
