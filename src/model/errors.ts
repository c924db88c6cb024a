/**
 * The three ways in which a call ends without a verdict over evidence. Findings judge evidence; these say why nothing
 * could be judged. Each has a stable code; tests assert codes, never prose.
 */
import type { Finding } from './finding.ts';

/** The gate could not work: git is missing, the disk is full, a defect. Exit code 3. */
export class GateError extends Error {
  override readonly name = 'GateError';
  readonly code: string;
  readonly fix: string;
  constructor(code: string, message: string, fix = '', cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.fix = fix;
  }
}

/** The call or an input is malformed. Exit code 2; nothing was changed. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code: string;
  readonly fix: string;
  /** Why it matters, where there is more to say than of any call that is not understood. */
  readonly why: string | null;
  constructor(code: string, message: string, fix = '', why: string | null = null) {
    super(message);
    this.code = code;
    this.fix = fix;
    this.why = why;
  }
}

/** The gate refuses to go on, to protect the user or the verdict. Exit code 1, with its findings. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly findings: readonly Finding[];
  constructor(...findings: readonly Finding[]) {
    super(findings.map((finding) => `${finding.rule}: ${finding.what}`).join('; '));
    this.findings = findings;
  }
}
