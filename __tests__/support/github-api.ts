/**
 * GitHub's REST API on this machine, behind GitHub's own published description of it: a request that does not fit is
 * answered with 422 and remembered, as are all that fit. `scripts/github-openapi.ts` makes the description.
 */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import addFormats from 'ajv-formats';
import { OpenAPIBackend, type Context, type Document } from 'openapi-backend';
import { addressOf, bodyOf, closed, listening, RUN_ID, type ArtifactService } from './artifact-service.ts';

const DOCUMENT = join(resolve(import.meta.dirname, '../..'), 'fixtures/github-openapi.json');

export interface ApiRequest {
  readonly operation: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** An answer in the place of the usual one. `drop` ends the connection without any. */
export interface Planned {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly message?: string;
  readonly drop?: boolean;
}

export interface GitHubApi {
  readonly url: string;
  /** Requests that fit the description, in order. */
  readonly requests: readonly ApiRequest[];
  /** Requests that do not, each with what is wrong. */
  readonly invalid: readonly string[];
  /** Answers the next `times` requests of an operation in this way; of all operations by `*`. */
  readonly plan: (operation: string, answer: Planned, times?: number) => void;
  /** What the API says of commits: commit → tree. */
  readonly trees: Map<string, string>;
  readonly close: () => Promise<void>;
}

interface State {
  readonly requests: ApiRequest[];
  readonly plans: Map<string, Planned[]>;
  readonly trees: Map<string, string>;
}

/** Starts the API; `artifacts` are those that it lists. */
export async function startGitHubApi(artifacts: ArtifactService | null = null): Promise<GitHubApi> {
  const state: State = { requests: [], plans: new Map(), trees: new Map() };
  const invalid: string[] = [];
  const backend = new OpenAPIBackend({
    definition: JSON.parse(readFileSync(DOCUMENT, 'utf8')) as Document,
    strict: true,
    ajvOpts: { strict: false },
    customizeAjv: (ajv) => {
      addFormats.default(ajv);
      return ajv;
    },
    handlers: {
      ...handlersOf(state, artifacts),
      validationFail: ({ validation, operation, request }: Context) => {
        invalid.push(`${operation.operationId ?? ''}: ${JSON.stringify(validation.errors)} in ${JSON.stringify(request.body ?? null).slice(0, 300)}`);
        return { status: 422, body: { message: 'Validation Failed', errors: validation.errors } };
      },
      notFound: ({ request }: Context) => {
        invalid.push(`${request.method} ${request.path}: no such operation`);
        return { status: 404, body: { message: 'Not Found' } };
      },
    },
  });
  await backend.init();
  const server = await listening((request, response) => void answer(backend, request, response));
  return {
    url: addressOf(server),
    requests: state.requests,
    invalid,
    plan: (operation, planned, times = 1) => void state.plans.set(operation, Array.from({ length: times }, () => planned)),
    trees: state.trees,
    close: () => closed(server),
  };
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

async function answer(backend: OpenAPIBackend, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const bytes = await bodyOf(request);
  const [path = '', query = ''] = (request.url ?? '/').split('?');
  const given = { method: request.method ?? 'GET', path, query, headers: request.headers as Record<string, string>, ...(bytes.length === 0 ? {} : { body: JSON.parse(bytes.toString('utf8')) as unknown }) };
  const { status, headers = {}, body } = request.headers.authorization === undefined ? { status: 401, body: { message: 'Requires authentication' } } : ((await backend.handleRequest(given)) as Answer);
  if (status === 0) {
    request.socket.destroy();
    return;
  }
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body === undefined ? '' : JSON.stringify(body));
}

function handlersOf(state: State, artifacts: ArtifactService | null): Record<string, (context: Context) => Answer> {
  const usual: Record<string, (context: Context) => Answer> = {
    'checks/create': () => ({ status: 201, body: { id: 77, status: 'completed' } }),
    'checks/update': () => ({ status: 200, body: { id: 77 } }),
    'repos/create-commit-status': () => ({ status: 201, body: { id: 78, state: 'success' } }),
    'git/get-commit': ({ request }) => {
      const sha = String(parameters(request)['commit_sha']);
      const tree = state.trees.get(sha);
      return tree === undefined ? { status: 404, body: { message: 'Not Found' } } : { status: 200, body: { sha, tree: { sha: tree, url: '' } } };
    },
    'actions/list-workflow-run-artifacts': ({ request }) => {
      const all = String(parameters(request)['run_id']) === RUN_ID ? (artifacts?.artifacts ?? []).filter(({ finalized }) => finalized) : [];
      const [page, size] = [Number(queryOf(request)['page'] ?? 1), Number(queryOf(request)['per_page'] ?? 30)];
      return { status: 200, body: { total_count: all.length, artifacts: all.slice((page - 1) * size, page * size).map(({ id, name, size: bytes, digest }) => ({ id, name, size_in_bytes: bytes, expired: false, ...(digest === null ? {} : { digest }) })) } };
    },
    'actions/download-artifact': ({ request }) => {
      const place = artifacts?.place(Number(parameters(request)['artifact_id'])) ?? null;
      return place === null ? { status: 404, body: { message: 'Not Found' } } : { status: 302, headers: { location: place } };
    },
  };
  return Object.fromEntries(
    Object.entries(usual).map(([operation, handle]) => [
      operation,
      (context: Context): Answer => {
        const planned = state.plans.get(operation)?.shift() ?? state.plans.get('*')?.shift();
        state.requests.push({ operation, path: context.request.path, body: (context.request.requestBody ?? context.request.body ?? {}) as Record<string, unknown> });
        if (planned === undefined) return handle(context);
        return { status: planned.drop === true ? 0 : planned.status, headers: planned.headers ?? {}, body: { message: planned.message ?? 'planned' } };
      },
    ]),
  );
}

function parameters({ params }: Context['request']): Readonly<Record<string, unknown>> {
  return params as Readonly<Record<string, unknown>>;
}

function queryOf({ query }: Context['request']): Readonly<Record<string, unknown>> {
  return query as Readonly<Record<string, unknown>>;
}
