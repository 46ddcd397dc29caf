import type pg from 'pg';
import { PROJECTED_CHANNEL } from '../projections/engine/batch-statement.ts';

/**
 * Tells other processes how far the tables are when a statement could not do so itself: a notification in a commit that
 * waits for the disk lets all other notifying commits of the server wait for it too.
 */
export interface Announcer {
  /** Soon; of several positions the last one. */
  announce(position: number): void;
}

export function openAnnouncer(connection: Pick<pg.Pool, 'query'>, isHeard: () => boolean): Announcer {
  let latest = -Infinity;
  let isSending = false;

  async function send(): Promise<void> {
    isSending = true;
    let sent = -Infinity;
    while (sent !== latest) {
      sent = latest;
      const query = {
        name: 'announce-progress',
        text: `SELECT pg_notify('${PROJECTED_CHANNEL}', $1)`,
        values: [String(sent)],
      };
      // Others look by themselves from time to time.
      await connection.query(query).catch(() => undefined);
    }
    isSending = false;
  }

  return {
    announce(position) {
      if (!isHeard()) return;
      latest = position;
      if (!isSending) void send();
    },
  };
}
