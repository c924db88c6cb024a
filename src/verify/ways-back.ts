/** What mends an entry that leads out of the workspace: each tool that made one has its own command. */
import { showPath } from '../model/path.ts';
import type { OriginEntry } from '../model/prepare.ts';
import { shellWord } from './words.ts';

/** One line for each kind of entry, in the order of their first appearance; `pip` installs the workspace itself. */
export function waysBack(entries: readonly OriginEntry[], pip: string): readonly string[] {
  return [...new Set(entries.map((entry) => wayBack(entry, pip)))];
}

function wayBack({ kind, file, names }: OriginEntry, pip: string): string {
  const [name = ''] = names;
  switch (kind) {
    case 'node-link':
    case 'node-copy':
      return file.includes('/.pnpm/') ? 'Install this workspace instead: rm -rf node_modules && pnpm install' : 'Install this workspace instead: rm -rf node_modules && npm install (or pnpm, yarn or bun, whichever owns the lock file)';
    case 'yarn-pnp':
      return `Let package.json name the package inside the workspace (workspace:*), then: rm ${shellWord(file)} && yarn install`;
    case 'workspace-link':
      return `Take the link away, and the file it stands for back: rm ${shellWord(file)} && git checkout -- ${shellWord(file)}`;
    case 'go-replace':
      return `Take the replacement out, or point it inside: (cd ${shellWord(folderOf(file))} && go mod edit -dropreplace=${shellWord(name)})`;
    case 'go-work':
      return `Use the modules of this workspace: GOWORK=off, or (cd ${shellWord(folderOf(file))} && go work use .)`;
    case 'cargo-path':
    case 'gradle-path':
    case 'maven-path':
      return `Let ${showPath(file)} name a path inside the workspace, or a released version`;
    case 'maven-local':
      return `Build ${showPath(name)} from this tree in the same command (mvn -am), or in the setup script: mvn -DskipTests install`;
    case 'command-path':
      return 'Name the path inside the workspace';
    default:
      return `Install this workspace instead: ${pip}`;
  }
}

function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/')) || '/';
}

