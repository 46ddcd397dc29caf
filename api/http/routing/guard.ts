import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { bearerToken } from './bearer-token.ts';

/** Checks of routes that are opened by something else than a token: true = may pass. */
export type Guard = (request: IncomingMessage) => Promise<boolean> | boolean;
export type Guards = Partial<Record<'signed' | 'bridge' | 'operator', Guard>> & { readonly provider?: ProviderGuard };

/** Whether whoever the path names has signed the body. */
export type ProviderGuard = (provider: string, headers: IncomingMessage['headers'], body: Buffer) => boolean;

/** Lets pass who sends the key as a bearer token; nobody where there is none. */
export function keyGuard(key: string | null): Guard {
  if (key === null) return () => false;
  const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
  const expected = digest(key);
  return ({ headers }) => {
    const given = bearerToken(headers.authorization ?? '');
    return given !== null && timingSafeEqual(digest(given), expected);
  };
}
