/** Cuts a patch of git into parts that can each be taken out alone (git-diff(1), "generating patch text with -p"). */
import { decodePath } from '../model/path.ts';

export interface Hunk {
  /** Path on the new side, on the old one where the file is deleted. */
  readonly path: string;
  /** The hunk's header line, or what happens to the whole file. */
  readonly title: string;
  /** A patch of this hunk alone, in the string form of `path.ts`; null for a file that is new as a whole. */
  readonly text: string | null;
}

/** The hunks of a patch in their order. A file that is new, gone, binary or of another mode is one hunk. */
export function hunksOf(patch: string): readonly Hunk[] {
  return patch
    .split(/^(?=diff --git )/m)
    .filter((text) => text.startsWith('diff --git '))
    .flatMap(hunksOfFile);
}

function hunksOfFile(text: string): readonly Hunk[] {
  const first = text.search(/^@@ /m);
  const header = first < 0 ? text : text.slice(0, first);
  const path = pathOf(header);
  const whole = /^new file mode /m.test(header) ? 'new file' : /^deleted file mode /m.test(header) ? 'deleted file' : /^(?:GIT binary patch|Binary files )/m.test(header) ? 'binary change' : /^(?:old|new) mode /m.test(header) ? 'change of mode' : null;
  if (whole !== null || first < 0) return [{ path, title: whole ?? 'change', text }];
  return text
    .slice(first)
    .split(/^(?=@@ )/m)
    .map((hunk) => ({ path, title: hunk.slice(0, hunk.indexOf('\n')), text: header + hunk }));
}

function pathOf(header: string): string {
  const named = /^\+\+\+ (.+)$/m.exec(header)?.[1] ?? '';
  const other = /^--- (.+)$/m.exec(header)?.[1] ?? '';
  const line = /^diff --git (.+)$/m.exec(header)?.[1] ?? '';
  const side = named !== '' && named !== '/dev/null' ? named : other !== '' && other !== '/dev/null' ? other : line.slice(0, Math.floor(line.length / 2));
  return unquote(side.replace(/\t$/, '')).replace(/^[ab]\//, '');
}

/** git quotes names with control characters, quotes and backslashes as C does; bytes beyond ASCII stand in octal. */
function unquote(name: string): string {
  if (!name.startsWith('"')) return name;
  return name
    .slice(1, -1)
    .replace(/((?:\\[0-7]{3})+)|\\(.)/g, (_, bytes: string | undefined, letter: string | undefined) => (bytes === undefined ? ({ n: '\n', t: '\t', r: '\r' }[letter ?? ''] ?? letter ?? '') : decodePath(Buffer.from(bytes.slice(1).split('\\').map((octal) => Number.parseInt(octal, 8))))));
}
