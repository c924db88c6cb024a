/** The bundle of a cell as an artifact: uploaded by the action, whole after its download, and every way in which that fails. */
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { artifactName, uploadBundle } from '../../src/github/artifacts.ts';
import { uploadableFiles } from '../../src/publish/bundle-scan.ts';
import { actionStep, makeJobIn, type StepEnded } from '../support/action.ts';
import { closeArtifactStore, RUN_ID, startArtifactService, type ArtifactService } from '../support/artifact-service.ts';
import { ACCEPTED, judged, seen } from '../support/cli.ts';
import { freshFolder, headTree, removeFolders } from '../support/repository.ts';
import { cellProject, GATE } from './cells.ts';

jest.setTimeout(180_000);
afterAll(removeFolders);
afterAll(closeArtifactStore);

let service: ArtifactService;
let root: string;

/** A bundle that was not uploaded. */
let written: string;

beforeAll(async () => {
  root = cellProject();
  written = join(freshFolder(), 'bundle');
  const { code, outputs } = await actionStep(makeJobIn(root), { ...GATE, upload: 'false', bundle: written }, { SAY: 'hunter2hunter2' });
  expect({ code, id: outputs['artifact-id'] }).toEqual({ code: 0, id: '' });
});
beforeEach(async () => {
  service = await startArtifactService();
});
afterEach(() => service.close());

function gate(inputs: Readonly<Record<string, string>> = {}, env: Readonly<Record<string, string | undefined>> = {}): Promise<StepEnded> {
  return actionStep(makeJobIn(root), { ...GATE, cell: 'linux', ...inputs }, { ...service.variables(1), ...env });
}

function warnings({ annotations }: StepEnded): readonly string[] {
  return annotations.filter((line) => line.startsWith('::warning'));
}

/** Downloads an artifact's bytes from the store. */
async function download(id: number): Promise<string> {
  const file = join(freshFolder(), 'bundle.zip');
  writeFileSync(file, Buffer.from(await (await fetch(service.place(id) ?? '')).arrayBuffer()));
  return file;
}

describe('the bundle of a cell', () => {
  test('is uploaded under cell and attempt, and is whole after its download', async () => {
    const result = await gate();
    expect({ code: result.code, warnings: warnings(result) }).toEqual({ code: 0, warnings: [] });
    expect(service.artifacts).toMatchObject([{ name: 'generation-gate-linux-1', finalized: true }]);
    const [artifact] = service.artifacts;
    expect(result.outputs['artifact-id']).toBe(String(artifact?.id));
    expect(`sha256:${result.outputs['artifact-digest'] ?? ''}`).toBe(artifact?.digest);
    const file = await download(artifact?.id ?? 0);
    const verified = await judged(['verify', file], { cwd: freshFolder() });
    expect(seen(verified)).toEqual(ACCEPTED);
    expect(verified.envelope).toMatchObject({ tree_id: headTree(root), generation: result.outputs['generation'] });
    const folder = freshFolder();
    execFileSync('python3', ['-m', 'zipfile', '-e', file, folder]);
    expect(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))).toMatchObject({ cell: 'linux', origin: { run_id: RUN_ID, run_attempt: 1, job: 'cell' } });
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['change.patch', 'facts.json', 'findings.json', 'logs', 'reports', 'run.json', 'stamp.json', 'verdict.json'].filter((name) => name !== 'change.patch')));
  });

  test('is uploaded where the cell is rejected too, and the step fails all the same', async () => {
    const result = await gate({}, { RED: 'linux' });
    expect(result.code).toBe(1);
    expect(result.outputs).toMatchObject({ verdict: 'rejected', 'artifact-id': String(service.artifacts[0]?.id) });
    expect(seen(await judged(['verify', await download(service.artifacts[0]?.id ?? 0)], { cwd: freshFolder() })).verdict).toBe('rejected');
  });

  test('has the name, the days and the compression that the workflow gives', async () => {
    const large = { run: `${GATE.run}; head -c 60000 /dev/zero | tr '\\0' x` };
    await gate({ ...large, 'artifact-name': 'evidence of linux', 'compression-level': '0' });
    await gate({ ...large, 'compression-level': '9', 'retention-days': '3' });
    expect(service.artifacts.map(({ name }) => name)).toEqual(['evidence of linux', 'generation-gate-linux-1']);
    expect(service.artifacts[0]?.size).toBeGreaterThan(60_000 + (service.artifacts[1]?.size ?? 0) / 2);
  });

  test('is named by the job where the gate has no cell', () => {
    const env = { GITHUB_ACTIONS: 'true', GITHUB_RUN_ID: '1', GITHUB_RUN_ATTEMPT: '3', GITHUB_JOB: 'unit' };
    expect(artifactName({ name: null }, null, env)).toBe('generation-gate-unit-3');
    expect(artifactName({ name: null }, 'linux', env)).toBe('generation-gate-linux-3');
    expect(artifactName({ name: 'mine' }, 'linux', env)).toBe('mine');
  });
});

