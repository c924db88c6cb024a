/** Finds the workflows of a repository and reads them, with the local workflows and composite actions that they call. */
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Event, Job, Permissions, Place, Step, Unread, Workflow } from './model.ts';
import { gateCallOf, isGateAction } from './gate-call.ts';
import { FILE_LIMIT_BYTES, lineOfKey, readYaml, textIn, under, wordsIn, type Value } from './yaml.ts';

export interface Loaded {
  readonly workflows: readonly Workflow[];
  readonly unread: readonly Unread[];
}

const WORKFLOWS = '.github/workflows';
/** GitHub follows ten levels of called workflows. */
const LEVELS = 10;
const FILES_LIMIT = 1_000;
const STEPS_LIMIT = 20_000;

interface Reader {
  readonly root: string;
  readonly unread: Unread[];
  readonly values: Map<string, Value | null>;
  steps: number;
}

/** Reads the given files, or all workflows below `root`. Files that cannot be understood are named, never thrown. */
export function loadWorkflows(root: string, given: readonly string[]): Loaded {
  const reader: Reader = { root, unread: [], values: new Map(), steps: 0 };
  const files = given.length > 0 ? given : workflowFiles(root);
  const workflows = files.slice(0, FILES_LIMIT).flatMap((file) => {
    const value = valueIn(reader, file);
    if (value === null) return [];
    if (value.kind !== 'map' || under(value, 'jobs')?.kind !== 'map') {
      reader.unread.push({ file, line: value.line, kind: 'malformed', why: value.kind === 'map' ? 'it has no jobs' : 'it is no mapping' });
      return [];
    }
    return [workflowOf(reader, file, value)];
  });
  for (const file of files.slice(FILES_LIMIT)) reader.unread.push({ file, line: 1, kind: 'malformed', why: `only ${FILES_LIMIT} workflows are read` });
  return { workflows, unread: reader.unread };
}

function workflowFiles(root: string): readonly string[] {
  try {
    return readdirSync(join(root, WORKFLOWS), { withFileTypes: true })
      .filter((entry) => !entry.isDirectory() && /\.ya?ml$/.test(entry.name))
      .map(({ name }) => posix.join(WORKFLOWS, name))
      .toSorted();
  } catch {
    return [];
  }
}

function valueIn(reader: Reader, file: string): Value | null {
  const known = reader.values.get(file);
  if (known !== undefined) return known;
  const bytes = bytesOf(join(reader.root, file));
  const read = typeof bytes === 'string' ? { state: 'malformed' as const, line: 1, why: bytes } : readYaml(bytes);
  if (read.state === 'malformed') reader.unread.push({ file, line: read.line, kind: 'malformed', why: read.why });
  const value = read.state === 'read' ? read.value : null;
  reader.values.set(file, value);
  return value;
}

/** The bytes of a regular file, at most one more than are read; else why there are none. */
function bytesOf(path: string): Buffer | string {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    return `it cannot be opened (${(error as NodeJS.ErrnoException).code ?? String(error)})`;
  }
  try {
    if (!fstatSync(descriptor).isFile()) return 'it is no file';
    const bytes = Buffer.alloc(Math.min(fstatSync(descriptor).size, FILE_LIMIT_BYTES) + 1);
    let length = 0;
    for (let got = -1; got !== 0 && length < bytes.length; length += got) got = readSync(descriptor, bytes, length, bytes.length - length, null);
    return bytes.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}

function workflowOf(reader: Reader, file: string, value: Value): Workflow {
  const permissions = permissionsOf(under(value, 'permissions'));
  // YAML 1.1 readers take the key `on` for true; GitHub and this one do not.
  const on = under(value, 'on');
  return { file, line: lineOfKey(value, 'on') ?? value.line, events: eventsOf(file, on), permissions, jobs: jobsOf(reader, file, value, { conditions: [], prefix: '', level: 0, permissions }) };
}

function eventsOf(file: string, on: Value | undefined): readonly Event[] {
  return wordsIn(on).map((name) => ({ file, line: lineOfKey(on, name) ?? on?.line ?? 1, name, filters: wordsIn(under(on, name)) }));
}

interface Caller {
  readonly conditions: readonly string[];
  readonly prefix: string;
  readonly level: number;
  readonly permissions: Permissions | null;
}

