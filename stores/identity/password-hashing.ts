import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { randomText } from './secrets.ts';

/**
 * Passwords are hashed with argon2id, with the memory and time that OWASP advises (19 MiB, two passes). That is costly
 * on purpose, so only a few are worked on at once and the others wait: a flood of sign-ins takes neither the memory nor
 * the threads of everyone else, and beyond a queue that is still answered in time it is turned away.
 */
const ADVISED = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const LEAST = { memoryCost: 8, timeCost: 1, parallelism: 1 };
let cost = ADVISED;
/** The threads that do this also read files and resolve names: one of the four stays free. */
const AT_ONCE = Math.min(availableParallelism(), 3);
const MOST_WAITING = 100;

export const SHORTEST_PASSWORD = 8;
export const LONGEST_PASSWORD = 1_000;

/** More passwords wait to be hashed than can be answered in time. */
export class PasswordsOverloaded extends Error {
  constructor() {
    super('Too many passwords wait to be compared');
    this.name = 'PasswordsOverloaded';
  }
}

let working = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (working >= AT_ONCE) {
    if (waiting.length >= MOST_WAITING) throw new PasswordsOverloaded();
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else working += 1;
  try {
    return await work();
  } finally {
    // Whoever waits takes over the place, so that nobody comes between.
    const next = waiting.shift();
    if (next) next();
    else working -= 1;
  }
}

/** The same letters typed on different keyboards may come in different code points. */
const asTyped = (password: string): string => password.normalize('NFC');

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(asTyped(password), cost));

/** What is compared for someone who does not exist or has no password, so that time does not tell who has an account. */
let nobodysHash: Promise<string> | null = null;

/** For the process of the tests, which hash thousands of passwords: nothing of the service calls it. */
export function costOfPasswords(chosen: 'advised' | 'least'): void {
  cost = chosen === 'advised' ? ADVISED : LEAST;
  // Who has an account would show in the time of another one.
  nobodysHash = null;
}

export async function isPassword(password: string, passwordHash: string | null | undefined): Promise<boolean> {
  const isComparable = passwordHash?.startsWith('$argon2id$') === true;
  // Made with the first password that is compared, whoever's it is: that it takes longer tells nothing.
  const nobodys = await (nobodysHash ??= hash(randomText(20), cost));
  const compared = isComparable ? passwordHash : nobodys;
  const isRight = await inTurn(() => verify(compared, asTyped(password)));
  return isRight && isComparable;
}
