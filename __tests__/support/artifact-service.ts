/**
 * GitHub's artifact service on this machine: its five endpoints over a store of blobs. The store is Azurite, where the
 * environment variable `AZURITE` names its program (`.ci/tools.sh` installs it); elsewhere the few calls that an upload
 * makes are answered from memory.
 *
 * As on GitHub an artifact belongs to one attempt of one run, names are taken once, and a list shows one attempt.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BlobSASPermissions, BlobServiceClient, generateBlobSASQueryParameters, StorageSharedKeyCredential } from '@azure/storage-blob';
import { NODE } from './cli.ts';

const AZURITE = process.env['AZURITE'] ?? '';
/** Azurite's one account and its published key (Azurite's README, "Default Storage Account"). */
const ACCOUNT = 'devstoreaccount1';
const ACCOUNT_KEY = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';

export interface StoredArtifact {
  readonly id: number;
  readonly attempt: string;
  readonly name: string;
  size: number;
  digest: string | null;
  finalized: boolean;
}

export interface ArtifactService {
  readonly url: string;
  readonly artifacts: readonly StoredArtifact[];
  /** Requests by endpoint. */
  readonly calls: readonly string[];
  /** Answers the next requests to an endpoint with this status; with `name` those about this artifact alone. */
  readonly fail: (endpoint: string, status: number, times?: number, name?: string) => void;
  /** Puts an artifact there that nobody uploaded in this way. */
  readonly plant: (attempt: number, name: string, content: Buffer) => Promise<StoredArtifact>;
  /** Replaces the bytes of a stored artifact and leaves its digest. */
  readonly replace: (artifact: StoredArtifact, content: Buffer) => Promise<void>;
  /** Where the bytes are to be had, as the API tells. */
  readonly place: (id: number) => string | null;
  /** Variables of a job in an attempt of the one run. */
  readonly variables: (attempt: number) => Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

interface Store {
  readonly uploadUrl: (key: string) => string;
  readonly downloadUrl: (key: string) => string;
  readonly put: (key: string, content: Buffer) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** One store serves all services of a test file: a real one takes seconds to start. */
let shared: Promise<Store> | null = null;
let services = 0;

/** Stops the store; for `afterAll`. */
export async function closeArtifactStore(): Promise<void> {
  const store = await shared;
  shared = null;
  await store?.close();
}

/** Starts the service. */
export async function startArtifactService(): Promise<ArtifactService> {
  shared ??= AZURITE === '' ? startMemoryStore() : startAzurite();
  const store = await shared;
  services += 1;
  const prefix = `service-${services}`;
  const artifacts: StoredArtifact[] = [];
  const calls: string[] = [];
  const failures = new Map<string, number[]>();
  const keyOf = ({ id }: StoredArtifact): string => `${prefix}-artifact-${id}.zip`;
  const add = (attempt: string, name: string): StoredArtifact => {
    // As on GitHub, a later artifact may have the lower number.
    const artifact: StoredArtifact = { id: 9000 - artifacts.length, attempt, name, size: 0, digest: null, finalized: false };
    artifacts.push(artifact);
    return artifact;
  };

  const answer = (endpoint: string, body: Readonly<Record<string, unknown>>): { readonly status: number; readonly body: unknown } => {
    const status = failures.get(endpoint)?.shift() ?? failures.get(`${endpoint} ${String(body['name'])}`)?.shift();
    if (status !== undefined) return { status, body: { code: 'internal', msg: 'planted failure' } };
    const attempt = String(body['workflow_run_backend_id']);
    const known = artifacts.find((one) => one.attempt === attempt && one.name === body['name']);
    const view = ({ id, name, size, digest }: StoredArtifact): unknown => ({ workflow_run_backend_id: attempt, workflow_job_run_backend_id: 'job', database_id: String(id), name, size: String(size), created_at: '2026-01-01T00:00:00Z', ...(digest === null ? {} : { digest }) });
    switch (endpoint) {
      case 'CreateArtifact':
        if (known !== undefined) return { status: 409, body: { code: 'already_exists', msg: 'an artifact with this name already exists on the workflow run' } };
        return { status: 200, body: { ok: true, signed_upload_url: store.uploadUrl(keyOf(add(attempt, String(body['name'])))) } };
      case 'FinalizeArtifact':
        if (known === undefined) return { status: 404, body: { code: 'not_found', msg: 'no such artifact' } };
        Object.assign(known, { finalized: true, size: Number(body['size']), digest: body['hash'] ?? null });
        return { status: 200, body: { ok: true, artifact_id: String(known.id) } };
      case 'ListArtifacts': {
        const own = artifacts.filter((one) => one.attempt === attempt && one.finalized && (body['id_filter'] === undefined || String(one.id) === body['id_filter']));
        return { status: 200, body: { artifacts: own.map(view) } };
      }
      case 'GetSignedArtifactURL':
        return known === undefined ? { status: 404, body: { code: 'not_found', msg: 'no such artifact' } } : { status: 200, body: { signed_url: store.downloadUrl(keyOf(known)) } };
      default:
        return { status: 404, body: { code: 'bad_route', msg: endpoint } };
    }
  };

  const server = await listening((request, response) => {
    void bodyOf(request).then((bytes) => {
      const endpoint = /^\/twirp\/github\.actions\.results\.api\.v1\.ArtifactService\/(\w+)$/.exec(request.url ?? '')?.[1] ?? '';
      calls.push(endpoint);
      const { status, body } = request.headers.authorization?.startsWith('Bearer ') === true ? answer(endpoint, JSON.parse(bytes.toString('utf8')) as Record<string, unknown>) : { status: 401, body: { code: 'unauthenticated', msg: 'no token' } };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  const url = addressOf(server);
  return {
    url,
    artifacts,
    calls,
    fail: (endpoint, status, times = 1, name) => void failures.set(name === undefined ? endpoint : `${endpoint} ${name}`, Array.from({ length: times }, () => status)),
    plant: async (attempt, name, content) => {
      const artifact = add(backendId(attempt), name);
      await store.put(keyOf(artifact), content);
      return Object.assign(artifact, { finalized: true, size: content.length, digest: `sha256:${createHash('sha256').update(content).digest('hex')}` });
    },
    replace: (artifact, content) => store.put(keyOf(artifact), content),
    place: (id) => {
      const artifact = artifacts.find((one) => one.id === id);
      return artifact === undefined ? null : store.downloadUrl(keyOf(artifact));
    },
    variables: (attempt) => ({ ACTIONS_RESULTS_URL: url, ACTIONS_RUNTIME_TOKEN: runtimeToken(attempt), GITHUB_RUN_ID: RUN_ID, GITHUB_RUN_ATTEMPT: String(attempt), GITHUB_REPOSITORY: 'octo/project' }),
    close: () => closed(server),
  };
}

export const RUN_ID = '4711';

function backendId(attempt: number): string {
  return `run-${RUN_ID}-attempt-${attempt}`;
}

/** A token of the shape that runners hand to actions; nobody checks its signature here. */
function runtimeToken(attempt: number): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ scp: `Actions.Results:${backendId(attempt)}:job` })}.c2lnbmF0dXJl`;
}

/** Blobs in memory: blocks, their list, and whole ones (REST documentation of Azure's Blob service). */
async function startMemoryStore(): Promise<Store> {
  const blobs = new Map<string, Buffer>();
  const blocks = new Map<string, Buffer>();
  const server = await listening((request, response) => {
    void bodyOf(request).then((bytes) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
      const done = { etag: '"1"', 'x-ms-request-id': '1', 'x-ms-version': '2025-01-05', 'last-modified': new Date().toUTCString() };
      if (request.method === 'GET') {
        const blob = blobs.get(pathname);
        response.writeHead(blob === undefined ? 404 : 200, { ...done, 'content-type': 'application/zip' }).end(blob);
        return;
      }
      if (searchParams.get('comp') === 'block') blocks.set(`${pathname} ${searchParams.get('blockid') ?? ''}`, bytes);
      else if (searchParams.get('comp') === 'blocklist') blobs.set(pathname, Buffer.concat([...bytes.toString('utf8').matchAll(/<Latest>([^<]+)<\/Latest>/g)].map(([, id = '']) => blocks.get(`${pathname} ${id}`) ?? Buffer.alloc(0))));
      else blobs.set(pathname, bytes);
      response.writeHead(201, done).end();
    });
  });
  const url = (key: string): string => `${addressOf(server)}/store/${key}?sig=x`;
  return {
    uploadUrl: url,
    downloadUrl: url,
    put: (key, content) => Promise.resolve(void blobs.set(`/store/${key}`, content)),
    close: () => closed(server),
  };
}

async function startAzurite(): Promise<Store> {
  const child = spawn(NODE, [AZURITE, '--blobHost', '127.0.0.1', '--blobPort', '0', '--inMemoryPersistence', '--skipApiVersionCheck', '--disableTelemetry'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const host = await addressPrinted(child);
  const credential = new StorageSharedKeyCredential(ACCOUNT, ACCOUNT_KEY);
  const container = new BlobServiceClient(`${host}/${ACCOUNT}`, credential).getContainerClient('artifacts');
  await container.create();
  const signed = (key: string, permissions: string): string => {
    const query = generateBlobSASQueryParameters({ containerName: 'artifacts', blobName: key, permissions: BlobSASPermissions.parse(permissions), expiresOn: new Date(Date.now() + 3_600_000) }, credential);
    return `${container.getBlobClient(key).url}?${query.toString()}`;
  };
  return {
    uploadUrl: (key) => signed(key, 'cw'),
    downloadUrl: (key) => signed(key, 'r'),
    put: async (key, content) => {
      await container.getBlockBlobClient(key).uploadData(content, { blobHTTPHeaders: { blobContentType: 'application/zip' } });
    },
    close: () =>
      new Promise((done) => {
        child.once('exit', () => done());
        child.kill();
      }),
  };
}

function addressPrinted(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    let text = '';
    const read = (chunk: Buffer): void => {
      text += chunk.toString('utf8');
      const [, address] = /successfully listen(?:ing|s) (?:at|on) (http:\/\/127\.0\.0\.1:\d+)/.exec(text) ?? [];
      if (address !== undefined) done(address);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', fail);
    child.once('exit', (code) => fail(new Error(`Azurite ended with ${String(code)}:\n${text}`)));
  });
}

/** Starts a server on a free port of this machine alone. */
export function listening(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<Server> {
  return new Promise((done) => {
    const server = createServer(handle).listen(0, '127.0.0.1', () => done(server));
  });
}

export function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export function closed(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
}

export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
