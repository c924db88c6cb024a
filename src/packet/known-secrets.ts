/** Secrets whose values are known here: of the environment, of git's configuration, of `.env` files (PK4). */

/** A value that must stand in no packet, in any of its forms. */
export interface KnownSecret {
  /** Where it comes from, for people; never the value. */
  readonly from: string;
  readonly value: string;
}

/** Names of variables whose values are secrets by convention. */
const SECRET_NAME = /TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|COOKIE|API_?KEY|ACCESS_?KEY|PRIVATE|CONNECTION_?STRING|WEBHOOK|BEARER|(^|_)(KEY|PAT|PWD|PASS|AUTH|DSN|JWT|SALT)(_|$|\d)/i;
/** Variables of every shell that look like secrets by their names and hold folders. */
const HARMLESS_NAME = /^(PWD|OLDPWD|INIT_CWD)$|^GENERATION_GATE_/;
/** A shorter value stands in any text by chance. */
const SHORTEST = 6;
const ORDINARY = new Set(['basic', 'bearer', 'default', 'disabled', 'enabled', 'false', 'localhost', 'secret', 'token', 'password', 'string', 'unset', 'x-access-token', 'oauth2', 'x-oauth-basic']);
/** `scheme://user:password@host`; a user name alone may be a token as well. */
const URL_CREDENTIALS = /\b[a-z][a-z0-9+.-]{0,20}:\/\/([^\s/@:]{0,500})(?::([^\s/@]{0,500}))?@/gi;

/** Secrets of an environment: values of variables that are named like one, and credentials in any address. */
export function secretsOfEnvironment(env: Readonly<Record<string, string | undefined>>): readonly KnownSecret[] {
  return Object.entries(env).flatMap(([name, value]) => {
    if (value === undefined || HARMLESS_NAME.test(name)) return [];
    const named = SECRET_NAME.test(name) && !isPlace(value) ? [{ from: `the variable ${name}`, value }] : [];
    return [...named, ...credentialsIn(value, `the variable ${name}`)];
  }).flatMap(usable);
}

/** Secrets in `git config --list -z` output: `name\nvalue\0`. */
export function secretsOfGitConfig(listed: string): readonly KnownSecret[] {
  return listed.split('\0').flatMap((record) => {
    const end = record.indexOf('\n');
    const name = end < 0 ? record : record.slice(0, end);
    const value = end < 0 ? '' : record.slice(end + 1);
    const from = `git's setting ${name.replace(/:\/\/[^/@]*@/, '://')}`;
    // The name of a setting may hold an address too: url.<base>.insteadOf, http.<url>.…
    const found = [...credentialsIn(value, from), ...credentialsIn(name, from)];
    if (/\.extraheader$/i.test(name)) found.push(...headerSecrets(value, from));
    else if (SECRET_NAME.test(name.slice(name.lastIndexOf('.') + 1)) && !isPlace(value)) found.push({ from, value });
    return found;
  }).flatMap(usable);
}

/** Secrets of a dotenv file: `NAME=value` lines whose name tells. */
export function secretsOfDotenv(text: string, path: string): readonly KnownSecret[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [, name = '', raw = ''] = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    const value = raw.replace(/^(['"])(.*)\1$/, '$2');
    const from = `${name} in ${path}`;
    return [...(SECRET_NAME.test(name) && !isPlace(value) ? [{ from, value }] : []), ...credentialsIn(value, from)];
  }).flatMap(usable);
}

/** An HTTP header: all of its credentials, what they decode to, and the password in that. */
function headerSecrets(header: string, from: string): KnownSecret[] {
  const value = header.replace(/^[^:]*:\s*/, '').replace(/^(?:basic|bearer|token)\s+/i, '');
  const decoded = Buffer.from(value, 'base64').toString('utf8');
  const readable = /^[\x20-\x7e]{4,}$/.test(decoded);
  return [value, ...(readable ? [decoded, ...decoded.split(':')] : [])].map((one) => ({ from, value: one }));
}

function credentialsIn(text: string, from: string): KnownSecret[] {
  return [...text.matchAll(URL_CREDENTIALS)].flatMap(([, user = '', password]) => {
    const parts = password === undefined ? (user.length >= 20 ? [user] : []) : [password, ...(user.length >= 20 ? [user] : [])];
    return parts.flatMap((value) => [{ from, value }, ...(value.includes('%') ? [{ from, value: decoded(value) }] : [])]);
  });
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function usable({ from, value }: KnownSecret): KnownSecret[] {
  const trimmed = value.trim();
  return trimmed.length < SHORTEST || ORDINARY.has(trimmed.toLowerCase()) ? [] : [{ from, value: trimmed }];
}

/** A path names where a secret lies and is none itself. */
function isPlace(value: string): boolean {
  return /^(~|\.{0,2})\/[\w./@ +~-]*$/.test(value) && value.length < 400;
}
