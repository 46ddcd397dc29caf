import type { Language } from '../../domain/language.ts';
import { listRecordIds, listRecords, recordsInOrder, type RecordFilter } from '../../projections/records/queries.ts';
import { feedHead } from '../../projections/sync/queries.ts';
import { arrayReply, HELD_AT_ONCE, WRITTEN_AT_ONCE } from '../http/array-reply.ts';
import { entityTagOf } from '../http/entity-tag.ts';
import { ok, type Reply } from '../http/reply.ts';
import type { Services } from '../services.ts';
import type { RecordApi } from './record-api.ts';

/** The plain array of a list, complete however long it is. */
export async function listReply(
  { pool }: Pick<Services, 'pool'>,
  { resource, present }: RecordApi,
  companyId: number,
  filter: RecordFilter,
  language: Language,
): Promise<Reply> {
  const limit = filter.limit ?? HELD_AT_ONCE + 1;
  const rows = await listRecords(pool, resource, companyId, { ...filter, limit });
  if (rows.length <= HELD_AT_ONCE) return ok(rows.map((row) => present(row, language)));
  // Before anything that is shown is read: at worst the tag is older than the list, and the list is sent once more.
  const { epoch, seq } = await feedHead(pool, companyId);
  const ids = await listRecordIds(pool, resource, companyId, filter);
  return arrayReply(
    recordsBitByBit(),
    entityTagOf(epoch, String(seq), resource.name, JSON.stringify(filter), language),
  );

  /** Each record that was there at the start comes once, as it is when its turn comes; one that went meanwhile does not. */
  async function* recordsBitByBit(): AsyncGenerator<readonly unknown[]> {
    for (let start = 0; start < ids.length; start += WRITTEN_AT_ONCE) {
      const some = await recordsInOrder(pool, resource, companyId, ids.slice(start, start + WRITTEN_AT_ONCE));
      yield some.map((row) => present(row, language));
    }
  }
}
