/** A project with a policy, a base, a patch, and what a runner says of them. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commitAll, freshFolder, git, GIT_ENVIRONMENT, makeRepository, write, type Content } from '../support/repository.ts';

export const POLICY = 'generation-gate.config.yml';

/** A command that needs no test runner: it writes a green report and a file for each of its runs. */
export const TEST_SCRIPT = `mkdir -p reports
printf '<testsuite name="run '"$(date +%s%N)"'" tests="1" failures="0" errors="0" skipped="0"><testcase classname="shop" name="price" time="0.01"/></testsuite>' > reports/junit.xml
`;

export const STRICT = `run: |\n${TEST_SCRIPT.replace(/^/gm, '  ').trimEnd()}\nevidence: ['reports/*.xml']\nsurvivors: reject\nmin-tests: 1\n`;

export const PROJECT: Readonly<Record<string, Content>> = {
  'shop.txt': 'price 1\n',
  '.gitignore': '.workspace_generation.json\nreports/\n',
  'ci/test.sh': TEST_SCRIPT,
};

export interface Request {
  readonly root: string;
  readonly base: string;
  /** The merge commit that a pull request's workflow checks out; its second parent is the head. */
  readonly merge: string;
  readonly head: string;
}

/** A repository at the merge of a topic branch: `base` files on main, `head` files on the branch; null removes one. */
export function mergeRequest(base: Readonly<Record<string, Content>>, head: Readonly<Record<string, Content | null>>): Request {
  const root = makeRepository({ ...PROJECT, ...base });
  const baseCommit = git(root, 'rev-parse', 'HEAD');
  git(root, 'checkout', '-q', '-b', 'topic');
  for (const [path, content] of Object.entries(head)) {
    if (content === null) git(root, 'rm', '-q', path);
    else write(root, { [path]: content });
  }
  write(root, { 'shop.txt': 'price 2\n' });
  commitAll(root);
  const headCommit = git(root, 'rev-parse', 'HEAD');
  git(root, 'checkout', '-q', '--detach', baseCommit);
  git(root, 'merge', '-q', '--no-ff', '-m', 'merge', headCommit);
  return { root, base: baseCommit, head: headCommit, merge: git(root, 'rev-parse', 'HEAD') };
}

