/** What the demo plays with: a small library, the line that a patch breaks, and what is left over from before. */

export interface Shop {
  readonly language: 'python' | 'node';
  /** Files of the first commit by their path. */
  readonly files: Readonly<Record<string, string>>;
  /** The file that the patch changes, and its line before, broken and mended. All three have one length. */
  readonly source: string;
  readonly line: { readonly good: string; readonly bad: string; readonly mended: string };
  /** The test command. */
  readonly test: readonly [string, ...string[]];
  /** A folder of the workspace that a cache step saves after the first job, and where to, beside the workspace. */
  readonly cached: { readonly from: string; readonly to: string } | null;
  /** What the job runs in the reused workspace under the gate. */
  readonly reused: { readonly script: string } | { readonly argv: readonly string[] };
  readonly words: { readonly before: string; readonly fooled: string; readonly again: string; readonly mend: string };
  /** Rules of which one at least must reject the reused workspace, and the path that it must name. */
  readonly names: (leftover: readonly string[]) => Reason;
}

/** Why a rejection is expected: at least one of the rules is broken and names the path. */
export interface Reason {
  readonly rules: readonly string[];
  /** Null where the rule names none. */
  readonly path: string | null;
}

/** The source with its one line replaced. */
export function sourceWith({ files, source, line }: Shop, replacement: keyof Shop['line']): string {
  return (files[source] ?? '').replace(line.good, line[replacement]);
}

/** A patch that breaks the one line, with the whole file as its context. */
export function breakingPatch(shop: Shop): string {
  const { source, line } = shop;
  const lines = (shop.files[source] ?? '').trimEnd().split('\n');
  const body = lines.flatMap((text) => (text === line.good ? [`-${line.good}`, `+${line.bad}`] : [` ${text}`]));
  return [`--- a/${source}`, `+++ b/${source}`, `@@ -1,${lines.length} +1,${lines.length} @@`, ...body, ''].join('\n');
}
