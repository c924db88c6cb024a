/**
 * Which of two policies asks for more, key by key (PO3). Pure, and the one table that says what "tighter" means.
 * A key that a policy leaves out stands for what a call gets that says nothing.
 */
import type { Policy, PolicyKey } from './policy.ts';

export type Order =
  /** Words from the loosest to the tightest. */
  | { readonly kind: 'scale'; readonly from: readonly unknown[]; readonly unset: unknown }
  /** Numbers, of which more, or less, is tighter. Null is no limit at all: the loosest. */
  | { readonly kind: 'number'; readonly tighter: 'more' | 'less'; readonly unset: number | null }
  /** Lists that ask: each further entry is tighter. */
  | { readonly kind: 'asks' }
  /** Lists that allow: each further entry is looser. */
  | { readonly kind: 'allows' }
  /** Lists that confine: none at all confines nothing, and each further entry is looser. */
  | { readonly kind: 'confines' }
  /** Nothing is tighter or looser: what is set stays, and what is not set may be set. */
  | { readonly kind: 'fixed' };

const REPORT_REJECT: Order = { kind: 'scale', from: ['report', 'reject'], unset: 'report' };
const NO_YES: Order = { kind: 'scale', from: [false, true], unset: false };

export const POLICY_ORDER: Readonly<Record<PolicyKey, Order>> = {
  command: { kind: 'fixed' },
  run: { kind: 'fixed' },
  script: { kind: 'fixed' },
  setup: { kind: 'fixed' },
  'setup-script': { kind: 'fixed' },
  workdir: { kind: 'fixed' },
  python: { kind: 'fixed' },
  evidence: { kind: 'asks' },
  log: { kind: 'asks' },
  imports: { kind: 'asks' },
  cells: { kind: 'fixed' },
  'require-tests': { kind: 'asks' },
  'min-tests': { kind: 'number', tighter: 'more', unset: 0 },
  timeout: { kind: 'number', tighter: 'less', unset: null },
  slack: { kind: 'number', tighter: 'less', unset: 1 },
  owned: { kind: 'confines' },
  forbidden: { kind: 'asks' },
  'require-rebased': NO_YES,
  survivors: REPORT_REJECT,
  repeated: REPORT_REJECT,
  'foreign-editables': REPORT_REJECT,
  unloaded: REPORT_REJECT,
  reject: { kind: 'asks' },
  witness: { kind: 'scale', from: ['off', 'observe', 'required'], unset: 'observe' },
  'witness-pth': { kind: 'scale', from: ['never', 'own', 'any'], unset: 'never' },
  bytecode: { kind: 'scale', from: ['purge', 'isolate'], unset: 'purge' },
  'allow-ignored': { kind: 'allows' },
  generated: { kind: 'allows' },
  'unwitnessed-ok': { kind: 'allows' },
  base: { kind: 'fixed' },
  baseline: { kind: 'scale', from: ['observe', 'require'], unset: 'require' },
  tests: { kind: 'fixed' },
  'base-import-errors': { kind: 'scale', from: ['accept', 'reject'], unset: 'reject' },
  replay: NO_YES,
  control: NO_YES,
  'control-budget': { kind: 'number', tighter: 'more', unset: 600 },
  isolation: { kind: 'scale', from: ['none', 'worktree'], unset: 'none' },
  link: { kind: 'fixed' },
  accept: { kind: 'allows' },
};

/** Keys that say one thing together: whoever sets one of them has set them all. */
const GROUPS: readonly (readonly PolicyKey[])[] = [
  ['command', 'run', 'script', 'cells'],
  ['setup', 'setup-script'],
];

/** Whether `value` asks for at least as much as `than`. */
export function isAsTight(order: Order, value: unknown, than: unknown): boolean {
  switch (order.kind) {
    case 'scale':
      return order.from.indexOf(value ?? order.unset) >= order.from.indexOf(than ?? order.unset);
    case 'number': {
      const [left, right] = [amount(order, value), amount(order, than)];
      return order.tighter === 'more' ? left >= right : left <= right;
    }
    case 'asks':
      return holdsAll(value, than);
    case 'allows':
      return holdsAll(than, value);
    case 'confines':
      return entries(than).length === 0 || (entries(value).length > 0 && holdsAll(than, value));
    case 'fixed':
      return than === undefined || same(value, than);
  }
}

/** The tightest of two values that is at least as tight as `first`, whatever `second` is. */
export function tighten(order: Order, first: unknown, second: unknown): unknown {
  if (second === undefined) return first;
  if (order.kind === 'asks') return distinct([...entries(first), ...entries(second)]);
  if (order.kind === 'allows') return entries(first).filter((entry) => entries(second).some((other) => same(entry, other)));
  if (order.kind === 'confines' && entries(first).length > 0) {
    const both = entries(first).filter((entry) => entries(second).some((other) => same(entry, other)));
    return both.length > 0 ? both : first;
  }
  return isAsTight(order, second, first) ? second : first;
}

/** What of a head's policy did not count, and why. */
export interface NotCounted {
  readonly key: PolicyKey;
  readonly why: string;
}

/** A policy that is never looser than `base`, with all of `head` that only tightens. */
export function mergePolicies(base: Policy, head: Policy): { readonly policy: Policy; readonly notCounted: readonly NotCounted[] } {
  const merged: Record<string, unknown> = {};
  const notCounted: NotCounted[] = [];
  for (const key of policyKeys(base, head)) {
    const group = GROUPS.find((keys) => keys.includes(key));
    const isTaken = group !== undefined && group.some((other) => base[other] !== undefined);
    const value = isTaken ? base[key] : tighten(POLICY_ORDER[key], base[key], head[key]);
    if (value !== undefined && !(base[key] === undefined && Array.isArray(value) && value.length === 0)) merged[key] = value;
    const inForce = value ?? defaultOf(key);
    if (head[key] !== undefined && POLICY_ORDER[key].kind !== 'asks' && !same(inForce, head[key])) notCounted.push({ key, why: `it asks for ${show(head[key])}, and ${show(inForce)} is in force` });
  }
  return { policy: merged, notCounted };
}

/** Keys in the order of the table that one of the policies sets. */
export function policyKeys(...policies: readonly Policy[]): readonly PolicyKey[] {
  return (Object.keys(POLICY_ORDER) as PolicyKey[]).filter((key) => policies.some((policy) => policy[key] !== undefined));
}

function defaultOf(key: PolicyKey): unknown {
  const order = POLICY_ORDER[key];
  return order.kind === 'scale' || order.kind === 'number' ? order.unset : order.kind === 'fixed' ? undefined : [];
}

/** A value in words, cut. */
export function show(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

function amount({ tighter, unset }: { readonly tighter: 'more' | 'less'; readonly unset: number | null }, value: unknown): number {
  const given = (value ?? unset) as number | null;
  return given ?? (tighter === 'more' ? -Infinity : Infinity);
}

function entries(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

function holdsAll(whole: unknown, part: unknown): boolean {
  return entries(part).every((entry) => entries(whole).some((other) => same(entry, other)));
}

function distinct(values: readonly unknown[]): readonly unknown[] {
  return values.filter((value, at) => values.findIndex((other) => same(other, value)) === at);
}

/** Equal as data, whatever the order of keys. */
export function same(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null || Array.isArray(left) !== Array.isArray(right)) return false;
  const keys = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  return keys.every((key) => same((left as Record<string, unknown>)[key], (right as Record<string, unknown>)[key]));
}
