import { LRUCache } from 'lru-cache';
import type { Language } from '../../domain/language.ts';
import { listRecordIds, listRecords, recordsInOrder, type RecordFilter } from '../../projections/records/queries.ts';
import { arrayReply, HELD_AT_ONCE, WRITTEN_AT_ONCE } from '../http/reply/array-reply.ts';
import { entityTagOf } from '../http/reply/entity-tag.ts';
import { ok, type Reply } from '../http/reply/reply.ts';
import { turns } from '../http/limits/semaphore.ts';
import { letOthersWork } from '../../support/yielding.ts';
import type { Services } from '../services.ts';
import type { RecordApi } from './record-api.ts';

/** Lists that were too long to be held: the next reader need not find that out by reading two thousand records in vain. */
const longLists = new LRUCache<string, true>({ max: 10_000 });

type Ids = ReturnType<typeof listRecordIds>;

/**
 * Several who read the same long list at the same time share what it holds: for each of them it is the same as long as nothing
 * changes. By pool, because one that shows the past has lists of its own.
 */
const sharedIds = new WeakMap<object, LRUCache<string, Ids>>();

function sharedBy(pool: object): LRUCache<string, Ids> {
  let shared = sharedIds.get(pool);
  if (!shared) sharedIds.set(pool, (shared = new LRUCache({ max: 4, ttl: 5_000 })));
  return shared;
}

/** Of two thousand records that come at once each piece keeps the process busy. */
const takingTurns = turns(4);

/** The plain array of a list, complete however long it is. */
export async function listReply(
  { pool, feedHead }: Pick<Services, 'pool' | 'feedHead'>,
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
  // Before anything that is shown is read: at worst the tag is older than the list, and the list is sent once more.
  const { epoch, seq } = await feedHead(companyId);
  const ids = await idsAt(`${epoch}:${seq}`);
  // Those who have waited for the same ids go on one by one: what each of their answers begins with, such as a compressor, takes a moment.
  await letOthersWork();
  if (ids.length <= HELD_AT_ONCE) {
    longLists.delete(name);
    const rows = await recordsInOrder(pool, resource, companyId, [...ids]);
    return ok(rows.map((row) => present(row, language)));
  }
  return arrayReply(
    recordsBitByBit(),
    entityTagOf(epoch, String(seq), resource.name, JSON.stringify(filter), language),
  );

  function idsAt(state: string): Ids {
    const shared = sharedBy(pool);
    const key = JSON.stringify([name, state, filter]);
    const known = shared.get(key);
    if (known) return known;
    const asked = takingTurns(() => listRecordIds(pool, resource, companyId, filter));
    shared.set(key, asked);
    // A failure is of those who wait for it, and of nobody after them.
    asked.catch(() => shared.delete(key));
    return asked;
  }

  /** Each record that was there at the start comes once, as it is when its turn comes; one that went meanwhile does not. */
  async function* recordsBitByBit(): AsyncGenerator<readonly unknown[]> {
    for (let start = 0; start < ids.length; start += WRITTEN_AT_ONCE) {
      const some = await recordsInOrder(pool, resource, companyId, [...ids.subarray(start, start + WRITTEN_AT_ONCE)]);
      // One piece a round of the loop, however many read: whoever comes meanwhile waits for no more than that.
      await letOthersWork();
      yield some.map((row) => present(row, language));
    }
  }
}
