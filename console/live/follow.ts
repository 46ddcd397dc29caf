import { createParser } from 'eventsource-parser';
import type { Live, LiveChange } from './news.ts';
import { readPosition } from './seen.ts';

/**
 * Follows a company file: by its stream of changes, or by asking every 15 seconds where the stream does not get through.
 * Nothing is asked while the page is hidden; when it is shown again, it goes on from where it was.
 */

export interface Following {
  /** Of the company file. */
  readonly path: string;
  readonly token: string;
  readonly live: Live;
  readonly signal: AbortSignal;
}

/** Changes that follow each other this closely are reported together. */
const GATHER_MS = 300;
const POLL_MS = 15_000;
/** How long the feed is polled before the stream is tried again. */
const POLLING_MS = 300_000;
/** A stream that begins with nothing for so long is held back by a proxy. */
const FIRST_BYTE_MS = 10_000;
/** The service sends something every 14 seconds. */
const SILENCE_MS = 45_000;
const RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;

interface State extends Following {
  /** Position of the first answer. */
  position: number;
  /** 0 until there was a change. */
  cursor: number;
  readonly take: (changes: readonly LiveChange[]) => void;
}

type Outcome = 'ended' | 'failed' | 'blocked' | 'gone';

export async function followFile(following: Following): Promise<void> {
  const { live, signal } = following;
  const state: State = { ...following, position: await live.begun, cursor: 0, take: gather(live) };
  let failures = 0;
  while (!signal.aborted) {
    await untilVisible(signal);
    const shown = watchVisibility(signal);
    const outcome = await followOnce(state, shown.signal);
    if (outcome === 'gone') return shown.end();
    failures = outcome === 'failed' ? failures + 1 : 0;
    const delay = Math.min(RETRY_MS * 2 ** Math.min(failures, 8), LONGEST_RETRY_MS);
    // Not all pages at once after a restart of the service.
    await pause(delay * (0.5 + Math.random() / 2), shown.signal);
    shown.end();
  }
}

async function followOnce(state: State, signal: AbortSignal): Promise<Outcome> {
  const outcome = await followStream(state, signal);
  return outcome === 'blocked' && !signal.aborted ? poll(state, signal) : outcome;
}

/** One connection, until it ends or is silent for too long. */
async function followStream(state: State, signal: AbortSignal): Promise<Outcome> {
  const connection = new AbortController();
  const disconnect = (): void => connection.abort();
  signal.addEventListener('abort', disconnect);
  let silence = setTimeout(disconnect, FIRST_BYTE_MS);
  let isOpen = false;
  try {
    const response = await request(state, 'stream', connection.signal);
    if (response.status === 401) return 'gone';
    if (!response.ok || !response.headers.get('content-type')?.startsWith('text/event-stream')) return 'blocked';
    const parser = createEventParser(state, response.headers);
    const decoder = new TextDecoder();
    const reader = response.body!.getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      isOpen = true;
      clearTimeout(silence);
      silence = setTimeout(disconnect, SILENCE_MS);
      parser.feed(decoder.decode(piece.value, { stream: true }));
    }
    return 'ended';
  } catch {
    // No byte arrived: the service does not answer, or a proxy holds the stream back.
    return isOpen ? 'ended' : 'blocked';
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', disconnect);
    disconnect();
  }
}

function createEventParser(state: State, headers: Headers) {
  return createParser({
    onEvent({ event, data }) {
      if (event === 'resync') return startOver(state, headers);
      if (event !== 'change') return;
      const change = JSON.parse(data) as LiveChange & { readonly seq: number };
      state.cursor = change.seq;
      state.take([change]);
    },
    // A comment carries the newest cursor.
    onComment: (text) => (state.cursor = Math.max(state.cursor, Number(text.trim()) || 0)),
  });
}

interface Pulled {
  readonly cursor: number;
  readonly has_more: boolean;
  readonly full_resync: boolean;
  readonly changes: readonly LiveChange[];
}

/** Until it is time to try the stream again. */
async function poll(state: State, signal: AbortSignal): Promise<Outcome> {
  const until = performance.now() + POLLING_MS;
  while (!signal.aborted && performance.now() < until) {
    try {
      const response = await request(state, 'pull', signal);
      if ([401, 403, 404].includes(response.status)) return 'gone';
      if (!response.ok) return 'failed';
      const { cursor, has_more, full_resync, changes } = (await response.json()) as Pulled;
      if (full_resync) startOver(state, response.headers);
      else state.cursor = cursor;
      state.take(changes);
      if (!has_more) await pause(POLL_MS, signal);
    } catch {
      return 'failed';
    }
  }
  return 'ended';
}

/** The cursor is no longer known: everything is read again. */
function startOver(state: State, headers: Headers): void {
  state.cursor = 0;
  state.position = readPosition(headers);
  state.live.tell({ position: Infinity, resources: null, changes: [] });
}

function request({ path, token, position, cursor }: State, route: 'stream' | 'pull', signal: AbortSignal) {
  const query = new URLSearchParams({ position: String(Math.max(0, position)), since: String(cursor) });
  return fetch(`${path}/sync/${route}?${query.toString()}`, {
    headers: { Authorization: `Bearer ${token}`, ...(route === 'stream' && { Accept: 'text/event-stream' }) },
    // An answer that is kept would never end.
    cache: 'no-store',
    signal,
  });
}

/** Reports changes that follow each other closely together. */
function gather(live: Live): State['take'] {
  let waiting: LiveChange[] = [];
  return (changes) => {
    if (changes.length === 0) return;
    waiting.push(...changes);
    if (waiting.length > changes.length) return;
    setTimeout(() => {
      const told = waiting;
      waiting = [];
      live.tell({
        position: told.reduce((latest, one) => Math.max(latest, one.position), 0),
        resources: new Set(told.map(({ resource }) => resource)),
        changes: told,
      });
    }, GATHER_MS);
  };
}

/** A signal that is aborted when the page is hidden or left. */
function watchVisibility(left: AbortSignal): { readonly signal: AbortSignal; end(): void } {
  const shown = new AbortController();
  const stop = (): void => shown.abort();
  const onChange = (): void => {
    if (document.visibilityState === 'hidden') stop();
  };
  document.addEventListener('visibilitychange', onChange);
  left.addEventListener('abort', stop);
  return {
    signal: shown.signal,
    end() {
      document.removeEventListener('visibilitychange', onChange);
      left.removeEventListener('abort', stop);
    },
  };
}

const untilVisible = (left: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (document.visibilityState === 'hidden' && !left.aborted) return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    left.addEventListener('abort', look);
    look();
  });

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
