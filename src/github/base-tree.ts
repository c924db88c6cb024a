/**
 * Reads a commit's tree by the API of the repository that the workflow runs for, where neither the checkout nor a fetch
 * brings it. Two kinds of request, both for `contents: read`; every answer is checked against the id it was asked by.
 */
import * as z from 'zod/mini';
import { GateError } from '../model/errors.ts';
import { requireBlob, type BaseEntry, type BaseReader, type BaseTree } from '../workspace/base-tree.ts';

const objectId = z.string().check(z.regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/));
const treeSchema = z.object({ truncated: z.boolean(), tree: z.array(z.object({ path: z.string(), mode: z.string(), type: z.string(), sha: objectId })) });
const blobSchema = z.object({ content: z.string(), encoding: z.literal('base64') });

/** Milliseconds for one request: a service that does not answer must not hold the gate. */
const REQUEST_LIMIT_MS = 30_000;

/** A reader for the repository that `env` names; null where there is no token or no repository. */
export function apiBaseReader(token: string, env: NodeJS.ProcessEnv): BaseReader | null {
  const [owner = '', repo = ''] = (env['GITHUB_REPOSITORY'] ?? '').split('/');
  if (token === '' || owner === '' || repo === '') return null;
  return async (commit) => openTree(await ask(token, { owner, repo, url: env['GITHUB_API_URL'] }), commit);
}

interface Api {
  readonly tree: (id: string) => Promise<unknown>;
  readonly blob: (id: string) => Promise<unknown>;
}

async function ask(token: string, { owner, repo, url }: { readonly owner: string; readonly repo: string; readonly url: string | undefined }): Promise<Api> {
  const { getOctokit } = await import('@actions/github');
  const { git } = getOctokit(token, url === undefined || url === '' ? {} : { baseUrl: url }).rest;
  const limited = () => ({ request: { signal: AbortSignal.timeout(REQUEST_LIMIT_MS) } });
  return {
    tree: async (id) => (await git.getTree({ owner, repo, tree_sha: id, ...limited() })).data,
    blob: async (id) => (await git.getBlob({ owner, repo, file_sha: id, ...limited() })).data,
  };
}

async function openTree(api: Api, commit: string): Promise<BaseTree> {
  const known = new Map<string, readonly (BaseEntry & { readonly type: string })[]>();
  const listed = async (id: string): Promise<readonly (BaseEntry & { readonly type: string })[]> => {
    const before = known.get(id);
    if (before !== undefined) return before;
    const { data } = treeSchema.safeParse(await api.tree(id));
    if (data === undefined) throw new GateError('GG-API-ANSWER', `The API's answer for the tree ${id} is no tree`);
    // What is left out of an answer would read as absent.
    if (data.truncated) throw new GateError('GG-API-ANSWER', `The API cut the tree ${id} short`);
    const entries = data.tree.map(({ path, mode, type, sha }) => ({ name: path, mode, type, oid: sha }));
    known.set(id, entries);
    return entries;
  };
  await listed(commit);
  return {
    read: 'api',
    close: () => undefined,
    entries: async (folder) => {
      let id = commit;
      for (const part of folder === '' ? [] : folder.split('/')) {
        const entry = (await listed(id)).find(({ name, type }) => name === part && type === 'tree');
        if (entry === undefined) return null;
        id = entry.oid;
      }
      return listed(id);
    },
    blob: async (oid) => {
      const { data } = blobSchema.safeParse(await api.blob(oid));
      if (data === undefined) throw new GateError('GG-API-ANSWER', `The API's answer for the file ${oid} is no file`);
      const bytes = Buffer.from(data.content, 'base64');
      requireBlob(bytes, oid);
      return bytes;
    },
  };
}
