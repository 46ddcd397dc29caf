import { recordsByIds } from '../../projections/records/queries.ts';
import type { FeedRecord, FeedSource } from '../sync/feed.ts';
import type { RecordApi } from './record-api.ts';

/** Records are shown by the feed as everywhere. */
export const recordFeed = ({ resource, answer, present }: RecordApi): FeedSource => ({
  answer,
  async read({ services, company, language }, ids) {
    const rows = await recordsByIds(services.pool, resource, company.id, ids);
    return rows.map((row) => {
      const shown = present(row, language) as FeedRecord;
      // Told of what is gone for good alone: nobody can ask for it any more.
      return row.purged_at === null ? shown : { ...shown, purged_at: row.purged_at };
    });
  },
});
