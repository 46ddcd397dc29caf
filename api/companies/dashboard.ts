import { z } from 'zod';
import { add, subtract, sum, ZERO } from '../../domain/money.ts';
import { invalid } from '../../domain/refusal.ts';
import { figuresByPeriod, type PeriodFigures } from '../../projections/companies/dashboard.ts';
import { fiscalYearsOf, type FiscalYearRow } from '../../projections/fiscal-years/queries.ts';
import { presentFiscalYear } from '../fiscal-years/fiscal-year.ts';
import { id } from '../http/input/fields.ts';
import { dateTimestamp, decimalString, recordId } from '../http/reply/output.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { todayOfTheBooks } from '../http/reply/time.ts';

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
  area: 'companies',
  summary: 'Turnover, result, cash, open customers and suppliers and VAT position of a fiscal year, period by period',
  ability: 'read',
  role: 'any',
  demo: 'allowed',
  query: z.object({ fiscal_year_id: id().optional() }),
  replies: { 200: Dashboard },
  async handle({ query, company, services, language }) {
    const [years, figures] = await Promise.all([
      fiscalYearsOf(services.pool, company.id),
      figuresByPeriod(services.pool, company.id),
    ]);
    const year = chosenYear(years, query.fiscal_year_id, todayOfTheBooks());
    if (!year) return invalid([{ code: 'reference_unknown', field: 'fiscal_year_id' }]);
    const shown = presentFiscalYear(year, language);
    const byPeriod = new Map(figures.map((row) => [row.period_id, row]));
    const figure = (periodId: number, name: Name) => byPeriod.get(periodId)?.[name] ?? ZERO;
    const total = (periodIds: readonly number[], name: Name) =>
      sum(periodIds.map((periodId) => figure(periodId, name)));

    const inYear = year.periods.map((period) => period.id);
    const before = years
      .filter(({ ends_on }) => ends_on < year.starts_on)
      .flatMap(({ periods }) => periods.map((period) => period.id));
    // What is owed and what is at the bank do not begin anew with the year.
    const standing = (name: Name) => total([...before, ...inYear], name);
    let cash = total(before, 'cash');
    return ok({
      fiscal_year: { id: shown.id, code: shown.code, starts_on: shown.starts_on, ends_on: shown.ends_on },
      turnover: total(inYear, 'turnover'),
      result: subtract(total(inYear, 'income'), total(inYear, 'expense')),
      cash: standing('cash'),
      open_customers: standing('customers'),
      open_suppliers: standing('suppliers'),
      vat_position: standing('vat'),
      months: shown.periods.map(({ id: period_id, label, starts_on, ends_on }) => {
        cash = add(cash, figure(period_id, 'cash'));
        const costs = figure(period_id, 'expense');
        return {
          period_id,
          label,
          starts_on,
          ends_on,
          turnover: figure(period_id, 'turnover'),
          costs,
          result: subtract(figure(period_id, 'income'), costs),
          cash,
        };
      }),
    });
  },
});

type Name = Exclude<keyof PeriodFigures, 'period_id'>;

/** The one requested; else the one that today falls in, or the last. */
function chosenYear(
  years: readonly FiscalYearRow[],
  requested: number | undefined,
  today: string,
): FiscalYearRow | undefined {
  if (requested !== undefined) return years.find((year) => year.id === requested);
  return years.find(({ starts_on, ends_on }) => starts_on <= today && today <= ends_on) ?? years.at(-1);
}
