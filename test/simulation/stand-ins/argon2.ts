import { createHash } from 'node:crypto';

/** Stands in for the password hashing of the service, which takes threads and time: the same result at once. */
const digest = (password: string): string => createHash('sha256').update(password).digest('hex');

export const hash = (password: string): Promise<string> => Promise.resolve(`$argon2id$${digest(password)}`);
export const verify = (hashed: string, password: string): Promise<boolean> =>
  Promise.resolve(hashed === `$argon2id$${digest(password)}`);
