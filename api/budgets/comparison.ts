import type { Readable } from 'node:stream';
import { z } from 'zod';
import { readYearSums } from '../../commands/budgets/resolve-lines.ts';
import { createChart } from '../../domain/budgets/chart.ts';
import { budgets, BUDGET_KINDS } from '../../domain/budgets/budget.ts';
import {
  compareInSteps,
  type ComparedBudget,
  type ComparedFigures,
  type Figures,
} from '../../domain/budgets/comparison.ts';
import { findYearBefore, moveToYear } from '../../domain/budgets/last-year.ts';
import type { Language } from '../../domain/language.ts';
import { refuse } from '../../domain/refusal.ts';
import { listAnalyticCodes } from '../../projections/budgets/actual-sums.ts';
import { listChartRows, type ChartRow } from '../../projections/budgets/chart.ts';
import type { FiscalYearRow } from '../../projections/fiscal-years/queries.ts';
import { findRecord } from '../../projections/records/queries.ts';
import { runInTurns } from '../../support/yielding.ts';
import { presentFiscalYear } from '../fiscal-years/fiscal-year.ts';
import { withSharedRecord } from '../http/routing/example.ts';
import { choice, date, id } from '../http/input/fields.ts';
import { dateTimestamp, decimalString, plainDate, recordId, timestamp } from '../http/reply/output.ts';
import { route } from '../http/routing/route.ts';
import { getBookToday } from '../http/reply/time.ts';
import { translateLabel } from '../records/present.ts';
import type { Services } from '../services.ts';
import {
  respondWithReport,
  presentYearReference,
  report,
  reportQuery,
  YearReference,
  type MadeReport,
  type ReportScene,
} from '../reports/report.ts';
import { computeCommittedSums } from './committed.ts';
import { buildComparisonDocument } from './comparison-document.ts';
import {
  getLineLabel,
  computeVariancePercent,
  type LabelledComparison,
  type LabelledPeriod,
  type ShownBudget,
} from './labelled.ts';

/** A budget compared with actual and committed amounts and the year-end forecast. */

const figures = {
  budget: decimalString.meta({ description: 'Planned amount.' }),
  actual: decimalString.meta({
    description: 'Booked amount. Income is positive as a credit, everything else as a debit.',
  }),
  committed: decimalString.meta({
    description: 'Not booked yet, but expected: documents waiting to be booked and recurring entries.',
  }),
  variance: decimalString.meta({ description: 'Actual minus budget.' }),
  forecast: decimalString.meta({
    description:
      'Expected final amount: actual plus committed for a past period; for any other period the budget, or what is already known if that is more.',
  }),
};

const previousActual = decimalString.nullable().meta({
  description: 'Booked in the same period of the fiscal year before; null if the file has no such year.',
});

const compare = {
  ...figures,
  previous_actual: previousActual,
  variance_percent: decimalString
    .nullable()
    .meta({ description: 'Percentage of the budget; null if there is no budget.' }),
  to_date: z.object(figures).meta({ description: 'Up to and including the period of `as_of`.' }),
  periods: z
    .array(z.object({ period_id: recordId, ...figures, previous_actual: previousActual }))
    .meta({ description: 'The same figures per period.' }),
};

const ComparedFiguresAnswer = z.object(compare).meta({ id: 'BudgetFigures' });

const Comparison = z
  .object({
    budget: z
      .object({ id: recordId, name: z.string(), kind: z.enum(BUDGET_KINDS) })
      .meta({ description: 'The budget.' }),
    fiscal_year: YearReference,
    as_of: plainDate.meta({ description: 'Periods that end before this date are over.' }),
    known_at: timestamp.nullable(),
    periods: z.array(
      z.object({
        id: recordId,
        label: z.string(),
        starts_on: dateTimestamp,
        ends_on: dateTimestamp,
        is_over: z.boolean().meta({ description: 'Whether the period ended before the requested date.' }),
      }),
    ),
    rows: z.array(
      z
        .object({
          account: z.string().nullable(),
          label: z.string(),
          type: z
            .enum(['income', 'expense', 'balance', 'result'])
            .meta({ description: 'Type of the accounts; `result` is the income less the expenses of a code.' }),
          analytic_code_id: recordId.nullable(),
          analytic_code: z.string().nullable().meta({ description: 'The analytic code.' }),
          is_part: z.boolean().meta({
            description: 'Part of a line without an analytic code: not counted in the totals.',
          }),
          ...compare,
        })
        .meta({ id: 'BudgetComparisonRow' }),
    ),
    unbudgeted: z
      .object({ income: ComparedFiguresAnswer, expense: ComparedFiguresAnswer })
      .meta({ description: 'Income and expenses without a budget line.' }),
    totals: z
      .object({ income: ComparedFiguresAnswer, expense: ComparedFiguresAnswer, result: ComparedFiguresAnswer })
      .meta({ description: 'Including unbudgeted amounts.' }),
  })
  .meta({ id: 'BudgetComparison' });

