import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Guard } from './guard.ts';

/**
 * Links that open something without a token: whoever has one may use it until it expires, and nobody can make another
 * out of it. The signature covers scheme, host, path and every parameter.
 */
export interface SignedUrls {
  /** An absolute link to the path. `expiresAt` is in Unix seconds and counts as well; absent: ten minutes from now. */
  sign(path: string, parameters?: Readonly<Record<string, string | number>>, expiresAt?: number): string;
  readonly guard: Guard;
}

export interface SignedUrlOptions {
  readonly key: string;
  /** Scheme and host as clients see them. */
  readonly baseUrl: string;
  /** How many proxies in front of the service are believed about the host that was requested. */
  readonly trustProxy: number;
  readonly now?: () => number;
}

const LIFETIME_SECONDS = 10 * 60;
const SIGNATURE = /^[0-9a-f]{64}$/;
const EXPIRES = /^\d{1,12}$/;
const MAX_PARAMETERS = 50;

/** How files and pages behind signed links are served: not kept by anyone in between, and never run as a page of ours. */
export const SIGNED_HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'private, no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'",
};

type Parameter = readonly [name: string, value: string];

export function createSignedUrls({ key, baseUrl, trustProxy, now = Date.now }: SignedUrlOptions): SignedUrls {
  const base = new URL(baseUrl).origin;
  const { host } = new URL(base);

  const signatureOf = (path: string, parameters: readonly Parameter[]): Buffer =>
    createHmac('sha256', key)
      .update(`${base}${path}?${inOrder(parameters)}`)
      .digest();

  return {
    sign(path, given = {}, expiresAt = Math.floor(now() / 1000) + LIFETIME_SECONDS) {
      const parameters = [
        ...Object.entries(given).map(([name, value]): Parameter => [name, String(value)]),
        ['expires', String(expiresAt)] as const,
      ];
      const signature = signatureOf(path, parameters).toString('hex');
      return `${base}${path}?${inOrder(parameters)}&signature=${signature}`;
    },
    guard(request) {
      const [path = '', search = ''] = (request.url ?? '').replace(/^https?:\/\/[^/?#]*/i, '').split(/\?(.*)/s);
      // A second question mark would be left out here, and taken for part of a name by whoever reads the query next.
      if (search.startsWith('?')) return false;
      const parameters = [...new URLSearchParams(search)];
      if (parameters.length > MAX_PARAMETERS) return false;
      const [signature, ...otherSignatures] = valuesOf(parameters, 'signature');
      const [expires, ...otherExpires] = valuesOf(parameters, 'expires');
      if (signature === undefined || otherSignatures.length > 0 || !SIGNATURE.test(signature)) return false;
      if (expires === undefined || otherExpires.length > 0 || !EXPIRES.test(expires)) return false;
      const signed = parameters.filter(([name]) => name !== 'signature');
      const isRight = timingSafeEqual(Buffer.from(signature, 'hex'), signatureOf(path, signed));
      return isRight && hostAsked(request, trustProxy, host) === host && Math.floor(now() / 1000) <= Number(expires);
    },
  };
}

/** By name, then by value: the order in which they are sent says nothing. */
function inOrder(parameters: readonly Parameter[]): string {
  const encoded = parameters.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return encoded.sort().join('&');
}

const valuesOf = (parameters: readonly Parameter[], requested: string): string[] =>
  parameters.filter(([name]) => name === requested).map(([, value]) => value);

/** A proxy that does not say which host was requested is taken to mean ours. */
function hostAsked({ headers }: IncomingMessage, trustProxy: number, ours: string): string {
  if (trustProxy === 0) return withoutDefaultPort(headers.host ?? '', ours);
  const forwarded = headers['x-forwarded-host'];
  const last = (Array.isArray(forwarded) ? forwarded.join(',') : forwarded)?.split(',').at(-1)?.trim();
  return withoutDefaultPort(last ?? ours, ours);
}

function withoutDefaultPort(given: string, ours: string): string {
  const host = given.toLowerCase();
  return ours.includes(':') ? host : host.replace(/:(80|443)$/, '');
}
