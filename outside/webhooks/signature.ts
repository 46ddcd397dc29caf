import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/**
 * How a call proves that it comes from here: a header of our own in the form that verifiers of Stripe accept, and the headers of
 * Standard Webhooks. Both are made from the same secret, and hold one signature for each secret while one replaces another.
 */

const PREFIX = 'whsec_';

/** Of the bytes, as a receiver copies it. */
export const secretFrom = (bytes: Uint8Array): string => `${PREFIX}${Buffer.from(bytes).toString('base64')}`;
export const SECRET_BYTES = 32;

/** By which people recognise a secret that is not shown again. */
export const hintOf = (secret: string): string => `${PREFIX}…${secret.slice(-4)}`;

/** `t=<unix>,v1=<hex>`: over the time, a dot and the body, with the whole secret as the key. */
export function signatureHeader(secrets: readonly string[], unixSeconds: number, body: string): string {
  const text = `${unixSeconds}.${body}`;
  let header = `t=${unixSeconds}`;
  for (const secret of secrets) header += `,v1=${hmac(keysOf(secret).whole, text).digest('hex')}`;
  return header;
}

/** `v1,<base64> v1,<base64>`: over the id, the time and the body, with the bytes of the secret as the key. */
export function standardSignature(secrets: readonly string[], id: string, unixSeconds: number, body: string): string {
  const text = `${id}.${unixSeconds}.${body}`;
  return secrets.map((secret) => `v1,${hmac(keysOf(secret).bytes, text).digest('base64')}`).join(' ');
}

interface Keys {
  readonly whole: KeyObject;
  readonly bytes: KeyObject;
}

/** Those that sign thousands of calls are made ready once. */
const ready = new LRUCache<string, Keys>({ max: 500 });

function keysOf(secret: string): Keys {
  let found = ready.get(secret);
  if (!found) {
    const bytes = Buffer.from(secret.slice(PREFIX.length), 'base64');
    found = { whole: createSecretKey(secret, 'utf8'), bytes: createSecretKey(bytes) };
    ready.set(secret, found);
  }
  return found;
}

const hmac = (key: KeyObject, text: string) => createHmac('sha256', key).update(text);
