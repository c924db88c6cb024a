/** A second documented command: shown apart, and unable to rescue or to spoil the first (RN1). */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ACCEPTED, findingsOf, judged, program, rejectedBy, seen, type Judged } from '../support/cli.ts';
import { freshFolder, makeRepository, removeFolders } from '../support/repository.ts';

const RUNNER = `
import os, sys
os.makedirs('reports', exist_ok=True)
red = os.environ.get('RED') == '1'
open('reports/junit.xml', 'w').write('<testsuite name="s"><testcase name="a">%s</testcase></testsuite>' % ('<failure/>' if red else ''))
sys.exit(1 if red else 0)
`;

let workspace: string;
let scripts: string;
beforeAll(() => {
  workspace = makeRepository({ 'run.py': RUNNER, '.gitignore': 'reports/\n' });
  scripts = freshFolder();
  writeFileSync(join(scripts, 'lint.sh'), 'echo "linted $GENERATION_GATE_GENERATION"\necho beside >&2\nexit 7\n');
  writeFileSync(join(scripts, 'fine.sh'), 'echo fine\n');
  writeFileSync(join(scripts, 'rescue.sh'), `echo '<testsuite name="s"><testcase name="a"/></testsuite>' > reports/junit.xml\n`);
});
afterAll(removeFolders);

function gate(also: string, env: Record<string, string> = {}, more: readonly string[] = []): Promise<Judged> {
  return judged(['gate', '--evidence', 'reports/*.xml', '--also', join(scripts, also), ...more, '--', 'python3', 'run.py'], { cwd: workspace, env });
}
const alsoOf = ({ envelope }: Judged): { readonly ending: object; readonly logs: string } => (envelope['run'] as { readonly also: { readonly ending: object; readonly logs: string } }).also;

describe('a second command', () => {
  test('that fails spoils nothing; its ending is listed, its logs are kept, and its bundle verifies', async () => {
    const bundle = join(freshFolder(), 'bundle');
    const verdict = await gate('lint.sh', {}, ['--bundle', bundle]);
    expect(seen(verdict)).toEqual(ACCEPTED);
    expect(findingsOf(verdict, 'GG-RUN-ALSO')).toMatchObject([{ listed: true, what: expect.stringMatching(/exited with code 7 after .* it decides nothing$/) as unknown }]);
    expect(alsoOf(verdict).ending).toEqual({ kind: 'exited', code: 7 });
    expect(readFileSync(join(alsoOf(verdict).logs, 'stdout.log'), 'utf8')).toBe(`linted ${verdict.envelope.generation ?? ''}\n`);
    expect(readFileSync(join(bundle, 'logs/also-stderr.txt'), 'utf8')).toBe('beside\n');
    const again = await judged(['verify', bundle], { cwd: freshFolder() });
    expect(seen(again)).toEqual(ACCEPTED);
    const packet = join(freshFolder(), 'packet');
    expect((await program(['packet', '--out', packet], { cwd: workspace })).code).toBe(0);
    expect(readFileSync(join(packet, 'REVIEW_PACKET.md'), 'utf8')).toMatch(/second command, which decides nothing \| exited with 7/);
  });
  test('that ends well rescues nothing', async () => {
    const verdict = await gate('fine.sh', { RED: '1' });
    expect(seen(verdict)).toEqual(rejectedBy('GG-EVIDENCE-RED', 'GG-RUN-FAILED'));
    expect(alsoOf(verdict).ending).toEqual({ kind: 'exited', code: 0 });
  });
  test('that writes a green report over a red one is too late', async () => {
    expect(seen(await gate('rescue.sh', { RED: '1' })).rejecting).toEqual(expect.arrayContaining(['GG-EVIDENCE-AFTER-RUN', 'GG-RUN-FAILED']));
  });
  test('decides no exit of run either', async () => {
    await judged(['stamp', '--evidence', 'reports/*.xml'], { cwd: workspace });
    expect((await judged(['run', '--also', join(scripts, 'lint.sh'), '--', 'python3', 'run.py'], { cwd: workspace })).code).toBe(0);
    expect(seen(await judged(['check'], { cwd: workspace }))).toEqual(ACCEPTED);
  });
  test.each([['gone.sh', 'GG-SCRIPT-UNREADABLE']])('%s is wrong usage, before anything', async (also, code) => {
    const { code: exit, envelope } = await gate(also);
    expect([exit, (envelope['error'] as { code?: string } | undefined)?.code]).toEqual([2, code]);
  });
});
