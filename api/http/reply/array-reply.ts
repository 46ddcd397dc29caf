import { Readable } from 'node:stream';
import { JSON_TYPE } from './send-reply.ts';
import { ok, type Reply } from './reply.ts';
import { limitConcurrency } from '../../../support/semaphore.ts';

/** A longer array is streamed at the pace of its reader and never held in memory as a whole. */
export const HELD_AT_ONCE = 2_000;
/** Items written together; up to three times as many wait for a slow reader. */
export const WRITTEN_AT_ONCE = 100;

/**
 * Limits how many chunks are built at a time: each keeps the process busy for some milliseconds, and small requests are
 * served in between.
 */
const takingTurns = limitConcurrency(2);

/** Replies with one array of all items, which arrive in batches. `tag` is an ETag computed beforehand. */
export function replyWithArray(batches: AsyncIterable<readonly unknown[]>, tag?: string): Reply {
  return ok(undefined, {
    raw: Readable.from(writeArray(batches), { objectMode: false, highWaterMark: 1 }),
    headers: { 'Content-Type': JSON_TYPE, ...(tag !== undefined && { ETag: tag }) },
  });
}

async function* writeArray(batches: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  const iterator = batches[Symbol.asyncIterator]();
  let before = '[';
  try {
    for (;;) {
      const text = await takingTurns(async () => {
        const next = await iterator.next();
        return next.done === true ? null : next.value.map((item) => JSON.stringify(item)).join(',');
      });
      if (text === null) break;
      if (text === '') continue;
      yield before + text;
      before = ',';
    }
  } finally {
    await iterator.return?.();
  }
  yield before === '[' ? '[]' : ']';
}
