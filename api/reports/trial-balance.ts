import { z } from 'zod';
import { computeCoverage, type Coverage } from '../../domain/reports/span.ts';
import {
  SIDES,
  buildTrialBalance,
  type AccountSums,
  type NumberRange,
  type ResultAccount,
} from '../../domain/reports/trial-balance.ts';
import { readAccountSums, getMovementLayers, readNamingAccounts } from '../../projections/reports/account-sums.ts';
import { bool, integer } from '../http/input/fields.ts';
import { decimalString, timestamp } from '../http/reply/output.ts';
import { readCurrencySums, type CurrencySums } from '../../projections/reports/currency-sums.ts';
import type { Cell, Table } from '../exports/document.ts';
import { route } from '../http/routing/route.ts';
import {
  buildReportColumns,
  toNameTerm,
  toPeriodTerm,
  buildReportDocument,
  toTotalRow,
  blankIfZero,
  toWordTerm,
  type ReportParties,
} from './document.ts';
import {
  respondWithReport,
  BalanceColumns,
  computeClosingBalance,
  presentAccount,
  presentColumns,
  presentPeriod,
  rangeQuery,
  report,
  ReportAccount,
  reportQuery,
  periodAnswer,
  spanQuery,
  type MadeReport,
  type ReportScene,
} from './report.ts';
import {
  areSameSums,
  buildTrialBalanceInCurrency,
  CURRENCY_COLUMNS,
  CurrencyColumns,
  currencyQuery,
  presentInCurrency,
  toCurrencyCells,
  withOwnCurrencies,
} from './in-currency.ts';
import { wordsIn } from './words.ts';

const MAX_LEVEL = 20;

const TrialBalance = z
  .object({
    ...periodAnswer,
    known_at: timestamp.nullable(),
    level: z
      .int()
      .nullable()
      .meta({ description: 'Number of leading digits that form a group; null: each account is listed.' }),
    provisional: z
      .boolean()
      .meta({ description: 'True while an earlier fiscal year is not closed: opening balances may still change.' }),
    rows: z.array(
      z.object({
        account: ReportAccount,
        ...BalanceColumns,
        ...CurrencyColumns,
        balance: decimalString.meta({ description: 'Closing debit less closing credit.' }),
        provisional: z
          .boolean()
          .meta({ description: 'Result of earlier years that are not closed, on the account that will receive it.' }),
      }),
    ),
    totals: z.object(BalanceColumns),
    totals_in_currency: z
      .object(BalanceColumns)
      .optional()
      .meta({ description: 'With `currency`: the totals in that currency.' }),
  })
  .meta({ id: 'TrialBalance' });

export const trialBalanceRoute = route({
  ...report,
  path: '/v1/companies/{company}/reports/trial-balance',
  summary: 'Get the trial balance: opening, movements and closing by account, or by the first digits of the number',
  query: z.object({
    ...reportQuery,
    ...spanQuery,
    ...rangeQuery,
    level: integer({ min: 1, max: MAX_LEVEL })
      .optional()
      .meta({ description: 'Number of leading digits that form a group; by default each account is listed.' }),
    with_zero: bool().optional().meta({ description: 'Include accounts with a zero balance.' }),
    without_closing: bool()
      .optional()
      .meta({ description: 'Exclude the entries that close income and expense accounts at year end.' }),
    ...currencyQuery,
  }),
  replies: { 200: TrialBalance },
  handle(request) {
    const { query } = request;
    return respondWithReport(
      request,
      (scene) => respondWithTrialBalance(scene, query),
      (scene, basis) => makeTrialBalanceFromBasis(scene, query, basis),
    );
  },
});

export interface TrialBalanceQuery extends NumberRange {
  readonly level?: number | undefined;
  readonly with_zero?: boolean | undefined;
  readonly without_closing?: boolean | undefined;
  /** Only lines in this currency. */
  readonly currency?: string | undefined;
}

export async function respondWithTrialBalance(scene: ReportScene, query: TrialBalanceQuery): Promise<MadeReport> {
  const { db, span, years, language, companyId } = scene;
  const { level = null, with_zero: withZero = false, without_closing = false } = query;
  const coverage = computeCoverage(years, span);
  const options = { language, layers: getMovementLayers(without_closing) };
  const { currency } = query;
  const sums = currency === undefined ? await readAccountSums(db, companyId, coverage, { ...options, withZero }) : [];
  const isInCurrency = currency !== undefined || sums.some((account) => hasCurrency(account));
  const currencies = isInCurrency ? await readCurrencySums(db, companyId, coverage, { ...options, currency }) : [];
  const isNamed = level !== null || coverage.isProvisional;
  const named = isNamed ? await readNamingAccounts(db, companyId, level ?? 0, language) : [];
  return makeTrialBalance(scene, query, { coverage, sums, currencies, named });
}

