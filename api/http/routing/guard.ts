import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { extractBearerToken } from './bearer-token.ts';

/** Checks of routes that do not use a user token: true means access is granted. */
export type Guard = (request: IncomingMessage) => Promise<boolean> | boolean;
export type Guards = Partial<Record<'signed' | 'bridge' | 'operator', Guard>> & { readonly provider?: ProviderGuard };

/** Whether the provider named in the path has signed the body. */
export type ProviderGuard = (provider: string, headers: IncomingMessage['headers'], body: Buffer) => boolean;

/** Grants access to requests with the key as bearer token; to none if there is no key. */
export function createKeyGuard(key: string | null): Guard {
  if (key === null) return () => false;
  const computeDigest = (text: string): Buffer => hash('sha256', text, 'buffer');
  const expected = computeDigest(key);
  return ({ headers }) => {
    const given = extractBearerToken(headers.authorization ?? '');
    return given !== null && timingSafeEqual(computeDigest(given), expected);
  };
}
