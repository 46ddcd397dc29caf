import { isZero, subtract, type SignedAmount } from '../../domain/money.ts';
import { groupByOwner, type Owner } from '../../domain/reports/pages.ts';
import { computeCoverage } from '../../domain/reports/span.ts';
import {
  buildAccountRows,
  isInRange,
  type NumberRange,
  type TrialBalanceRow,
} from '../../domain/reports/trial-balance.ts';
import { readAccountSums, getMovementLayers, readNamingAccounts } from '../../projections/reports/account-sums.ts';
import { readAccountParts, type PartSums } from '../../projections/reports/general-ledger.ts';
import type { ReportScene } from './report.ts';

/** An account of the ledger with its movements by part of the period. */
export interface Section extends TrialBalanceRow, Owner {
  readonly parts: readonly PartSums[];
}

export const computeOpeningBalance = ({ columns: { opening_debit, opening_credit } }: TrialBalanceRow): SignedAmount =>
  subtract(opening_debit, opening_credit);

export interface LedgerQuery extends NumberRange {
  readonly without_closing?: boolean | undefined;
}

/** Ledger accounts with a balance or movements, sorted by number. */
export async function readLedgerSections(
  { db, span, years, language, companyId }: Pick<ReportScene, 'db' | 'span' | 'years' | 'language' | 'companyId'>,
  query: LedgerQuery,
) {
  const layers = getMovementLayers(query.without_closing ?? false);
  const coverage = computeCoverage(years, span);
  const sums = await readAccountSums(db, companyId, coverage, { language, layers });
  const parts = groupByOwner(await readAccountParts(db, companyId, coverage, layers));
  const resultAccounts = coverage.isProvisional ? await readNamingAccounts(db, companyId, 0, language) : [];
  const sections: Section[] = buildAccountRows(sums, resultAccounts)
    .filter(({ number }) => isInRange(number, query))
    .map((row) => ({
      ...row,
      // The row of a provisional result does not belong to an account, even if it is shown on one.
      ...(row.isProvisional ? { id: 0, parts: [] } : { id: row.account!.id, parts: parts.get(row.account!.id) ?? [] }),
    }))
    .filter((section) => section.parts.length > 0 || !isZero(computeOpeningBalance(section)));
  return { coverage, counted: { layers, openedOn: coverage.openedOn }, sections };
}
