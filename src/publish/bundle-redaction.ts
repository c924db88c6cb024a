/** Which secrets a bundle must not hold, and how its texts are freed of them: as for a packet (PK4). */
import { homedir } from 'node:os';
import { secretsOfEnvironment, secretsOfGitConfig } from '../packet/known-secrets.ts';
import { findSecrets, neutralPaths, redact } from '../packet/redact.ts';
import type { Redaction } from './bundle.ts';

export interface SecretSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `git config --list -z` of the workspace. */
  readonly gitConfig: string;
}

/** The workspace's own place stays where it names nobody's home: evidence is published as it was judged where it can be. */
const NO_TOP = '\0no place\0';

export function bundleRedaction({ env, gitConfig }: SecretSources): Redaction {
  const known = [...secretsOfEnvironment(env), ...secretsOfGitConfig(gitConfig)];
  const homes = [...new Set([homedir(), env['HOME'] ?? ''])].filter((home) => home !== '');
  return {
    neutral: (text) => neutralPaths(text, { homes, top: NO_TOP }),
    redact: async (text) => (await redact(text, known)).text,
    left: async (text) => (await findSecrets(text, known)).map(({ kind }) => kind),
  };
}
