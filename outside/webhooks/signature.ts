import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/**
 * Signatures of webhook calls: our own header in the format that Stripe verifiers accept, and the Standard Webhooks
 * headers. Both use the same secret, and contain one signature per secret during a rotation.
 */

const PREFIX = 'whsec_';

/** Formats the bytes as the secret given to the receiver. */
export const formatSecret = (bytes: Uint8Array): string => `${PREFIX}${Buffer.from(bytes).toString('base64')}`;
export const SECRET_BYTES = 32;

/** Lets users recognise a secret that is not shown again. */
export const formatSecretHint = (secret: string): string => `${PREFIX}…${secret.slice(-4)}`;

/** `t=<unix>,v1=<hex>`: signs the time, a dot and the body, with the whole secret as key. */
export function buildSignatureHeader(secrets: readonly string[], unixSeconds: number, body: string): string {
  const text = `${unixSeconds}.${body}`;
  let header = `t=${unixSeconds}`;
  for (const secret of secrets) header += `,v1=${createTextHmac(getKeys(secret).whole, text).digest('hex')}`;
  return header;
}

/** `v1,<base64> v1,<base64>`: signs the id, the time and the body, with the bytes of the secret as key. */
export function buildStandardSignature(
  secrets: readonly string[],
  id: string,
  unixSeconds: number,
  body: string,
): string {
  const text = `${id}.${unixSeconds}.${body}`;
  return secrets.map((secret) => `v1,${createTextHmac(getKeys(secret).bytes, text).digest('base64')}`).join(' ');
}

interface Keys {
  readonly whole: KeyObject;
  readonly bytes: KeyObject;
}

/** Cache of prepared keys, because a secret signs thousands of calls. */
const ready = new LRUCache<string, Keys>({ max: 500 });

function getKeys(secret: string): Keys {
  let found = ready.get(secret);
  if (!found) {
    const bytes = Buffer.from(secret.slice(PREFIX.length), 'base64');
    found = { whole: createSecretKey(secret, 'utf8'), bytes: createSecretKey(bytes) };
    ready.set(secret, found);
  }
  return found;
}

const createTextHmac = (key: KeyObject, text: string) => createHmac('sha256', key).update(text);
