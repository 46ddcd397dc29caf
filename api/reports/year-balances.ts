import type { AccountMovement } from '../../domain/annual-filings/form.ts';
import { findAnnualAccountsModel, type Balances } from '../../domain/country-packs/annual-accounts.ts';
import { findCountryPack, type AnnualAccountsModel, type CountryPack } from '../../domain/country-packs/index.ts';
import type { Language } from '../../domain/language.ts';
import { subtract } from '../../domain/money.ts';
import { computeCoverage, type Span } from '../../domain/reports/span.ts';
import {
  extractClosingBalances,
  extractPeriodBalances,
  findComparisonSpan,
  withEarlierResultsCarried,
  type StatedBalances,
  type TypedBalance,
} from '../../domain/reports/statements.ts';
import {
  buildAccountRows,
  isIncomeOrExpense,
  type ResultAccount,
  type TrialBalanceRow,
} from '../../domain/reports/trial-balance.ts';
import { findCompanyIdentity, type CompanyIdentity } from '../../projections/companies/queries.ts';
import { readAccountSums, getMovementLayers, readNamingAccounts } from '../../projections/reports/account-sums.ts';
import { presentAccount, type ReportScene } from './report.ts';

/** Inputs for the statements of a company: its country, its model, and its balances. */

export interface StatedCompany {
  readonly row: CompanyIdentity;
  readonly pack: CountryPack;
  readonly model: AnnualAccountsModel;
}

/** Uses the requested model, else the one of the settings, else the full one. */
export async function readStatementCompany(
  { db, companyId }: Pick<ReportScene, 'db' | 'companyId'>,
  scheme?: AnnualAccountsModel['scheme'],
): Promise<StatedCompany> {
  const row = await findCompanyIdentity(db, companyId);
  const pack = findCountryPack(row!.country_pack)!;
  const chosen = scheme ?? row!.settings['annual_accounts.scheme'];
  const model = findAnnualAccountsModel(pack, row!.legal_form_code, typeof chosen === 'string' ? chosen : null)!;
  return { row: row!, pack, model };
}

export interface BooksOfDays {
  /** As used by rubrics. */
  readonly balances: StatedBalances;
  /** Balances of the accounts; for income and expenses over the period. */
  readonly onAccounts: Balances;
  readonly typed: readonly TypedBalance[];
  /** Opening balance and movements of each account. */
  readonly movements: readonly AccountMovement[];
  /** Labels of the accounts in the language of the report, by number. */
  readonly labels: ReadonlyMap<string, string>;
  readonly isProvisional: boolean;
}

/** Income and expenses over the period, every other account at its end; excludes the year-end closing entries. */
export async function readBalances(
  scene: ReportScene,
  span: Span,
  known?: readonly ResultAccount[],
): Promise<BooksOfDays> {
  const { db, years, companyId, language } = scene;
  const coverage = computeCoverage(years, span);
  const sums = await readAccountSums(db, companyId, coverage, { language, layers: getMovementLayers(true) });
  const resultAccounts = known ?? (await readResultAccounts(scene));
  const rows = buildAccountRows(sums, resultAccounts);
  const types = new Map(sums.map(({ number, type }) => [number, type]));
  const standing = extractClosingBalances(rows);
  // Amounts taken over from earlier books belong to the year, whatever their dates.
  const isFromTheStart = coverage.openedOn === null || span.from <= coverage.openedOn;
  const onAccounts = isFromTheStart
    ? standing
    : extractPeriodBalances(rows, (number) => isIncomeOrExpense({ type: types.get(number) ?? '' }));
  const atEnd = withEarlierResultsCarried(standing, resultAccounts);
  return {
    balances: { atEnd, overDays: isFromTheStart ? atEnd : withEarlierResultsCarried(onAccounts, resultAccounts) },
    onAccounts,
    typed: rows.map(({ number, columns, isProvisional }) => ({
      number,
      type: isProvisional ? 'equity' : (types.get(number) ?? 'equity'),
      balance: subtract(columns.closing_debit, columns.closing_credit),
    })),
    movements: rows
      .filter(({ isProvisional }) => !isProvisional)
      .map(({ number, columns }) => ({
        number,
        type: types.get(number) ?? 'equity',
        opening: subtract(columns.opening_debit, columns.opening_credit),
        debit: columns.period_debit,
        credit: columns.period_credit,
      })),
    labels: collectLabels(rows, language),
    isProvisional: coverage.isProvisional,
  };
}

/** A provisional result takes the name of its account if that account has its own balance. */
function collectLabels(rows: readonly TrialBalanceRow[], language: Language): ReadonlyMap<string, string> {
  const [results, accounts] = [rows.filter((row) => row.isProvisional), rows.filter((row) => !row.isProvisional)];
  return new Map([...results, ...accounts].map((row) => [row.number, presentAccount(row, language).label]));
}

const readResultAccounts = ({ db, companyId, language }: ReportScene): Promise<ResultAccount[]> =>
  readNamingAccounts(db, companyId, 0, language);

export interface TwoYears {
  readonly current: BooksOfDays;
  readonly previousSpan: Span | null;
  readonly previous: BooksOfDays | null;
}

export async function readTwoYearBalances(scene: ReportScene, span: Span): Promise<TwoYears> {
  const previousSpan = findComparisonSpan(scene.years, span);
  const resultAccounts = await readResultAccounts(scene);
  return {
    current: await readBalances(scene, span, resultAccounts),
    previousSpan,
    previous: previousSpan && (await readBalances(scene, previousSpan, resultAccounts)),
  };
}
