import { describe, expect, test } from '@jest/globals';
import type { CellBundle } from '../../../src/model/bundle.ts';
import { latestAttempts } from '../../../src/verify/attempts.ts';
import { fanInFailedJob } from '../../../src/verify/rules/fan-in-failed-job.ts';
import { fanInMergedTree } from '../../../src/verify/rules/fan-in-merged-tree.ts';
import { fanInRerun } from '../../../src/verify/rules/fan-in-rerun.ts';
import { bundles, cell, OTHER_TREE } from '../../support/bundle-facts.ts';
import { judges } from '../../support/rule-table.ts';

function attempt(run_attempt: number, more: Partial<CellBundle> = {}): CellBundle {
  return cell({ origin: { run_id: '7', run_attempt, job: 'cell' }, source: `attempt ${run_attempt}`, ...more });
}

judges(fanInRerun, 'FI1', [
  ['none was run again', bundles(), 'holds'],
  ['one was rejected before', bundles({ superseded: [attempt(1, { verdict: 'rejected' })] }), 'listed', /1 bundle of earlier attempts .*"a" was rejected in attempt 1/],
  ['one was accepted before', bundles({ superseded: [attempt(1)] }), 'listed'],
  ['nothing is there', bundles({ bundles: [] }), 'holds'],
]);

judges(fanInFailedJob, 'FI1', [
  ['nobody says', bundles(), 'holds', /Nothing to judge/],
  ['all succeeded', bundles({ jobs: [{ job: 'cell', result: 'success' }] }), 'holds', /1 job ended with success/],
  ['one failed, one was skipped, one cancelled', bundles({ jobs: [{ job: 'a', result: 'failure' }, { job: 'b', result: 'skipped' }, { job: 'c', result: 'cancelled' }, { job: 'd', result: 'success' }] }), ['broken', 'broken', 'broken'], /"a".*"failure"/],
]);

judges(fanInMergedTree, 'FI1, asked', [
  ['the API did not answer', bundles({ merging: { treeId: null, source: 'the API for commit c', why: 'GitHub failed (503), several times' } }), 'unknown', /could not be told by the API for commit c: GitHub failed/],
]);

describe('bundles of several attempts (FI1)', () => {
  const kept = (...given: readonly CellBundle[]): readonly string[] => latestAttempts(given).bundles.map(({ source }) => source);

  test('the latest counts, in whatever order they come and whatever their verdict', () => {
    expect(kept(attempt(1), attempt(2, { verdict: 'rejected' }), attempt(1, { cell: 'b', source: 'b' }))).toEqual(['attempt 2', 'b']);
    expect(kept(attempt(10), attempt(9), attempt(2))).toEqual(['attempt 10']);
    expect(latestAttempts([attempt(2), attempt(1)]).superseded.map(({ source }) => source)).toEqual(['attempt 1']);
  });

  test.each<[string, CellBundle, CellBundle]>([
    ['the same attempt', attempt(2), attempt(2, { source: 'twin' })],
    ['another tree', attempt(1, { treeId: OTHER_TREE }), attempt(2)],
    ['another command', attempt(1, { commandDigest: '9'.repeat(64) }), attempt(2)],
    ['another run', attempt(1, { origin: { run_id: '6', run_attempt: 1, job: 'cell' } }), attempt(2)],
    ['another job', attempt(1, { origin: { run_id: '7', run_attempt: 1, job: 'other' } }), attempt(2)],
    ['no job at all', attempt(1, { origin: null }), attempt(2)],
    ['a later one that was changed', attempt(1), attempt(2, { faults: [{ file: 'run.json', kind: 'changed', what: 'has other bytes' }] })],
    ['an earlier one that was changed', attempt(1, { faults: [{ file: 'run.json', kind: 'changed', what: 'has other bytes' }] }), attempt(2)],
    ['a later one that was refused before its stamp', attempt(1), attempt(2, { treeId: null, commandDigest: null, verdict: 'rejected' })],
    ['no name', attempt(1, { cell: null }), attempt(2, { cell: null })],
  ])('both stay: %s', (_, earlier, later) => {
    expect(latestAttempts([earlier, later]).bundles).toEqual([earlier, later]);
  });

  test('an earlier one that was refused before its stamp gives way', () => {
    expect(kept(attempt(1, { treeId: null, commandDigest: null, verdict: 'rejected' }), attempt(2))).toEqual(['attempt 2']);
  });
});
