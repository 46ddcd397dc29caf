import type { SignedAmount } from '../../domain/money.ts';

/** Compares the trial balance of each year with the source, account by account, before the year is closed. */
export interface TrialBalanceComparison {
  /** Null until something has been posted. */
  readonly is_equal: boolean | null;
  readonly years: readonly {
    readonly starts_on: string;
    readonly ends_on: string;
    readonly accounts_count: number;
    /** Total of the debit balances, which equals the total of the credit balances. */
    readonly source_total: SignedAmount;
    readonly migrated_total: SignedAmount | null;
    readonly differences: readonly {
      readonly account: string;
      readonly source: SignedAmount;
      readonly migrated: SignedAmount;
    }[];
  }[];
}
