/** Prints an outcome: one JSON document on stdout, or text for people. */
import type { Envelope, Outcome } from './envelope.ts';
import { jsonLine, plainLines } from './plain.ts';
import { verdictText } from './text.ts';

export interface PrintOptions {
  readonly json: boolean;
  readonly quiet: boolean;
}

export function print({ exit, envelope }: Outcome, { json, quiet }: PrintOptions): void {
  if (json) {
    process.stdout.write(`${jsonLine(envelope)}\n`);
    return;
  }
  const stream = exit > 1 ? process.stderr : process.stdout;
  const text = typeof envelope['text'] === 'string' ? plainLines(envelope['text']) : preface(envelope, quiet) + verdictText(envelope, { colour: wantsColour(stream), quiet });
  if (text !== '') stream.write(`${text}\n`);
}

/** A table that stands before a verdict. */
export function preface({ preface: text }: Envelope, quiet: boolean): string {
  return typeof text === 'string' && !quiet ? `${plainLines(text)}\n` : '';
}

/** Colour on a terminal, unless NO_COLOR asks for none (no-color.org). */
function wantsColour(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY && (process.env['NO_COLOR'] ?? '') === '' && process.env['TERM'] !== 'dumb';
}
