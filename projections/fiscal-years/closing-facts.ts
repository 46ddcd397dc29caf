import { sql } from 'kysely';
import type pg from 'pg';
import type { ClosingFacts, FoundRows } from '../../domain/fiscal-years/closing-checks.ts';
import type { FiscalYear } from '../../domain/fiscal-years/fiscal-year-events.ts';
import type { AccountBalance } from '../../domain/fiscal-years/result.ts';
import { amount } from '../support/expressions.ts';
import { bigint, date } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';
import { countsFor, mergesOf } from '../third-parties/merges.ts';

/** What the closing of a year needs to know of its entries, and what else the read tables have to say about it. */

type Year = Pick<FiscalYear, 'id' | 'starts_on' | 'ends_on'>;

const MOST_ROWS = 20;

/** What is owed at the end of the year, from the first entry on: nothing is carried for a third party. */
const thirdPartiesOnTheWrongSide = (name: string, type: 'customer' | 'supplier', side: '<' | '>') =>
  statement(name, { companyId: bigint, endsOn: date }, (db, { companyId, endsOn }) => {
    const owed = sql<string>`sum(b.debit - b.credit)`;
    const found = db
      .selectFrom('read.third_party_balances as b')
      .innerJoin('read.fiscal_years as y', (join) =>
        join.onRef('y.id', '=', 'b.fiscal_year_id').on('y.ends_on', '<=', endsOn),
      )
      .innerJoin('read.accounts as a', (join) =>
        join.onRef('a.id', '=', 'b.account_id').on('a.is_letterable', '=', true),
      )
      .leftJoin(...mergesOf('b'))
      .innerJoin('read.third_parties as p', (join) => join.on('p.id', '=', countsFor('b')).on('p.type', '=', type))
      .select(['p.id', 'p.name as label', owed.as('amount')])
      .where('b.company_id', '=', companyId)
      .groupBy(['p.id', 'p.name'])
      .having(owed, side, sql<string>`0`);
    return db
      .selectFrom(found.as('found'))
      .select((eb) => [
        'id',
        'label',
        eb.fn.countAll<number>().over().as('count'),
        amount(sql`(sum(amount) over ())`).as('total'),
      ])
      .orderBy(sql`abs(amount)`, 'desc')
      .orderBy('id')
      .limit(MOST_ROWS);
  });

/** Rows that a check of the closing reports, by its code. */
const FOUND = {
  customers_in_credit: thirdPartiesOnTheWrongSide('closing-customers-in-credit', 'customer', '<'),
  suppliers_in_debit: thirdPartiesOnTheWrongSide('closing-suppliers-in-debit', 'supplier', '>'),
};

export async function closingFacts(
  pool: pg.Pool,
  companyId: number,
  year: Year,
): Promise<Pick<ClosingFacts, 'balances' | 'found'>> {
  const [balances, ...found] = await Promise.all([
    balancesStatement.all(pool, { companyId, yearId: year.id }),
    ...Object.entries(FOUND).map(async ([code, rows]): Promise<[string, FoundRows]> => {
      return [code, foundRows(await rows.all(pool, { companyId, endsOn: year.ends_on }))];
    }),
  ]);
  return { balances: balances satisfies AccountBalance[], found: Object.fromEntries(found) };
}

const balancesStatement = statement(
  'balances-of-year',
  { companyId: bigint, yearId: bigint },
  (db, { companyId, yearId }) =>
    db
      .selectFrom('read.balances')
      .select(['account_id', amount(sql`sum(debit - credit)`).as('balance')])
      .where('company_id', '=', companyId)
      .where('fiscal_year_id', '=', yearId)
      .groupBy('account_id')
      .having(sql<boolean>`sum(debit) <> sum(credit)`),
);

interface FoundRow {
  readonly id: number;
  readonly label: string;
  readonly count: number;
  readonly total: string;
}

function foundRows(rows: readonly FoundRow[]): FoundRows {
  const [first] = rows;
  return {
    count: first?.count ?? 0,
    amount: first?.total ?? '0.00',
    rows: rows.map(({ id, label }) => ({ id, label })),
  };
}
