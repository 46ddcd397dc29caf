import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';

/**
 * The key of a person. A repeated append must have the same bytes, so the nonce is not random: it is derived from the
 * place of the value (event id and field) and from the value itself, under a key of its own.
 */
export interface PersonalKey {
  readonly id: string;
  /** Stands for a text that must not be readable in the id of another key. */
  digest(text: string): string;
  /** `place` is authenticated: a sealed value cannot be moved to another event or field. */
  seal(text: string, place: string): string;
  /** Null if it was not sealed with this key at this place. */
  open(sealed: string, place: string): string | null;
}

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
export const KEY_BYTES = 32;

export function createPersonalKey(id: string, key: Buffer): PersonalKey {
  // Derived when they are needed: an import creates thousands of keys.
  let encryption: Buffer | null = null;
  let nonces: Buffer | null = null;
  return {
    id,
    digest: (text) => createHmac('sha256', deriveKey(key, 'digests')).update(text).digest('hex').slice(0, 32),
    seal(text, place) {
      nonces ??= deriveKey(key, 'nonces');
      encryption ??= deriveKey(key, 'encryption');
      const nonce = createHmac('sha256', nonces).update(`${place}\n${text}`).digest().subarray(0, NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, encryption, nonce).setAAD(Buffer.from(place));
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
        'base64',
      );
    },
    open: (sealed, place) =>
      openSealed((encryption ??= deriveKey(key, 'encryption')), Buffer.from(sealed, 'base64'), place),
  };
}

const deriveKey = (key: Buffer, purpose: string): Buffer => createHmac('sha256', key).update(purpose).digest();

function openSealed(encryption: Buffer, bytes: Buffer, place: string): string | null {
  const end = bytes.length - TAG_BYTES;
  if (end < NONCE_BYTES) return null;
  const decipher = createDecipheriv(ALGORITHM, encryption, bytes.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(place));
  decipher.setAuthTag(bytes.subarray(end));
  try {
    return decipher.update(bytes.subarray(NONCE_BYTES, end), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}
