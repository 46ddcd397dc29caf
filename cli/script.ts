/** An error that the user of the command can correct. */
export class UserMistake extends Error {}

type ErrorKind = abstract new (...given: never[]) => Error;

/** Runs a command; an error is reported and makes the process exit with 1. The given kinds are reported without a stack. */
export async function runScript(
  work: () => Promise<void>,
  mistakes: readonly ErrorKind[] = [UserMistake],
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isMistake = mistakes.some((kind) => error instanceof kind);
    reportFailure(
      error instanceof Error ? (isMistake ? error.message : (error.stack ?? error.message)) : String(error),
    );
  }
}

export function reportFailure(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
