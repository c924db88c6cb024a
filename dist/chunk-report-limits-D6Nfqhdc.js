// src/model/report-limits.ts
const DEFAULT_LIMITS = {
	bytes: 0x8000000,
	depth: 64,
	attributes: 128,
	nameLength: 1024,
	valueLength: 524288,
	elementLength: 1048576,
	textLength: 65536,
	cases: 1e5,
	failures: 2e4,
	suites: 2e4,
	keptLength: 16777216
};
/** The defaults, overridden where `overrides` names a limit. */
function limitsWith(overrides = {}) {
	return {
		...DEFAULT_LIMITS,
		...overrides
	};
}
/** Names of the limits as they are written in options. */
const LIMIT_NAMES = Object.keys(DEFAULT_LIMITS).map(kebab);
/** Limits from option names, each at most `times` its default where that is given: a bundle may not ask for any amount. */
function limitsNamed(given, times = 1e400) {
	const named = Object.entries(DEFAULT_LIMITS).flatMap(([key, usual]) => {
		const value = given?.[kebab(key)];
		return value === void 0 ? [] : [[key, Math.min(value, usual * times)]];
	});
	return Object.fromEntries(named);
}
function kebab(key) {
	return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export { limitsNamed as n, limitsWith as r, LIMIT_NAMES as t };