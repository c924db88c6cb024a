// src/workspace/environment-folder.ts
/** The one definition of an environment folder: installed third-party code, never the project's own (PR1). */
/** Folders that are environments by their name alone. */
const ENVIRONMENT_FOLDER_NAMES = /* @__PURE__ */ new Set([
	"node_modules",
	".tox",
	".nox",
	"site-packages"
]);
/** The file that marks a Python virtual environment (PEP 405). */
const VIRTUAL_ENVIRONMENT_MARK = "pyvenv.cfg";
/**
* A test for "this path lies in an environment folder", for a list of paths that names every `pyvenv.cfg` among them.
*/
function environmentFolderTest(paths) {
	const marked = /* @__PURE__ */ new Set();
	for (const path of paths) if (path.endsWith(`/${"pyvenv.cfg"}`)) marked.add(path.slice(0, -11));
	return (path) => {
		for (let at = path.indexOf("/"), from = 0; at >= 0; from = at + 1, at = path.indexOf("/", from)) if (ENVIRONMENT_FOLDER_NAMES.has(path.slice(from, at)) || marked.has(path.slice(0, at))) return true;
		return false;
	};
}

export { VIRTUAL_ENVIRONMENT_MARK as n, environmentFolderTest as r, ENVIRONMENT_FOLDER_NAMES as t };