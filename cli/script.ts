import { FAILED } from './program/exit-codes.ts';

/** An error that the user of the command can correct; reported without a stack trace. */
export class UserMistake extends Error {}

/** An option has an invalid value. */
export class WrongValue extends UserMistake {}

/** The options do not fit together; the usage is printed below the message. */
export class WrongUsage extends WrongValue {}

/** Reports a problem and continues; the process will exit with 1. */
export function reportFailure(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = FAILED;
}

/** Prints the result as one JSON document or as text for a reader. */
export function printResult(isJson: boolean, result: object, text: string): void {
  process.stdout.write(`${isJson ? JSON.stringify(result) : text}\n`);
}
