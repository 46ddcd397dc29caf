import { z } from 'zod';
import { subtract, sum } from '../../domain/money.ts';
import { byMonth, cashFlow, type CashMonth } from '../../domain/reports/cash-flow.ts';
import { coverageOf, type Span } from '../../domain/reports/span.ts';
import { accountRows } from '../../domain/reports/trial-balance.ts';
import type { FiscalYearRow } from '../../projections/fiscal-years/queries.ts';
import { accountSums, movementLayers } from '../../projections/reports/account-sums.ts';
import { cashAccountIds, openByDueDay } from '../../projections/reports/cash-flow.ts';
import { accountParts } from '../../projections/reports/general-ledger.ts';
import type { Row } from '../exports/document.ts';
import { date } from '../http/input/fields.ts';
import { decimalString, plainDate, timestamp } from '../http/reply/output.ts';
import { route } from '../http/routing/route.ts';
import { todayOfTheBooks } from '../http/reply/time.ts';
import { columnsIn, nameTerm, periodTerm, reportDocument, wordTerm } from './document.ts';
import {
  answered,
  periodAnswer,
  presentPeriod,
  report,
  reportQuery,
  spanQuery,
  type MadeReport,
  type ReportScene,
} from './report.ts';
import { wordsIn } from './words.ts';

/** Money that came in and went out by month, and what open items let expect. */

const CashFlow = z
  .object({
    ...periodAnswer,
    as_of: plainDate,
    known_at: timestamp.nullable(),
    opening_cash: decimalString.meta({ description: 'On the accounts of banks and cash before the first month.' }),
    months: z.array(
      z.object({
        month: z.string().meta({ description: 'Year and month.', examples: ['2026-01'] }),
        nature: z
          .enum(['actual', 'overdue', 'expected'])
          .meta({ description: 'What was booked; what should have been paid by now; what falls due in that month.' }),
        incoming: decimalString.meta({ description: 'Received, or to be received.' }),
        outgoing: decimalString.meta({ description: 'Paid, or to be paid.' }),
        net: decimalString.meta({ description: 'Incoming less outgoing.' }),
        cash_at_end: decimalString.meta({ description: 'With all that comes before.' }),
      }),
    ),
    totals: z.object({
      actual_net: decimalString.meta({ description: 'Of the months that are booked.' }),
      expected_net: decimalString.meta({ description: 'With what is overdue.' }),
      closing_cash: decimalString.meta({ description: 'After the last month shown.' }),
    }),
  })
  .meta({ id: 'CashFlowReport' });

export const cashFlowRoute = route({
  ...report,
  path: '/v1/companies/{company}/reports/cash-flow',
  summary:
    'Cash flow by month: actual from the accounts of banks and cash, expected from open items by their due dates',
  query: z.object({
    ...reportQuery,
    ...spanQuery,
    as_of: date().optional().meta({ description: 'Up to this day it is actual, from it on expected; absent: today.' }),
  }),
  replies: { 200: CashFlow },
  handle: (request) => answered(request, (scene) => cashFlowReport(scene, request.query.as_of ?? todayOfTheBooks())),
});

/** Where there are no books there is nothing to show month by month. */
function withinBooks({ from, to }: Span, years: readonly FiscalYearRow[]): Span {
  const [first, last] = [years[0]!.starts_on, years.at(-1)!.ends_on];
  return { from: from < first ? first : from, to: to > last ? last : to };
}

export async function cashFlowReport(scene: ReportScene, asOf: string): Promise<MadeReport> {
  const { db, span, years, language, companyId, knownAt } = scene;
  const coverage = coverageOf(years, span);
  const cash = new Set(await cashAccountIds(db, companyId));
  const sums = await accountSums(db, companyId, coverage, { language, layers: movementLayers(true) });
  const rows = accountRows(
    sums.filter(({ id }) => cash.has(id)),
    [],
  );
  const opening = sum(rows.map(({ columns }) => subtract(columns.opening_debit, columns.opening_credit)));
  const parts = (await accountParts(db, companyId, byMonth(coverage), movementLayers(true))).filter(({ owner_id }) =>
    cash.has(owner_id),
  );
  const months = cashFlow(opening, withinBooks(span, years), asOf, parts, await openByDueDay(db, companyId, asOf));
  const net = (natures: readonly CashMonth['nature'][]) =>
    sum(months.filter(({ nature }) => natures.includes(nature)).map((month) => month.net));
  const totals = {
    actual_net: net(['actual']),
    expected_net: net(['overdue', 'expected']),
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
    document: (parties) => {
      const say = wordsIn(language);
      const table = {
        key: 'cash_flow',
        title: say('cash_flow'),
        columns: columnsIn(say, [
          ['month', 'text', 14],
          ['nature', 'text', 30],
          ['incoming', 'amount', 18, 'sum'],
          ['outgoing', 'amount', 18, 'sum'],
          ['net', 'amount', 18, 'sum'],
          ['cash_at_end', 'amount', 20, 'last'],
        ]),
        *rows(): Generator<Row> {
          yield { cells: [null, wordTerm(say, 'opening_balance'), null, null, null, opening], isTotal: true };
          for (const { month, nature, incoming, outgoing, net: change, cash_at_end } of months)
            yield {
              cells: [month.slice(0, 7), nameTerm(nature, say(nature)), incoming, outgoing, change, cash_at_end],
            };
          const word = wordTerm(say, 'total');
          const column = (name: 'incoming' | 'outgoing' | 'net') => sum(months.map((month) => month[name]));
          yield {
            cells: [null, word, column('incoming'), column('outgoing'), column('net'), totals.closing_cash],
            isTotal: true,
          };
        },
      };
      return reportDocument(parties, {
        title: 'cash_flow',
        language,
        period: periodTerm(span, years, language),
        date: span.to,
        knownAt,
        tables: [table],
      });
    },
  };
}
