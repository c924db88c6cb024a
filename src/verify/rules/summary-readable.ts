import { showPath } from '../../model/path.ts';
import { broken, defineRule, holds, NOTHING_TO_JUDGE } from '../rule.ts';
import { counted, enumerate } from '../words.ts';

export const summaryReadable = defineRule({
  id: 'GG-SUMMARY-UNREADABLE',
  title: 'Every given summary is a plain text file that shows what it stores',
  why: 'A text that cannot be read as people see it cannot be compared with any verdict.',
  hard: true,
  steps: ['check'],
  check: ({ check }) => {
    const files = check?.summaries?.files ?? [];
    if (files.length === 0) return NOTHING_TO_JUDGE;
    const refused = files.flatMap(({ path, reading }) => (reading.state === 'refused' ? [{ path, why: reading.why }] : []));
    if (refused.length === 0) return holds(`${counted(files.length, 'summary', 'summaries')} read`);
    return broken(`${counted(refused.length, 'summary', 'summaries')} not readable: ${enumerate(refused.map(({ path, why }) => `${showPath(path)}, since ${why}`))}`, {
      paths: refused.map(({ path }) => path),
      fix: 'Write it as a regular file of UTF-8 text in Markdown, plain text or JSON, at most 1 MiB: generation-gate summarize --out SUMMARY.md',
    });
  },
});
