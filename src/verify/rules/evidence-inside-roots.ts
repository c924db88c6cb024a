import { showPath } from '../../model/path.ts';
import { overFiles, presentClaims } from '../evidence-files.ts';
import { defineRule } from '../rule.ts';
import { overCheck } from '../subject.ts';
import { counted } from '../words.ts';

export const evidenceInsideRoots = defineRule({
  id: 'GG-EVIDENCE-OUTSIDE-ROOTS',
  title: 'All evidence lies in the workspace, in RUNNER_TEMP, or where it was named literally',
  why: 'A report that is reached through a link may belong to another checkout or another run, and nothing there was inventoried.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, (check) => {
      const files = presentClaims(check);
      const faults = files.filter(({ insideAllowedRoots }) => !insideAllowedRoots).map(({ path, realPath }) => ({ path, words: realPath === null ? 'leads nowhere' : `really ${showPath(realPath)}` }));
      return overFiles(files, faults, {
        fault: 'outside of the allowed roots',
        fine: `${counted(files.length, 'evidence file')} inside the allowed roots`,
        fix: 'Let the command write its reports into the workspace, or name the file by its whole real path: generation-gate stamp --evidence /path/to/junit.xml',
        innocentWhen: 'The report folder is a link by design: name the folder it leads to. Environment folders, .git and linked worktrees never hold evidence.',
      });
    }),
});
