import { LRUCache } from 'lru-cache';
import type { Agent, Dispatcher } from 'undici';
import { parseDestination, matchNoHosts, type DestinationProblem, type HostMatch } from './destination.ts';
import { HttpFailure } from './failures.ts';
import { createGuardedLookup, type ResolveName } from './lookup.ts';

/**
 * Outgoing HTTP to addresses that users can influence. It reaches nothing local, follows no redirects, uses no proxy,
 * decompresses nothing, and has a total timeout, however slow the other side is.
 */
export interface HttpClient {
  /** @throws HttpFailure */
  send(request: HttpRequest): Promise<HttpAnswer>;
  close(): Promise<void>;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** A longer answer is a failure. */
  readonly maxBytes: number;
  /** Total timeout; default: that of the client. */
  readonly timeoutMs?: number;
}

export interface HttpAnswer {
  readonly status: number;
  readHeaders(): Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface HttpClientOptions {
  /** Hosts named in the configuration, which may be local. */
  readonly trusts?: HostMatch;
  /** Absent: 10 s. */
  readonly timeoutMs?: number;
  /** Name resolution; for tests. */
  readonly resolve?: ResolveName | undefined;
}

export const TIMEOUT_MS = 10_000;
const MAX_CONNECTIONS_A_HOST = 8;
const OWN_HEADERS = { 'User-Agent': 'Grandlivre', 'Accept-Encoding': 'identity' };
/** Size of the cache of parsed addresses. */
const MAX_TARGETS = 1_000;

/** A parsed address. */
interface Target {
  readonly origin: string;
  readonly path: string;
  readonly isTrusted: boolean;
}

interface Agents {
  readonly guarded: Agent;
  readonly trusted: Agent;
}

export function openHttpClient({
  trusts = matchNoHosts,
  timeoutMs = TIMEOUT_MS,
  resolve,
}: HttpClientOptions = {}): HttpClient {
  // One request per connection: the address is checked each time, and no idle connection can be closed by the other
  // side.
  const common = { pipelining: 0, connections: MAX_CONNECTIONS_A_HOST, allowH2: false };
  let opened: Promise<Agents> | null = null;
  let ready: Agents | null = null;
  // Most processes never send a request, so the package is loaded with the first one.
  const loadAgents = (): Promise<Agents> =>
    (opened ??= import('./agents.ts').then(
      ({ Agent }) =>
        (ready = {
          guarded: new Agent({ ...common, connect: { timeout: timeoutMs, lookup: createGuardedLookup(resolve) } }),
          trusted: new Agent({ ...common, connect: { timeout: timeoutMs } }),
        }),
    ));

  const targets = new LRUCache<string, Target | DestinationProblem>({ max: MAX_TARGETS });
  const getTarget = (address: string): Target | DestinationProblem => {
    let target = targets.get(address);
    if (target === undefined) targets.set(address, (target = parseTarget(address, trusts)));
    return target;
  };

  return {
    send(requested) {
      const target = getTarget(requested.url);
      if (typeof target === 'string') return Promise.reject(new HttpFailure(target));
      const startExchange = ({ trusted, guarded }: Agents): Promise<HttpAnswer> =>
        exchangeOnce(requested, target, target.isTrusted ? trusted : guarded, requested.timeoutMs ?? timeoutMs);
      return ready === null ? loadAgents().then(startExchange) : startExchange(ready);
    },
    async close() {
      const { guarded, trusted } = (await opened) ?? {};
      await Promise.all([guarded?.destroy(), trusted?.destroy()]);
    },
  };
}

function parseTarget(address: string, trusts: HostMatch): Target | DestinationProblem {
  const destination = parseDestination(address, trusts);
  if (typeof destination === 'string') return destination;
  const { origin, pathname, search } = destination.url;
  return { origin, path: `${pathname}${search}`, isTrusted: destination.isTrusted };
}

/** One request and its response, without streams and signals, which make up most of the cost of a request. */
function exchangeOnce(
  { method, headers, body, maxBytes }: HttpRequest,
  { origin, path }: Target,
  agent: Agent,
  timeoutMs: number,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let [length, isOver] = [0, false];
    let head: { readonly status: number; readonly given: Dispatcher.ResponseData['headers'] } | null = null;
    let controller: Dispatcher.DispatchController | null = null;

    /** Ends the exchange; later data is ignored. */
    const endExchange = (): boolean => {
      if (isOver) return false;
      isOver = true;
      clearTimeout(timer);
      return true;
    };
    const resolveAnswer = (): void => {
      if (!endExchange()) return;
      const { status, given } = head!;
      // Converted on demand, because most callers never read the headers.
      resolve({ status, body: Buffer.concat(chunks), readHeaders: () => toTextHeaders(given) });
    };
    const failExchange = (failure: HttpFailure): void => {
      if (endExchange()) reject(failure);
    };
    const timer = setTimeout(() => {
      failExchange(new HttpFailure('timeout'));
      controller?.abort(new HttpFailure('timeout'));
    }, timeoutMs);

    agent.dispatch(
      {
        origin,
        path,
        method,
        body: body ?? null,
        headers: headers === undefined ? OWN_HEADERS : { ...OWN_HEADERS, ...headers },
      },
      {
        onRequestStart(started) {
          controller = started;
          if (isOver) started.abort(new HttpFailure('timeout'));
        },
        onResponseStart(_controller, status, given) {
          // Interim responses do not count.
          if (status >= 200) head = { status, given };
        },
        onResponseData(started, chunk) {
          if (isOver) return;
          chunks.push(chunk);
          length += chunk.length;
          if (length <= maxBytes) return;
          failExchange(new HttpFailure('too_large'));
          started.abort(new HttpFailure('too_large'));
        },
        onResponseEnd: resolveAnswer,
        onResponseError: (_controller, error) =>
          failExchange(error instanceof HttpFailure ? error : new HttpFailure('unreachable', error)),
      },
    );
  });
}

const toTextHeaders = (headers: Dispatcher.ResponseData['headers']): Readonly<Record<string, string>> => {
  const text: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    text[name] = Array.isArray(value) ? value.join(', ') : (value ?? '');
  }
  return text;
};
