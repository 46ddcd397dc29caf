import type { webhooks } from './schema.d.ts';

/** The body of any webhook call. `event` tells which. */
export type WebhookEvent = {
  [Name in keyof webhooks]: webhooks[Name] extends {
    post: { requestBody: { content: { 'application/json': infer Body } } };
  }
    ? Body
    : never;
}[keyof webhooks];

export type WebhookFailure = 'malformed' | 'expired' | 'mismatch';

export class WebhookSignatureError extends Error {
  override readonly name = 'WebhookSignatureError';
  readonly reason: WebhookFailure;

  constructor(reason: WebhookFailure) {
    super(`The webhook signature is not valid: ${reason}`);
    this.reason = reason;
  }
}

export interface VerifyOptions {
  /** The body as received: not parsed and written again. */
  readonly body: string | Uint8Array;
  /** The header `X-Service-Signature`. */
  readonly signature: string | null | undefined;
  /** As shown when the endpoint was created, `whsec_` included. Several while a secret is replaced. */
  readonly secret: string | readonly string[];
  /** Default: 300. */
  readonly toleranceSeconds?: number;
  /** Milliseconds since 1970; for tests. */
  readonly now?: number;
}

const TOLERANCE_SECONDS = 300;
const SIGNATURE = /^[0-9a-f]{64}$/;

/** Checks that the service sent this body, shortly ago, and returns it. Throws a `WebhookSignatureError` otherwise. */
export async function verifyWebhook(options: VerifyOptions): Promise<WebhookEvent> {
  const { body, signature, secret, toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() } = options;
  const parts = (signature ?? '').split(',').map((part) => part.trim().split('=', 2) as [string, string?]);
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  const given = parts.flatMap(([name, value = '']) => (name === 'v1' && SIGNATURE.test(value) ? [value] : []));
  if (!/^\d{1,12}$/.test(time) || given.length === 0) throw new WebhookSignatureError('malformed');
  if (Math.abs(now / 1000 - Number(time)) > toleranceSeconds) throw new WebhookSignatureError('expired');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = concatenate(new TextEncoder().encode(`${time}.`), bytes);
  for (const one of typeof secret === 'string' ? [secret] : secret)
    if (await isSignedWith(one, signed, given)) return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
  throw new WebhookSignatureError('mismatch');
}

/** `verify` of Web Crypto compares in constant time. */
async function isSignedWith(
  secret: string,
  signed: Uint8Array<ArrayBuffer>,
  given: readonly string[],
): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['verify']);
  const results = await Promise.all(given.map((one) => crypto.subtle.verify('HMAC', key, fromHex(one), signed)));
  return results.includes(true);
}

const fromHex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

function concatenate(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
