/**
 * Compares the answers to the end-to-end cases with the list of those that once passed.
 * usage: node .ci/cases.mjs RESULTS.json PASSED.txt; exits 1 where one of the list no longer passes.
 */
import { readFileSync } from 'node:fs';

const [resultsFile, listFile] = process.argv.slice(2);
const results = JSON.parse(readFileSync(resultsFile, 'utf8'));
const once = readFileSync(listFile, 'utf8').split('\n').map((line) => line.replace(/#.*/, '').trim()).filter(Boolean);
const passing = new Set(results.filter(({ ok }) => ok === true).map((result) => result.case));
const skipped = new Set(results.filter(({ ok }) => ok === null).map((result) => result.case));

const lost = once.filter((name) => !passing.has(name) && !skipped.has(name));
const unlisted = [...passing].filter((name) => !once.includes(name));

console.log(`cases: ${passing.size} of ${results.length} pass, ${results.length - passing.size - skipped.size} do not, ${skipped.size} skipped`);
console.log(`cases that once passed: ${once.length - lost.length} of ${once.length} still do`);
if (unlisted.length > 0) console.log(`pass and are not listed in ${listFile} yet: ${unlisted.join(' ')}`);
for (const name of lost) {
  const result = results.find((one) => one.case === name);
  console.log(`lost: ${name}: ${result === undefined ? 'no such case any more' : result.why}`);
}
process.exitCode = lost.length > 0 || results.length === 0 ? 1 : 0;
