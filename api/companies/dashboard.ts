import { z } from 'zod';
import { add, subtract, sum, ZERO } from '../../domain/money.ts';
import { refuseInvalid } from '../../domain/refusal.ts';
import { loadFiguresByPeriod, type PeriodFigures } from '../../projections/companies/dashboard.ts';
import { listFiscalYears, type FiscalYearRow } from '../../projections/fiscal-years/queries.ts';
import { presentFiscalYear } from '../fiscal-years/fiscal-year.ts';
import { id } from '../http/input/fields.ts';
import { dateTimestamp, decimalString, recordId } from '../http/reply/output.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { getBookToday } from '../http/reply/time.ts';

const Dashboard = z
  .object({
    fiscal_year: z.object({ id: recordId, code: z.string(), starts_on: dateTimestamp, ends_on: dateTimestamp }),
    turnover: decimalString,
    result: decimalString,
    cash: decimalString,
    open_customers: decimalString,
    open_suppliers: decimalString,
    vat_position: decimalString.meta({ description: 'Positive: owed to the administration; negative: to recover' }),
    months: z.array(
      z.object({
        period_id: recordId,
        label: z.string(),
        starts_on: dateTimestamp,
        ends_on: dateTimestamp,
        turnover: decimalString,
        costs: decimalString,
        result: decimalString,
        cash: decimalString.meta({ description: 'At the end of the period' }),
      }),
    ),
  })
  .meta({ id: 'CompanyDashboard' });

export const dashboardRoute = route({
  method: 'get',
  path: '/v1/companies/{company}/dashboard',
  operationId: 'getCompanyDashboard',
  area: 'companies',
  summary: 'Turnover, result, cash, open receivables and payables, and VAT position of a fiscal year, by period',
  ability: 'read',
  role: 'any',
  demo: 'allowed',
  query: z.object({ fiscal_year_id: id().optional() }),
  replies: { 200: Dashboard },
  async handle({ query, company, services, language }) {
    const [years, figures] = await Promise.all([
      listFiscalYears(services.pool, company.id),
      loadFiguresByPeriod(services.pool, company.id),
    ]);
    const year = findYear(years, query.fiscal_year_id, getBookToday());
    if (!year) return refuseInvalid([{ code: 'reference_unknown', field: 'fiscal_year_id' }]);
    const shown = presentFiscalYear(year, language);
    const byPeriod = new Map(figures.map((row) => [row.period_id, row]));
    const getFigure = (periodId: number, name: Name) => byPeriod.get(periodId)?.[name] ?? ZERO;
    const sumFigures = (periodIds: readonly number[], name: Name) =>
      sum(periodIds.map((periodId) => getFigure(periodId, name)));

    const inYear = year.periods.map((period) => period.id);
    const before = years
      .filter(({ ends_on }) => ends_on < year.starts_on)
      .flatMap(({ periods }) => periods.map((period) => period.id));
    // Open items and bank balances carry over from previous years.
    const sumToDate = (name: Name) => sumFigures([...before, ...inYear], name);
    let cash = sumFigures(before, 'cash');
    return ok({
      fiscal_year: { id: shown.id, code: shown.code, starts_on: shown.starts_on, ends_on: shown.ends_on },
      turnover: sumFigures(inYear, 'turnover'),
      result: subtract(sumFigures(inYear, 'income'), sumFigures(inYear, 'expense')),
      cash: sumToDate('cash'),
      open_customers: sumToDate('customers'),
      open_suppliers: sumToDate('suppliers'),
      vat_position: sumToDate('vat'),
      months: shown.periods.map(({ id: period_id, label, starts_on, ends_on }) => {
        cash = add(cash, getFigure(period_id, 'cash'));
        const costs = getFigure(period_id, 'expense');
        return {
          period_id,
          label,
          starts_on,
          ends_on,
          turnover: getFigure(period_id, 'turnover'),
          costs,
          result: subtract(getFigure(period_id, 'income'), costs),
          cash,
        };
      }),
    });
  },
});

type Name = Exclude<keyof PeriodFigures, 'period_id'>;

/** The requested year; otherwise the current year, or the last one. */
function findYear(
  years: readonly FiscalYearRow[],
  requested: number | undefined,
  today: string,
): FiscalYearRow | undefined {
  if (requested !== undefined) return years.find((year) => year.id === requested);
  return years.find(({ starts_on, ends_on }) => starts_on <= today && today <= ends_on) ?? years.at(-1);
}
