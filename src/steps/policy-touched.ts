/** What of a change decides how the gate itself judges: the policy, the captured command, the setup, the workflow (PO3). */
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename, isAbsolute, join, relative, resolve } from 'node:path';
import { decodePath } from '../model/path.ts';
import { cellsOf, commandFor, POLICY_FILES, type Policy, type PolicyFacts, type PolicyRecord, type TouchedRole, type Watched } from '../model/policy.ts';
import { isWorkflowsCheckout } from '../inputs/event.ts';
import type { Settings } from '../inputs/plan.ts';
import type { BaseTree } from '../workspace/base-tree.ts';
import { git } from '../workspace/git.ts';
import type { Repository } from '../workspace/repository.ts';

const WORKFLOWS = '.github/workflows';

/** A workflow that calls the gate names it, as an action or as a program. */
const GATE_NAME = 'generation-gate';

interface Place {
  readonly repository: Pick<Repository, 'top' | 'objectFormat'>;
  readonly env: NodeJS.ProcessEnv;
}

/** How a base that is not in the local store has the paths that matter. Workflows are read only where they differ from the work tree's. */
export async function watchedPaths(tree: BaseTree, { repository, given }: Place & { readonly given: Partial<Settings> }, document: Policy): Promise<Watched[]> {
  const { top, objectFormat } = repository;
  const rows: Watched[] = [];
  const topEntries = (await tree.entries('')) ?? [];
  for (const path of POLICY_FILES) rows.push({ path, oid: topEntries.find(({ name }) => name === path)?.oid ?? null, namesGate: true });
  for (const { name, oid } of (await tree.entries(WORKFLOWS)) ?? []) {
    if (!/\.ya?ml$/.test(name)) continue;
    const path = `${WORKFLOWS}/${name}`;
    const namesGate = isSame(top, path, oid, objectFormat) || (await tree.blob(oid)).includes(GATE_NAME);
    rows.push({ path, oid, namesGate });
  }
  const named = [...commandFiles({ command: given.command ?? null, script: given.script ?? null, workdir: given.workdir ?? null }, top), ...commandFiles({ command: null, script: given.setup ?? null, workdir: null }, top)];
  for (const path of new Set([...named, ...scriptsOf(document), ...setupsOf(document)])) {
    const slash = path.lastIndexOf('/');
    const beside = (await tree.entries(slash < 0 ? '' : path.slice(0, slash))) ?? [];
    rows.push({ path, oid: beside.find(({ name }) => name === path.slice(slash + 1))?.oid ?? null, namesGate: false });
  }
  return rows;
}

/** Programs that run a file they are given, and their options that take code in its place. */
const INTERPRETERS: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:ba|da|k|z)?sh$/, /^-[A-Za-z]*c/],
  [/^(?:python[\d.]*|node|ruby|perl)$/, /^-[A-Za-z]*[cem]$|^--eval$/],
];

/** Files of the tree that the captured command is made of, relative to the top: a script, or what an argument list starts. */
export function commandFiles(settings: Pick<Settings, 'command' | 'script' | 'workdir'>, top: string): readonly string[] {
  const { command, script, workdir } = settings;
  if (script !== null) return [insideOf(top, resolve(script))].filter((path) => path !== null);
  const [program = '', ...operands] = command ?? [];
  // Behind these stands code or a module, and no file.
  const code = INTERPRETERS.find(([name]) => name.test(basename(program)))?.[1];
  const at = operands.findIndex((word) => !word.startsWith('-'));
  const started = code !== undefined && at >= 0 && !operands.slice(0, at).some((word) => code.test(word)) ? operands[at] : undefined;
  const candidates = [...(program.includes('/') ? [program] : []), ...(started === undefined ? [] : [started])];
  return candidates.map((word) => insideOf(top, resolve(top, workdir ?? '.', word))).filter((path) => path !== null).filter((path) => isFile(join(top, path)));
}

export interface Touching {
  readonly record: PolicyRecord;
  readonly place: Place;
  /** Files of the captured command and of the setup, relative to the top. */
  readonly command: readonly string[];
  readonly setup: readonly string[];
}

