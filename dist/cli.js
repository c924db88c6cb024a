#!/usr/bin/env node
import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { t as VERSION } from "./chunk-version-DmJ_Ka3v.js";

// src/cli.ts
async function main(argv) {
	if (argv.length === 1 && [
		"--version",
		"-V",
		"version"
	].includes(argv[0] ?? "")) {
		process.stdout.write(`${VERSION}\n`);
		return 0;
	}
	const own = beforeCommand(argv);
	const looks = {
		json: own.includes("--json"),
		quiet: own.includes("--quiet")
	};
	const { parseArguments } = await import("./chunk-from-argv-B9AJIGU4.js");
	try {
		const parsed = parseArguments(argv, VERSION);
		if (parsed.kind === "text") {
			process.stdout.write(parsed.text);
			return 0;
		}
		const { perform } = await import("./chunk-perform-DsYMFJMi.js");
		return await show(await perform(parsed.call), parsed.call);
	} catch (error) {
		const { outcomeOfError } = await import("./chunk-envelope-D1im-zsG.js");
		return show(outcomeOfError(own.find((word) => !word.startsWith("-")) ?? "help", error), looks);
	}
}
async function show(outcome, looks) {
	const { print } = await import("./chunk-print-VPWTgfPK.js");
	print(outcome, looks);
	return outcome.exit;
}
/** The program's own arguments: what follows `--` belongs to the captured command. */
function beforeCommand(argv) {
	const end = argv.indexOf("--");
	return end < 0 ? argv : argv.slice(0, end);
}
process.stdout.on("error", ({ code = "no reason given" }) => {
	if (code === "EPIPE") return;
	process.stderr.write(`GG-OUTPUT-LOST: what the gate says could not be written to standard output (${code})\n`);
	process.exitCode = 3;
});
process.stderr.on("error", () => void 0);
const exit = await main(process.argv.slice(2));
process.exitCode ??= exit;

export {  };