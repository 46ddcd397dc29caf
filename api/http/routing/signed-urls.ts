import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Guard } from './guard.ts';

/**
 * Links that give access without a token: anyone who has one can use it until it expires, but cannot derive another from
 * it. The signature covers scheme, host, path and every parameter.
 */
export interface SignedUrls {
  /** An absolute link to the path. `expiresAt` is in Unix seconds, inclusive; ten minutes from now by default. */
  sign(path: string, parameters?: Readonly<Record<string, string | number>>, expiresAt?: number): string;
  readonly guard: Guard;
}

export interface SignedUrlOptions {
  readonly key: string;
  /** Public scheme and host. */
  readonly baseUrl: string;
  /** Number of proxies trusted to report the requested host. */
  readonly trustProxy: number;
  readonly now?: () => number;
}

const LIFETIME_SECONDS = 10 * 60;
const SIGNATURE = /^[0-9a-f]{64}$/;
const EXPIRES = /^\d{1,12}$/;
const MAX_PARAMETERS = 50;

/** Headers of files and pages behind signed links: never cached in between and never run as one of our pages. */
export const SIGNED_HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'private, no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'",
};

type Parameter = readonly [name: string, value: string];

export function createSignedUrls({ key, baseUrl, trustProxy, now = Date.now }: SignedUrlOptions): SignedUrls {
  const base = new URL(baseUrl).origin;
  const { host } = new URL(base);

  const computeSignature = (path: string, parameters: readonly Parameter[]): Buffer =>
    createHmac('sha256', key)
      .update(`${base}${path}?${serializeSorted(parameters)}`)
      .digest();

  return {
    sign(path, given = {}, expiresAt = Math.floor(now() / 1000) + LIFETIME_SECONDS) {
      const parameters = [
        ...Object.entries(given).map(([name, value]): Parameter => [name, String(value)]),
        ['expires', String(expiresAt)] as const,
      ];
      const signature = computeSignature(path, parameters).toString('hex');
      return `${base}${path}?${serializeSorted(parameters)}&signature=${signature}`;
    },
    guard(request) {
      const [path = '', search = ''] = (request.url ?? '').replace(/^https?:\/\/[^/?#]*/i, '').split(/\?(.*)/s);
      // A second question mark would be ignored here but treated as part of a name by other query parsers.
      if (search.startsWith('?')) return false;
      const parameters = [...new URLSearchParams(search)];
      if (parameters.length > MAX_PARAMETERS) return false;
      const [signature, ...otherSignatures] = listValues(parameters, 'signature');
      const [expires, ...otherExpires] = listValues(parameters, 'expires');
      if (signature === undefined || otherSignatures.length > 0 || !SIGNATURE.test(signature)) return false;
      if (expires === undefined || otherExpires.length > 0 || !EXPIRES.test(expires)) return false;
      const signed = parameters.filter(([name]) => name !== 'signature');
      const isRight = timingSafeEqual(Buffer.from(signature, 'hex'), computeSignature(path, signed));
      return (
        isRight && getRequestedHost(request, trustProxy, host) === host && Math.floor(now() / 1000) <= Number(expires)
      );
    },
  };
}

/** Sorted by name, then by value: the order of parameters does not matter. */
function serializeSorted(parameters: readonly Parameter[]): string {
  const encoded = parameters.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return encoded.sort().join('&');
}

const listValues = (parameters: readonly Parameter[], requested: string): string[] =>
  parameters.filter(([name]) => name === requested).map(([, value]) => value);

/** If the proxy does not report the requested host, ours is assumed. */
function getRequestedHost({ headers }: IncomingMessage, trustProxy: number, ours: string): string {
  if (trustProxy === 0) return withoutDefaultPort(headers.host ?? '', ours);
  const forwarded = headers['x-forwarded-host'];
  const last = (Array.isArray(forwarded) ? forwarded.join(',') : forwarded)?.split(',').at(-1)?.trim();
  return withoutDefaultPort(last ?? ours, ours);
}

function withoutDefaultPort(given: string, ours: string): string {
  const host = given.toLowerCase();
  return ours.includes(':') ? host : host.replace(/:(80|443)$/, '');
}