/** The facts of a policy with what the work tree has otherwise than the base. */
export async function withTouched({ record, place, command, setup }: Touching): Promise<PolicyFacts> {
  const { facts, watched } = record;
  const { top, objectFormat } = place.repository;
  const roles = new Map<string, TouchedRole>();
  const ask = (paths: readonly string[], role: TouchedRole): void => paths.forEach((path) => roles.set(path, role));
  ask(workflowsIn(top), 'workflow');
  ask((watched ?? []).map(({ path }) => path).filter((path) => path.startsWith(`${WORKFLOWS}/`)), 'workflow');
  ask([...setup, ...setupsOf(facts.document)], 'setup');
  ask([...command, ...scriptsOf(facts.document)], 'command');
  ask(POLICY_FILES, 'policy');
  const before = await oidsBefore(record, [...roles.keys()], place);
  if (before === null) return facts;
  for (const path of before.keys()) if (!roles.has(path) && path.startsWith(`${WORKFLOWS}/`)) roles.set(path, 'workflow');
  const calling = workflowOf(place);
  const touched: PolicyFacts['touched'] = [];
  for (const [path, role] of roles) {
    const was = before.get(path);
    // The base was read elsewhere, and nobody asked it about this path.
    if (was === undefined && watched !== null) continue;
    const oid = was?.oid ?? null;
    const there = blobOf(top, path) !== null;
    if (oid === null ? !there : isSame(top, path, oid, objectFormat)) continue;
    if (role === 'workflow' && path !== calling && was?.namesGate !== true && blobOf(top, path)?.includes(GATE_NAME) !== true) continue;
    touched.push({ path, role, how: oid === null ? 'added' : there ? 'changed' : 'removed' });
  }
  return { ...facts, touched: touched.toSorted((left, right) => (left.path < right.path ? -1 : 1)) };
}

/** The base's blobs by path; null where there is no commit to compare with. */
async function oidsBefore({ facts, watched }: PolicyRecord, paths: readonly string[], { repository }: Place): Promise<ReadonlyMap<string, Watched> | null> {
  if (watched !== null) return new Map(watched.map((row) => [row.path, row]));
  const commit = facts.base?.commit ?? /\(([0-9a-f]{40,64})\)$/.exec(facts.against)?.[1];
  if (commit === undefined) return null;
  const listed = await git(['--literal-pathspecs', 'ls-tree', '-r', '-z', '--full-tree', commit, '--', ...paths, WORKFLOWS], { cwd: repository.top });
  if (listed.code !== 0) return null;
  const rows = decodePath(listed.stdout).split('\0').flatMap((entry): Watched[] => {
    const tab = entry.indexOf('\t');
    return tab < 0 ? [] : [{ path: entry.slice(tab + 1), oid: entry.slice(0, tab).split(' ')[2] ?? null, namesGate: false }];
  });
  const workflows = rows.filter(({ path, oid }) => path.startsWith(`${WORKFLOWS}/`) && oid !== null && !isSame(repository.top, path, oid, repository.objectFormat));
  const naming = new Set<string>();
  for (const { path, oid } of workflows) if ((await git(['cat-file', 'blob', oid ?? ''], { cwd: repository.top })).stdout.includes(GATE_NAME)) naming.add(path);
  return new Map(rows.map((row) => [row.path, { ...row, namesGate: naming.has(row.path) }]));
}

/** The workflow file that runs this job, `owner/repo/.github/workflows/x.yml@ref`; null elsewhere. */
function workflowOf({ env, repository }: Place): string | null {
  if (!isWorkflowsCheckout(env, repository.top)) return null;
  return /^[^/]+\/[^/]+\/(\.github\/workflows\/[^@]+)@/.exec(env['GITHUB_WORKFLOW_REF'] ?? '')?.[1] ?? null;
}

function workflowsIn(top: string): readonly string[] {
  try {
    return readdirSync(join(top, WORKFLOWS)).filter((name) => /\.ya?ml$/.test(name)).map((name) => `${WORKFLOWS}/${name}`);
  } catch {
    return [];
  }
}

function scriptsOf(document: Policy): readonly string[] {
  return [null, ...cellsOf(document)].flatMap((cell) => commandFor(document, cell)?.script ?? []);
}

function setupsOf(document: Policy): readonly string[] {
  return document['setup-script'] === undefined ? [] : [document['setup-script']];
}

/** What git would store of a path; null where no file or link is there. */
function blobOf(top: string, path: string): Buffer | null {
  const place = join(top, path);
  try {
    const stat = lstatSync(place);
    if (stat.isSymbolicLink()) return readlinkSync(place, { encoding: 'buffer' });
    return stat.isFile() ? readFileSync(place) : null;
  } catch {
    return null;
  }
}

/** Whether the work tree has the base's bytes; line ends that a checkout converted are no change. */
function isSame(top: string, path: string, oid: string, algorithm: string): boolean {
  const bytes = blobOf(top, path);
  if (bytes === null) return false;
  const id = (content: Buffer): string => createHash(algorithm).update(`blob ${content.length}\0`).update(content).digest('hex');
  return id(bytes) === oid || (bytes.includes('\r\n') && id(Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')) === oid);
}

function insideOf(top: string, place: string): string | null {
  const inside = relative(top, place);
  return inside === '' || inside.startsWith('..') || isAbsolute(inside) ? null : inside;
}

function isFile(place: string): boolean {
  try {
    return lstatSync(place).isFile();
  } catch {
    // Any word of a command line may come here: too long, or with a NUL in it.
    return false;
  }
}
