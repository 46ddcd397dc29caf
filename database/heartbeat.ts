import pg from 'pg';
import { buildConnectionOptions } from './pool.ts';
import { endWithTimeout, trackSockets, type Pulse } from './unresponsive-server.ts';

/** Ticks are counted instead of time, so that a process that was itself suspended does not blame the server. */
const TICK_MS = 250;
/** A query pending for this many ticks counts as unanswered. */
const LOST_AFTER_TICKS = 12;
/** Shorter attempts while the pulse is lost, because the server may return at any moment. */
const ATTEMPT_TICKS = 4;

export function openPulse(url: string, tickMs = TICK_MS): Pulse {
  const handlers = new Set<() => void>();
  const sockets = trackSockets();
  let client: pg.Client | null = null;
  let isLost = false;
  let openTicks = 0;
  let isAsking = false;
  /** Counts attempts; results of an earlier attempt are ignored. */
  let attempt = 0;

  const onAnswer = (): void => {
    openTicks = 0;
    isLost = false;
  };
  const abandonAttempt = (): void => {
    attempt += 1;
    isAsking = false;
    client = null;
    sockets.destroyAll();
  };
  const sendQuery = async (): Promise<void> => {
    const own = (attempt += 1);
    isAsking = true;
    try {
      if (client === null) {
        const next = new pg.Client({
          ...buildConnectionOptions(url, { applicationName: 'grandlivre-pulse' }),
          connectionTimeoutMillis: 0,
          query_timeout: 0,
          stream: sockets.open,
        });
        client = next;
        next.on('error', () => {
          if (client === next) client = null;
        });
        await next.connect();
      }
      await client?.query('SELECT 1');
      if (own === attempt) onAnswer();
    } catch {
      // A refused or closed connection is a response too: the connections of the pools fail the same way, and
      // immediately.
      if (own === attempt) {
        client = null;
        if (!isLost) openTicks = 0;
      }
    } finally {
      if (own === attempt) isAsking = false;
    }
  };
  const onTick = (): void => {
    if (!isAsking) {
      void sendQuery();
      return;
    }
    openTicks += 1;
    if (isLost && openTicks % ATTEMPT_TICKS === 0) {
      abandonAttempt();
    } else if (!isLost && openTicks >= LOST_AFTER_TICKS) {
      isLost = true;
      abandonAttempt();
      handlers.forEach((handler) => handler());
    }
  };
  const timer = setInterval(onTick, tickMs);
  timer.unref();

  return {
    get isLost() {
      return isLost;
    },
    onLost(handler) {
      handlers.add(handler);
      return () => handlers.delete(handler);
    },
    async close() {
      clearInterval(timer);
      handlers.clear();
      attempt += 1;
      if (client) await endWithTimeout(client);
    },
  };
}
