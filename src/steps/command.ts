/** The captured command that the settings name. */
import { UsageError } from '../model/errors.ts';
import type { CapturedCommand } from '../model/run-record.ts';
import type { Settings } from '../inputs/plan.ts';
import { commandFromArguments, commandFromScript, commandFromScriptFile, refuseLossyArguments } from '../run/captured-command.ts';

/** Whether the call names a command at all: a stamp alone does not. */
export function hasCommand({ command, script, scriptText }: Settings): boolean {
  return command !== null || script !== null || scriptText !== null;
}

/** Exactly one of an argument list, a script file and a script's text. Throws a {@link UsageError} otherwise. */
export function commandOf({ command, script, scriptText }: Settings): CapturedCommand {
  const given = [command, script, scriptText].filter((form) => form !== null);
  if (given.length === 0) throw new UsageError('GG-COMMAND-MISSING', 'No command was given', "Write it after --, for example: generation-gate run -- pytest -q, or name a script: --script ci/test.sh");
  if (given.length > 1) throw new UsageError('GG-COMMAND-TWICE', 'A command and a script were given', 'Give one of them: -- COMMAND, or --script FILE');
  if (command !== null) {
    refuseLossyArguments(command);
    return commandFromArguments(command);
  }
  return script === null ? commandFromScript(scriptText ?? '', 'run') : commandFromScriptFile(script);
}
