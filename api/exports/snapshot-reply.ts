import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { SECOND_ATTEMPT_AFTER_MS, UNDEFINED_TABLE } from '../../database/pool.ts';
import { openSnapshot, type Queryable } from '../../database/snapshot.ts';
import { selectFastestConnection } from '../../projections/engine/known-at.ts';
import { buildRefusal, type HttpRefusal } from '../http/reply/errors.ts';
import type { Reply } from '../http/reply/reply.ts';

/**
 * Files read in one snapshot, whatever their length. Short files are read before they are sent. Long files are sent while
 * they are read, on the connection that holds the snapshot; values known only at the end are sent as trailers.
 */

/** Each one holds a connection for as long as its client reads. */
const MAX_SENT_AT_ONCE = 4;
let sending = 0;

/** Accepts a stream that reads from the snapshot, which closes with it. Null: sending has started. */
export type Send = (stream: Readable) => HttpRefusal | null;

type Read = (db: Queryable, send: Send) => Promise<Reply | HttpRefusal>;

export async function replyInSnapshot(pool: pg.Pool, read: Read): Promise<Reply | HttpRefusal> {
  try {
    return await attemptReply(pool, read);
  } catch (error) {
    // Same retry as for a single statement while tables are being swapped.
    if ((error as { code?: unknown }).code !== UNDEFINED_TABLE) throw error;
    await pause(SECOND_ATTEMPT_AFTER_MS);
    return attemptReply(pool, read);
  }
}

async function attemptReply(pool: pg.Pool, read: Read): Promise<Reply | HttpRefusal> {
  const snapshot = await openSnapshot(pool);
  let isSending = false;
  const sendStream: Send = (stream) => {
    if (sending >= MAX_SENT_AT_ONCE) {
      stream.destroy();
      return buildRefusal('overloaded', { headers: { 'Retry-After': '5' } });
    }
    sending += 1;
    isSending = true;
    stream.once('close', () => {
      sending -= 1;
      void snapshot.closeOnce(stream.readableEnded ? 'read' : 'left');
    });
    return null;
  };
  try {
    return await read(await selectFastestConnection(snapshot.db), sendStream);
  } finally {
    if (!isSending) await snapshot.closeOnce('read');
  }
}
