#!/usr/bin/env node
/** The program: arguments in, one verdict out, by one of four exit codes. What a verb needs is loaded for it alone. */
import type { Outcome } from './publish/envelope.ts';
import { VERSION } from './model/version.ts';

async function main(argv: readonly string[]): Promise<number> {
  if (argv.length === 1 && ['--version', '-V', 'version'].includes(argv[0] ?? '')) {
    process.stdout.write(`${VERSION}\n`);
    return 0;
  }
  const own = beforeCommand(argv);
  const looks = { json: own.includes('--json'), quiet: own.includes('--quiet') };
  const { parseArguments } = await import('./inputs/from-argv.ts');
  try {
    const parsed = parseArguments(argv, VERSION);
    if (parsed.kind === 'text') {
      process.stdout.write(parsed.text);
      return 0;
    }
    const { perform } = await import('./perform.ts');
    return await show(await perform(parsed.call), parsed.call);
  } catch (error) {
    const { outcomeOfError } = await import('./publish/envelope.ts');
    return show(outcomeOfError(own.find((word) => !word.startsWith('-')) ?? 'help', error), looks);
  }
}

async function show(outcome: Outcome, looks: { readonly json: boolean; readonly quiet: boolean }): Promise<number> {
  const { print } = await import('./publish/print.ts');
  print(outcome, looks);
  return outcome.exit;
}

/** The program's own arguments: what follows `--` belongs to the captured command. */
function beforeCommand(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  return end < 0 ? argv : argv.slice(0, end);
}

// A reader that went away (`| head`) is no failure of the verdict: the exit code still tells it. A file that takes no more
// has no verdict in it, and whoever reads it later must not take it for one.
process.stdout.on('error', ({ code = 'no reason given' }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') return;
  process.stderr.write(`GG-OUTPUT-LOST: what the gate says could not be written to standard output (${code})\n`);
  process.exitCode = 3;
});
process.stderr.on('error', () => undefined);
const exit = await main(process.argv.slice(2));
process.exitCode ??= exit;
