import { hash, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const TOKEN_LENGTH = 40;

export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** 12 characters that address a firm or a company file. */
export const newPublicToken = (): string => randomText(12);
export const newTokenSecret = (): string => randomText(TOKEN_LENGTH);

/** Bytes above this would make some characters likelier than others. */
const LARGEST_FAIR = 256 - (256 % ALPHABET.length);
/** Four times what is needed: that too few of them are fair happens to nobody. */
const DERIVED_BYTES = 4 * TOKEN_LENGTH;

/** The secret of a token that whoever has the key can find again; a key of the caller's, which is kept nowhere. */
export function derivedTokenSecret(key: Uint8Array): string {
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

export function isSecret(secret: string, secretHash: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(secretHash));
}
