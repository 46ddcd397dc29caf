import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { mapInTurns } from '../../support/yielding.ts';

/**
 * Encrypts the keys of persons, so that a copy of the vault alone reveals nothing. A key management service can take the
 * place of the local one.
 */
export interface KeyWrap {
  wrap(keys: readonly PlainKey[]): Promise<readonly Buffer[]>;
  /** Null for a key that was wrapped with another key, or for another id. */
  unwrap(keys: readonly WrappedKey[]): Promise<readonly (Buffer | null)[]>;
}

export interface PlainKey {
  readonly id: string;
  readonly key: Buffer;
}

export interface WrappedKey {
  readonly id: string;
  readonly wrapped: Buffer;
}

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Wraps with a key that is derived from the key of the service. The id is authenticated: keys cannot be exchanged. */
export function createLocalKeyWrap(appKey: string): KeyWrap {
  const wrapping = Buffer.from(hkdfSync('sha256', appKey, new Uint8Array(0), 'vault', 32));
  return {
    // An import of third parties needs thousands of keys.
    wrap(keys) {
      const nonces = randomBytes(NONCE_BYTES * keys.length);
      let at = 0;
      return mapInTurns(keys, (one) => wrapKey(wrapping, one, nonces.subarray(at, (at += NONCE_BYTES))));
    },
    unwrap: (keys) => mapInTurns(keys, (one) => unwrapKey(wrapping, one)),
  };
}

function wrapKey(wrapping: Buffer, { id, key }: PlainKey, nonce: Buffer): Buffer {
  const cipher = createCipheriv(ALGORITHM, wrapping, nonce).setAAD(Buffer.from(id));
  return Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()]);
}

function unwrapKey(wrapping: Buffer, { id, wrapped }: WrappedKey): Buffer | null {
  if (wrapped.length <= NONCE_BYTES + TAG_BYTES) return null;
  const end = wrapped.length - TAG_BYTES;
  const decipher = createDecipheriv(ALGORITHM, wrapping, wrapped.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(id));
  decipher.setAuthTag(wrapped.subarray(end));
  try {
    return Buffer.concat([decipher.update(wrapped.subarray(NONCE_BYTES, end)), decipher.final()]);
  } catch {
    return null;
  }
}
