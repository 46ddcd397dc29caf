/** What `npm run simulate` is asked for. */
export interface Arguments {
  readonly seed: number;
  readonly commands: number;
  readonly isVerbose: boolean;
  /** Runs each episode twice at a time: both must be the same. */
  readonly isTwice: boolean;
}

const LARGEST_SEED = 2 ** 53 - 1;
const MOST_COMMANDS = 100_000_000;

/** The arguments, or one line that says what is wrong with them. */
export function parseArguments(given: readonly string[]): Arguments | string {
  let [seed, commands]: [number | null, number] = [null, 1_000];
  let [isVerbose, isTwice] = [false, false];
  for (let index = 0; index < given.length; index += 1) {
    const [name, joined] = given[index]!.split('=', 2) as [string, string?];
    if (name === '--verbose') isVerbose = true;
    else if (name === '--twice') isTwice = true;
    else if (name === '--seed' || name === '--commands') {
      const text = joined ?? given[(index += 1)];
      const most = name === '--seed' ? LARGEST_SEED : MOST_COMMANDS;
      const value = /^\d{1,16}$/.test(text ?? '') ? Number(text) : Number.NaN;
      if (!(value >= (name === '--seed' ? 0 : 1) && value <= most))
        return `${name} must be a whole number from ${name === '--seed' ? 0 : 1} to ${most}`;
      if (name === '--seed') seed = value;
      else commands = value;
    } else return `Unknown argument ${name}. Usage: npm run simulate -- --seed <number> --commands <number>`;
  }
  if (seed === null) return 'Usage: npm run simulate -- --seed <number> --commands <number>';
  return { seed, commands, isVerbose, isTwice };
}
