/** How a verdict names the policy that it was reached under. */
import type { PolicyFacts } from '../model/policy.ts';

/** What the printed document says of it. */
export function policyPart({ file, base, head, binds, touched, day }: PolicyFacts): object {
  return {
    path: file?.path ?? null,
    digest: file?.digest ?? null,
    base: base === null ? null : { commit: base.commit, what: base.what, read: base.read },
    head: head === null ? null : { path: head.path, digest: head.digest, not_counted: head.notCounted },
    binds,
    day,
    touched,
  };
}

const READ: Readonly<Record<string, string>> = { local: 'read from the local store', api: 'read by the API', fetch: 'fetched' };

/** One line for people; null where no policy and no base took part. */
export function policyLine(part: unknown): string | null {
  if (typeof part !== 'object' || part === null) return null;
  const { path, digest, base, head } = part as { readonly path: string | null; readonly digest: string | null; readonly base: { readonly what: string; readonly read: string } | null; readonly head: { readonly path: string; readonly digest: string } | null };
  const from = base === null ? '' : ` of ${base.what}, ${READ[base.read] ?? base.read}`;
  if (path !== null && digest !== null) return `${digest} ${path}${from}`;
  if (base === null) return null;
  return `none${from}${head === null ? '' : `; ${head.path} of the change (${head.digest}) may only tighten`}`;
}
