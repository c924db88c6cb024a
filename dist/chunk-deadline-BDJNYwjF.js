// src/github/deadline.ts
/** Waiting that ends: a service that does not answer must not hold a job whose verdict is reached. */
var DeadlinePassed = class extends Error {
	constructor(what, ms) {
		super(`${what} did not end within ${Math.round(ms / 1e3)} seconds`);
	}
};
/** The promise's own outcome, or a {@link DeadlinePassed} after `ms` milliseconds. What it was doing may go on. */
async function within(ms, what, promise) {
	let timer;
	const deadline = new Promise((_, fail) => {
		timer = setTimeout(() => fail(new DeadlinePassed(what, ms)), ms);
	});
	try {
		return await Promise.race([promise, deadline]);
	} finally {
		clearTimeout(timer);
		promise.catch(() => void 0);
	}
}

export { within as n, DeadlinePassed as t };