import { isZero, subtract, ZERO, type SignedAmount } from '../../domain/money.ts';
import { groupByOwner, type Owner } from '../../domain/reports/pages.ts';
import { computeCoverage } from '../../domain/reports/span.ts';
import { buildTrialBalance, type NumberRange, type TrialBalanceRow } from '../../domain/reports/trial-balance.ts';
import { readCurrencyParts } from '../../projections/reports/currency-parts.ts';
import { readCurrencySums } from '../../projections/reports/currency-sums.ts';
import { readAccountSums, getMovementLayers, readNamingAccounts } from '../../projections/reports/account-sums.ts';
import { readAccountParts, type PartSums } from '../../projections/reports/general-ledger.ts';
import { buildTrialBalanceInCurrency, withOwnCurrencies, type CurrencyRow } from './in-currency.ts';
import type { ReportScene } from './report.ts';

/** An account of the ledger with its movements by part of the period. */
export interface Section extends CurrencyRow, Owner {
  readonly parts: readonly PartSums[];
}

export const computeOpeningBalance = ({ columns }: Pick<TrialBalanceRow, 'columns'>): SignedAmount =>
  subtract(columns.opening_debit, columns.opening_credit);

/** The opening balance in the currency of the section; null without one. */
export const computeCurrencyOpening = ({ inCurrency }: Pick<Section, 'inCurrency'>): SignedAmount | null =>
  inCurrency && computeOpeningBalance({ columns: inCurrency });

export interface LedgerQuery extends NumberRange {
  readonly without_closing?: boolean | undefined;
  /** Only lines in this currency. */
  readonly currency?: string | undefined;
}

/** Ledger accounts with a balance or movements, sorted by number. */
export async function readLedgerSections(
  { db, span, years, language, companyId }: Pick<ReportScene, 'db' | 'span' | 'years' | 'language' | 'companyId'>,
  query: LedgerQuery,
) {
  const layers = getMovementLayers(query.without_closing ?? false);
  const coverage = computeCoverage(years, span);
  const { currency } = query;
  const sums = currency === undefined ? await readAccountSums(db, companyId, coverage, { language, layers }) : [];
  const isInCurrency = currency !== undefined || sums.some((account) => account.currency);
  const currencies = isInCurrency
    ? await readCurrencySums(db, companyId, coverage, { language, layers, currency })
    : [];
  const parts = groupByOwner(
    currency === undefined
      ? await readAccountParts(db, companyId, coverage, layers)
      : await readCurrencyParts(db, companyId, coverage, { layers, currency }),
  );
  const resultAccounts = coverage.isProvisional ? await readNamingAccounts(db, companyId, 0, language) : [];
  const options = { ...query, level: null, withZero: true, headings: [], resultAccounts };
  const { rows } =
    currency === undefined
      ? withOwnCurrencies(buildTrialBalance(sums, options), currencies, options)
      : buildTrialBalanceInCurrency(currency, currencies, options);
  const sections: Section[] = rows
    .map((row) => ({
      ...row,
      // The row of a provisional result does not belong to an account, even if it is shown on one.
      ...(row.isProvisional ? { id: 0, parts: [] } : { id: row.account!.id, parts: parts.get(row.account!.id) ?? [] }),
    }))
    .filter(
      (section) =>
        section.parts.length > 0 ||
        !isZero(computeOpeningBalance(section)) ||
        !isZero(computeCurrencyOpening(section) ?? ZERO),
    );
  return { coverage, counted: { layers, openedOn: coverage.openedOn, currency }, sections };
}
