import { table } from '../support/table.ts';

/**
 * Who counts for whom since a merge: entries, lines and balances keep the third party that they were posted for, and whoever
 * reads them goes through here. So a merge is one row, and so is its undoing, however much was posted.
 */
export const thirdPartyMerges = table({
  name: 'third_party_merges',
  columns: {
    third_party_id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    /** The one that stays, also when it was reached over several merges; null once the merge is undone. */
    into_id: 'bigint',
  },
  key: ['third_party_id'],
  // Each third party tells what it was merged into itself; whoever was merged further counts for the last.
  past: {
    of: ['third_parties'],
    rows: () => `WITH RECURSIVE merged AS (
        SELECT id AS third_party_id, company_id, merged_into_id AS into_id FROM past_third_parties WHERE merged_into_id IS NOT NULL),
      chain AS (
        SELECT * FROM merged UNION ALL
        SELECT c.third_party_id, c.company_id, m.into_id FROM chain c JOIN merged m ON m.third_party_id = c.into_id)
      SELECT c.* FROM chain c WHERE NOT EXISTS (SELECT 1 FROM merged m WHERE m.third_party_id = c.into_id)`,
  },
  indexes: ['company_id, into_id'],
});
