#!/usr/bin/env node
/** The program: arguments in, one verdict out, by one of four exit codes. */
import { parseArguments } from './inputs/from-argv.ts';
import { perform } from './perform.ts';
import { outcomeOfError } from './publish/envelope.ts';
import { print } from './publish/print.ts';
import { VERSION } from './version.ts';

async function main(argv: readonly string[]): Promise<number> {
  const json = beforeCommand(argv).includes('--json');
  const quiet = beforeCommand(argv).includes('--quiet');
  const verb = argv.find((word) => !word.startsWith('-')) ?? 'help';
  try {
    const parsed = parseArguments(argv, VERSION);
    if (parsed.kind === 'text') {
      process.stdout.write(parsed.text);
      return 0;
    }
    const outcome = await perform(parsed.call);
    print(outcome, { json, quiet });
    return outcome.exit;
  } catch (error) {
    const outcome = outcomeOfError(verb, error);
    print(outcome, { json, quiet });
    return outcome.exit;
  }
}

/** The program's own arguments: what follows `--` belongs to the captured command. */
function beforeCommand(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  return end < 0 ? argv : argv.slice(0, end);
}

// A reader that went away (`| head`) is no failure of the verdict: the exit code still tells it.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);
process.exitCode = await main(process.argv.slice(2));
