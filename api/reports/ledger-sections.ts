import { isZero, subtract, type SignedAmount } from '../../domain/money.ts';
import { byOwner, type Owner } from '../../domain/reports/pages.ts';
import { coverageOf } from '../../domain/reports/span.ts';
import { accountRows, isInRange, type NumberRange, type TrialBalanceRow } from '../../domain/reports/trial-balance.ts';
import { accountSums, movementLayers, namingAccounts } from '../../projections/reports/account-sums.ts';
import { accountParts, type PartSums } from '../../projections/reports/general-ledger.ts';
import type { ReportScene } from './report.ts';

/** An account of the ledger with its movements by part of the time. */
export interface Section extends TrialBalanceRow, Owner {
  readonly parts: readonly PartSums[];
}

export const openingOf = ({ columns: { opening_debit, opening_credit } }: TrialBalanceRow): SignedAmount =>
  subtract(opening_debit, opening_credit);

export interface LedgerQuery extends NumberRange {
  readonly without_closing?: boolean | undefined;
}

/** The accounts of the ledger with something on them, in the order of their numbers. */
export async function ledgerSections(
  { db, span, years, language, companyId }: Pick<ReportScene, 'db' | 'span' | 'years' | 'language' | 'companyId'>,
  query: LedgerQuery,
) {
  const layers = movementLayers(query.without_closing ?? false);
  const coverage = coverageOf(years, span);
  const sums = await accountSums(db, companyId, coverage, { language, layers });
  const parts = byOwner(await accountParts(db, companyId, coverage, layers));
  const resultAccounts = coverage.isProvisional ? await namingAccounts(db, companyId, 0, language) : [];
  const sections: Section[] = accountRows(sums, resultAccounts)
    .filter(({ number }) => isInRange(number, query))
    .map((row) => ({
      ...row,
      // The row of a result is no account's, even where it stands on one.
      ...(row.isProvisional ? { id: 0, parts: [] } : { id: row.account!.id, parts: parts.get(row.account!.id) ?? [] }),
    }))
    .filter((section) => section.parts.length > 0 || !isZero(openingOf(section)));
  return { coverage, counted: { layers, openedOn: coverage.openedOn }, sections };
}
