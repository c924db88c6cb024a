// src/model/totals.ts
const NO_TESTS = {
	total: 0,
	passed: 0,
	failed: 0,
	errored: 0,
	skipped: 0,
	flaky: 0
};
/** The sums of several totals, number by number. */
function sumOfTests(all) {
	const sum = { ...NO_TESTS };
	for (const one of all) for (const kind of Object.keys(NO_TESTS)) sum[kind] += one[kind];
	return sum;
}

export { sumOfTests as n, NO_TESTS as t };