import autocannon from 'autocannon';

/** One burst of requests against one address. The same generator for the service and for what it is held against. */
export interface Burst {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** So many requests instead, however long they take: none of them is cut off at the end. */
  readonly amount?: number;
  /** The requests of a connection, sent one after another and again from the first. */
  readonly requestsOf: (connection: number) => readonly Request[];
}

export interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Headers that are new each time. */
  readonly freshHeaders?: () => Readonly<Record<string, string>>;
}

export interface Throughput {
  readonly perSecond: number;
  /** How many were answered. Of batches: how many entries. */
  readonly requests: number;
  /** Median time of an answer, in milliseconds. */
  readonly p50: number;
}

/** @throws when any request failed: such a figure would be worth nothing. */
export async function fire({ url, connections, seconds, amount, requestsOf }: Burst): Promise<Throughput> {
  const times: number[] = [];
  let connection = 0;
  const { result, failed } = await new Promise<{ result: autocannon.Result; failed: number }>((resolve, reject) => {
    let refused = 0;
    const instance = autocannon(
      {
        url,
        connections,
        ...(amount === undefined ? { duration: seconds } : { amount }),
        sampleInt: 100,
        setupClient: (client) => client.setRequests(requestsOf(connection++).map(asGiven)),
      },
      (error: unknown, outcome) =>
        error
          ? reject(error instanceof Error ? error : new Error('The load could not be made'))
          : resolve({ result: outcome, failed: refused }),
    );
    instance.on('response', (_client, status, _bytes, milliseconds) => {
      if (status >= 300) refused += 1;
      times.push(milliseconds);
    });
  });
  if (failed + result.errors + result.timeouts > 0) {
    throw new Error(
      `${url}: ${failed} requests were refused, ${result.errors} failed, ${result.timeouts} timed out; ${result['2xx']} were answered`,
    );
  }
  // The generator counts in hundredths of a second.
  return { perSecond: result['2xx'] / Math.max(result.duration, 0.01), requests: result['2xx'], p50: median(times) };
}

/**
 * Bursts against one address. From the second on, each has as many requests as the rate of the one before says, so that
 * what the requests cost can be divided by their number.
 */
export function createBursts(burst: Omit<Burst, 'seconds' | 'amount'>): (seconds: number) => Promise<Throughput> {
  let rate: number | null = null;
  return async (seconds) => {
    const done = await fire({
      ...burst,
      seconds,
      ...(rate !== null && { amount: toWholeRounds(rate * seconds, burst.connections) }),
    });
    rate = done.perSecond;
    return done;
  };
}

/** The same number of requests for each connection, and at least two. */
export const toWholeRounds = (requests: number, connections: number): number =>
  Math.max(2, Math.round(requests / connections)) * connections;

function asGiven({ method, path, headers, body, freshHeaders }: Request): autocannon.Request {
  return {
    method,
    path,
    headers: { ...headers },
    ...(body !== undefined && { body }),
    ...(freshHeaders && {
      setupRequest: (request: autocannon.Request) => ({ ...request, headers: { ...headers, ...freshHeaders() } }),
    }),
  };
}

export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
