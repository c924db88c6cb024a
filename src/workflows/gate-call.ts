/** Which steps of a workflow call the gate, by the action or by the program, and what they ask of it. */
import type { GateCall } from './model.ts';

/** Whether an action in this repository is the gate itself: its own workflows call it so. */
export function isGateAction(name: string, main: string): boolean {
  return name === 'Generation gate' && main === 'dist/index.js';
}

/** The gate's call in a step; null where it makes none. A fork of the action keeps the repository's name. */
export function gateCallOf({ uses, run, inputs, isOwn }: { readonly uses: string | null; readonly run: string | null; readonly inputs: ReadonlyMap<string, string>; readonly isOwn: boolean }): GateCall | null {
  if (uses !== null) {
    if (!isOwn && !/^[^/@]+\/generation-gate(?:\/[^@]*)?@/.test(uses)) return null;
    const phase = inputs.get('phase') ?? '';
    return { phase: phase === '' ? 'gate' : phase, inputs };
  }
  const line = run === null ? undefined : run.replaceAll('\\\n', ' ').split('\n').find((one) => PROGRAM.test(one));
  const verb = line === undefined ? undefined : PROGRAM.exec(line)?.[1];
  return line === undefined || verb === undefined ? null : { phase: verb, inputs: optionsOf(line) };
}

const PROGRAM = /(?:^|[\s;&|/])(?:generation-gate|(?:dist\/)?cli\.js)\s+(?:--\S+\s+)*(gate|stamp|run|check|fan-in)\b/;

/** Options of a command line by the names of the action's inputs; those of the captured command are not the gate's. */
function optionsOf(line: string): ReadonlyMap<string, string> {
  const own = line.split(/\s--(?:\s|$)/)[0] ?? '';
  return new Map([...own.matchAll(/\s--([a-z-]+)(?:[= ]("[^"]*"|'[^']*'|\$\{\{.*?\}\}|[^\s-]\S*))?/g)].map(([, name = '', value = 'true']): readonly [string, string] => [NAMES[name] ?? name, value.replace(/^(["'])(.*)\1$/, '$2')]));
}

const NAMES: Readonly<Record<string, string>> = { expect: 'expect-cells', import: 'imports' };
