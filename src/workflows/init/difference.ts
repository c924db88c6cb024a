/** What would change in a file, as a reader of diffs expects it: one hunk, three lines around it. */
const AROUND = 3;

export function difference(path: string, before: string | null, after: string): string {
  const old = before === null ? [] : linesOf(before);
  const fresh = linesOf(after);
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < fresh.length - start && old[old.length - 1 - end] === fresh[fresh.length - 1 - end]) end += 1;
  const from = Math.max(0, start - AROUND);
  const tail = Math.max(0, end - AROUND);
  const lines = [
    ...old.slice(from, start).map((line) => ` ${line}`),
    ...old.slice(start, old.length - end).map((line) => `-${line}`),
    ...fresh.slice(start, fresh.length - end).map((line) => `+${line}`),
    ...old.slice(old.length - end, old.length - tail).map((line) => ` ${line}`),
  ];
  const range = (at: number, count: number): string => `${count === 0 ? at : at + 1},${count}`;
  return [`--- ${before === null ? '/dev/null' : `a/${path}`}`, `+++ b/${path}`, `@@ -${range(from, old.length - tail - from)} +${range(from, fresh.length - tail - from)} @@`, ...lines].join('\n');
}

function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n');
}
