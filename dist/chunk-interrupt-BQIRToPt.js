// src/run/interrupt.ts
/** Turns the signals that end a program into an abort that its work can answer. */
/** What a terminal, a runner's cancellation and a closing session send. */
const ENDING_SIGNALS = [
	"SIGINT",
	"SIGTERM",
	"SIGHUP"
];
/**
* Runs `work` with an abort signal that fires on the first SIGINT, SIGTERM or SIGHUP of this process, its reason being
* the signal's name. The work ends by itself; later signals change nothing while it does.
*/
async function interruptible(work) {
	const controller = new AbortController();
	const abort = (name) => controller.abort(name);
	for (const name of ENDING_SIGNALS) process.on(name, abort);
	try {
		return await work(controller.signal);
	} finally {
		for (const name of ENDING_SIGNALS) process.off(name, abort);
	}
}

export { interruptible as t };