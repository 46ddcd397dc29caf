/** Something that the person at the keyboard can put right. */
export class UserMistake extends Error {}

type ErrorKind = abstract new (...given: never[]) => Error;

/** Runs a command; what it stumbles over is reported, and ends the process with 1. Mistakes of these kinds need no stack. */
export async function runScript(
  work: () => Promise<void>,
  mistakes: readonly ErrorKind[] = [UserMistake],
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isMistake = mistakes.some((kind) => error instanceof kind);
    fail(error instanceof Error ? (isMistake ? error.message : (error.stack ?? error.message)) : String(error));
  }
}

export function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
