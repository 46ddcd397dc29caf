import { createParser } from 'eventsource-parser';
import type { GrandlivreClient } from './client.ts';
import { readError } from './errors.ts';
import type { components, paths } from './schema.d.ts';

/** A change of the feed, as `sync/pull` returns it. */
export type Change = components['schemas']['SyncChange'];

/** `resync`: the cursor is no longer known. Make a new copy and watch again from its cursor. */
export type LiveEvent =
  | { readonly type: 'change'; readonly cursor: number; readonly change: Change }
  | { readonly type: 'resync' };

export interface WatchOptions {
  /** Public token of the company file. */
  readonly company: string;
  /** Cursor of the copy; 0 or nothing: everything from the start. */
  readonly since?: number;
  readonly epoch?: string;
  /** Only these, such as `third-parties`. */
  readonly resources?: readonly string[];
  /** Ends the iteration. */
  readonly signal?: AbortSignal;
  /** Without a stream that works, the feed is read by long polling for this long before it is tried again. */
  readonly pollingMs?: number;
  /** A stream that begins with nothing for so long is held back by a proxy. */
  readonly firstByteMs?: number;
}

type Pulled = paths['/v1/companies/{company}/sync/pull']['get']['responses'][200]['content']['application/json'];

const POLLING_MS = 300_000;
const FIRST_BYTE_MS = 10_000;
/** The service sends something every 14 seconds. */
const SILENCE_MS = 45_000;
const WAIT_SECONDS = 20;
const LONGEST_RETRY_MS = 60_000;

interface Watch extends WatchOptions {
  readonly client: GrandlivreClient;
  readonly signal: AbortSignal;
  cursor: number;
  retryMs: number;
  failures: number;
}

type StreamEnd = 'ended' | 'blocked' | 'resync';

/**
 * The changes of a company file as they happen, over interruptions and restarts of the service. Uses server-sent events,
 * and long polling where these do not get through. Ends after `resync` or when the signal is aborted; throws when the
 * file or the token is gone.
 */
export async function* watchChanges(
  client: GrandlivreClient,
  options: WatchOptions,
): AsyncGenerator<LiveEvent, void, undefined> {
  const signal = options.signal ?? new AbortController().signal;
  const watch: Watch = { ...options, client, signal, cursor: options.since ?? 0, retryMs: 3_000, failures: 0 };
  try {
    for (;;) {
      const end = yield* followStream(watch);
      if (end === 'resync') return;
      if (end === 'blocked' && (yield* poll(watch)) === 'resync') return;
      const delay = watch.retryMs * 2 ** Math.min(watch.failures, 8);
      await client.connection.wait(Math.min(delay, LONGEST_RETRY_MS), signal);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** One connection. */
async function* followStream(watch: Watch): AsyncGenerator<LiveEvent, StreamEnd, undefined> {
  const connection = new AbortController();
  const signal = AbortSignal.any([watch.signal, connection.signal]);
  const silence = startWatchdog(watch.firstByteMs ?? FIRST_BYTE_MS, () => connection.abort());
  let isOpen = false;
  try {
    const headers = new Headers({ Accept: 'text/event-stream' });
    if (watch.cursor > 0) headers.set('Last-Event-ID', String(watch.cursor));
    const request = new Request(buildUrl(watch, 'stream', {}), { headers, signal });
    const response = await watch.client.connection.sendOnce(request);
    if (isFinal(response)) throw await readError(response);
    if (!response.ok || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
      await response.body?.cancel();
      return 'blocked';
    }
    for await (const event of readEvents(response, watch, () => {
      isOpen = true;
      watch.failures = 0;
      silence.restart(SILENCE_MS);
    })) {
      yield event;
      if (event.type === 'resync') return 'resync';
      silence.restart(SILENCE_MS);
    }
    return 'ended';
  } catch (error) {
    if (watch.signal.aborted || isRefusal(error)) throw error;
    if (isOpen) return 'ended';
    watch.failures += 1;
    // Nothing at all came through: the service is away, or something holds the stream back.
    return connection.signal.aborted ? 'blocked' : 'ended';
  } finally {
    silence.stop();
    connection.abort();
  }
}

async function* readEvents(
  response: Response,
  watch: Watch,
  onBytes: () => void,
): AsyncGenerator<LiveEvent, void, undefined> {
  let read: LiveEvent[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => {
      const parsed = toLiveEvent(event, JSON.parse(data) as Change & { readonly cursor: number });
      if (parsed) read.push(parsed);
    },
    onRetry: (milliseconds) => (watch.retryMs = milliseconds),
    // A comment carries the newest cursor: changes of other resources are passed.
    onComment: (text) => (watch.cursor = Math.max(watch.cursor, Number(text.trim()) || 0)),
  });
  const decoder = new TextDecoder();
  for await (const chunk of response.body! as unknown as AsyncIterable<Uint8Array>) {
    onBytes();
    parser.feed(decoder.decode(chunk, { stream: true }));
    const events = read;
    read = [];
    for (const event of events) {
      yield event;
      if (event.type === 'change') watch.cursor = event.cursor;
    }
  }
}

/** Told to go on from a later cursor, because it read too slowly, the client just connects again from its own. */
function toLiveEvent(name: string | undefined, data: Change & { readonly cursor: number }): LiveEvent | null {
  if (name === 'change') return { type: 'change', cursor: data.seq, change: data };
  return name === 'resync' && data.cursor === 0 ? { type: 'resync' } : null;
}

/** Until it is time to try the stream again. */
async function* poll(watch: Watch): AsyncGenerator<LiveEvent, StreamEnd, undefined> {
  const until = performance.now() + (watch.pollingMs ?? POLLING_MS);
  do {
    const request = new Request(buildUrl(watch, 'pull', { wait: String(WAIT_SECONDS) }), { signal: watch.signal });
    const response = await watch.client.connection.send(request);
    if (isFinal(response)) throw await readError(response);
    if (!response.ok) {
      watch.failures += 1;
      return 'ended';
    }
    const page = (await response.json()) as Pulled;
    if (page.full_resync) {
      yield { type: 'resync' };
      return 'resync';
    }
    for (const change of page.changes) yield { type: 'change', cursor: change.seq, change };
    watch.cursor = page.cursor;
    watch.failures = 0;
  } while (performance.now() < until);
  return 'ended';
}

/** The token or the file is gone, or the request is wrong: trying again does not help. */
const isFinal = ({ status }: Response): boolean => [400, 401, 403, 404, 422].includes(status);
const isRefusal = (error: unknown): boolean => error instanceof Error && error.name === 'GrandlivreError';

function buildUrl(watch: Watch, route: 'pull' | 'stream', query: Readonly<Record<string, string>>): URL {
  const url = new URL(`${watch.client.connection.url}/v1/companies/${watch.company}/sync/${route}`);
  url.searchParams.set('since', String(watch.cursor));
  if (watch.epoch !== undefined && watch.cursor > 0) url.searchParams.set('epoch', watch.epoch);
  if (watch.resources !== undefined) url.searchParams.set('resources', watch.resources.join());
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

function startWatchdog(milliseconds: number, act: () => void) {
  let timer = setTimeout(act, milliseconds);
  return {
    restart(next: number): void {
      clearTimeout(timer);
      timer = setTimeout(act, next);
    },
    stop: (): void => clearTimeout(timer),
  };
}
