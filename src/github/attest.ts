/**
 * Attests the statements of a bundle, where the job has an id-token (PB3). What is signed is about the statement's own
 * file, which is what `gh attestation verify` takes, and about what the statement is about.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { STATEMENT_FILES, type Subject } from '../model/statement.ts';
import type { Fault } from './api.ts';
import { within } from './deadline.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface Attested {
  readonly file: string;
  /** Id of the attestation at GitHub; '' where it gave none. */
  readonly id: string;
}

/** What signs and stores: `attest` of @actions/attest. */
export type Attest = (options: { readonly subjects: { name: string; digest: Record<string, string> }[]; readonly predicateType: string; readonly predicate: object; readonly token: string }) => Promise<{ readonly attestationID?: string | undefined }>;

const PERMISSIONS = 'Give the job what signing needs: permissions: { contents: read, id-token: write, attestations: write }.';

const statementSchema = z.object({ subject: z.array(z.object({ name: z.string(), digest: z.record(z.string(), z.string()) })), predicateType: z.string(), predicate: z.looseObject({}) });

/** Several requests, each with its own retries. */
const LIMIT_MS = 120_000;

/** Attests both statements of the bundle in `folder`. Never throws: what went wrong is an answer, and no verdict. */
export async function attestBundle(folder: string, { token, env }: { readonly token: string; readonly env: Env }, attest?: Attest): Promise<readonly Attested[] | Fault> {
  if ((env['ACTIONS_ID_TOKEN_REQUEST_URL'] ?? '') === '') return { why: 'the job has no id-token', fix: `${PERMISSIONS} A pull request from a fork never gets one: there the bundle stands without a signature.` };
  if (token === '') return { why: 'there is no token', fix: 'Leave the input token as it is by default.' };
  const attested: Attested[] = [];
  try {
    // Loaded only here: nobody else pays for it.
    const sign = attest ?? ((await import('@actions/attest')).attest);
    for (const file of Object.values(STATEMENT_FILES)) {
      const bytes = readFileSync(join(folder, file));
      const { subject, predicateType, predicate } = statementSchema.parse(JSON.parse(bytes.toString('utf8')));
      const { attestationID } = await within(LIMIT_MS, 'Signing', sign({ subjects: [subjectOf(file, bytes), ...subject.filter(isFile)].map(({ name, digest }) => ({ name, digest: { ...digest } })), predicateType, predicate, token }));
      attested.push({ file, id: attestationID ?? '' });
    }
    return attested;
  } catch (error) {
    return attestFault(error);
  }
}

function subjectOf(name: string, bytes: Buffer): Subject {
  return { name, digest: { sha256: createHash('sha256').update(bytes).digest('hex') } };
}

/** GitHub finds attestations by SHA-256 alone; tree and commit are named in the statement's file. */
function isFile({ digest }: { readonly digest: Readonly<Record<string, string>> }): boolean {
  return 'sha256' in digest;
}

function attestFault(error: unknown): Fault {
  const words = error instanceof Error ? error.message : String(error);
  const { status } = error as { readonly status?: number };
  if (status === 401 || status === 403 || status === 404 || /\b(?:403|404|forbidden|not accessible|id-token|OIDC|permission)\b/i.test(words)) {
    return { why: `signing was refused: ${words}`, fix: `${PERMISSIONS} A private repository can attest only where its plan has artifact attestations.` };
  }
  return { why: `signing failed: ${words}`, fix: 'Run the job again; githubstatus.com and status.sigstore.dev tell whether the services work.' };
}
