import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createRandomText } from './secrets.ts';

/**
 * Passwords are hashed with argon2id, with the memory and time recommended by OWASP (19 MiB, two passes). This is
 * expensive on purpose, so only a few are processed at once and the others wait. A flood of sign-ins then exhausts
 * neither memory nor threads, and attempts beyond the queue limit are rejected.
 */
const ADVISED = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const LEAST = { memoryCost: 8, timeCost: 1, parallelism: 1 };
let cost = ADVISED;
/** The same four threads also read files and resolve names, so one remains free. */
const AT_ONCE = Math.min(availableParallelism(), 3);
const MOST_WAITING = 100;

export const SHORTEST_PASSWORD = 8;
export const LONGEST_PASSWORD = 1_000;

/** More passwords are waiting to be hashed than can be processed in time. */
export class PasswordsOverloaded extends Error {
  constructor() {
    super('Too many passwords are waiting to be compared');
    this.name = 'PasswordsOverloaded';
  }
}

let working = 0;
const waiting: (() => void)[] = [];

async function runWithLimit<T>(work: () => Promise<T>): Promise<T> {
  if (working >= AT_ONCE) {
    if (waiting.length >= MOST_WAITING) throw new PasswordsOverloaded();
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else working += 1;
  try {
    return await work();
  } finally {
    // The next in the queue takes over the slot directly, so that no newcomer gets ahead.
    const next = waiting.shift();
    if (next) next();
    else working -= 1;
  }
}

/** Different keyboards may produce different code points for the same letters. */
const normalizePassword = (password: string): string => password.normalize('NFC');

export const hashPassword = (password: string): Promise<string> =>
  runWithLimit(() => hash(normalizePassword(password), cost));

/** Compared if the user does not exist or has no password, so that the timing does not reveal accounts. */
let nobodysHash: Promise<string> | null = null;

/** For tests only, which hash thousands of passwords. The service never calls it. */
export function setPasswordCost(chosen: 'advised' | 'least'): void {
  cost = chosen === 'advised' ? ADVISED : LEAST;
  // A hash of another cost would reveal by its timing who has an account.
  nobodysHash = null;
}

export async function isCorrectPassword(password: string, passwordHash: string | null | undefined): Promise<boolean> {
  const isComparable = passwordHash?.startsWith('$argon2id$') === true;
  // Created with the first comparison, for any user, so the extra time reveals nothing.
  const nobodys = await (nobodysHash ??= hash(createRandomText(20), cost));
  const compared = isComparable ? passwordHash : nobodys;
  const isRight = await runWithLimit(() => verify(compared, normalizePassword(password)));
  return isRight && isComparable;
}