const hasCurrency = ({ currency = null }: AccountSums): boolean => currency !== null;

/** One statement, where the report needs nothing but sums. Without any row the basis may have changed. */
async function makeTrialBalanceFromBasis(
  { db, companyId, ...scene }: ReportScene,
  query: TrialBalanceQuery,
  basis: string,
): Promise<MadeReport | null> {
  const coverage = computeCoverage(scene.years, scene.span);
  if (query.level !== undefined || query.with_zero || coverage.isProvisional) return null;
  const layers = getMovementLayers(query.without_closing ?? false);
  const options = { language: scene.language, layers, basis };
  const { currency } = query;
  const whole = { db, companyId, ...scene };
  if (currency !== undefined) {
    const currencies = await readCurrencySums(db, companyId, coverage, { ...options, currency });
    const facts = { coverage, sums: [], currencies, named: [] };
    return currencies.length === 0 ? null : makeTrialBalance(whole, query, facts);
  }
  const sums = await readAccountSums(db, companyId, coverage, options);
  if (sums.length === 0) return null;
  const isInCurrency = sums.some((account) => hasCurrency(account));
  const currencies = isInCurrency ? await readCurrencySums(db, companyId, coverage, options) : [];
  // Not read in one snapshot: if something was posted in between, both are read again.
  if (isInCurrency && !areSameSums(sums, currencies)) return null;
  return makeTrialBalance(whole, query, { coverage, sums, currencies, named: [] });
}

interface BalanceFacts {
  readonly coverage: Coverage;
  readonly sums: readonly AccountSums[];
  readonly currencies: readonly CurrencySums[];
  readonly named: readonly ResultAccount[];
}

function makeTrialBalance(
  scene: ReportScene,
  query: TrialBalanceQuery,
  { coverage, sums, currencies, named }: BalanceFacts,
): MadeReport {
  const { span, years, language, knownAt } = scene;
  const { level = null, with_zero: withZero = false } = query;
  const options = { ...query, level, withZero, headings: named, resultAccounts: named };
  const { rows, totals, currencyTotals } =
    query.currency === undefined
      ? withOwnCurrencies(buildTrialBalance(sums, options), currencies, options)
      : buildTrialBalanceInCurrency(query.currency, currencies, options);
  const body = {
    ...presentPeriod(span, years),
    known_at: knownAt,
    level,
    provisional: coverage.isProvisional,
    rows: rows.map((row) => ({
      account: presentAccount(row, language),
      ...presentColumns(row.columns),
      balance: computeClosingBalance(row.columns),
      provisional: row.isProvisional,
      currency: row.currency,
      in_currency: presentInCurrency(row.inCurrency),
    })),
    totals: presentColumns(totals),
    ...(currencyTotals && { totals_in_currency: presentColumns(currencyTotals) }),
  };
  return { body, buildDocument: (parties) => buildTrialBalanceDocument(parties, scene, body) };
}

type Body = Pick<z.infer<typeof TrialBalance>, 'rows' | 'totals' | 'totals_in_currency' | 'provisional'>;

function buildTrialBalanceDocument(
  parties: ReportParties,
  scene: ReportScene,
  { rows, totals, totals_in_currency: currencyTotals, provisional }: Body,
) {
  const { span, years, language, knownAt } = scene;
  const say = wordsIn(language);
  const isInCurrency = rows.some(({ currency }) => currency !== null);
  const buildCells = (row: Pick<Body['rows'][number], 'currency' | 'in_currency'>): readonly Cell[] =>
    isInCurrency ? toCurrencyCells(row.currency, row.in_currency) : [];
  const table: Table = {
    key: 'trial_balance',
    title: say('trial_balance'),
    columns: buildReportColumns(say, [
      ['account', 'text', 13],
      ['label', 'text', 46],
      ...SIDES.map((side) => [side, 'amount', 16, 'sum'] as const),
      ...(isInCurrency ? CURRENCY_COLUMNS : []),
    ]),
    *streamRows() {
      for (const row of rows) {
        const { number, label } = row.account;
        const term = row.provisional ? 'provisional_result' : number;
        const amounts = SIDES.map((side) => blankIfZero(row[side]));
        yield { cells: [number, toNameTerm(term, label), ...amounts, ...buildCells(row)] };
      }
      if (rows.length === 0) return;
      const ofCurrency = buildCells({
        currency: rows[0]!.currency,
        in_currency: currencyTotals ? presentInCurrency(currencyTotals) : null,
      });
      yield toTotalRow([null, toWordTerm(say, 'total'), ...SIDES.map((side) => totals[side]), ...ofCurrency]);
    },
  };
  return buildReportDocument(parties, {
    title: 'trial_balance',
    language,
    period: toPeriodTerm(span, years, language),
    date: span.to,
    knownAt,
    isProvisional: provisional,
    isLandscape: true,
    tables: [table],
  });
}
