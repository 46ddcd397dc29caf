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
  indexes: ['company_id, into_id'],
});