describe('an upload that fails', () => {
  test('is said once, in log and summary, with a remedy, and changes no verdict', async () => {
    await service.plant(1, 'generation-gate-linux-1', Buffer.from('x'));
    const result = await gate();
    expect({ code: result.code, outputs: result.outputs }).toMatchObject({ code: 0, outputs: { verdict: 'accepted', 'artifact-id': '', 'artifact-digest': '' } });
    expect(warnings(result)).toEqual([expect.stringMatching(/^::warning::The bundle could not be published, and the verdict stays as it is: this attempt of the run has an artifact of the name "generation-gate-linux-1" already\. Give each cell a name/)]);
    expect(result.summary).toContain('### Not published');
    expect(service.calls).toEqual(['CreateArtifact']);
  });

  test('because the gate stopped before there was a bundle', async () => {
    const result = await gate({ workspace: 'absent' });
    expect(result.code).toBe(2);
    expect(warnings(result).join()).toMatch(/stopped before there was one/);
  });

  test.each<[string, string, number, RegExp]>([
    ['a refused token', 'CreateArtifact', 403, /CreateArtifact.*\(403\)/],
    ['a fault at the end', 'FinalizeArtifact', 400, /FinalizeArtifact.*\(400\)/],
    ['an endless fault, for which it waits no longer than it may', 'CreateArtifact', 500, /^The upload did not end within 1 seconds$/],
  ])('names %s', async (_, endpoint, status, why) => {
    service.fail(endpoint, status, 100);
    expect(await upload(service.variables(1))).toMatchObject({ why: expect.stringMatching(why), fix: expect.stringMatching(/Run the job again/) });
  });

  test('says where there is no such service', async () => {
    expect(await upload({ ACTIONS_RUNTIME_TOKEN: '' })).toMatchObject({ why: 'no artifact service is at hand', fix: expect.stringMatching(/input bundle/) });
    expect(await upload({ ...service.variables(1), GITHUB_SERVER_URL: 'https://github.example.test' })).toMatchObject({ why: 'GitHub Enterprise Server has no such artifact service' });
    expect(service.calls).toEqual([]);
  });
});

describe('before it leaves the machine (PK4) a bundle', () => {
  function copied(): string {
    const folder = join(freshFolder(), 'bundle');
    cpSync(written, folder, { recursive: true });
    return folder;
  }

  test('is looked through once more: a secret in it stops the upload', async () => {
    expect(await uploadableFiles(written, {})).toMatchObject({ names: expect.arrayContaining(['manifest.json', 'logs/stdout.txt']) });
    const { why } = (await uploadableFiles(written, { DEPLOY_TOKEN: 'hunter2hunter2' })) as { readonly why: string };
    expect(why).toMatch(/^a secret is in logs\/stdout\.txt \(the variable DEPLOY_TOKEN\)$/);
    expect(why).not.toContain('hunter2');
  });

  test('never holds what the environment says is one', async () => {
    const result = await gate({}, { SAY: 'hunter2hunter2', DEPLOY_TOKEN: 'hunter2hunter2' });
    expect(result.code).toBe(0);
    const folder = freshFolder();
    execFileSync('python3', ['-m', 'zipfile', '-e', await download(service.artifacts[0]?.id ?? 0), folder]);
    expect(readFileSync(join(folder, 'logs/stdout.txt'), 'utf8')).toBe('[redacted] linux\n');
  });

  test.each<[string, (folder: string) => void, RegExp]>([
    ['a changed file', (folder) => writeFileSync(join(folder, 'logs/stdout.txt'), 'other'), /it changed after it was written: logs\/stdout\.txt/],
    ['a further file', (folder) => writeFileSync(join(folder, 'more.txt'), 'x'), /it changed after it was written: more\.txt/],
    ['a hidden file', (folder) => writeFileSync(join(folder, '.env'), 'x'), /it is no bundle any more: the name \.env is none/],
    ['no manifest', (folder) => rmSync(join(folder, 'manifest.json')), /it is no bundle any more: it holds no manifest\.json/],
  ])('must be as it was written: %s', async (_, spoil, words) => {
    const folder = copied();
    spoil(folder);
    expect(await uploadableFiles(folder, {})).toMatchObject({ why: expect.stringMatching(words) });
  });
});

/** Uploads the bundle that was written without an upload. */
async function upload(variables: Readonly<Record<string, string>>): Promise<unknown> {
  const names = await uploadableFiles(written, {});
  const before = Object.fromEntries(Object.keys(variables).map((name) => [name, process.env[name]]));
  Object.assign(process.env, variables);
  try {
    return await uploadBundle({ folder: written, files: 'names' in names ? names.names : [], name: 'x', upload: { name: null, retentionDays: null, compressionLevel: 6 } }, 1000);
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
  }
}
