import pg from 'pg';
import { connectionOptions } from './pool.ts';
import { endInTime, trackSockets, type Pulse } from './unresponsive-server.ts';

/** Counted and not measured: a process that was itself held up for seconds must not blame the server. */
const TICK_MS = 250;
/** A question that is open for so many ticks is not answered any more. */
const LOST_AFTER_TICKS = 12;
/** While the pulse is lost an attempt gets less time: the server may be back at any moment. */
const ATTEMPT_TICKS = 4;

export function feelPulse(url: string, tickMs = TICK_MS): Pulse {
  const handlers = new Set<() => void>();
  const sockets = trackSockets();
  let client: pg.Client | null = null;
  let isLost = false;
  let openTicks = 0;
  let isAsking = false;
  /** Counts attempts: what an earlier one finds out does not count any more. */
  let attempt = 0;

  const answered = (): void => {
    openTicks = 0;
    isLost = false;
  };
  const giveUp = (): void => {
    attempt += 1;
    isAsking = false;
    client = null;
    sockets.destroyAll();
  };
  const ask = async (): Promise<void> => {
    const own = (attempt += 1);
    isAsking = true;
    try {
      if (client === null) {
        const next = new pg.Client({
          ...connectionOptions(url, { applicationName: 'grandlivre-pulse' }),
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
      if (own === attempt) answered();
    } catch {
      // A connection that was refused or cut is an answer too: those of the pools fail in the same way, and at once.
      if (own === attempt) {
        client = null;
        if (!isLost) openTicks = 0;
      }
    } finally {
      if (own === attempt) isAsking = false;
    }
  };
  const tick = (): void => {
    if (!isAsking) {
      void ask();
      return;
    }
    openTicks += 1;
    if (isLost && openTicks % ATTEMPT_TICKS === 0) {
      giveUp();
    } else if (!isLost && openTicks >= LOST_AFTER_TICKS) {
      isLost = true;
      giveUp();
      handlers.forEach((handler) => handler());
    }
  };
  const timer = setInterval(tick, tickMs);
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
      if (client) await endInTime(client);
    },
  };
}
