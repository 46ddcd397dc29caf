import { Readable } from 'node:stream';
import { JSON_TYPE } from './send-reply.ts';
import { ok, type Reply } from './reply.ts';
import { turns } from '../limits/semaphore.ts';

/** A longer array is written out bit by bit, at the pace of whoever reads it, and never held as a whole. */
export const HELD_AT_ONCE = 2_000;
/** As many items as are written together: up to three times as many wait for a reader that does not read. */
export const WRITTEN_AT_ONCE = 100;

/**
 * However many read long answers at once, few pieces are put together at a time: each keeps the process busy for some
 * milliseconds, and whoever asks for something small comes in between.
 */
const takingTurns = turns(2);

/** One array of all items, which come in batches. `tag`: an ETag that was told beforehand. */
export function arrayReply(batches: AsyncIterable<readonly unknown[]>, tag?: string): Reply {
  return ok(undefined, {
    raw: Readable.from(written(batches), { objectMode: false, highWaterMark: 1 }),
    headers: { 'Content-Type': JSON_TYPE, ...(tag !== undefined && { ETag: tag }) },
  });
}

async function* written(batches: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
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
