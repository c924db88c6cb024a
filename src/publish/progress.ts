/** One line that tells what is being done, on a terminal; nothing at all in a log. */
export type Progress = (what: string | null) => void;

/** A progress line on a terminal's stderr. `null` wipes it. */
export function terminalProgress(stream: NodeJS.WriteStream): Progress {
  return (what) => void stream.write(what === null ? '\r\u001b[K' : `\r\u001b[K${what}…`);
}

export function silentProgress(): void {
  // In a log every line stays; what is being done is then no news.
}
