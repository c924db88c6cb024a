import { STAMP_FILE } from '../../model/stamp.ts';
import { broken, defineRule, holds, NOTHING_TO_JUDGE } from '../rule.ts';

export const stampExpected = defineRule({
  id: 'GG-STAMP-UNEXPECTED',
  title: 'The stamp is the one that the workflow handed on',
  why: 'A step between stamp and check that stamps again would let the tests be judged against a tree of its own choice.',
  hard: true,
  steps: ['check'],
  check: ({ stamp, asked }) => {
    const { expectGeneration, expectStampDigest } = asked;
    if (stamp.state !== 'found' || (expectGeneration === null && expectStampDigest === null)) return NOTHING_TO_JUDGE;
    const differences = [
      ...difference('generation', expectGeneration, stamp.stamp.generation, 'expect-generation: ${{ steps.STAMP.outputs.generation }}'),
      ...difference('SHA-256', expectStampDigest, stamp.digest, 'expect-stamp-digest: ${{ steps.STAMP.outputs.stamp-digest }}'),
    ];
    return differences.length > 0 ? differences : holds(`"${STAMP_FILE}" is the expected stamp`);
  },
});

function difference(name: string, expected: string | null, found: string, yaml: string) {
  if (expected === null || expected === found) return [];
  const handed = expected === '' ? 'nothing was handed on' : `"${expected}" is expected`;
  return [
    broken(`The ${name} of "${STAMP_FILE}" is "${found}", and ${handed}`, {
      paths: [STAMP_FILE],
      fix: `Stamp once, then hand that step's outputs on: ${yaml}`,
      innocentWhen: 'The workflow names a step that did not stamp, so that its output is empty or of another job.',
    }),
  ];
}
