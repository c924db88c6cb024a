/** The packet's folder: written beside its place, scanned as it will be read, and only then put there (PK4, PK5). */
import { randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { UsageError } from '../model/errors.ts';
import { findSecrets } from './redact.ts';
import type { KnownSecret } from './known-secrets.ts';

/** The page; a folder that holds it is an earlier packet and may be replaced. */
export const PAGE = 'REVIEW_PACKET.md';
export const PATCH_FILE = 'change.patch';
const FILES = [PAGE, PATCH_FILE, /^[a-z-]+-tail\.log$/] as const;

export interface PacketFolder {
  /** Where it will be. */
  readonly place: string;
  /** Where it is written. */
  readonly draft: string;
  readonly write: (name: string, text: string) => void;
  readonly discard: () => void;
  /** Puts the draft in its place, where an earlier packet goes. */
  readonly publish: () => void;
}

/** Opens a draft beside `out`. Throws a {@link UsageError} where something else than a packet lies there. */
export function openPacketFolder(out: string): PacketFolder {
  const asked = resolve(out);
  const parent = parentOf(asked, out);
  const place = join(parent, basename(asked));
  requireReplaceable(place, out);
  const draft = join(parent, `.${basename(asked)}.${randomBytes(4).toString('hex')}.draft`);
  mkdirSync(draft, { mode: 0o700 });
  const discard = (): void => rmSync(draft, { recursive: true, force: true });
  return {
    place,
    draft,
    write: (name, text) => writeFileSync(join(draft, name), text, { flag: 'wx', mode: 0o600 }),
    discard,
    publish: () => {
      requireReplaceable(place, out);
      removePacket(place);
      renameSync(draft, place);
    },
  };
}

/** What still looks like a secret in the finished files, by file; never the secret itself. */
export async function secretsLeft(folder: string, known: readonly KnownSecret[]): Promise<readonly { readonly file: string; readonly line: number; readonly kind: string }[]> {
  const left: { file: string; line: number; kind: string }[] = [];
  for (const file of readdirSync(folder).sort()) {
    const text = readFileSync(join(folder, file), 'utf8');
    // The page escapes letters of file names; what a reader sees is looked at as well.
    const seen = unescaped(text);
    for (const shown of seen === text ? [text] : [text, seen]) {
      for (const { start, kind } of await findSecrets(shown, known)) left.push({ file, line: shown.slice(0, start).split('\n').length, kind });
    }
  }
  return left;
}

function unescaped(text: string): string {
  return text
    .replace(/&#(\d{1,7});/g, (whole, code: string) => (Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : whole))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** Where the packet would lie below the workspace; null where it lies outside. */
export function insideWorkspace(top: string, place: string): string | null {
  const inside = relative(top, place);
  return inside === '..' || inside.startsWith('../') ? null : inside;
}

function parentOf(asked: string, out: string): string {
  try {
    mkdirSync(dirname(asked), { recursive: true });
    return realpathSync(dirname(asked));
  } catch (error) {
    throw new UsageError('GG-OUT-NO-FOLDER', `The folder around --out ${JSON.stringify(out)} cannot be made (${(error as NodeJS.ErrnoException).code ?? String(error)})`, 'Name a folder that can be made, for example: --out ../packet');
  }
}

function requireReplaceable(place: string, out: string): void {
  const stats = lstatSync(place, { throwIfNoEntry: false });
  if (stats === undefined) return;
  const names = stats.isDirectory() ? readdirSync(place) : null;
  if (names !== null && (names.length === 0 || (names.includes(PAGE) && names.every(isOwnFile)))) return;
  throw new UsageError('GG-OUT-IN-USE', `--out ${JSON.stringify(out)} holds something that is no packet, and nothing of it is overwritten`, 'Name a folder that does not exist yet, for example: --out ../packet');
}

function isOwnFile(name: string): boolean {
  return FILES.some((file) => (typeof file === 'string' ? file === name : file.test(name)));
}

function removePacket(place: string): void {
  if (lstatSync(place, { throwIfNoEntry: false }) === undefined) return;
  for (const name of readdirSync(place)) rmSync(join(place, name), { force: true });
  rmdirSync(place);
}
