/**
 * The demo: an incident that really happens in reused workspaces, re-enacted in a temporary folder with what the machine
 * has. It asks this very program as a program of its own and believes nothing it did not see.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GateError } from '../model/errors.ts';
import { envelope, type Outcome } from '../publish/envelope.ts';
import { interruptible } from '../run/interrupt.ts';
import { inACleanDirectory, inTheReusedWorkspace, mended, setTheStage, withoutTheGate, type Act, type Stage } from './acts.ts';
import { nodeShop } from './node-shop.ts';
import { demoEnvironment, runProgram, type Program, type Surroundings } from './program.ts';
import { PYTHON_SHOP } from './python-shop.ts';
import type { Shop } from './shop.ts';
import { SILENT_STORY, tell, wrap } from './story.ts';

export interface DemoOptions {
  /** Leave the folder there to look at. */
  readonly keep: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
  /** The gate to show; default is the program that is running. */
  readonly gate?: Program;
}

const ACTS = [withoutTheGate, inTheReusedWorkspace, inACleanDirectory, mended] as const;

/**
 * Plays the acts and says whether each showed what it is there for. Exit 0 only where the gate rejected and accepted,
 * each for the expected reason; else 3 with what was seen. Leaves nothing behind unless asked to.
 */
export function runDemo({ keep, json, quiet, gate = thisProgram() }: DemoOptions): Promise<Outcome> {
  if (process.platform === 'win32') throw new GateError('GG-PLATFORM', '"demo" needs Linux or macOS', 'On Windows only stored evidence can be read: inspect, explain.');
  const story = json || quiet ? SILENT_STORY : tell((text) => void process.stdout.write(text));
  const env = demoEnvironment(process.env);
  return interruptible(async (signal) => {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'generation-gate-demo-')));
    try {
      const shop = await chooseShop(home, { env, signal });
      const stage: Stage = { shop, gate, home, story, env, signal };
      opening(stage);
      await setTheStage(stage);
      const acts: Act[] = [];
      for (const play of ACTS) {
        acts.push(await play(stage));
        // What follows builds on what was shown.
        if (acts.some(({ missing }) => missing.length > 0)) break;
      }
      return outcomeOf(acts, shop, keep ? home : null, quiet || json);
    } finally {
      if (!keep) rmSync(home, { recursive: true, force: true });
    }
  });
}

function thisProgram(): Program {
  return [process.execPath, ...process.execArgv, process.argv[1] ?? ''];
}

/** CPython with its standard library alone shows stale bytecode; without it the program's own Node shows a stale build. */
async function chooseShop(home: string, around: Surroundings): Promise<Shop> {
  const question = 'import sys, unittest, xml.etree.ElementTree; sys.exit(0 if sys.implementation.name == "cpython" and sys.version_info >= (3, 8) and not sys.dont_write_bytecode else 1)';
  try {
    const { code } = await runProgram(['python3', '-c', question], home, around);
    if (code === 0) return PYTHON_SHOP;
  } catch (error) {
    if (around.signal.aborted) throw error;
  }
  return nodeShop(process.execPath);
}

function opening({ shop, story }: Stage): void {
  story.lines([wrap('A green log from a reused workspace can describe an older tree. Here is one, made on this machine in a temporary folder.', '')]);
  if (shop.language === 'node') story.lines([wrap('There is no python3 with its standard library here, so the incident is played with a build that went stale.', '')]);
}

function outcomeOf(acts: readonly Act[], shop: Shop, kept: string | null, silent: boolean): Outcome {
  const missing = acts.flatMap(({ act, missing: what }) => what.map((text) => `Act ${act}: ${text}`));
  if (acts.length < ACTS.length && missing.length === 0) throw new GateError('GG-DEFECT', 'The demo ended early without a reason');
  const shown = missing.length === 0;
  const rejections = acts.filter(({ seen }) => seen.verdict === 'rejected').length;
  const acceptances = acts.filter(({ seen }) => seen.verdict === 'accepted').length;
  const told = shown ? `demo: the gate rejected ${rejections} times and accepted once, each for the reason shown` : ['demo: not shown', ...missing.map((text) => wrap(text, '  '))].join('\n');
  if (shown && (rejections === 0 || acceptances !== 1)) throw new GateError('GG-DEFECT', 'The demo showed no rejection, or not one acceptance');
  const next = 'In your own repository: generation-gate gate --evidence REPORT -- COMMAND';
  return {
    exit: shown ? 0 : 3,
    envelope: envelope('demo', shown ? 'accepted' : 'rejected', {
      language: shop.language,
      acts,
      kept,
      findings: missing.map((what) => ({ rule: 'GG-DEMO-NOT-SHOWN', answer: 'broken', what, why: 'A demo that does not show what it says is no demo.', fix: 'Look at the folder: generation-gate demo --keep', rejects: true })),
      text: [told, ...(kept === null ? [] : [`folder: ${kept}`]), ...(silent || !shown ? [] : [next])].join('\n'),
    }),
  };
}
