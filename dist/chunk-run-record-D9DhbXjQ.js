import { D as _nonnegative, E as _minLength, O as _positive, a as boolean, i as array, k as _regex, l as int, m as object, n as _enum, p as number, s as discriminatedUnion, u as literal, y as string } from "./chunk-mini-TCpuGoTq.js";

// src/model/run-record.ts
/** What is recorded about one run of the captured command: the command, how it ended, what it said, what it left. */
const sha256Schema = string().check(_regex(/^[0-9a-f]{64}$/));
const countSchema = int().check(_nonnegative());
const endingSchema = discriminatedUnion("kind", [
	object({
		kind: literal("exited"),
		code: int().check(_nonnegative())
	}),
	object({
		kind: literal("signalled"),
		signal: string().check(_regex(/^SIG[A-Z0-9]+$/))
	}),
	object({
		kind: literal("timed-out"),
		afterMs: int().check(_positive())
	}),
	object({
		kind: literal("never-started"),
		reason: string()
	})
]);
const capturedCommandSchema = discriminatedUnion("form", [object({
	form: literal("argv"),
	argv: array(string()).check(_minLength(1))
}), object({
	form: literal("script"),
	/** The script in the lossless string form of `decodePath`: bytes that are not UTF-8 stand as lone surrogates. */
	text: string(),
	/** The arguments that come before the script's file name; derived from the text alone. */
	interpreter: array(string()).check(_minLength(1))
})]);
const logRecordSchema = object({
	/** File name inside the run's log folder. */
	path: string(),
	sha256: sha256Schema,
	bytes: countSchema,
	/** False where reading stopped while a process that outlived the command still held the stream open. */
	complete: boolean()
});
const survivorSchema = object({
	pid: int().check(_positive()),
	/** Its arguments, cut to a readable length; the process itself controls them. */
	argv: array(string()),
	/**
	* What ties it to the command: the same `session` or process `group`, the run's own variable in its `environment`,
	* or an open write end of the command's `output`.
	*/
	reason: _enum([
		"session",
		"group",
		"environment",
		"output"
	])
});
const runOutcomeSchema = object({
	/** sha256 of the captured command, see `commandDigest`. */
	command: sha256Schema,
	ending: endingSchema,
	/** Wall clock at the start, ISO 8601 in UTC. For people: never compared with file times. */
	startedAt: string(),
	/** From the start to the end of the command's own process, by a monotonic clock. */
	durationMs: number().check(_nonnegative()),
	/** Working folder relative to the workspace, `.` for its top level. */
	cwd: string(),
	logs: object({
		stdout: logRecordSchema,
		stderr: logRecordSchema
	}),
	survivors: array(survivorSchema),
	/** Names of variables that the command did not inherit. */
	environmentRemoved: array(string()),
	/** Names of variables that were set for the command. */
	environmentAdded: array(string())
});

export { endingSchema as n, runOutcomeSchema as r, capturedCommandSchema as t };