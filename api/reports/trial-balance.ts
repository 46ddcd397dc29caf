import { z } from 'zod';
import { coverageOf } from '../../domain/reports/span.ts';
import { SIDES, trialBalance, type NumberRange } from '../../domain/reports/trial-balance.ts';
import { accountSums, movementLayers, namingAccounts } from '../../projections/reports/account-sums.ts';
import { bool, integer } from '../http/input/fields.ts';
import { decimalString, timestamp } from '../http/reply/output.ts';
import type { Table } from '../exports/document.ts';
import { route } from '../http/routing/route.ts';
import {
  columnsIn,
  nameTerm,
  periodTerm,
  reportDocument,
  totalRow,
  unlessZero,
  wordTerm,
  type ReportParties,
} from './document.ts';
import {
  answered,
  BalanceColumns,
  balanceOf,
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
    level: z.int().nullable(),
    provisional: z
      .boolean()
      .meta({ description: 'An earlier fiscal year is not closed yet: what stood before may still change.' }),
    rows: z.array(
      z.object({
        account: ReportAccount,
        ...BalanceColumns,
        balance: decimalString.meta({ description: 'Closing debit less closing credit.' }),
        provisional: z
          .boolean()
          .meta({ description: 'The result of earlier years that are not closed, on the account that will get it.' }),
      }),
    ),
    totals: z.object(BalanceColumns),
  })
  .meta({ id: 'TrialBalance' });

export const trialBalanceRoute = route({
  ...report,
  path: '/v1/companies/{company}/reports/trial-balance',
  summary: 'Trial balance: opening, movements and closing by account, or by the first digits of their numbers',
  query: z.object({
    ...reportQuery,
    ...spanQuery,
    ...rangeQuery,
    level: integer({ min: 1, max: MAX_LEVEL })
      .optional()
      .meta({ description: 'Digits of the number that make a group; absent: by account.' }),
    with_zero: bool().optional().meta({ description: 'Also accounts on which nothing stands.' }),
    without_closing: bool()
      .optional()
      .meta({ description: 'Without the entries that set income and expenses to zero at the end of a year.' }),
  }),
  replies: { 200: TrialBalance },
  handle(request) {
    const { query } = request;
    return answered(request, (scene) => trialBalanceReport(scene, query));
  },
});

export interface TrialBalanceQuery extends NumberRange {
  readonly level?: number | undefined;
  readonly with_zero?: boolean | undefined;
  readonly without_closing?: boolean | undefined;
}

export async function trialBalanceReport(scene: ReportScene, query: TrialBalanceQuery): Promise<MadeReport> {
  const { db, span, years, language, companyId, knownAt } = scene;
  const { level = null, with_zero: withZero = false, without_closing = false } = query;
  const coverage = coverageOf(years, span);
  const options = { language, layers: movementLayers(without_closing), withZero };
  const sums = await accountSums(db, companyId, coverage, options);
  const isNamed = level !== null || coverage.isProvisional;
  const named = isNamed ? await namingAccounts(db, companyId, level ?? 0, language) : [];
  const { rows, totals } = trialBalance(sums, { ...query, level, withZero, headings: named, resultAccounts: named });
  const body = {
    ...presentPeriod(span, years),
    known_at: knownAt,
    level,
    provisional: coverage.isProvisional,
    rows: rows.map((row) => ({
      account: presentAccount(row, language),
      ...presentColumns(row.columns),
      balance: balanceOf(row.columns),
      provisional: row.isProvisional,
    })),
    totals: presentColumns(totals),
  };
  return { body, document: (parties) => trialBalanceDocument(parties, scene, body) };
}

type Body = Pick<z.infer<typeof TrialBalance>, 'rows' | 'totals' | 'provisional'>;

function trialBalanceDocument(parties: ReportParties, scene: ReportScene, { rows, totals, provisional }: Body) {
  const { span, years, language, knownAt } = scene;
  const say = wordsIn(language);
  const table: Table = {
    key: 'trial_balance',
    title: say('trial_balance'),
    columns: columnsIn(say, [
      ['account', 'text', 13],
      ['label', 'text', 46],
      ...SIDES.map((side) => [side, 'amount', 16, 'sum'] as const),
    ]),
    *rows() {
      for (const row of rows) {
        const { number, label } = row.account;
        const term = row.provisional ? 'provisional_result' : number;
        yield { cells: [number, nameTerm(term, label), ...SIDES.map((side) => unlessZero(row[side]))] };
      }
      if (rows.length > 0) yield totalRow([null, wordTerm(say, 'total'), ...SIDES.map((side) => totals[side])]);
    },
  };
  return reportDocument(parties, {
    title: 'trial_balance',
    language,
    period: periodTerm(span, years, language),
    date: span.to,
    knownAt,
    isProvisional: provisional,
    isLandscape: true,
    tables: [table],
  });
}
