import { computeRubricAmounts } from '../country-packs/annual-accounts.ts';
import type { AnnualAccountsModel, ClosingAccounts } from '../country-packs/pack.ts';
import type { SignedAmount } from '../money.ts';
import { computeStatementAmounts, withDraftAppropriation, type StatedBalances } from './statements.ts';

/** Amounts of the annual accounts: one computation for the report and for what is filed. */

export interface AnnualBooks {
  readonly closing: ClosingAccounts;
  /** Whether the whole fiscal year is stated and not closed yet. */
  readonly isOpenYear: boolean;
  readonly current: StatedBalances;
  /** Null without a previous year. */
  readonly previous: StatedBalances | null;
}

export interface AnnualAmounts {
  readonly amounts: ReadonlyMap<string, SignedAmount>;
  readonly previous: ReadonlyMap<string, SignedAmount> | null;
}

/** Where the closing appropriates the result, the accounts of an open year are a draft of what it will post. */
export const isDraftAppropriation = ({ closing, isOpenYear }: Pick<AnnualBooks, 'closing' | 'isOpenYear'>): boolean =>
  closing.appropriation !== undefined && isOpenYear;

export function computeAnnualAmounts(model: AnnualAccountsModel, books: AnnualBooks): AnnualAmounts {
  const { closing, current, previous } = books;
  const amounts = new Map(computeStatementAmounts(model, current));
  if (isDraftAppropriation(books)) {
    const drafted = computeRubricAmounts(model, withDraftAppropriation(current.atEnd, closing));
    for (const { code, statement } of model.rubrics)
      if (statement === 'appropriation') amounts.set(code, drafted.get(code)!);
  }
  return { amounts, previous: previous && computeStatementAmounts(model, previous) };
}
