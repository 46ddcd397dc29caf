import { COMMANDS } from './commands/index.ts';
import type { Command } from './program/declaration.ts';
import { FAILED, WRONG_USAGE } from './program/exit-codes.ts';
import { findCommand, parseCall } from './program/parser.ts';
import { formatUsage } from './program/usage.ts';
import { VERSION } from '../support/version.ts';
import { UserMistake, WrongUsage, WrongValue } from './script.ts';

/** `grandlivre <command>`: the service and its tools as one program. */

const args = process.argv.slice(2);
try {
  const call = parseCall(COMMANDS, args, VERSION);
  await call?.command.run(call.values, COMMANDS);
} catch (error) {
  reportError(error, findCommand(COMMANDS, args));
}

function reportError(error: unknown, command: Command | undefined): void {
  const isScript = command !== undefined && process.env['npm_lifecycle_event'] === command.script;
  process.stderr.write(`${describeError(error)}\n`);
  if (error instanceof WrongUsage) process.stderr.write(formatHint(command, isScript));
  // The npm scripts have always exited with 1.
  process.exitCode = error instanceof WrongValue && !isScript ? WRONG_USAGE : FAILED;
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error instanceof UserMistake ? error.message : (error.stack ?? error.message);
}

function formatHint(command: Command | undefined, isScript: boolean): string {
  if (command === undefined) return '  grandlivre --help lists the commands\n';
  return formatUsage(command, isScript ? 'script' : 'program')
    .map((usage) => `  ${usage}\n`)
    .join('');
}
