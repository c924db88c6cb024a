/** Ignored files whose loss loses nothing: caches that say so themselves, and bytecode beside its source. */
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { nativePath } from '../model/path.ts';

/** First bytes of a `CACHEDIR.TAG` (Cache Directory Tagging Specification): the folder can be made again. */
const CACHE_SIGNATURE = 'Signature: 8a477f597d28d172789f06886806bc55';

/** Whether an ignored file lies in a folder that is tagged as a cache, or is bytecode whose source lies beside it. */
export function isCacheFile(top: string, path: string): boolean {
  return isTagged(top, path) || isBytecodeOfSource(top, path);
}

function isTagged(top: string, path: string): boolean {
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
    const tag = nativePath(top, `${path.slice(0, at)}/CACHEDIR.TAG`);
    if (lstatSync(tag, { throwIfNoEntry: false })?.isFile() === true && readFileSync(tag, 'latin1').startsWith(CACHE_SIGNATURE)) return true;
  }
  return false;
}

/** `a/__pycache__/b.<tag>.pyc` with `a/b.py` (PEP 3147). Bytecode without source may be all there is of a module. */
function isBytecodeOfSource(top: string, path: string): boolean {
  const parts = /^(.*?)__pycache__\/([^/.]+)\.[^/]+\.pyc$/s.exec(path);
  return parts !== null && existsSync(nativePath(top, `${parts[1] ?? ''}${parts[2] ?? ''}.py`));
}
