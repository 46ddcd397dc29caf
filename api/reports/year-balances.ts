import { annualAccountsModel, type Balances } from '../../domain/country-packs/annual-accounts.ts';
import { countryPack, type AnnualAccountsModel, type CountryPack } from '../../domain/country-packs/index.ts';
import type { Language } from '../../domain/language.ts';
import { subtract } from '../../domain/money.ts';
import { coverageOf, type Span } from '../../domain/reports/span.ts';
import {
  balancesOf,
  balancesOverDays,
  daysBefore,
  withEarlierResultsCarried,
  type StatedBalances,
  type TypedBalance,
} from '../../domain/reports/statements.ts';
import {
  accountRows,
  isOfResult,
  type ResultAccount,
  type TrialBalanceRow,
} from '../../domain/reports/trial-balance.ts';
import { companyIdentity, type CompanyIdentity } from '../../projections/companies/queries.ts';
import { accountSums, movementLayers, namingAccounts } from '../../projections/reports/account-sums.ts';
import { presentAccount, type ReportScene } from './report.ts';

/** What the statements of a company are made from: its country, its model, and the balances at the end of some days. */

export interface StatedCompany {
  readonly row: CompanyIdentity;
  readonly pack: CountryPack;
  readonly model: AnnualAccountsModel;
}

/** The model that is asked for, else the one of the settings, else the full one. */
export async function statedCompany(
  { db, companyId }: Pick<ReportScene, 'db' | 'companyId'>,
  scheme?: AnnualAccountsModel['scheme'],
): Promise<StatedCompany> {
  const row = await companyIdentity(db, companyId);
  const pack = countryPack(row!.country_pack)!;
  const chosen = scheme ?? row!.settings['annual_accounts.scheme'];
  const model = annualAccountsModel(pack, row!.legal_form_code, typeof chosen === 'string' ? chosen : null)!;
  return { row: row!, pack, model };
}

export interface BooksOfDays {
  /** As rubrics take them. */
  readonly balances: StatedBalances;
  /** As they stand on the accounts: income and expenses over the days. */
  readonly onAccounts: Balances;
  readonly typed: readonly TypedBalance[];
  /** Labels of the accounts in the language of the report, by number. */
  readonly labels: ReadonlyMap<string, string>;
  readonly isProvisional: boolean;
}

/** Income and expenses over these days, every other account at their end; without the entries that set the former to zero. */
export async function balancesAt(
  scene: ReportScene,
  span: Span,
  known?: readonly ResultAccount[],
): Promise<BooksOfDays> {
  const { db, years, companyId, language } = scene;
  const coverage = coverageOf(years, span);
  const sums = await accountSums(db, companyId, coverage, { language, layers: movementLayers(true) });
  const resultAccounts = known ?? (await resultAccountsOf(scene));
  const rows = accountRows(sums, resultAccounts);
  const types = new Map(sums.map(({ number, type }) => [number, type]));
  const standing = balancesOf(rows);
  // What was brought along from earlier books belongs to the year, however it was dated.
  const isFromTheStart = coverage.openedOn === null || span.from <= coverage.openedOn;
  const onAccounts = isFromTheStart
    ? standing
    : balancesOverDays(rows, (number) => isOfResult({ type: types.get(number) ?? '' }));
  const atEnd = withEarlierResultsCarried(standing, resultAccounts);
  return {
    balances: { atEnd, overDays: isFromTheStart ? atEnd : withEarlierResultsCarried(onAccounts, resultAccounts) },
    onAccounts,
    typed: rows.map(({ number, columns, isProvisional }) => ({
      number,
      type: isProvisional ? 'equity' : (types.get(number) ?? 'equity'),
      balance: subtract(columns.closing_debit, columns.closing_credit),
    })),
    labels: labelsOf(rows, language),
    isProvisional: coverage.isProvisional,
  };
}

/** A result that is not closed has the name of an account where that account has something of its own. */
function labelsOf(rows: readonly TrialBalanceRow[], language: Language): ReadonlyMap<string, string> {
  const [results, accounts] = [rows.filter((row) => row.isProvisional), rows.filter((row) => !row.isProvisional)];
  return new Map([...results, ...accounts].map((row) => [row.number, presentAccount(row, language).label]));
}

const resultAccountsOf = ({ db, companyId, language }: ReportScene): Promise<ResultAccount[]> =>
  namingAccounts(db, companyId, 0, language);

export interface TwoYears {
  readonly current: BooksOfDays;
  readonly previousSpan: Span | null;
  readonly previous: BooksOfDays | null;
}

export async function balancesOfTwoYears(scene: ReportScene, span: Span): Promise<TwoYears> {
  const previousSpan = daysBefore(scene.years, span);
  const resultAccounts = await resultAccountsOf(scene);
  return {
    current: await balancesAt(scene, span, resultAccounts),
    previousSpan,
    previous: previousSpan && (await balancesAt(scene, previousSpan, resultAccounts)),
  };
}
