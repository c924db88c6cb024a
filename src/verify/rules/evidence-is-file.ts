import type { EntryKind } from '../../model/evidence.ts';
import { showPath } from '../../model/path.ts';
import { overFiles, presentClaims } from '../evidence-files.ts';
import { defineRule } from '../rule.ts';
import { overCheck } from '../subject.ts';
import { counted } from '../words.ts';

const WORDS: Readonly<Record<Exclude<EntryKind, 'file' | 'unreadable'>, string>> = { symlink: 'a symbolic link', fifo: 'a FIFO', device: 'a device', socket: 'a socket', folder: 'a folder' };

export const evidenceIsFile = defineRule({
  id: 'GG-EVIDENCE-NOT-A-FILE',
  title: 'Everything named as evidence is a regular file',
  why: 'A link, a FIFO or a device can show one thing to the gate and another to whoever looks later.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, (check) => {
      const files = presentClaims(check);
      const faults = files.flatMap(({ path, now }) => {
        if (now.kind === 'file' || now.kind === 'unreadable') return [];
        const target = now.kind !== 'symlink' ? '' : now.linkTarget === null || now.linkTarget === undefined ? ' that leads nowhere' : ` to ${showPath(now.linkTarget)}`;
        return [{ path, words: WORDS[now.kind] + target }];
      });
      return overFiles(files, faults, {
        fault: faults.length === 1 ? 'is no regular file' : 'are no regular files',
        fine: `${counted(files.length, 'evidence file')}, all regular`,
        fix: 'Name the files themselves, not a link or a folder: generation-gate stamp --evidence "reports/**/*.xml"',
        innocentWhen: 'A tool keeps a link to its latest report beside the report: name the report, or take the link out with a glob that begins with !.',
      });
    }),
});
