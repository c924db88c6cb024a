/** Reads from a log which packages `go test` tested, and which it took from its cache (EV4). */
import { createReadStream } from 'node:fs';
import type { CachedTests } from '../model/leftovers.ts';

/** A line of a log above this many characters is no line of `go test`. */
const LINE_LIMIT = 4_096;
const NAMES_LIMIT = 200;

/** `ok  	example.com/shop	(cached)`, with coverage behind it or inside a line of `go test -json`. */
const CACHED = /(?:^|"Output":")ok(?:\s|\\t)+(?<name>[^\s"\\]+)(?:\s|\\t)+\(cached\)(?:\s|\\t|\\n|$)/;
/** `ok  	example.com/shop	0.012s`, `FAIL	example.com/shop	0.3s`, `FAIL	example.com/shop [build failed]`. */
const EXECUTED = /(?:^|"Output":")(?:ok|FAIL)(?:\s|\\t)+[^\s"\\]+(?:\s|\\t)+(?:\d+(?:\.\d+)?s|\[build failed\])(?:\s|\\t|\\n|$)/;

/** Counts over all the logs, memory bounded; a log that cannot be read says nothing. The tested processes control the bytes. */
export async function readCachedTests(logs: readonly (string | Buffer)[]): Promise<CachedTests> {
  const names = new Set<string>();
  let [cached, executed] = [0, 0];
  const take = (line: string): void => {
    const name = CACHED.exec(line)?.groups?.['name'];
    if (name !== undefined) {
      cached += 1;
      if (names.size < NAMES_LIMIT) names.add(name);
    } else if (EXECUTED.test(line)) {
      executed += 1;
    }
  };
  for (const log of logs) await eachLine(log, take);
  return { cached, names: [...names], executed };
}

/** Calls `take` for every line, one that is longer than the limit cut to it. */
async function eachLine(file: string | Buffer, take: (line: string) => void): Promise<void> {
  let rest = '';
  try {
    for await (const chunk of createReadStream(file, { encoding: 'latin1' })) {
      const lines = String(chunk).split('\n');
      for (const [index, line] of lines.entries()) {
        rest += rest.length < LINE_LIMIT ? line.slice(0, LINE_LIMIT) : '';
        if (index === lines.length - 1) break;
        take(rest.replace(/\r$/, ''));
        rest = '';
      }
    }
    if (rest !== '') take(rest);
  } catch {
    // Whether the run's logs are there and whole is asked by another rule.
  }
}
