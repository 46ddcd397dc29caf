import { toUncountedUses, type RecordUses } from '../records/usage.ts';
import type { LedgerState } from './state.ts';

const listUsesIn =
  (select: (ledger: LedgerState) => { has(id: number): boolean }): RecordUses[string] =>
  (ids, { ledger }) =>
    toUncountedUses(
      'entries',
      ids.some((id) => select(ledger).has(id)),
    );

/** Records that entries refer to. */
export const entryUses: RecordUses = {
  accounts: listUsesIn(({ usedAccounts }) => usedAccounts),
  'analytic-codes': listUsesIn(({ usedAnalyticCodes }) => usedAnalyticCodes),
  'vat-codes': listUsesIn(({ usedVatCodes }) => usedVatCodes),
  journals: listUsesIn(({ usedJournals }) => usedJournals),
  'third-parties': listUsesIn(({ usedThirdParties }) => usedThirdParties),
};