function jobsOf(reader: Reader, file: string, workflow: Value, caller: Caller): readonly Job[] {
  const jobs = under(workflow, 'jobs');
  if (jobs?.kind !== 'map') return [];
  return [...jobs.entries].flatMap(([id, { line, value }]): readonly Job[] => {
    const condition = textIn(under(value, 'if'));
    const conditions = [...caller.conditions, ...(condition === null ? [] : [condition])];
    const permissions = permissionsOf(under(value, 'permissions')) ?? permissionsOf(under(workflow, 'permissions')) ?? caller.permissions;
    const own: Job = {
      file,
      line,
      id: `${caller.prefix}${id}`,
      needs: wordsIn(under(value, 'needs')).map((name) => `${caller.prefix}${name}`),
      conditions,
      continueOnError: textIn(under(value, 'continue-on-error')),
      runsOn: runsOn(under(value, 'runs-on')),
      permissions,
      steps: stepsOf(reader, file, under(value, 'steps'), 0),
    };
    const uses = textIn(under(value, 'uses'));
    if (uses === null) return [own];
    const at: Place = { file, line: lineOfKey(value, 'uses') ?? line };
    const called = localFile(uses);
    const target = called === null || caller.level >= LEVELS ? null : valueIn(reader, called);
    if (called === null || target === null) {
      reader.unread.push({ ...at, kind: 'not-followed', why: called === null ? `the workflow "${uses}" lies in another repository` : caller.level >= LEVELS ? 'workflows call each other more than ten levels deep' : `the workflow "${called}" could not be read` });
      return [own];
    }
    return [own, ...jobsOf(reader, called, target, { conditions, prefix: `${own.id} / `, level: caller.level + 1, permissions }).map((job) => ({ ...job, needs: [...job.needs, ...own.needs] }))];
  });
}

function runsOn(value: Value | undefined): readonly string[] {
  return value?.kind === 'map' ? wordsIn(under(value, 'labels')) : wordsIn(value);
}

function stepsOf(reader: Reader, file: string, value: Value | undefined, level: number): readonly Step[] {
  if (value?.kind !== 'list') return [];
  return value.items.flatMap((item): readonly Step[] => {
    reader.steps += 1;
    if (item.kind !== 'map' || reader.steps > STEPS_LIMIT) return [];
    const uses = textIn(under(item, 'uses'));
    const run = textIn(under(item, 'run'));
    const inputs = textsOf(under(item, 'with'));
    const step: Step = {
      file,
      line: item.line,
      id: textIn(under(item, 'id')),
      uses,
      run,
      condition: textIn(under(item, 'if')),
      continueOnError: textIn(under(item, 'continue-on-error')),
      inputs,
      gate: gateCallOf({ uses, run, inputs, isOwn: uses !== null && /^\.\/?$|^\.\//.test(uses) && isOwnAction(reader, uses) }),
    };
    if (uses === null || step.gate !== null || !/^\.\.?(\/|$)/.test(uses)) return [step];
    return [step, ...compositeSteps(reader, step, uses, level)];
  });
}

/** The steps of a local composite action, as if they stood in the workflow. */
function compositeSteps(reader: Reader, step: Step, uses: string, level: number): readonly Step[] {
  const action = actionOf(reader, uses);
  if (action === null || level >= LEVELS) {
    reader.unread.push({ file: step.file, line: step.line, kind: 'not-followed', why: level >= LEVELS ? 'actions call each other more than ten levels deep' : `the action "${uses}" is not in this repository` });
    return [];
  }
  const inner = stepsOf(reader, action.file, under(under(action.value, 'runs'), 'steps'), level + 1);
  // What the calling step says holds for every step within.
  return inner.map((one) => ({ ...one, condition: both(step.condition, one.condition), continueOnError: isSet(one.continueOnError) ? one.continueOnError : step.continueOnError }));
}

function both(outer: string | null, inner: string | null): string | null {
  return outer === null || inner === null ? (outer ?? inner) : `(${outer}) && (${inner})`;
}

function isSet(text: string | null): boolean {
  return text !== null && text !== '' && text !== 'false';
}

function isOwnAction(reader: Reader, uses: string): boolean {
  const action = actionOf(reader, uses);
  return action !== null && isGateAction(textIn(under(action.value, 'name')) ?? '', textIn(under(under(action.value, 'runs'), 'main')) ?? '');
}

function actionOf(reader: Reader, uses: string): { readonly file: string; readonly value: Value } | null {
  const folder = posix.normalize(uses);
  if (folder.startsWith('..')) return null;
  for (const name of ['action.yml', 'action.yaml']) {
    const file = posix.join(folder, name);
    if (typeof bytesOf(join(reader.root, file)) === 'string') continue;
    const value = valueIn(reader, file);
    return value === null ? null : { file, value };
  }
  return null;
}

function localFile(uses: string): string | null {
  const file = uses.startsWith('./') ? posix.normalize(uses) : '';
  return file === '' || file.startsWith('..') ? null : file;
}

function permissionsOf(value: Value | undefined): Permissions | null {
  if (value === undefined) return null;
  if (value.kind === 'scalar') return value.text === '' ? { kind: 'named', levels: new Map() } : { kind: 'all', level: value.text };
  return { kind: 'named', levels: textsOf(value) };
}

function textsOf(value: Value | undefined): ReadonlyMap<string, string> {
  if (value?.kind !== 'map') return new Map();
  return new Map([...value.entries].flatMap(([key, { value: entry }]): readonly (readonly [string, string])[] => (entry.kind === 'scalar' ? [[key, entry.text]] : [])));
}
