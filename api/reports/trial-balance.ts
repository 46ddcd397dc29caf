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
import type { Table } from '../exports/document.ts';
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
        balance: decimalString.meta({ description: 'Closing debit less closing credit.' }),
        provisional: z
          .boolean()
          .meta({ description: 'Result of earlier years that are not closed, on the account that will receive it.' }),
      }),
    ),
    totals: z.object(BalanceColumns),
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
}

export async function respondWithTrialBalance(scene: ReportScene, query: TrialBalanceQuery): Promise<MadeReport> {
  const { db, span, years, language, companyId } = scene;
  const { level = null, with_zero: withZero = false, without_closing = false } = query;
  const coverage = computeCoverage(years, span);
  const options = { language, layers: getMovementLayers(without_closing), withZero };
  const sums = await readAccountSums(db, companyId, coverage, options);
  const isNamed = level !== null || coverage.isProvisional;
  const named = isNamed ? await readNamingAccounts(db, companyId, level ?? 0, language) : [];
  return makeTrialBalance(scene, query, { coverage, sums, named });
}

/** One statement, where the report needs nothing but sums. Without any row the basis may have changed. */
async function makeTrialBalanceFromBasis(
  { db, companyId, ...scene }: ReportScene,
  query: TrialBalanceQuery,
  basis: string,
): Promise<MadeReport | null> {
  const coverage = computeCoverage(scene.years, scene.span);
  if (query.level !== undefined || query.with_zero || coverage.isProvisional) return null;
  const layers = getMovementLayers(query.without_closing ?? false);
  const sums = await readAccountSums(db, companyId, coverage, { language: scene.language, layers, basis });
  return sums.length === 0 ? null : makeTrialBalance({ db, companyId, ...scene }, query, { coverage, sums, named: [] });
}

interface BalanceFacts {
  readonly coverage: Coverage;
  readonly sums: readonly AccountSums[];
  readonly named: readonly ResultAccount[];
}

function makeTrialBalance(
  scene: ReportScene,
  query: TrialBalanceQuery,
  { coverage, sums, named }: BalanceFacts,
): MadeReport {
  const { span, years, language, knownAt } = scene;
  const { level = null, with_zero: withZero = false } = query;
  const { rows, totals } = buildTrialBalance(sums, {
    ...query,
    level,
    withZero,
    headings: named,
    resultAccounts: named,
  });
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
    })),
    totals: presentColumns(totals),
  };
  return { body, buildDocument: (parties) => buildTrialBalanceDocument(parties, scene, body) };
}

type Body = Pick<z.infer<typeof TrialBalance>, 'rows' | 'totals' | 'provisional'>;

function buildTrialBalanceDocument(parties: ReportParties, scene: ReportScene, { rows, totals, provisional }: Body) {
  const { span, years, language, knownAt } = scene;
  const say = wordsIn(language);
  const table: Table = {
    key: 'trial_balance',
    title: say('trial_balance'),
    columns: buildReportColumns(say, [
      ['account', 'text', 13],
      ['label', 'text', 46],
      ...SIDES.map((side) => [side, 'amount', 16, 'sum'] as const),
    ]),
    *streamRows() {
      for (const row of rows) {
        const { number, label } = row.account;
        const term = row.provisional ? 'provisional_result' : number;
        yield { cells: [number, toNameTerm(term, label), ...SIDES.map((side) => blankIfZero(row[side]))] };
      }
      if (rows.length > 0) yield toTotalRow([null, toWordTerm(say, 'total'), ...SIDES.map((side) => totals[side])]);
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
