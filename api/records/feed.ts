import { readRecordsByIds } from '../../projections/records/queries.ts';
import type { FeedRecord, FeedSource } from '../sync/feed.ts';
import type { RecordApi } from './record-api.ts';

/** The feed shows records as everywhere else. */
export const createRecordFeed = ({ resource, answer, present }: RecordApi): FeedSource => ({
  answer,
  async read({ services, company, language }, ids) {
    const rows = await readRecordsByIds(services.pool, resource, company.id, ids);
    return rows.map((row) => {
      const shown = present(row, language) as FeedRecord;
      // Only sent for purged records, which can no longer be requested.
      return row.purged_at === null ? shown : { ...shown, purged_at: row.purged_at };
    });
  },
});
