import { describe, expect, test } from '@jest/globals';
import { parseInputs, type ActionCall } from '../../src/inputs/from-action.ts';

function parse(inputs: Readonly<Record<string, string>>): ActionCall {
  const given: Readonly<Record<string, string>> = { ...(inputs['phase'] === undefined ? { run: 'true' } : {}), ...inputs };
  return parseInputs((name) => given[name] ?? '');
}

describe('inputs about publishing', () => {
  test('ask for nothing unless they are set', () => {
    expect(parse({})).toMatchObject({ artifacts: null, publishing: { upload: null, checkRun: null, commitStatus: null, token: '' } });
    expect(parse({ upload: 'false', 'check-run': 'false', 'commit-status': 'false' }).publishing).toMatchObject({ upload: null, checkRun: null, commitStatus: null });
  });

  test('are read', () => {
    expect(parse({ upload: 'true', 'check-run': 'true', 'commit-status': 'gate / linux', token: 't' }).publishing).toEqual({ attest: false, upload: { name: null, retentionDays: null, compressionLevel: 6 }, checkRun: 'generation-gate', commitStatus: 'gate / linux', token: 't' });
    expect(parse({ upload: 'true', 'artifact-name': 'evidence', 'retention-days': '7', 'compression-level': '0' }).publishing.upload).toEqual({ name: 'evidence', retentionDays: 7, compressionLevel: 0 });
  });

  test('gather the artifacts of the run where no folders are named', () => {
    const fanIn = { phase: 'fan-in', 'expect-cells': 'a' };
    expect(parse(fanIn).artifacts).toBe('generation-gate-*');
    expect(parse({ ...fanIn, bundles: 'bundles' }).artifacts).toBeNull();
    expect(parse({ ...fanIn, bundles: 'bundles', artifacts: 'api-*' })).toMatchObject({ artifacts: 'api-*', bundles: ['bundles'] });
  });

  test.each<[string, Readonly<Record<string, string>>, RegExp]>([
    ['upload is no answer', { upload: 'yes' }, /"upload" cannot be "yes"/],
    ['a name without an upload', { 'artifact-name': 'x' }, /"artifact-name" is set, and "upload" is not true/],
    ['days without an upload', { 'retention-days': '3' }, /"retention-days" is set/],
    ['no days', { upload: 'true', 'retention-days': '0' }, /"retention-days" cannot be/],
    ['too many days', { upload: 'true', 'retention-days': '401' }, /"retention-days" cannot be/],
    ['half a day', { upload: 'true', 'retention-days': '0.5' }, /"retention-days" cannot be/],
    ['no such level', { upload: 'true', 'compression-level': '10' }, /"compression-level" cannot be/],
    ['a name with a slash', { upload: 'true', 'artifact-name': 'a/b' }, /"artifact-name" cannot be "a\/b"/],
    ['a name over two lines', { upload: 'true', 'artifact-name': 'a\n::error::b' }, /"artifact-name" cannot be/],
    ['an upload where nothing is judged', { phase: 'stamp', upload: 'true' }, /"upload" is set, and phase "stamp" writes no bundle/],
    ['an upload of a fan-in', { phase: 'fan-in', 'expect-cells': 'a', upload: 'true' }, /phase "fan-in" writes no bundle/],
    ['a check run over two lines', { 'check-run': 'a\nb' }, /"check-run" cannot be/],
    ['a status name that is too long', { 'commit-status': 'x'.repeat(101) }, /"commit-status" cannot be/],
    ['artifacts of a gate', { artifacts: 'x' }, /"artifacts" is set, and phase "gate" gathers no cells/],
    ['a pattern with a path', { phase: 'fan-in', 'expect-cells': 'a', artifacts: '../x' }, /"artifacts" cannot be/],
    ['needs of a gate', { needs: '{}' }, /cannot be understood|"needs" is set/],
  ])('are refused: %s', (_, inputs, words) => {
    expect(() => parse(inputs)).toThrow(words);
  });
});
