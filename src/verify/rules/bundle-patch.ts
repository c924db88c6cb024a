import { soundBundles } from '../bundles.ts';
import { broken, defineBundleRule, holds, NOTHING_TO_JUDGE, unknown } from '../rule.ts';
import { enumerate, namePaths } from '../words.ts';

export const bundlePatch = defineBundleRule({
  id: 'GG-BUNDLE-PATCH',
  title: 'The patch in the bundle, applied to what it was made against, gives the tree id',
  why: 'A reader of the patch must see the very code that was tested.',
  hard: true,
  steps: ['verify'],
  check: (facts) => {
    const [bundle] = soundBundles(facts);
    if (bundle === undefined) return NOTHING_TO_JUDGE;
    const { patch } = facts;
    if (patch.state === 'not-asked') {
      return unknown('The patch was not applied: no repository was named', { rejects: false, fix: `Name one that has ${bundle.patch.state === 'absent' ? 'the code' : (bundle.patch.against.commit ?? 'it')}: generation-gate verify BUNDLE --repo DIR` });
    }
    if (patch.state === 'unknown') return unknown(`The patch cannot be applied: ${patch.why}`, { rejects: true, fix: 'Fetch what it was made against, or leave --repo out.' });
    if (patch.treeId === bundle.treeId) return holds(`The patch gives tree ${patch.treeId} on ${patch.against}`);
    const leftOut = bundle.patch.state === 'written' ? bundle.patch.left_out : [];
    return broken(`The patch gives tree ${patch.treeId} on ${patch.against}, and the bundle is of tree ${bundle.treeId ?? 'nothing'}${leftOut.length > 0 ? `; left out of it: ${namePaths(leftOut)}` : ''}`, {
      fix: 'Run the cell again: generation-gate gate --cell NAME --bundle DIR -- COMMAND',
      ...(leftOut.length === 0 ? {} : { innocentWhen: `The change touches what no bundle may hold: ${enumerate(leftOut.slice(0, 3))}.` }),
    });
  },
});
