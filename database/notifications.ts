import pg from 'pg';
import { buildConnectionOptions } from './pool.ts';
import { readSchemaPrefix, translateStatements } from './schema-prefix.ts';
import { endWithTimeout } from './unresponsive-server.ts';

/** LISTEN on one connection that reconnects automatically. `onReconnect` handlers must catch up on missed messages. */
export interface Notifications {
  /** Returns a function that stops listening. */
  on(channel: string, handler: (payload: string) => void): () => void;
  /** Called after each reconnect, since messages may have been missed. `wasLost` if `onLost` was called before. */
  onReconnect(handler: (wasLost: boolean) => void): () => void;
  /**
   * Called when the connection is lost and the server may be down. A connection ended by an administrator and restored at
   * the first attempt does not count, since a crashing server gives no such notice and accepts no new connection.
   */
  onLost(handler: () => void): () => void;
  /** False while messages may be missed. */
  isConnected(): boolean;
  /** Runs a short statement on the connection, which is never busy. @throws if it is lost */
  query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<readonly Row[]>;
  close(): Promise<void>;
}

const RETRY_MS = 50;
/** An administrator has ended the connection or is stopping the server. */
const ENDED_BY_ADMINISTRATOR = '57P01';
/** A silent connection is abandoned after at most two of these. */
const HEARTBEAT_MS = 1_000;

/** `greeting` is executed on every new connection before listening. */
export async function openNotifications(
  url: string,
  channels: readonly string[],
  greeting?: string,
): Promise<Notifications> {
  const handlers = new Map(channels.map((channel) => [channel, new Set<(payload: string) => void>()]));
  const prefix = readSchemaPrefix(url);
  const reconnectHandlers = new Set<(wasLost: boolean) => void>();
  const lostHandlers = new Set<() => void>();
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | null = null;
  let closed = false;
  let isLost = false;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      ...buildConnectionOptions(url, { applicationName: 'grandlivre-listener' }),
      query_timeout: HEARTBEAT_MS,
    });
    translateStatements(next, url);
    next.on('notification', ({ channel, payload }) =>
      handlers.get(channel.slice(prefix.length))?.forEach((handler) => handler(payload ?? '')),
    );
    next.on('error', (error) => handleLoss(next, error));
    next.on('end', () => handleLoss(next));
    try {
      await next.connect();
      const listen = channels.map((channel) => `LISTEN ${pg.escapeIdentifier(channel)}`);
      // One round trip for all, because callers wait for the connection.
      await next.query([...(greeting === undefined ? [] : [greeting]), ...listen].join('; '));
    } catch (error) {
      abandonClient(next);
      throw error;
    }
    if (closed) return next.end();
    client = next;
  };
  const handleLoss = (which: pg.Client, error?: unknown): void => {
    if (client !== which || closed) return;
    client = null;
    if ((error as { code?: unknown } | undefined)?.code !== ENDED_BY_ADMINISTRATOR) notifyLost();
    scheduleRetry(0);
  };
  const notifyLost = (): void => {
    if (isLost) return;
    isLost = true;
    lostHandlers.forEach((handler) => handler());
  };
  const notifyReconnected = (): void => {
    const wasLost = isLost;
    isLost = false;
    reconnectHandlers.forEach((handler) => handler(wasLost));
  };
  const sendHeartbeat = (): void => {
    const current = client;
    current?.query('SELECT 1').catch((error: unknown) => {
      handleLoss(current, error);
      abandonClient(current);
    });
  };
  const scheduleRetry = (milliseconds = RETRY_MS): void => {
    retry ??= setTimeout(() => {
      retry = null;
      connect().then(notifyReconnected, () => {
        if (closed) return;
        notifyLost();
        scheduleRetry();
      });
    }, milliseconds);
  };

  await connect();
  const beating = setInterval(sendHeartbeat, HEARTBEAT_MS);
  beating.unref();
  return {
    on: (channel, handler) => registerHandler(handlers.get(channel)!, handler),
    onLost: (handler) => registerHandler(lostHandlers, handler),
    onReconnect: (handler) => registerHandler(reconnectHandlers, handler),
    isConnected: () => client !== null,
    async query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]) {
      if (client === null) throw new Error('The connection for notifications is lost');
      return (await client.query<Row>(text, [...values])).rows;
    },
    async close() {
      closed = true;
      clearInterval(beating);
      if (retry) clearTimeout(retry);
      if (client) await endWithTimeout(client);
    },
  };
}

/** Ends the connection without waiting, since the peer may never respond. */
function abandonClient(client: pg.Client): void {
  void client.end().catch(() => undefined);
}

function registerHandler<T>(set: Set<T>, member: T): () => void {
  set.add(member);
  return () => set.delete(member);
}
