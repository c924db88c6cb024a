/** Links in `node_modules` that lead to sources: what npm, pnpm and Yarn make for workspaces and linked packages (PR5). */
import * as z from 'zod/mini';
import type { OriginEntry } from '../model/prepare.ts';
import { ENVIRONMENT_FOLDER_NAMES } from '../workspace/environment-folder.ts';
import { entriesOf, readBounded, realPath } from './bounded-file.ts';
import type { OtherCheckoutOf } from './checkout.ts';
import { isWorkspacePath, type WorkspacePlace } from './workspace-paths.ts';

/** Packages of a monorepo are looked for this deep: `packages/<group>/<package>`. */
const PACKAGE_DEPTH = 3;
const FOLDER_LIMIT = 5_000;
const MODULES = 'node_modules';

/** The project controls this file: its name is used, and no more. */
const packageSchema = z.object({ name: z.optional(z.string()) });

/**
 * Every link in a `node_modules` folder of the workspace that leads to sources, not to another installed package.
 * A `node_modules` that is itself a link is read where it leads: its relative links then resolve there.
 */
export async function readNodeLinks(place: WorkspacePlace, otherCheckoutOf: OtherCheckoutOf): Promise<readonly OriginEntry[]> {
  const packages = findPackages(place);
  const offered = new Set(packages.flatMap((folder) => packageName(`${folder}/package.json`) ?? []));
  const links = packages.flatMap((folder) => linksIn(`${folder}/${MODULES}`));
  const entries = links.map(async ({ file, name }): Promise<OriginEntry> => {
    const target = realPath(file);
    return {
      distribution: name,
      kind: 'node-link',
      file,
      target,
      names: [name],
      insideWorkspace: isWorkspacePath(target, place),
      otherCheckout: await otherCheckoutOf(target),
      offersSame: offered.has(name),
    };
  });
  return Promise.all(entries);
}

/** Folders with a `package.json` or a `node_modules`, absolute: the top level and those below it. */
function findPackages({ top, otherWorktrees }: WorkspacePlace): readonly string[] {
  const apart = new Set(otherWorktrees.map((worktree) => `${top}/${worktree}`));
  const found: string[] = [];
  let [level, seen] = [[top], 0];
  for (let depth = 0; depth <= PACKAGE_DEPTH; depth += 1) {
    const next: string[] = [];
    for (const folder of level) {
      const entries = entriesOf(folder);
      if (entries.some(({ name }) => name === 'package.json' || name === MODULES)) found.push(folder);
      // A tree whose top level has neither holds no packages that a command there would find.
      else if (depth === 0) return [];
      for (const { name, kind, link } of entries) {
        const path = `${folder}/${name}`;
        if (kind !== 'folder' || link || name.startsWith('.') || ENVIRONMENT_FOLDER_NAMES.has(name) || apart.has(path)) continue;
        seen += 1;
        if (seen > FOLDER_LIMIT) return found;
        next.push(path);
      }
    }
    level = next;
  }
  return found;
}

/** The links to sources in one `node_modules`, in its scopes and in the folder where pnpm hoists packages. */
function linksIn(modules: string): readonly { readonly file: string; readonly name: string }[] {
  return [modules, `${modules}/.pnpm/${MODULES}`].flatMap((folder) =>
    entriesOf(folder)
      .flatMap(({ name, kind, link }) =>
        name.startsWith('@') && kind === 'folder' && !link ? entriesOf(`${folder}/${name}`).map((inner) => ({ name: `${name}/${inner.name}`, link: inner.link })) : [{ name, link }],
      )
      .filter(({ name, link }) => link && !name.startsWith('.'))
      .map(({ name }) => ({ name, file: `${folder}/${name}` }))
      // A package manager's store links packages to each other; those are installed, not sources.
      .filter(({ file }) => !realPath(file).split('/').includes(MODULES)),
  );
}

function packageName(file: string): string | undefined {
  const read = readBounded(file);
  if (read.state !== 'found') return undefined;
  try {
    return packageSchema.parse(JSON.parse(read.bytes.toString('utf8'))).name;
  } catch {
    // npm itself would refuse this file; a fixture may hold such a one.
    return undefined;
  }
}
