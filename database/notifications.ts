import pg from 'pg';
import { connectionOptions } from './pool.ts';
import { endInTime } from './silence.ts';

/** LISTEN over one connection that comes back by itself. What was missed meanwhile is for `onReconnect` to catch up. */
export interface Notifications {
  /** Gives back the way to stop listening. */
  on(channel: string, handler: (payload: string) => void): () => void;
  /** Called each time the connection is there again: anything may have been missed. */
  onReconnect(handler: () => void): () => void;
  /** Called each time the connection is lost. */
  onLost(handler: () => void): () => void;
  /** False while messages may be missed. */
  isConnected(): boolean;
  close(): Promise<void>;
}

const RETRY_MS = 100;
/** A connection that went silent without a word is given up after two of these at most. */
const HEARTBEAT_MS = 1_000;

/** `greeting` is said on every connection, before anything is heard on it. */
export async function openNotifications(
  url: string,
  channels: readonly string[],
  greeting?: string,
): Promise<Notifications> {
  const handlers = new Map(channels.map((channel) => [channel, new Set<(payload: string) => void>()]));
  const reconnectHandlers = new Set<() => void>();
  const lostHandlers = new Set<() => void>();
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | null = null;
  let closed = false;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      ...connectionOptions(url, { applicationName: 'grandlivre-listener' }),
      query_timeout: HEARTBEAT_MS,
    });
    next.on('notification', ({ channel, payload }) =>
      handlers.get(channel)?.forEach((handler) => handler(payload ?? '')),
    );
    next.on('error', () => lost(next));
    next.on('end', () => lost(next));
    try {
      await next.connect();
      if (greeting !== undefined) await next.query(greeting);
      for (const channel of channels) await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      abandon(next);
      throw error;
    }
    if (closed) return next.end();
    client = next;
  };
  const lost = (which: pg.Client): void => {
    if (client !== which || closed) return;
    client = null;
    lostHandlers.forEach((handler) => handler());
    scheduleRetry(0);
  };
  const heartbeat = (): void => {
    const current = client;
    current?.query('SELECT 1').catch(() => {
      lost(current);
      abandon(current);
    });
  };
  const scheduleRetry = (milliseconds = RETRY_MS): void => {
    retry ??= setTimeout(() => {
      retry = null;
      connect().then(
        () => reconnectHandlers.forEach((handler) => handler()),
        () => {
          if (!closed) scheduleRetry();
        },
      );
    }, milliseconds);
  };

  await connect();
  const beating = setInterval(heartbeat, HEARTBEAT_MS);
  beating.unref();
  return {
    on: (channel, handler) => registered(handlers.get(channel)!, handler),
    onLost: (handler) => registered(lostHandlers, handler),
    onReconnect: (handler) => registered(reconnectHandlers, handler),
    isConnected: () => client !== null,
    async close() {
      closed = true;
      clearInterval(beating);
      if (retry) clearTimeout(retry);
      if (client) await endInTime(client);
    },
  };
}

/** Its peer may never answer: nobody waits for a connection that is given up. */
function abandon(client: pg.Client): void {
  void client.end().catch(() => undefined);
}

function registered<T>(set: Set<T>, member: T): () => void {
  set.add(member);
  return () => set.delete(member);
}
