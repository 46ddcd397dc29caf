import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { SECOND_ATTEMPT_AFTER_MS, UNDEFINED_TABLE } from '../../database/pool.ts';
import { openSnapshot, type Queryable } from '../../database/snapshot.ts';
import { selectFastestConnection } from '../../projections/engine/known-at.ts';
import type { HttpRefusal } from '../http/reply/errors.ts';
import type { Reply } from '../http/reply/reply.ts';
import type { RouteRequest } from '../http/routing/route.ts';

/**
 * Files read in one snapshot, whatever their length. Short files are read before they are sent. Long files are sent while
 * they are read, on the connection that holds the snapshot; values known only at the end are sent as trailers.
 */

/** Accepts a stream that reads from the snapshot, which closes with it. Null: sending has started. */
export type Send = (stream: Readable) => HttpRefusal | null;

type Read = (db: Queryable, send: Send) => Promise<Reply | HttpRefusal>;

export type SnapshotRequest = Pick<RouteRequest, 'services' | 'beginDownload'>;

export async function replyInSnapshot(request: SnapshotRequest, read: Read): Promise<Reply | HttpRefusal> {
  try {
    return await attemptReply(request, read);
  } catch (error) {
    // Same retry as for a single statement while tables are being swapped.
    if ((error as { code?: unknown }).code !== UNDEFINED_TABLE) throw error;
    await pause(SECOND_ATTEMPT_AFTER_MS);
    return attemptReply(request, read);
  }
}

async function attemptReply(request: SnapshotRequest, read: Read): Promise<Reply | HttpRefusal> {
  const snapshot = await openSnapshot(request.services.pool);
  let isSending = false;
  const sendStream: Send = (stream) => {
    const refused = request.beginDownload(stream);
    if (refused) {
      stream.destroy();
      return refused;
    }
    isSending = true;
    stream.once('close', () => void snapshot.closeOnce(stream.readableEnded ? 'read' : 'left'));
    return null;
  };
  try {
    return await read(await selectFastestConnection(snapshot.db), sendStream);
  } finally {
    if (!isSending) await snapshot.closeOnce('read');
  }
}
