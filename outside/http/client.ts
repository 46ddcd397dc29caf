import { LRUCache } from 'lru-cache';
import type { Agent, Dispatcher } from 'undici';
import { destinationOf, noHosts, type DestinationProblem, type HostMatch } from './destination.ts';
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
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** A longer answer is a failure. */
  readonly maxBytes: number;
  /** For everything together; absent: what the client has. */
  readonly timeoutMs?: number;
}

export interface HttpAnswer {
  readonly status: number;
  headers(): Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface HttpClientOptions {
  /** Hosts that may be local, because the configuration names them. */
  readonly trusts?: HostMatch;
  /** Absent: 10 s. */
  readonly timeoutMs?: number;
  /** How names are resolved; for tests. */
  readonly resolve?: ResolveName | undefined;
}

export const TIMEOUT_MS = 10_000;
const MAX_CONNECTIONS_A_HOST = 8;
const OWN_HEADERS = { 'User-Agent': 'Grandlivre', 'Accept-Encoding': 'identity' };
/** Addresses that are remembered with what was made of them. */
const MAX_TARGETS = 1_000;

/** An address as it is called. */
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
  trusts = noHosts,
  timeoutMs = TIMEOUT_MS,
  resolve,
}: HttpClientOptions = {}): HttpClient {
  // A connection serves one request: an address is judged anew each time, and none is kept that the other side closes.
  const common = { pipelining: 0, connections: MAX_CONNECTIONS_A_HOST, allowH2: false };
  let opened: Promise<Agents> | null = null;
  let ready: Agents | null = null;
  // Most processes never call anybody: the package is loaded with the first request.
  const agents = (): Promise<Agents> =>
    (opened ??= import('./agents.ts').then(
      ({ Agent }) =>
        (ready = {
          guarded: new Agent({ ...common, connect: { timeout: timeoutMs, lookup: guardedLookup(resolve) } }),
          trusted: new Agent({ ...common, connect: { timeout: timeoutMs } }),
        }),
    ));

  const targets = new LRUCache<string, Target | DestinationProblem>({ max: MAX_TARGETS });
  const targetOf = (address: string): Target | DestinationProblem => {
    let target = targets.get(address);
    if (target === undefined) targets.set(address, (target = readTarget(address, trusts)));
    return target;
  };

  return {
    send(requested) {
      const target = targetOf(requested.url);
      if (typeof target === 'string') return Promise.reject(new HttpFailure(target));
      const begin = ({ trusted, guarded }: Agents): Promise<HttpAnswer> =>
        exchange(requested, target, target.isTrusted ? trusted : guarded, requested.timeoutMs ?? timeoutMs);
      return ready === null ? agents().then(begin) : begin(ready);
    },
    async close() {
      const { guarded, trusted } = (await opened) ?? {};
      await Promise.all([guarded?.destroy(), trusted?.destroy()]);
    },
  };
}

function readTarget(address: string, trusts: HostMatch): Target | DestinationProblem {
  const destination = destinationOf(address, trusts);
  if (typeof destination === 'string') return destination;
  const { origin, pathname, search } = destination.url;
  return { origin, path: `${pathname}${search}`, isTrusted: destination.isTrusted };
}

/** One request and its answer, without streams and signals, which are most of what a request costs. */
function exchange(
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

    /** Nothing more of it counts; what is still to come is not fetched. */
    const over = (): boolean => {
      if (isOver) return false;
      isOver = true;
      clearTimeout(timer);
      return true;
    };
    const answer = (): void => {
      if (!over()) return;
      const { status, given } = head!;
      // Most who ask never look at the headers.
      resolve({ status, body: Buffer.concat(chunks), headers: () => asText(given) });
    };
    const fail = (failure: HttpFailure): void => {
      if (over()) reject(failure);
    };
    const timer = setTimeout(() => {
      fail(new HttpFailure('timeout'));
      controller?.abort(new HttpFailure('timeout'));
    }, timeoutMs);

    agent.dispatch(
      {
        ...{ origin, path, method, body: body ?? null },
        headers: headers === undefined ? OWN_HEADERS : { ...OWN_HEADERS, ...headers },
      },
      {
        onRequestStart(started) {
          controller = started;
          if (isOver) started.abort(new HttpFailure('timeout'));
        },
        onResponseStart(_controller, status, given) {
          // What comes before the answer itself is none.
          if (status >= 200) head = { status, given };
        },
        onResponseData(started, chunk) {
          if (isOver) return;
          chunks.push(chunk);
          length += chunk.length;
          if (length <= maxBytes) return;
          fail(new HttpFailure('too_large'));
          started.abort(new HttpFailure('too_large'));
        },
        onResponseEnd: answer,
        onResponseError: (_controller, error) =>
          fail(error instanceof HttpFailure ? error : new HttpFailure('unreachable', error)),
      },
    );
  });
}

const asText = (headers: Dispatcher.ResponseData['headers']): Readonly<Record<string, string>> => {
  const text: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    text[name] = Array.isArray(value) ? value.join(', ') : (value ?? '');
  }
  return text;
};
