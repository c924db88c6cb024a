/** A policy and a call become one set of settings (PO1): a call may tighten what the policy says, and set what it leaves open. */
import { join, resolve } from 'node:path';
import { UsageError } from '../model/errors.ts';
import { nearest } from '../model/nearest.ts';
import { cellsOf, commandFor, type Policy, type PolicyFacts, type PolicyKey } from '../model/policy.ts';
import { isAsTight, POLICY_ORDER, same, show, tighten } from '../model/policy-order.ts';
import type { Settings } from './plan.ts';

/** The setting that each key stands for. What names a command or a setup is settled apart from them. */
export const SETTING_OF = {
  workdir: 'workdir',
  python: 'python',
  evidence: 'evidence',
  log: 'logs',
  imports: 'imports',
  'require-tests': 'requireTests',
  'min-tests': 'minTests',
  timeout: 'timeoutSeconds',
  slack: 'slackSeconds',
  owned: 'owned',
  forbidden: 'forbidden',
  'require-rebased': 'requireRebased',
  survivors: 'survivors',
  repeated: 'repeated',
  'foreign-editables': 'foreignEditables',
  unloaded: 'unloaded',
  reject: 'reject',
  witness: 'witness',
  'witness-pth': 'witnessPth',
  bytecode: 'bytecode',
  'allow-ignored': 'allowIgnored',
  generated: 'generated',
  'unwitnessed-ok': 'unwitnessedOk',
  base: 'base',
  baseline: 'baseline',
  tests: 'tests',
  'base-import-errors': 'baseImportErrors',
  replay: 'replay',
  control: 'control',
  'control-budget': 'controlBudgetSeconds',
  isolation: 'isolation',
  link: 'links',
} as const satisfies Readonly<Partial<Record<PolicyKey, keyof Settings>>>;

export interface Governing {
  readonly policy: Pick<PolicyFacts, 'document' | 'binds' | 'file' | 'base'>;
  /** Top of the work tree: paths of the policy are relative to it. */
  readonly top: string;
}

/**
 * The settings of a call under a policy. `settings` are the call's own with defaults, `given` what of them it said.
 * Throws a {@link UsageError} where the call asks for less than a policy that binds, or contradicts it.
 */
export function underPolicy(settings: Settings, given: Partial<Settings>, governing: Governing): Settings {
  const { document, binds } = governing.policy;
  const merged: Record<string, unknown> = { ...settings };
  for (const [key, setting] of Object.entries(SETTING_OF) as [keyof typeof SETTING_OF, keyof Settings][]) {
    const asked = document[key];
    if (asked === undefined) continue;
    const own = said(given, setting) ? given[setting] : undefined;
    merged[setting] = own === undefined ? asked : combine(key, asked, own, governing);
  }
  if (binds) requireCell(settings.cell, document);
  return { ...(merged as Settings), ...commandSettings(settings, governing), ...setupSettings(settings, governing) };
}

/** Whether a call said something of a setting: an empty list and null are what it is without a word. */
function said(given: Partial<Settings>, setting: keyof Settings): boolean {
  const value = given[setting];
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

function combine(key: PolicyKey, asked: unknown, own: unknown, { policy }: Governing): unknown {
  const order = POLICY_ORDER[key];
  if (order.kind === 'asks') return tighten(order, asked, own);
  if (isAsTight(order, own, asked)) return own;
  // A head of which only tightening counts never takes anything from a call.
  if (!policy.binds) return order.kind === 'fixed' || order.kind === 'confines' ? own : asked;
  throw loosened(key, asked, own, policy);
}

function loosened(key: PolicyKey, asked: unknown, own: unknown, policy: Governing['policy']): UsageError {
  const { kind } = POLICY_ORDER[key];
  const how = kind === 'fixed' ? 'another one than' : kind === 'allows' || kind === 'confines' ? 'more than' : 'looser than';
  return new UsageError('GG-POLICY-LOOSENED', `"${key}" is ${show(own)} in this call, ${how} ${show(asked)} in ${placeOf(policy)}: a call may tighten what the policy says, and no more`, `Leave "${key}" out of the call, or change the policy${policy.base === null ? '' : ' on the base branch first'}.`);
}

/** The policy in words. */
export function placeOf({ file, base }: Governing['policy']): string {
  return `${file?.path ?? 'the policy'}${base === null ? '' : ` of ${base.what}`}`;
}

function requireCell(cell: string | null, document: Policy): void {
  const cells = cellsOf(document);
  if (cell === null || cells.length === 0 || cells.includes(cell)) return;
  const near = nearest(cell, cells);
  throw new UsageError('GG-POLICY-CELL', `The policy declares no cell ${JSON.stringify(cell)}`, `${near === null ? '' : `The nearest is "${near}". `}Its cells are ${cells.join(', ')}.`);
}

type CommandSettings = Pick<Settings, 'command' | 'script' | 'scriptText'>;

function commandSettings(settings: Settings, { policy, top }: Governing): CommandSettings {
  const own: CommandSettings = { command: settings.command, script: settings.script, scriptText: settings.scriptText };
  const named = commandFor(policy.document, settings.cell);
  if (named === null) return own;
  const asked: CommandSettings = { command: named.command === undefined ? null : [...named.command], script: named.script === undefined ? null : join(top, named.script), scriptText: named.run ?? null };
  if (own.command === null && own.script === null && own.scriptText === null) return asked;
  const ownPlaced = { ...own, script: own.script === null ? null : resolve(own.script) };
  // A trailing line end is what a YAML block adds or takes.
  const agrees = same({ ...ownPlaced, scriptText: own.scriptText?.trimEnd() ?? null }, { ...asked, scriptText: asked.scriptText?.trimEnd() ?? null });
  if (agrees) return asked;
  if (!policy.binds) return own;
  throw loosened('command', named.command ?? named.script ?? named.run, own.command ?? own.script ?? own.scriptText, policy);
}

function setupSettings(settings: Settings, { policy, top }: Governing): Pick<Settings, 'setup' | 'setupText'> {
  const own = { setup: settings.setup, setupText: settings.setupText };
  const { setup: text, 'setup-script': file } = policy.document;
  if (text === undefined && file === undefined) return own;
  const asked = { setup: file === undefined ? null : join(top, file), setupText: text ?? null };
  if (own.setup === null && own.setupText === null) return asked;
  if (same({ setup: own.setup === null ? null : resolve(own.setup), setupText: own.setupText?.trimEnd() ?? null }, { ...asked, setupText: asked.setupText?.trimEnd() ?? null })) return asked;
  if (!policy.binds) return own;
  throw loosened('setup', text ?? file, own.setupText ?? own.setup, policy);
}
