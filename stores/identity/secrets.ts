import { hash, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const TOKEN_LENGTH = 40;

export function createRandomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** 12 characters that address a firm or a company file. */
export const createPublicToken = (): string => createRandomText(12);
export const createTokenSecret = (): string => createRandomText(TOKEN_LENGTH);

/** Bytes from this value on are skipped, since they would make some characters more likely. */
const LARGEST_FAIR = 256 - (256 % ALPHABET.length);
/** Four times the need, so that enough usable bytes remain. */
const DERIVED_BYTES = 4 * TOKEN_LENGTH;

/** Derives the secret of a token from a key of the caller, so that the caller can derive it again. The key is never stored. */
export function deriveTokenSecret(key: Uint8Array): string {
  const bytes = new Uint8Array(hkdfSync('sha256', key, new Uint8Array(0), 'token secret', DERIVED_BYTES));
  return [...bytes]
    .filter((byte) => byte < LARGEST_FAIR)
    .slice(0, TOKEN_LENGTH)
    .map((byte) => ALPHABET[byte % ALPHABET.length])
    .join('');
}

export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}

export function isMatchingSecret(secret: string, secretHash: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(secretHash));
}
