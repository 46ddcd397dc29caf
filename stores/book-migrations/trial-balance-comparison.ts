import type { SignedAmount } from '../../domain/money.ts';

/** The trial balance of each year held against that of the source, account by account, before the year was closed. */
export interface TrialBalanceComparison {
  /** Null while nothing was posted. */
  readonly is_equal: boolean | null;
  readonly years: readonly {
    readonly starts_on: string;
    readonly ends_on: string;
    readonly accounts_count: number;
    /** Sum of what the accounts in debit hold, and so of those in credit. */
    readonly source_total: SignedAmount;
    readonly migrated_total: SignedAmount | null;
    readonly differences: readonly {
      readonly account: string;
      readonly source: SignedAmount;
      readonly migrated: SignedAmount;
    }[];
  }[];
}
