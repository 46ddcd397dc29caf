import { Readable } from 'node:stream';
import { JSON_TYPE } from './answer.ts';
import { ok, type Reply } from './reply.ts';

/** A longer array is written out bit by bit, at the pace of whoever reads it, and never held as a whole. */
export const HELD_AT_ONCE = 2_000;
/** As many items as are written together. */
export const WRITTEN_AT_ONCE = 500;

/** One array of all items, which come in batches. `tag`: an ETag that was told beforehand. */
export function arrayReply(batches: AsyncIterable<readonly unknown[]>, tag?: string): Reply {
  return ok(undefined, {
    raw: Readable.from(written(batches), { objectMode: false, highWaterMark: 1 }),
    headers: { 'Content-Type': JSON_TYPE, ...(tag !== undefined && { ETag: tag }) },
  });
}

async function* written(batches: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let before = '[';
  for await (const items of batches) {
    if (items.length === 0) continue;
    yield before + items.map((item) => JSON.stringify(item)).join(',');
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}
