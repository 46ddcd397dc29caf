import type pg from 'pg';
import { countryPacks } from '../../domain/country-packs/index.ts';

/** Movements of one period by what they mean to the company; credit counts as positive where it is income or owed. */
export interface PeriodFigures {
  readonly period_id: number;
  readonly turnover: string;
  readonly income: string;
  readonly expense: string;
  readonly cash: string;
  readonly customers: string;
  readonly suppliers: string;
  readonly vat: string;
}

/** How the numbers of the accounts begin through which a country appropriates a result: they are no income or expenses. */
const APPROPRIATION = countryPacks.flatMap(({ code, charts }) =>
  [...new Set(charts.flatMap(({ closing }) => closing.appropriation?.all ?? []))].map((prefix) => ({ code, prefix })),
);

/** The closing of a year sets income and expenses to zero, which earns and costs nothing. */
const EARNED = `b.layer <> 'closing' AND apart.id IS NULL`;

/** Turnover is group 70 in the charts of all three countries. */
const FIGURES = {
  turnover: `(b.credit - b.debit) FILTER (WHERE a.number LIKE '70%' AND ${EARNED})`,
  income: `(b.credit - b.debit) FILTER (WHERE a.type = 'income' AND ${EARNED})`,
  expense: `(b.debit - b.credit) FILTER (WHERE a.type = 'expense' AND ${EARNED})`,
  cash: `(b.debit - b.credit) FILTER (WHERE a.control_role IN ('bank', 'cash'))`,
  customers: `(b.debit - b.credit) FILTER (WHERE a.control_role = 'customer')`,
  suppliers: `(b.credit - b.debit) FILTER (WHERE a.control_role = 'supplier')`,
  vat: `(b.credit - b.debit) FILTER (WHERE a.control_role IN ('vat_due', 'vat_deductible'))`,
};

/**
 * Reads the balances that the projector keeps, never the lines: a row for each period with movements. They are added up
 * over years, so what each year carries from the one before is left out.
 */
export async function figuresByPeriod(pool: pg.Pool, companyId: number): Promise<PeriodFigures[]> {
  const sums = Object.entries(FIGURES).map(([name, sum]) => `coalesce(sum${sum}, 0)::numeric(20,2) AS ${name}`);
  const { rows } = await pool.query<PeriodFigures>({
    name: 'figures-by-period',
    text: `WITH apart AS (
             SELECT a.id FROM read.companies c JOIN unnest($2::text[], $3::text[]) AS p(country, prefix) ON p.country = c.country_pack
             JOIN read.accounts a ON a.company_id = c.id AND starts_with(a.number, p.prefix) WHERE c.id = $1)
           SELECT b.period_id, ${sums.join(', ')}
           FROM read.balances b JOIN read.accounts a ON a.id = b.account_id LEFT JOIN apart ON apart.id = b.account_id
           WHERE b.company_id = $1 AND b.layer <> 'carried' GROUP BY b.period_id`,
    values: [companyId, APPROPRIATION.map(({ code }) => code), APPROPRIATION.map(({ prefix }) => prefix)],
  });
  return rows;
}
