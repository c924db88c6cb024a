import { fileURLToPath } from "node:url";

// src/assets.ts
/**
* The product's own data files, found from this module alone (PR6: never from a variable or the working directory).
* In the source tree they lie in their rooms; the build copies them to `dist/assets/`.
*/
/** Every shipped data file or folder: its name here → where it lies in the source tree, relative to `src/`. */
const ASSETS = {
	"probe.py": "prepare/python/probe.py",
	"bytecode.py": "prepare/python/bytecode.py",
	"warm.py": "run/bytecode-cache/python/warm.py",
	"sitecustomize.py": "run/witness/python/sitecustomize.py",
	"entry.py": "run/witness/python/entry.py",
	"witness.py": "run/witness/python/witness.py",
	"witness_records.py": "run/witness/python/witness_records.py",
	"report.css": "publish/report/browser/page.css",
	"report.js": "publish/report/browser/page.js",
	rules: "../docs/rules",
	"errors.md": "../docs/errors.md"
};
/** Absolute path of one of the product's own data files. */
function assetPath(name) {
	const fromSource = import.meta.url.endsWith(".ts");
	return fileURLToPath(new URL(fromSource ? ASSETS[name] : `./assets/${name}`, import.meta.url));
}

export { assetPath as t };