/** What a checkout step with its defaults brings: one commit, without its parents. */
export function shallow({ root, merge }: Request): string {
  const clone = join(freshFolder(), 'clone');
  git(root, 'branch', '-f', 'merge-ref', merge);
  git(root, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
  git(root, 'clone', '-q', '--depth', '1', '--branch', 'merge-ref', `file://${root}`, clone);
  git(clone, 'checkout', '-q', '--detach');
  return clone;
}

export type EventName = 'pull_request' | 'merge_group' | 'push' | 'workflow_dispatch';

/** The variables of a job that an event started. */
export function eventOf(name: EventName, { base, head, merge }: Request, workspace: string, more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const payloads: Readonly<Record<EventName, unknown>> = {
    pull_request: { action: 'synchronize', number: 7, pull_request: { head: { sha: head, ref: 'topic' }, base: { sha: base, ref: 'main' } } },
    merge_group: { action: 'checks_requested', merge_group: { head_sha: merge, base_sha: base, head_ref: 'refs/heads/gh-readonly-queue/main/pr-7', base_ref: 'refs/heads/main' } },
    push: { ref: 'refs/heads/main', before: base, after: merge },
    workflow_dispatch: { ref: 'refs/heads/main', inputs: {} },
  };
  const file = join(freshFolder(), 'event.json');
  writeFileSync(file, JSON.stringify(payloads[name]));
  return { GITHUB_ACTIONS: 'true', GITHUB_EVENT_NAME: name, GITHUB_EVENT_PATH: file, GITHUB_WORKSPACE: workspace, GITHUB_REPOSITORY: 'owner/shop', ...more };
}

export interface Served {
  readonly url: string;
  /** Paths that were asked for, in their order. */
  readonly asked: readonly string[];
  readonly close: () => Promise<void>;
}

async function served(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Served> {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}`, asked, close: () => new Promise((done) => server.close(() => done())) };
}

export interface ApiOptions {
  readonly token?: string;
  /** Changes what is answered, by path. */
  readonly answer?: (path: string, body: unknown) => { readonly status: number; readonly body: unknown };
}

/** The two endpoints of the API that give a tree and a blob, over a real repository. */
export function serveApi(root: string, { token = 'secret-token', answer }: ApiOptions = {}): Promise<Served> {
  return served((request, response) => {
    const path = request.url ?? '';
    const send = (status: number, body: unknown): void => {
      const changed = answer?.(path, body) ?? { status, body };
      response.writeHead(changed.status, { 'content-type': 'application/json' }).end(JSON.stringify(changed.body));
    };
    if (!(request.headers.authorization ?? '').endsWith(token)) return send(401, { message: 'Bad credentials' });
    const [, kind = '', id = ''] = /^\/repos\/owner\/shop\/git\/(trees|blobs)\/([0-9a-f]{40})$/.exec(path) ?? [];
    try {
      if (kind === 'trees') {
        const tree = git(root, 'ls-tree', '-z', id).split('\0').filter((entry) => entry !== '').map((entry) => {
          const [, mode = '', type = '', sha = '', name = ''] = /^(\d+) (\w+) ([0-9a-f]+)\t(.*)$/s.exec(entry) ?? [];
          return { path: name, mode, type, sha, url: '' };
        });
        return send(200, { sha: id, url: '', tree, truncated: false });
      }
      if (kind === 'blobs') return send(200, { sha: id, node_id: '', size: 0, url: '', encoding: 'base64', content: Buffer.from(git(root, 'cat-file', 'blob', id) + (git(root, 'cat-file', '-s', id) === String(Buffer.byteLength(git(root, 'cat-file', 'blob', id))) ? '' : '\n')).toString('base64').replace(/(.{60})/g, '$1\n') });
    } catch {
      // It is not there.
    }
    return send(404, { message: 'Not Found' });
  });
}

/** A repository behind git's own HTTP backend, which asks for a header. */
export function serveGit(root: string, header: string): Promise<Served> {
  git(root, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
  return served((request, response) => {
    if (request.headers.authorization !== header) {
      response.writeHead(401, { 'www-authenticate': 'Basic' }).end();
      return;
    }
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    const backend = spawn('git', ['http-backend'], {
      env: {
        ...GIT_ENVIRONMENT,
        GIT_PROJECT_ROOT: root,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: url.pathname.replace(/^\/owner\/shop/, '/.git'),
        QUERY_STRING: url.search.slice(1),
        REQUEST_METHOD: request.method ?? 'GET',
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        ...(request.headers['content-encoding'] === undefined ? {} : { HTTP_CONTENT_ENCODING: request.headers['content-encoding'] }),
        ...(request.headers['git-protocol'] === undefined ? {} : { GIT_PROTOCOL: String(request.headers['git-protocol']) }),
      },
    });
    request.pipe(backend.stdin);
    backend.stdin.on('error', () => undefined);
    const parts: Buffer[] = [];
    backend.stdout.on('data', (chunk: Buffer) => parts.push(chunk));
    backend.on('close', () => {
      const whole = Buffer.concat(parts);
      const end = whole.indexOf('\r\n\r\n');
      const headers = whole.subarray(0, end).toString('latin1').split('\r\n').map((line) => line.split(/: (.*)/s));
      const status = headers.find(([name]) => name === 'Status')?.[1];
      response.writeHead(Number((status ?? '200').slice(0, 3)), Object.fromEntries(headers.filter(([name]) => name !== 'Status').map(([name = '', value = '']) => [name, value])));
      response.end(whole.subarray(end + 4));
    });
  });
}
