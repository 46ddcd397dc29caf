import { createHmac } from 'node:crypto';

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
  const signatures = secrets.map((secret) => hmac(secret, `${unixSeconds}.${body}`).digest('hex'));
  return [`t=${unixSeconds}`, ...signatures.map((signature) => `v1=${signature}`)].join(',');
}

/** `v1,<base64> v1,<base64>`: over the id, the time and the body, with the bytes of the secret as the key. */
export function standardSignature(secrets: readonly string[], id: string, unixSeconds: number, body: string): string {
  return secrets
    .map((secret) => Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .map((key) => `v1,${hmac(key, `${id}.${unixSeconds}.${body}`).digest('base64')}`)
    .join(' ');
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text);
