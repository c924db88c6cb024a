/** Secrets and home folders in texts: found in every form, taken out, and not invented (PK4). */
import { describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { secretsOfDotenv, secretsOfEnvironment, secretsOfGitConfig } from '../../src/packet/known-secrets.ts';
import { findSecrets, learnSecrets, neutralPaths, redact } from '../../src/packet/redact.ts';

jest.setTimeout(240_000);

/** Put together from parts: this file must not look as if it held a token. */
const TOKEN = `ghs_${'aB3dE6gH9'.repeat(4)}`;
const KEY_LINES = ['-----BEGIN RSA PRIVATE ', 'KEY-----\n', `${'MIIEabcdEFGH0123+/xy'.repeat(3)}\n`.repeat(3), '-----END RSA PRIVATE ', 'KEY-----'];
const PEM = KEY_LINES.join('');

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}

const known = (value: string): Parameters<typeof redact>[1] => [{ from: 'the variable X_TOKEN', value }];

describe('a known value', () => {
  const value = 'p4ss w/rd+ü"<&>';
  test.each<[string, string]>([
    ['as it is', value],
    ['percent-encoded', encodeURIComponent(value)],
    ['percent-encoded in lower case', encodeURIComponent(value).toLowerCase().replace('p4ss', 'p4ss')],
    ['as a form', new URLSearchParams({ v: value }).toString().slice(2)],
    ['in JSON', JSON.stringify(value).slice(1, -1)],
    ['in JSON, escaped', value.replace(/[^\w ]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)],
    ['in HTML', value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')],
    ['in hex', Buffer.from(value).toString('hex')],
    ['in base64', base64(value)],
    ['in base64 after one byte', base64(`x${value}`)],
    ['in base64 after two bytes', base64(`xy${value}`)],
    ['in base64 for addresses', Buffer.from(`user:${value}`).toString('base64url')],
  ])('is taken out %s', async (_, form) => {
    const { text, count } = await redact(`before ${form} after`, known(value));
    expect(text).toBe('before [redacted] after');
    expect(count).toBe(1);
  });

  test('is taken out of wrapped base64, in a diff too', async () => {
    const coded = base64('x'.repeat(50) + TOKEN + 'y'.repeat(50)).replace(/.{60}/g, '$&\n+');
    expect((await redact(`+${coded}`, known(TOKEN))).text).not.toContain(base64(TOKEN).slice(6, 16));
  });

  test('in any text, at any alignment, no form of it stays (property)', async () => {
    const secret = fc.string({ unit: fc.constantFrom(...Array.from('abcXYZ0189+/=%&"_-~')), minLength: 9, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(secret, fc.string({ maxLength: 20 }), fc.constantFrom(0, 1, 2), async (value, around, before) => {
        const coded = base64('z'.repeat(before) + value);
        const text = `${around} ${value} ${coded} ${encodeURIComponent(value)} ${around}`;
        const shown = (await redact(text, known(value.trim()))).text;
        const core = coded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + value.length) * 8) / 6));
        for (const form of [value, core, encodeURIComponent(value)]) expect(shown).not.toContain(form);
        expect(await findSecrets(shown, known(value.trim()))).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});

describe('a value that nobody named', () => {
  test.each<[string, string, string]>([
    ['a token', `token ${TOKEN} end`, TOKEN],
    ['a token in base64', `coded ${base64(`twelve char ${TOKEN} more`)} end`, base64(TOKEN).slice(4, 30)],
    ['a token in a percent-encoded run', `url q=a%20b%2F${TOKEN} end`, TOKEN],
    ['a private key', `key\n${PEM}\nend`, 'MIIEabcd'],
    ['a private key on one line', `key ${PEM.replaceAll('\n', '\\n')} end`, 'MIIEabcd'],
    ['a private key whose end is cut off', `key\n${PEM.slice(0, -20)}`, 'MIIEabcd'],
    ['a private key whose beginning is cut off', PEM.slice(PEM.indexOf('\n') + 1), 'MIIEabcd'],
    ['an authorization header', `> Authorization: Basic ${base64('user:hunter22')}`, base64('user:hunter22')],
    ['a cookie header', 'Set-Cookie: session=abcdef0123456789; Path=/', 'abcdef0123456789'],
    ['credentials in an address', 'see postgres://admin:s3cr3tpw@db/x for more', 's3cr3tpw'],
    ['a text that would switch the linter off', `/* secretlint-disable */ ${TOKEN}`, TOKEN],
  ])('%s is found', async (_, text, secret) => {
    expect(text).toContain(secret);
    expect((await findSecrets(text, [])).length).toBeGreaterThan(0);
    const shown = (await redact(text, [])).text;
    expect(shown).not.toContain(secret);
    expect(await findSecrets(shown, [])).toEqual([]);
  });

  test('is known afterwards, and found encoded elsewhere', async () => {
    const learnt = await learnSecrets([`raw ${TOKEN}`], []);
    expect((await redact(base64(`x:${TOKEN}`), learnt)).text).toBe('[redacted]');
  });
});

test.each([
  'commit 15adce1aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  'generation 0123456789abcdef0123456789abcdef, digest aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  '"integrity": "sha512-B/udqfk9mShYI6zarpSlpXIgXvBj3VtRCG8Svm6EYerOViEFhDs6Yy9dm5rHB4ZgoP9Ru2fVn+jJGVvMs+yLXg=="',
  'tests/test_tokens.py::test_password_is_checked PASSED [ 50%]',
  'https://example.org/a:b/c@d and git@example.org:x/y.git, progress 10%, 20%25',
])('nothing is taken for a secret in: %s', async (text) => {
  expect(await findSecrets(text, [])).toEqual([]);
});

test('a long line costs no more than its length', async () => {
  const started = performance.now();
  await redact(`${'x'.repeat(400_000)} ${'%41'.repeat(50_000)} ${'QUJD'.repeat(50_000)}`, known(TOKEN));
  expect(performance.now() - started).toBeLessThan(60_000);
});

describe('values that are known here', () => {
  const values = (list: readonly { readonly value: string }[]): readonly string[] => list.map(({ value }) => value);

  test('by the names of variables, and by addresses in them', () => {
    const env = { API_TOKEN: TOKEN, DB_PASSWORD: 'hunter22', MONKEY: 'banana-split', KEY_FILE: '/etc/keys/a.pem', PWD: '/home/somebody', NPM_TOKEN: 'true', AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI', SSH_AUTH_SOCK: '/tmp/agent.1', DATABASE: 'mysql://u:pa%20ss1@h/db', CI: 'true', EMPTY_SECRET: undefined };
    expect(values(secretsOfEnvironment(env))).toEqual([TOKEN, 'hunter22', 'wJalrXUtnFEMI', 'pa%20ss1', 'pa ss1']);
  });

  test('by git\'s settings: headers, what they decode to, addresses', () => {
    const config = [`http.https://example.org/.extraheader\nAUTHORIZATION: basic ${base64(`x-access-token:${TOKEN}`)}`, 'remote.origin.url\nhttps://bot:abcdef123456@example.org/r.git', `url.https://${TOKEN}@example.org/.insteadof\nhttps://example.org/`, 'user.name\nSomebody', 'core.sshcommand\nssh -i /root/.ssh/id'];
    expect(new Set(values(secretsOfGitConfig(config.map((one) => `${one}\0`).join(''))))).toEqual(new Set([base64(`x-access-token:${TOKEN}`), `x-access-token:${TOKEN}`, TOKEN, 'abcdef123456']));
  });

  test('by dotenv files', () => {
    expect(values(secretsOfDotenv('# c\nexport API_KEY="abc def 1"\nNAME=plain-value\nPASSWORD=short\nX_SECRET=longer1\n', '.env'))).toEqual(['abc def 1', 'longer1']);
  });
});

test.each([
  ['/home/ann/ws/src/a.py', 'src/a.py'],
  ['at /home/ann/ws, line 3', 'at ., line 3'],
  ['/home/ann/.cache/x', '~/.cache/x'],
  ['"/home/ann"', '"~"'],
  ['/home/bob/x and /Users/eve/y', '~/x and ~/y'],
  ['/root/.npm and /rooted/x', '~/.npm and /rooted/x'],
  ['/srv/home/ann/x', '/srv/home/ann/x'],
  ['/home/annika/x', '~/x'],
])('paths: %s', (text, shown) => {
  expect(neutralPaths(text, { homes: ['/home/ann'], top: '/home/ann/ws' })).toBe(shown);
});
