/** Which secrets a bundle must not hold, and how its texts are freed of them: as for a packet (PK4). */
import { homedir } from 'node:os';
import { GateError } from '../model/errors.ts';
import { secretsOfEnvironment, secretsOfGitConfig } from '../packet/known-secrets.ts';
import { findSecrets, neutralPaths, redact } from '../packet/redact.ts';

/** What takes secrets and home folders out of texts. */
export interface Redaction {
  /** Home folders in a text, made relative. */
  readonly neutral: (text: string) => string;
  /** The text without secrets. */
  readonly redact: (text: string) => Promise<string>;
  /** What of a finished text is still a secret, in words; empty where nothing is. */
  readonly left: (text: string) => Promise<readonly string[]>;
}

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

/**
 * A value for JSON with every text in it redacted, names of keys too. All texts are looked at in one pass, each on lines
 * of its own: redaction keeps lines, so that each finds its place again, and no quoting hides a secret from it.
 */
export async function redactedValue(value: unknown, { neutral, redact: take }: Redaction): Promise<unknown> {
  const texts: string[] = [];
  eachText(value, (text) => {
    texts.push(neutral(text));
    return text;
  });
  const shown = (await take(texts.join('\n'))).split('\n');
  let line = 0;
  const places = texts.map((text) => {
    const first = line;
    line += text.split('\n').length;
    return shown.slice(first, line).join('\n');
  });
  if (line !== shown.length) throw new GateError('GG-BUNDLE-SECRET', 'A secret reaches over several records, and they cannot be told apart without it', 'Keep secrets out of what tests print; the bundle was not written.');
  let next = 0;
  return eachText(value, () => places[next++] ?? '');
}

/** Walks a value and puts what `change` gives in the place of every text, always in the same order. */
function eachText(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((entry) => eachText(entry, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [change(key), eachText(entry, change)]));
}
