import pg from 'pg';
import { connectionOptions } from './pool.ts';
import { endInTime } from './unresponsive-server.ts';

/** LISTEN over one connection that comes back by itself. What was missed meanwhile is for `onReconnect` to catch up. */
export interface Notifications {
  /** Gives back the way to stop listening. */
  on(channel: string, handler: (payload: string) => void): () => void;
  /** Called each time the connection is there again: anything may have been missed. `wasLost`: `onLost` was told before. */
  onReconnect(handler: (wasLost: boolean) => void): () => void;
  /**
   * Called each time the connection is lost and the server may be as well. One that an administrator has ended, and that is
   * there again with the first attempt, is no such loss: a server that crashes does not say so, and takes no new one.
   */
  onLost(handler: () => void): () => void;
  /** False while messages may be missed. */
  isConnected(): boolean;
  close(): Promise<void>;
}

const RETRY_MS = 50;
/** An administrator has ended the connection, or stops the server. */
const ENDED_BY_ADMINISTRATOR = '57P01';
/** A connection that went silent without a word is given up after two of these at most. */
const HEARTBEAT_MS = 1_000;

/** `greeting` is said on every connection, before anything is heard on it. */
export async function openNotifications(
  url: string,
  channels: readonly string[],
  greeting?: string,
): Promise<Notifications> {
  const handlers = new Map(channels.map((channel) => [channel, new Set<(payload: string) => void>()]));
  const reconnectHandlers = new Set<(wasLost: boolean) => void>();
  const lostHandlers = new Set<() => void>();
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | null = null;
  let closed = false;
  let isLost = false;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      ...connectionOptions(url, { applicationName: 'grandlivre-listener' }),
      query_timeout: HEARTBEAT_MS,
    });
    next.on('notification', ({ channel, payload }) =>
      handlers.get(channel)?.forEach((handler) => handler(payload ?? '')),
    );
    next.on('error', (error) => lost(next, error));
    next.on('end', () => lost(next));
    try {
      await next.connect();
      const listen = channels.map((channel) => `LISTEN ${pg.escapeIdentifier(channel)}`);
      // All at once: whoever waits for the connection waits for each answer.
      await next.query([...(greeting === undefined ? [] : [greeting]), ...listen].join('; '));
    } catch (error) {
      abandon(next);
      throw error;
    }
    if (closed) return next.end();
    client = next;
  };
  const lost = (which: pg.Client, error?: unknown): void => {
    if (client !== which || closed) return;
    client = null;
    if ((error as { code?: unknown } | undefined)?.code !== ENDED_BY_ADMINISTRATOR) tellLost();
    scheduleRetry(0);
  };
  const tellLost = (): void => {
    if (isLost) return;
    isLost = true;
    lostHandlers.forEach((handler) => handler());
  };
  const tellBack = (): void => {
    const wasLost = isLost;
    isLost = false;
    reconnectHandlers.forEach((handler) => handler(wasLost));
  };
  const heartbeat = (): void => {
    const current = client;
    current?.query('SELECT 1').catch((error: unknown) => {
      lost(current, error);
      abandon(current);
    });
  };
  const scheduleRetry = (milliseconds = RETRY_MS): void => {
    retry ??= setTimeout(() => {
      retry = null;
      connect().then(tellBack, () => {
        if (closed) return;
        tellLost();
        scheduleRetry();
      });
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
