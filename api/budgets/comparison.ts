import { z } from 'zod';
import { sumsOfYear } from '../../commands/budgets/resolve-lines.ts';
import { chartOf } from '../../domain/budgets/chart.ts';
import { budgets, BUDGET_KINDS } from '../../domain/budgets/budget.ts';
import { comparedInSteps, type ComparedFigures, type Figures } from '../../domain/budgets/comparison.ts';
import type { Language } from '../../domain/language.ts';
import { refuse } from '../../domain/refusal.ts';
import { analyticCodesOf } from '../../projections/budgets/actual-sums.ts';
import { chartRows, type ChartRow } from '../../projections/budgets/chart.ts';
import type { FiscalYearRow } from '../../projections/fiscal-years/queries.ts';
import { findRecord } from '../../projections/records/queries.ts';
import { inTurns } from '../../support/yielding.ts';
import { presentFiscalYear } from '../fiscal-years/fiscal-year.ts';
import { ofStanding } from '../http/routing/example.ts';
import { choice, date, id } from '../http/input/fields.ts';
import { dateTimestamp, decimalString, plainDate, recordId, timestamp } from '../http/reply/output.ts';
import { route } from '../http/routing/route.ts';
import { todayOfTheBooks } from '../http/reply/time.ts';
import { labelIn } from '../records/present.ts';
import type { Services } from '../services.ts';
import {
  answered,
  referenceTo,
  report,
  reportQuery,
  YearReference,
  type MadeReport,
  type ReportScene,
} from '../reports/report.ts';
import { committedSums } from './committed.ts';
import { comparisonDocument } from './comparison-document.ts';
import {
  labelOfLine,
  variancePercent,
  type LabelledComparison,
  type LabelledPeriod,
  type ShownBudget,
} from './labelled.ts';

/** A budget against what is booked, what is committed and what the year is expected to end with. */

const figures = {
  budget: decimalString.meta({ description: 'What was planned.' }),
  actual: decimalString.meta({
    description: 'What is booked. Income is positive when it is a credit, all else when it is a debit.',
  }),
  committed: decimalString.meta({
    description: 'Not booked yet, but known: documents that wait to be booked, entries that repeat.',
  }),
  variance: decimalString.meta({ description: 'Actual less budget.' }),
  forecast: decimalString.meta({
    description:
      'Expected at the end: of a period that is over what is booked and committed, of any other the budget, unless more is known already.',
  }),
};

const compare = {
  ...figures,
  variance_percent: decimalString.nullable().meta({ description: 'Of the budget; null where there is none.' }),
  to_date: z.object(figures).meta({ description: 'Up to the period of `as_of`, with that period.' }),
  periods: z.array(z.object({ period_id: recordId, ...figures })).meta({ description: 'The same of each period.' }),
};

const ComparedFiguresAnswer = z.object(compare).meta({ id: 'BudgetFigures' });

const Comparison = z
  .object({
    budget: z
      .object({ id: recordId, name: z.string(), kind: z.enum(BUDGET_KINDS) })
      .meta({ description: 'The budget.' }),
    fiscal_year: YearReference,
    as_of: plainDate.meta({ description: 'Periods that end before this day are over.' }),
    known_at: timestamp.nullable(),
    periods: z.array(
      z.object({
        id: recordId,
        label: z.string(),
        starts_on: dateTimestamp,
        ends_on: dateTimestamp,
        is_over: z.boolean().meta({ description: 'Whether it ended before the day asked for.' }),
      }),
    ),
    rows: z.array(
      z
        .object({
          account: z.string().nullable(),
          label: z.string(),
          type: z
            .enum(['income', 'expense', 'balance', 'result'])
            .meta({ description: 'What the accounts are; `result` is income less expenses of a code.' }),
          analytic_code_id: recordId.nullable(),
          analytic_code: z.string().nullable().meta({ description: 'The code as people call it.' }),
          is_part: z.boolean().meta({
            description: 'A part of what a line without a code has: it does not count in the totals.',
          }),
          ...compare,
        })
        .meta({ id: 'BudgetComparisonRow' }),
    ),
    unbudgeted: z
      .object({ income: ComparedFiguresAnswer, expense: ComparedFiguresAnswer })
      .meta({ description: 'Income and expenses that no line has.' }),
    totals: z
      .object({ income: ComparedFiguresAnswer, expense: ComparedFiguresAnswer, result: ComparedFiguresAnswer })
      .meta({ description: 'With what is not budgeted.' }),
  })
  .meta({ id: 'BudgetComparison' });

