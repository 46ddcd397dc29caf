import type pg from 'pg';
import { withTimeout } from '../../database/pool.ts';
import type { Notifications } from '../../database/notifications.ts';
import { toLogUnavailable } from './availability.ts';

/**
 * After a crash the server shows every event on its disk, also those whose append was still waiting for the synchronous
 * standby. A process that finds such an event may acknowledge it, and a failover would lose it. After each lost connection, one
 * commit that waits for the standby therefore comes first: it is behind all recovered events in the write-ahead log.
 * Without a synchronous standby it only waits for the disk.
 */
export interface ReplicatedBarrier {
  /** Null if nothing has to be awaited. @throws LogUnavailable */
  pass(): Promise<void> | null;
  close(): void;
}

/** The append or read that follows has its own limit, and a request waits for both. */
const LONGEST_MS = 2_500;

export function openReplicatedBarrier(pool: pg.Pool, notifications: Notifications): ReplicatedBarrier {
  let isUnsure = false;
  /** Counts losses: a commit before a later one says nothing. */
  let losses = 0;
  let passing: Promise<void> | null = null;
  const confirm = async (): Promise<void> => {
    const own = losses;
    try {
      await pool.query({ text: `SELECT pg_logical_emit_message(true, 'grandlivre', '')`, ...withTimeout(LONGEST_MS) });
      if (own === losses) isUnsure = false;
    } catch (error) {
      throw toLogUnavailable(error);
    } finally {
      passing = null;
    }
  };
  const forget = notifications.onLost(() => {
    losses += 1;
    isUnsure = true;
  });
  return {
    pass: () => (isUnsure ? (passing ??= confirm()) : null),
    close: forget,
  };
}
