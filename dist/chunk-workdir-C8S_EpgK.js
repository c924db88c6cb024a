import { isUtf8 } from "node:buffer";
import { realpathSync, statSync } from "node:fs";
import { isAbsolute, normalize, relative, sep } from "node:path";
import { r as UsageError } from "./chunk-errors-BPOZsNsu.js";
import { a as showPath, n as decodePath } from "./chunk-path-eSNZ8W03.js";

// src/run/workdir.ts
/** The folder in which the captured command runs. */
/**
* The folder `workdir` of the workspace `top`, by real path.
*
* @throws UsageError where it is absolute, leads out (by `..` or by a link), is absent or is no folder
*/
function resolveWorkdir(top, workdir) {
	const shown = showPath(workdir);
	if (workdir.includes("\0")) throw refusal(`--workdir ${shown} holds a NUL character`);
	if (isAbsolute(workdir)) throw refusal(`--workdir ${shown} is absolute; it is read relative to the workspace ${showPath(top)}`);
	if (leadsOut(normalize(workdir === "" ? "." : workdir))) throw refusal(`--workdir ${shown} leads out of the workspace ${showPath(top)}`);
	const realTop = realpathSync.native(top);
	let bytes;
	try {
		bytes = realpathSync.native(`${realTop}/${workdir}`, "buffer");
	} catch (cause) {
		const code = cause.code ?? String(cause);
		throw refusal(`--workdir ${shown} cannot be entered below the workspace ${showPath(realTop)}: ${code}`);
	}
	const absolute = decodePath(bytes);
	const inside = relative(realTop, absolute);
	if (leadsOut(inside)) throw refusal(`--workdir ${shown} resolves to ${showPath(absolute)}, outside the workspace ${showPath(realTop)}: a link leads out`);
	if (!statSync(bytes).isDirectory()) throw refusal(`--workdir ${shown} is ${showPath(absolute)}, which is no folder`);
	if (!isUtf8(bytes)) throw refusal(`--workdir ${shown} is ${showPath(absolute)}: no process can be started in a folder whose name is not UTF-8`);
	return {
		absolute,
		relative: inside === "" ? "." : inside
	};
}
function leadsOut(path) {
	return path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path);
}
function refusal(what) {
	return new UsageError("WORKDIR", what, "Name an existing folder of the workspace, for instance --workdir packages/core");
}

export { resolveWorkdir as t };