import createOpenApiClient, { type Client } from 'openapi-fetch';
import { pause, sendWithRetries, type RetryOptions } from './retries.ts';
import type { paths } from './schema.d.ts';

export interface GrandlivreOptions {
  /** Scheme and host of the service, such as `https://books.example.com`. */
  readonly url: string;
  /** A session token or an integration token; a function is called for each request. */
  readonly token?: string | (() => string | Promise<string>);
  /** Language of messages and labels. */
  readonly language?: 'fr' | 'nl' | 'en' | 'de';
  /** Generated once at installation and stored; the history shows it. */
  readonly deviceId?: string;
  readonly deviceName?: string;
  readonly retries?: RetryOptions;
  /** How long an attempt may take until its response begins. Default: 180 000. */
  readonly timeoutMs?: number;
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** How the functions of this package send requests that openapi-fetch has no form for. */
export interface Connection {
  readonly url: string;
  readonly deviceId: string | undefined;
  /** With token, language, device and retries. */
  send(request: Request): Promise<Response>;
  /** Once, without a token: for links that are signed, and for streams with retries of their own. */
  sendOnce(request: Request, options?: { readonly withToken?: boolean }): Promise<Response>;
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export interface GrandlivreClient extends Client<paths> {
  readonly connection: Connection;
}

const TIMEOUT_MS = 180_000;

/** An openapi-fetch client of the API: `GET`, `POST` … with the types of every path. */
export function createGrandlivreClient(options: GrandlivreOptions): GrandlivreClient {
  const connection = connect(options);
  const client = createOpenApiClient<paths>({
    baseUrl: connection.url,
    fetch: (request) => connection.send(request),
  });
  return Object.assign(client, { connection });
}

function connect(options: GrandlivreOptions): Connection {
  const { token, retries, timeoutMs = TIMEOUT_MS, fetch: send = (request) => fetch(request) } = options;
  const fixed = listFixedHeaders(options);
  async function sendOnce(request: Request, { withToken = true } = {}): Promise<Response> {
    for (const [name, value] of fixed) if (!request.headers.has(name)) request.headers.set(name, value);
    if (withToken && token !== undefined && !request.headers.has('Authorization'))
      request.headers.set('Authorization', `Bearer ${typeof token === 'function' ? await token() : token}`);
    return await sendInTime(request, send, timeoutMs);
  }
  return {
    url: options.url.replace(/\/+$/, ''),
    deviceId: options.deviceId,
    sendOnce,
    send: (request) => sendWithRetries(request, sendOnce, retries),
    wait: retries?.wait ?? pause,
  };
}

function listFixedHeaders({
  language,
  deviceId,
  deviceName,
}: GrandlivreOptions): readonly (readonly [string, string])[] {
  const headers = [
    ['Accept-Language', language],
    ['X-Device-Id', deviceId],
    ['X-Device-Name', deviceName === undefined ? undefined : encodeURIComponent(deviceName)],
  ] as const;
  return headers.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}

/** Limits the time until the response begins; its body may take longer. */
async function sendInTime(
  request: Request,
  send: (request: Request) => Promise<Response>,
  timeoutMs: number,
): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error(`No response within ${timeoutMs} ms`)), timeoutMs);
  try {
    return await send(new Request(request, { signal: AbortSignal.any([request.signal, late.signal]) }));
  } finally {
    clearTimeout(timer);
  }
}
