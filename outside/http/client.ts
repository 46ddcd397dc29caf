import type { Agent } from 'undici';
import { destinationOf, noHosts, type HostMatch } from './destination.ts';
import { HttpFailure } from './failures.ts';
import { guardedLookup, type ResolveName } from './lookup.ts';

/**
 * Outgoing HTTP to addresses that others have a say in. It reaches nothing local, follows no redirect, knows no proxy,
 * unpacks nothing, and is over after a while however slowly the other side talks.
 */
export interface HttpClient {
  /** @throws HttpFailure */
  send(request: HttpRequest): Promise<HttpAnswer>;
  close(): Promise<void>;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** So much of the answer is read. */
  readonly maxBytes: number;
  /** A longer answer is cut off there instead of being a failure. */
  readonly cutsOff?: boolean;
  /** An answer that breaks off, or takes too long, behind its head counts with what has come of it. */
  readonly takesPart?: boolean;
  /** For everything together; absent: what the client has. */
  readonly timeoutMs?: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** True when the answer went on behind `body`. */
  readonly isCutOff: boolean;
}

export interface HttpClientOptions {
  /** Hosts that may be local, because the configuration names them. */
  readonly trusts?: HostMatch;
  /** Absent: 10 s. */
  readonly timeoutMs?: number;
  /** How names are resolved; for tests. */
  readonly resolve?: ResolveName | undefined;
  /**
   * For many requests to the same host: a connection, which leads to the address that was judged, is used again within this
   * time, and whoever asks sees to it that there are not too many at once. Absent: each request has its own.
   */
  readonly keepsConnectionsMs?: number;
}

export const TIMEOUT_MS = 10_000;
const MAX_CONNECTIONS_A_HOST = 8;

export function openHttpClient({
  trusts = noHosts,
  timeoutMs = TIMEOUT_MS,
  resolve,
  keepsConnectionsMs,
}: HttpClientOptions = {}): HttpClient {
  // A connection serves one request: an address is judged anew each time, and none is kept that the other side closes.
  const common =
    keepsConnectionsMs === undefined
      ? { pipelining: 0, connections: MAX_CONNECTIONS_A_HOST, allowH2: false }
      : { pipelining: 1, connections: null, allowH2: false, keepAliveTimeout: keepsConnectionsMs };
  let opened: Promise<{ guarded: Agent; trusted: Agent }> | null = null;
  // Most processes never call anybody: the package is loaded with the first request.
  const agents = () =>
    (opened ??= import('./agents.ts').then(({ Agent }) => ({
      guarded: new Agent({ ...common, connect: { timeout: timeoutMs, lookup: guardedLookup(resolve) } }),
      trusted: new Agent({ ...common, connect: { timeout: timeoutMs } }),
    })));

  return {
    async send(requested) {
      const destination = destinationOf(requested.url, trusts);
      if (typeof destination === 'string') throw new HttpFailure(destination);
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(), requested.timeoutMs ?? timeoutMs);
      try {
        const { trusted, guarded } = await agents();
        return await exchange(requested, destination.url, destination.isTrusted ? trusted : guarded, deadline.signal);
      } catch (error) {
        if (error instanceof HttpFailure) throw error;
        throw new HttpFailure(deadline.signal.aborted ? 'timeout' : 'unreachable', error);
      } finally {
        clearTimeout(timer);
      }
    },
    async close() {
      const { guarded, trusted } = (await opened) ?? {};
      await Promise.all([guarded?.destroy(), trusted?.destroy()]);
    },
  };
}

async function exchange(
  { method, headers, body, maxBytes, cutsOff = false, takesPart = false }: HttpRequest,
  url: URL,
  agent: Agent,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const answer = await agent.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method,
    headers: { 'User-Agent': 'Grandlivre', 'Accept-Encoding': 'identity', ...headers },
    body: body ?? null,
    signal,
  });
  const chunks: Buffer[] = [];
  let length = 0;
  let isBroken = false;
  try {
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length <= maxBytes) continue;
      // Leaving the loop ends the connection: the rest is not fetched.
      if (!cutsOff) throw new HttpFailure('too_large');
      break;
    }
  } catch (error) {
    if (!takesPart || error instanceof HttpFailure) throw error;
    isBroken = true;
  }
  return {
    status: answer.statusCode,
    headers: Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(', ') : (value ?? ''),
      ]),
    ),
    body: Buffer.concat(chunks).subarray(0, maxBytes),
    isCutOff: isBroken || length > maxBytes,
  };
}
