/** The demo's words on the terminal, wrapped for 80 columns. */
import { plainLine } from '../publish/plain.ts';

const COLUMNS = 80;

/** Says one paragraph, or nothing at all where nobody listens. */
export interface Story {
  readonly paragraph: (text: string, indent?: string) => void;
  /** Lines as they are: commands, patches, paths. */
  readonly lines: (lines: readonly string[]) => void;
}

export const SILENT_STORY: Story = { paragraph: () => undefined, lines: () => undefined };

export function tell(write: (text: string) => void): Story {
  return {
    paragraph: (text, indent = '   ') => write(`${wrap(text, indent)}\n\n`),
    lines: (lines) => write(`${lines.join('\n')}\n\n`),
  };
}

/** `name` and `text` side by side, the text wrapped under itself. */
export function entry(name: string, text: string, indent: string): string {
  const hanging = `${indent}${' '.repeat(7)}`;
  return `${indent}${name.padEnd(7)}${wrap(text, hanging).trimStart()}`;
}

/** Breaks a text between words; a word that is longer than a line stays whole. */
export function wrap(text: string, indent: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of plainLine(text).split(' ').filter((piece) => piece !== '')) {
    if (line !== '' && indent.length + line.length + 1 + word.length > COLUMNS) {
      lines.push(indent + line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, indent + line].join('\n');
}