export const comparisonRoute = route({
  ...report,
  area: 'analytics',
  path: '/v1/companies/{company}/budgets/{id}/comparison',
  summary: 'Budget against actual, committed, variance and forecast to the end of the year, by line and period',
  params: z.object({ id: id() }),
  query: z.object({
    ...reportQuery,
    as_of: date().optional().meta({ description: 'Periods that end before this day are over; absent: today.' }),
    by: choice(['line', 'period'])
      .optional()
      .meta({ description: 'Of files: `period` adds each line period by period. JSON always has it.' }),
  }),
  example: ofStanding(budgets.name),
  replies: { 200: Comparison },
  async handle({ services, company, language, params, query, knownAt }) {
    const budget = await findRecord(services.pool, budgets, company.id, params.id);
    if (!budget || budget.deleted_at !== null) return refuse('not_found');
    const { as_of: asOf = todayOfTheBooks(), by = 'line' } = query;
    const asked = { services, company, language, query: { ...query, fiscal_year_id: budget.fiscal_year_id } };
    return answered({ ...asked, ...(knownAt !== undefined && { knownAt }) }, (scene) =>
      comparisonReport(scene, services, budget, { asOf, isByPeriod: by === 'period' }),
    );
  },
});

async function comparisonReport(
  scene: ReportScene,
  services: Pick<Services, 'commands' | 'pool'>,
  budget: ShownBudget,
  { asOf, isByPeriod }: { readonly asOf: string; readonly isByPeriod: boolean },
): Promise<MadeReport> {
  const { db, companyId, years, language, knownAt } = scene;
  const year = years.find((one) => one.id === budget.fiscal_year_id)!;
  const { periods } = year;
  const chart = await chartRows(db, companyId);
  const hasCodes = budget.lines.some(({ analytic_code_id }) => analytic_code_id !== null);
  const codes = hasCodes ? await analyticCodesOf(db, companyId) : [];
  const comparison = await inTurns(
    comparedInSteps({
      ...{ lines: budget.lines, chart: chartOf(chart), periods, asOf },
      actual: await sumsOfYear(db, companyId, year, hasCodes),
      committed: await committedSums({
        db,
        services,
        companyId,
        periods,
        isNow: knownAt === null,
        withCodes: hasCodes,
      }),
      parents: new Map(codes.map(({ id: code, parent_id }) => [code, parent_id])),
    }),
  );
  const labels = labelsOf(chart, language);
  const named = new Map(codes.map((one) => [one.id, one]));
  const labelled = { budget, comparison, periods: labelledPeriods(year, language), labels, codes: named };
  return {
    body: presented(labelled, year, { asOf, knownAt }),
    document: (parties) => comparisonDocument(parties, scene, { ...labelled, isByPeriod, asOf }),
  };
}

/** What accounts and groups are called; a group that no account names has its digits alone. */
function labelsOf(chart: readonly ChartRow[], language: Language): ReadonlyMap<string, string> {
  return new Map(chart.map(({ number, label, labels }) => [number, labelIn(language, label, labels)]));
}

const labelledPeriods = (year: FiscalYearRow, language: Language): readonly LabelledPeriod[] =>
  presentFiscalYear(year, language).periods;

function presented(
  { budget, comparison, periods, labels, codes }: LabelledComparison,
  year: FiscalYearRow,
  { asOf, knownAt }: { readonly asOf: string; readonly knownAt: string | null },
) {
  const { rows, unbudgeted, totals } = comparison;
  const shown = (one: ComparedFigures) => presentCompared(one, periods);
  return {
    budget: { id: budget.id, name: budget.name, kind: budget.kind },
    fiscal_year: referenceTo(year),
    as_of: asOf,
    known_at: knownAt,
    periods: periods.map(({ id: periodId, label, starts_on, ends_on }) => ({
      ...{ id: periodId, label, starts_on, ends_on },
      is_over: ends_on.slice(0, 10) < asOf,
    })),
    rows: rows.map((row) => ({
      account: row.line.account,
      label: labelOfLine(row.line, labels, codes),
      type: row.type,
      analytic_code_id: row.line.analytic_code_id,
      analytic_code: codes.get(row.line.analytic_code_id ?? 0)?.code ?? null,
      is_part: row.isPart,
      ...shown(row),
    })),
    unbudgeted: { income: shown(unbudgeted.income), expense: shown(unbudgeted.expense) },
    totals: { income: shown(totals.income), expense: shown(totals.expense), result: shown(totals.result) },
  };
}

const presentFigures = ({ budget, actual, committed, variance, forecast }: Figures) => ({
  ...{ budget, actual, committed, variance, forecast },
});

const presentCompared = (one: ComparedFigures, periods: readonly LabelledPeriod[]) => ({
  ...presentFigures(one),
  variance_percent: variancePercent(one),
  to_date: presentFigures(one.toDate),
  periods: one.periods.map((period, place) => ({ period_id: periods[place]!.id, ...presentFigures(period) })),
});
