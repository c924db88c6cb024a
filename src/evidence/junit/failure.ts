/** The short form of a red element: type, first line of what it says, and the place it points at. */
import type { Failure } from '../../model/report.ts';

const TYPE_LENGTH = 200;
const MESSAGE_LENGTH = 500;
const PLACE_LENGTH = 300;
/** A longer line is no stack frame; the cap also bounds the regular expressions below. */
const FRAME_LENGTH = 1000;

export type RedElement = {
  readonly attributes: ReadonlyMap<string, string>;
  /** The text inside it, possibly cut. */
  readonly body: string;
};

/** How runners write a place, and which of several is the one that failed. */
const FRAMES: readonly { readonly form: RegExp; readonly which: 'first' | 'last' }[] = [
  // pytest ends its report of one failure with "path:line: ExceptionName".
  { form: /^([^\s:][^:]*\.\w+):(\d+): \w*$/, which: 'last' },
  { form: /^([^\s:][^:]*\.\w+):(\d+): [A-Z]\w*$/, which: 'last' },
  // Python tracebacks name the innermost frame last.
  { form: /^\s*File "([^"]+)", line (\d+)/, which: 'last' },
  // Rust's panics, before the backtrace.
  { form: /panicked at (?:'.*', )?([^\s:][^:]*\.rs):(\d+):\d+:?$/, which: 'first' },
  // V8 stacks name it first.
  { form: /^\s*at (?:.*\()?(?:file:\/\/)?((?:[A-Za-z]:)?[^():]+):(\d+):\d+\)?$/, which: 'first' },
  // vitest: "❯ path:line:column".
  { form: /^\s*❯ (?:\S+ )?([^\s:]+):(\d+):\d+$/, which: 'first' },
  // The JVM.
  { form: /\(([\w$]+\.(?:java|kt|scala|groovy)):(\d+)\)\s*$/, which: 'first' },
  // Go, googletest and compilers.
  { form: /^\s*((?:[A-Za-z]:)?[^\s:()]+\.\w{1,5}):(\d+)(?::|$)/, which: 'first' },
];

/** What every frame holds; most lines hold none, and are passed over quickly. */
const NUMBERED = /:\d|line \d/;

/** Frames of runtimes, runners and libraries: the failure passed through them, and is not theirs. */
const FOREIGN_FRAME =
  /node_modules|\(?node:|<frozen|internal\/|site-packages|\[eval|\/rustc\/|^\s*at (?:[\w.]+\/)?(?:java|javax|jdk|sun|junit|org\.junit|org\.opentest4j|org\.hamcrest|org\.assertj|org\.mockito|org\.testng|kotlin|scala)\./;

export function describeFailure(red: RedElement): Failure {
  const lines = red.body.split(/\r?\n/);
  const message = (red.attributes.get('message') ?? '').trim() || sayingLine(lines);
  return {
    type: shorten(red.attributes.get('type') ?? '', TYPE_LENGTH),
    message: shorten(message, MESSAGE_LENGTH),
    place: shorten(placeOf(red, lines), PLACE_LENGTH),
  };
}

/** The line of a body that says what happened: the first, or the last one of a Python traceback. */
function sayingLine(lines: readonly string[]): string {
  const spoken = lines.map((line) => line.trim()).filter((line) => line !== '');
  const [first = ''] = spoken;
  return /^Traceback \(most recent call last\):/.test(first) ? (spoken.findLast((line) => /^[A-Za-z_][\w.]*(?::|$)/.test(line)) ?? first) : first;
}

function placeOf(red: RedElement, lines: readonly string[]): string {
  const file = red.attributes.get('file');
  const line = red.attributes.get('line');
  if (file !== undefined && line !== undefined) return `${file}:${line}`;
  const frames = lines.filter((text) => text.length <= FRAME_LENGTH && NUMBERED.test(text));
  const reversed = frames.toReversed();
  for (const { form, which } of FRAMES) {
    for (const text of which === 'first' ? frames : reversed) {
      const match = form.exec(text);
      if (match !== null && !FOREIGN_FRAME.test(text)) return `${match[1]}:${match[2]}`;
    }
  }
  return '';
}

/** At most `length` characters, never half of a surrogate pair. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
