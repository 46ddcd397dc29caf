import { z } from 'zod';
import { subtract, sum } from '../../domain/money.ts';
import { splitByMonth, buildCashFlow, type CashMonth } from '../../domain/reports/cash-flow.ts';
import { computeCoverage, type Span } from '../../domain/reports/span.ts';
import { buildAccountRows } from '../../domain/reports/trial-balance.ts';
import type { FiscalYearRow } from '../../projections/fiscal-years/queries.ts';
import { readAccountSums, getMovementLayers } from '../../projections/reports/account-sums.ts';
import { listCashAccountIds, readOpenByDueDate } from '../../projections/reports/cash-flow.ts';
import { readAccountParts } from '../../projections/reports/general-ledger.ts';
import type { Row } from '../exports/document.ts';
import { date } from '../http/input/fields.ts';
import { decimalString, plainDate, timestamp } from '../http/reply/output.ts';
import { route } from '../http/routing/route.ts';
import { getBookToday } from '../http/reply/time.ts';
import { buildReportColumns, toNameTerm, toPeriodTerm, buildReportDocument, toWordTerm } from './document.ts';
import {
  respondWithReport,
  periodAnswer,
  presentPeriod,
  report,
  reportQuery,
  spanQuery,
  type MadeReport,
  type ReportScene,
} from './report.ts';
import { wordsIn } from './words.ts';

/** Actual cash flow by month, and the expected flow from open items. */

const CashFlow = z
  .object({
    ...periodAnswer,
    as_of: plainDate,
    known_at: timestamp.nullable(),
    opening_cash: decimalString.meta({ description: 'Balance of the bank and cash accounts before the first month.' }),
    months: z.array(
      z.object({
        month: z.string().meta({ description: 'Year and month.', examples: ['2026-01'] }),
        nature: z
          .enum(['actual', 'overdue', 'expected'])
          .meta({ description: 'Booked amounts; amounts overdue by now; amounts that fall due in that month.' }),
        incoming: decimalString.meta({ description: 'Received or receivable.' }),
        outgoing: decimalString.meta({ description: 'Paid or payable.' }),
        net: decimalString.meta({ description: 'Incoming less outgoing.' }),
        cash_at_end: decimalString.meta({ description: 'Including all earlier months.' }),
      }),
    ),
    totals: z.object({
      actual_net: decimalString.meta({ description: 'Total of the actual months.' }),
      expected_net: decimalString.meta({ description: 'Including overdue amounts.' }),
      closing_cash: decimalString.meta({ description: 'After the last month shown.' }),
    }),
  })
  .meta({ id: 'CashFlowReport' });

export const cashFlowRoute = route({
  ...report,
  path: '/v1/companies/{company}/reports/cash-flow',
  summary: 'Get the cash flow by month: actual from the bank and cash accounts, expected from open items by due date',
  query: z.object({
    ...reportQuery,
    ...spanQuery,
    as_of: date().optional().meta({ description: 'Actual up to this day, expected afterwards; by default today.' }),
  }),
  replies: { 200: CashFlow },
  handle: (request) =>
    respondWithReport(request, (scene) => buildCashFlowReport(scene, request.query.as_of ?? getBookToday())),
});

/** Limits the span to the fiscal years: there is nothing to show outside them. */
function limitToBooks({ from, to }: Span, years: readonly FiscalYearRow[]): Span {
  const [first, last] = [years[0]!.starts_on, years.at(-1)!.ends_on];
  return { from: from < first ? first : from, to: to > last ? last : to };
}

export async function buildCashFlowReport(scene: ReportScene, asOf: string): Promise<MadeReport> {
  const { db, span, years, language, companyId, knownAt } = scene;
  const coverage = computeCoverage(years, span);
  const cash = new Set(await listCashAccountIds(db, companyId));
  const sums = await readAccountSums(db, companyId, coverage, { language, layers: getMovementLayers(true) });
  const rows = buildAccountRows(
    sums.filter(({ id }) => cash.has(id)),
    [],
  );
  const opening = sum(rows.map(({ columns }) => subtract(columns.opening_debit, columns.opening_credit)));
  const parts = (await readAccountParts(db, companyId, splitByMonth(coverage), getMovementLayers(true))).filter(
    ({ owner_id }) => cash.has(owner_id),
  );
  const months = buildCashFlow(
    opening,
    limitToBooks(span, years),
    asOf,
    parts,
    await readOpenByDueDate(db, companyId, asOf),
  );
  const sumNet = (natures: readonly CashMonth['nature'][]) =>
    sum(months.filter(({ nature }) => natures.includes(nature)).map((month) => month.net));
  const totals = {
    actual_net: sumNet(['actual']),
    expected_net: sumNet(['overdue', 'expected']),
    closing_cash: months.at(-1)?.cash_at_end ?? opening,
  };
  return {
    body: {
      ...presentPeriod(span, years),
      as_of: asOf,
      known_at: knownAt,
      opening_cash: opening,
      months: months.map(({ month, ...others }) => ({ month: month.slice(0, 7), ...others })),
      totals,
    },
    buildDocument: (parties) => {
      const say = wordsIn(language);
      const table = {
        key: 'cash_flow',
        title: say('cash_flow'),
        columns: buildReportColumns(say, [
          ['month', 'text', 14],
          ['nature', 'text', 30],
          ['incoming', 'amount', 18, 'sum'],
          ['outgoing', 'amount', 18, 'sum'],
          ['net', 'amount', 18, 'sum'],
          ['cash_at_end', 'amount', 20, 'last'],
        ]),
        *streamRows(): Generator<Row> {
          yield { cells: [null, toWordTerm(say, 'opening_balance'), null, null, null, opening], isTotal: true };
          for (const { month, nature, incoming, outgoing, net: change, cash_at_end } of months)
            yield {
              cells: [month.slice(0, 7), toNameTerm(nature, say(nature)), incoming, outgoing, change, cash_at_end],
            };
          const word = toWordTerm(say, 'total');
          const sumColumn = (name: 'incoming' | 'outgoing' | 'net') => sum(months.map((month) => month[name]));
          yield {
            cells: [null, word, sumColumn('incoming'), sumColumn('outgoing'), sumColumn('net'), totals.closing_cash],
            isTotal: true,
          };
        },
      };
      return buildReportDocument(parties, {
        title: 'cash_flow',
        language,
        period: toPeriodTerm(span, years, language),
        date: span.to,
        knownAt,
        tables: [table],
      });
    },
  };
}
