/**
 * Tells a test that fails from code that could not be imported, compiled or collected: the latter is no test that
 * failed, so it reproduces nothing (BL1).
 */
import type { ComparedTest } from '../model/compare.ts';

/** What runners write into a report in the place of tests that they could not load. */
const IN_REPORTS: readonly RegExp[] = [
  /^collection failure$/i,
  /\b(?:ImportError|ModuleNotFoundError)\b/,
  /\bFailed to import test module\b/,
  /\bTest suite failed to run\b/,
  /\bCannot find (?:module|package)\b/,
  /\bERR_(?:MODULE|PACKAGE)_\w*NOT_FOUND\b|\bERR_PACKAGE_PATH_NOT_EXPORTED\b/,
  /does not provide an export named/,
  /\b(?:NoClassDefFoundError|ClassNotFoundException|NoSuchMethodError)\b/,
  /\[(?:build|setup) failed\]/,
];

/** Lines by which runners, interpreters and compilers say the same in their output. */
const IN_OUTPUT: readonly RegExp[] = [
  /^E? *(?:ImportError|ModuleNotFoundError)\b/,
  /^(?:ERROR|_+ ERROR) collecting /,
  /^Interrupted: \d+ errors? during collection|^!+ Interrupted: \d+ errors? during collection/,
  /^ImportError while (?:loading conftest|importing test module)/,
  /^(?:Uncaught )?SyntaxError\b|^E? {0,4}(?:SyntaxError|IndentationError|TabError):/,
  /^(?:Error(?: \[ERR_MODULE_NOT_FOUND\])?): Cannot find (?:module|package)\b/,
  /Test suite failed to run/,
  /\[(?:build|setup) failed\]/,
  /^error\[E\d{4}\]|^error: could not compile\b/,
  /COMPILATION ERROR|: error: cannot find symbol|error TS\d+:/,
];

/** Longest line that is looked at; a longer one is data. */
const LINE_LIMIT = 2000;
const NAMED = 5;

/** Whether a red test says that its code could not be loaded. */
export function isStartError({ class: inner, name, failure }: Pick<ComparedTest, 'class' | 'name' | 'failure'>): boolean {
  if (/(?:^|\.)_FailedTest$/.test(inner)) return true;
  const texts = [name, failure?.type ?? '', failure?.message ?? ''];
  return IN_REPORTS.some((form) => texts.some((text) => form.test(text)));
}

/** The lines of an output that say so, the first few. */
export function startErrorsIn(output: string): string[] {
  const found: string[] = [];
  for (const line of output.split(/\r?\n/)) {
    const plain = line.trimEnd();
    if (plain.length > LINE_LIMIT || !IN_OUTPUT.some((form) => form.test(plain.trimStart()))) continue;
    found.push(plain.trim());
    if (found.length === NAMED) break;
  }
  return found;
}
