/** Where the lines of a file on the base stand on the head, read from a unified diff without context. */
import type { LineMap } from './signature.ts';

/** One hunk of `diff -U0`: lines of the base from `from` on, as many as `count`, became others. */
interface Change {
  readonly from: number;
  readonly count: number;
  readonly growth: number;
}

/** Diff texts by file, each the output of `git diff -U0` from the base's file to the head's; '' for equal files. */
export function lineMapOf(diffs: ReadonlyMap<string, string>): LineMap {
  const changes = new Map([...diffs].map(([file, diff]) => [file, changesOf(diff)]));
  return (file, line) => {
    const known = changes.get(file);
    if (known === undefined) return line;
    let moved = line;
    for (const { from, count, growth } of known) {
      if (line < from) break;
      if (line < from + count) return null;
      moved += growth;
    }
    return moved;
  };
}

function changesOf(diff: string): readonly Change[] {
  return [...diff.matchAll(/^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/gm)].map(([, start = '', removed = '1', added = '1']) => {
    const count = Number(removed);
    // A pure insertion names the line before it.
    return { from: count === 0 ? Number(start) + 1 : Number(start), count, growth: Number(added) - count };
  });
}
