/**
 * Builds `dist/`: the action, the command line program, the hashing worker, the product's own data files and the
 * licences of what is bundled. The output depends on the sources and the lock file alone, never on the folder or the
 * Node version of the build.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'rolldown';
import licensePlugin from 'rollup-plugin-license';
import { ASSETS } from './src/assets.ts';

// The package declares `exports.default` and exports the function itself.
const license = licensePlugin as unknown as typeof licensePlugin.default;

const ENTRIES = { index: 'src/action.ts', cli: 'src/cli.ts', 'hash-worker': 'src/workspace/hash-worker.ts' };

/** Emits each data file, or each file of a data folder, as `assets/<name>`. */
function productAssets(): Plugin {
  return {
    name: 'product-assets',
    generateBundle() {
      for (const [name, source] of Object.entries(ASSETS)) {
        const path = join('src', source);
        for (const file of filesUnder(path)) {
          this.emitFile({ type: 'asset', fileName: join('assets', name, file), source: readFileSync(join(path, file)) });
        }
      }
    },
  };
}

/** Every file below `path`, relative to it, in a fixed order; `['']` where `path` is a file itself. */
function filesUnder(path: string): string[] {
  if (statSync(path).isFile()) return [''];
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('__pycache__'))
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .sort((left, right) => (left < right ? -1 : 1));
}

export default defineConfig({
  input: ENTRIES,
  platform: 'node',
  treeshake: {
    // @actions/core pulls in an OIDC client that nobody here calls, and with it an HTTP stack, at start-up.
    moduleSideEffects: (id) => !/node_modules\/(@actions\/(core|http-client)|undici)\//.test(id),
  },
  plugins: [
    productAssets(),
    license({ thirdParty: { includePrivate: false, output: { file: 'dist/licenses.txt' } } }),
  ],
  output: {
    dir: 'dist',
    format: 'esm',
    cleanDir: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunk-[name]-[hash].js',
    minify: false,
    sourcemap: false,
  },
});
