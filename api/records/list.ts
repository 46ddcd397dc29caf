import { LRUCache } from 'lru-cache';
import type { Language } from '../../domain/language.ts';
import {
  listRecordIds,
  listRecords,
  readRecordsInOrder,
  type RecordFilter,
} from '../../projections/records/queries.ts';
import { replyWithArray, HELD_AT_ONCE, WRITTEN_AT_ONCE } from '../http/reply/array-reply.ts';
import { buildEntityTag } from '../http/reply/entity-tag.ts';
import { ok, type Reply } from '../http/reply/reply.ts';
import { limitConcurrency } from '../../support/semaphore.ts';
import { yieldToOthers, yieldToPromptWork } from '../../support/yielding.ts';
import type { Services } from '../services.ts';
import type { RecordApi } from './record-api.ts';

/** Lists known to be too long to hold in memory, so that the next reader does not load two thousand records for nothing. */
const longLists = new LRUCache<string, true>({ max: 10_000 });

type Ids = ReturnType<typeof listRecordIds>;

/**
 * Concurrent readers of the same long list share its ids: they are the same as long as nothing changes. By pool, because
 * a pool that shows the past has other lists.
 */
const sharedIds = new WeakMap<object, LRUCache<string, Ids>>();

function getSharedIds(pool: object): LRUCache<string, Ids> {
  let shared = sharedIds.get(pool);
  if (!shared) sharedIds.set(pool, (shared = new LRUCache({ max: 4, ttl: 5_000 })));
  return shared;
}

/** Limits concurrency: each piece of two thousand records keeps the process busy. */
const takingTurns = limitConcurrency(4);

/** Responds with the plain array of a list, complete however long it is. */
export async function respondWithList(
  { pool, bulkPool, feedHead }: Pick<Services, 'pool' | 'bulkPool' | 'feedHead'>,
  { resource, present }: RecordApi,
  companyId: number,
  filter: RecordFilter,
  language: Language,
): Promise<Reply> {
  const limit = filter.limit ?? HELD_AT_ONCE + 1;
  const name = `${resource.name}:${companyId}`;
  if (!longLists.has(name) || limit <= HELD_AT_ONCE) {
    const rows = await takingTurns(() => listRecords(pool, resource, companyId, { ...filter, limit }));
    if (rows.length <= HELD_AT_ONCE) return ok(rows.map((row) => present(row, language)));
    longLists.set(name, true);
  }
  // Read before the data: at worst the tag is older than the list, and the list is sent once more.
  const { epoch, seq } = await feedHead(companyId);
  const ids = await loadIds(`${epoch}:${seq}`);
  // Requests that waited for the same ids continue one by one: setting up each response, such as its compressor, takes
  // a moment.
  await yieldToOthers();
  if (ids.length <= HELD_AT_ONCE) {
    longLists.delete(name);
    const rows = await readRecordsInOrder(pool, resource, companyId, [...ids]);
    return ok(rows.map((row) => present(row, language)));
  }
  return replyWithArray(
    streamRecords(),
    buildEntityTag(epoch, String(seq), resource.name, JSON.stringify(filter), language),
  );

  function loadIds(state: string): Ids {
    const shared = getSharedIds(pool);
    const key = JSON.stringify([name, state, filter]);
    const known = shared.get(key);
    if (known) return known;
    const asked = takingTurns(() => listRecordIds(bulkPool, resource, companyId, filter));
    shared.set(key, asked);
    // A failure only affects those already waiting for it.
    asked.catch(() => shared.delete(key));
    return asked;
  }

  /** Yields each record of the list once, as it is at that moment; records deleted meanwhile are skipped. */
  async function* streamRecords(): AsyncGenerator<readonly unknown[]> {
    for (let start = 0; start < ids.length; start += WRITTEN_AT_ONCE) {
      const some = await readRecordsInOrder(bulkPool, resource, companyId, [
        ...ids.subarray(start, start + WRITTEN_AT_ONCE),
      ]);
      // One piece per turn of the event loop, however many readers there are: other requests wait no longer than that.
      await yieldToPromptWork();
      yield some.map((row) => present(row, language));
    }
  }
}
