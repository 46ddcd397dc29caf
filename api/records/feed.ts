import { readRecordsByIds } from '../../projections/records/queries.ts';
import { withPurge, type FeedRecord, type FeedSource } from '../sync/feed.ts';
import type { RecordApi } from './record-api.ts';

/** The feed shows records as everywhere else. */
export const createRecordFeed = ({ resource, answer, present }: RecordApi): FeedSource => ({
  answer,
  async read({ services, company, language }, ids) {
    const rows = await readRecordsByIds(services.pool, resource, company.id, ids);
    return rows.map((row) => withPurge(present(row, language) as FeedRecord, row));
  },
});
