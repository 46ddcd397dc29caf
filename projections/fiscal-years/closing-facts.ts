import type pg from 'pg';
import type { ClosingFacts, FoundRows } from '../../domain/fiscal-years/closing-checks.ts';
import type { FiscalYear } from '../../domain/fiscal-years/fiscal-year-events.ts';
import type { AccountBalance } from '../../domain/fiscal-years/result.ts';
import { countsFor, joinMerges } from '../third-parties/merges.ts';

/** What the closing of a year needs to know of its entries, and what else the read tables have to say about it. */

type Year = Pick<FiscalYear, 'id' | 'starts_on' | 'ends_on'>;

/**
 * Rows that a check of the closing tells of, by its code: a query that gives `id`, `label` and `amount`. It reads the company
 * file, the first and the last day from `asked`.
 */
const ROWS: Readonly<Record<string, string>> = {
  customers_in_credit: thirdPartiesOnTheWrongSide('customer', '< 0'),
  suppliers_in_debit: thirdPartiesOnTheWrongSide('supplier', '> 0'),
};

/** What is owed at the end of the year, from the first entry on: nothing is carried for a third party. */
function thirdPartiesOnTheWrongSide(type: 'customer' | 'supplier', side: string): string {
  return `SELECT p.id, p.name AS label, sum(b.debit - b.credit) AS amount
    FROM asked JOIN read.third_party_balances b ON b.company_id = asked.company_id
    JOIN read.fiscal_years y ON y.id = b.fiscal_year_id AND y.ends_on <= asked.ends_on
    JOIN read.accounts a ON a.id = b.account_id AND a.is_letterable
    ${joinMerges('b')} JOIN read.third_parties p ON p.id = ${countsFor('b')} AND p.type = '${type}'
    GROUP BY p.id, p.name HAVING sum(b.debit - b.credit) ${side}`;
}

const MOST_ROWS = 20;

export async function closingFacts(
  pool: pg.Pool,
  companyId: number,
  year: Year,
): Promise<Pick<ClosingFacts, 'balances' | 'found'>> {
  const [balances, ...found] = await Promise.all([
    yearBalances(pool, companyId, year.id),
    ...Object.entries(ROWS).map(
      async ([code, rows]) => [code, await foundRows(pool, companyId, year, code, rows)] as const,
    ),
  ]);
  return { balances, found: Object.fromEntries(found) };
}

async function yearBalances(pool: pg.Pool, companyId: number, yearId: number): Promise<AccountBalance[]> {
  const { rows } = await pool.query<AccountBalance>({
    name: 'balances-of-year',
    text: `SELECT account_id, sum(debit - credit)::numeric(20,2) AS balance FROM read.balances
           WHERE company_id = $1 AND fiscal_year_id = $2 GROUP BY account_id HAVING sum(debit) <> sum(credit)`,
    values: [companyId, yearId],
  });
  return rows;
}

async function foundRows(
  pool: pg.Pool,
  companyId: number,
  { starts_on, ends_on }: Year,
  code: string,
  query: string,
): Promise<FoundRows> {
  const { rows } = await pool.query<{ id: number; label: string; count: number; total: string }>({
    name: `closing-${code}`,
    text: `WITH asked AS (SELECT $1::bigint AS company_id, $2::date AS starts_on, $3::date AS ends_on)
           SELECT id, label, count(*) OVER () AS count, (sum(amount) OVER ())::numeric(20,2) AS total
           FROM (${query}) AS found ORDER BY abs(amount) DESC, id LIMIT ${MOST_ROWS}`,
    values: [companyId, starts_on, ends_on],
  });
  const [first] = rows;
  return {
    count: first?.count ?? 0,
    amount: first?.total ?? '0.00',
    rows: rows.map(({ id, label }) => ({ id, label })),
  };
}
