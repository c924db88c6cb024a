/** What the action publishes beside the job's own ending, and where it gathers bundles from. */
import * as z from 'zod/mini';
import { UsageError } from '../model/errors.ts';

export interface Upload {
  /** Null for the name made of cell and attempt. */
  readonly name: string | null;
  /** Null for what the repository is set to. */
  readonly retentionDays: number | null;
  readonly compressionLevel: number;
}

export interface Publishing {
  /** How the bundle is uploaded; null where it is not. */
  readonly upload: Upload | null;
  /** Whether the statements of the bundle are attested. */
  readonly attest: boolean;
  /** Name of the check run; null for none. */
  readonly checkRun: string | null;
  /** Context of the commit status; null for none. */
  readonly commitStatus: string | null;
  /** Empty where there is none. */
  readonly token: string;
}

/** The names that artifacts get where the workflow gives none; a fan-in looks for these. */
export const ARTIFACT_PREFIX = 'generation-gate-';
export const DEFAULT_ARTIFACTS = `${ARTIFACT_PREFIX}*`;
/** Name of check run and status where the workflow says only that it wants one. */
const PUBLISHED_NAME = 'generation-gate';

/** What the service refuses in names, and what breaks file systems (documentation of actions/upload-artifact). */
const artifactName = z.string().check(z.regex(/^[^"*:<>?|\r\n\\/\p{Cc}]{1,200}$/u));
/** GitHub keeps artifacts for 400 days at most. */
const retentionDays = z.int().check(z.minimum(1), z.maximum(400));
const compressionLevel = z.int().check(z.minimum(0), z.maximum(9));
const publishedName = z.string().check(z.regex(/^[^\p{Cc}]{1,100}$/u));
const pattern = z.string().check(z.regex(/^[^"|\r\n\\/\p{Cc}]{1,200}$/u));

/** Reads the inputs about publishing. Throws a {@link UsageError} that says what to write. */
export function publishingInputs(input: (name: string) => string, phase: string): Publishing {
  const attest = yesOrNo(input('attest'), 'attest');
  if (attest && phase !== 'gate' && phase !== 'check') throw new UsageError('GG-INPUT-CONFLICT', `Input "attest" is set, and phase "${phase}" writes no bundle`, 'Attest where the verdict of a cell is reached: phase gate, or phase check');
  return { upload: uploadInputs(input, phase), attest, checkRun: published(input, 'check-run'), commitStatus: published(input, 'commit-status'), token: input('token') };
}

/** The pattern of the artifacts that a fan-in gathers; null where it is given folders alone. */
export function artifactsInput(input: (name: string) => string, phase: string, hasBundles: boolean): string | null {
  const given = input('artifacts');
  if (phase !== 'fan-in') {
    if (given !== '') throw new UsageError('GG-INPUT-CONFLICT', `Input "artifacts" is set, and phase "${phase}" gathers no cells`, 'Leave "artifacts" out, or write: phase: fan-in');
    return null;
  }
  if (given === '') return hasBundles ? null : DEFAULT_ARTIFACTS;
  return valid(pattern, given, 'artifacts', 'a name, with * for any text', `artifacts: ${DEFAULT_ARTIFACTS}`);
}

function uploadInputs(input: (name: string) => string, phase: string): Upload | null {
  const asked = yesOrNo(input('upload'), 'upload');
  const lone = ['artifact-name', 'retention-days', 'compression-level'].find((name) => input(name) !== '');
  if (!asked) {
    if (lone !== undefined) throw new UsageError('GG-INPUT-CONFLICT', `Input "${lone}" is set, and "upload" is not true`, 'Write both, or leave it out: upload: true');
    return null;
  }
  if (phase !== 'gate' && phase !== 'check') throw new UsageError('GG-INPUT-CONFLICT', `Input "upload" is set, and phase "${phase}" writes no bundle`, 'Upload where the verdict of a cell is reached: phase gate, or phase check');
  return {
    name: input('artifact-name') === '' ? null : valid(artifactName, input('artifact-name'), 'artifact-name', 'a name of at most 200 characters without " * : < > ? | / and \\', 'artifact-name: generation-gate-linux'),
    retentionDays: input('retention-days') === '' ? null : valid(retentionDays, numberOf(input('retention-days')), 'retention-days', 'whole days from 1 to 400', 'retention-days: 14'),
    compressionLevel: input('compression-level') === '' ? 6 : valid(compressionLevel, numberOf(input('compression-level')), 'compression-level', 'a whole number from 0 (none) to 9 (smallest)', 'compression-level: 6'),
  };
}

/** `true` for the usual name, or a name. */
function published(input: (name: string) => string, name: string): string | null {
  const given = input(name);
  if (given === '' || given === 'false') return null;
  return given === 'true' ? PUBLISHED_NAME : valid(publishedName, given, name, 'true, false, or a name of at most 100 characters on one line', `${name}: true`);
}

function yesOrNo(given: string, name: string): boolean {
  if (given === '' || given === 'false') return false;
  if (given === 'true') return true;
  throw new UsageError('GG-INPUT-INVALID', `Input "${name}" cannot be ${JSON.stringify(given)}`, `Write true or false, for example: ${name}: true`);
}

function numberOf(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}

function valid<T>(schema: z.ZodMiniType<T>, value: unknown, name: string, form: string, example: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new UsageError('GG-INPUT-INVALID', `Input "${name}" cannot be ${typeof value === 'string' ? JSON.stringify(value) : 'that'}`, `Write ${form}, for example: ${example}`);
}
