import { z } from 'zod';
import { refuseInvalid, isRefusal, type Refusal } from '../../domain/refusal.ts';
import { buildComparison, buildComparisons, type Compared } from '../../domain/reports/comparison.ts';
import { resolveSpan, type Span } from '../../domain/reports/span.ts';
import { findComparisonSpan, computeStatementAmounts } from '../../domain/reports/statements.ts';
import { isZero } from '../../domain/money.ts';
import type { Column, Row } from '../exports/document.ts';
import { formatDate } from '../exports/notation.ts';
import { date, id } from '../http/input/fields.ts';
import { decimalString, plainDate, timestamp } from '../http/reply/output.ts';
import { route } from '../http/routing/route.ts';
import { buildReportColumns, toNameTerm, buildReportDocument } from './document.ts';
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
import { readBalances, readStatementCompany } from './year-balances.ts';

/** Comparison of two periods, by account or by rubric. */

const Comparison = z
  .object({
    ...periodAnswer,
    compared_period: z.object({ from: plainDate, to: plainDate }).meta({ description: 'Period to compare with.' }),
    known_at: timestamp.nullable(),
    by: z.enum(['account', 'rubric']).meta({ description: 'Whether rows are accounts or rubrics.' }),
    rows: z.array(
      z.object({
        code: z.string().meta({ description: 'Number of the account, or code of the rubric.' }),
        label: z.string(),
        amount: decimalString.meta({
          description:
            'By account: debit less credit, for the period for income and expenses, at its end for all others.',
        }),
        compared_amount: decimalString.meta({ description: 'Amount of the compared period.' }),
        difference: decimalString,
        percent: decimalString.nullable().meta({ description: 'Difference in per cent; null if there is no base.' }),
      }),
    ),
  })
  .meta({ id: 'ComparisonReport' });

export const comparisonRoute = route({
  ...report,
  path: '/v1/companies/{company}/reports/comparison',
  summary: 'Compare two periods by account or by rubric: amounts, difference and percentage',
  query: z.object({
    ...reportQuery,
    ...spanQuery,
    compare_fiscal_year_id: id()
      .optional()
      .meta({ description: 'Year to compare with; by default the previous year.' }),
    compare_from: date().optional().meta({ description: 'First day of the compared period.' }),
    compare_to: date().optional().meta({ description: 'Last day of the compared period.' }),
    by: z.enum(['account', 'rubric']).optional().meta({ description: 'Defaults to `account`.' }),
  }),
  replies: { 200: Comparison },
  handle: (request) => respondWithReport(request, (scene) => buildComparisonReport(scene, request.query)),
});

export interface ComparisonQuery {
  readonly compare_fiscal_year_id?: number | undefined;
  readonly compare_from?: string | undefined;
  readonly compare_to?: string | undefined;
  readonly by?: 'account' | 'rubric' | undefined;
}

/** The requested period, or by default the previous one. If there are no books for that time, all its amounts are zero. */
function resolveComparedSpan({ years, span }: ReportScene, query: ComparisonQuery): Span | Refusal {
  const { compare_fiscal_year_id: yearId, compare_from: from, compare_to: to } = query;
  if (yearId === undefined && from === undefined && to === undefined)
    return findComparisonSpan(years, span) ?? { from: shiftOneYearBack(span.from), to: shiftOneYearBack(span.to) };
  const found = resolveSpan(years, { fiscal_year_id: yearId, from, to }, span.from);
  if (!isRefusal(found)) return found;
  return refuseInvalid((found.problems ?? []).map((problem) => ({ ...problem, field: `compare_${problem.field}` })));
}

const shiftOneYearBack = (day: string): string =>
  `${String(Number(day.slice(0, 4)) - 1).padStart(4, '0')}${day.slice(4).replace('-02-29', '-02-28')}`;

interface ComparedRow extends Compared {
  readonly code: string;
  readonly label: string;
  readonly level: number;
}

export async function buildComparisonReport(scene: ReportScene, query: ComparisonQuery): Promise<MadeReport | Refusal> {
  const { span, years, language, knownAt } = scene;
  const other = resolveComparedSpan(scene, query);
  if (isRefusal(other)) return other;
  const { by = 'account' } = query;
  const rows = await (by === 'account' ? compareByAccount(scene, other) : compareByRubric(scene, other));
  return {
    body: {
      ...presentPeriod(span, years),
      compared_period: other,
      known_at: knownAt,
      by,
      rows: rows.map(({ code, label, amount, compared: base, difference, percent }) => ({
        code,
        label,
        amount,
        compared_amount: base,
        difference,
        percent,
      })),
    },
    buildDocument: (parties) => {
      const say = wordsIn(language);
      const formatDay = (day: string) => formatDate(day, language);
      const formatSpan = ({ from, to }: Span) => `${formatDay(from)} – ${formatDay(to)}`;
      const buildAmountColumn = (key: string, { from, to }: Span): Column => ({
        key,
        label: formatSpan({ from, to }),
        kind: 'amount',
        width: 24,
      });
      const table = {
        key: 'comparison',
        title: say('comparison'),
        columns: [
          ...buildReportColumns(say, [
            [by === 'account' ? 'account' : 'code', 'text', 12],
            [by === 'account' ? 'label' : 'rubric', 'text', 50],
          ]),
          buildAmountColumn('amount', span),
          buildAmountColumn('compared_amount', other),
          ...buildReportColumns(say, [
            ['difference', 'amount', 17],
            ['percent', 'percent', 12],
          ]),
        ],
        streamRows: (): Row[] =>
          rows.map(({ code, label, level, amount: now, compared: base, difference, percent }) => ({
            cells: [code, toNameTerm(code, label), now, base, difference, percent],
            level: Math.max(level - 2, 0),
            isTotal: level > 0 && level <= 2,
          })),
      };
      const period = {
        term: `${span.from}/${span.to} ${other.from}/${other.to}`,
        text: `${formatSpan(span)}  ·  ${formatSpan(other)}`,
      };
      return buildReportDocument(parties, {
        title: 'comparison',
        language,
        period,
        date: span.to,
        knownAt,
        isLandscape: true,
        tables: [table],
      });
    },
  };
}

async function compareByAccount(scene: ReportScene, other: Span): Promise<ComparedRow[]> {
  const [now, then] = [await readBalances(scene, scene.span), await readBalances(scene, other)];
  const getLabel = (number: string) => now.labels.get(number) ?? then.labels.get(number) ?? number;
  return buildComparisons(now.onAccounts, then.onAccounts).map(({ key, ...row }) => ({
    code: key,
    label: getLabel(key),
    level: 0,
    ...row,
  }));
}

async function compareByRubric(scene: ReportScene, other: Span): Promise<ComparedRow[]> {
  const { model } = await readStatementCompany(scene);
  const [now, then] = [await readBalances(scene, scene.span), await readBalances(scene, other)];
  const [amounts, bases] = [
    computeStatementAmounts(model, now.balances),
    computeStatementAmounts(model, then.balances),
  ];
  return model.rubrics
    .map(({ code, labels, level, isMemo = false }) => ({
      code,
      label: labels[scene.language],
      level: isMemo ? Math.max(level, 3) : level,
      ...buildComparison(amounts.get(code)!, bases.get(code)!),
    }))
    .filter(({ amount, compared: base, level }) => level <= 2 || !isZero(amount) || !isZero(base));
}
