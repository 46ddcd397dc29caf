import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { SECOND_ATTEMPT_AFTER_MS, UNDEFINED_TABLE } from '../../database/pool.ts';
import { openSnapshot, type Queryable } from '../../database/snapshot.ts';
import { nearestTables } from '../../projections/engine/known-at.ts';
import { refusal, type HttpRefusal } from '../http/reply/errors.ts';
import type { Reply } from '../http/reply/reply.ts';

/**
 * Files of one instant, however long they are. What is short is read before it is sent; what is long is sent while it is read, on the
 * connection that sees the instant, and what is known of it only then is told behind the last byte.
 */

/** Each holds a connection for as long as its reader takes. */
const MAX_SENT_AT_ONCE = 4;
let sending = 0;

/** Takes a stream that reads from the instant: it ends with the stream. Null: it is under way. */
export type Send = (stream: Readable) => HttpRefusal | null;

type Read = (db: Queryable, send: Send) => Promise<Reply | HttpRefusal>;

export async function replyOfInstant(pool: pg.Pool, read: Read): Promise<Reply | HttpRefusal> {
  try {
    return await replyOnce(pool, read);
  } catch (error) {
    // As of a single statement, when the tables are being swapped.
    if ((error as { code?: unknown }).code !== UNDEFINED_TABLE) throw error;
    await pause(SECOND_ATTEMPT_AFTER_MS);
    return replyOnce(pool, read);
  }
}

async function replyOnce(pool: pg.Pool, read: Read): Promise<Reply | HttpRefusal> {
  const snapshot = await openSnapshot(pool);
  let isSending = false;
  const send: Send = (stream) => {
    if (sending >= MAX_SENT_AT_ONCE) {
      stream.destroy();
      return refusal('overloaded', { headers: { 'Retry-After': '5' } });
    }
    sending += 1;
    isSending = true;
    stream.once('close', () => {
      sending -= 1;
      void snapshot.close(stream.readableEnded ? 'read' : 'left');
    });
    return null;
  };
  try {
    return await read(await nearestTables(snapshot.db), send);
  } finally {
    if (!isSending) await snapshot.close('read');
  }
}