export const comparisonRoute = route({
  ...report,
  area: 'analytics',
  path: '/v1/companies/{company}/budgets/{id}/comparison',
  summary: 'Budget against actual, committed, variance and year-end forecast, by line and period',
  params: z.object({ id: id() }),
  query: z.object({
    ...reportQuery,
    as_of: date()
      .optional()
      .meta({ description: 'Periods that end before this date count as past; by default today.' }),
    by: choice(['line', 'period'])
      .optional()
      .meta({ description: 'For files: `period` adds each line by period. JSON always includes it.' }),
  }),
  example: withSharedRecord(budgets.name),
  replies: { 200: Comparison },
  async handle(request) {
    const { services, company, language, params, query, knownAt } = request;
    const budget = await findRecord(services.pool, budgets, company.id, params.id);
    if (!budget || budget.deleted_at !== null) return refuse('not_found');
    const { as_of: asOf = getBookToday(), by = 'line' } = query;
    const asked = {
      services,
      company,
      language,
      query: { ...query, fiscal_year_id: budget.fiscal_year_id },
      beginDownload: (stream: Readable) => request.beginDownload(stream),
    };
    return respondWithReport({ ...asked, ...(knownAt !== undefined && { knownAt }) }, (scene) =>
      buildComparisonReport(scene, services, budget, { asOf, isByPeriod: by === 'period' }),
    );
  },
});

async function buildComparisonReport(
  scene: ReportScene,
  services: Pick<Services, 'commands' | 'pool'>,
  budget: ShownBudget,
  { asOf, isByPeriod }: { readonly asOf: string; readonly isByPeriod: boolean },
): Promise<MadeReport> {
  const { db, companyId, years, language, knownAt } = scene;
  const year = years.find((one) => one.id === budget.fiscal_year_id)!;
  const { periods } = year;
  const chart = await listChartRows(db, companyId);
  const hasCodes = budget.lines.some(({ analytic_code_id }) => analytic_code_id !== null);
  const codes = hasCodes ? await listAnalyticCodes(db, companyId) : [];
  const budgeted = {
    lines: budget.lines,
    chart: createChart(chart),
    periods,
    asOf,
    parents: new Map(codes.map(({ id: code, parent_id }) => [code, parent_id])),
  };
  const file = await services.commands.loadState('company', companyId);
  const booked = { db, companyId, file, withCodes: hasCodes };
  const comparison = await runInTurns(
    compareInSteps({
      ...budgeted,
      actual: await readYearSums(booked, year),
      committed: await computeCommittedSums({
        db,
        services,
        companyId,
        periods,
        isNow: knownAt === null,
        withCodes: hasCodes,
      }),
    }),
  );
  const before = findYearBefore(year, years);
  // The same lines with the books of the year before.
  const previous =
    before === undefined
      ? null
      : await runInTurns(
          compareInSteps({
            ...budgeted,
            actual: moveToYear(await readYearSums(booked, before), year, before),
            committed: { whole: [], coded: [] },
          }),
        );
  const labels = buildLabels(chart, language);
  const named = new Map(codes.map((one) => [one.id, one]));
  const labelled = { budget, comparison, periods: presentPeriods(year, language), labels, codes: named };
  return {
    body: presentComparison(labelled, previous, year, { asOf, knownAt }),
    buildDocument: (parties) => buildComparisonDocument(parties, scene, { ...labelled, isByPeriod, asOf }),
  };
}

/** Labels of accounts and groups. A group without a label shows its digits. */
function buildLabels(chart: readonly ChartRow[], language: Language): ReadonlyMap<string, string> {
  return new Map(chart.map(({ number, label, labels }) => [number, translateLabel(language, label, labels)]));
}

const presentPeriods = (year: FiscalYearRow, language: Language): readonly LabelledPeriod[] =>
  presentFiscalYear(year, language).periods;

function presentComparison(
  { budget, comparison, periods, labels, codes }: LabelledComparison,
  previous: ComparedBudget | null,
  year: FiscalYearRow,
  { asOf, knownAt }: { readonly asOf: string; readonly knownAt: string | null },
) {
  const { rows, unbudgeted, totals } = comparison;
  const presentOne = (one: ComparedFigures, earlier: ComparedFigures | undefined) =>
    presentCompared(one, earlier ?? null, periods);
  return {
    budget: { id: budget.id, name: budget.name, kind: budget.kind },
    fiscal_year: presentYearReference(year),
    as_of: asOf,
    known_at: knownAt,
    periods: periods.map(({ id: periodId, label, starts_on, ends_on }) => ({
      id: periodId,
      label,
      starts_on,
      ends_on,
      is_over: ends_on.slice(0, 10) < asOf,
    })),
    rows: rows.map((row, index) => ({
      account: row.line.account,
      label: getLineLabel(row.line, labels, codes),
      type: row.type,
      analytic_code_id: row.line.analytic_code_id,
      analytic_code: codes.get(row.line.analytic_code_id ?? 0)?.code ?? null,
      is_part: row.isPart,
      ...presentOne(row, previous?.rows[index]),
    })),
    unbudgeted: {
      income: presentOne(unbudgeted.income, previous?.unbudgeted.income),
      expense: presentOne(unbudgeted.expense, previous?.unbudgeted.expense),
    },
    totals: {
      income: presentOne(totals.income, previous?.totals.income),
      expense: presentOne(totals.expense, previous?.totals.expense),
      result: presentOne(totals.result, previous?.totals.result),
    },
  };
}

const presentFigures = ({ budget, actual, committed, variance, forecast }: Figures) => ({
  budget,
  actual,
  committed,
  variance,
  forecast,
});

const presentCompared = (
  one: ComparedFigures,
  earlier: ComparedFigures | null,
  periods: readonly LabelledPeriod[],
) => ({
  ...presentFigures(one),
  previous_actual: earlier?.actual ?? null,
  variance_percent: computeVariancePercent(one),
  to_date: presentFigures(one.toDate),
  periods: one.periods.map((period, place) => ({
    period_id: periods[place]!.id,
    ...presentFigures(period),
    previous_actual: earlier?.periods[place]!.actual ?? null,
  })),
});
