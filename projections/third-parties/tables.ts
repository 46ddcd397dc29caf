import { table, type RowOf } from '../support/table.ts';

/**
 * Merged third parties: entries, lines and balances keep the third party they were posted for, and readers resolve it
 * here. So a merge or its undoing changes one row, regardless of how much was posted.
 */
export const thirdPartyMerges = table({
  name: 'third_party_merges',
  columns: {
    third_party_id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    /** The remaining third party, also after several merges; null once the merge is undone. */
    into_id: 'bigint',
  },
  key: ['third_party_id'],
  // Each third party has the one it was merged into; chains are resolved to the last one.
  past: {
    of: ['third_parties'],
    buildRows: () => `WITH RECURSIVE merged AS (
        SELECT id AS third_party_id, company_id, merged_into_id AS into_id FROM past_third_parties WHERE merged_into_id IS NOT NULL),
      chain AS (
        SELECT * FROM merged UNION ALL
        SELECT c.third_party_id, c.company_id, m.into_id FROM chain c JOIN merged m ON m.third_party_id = c.into_id)
      SELECT c.* FROM chain c WHERE NOT EXISTS (SELECT 1 FROM merged m WHERE m.third_party_id = c.into_id)`,
  },
  indexes: ['company_id, into_id'],
});

declare module '../database.ts' {
  interface Database {
    readonly 'read.third_party_merges': RowOf<typeof thirdPartyMerges>;
  }
}
