/**
 * A verdict as a check run or a commit status: extras beside the job's own ending, which is the required check. What
 * GitHub does not take is an answer, said once; no verdict depends on it.
 */
import { checkRunContent, portions, statusDescription } from '../publish/check-run.ts';
import type { Envelope } from '../publish/envelope.ts';
import { apiFault, openApi, repositoryOf, PATIENCE, type Api, type Fault, type Patience } from './api.ts';
import { within } from './deadline.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Ten requests a second apart, and one wait for a rate limit. */
const PUBLISH_MS = 120_000;

export interface Publication {
  /** What it is called where people see it. */
  readonly name: string;
  /** The commit that it belongs to. */
  readonly commit: string;
  readonly token: string;
  readonly env: Env;
  readonly patience?: Patience;
  readonly limitMs?: number;
}

/**
 * Creates the check run with its verdict and the first annotations at once, then adds the others: whatever becomes of
 * the later requests, no check is left that never ends. Null where all went well.
 */
export async function publishCheckRun(envelope: Envelope, publication: Publication): Promise<Fault | null> {
  return attempt(publication, 'The check run', 'checks: write', async (api) => {
    const { name, commit, env } = publication;
    const { conclusion, title, summary, annotations } = checkRunContent(envelope);
    const [first = [], ...rest] = portions(annotations);
    const place = repositoryOf(env);
    const created = await api.rest.checks.create({ ...place, name, head_sha: commit, status: 'completed', conclusion, ...linkTo(env, 'details_url'), output: { title, summary, annotations: [...first] } });
    for (const portion of rest) await api.rest.checks.update({ ...place, check_run_id: created.data.id, output: { title, summary, annotations: [...portion] } });
  });
}

/** Sets the commit status. Null where all went well. */
export async function publishStatus(envelope: Envelope, publication: Publication): Promise<Fault | null> {
  return attempt(publication, 'The commit status', 'statuses: write', async (api) => {
    const { name, commit, env } = publication;
    await api.rest.repos.createCommitStatus({ ...repositoryOf(env), sha: commit, state: envelope.verdict === 'accepted' ? 'success' : 'failure', context: name, description: statusDescription(envelope), ...linkTo(env, 'target_url') });
  });
}

async function attempt({ token, patience = PATIENCE, limitMs = PUBLISH_MS }: Publication, what: string, permission: string, publish: (api: Api) => Promise<void>): Promise<Fault | null> {
  try {
    await within(limitMs, what, openApi(token, patience).then(publish));
    return null;
  } catch (error) {
    return apiFault(error, permission);
  }
}

/** The run's own page, where the runner says what it is. */
function linkTo<Key extends 'details_url' | 'target_url'>(env: Env, key: Key): { readonly [K in Key]?: string } {
  const { GITHUB_SERVER_URL: server = '', GITHUB_REPOSITORY: repository = '', GITHUB_RUN_ID: run = '' } = env;
  if (!/^https?:\/\/\S+$/.test(server) || !/^\d+$/.test(run)) return {};
  const link: { [K in Key]?: string } = {};
  link[key] = `${server}/${repository}/actions/runs/${run}`;
  return link;
}
