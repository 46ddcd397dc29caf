import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** 12 characters that address a firm or a company file. */
export const newPublicToken = (): string => randomText(12);
export const newTokenSecret = (): string => randomText(40);

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

export function isSecret(secret: string, secretHash: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(secretHash));
}

/** argon2id with the memory and time that OWASP advises (19 MiB, two passes). */
export const hashPassword = (password: string): Promise<string> =>
  hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });

let nobodysHash: Promise<string> | null = null;

/** Takes as long for someone who does not exist, so that time does not tell who has an account. */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const compared = passwordHash ?? (await (nobodysHash ??= hashPassword(randomText(20))));
  const isRight = await verify(compared, password);
  return isRight && passwordHash !== undefined;
}
