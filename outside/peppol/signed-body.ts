import { createHmac, timingSafeEqual } from 'node:crypto';

const PREFIX = 'sha256=';

/** `sha256=` and the HMAC-SHA256 of the body in hexadecimal. Always computed and compared in full, in constant time. */
export function isSignedBody(
  signature: string | readonly string[] | undefined,
  body: Uint8Array,
  secret: string | null,
): boolean {
  const expected = createHmac('sha256', secret ?? '')
    .update(body)
    .digest();
  const given = typeof signature === 'string' && signature.startsWith(PREFIX) ? signature.slice(PREFIX.length) : '';
  const bytes = Buffer.from(/^[0-9a-f]{64}$/i.test(given) ? given : '00'.repeat(expected.length), 'hex');
  const isSame = timingSafeEqual(bytes, expected);
  return isSame && secret !== null;
}

export const signBody = (body: string | Uint8Array, secret: string): string =>
  `${PREFIX}${createHmac('sha256', secret).update(body).digest('hex')}`;
