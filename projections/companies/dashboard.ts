import { sql } from 'kysely';
import type pg from 'pg';
import { countryPacks } from '../../domain/country-packs/index.ts';
import { sumOf } from '../support/expressions.ts';
import { bigint, texts } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

/** Movements of one period by what they mean to the company; credit counts as positive where it is income or owed. */
export type PeriodFigures = RowOfStatement<typeof figuresStatement>;

/** How the numbers of the accounts begin through which a country appropriates a result: they are no income or expenses. */
const APPROPRIATION = countryPacks.flatMap(({ code, charts }) =>
  [...new Set(charts.flatMap(({ closing }) => closing.appropriation?.all ?? []))].map((prefix) => ({ code, prefix })),
);

/** Of balances (`b`) of accounts (`a`). */
const CREDITED = sql<string>`b.credit - b.debit`;
const DEBITED = sql<string>`b.debit - b.credit`;
/** The closing of a year sets income and expenses to zero, which earns and costs nothing. */
const EARNED = sql`b.layer <> 'closing' and apart.id is null`;

const figuresStatement = statement(
  'figures-by-period',
  { companyId: bigint, countries: texts, prefixes: texts },
  (db, { companyId, countries, prefixes }) =>
    db
      .with('apart', (part) =>
        part
          .selectFrom('read.companies as c')
          .innerJoin(
            sql<{ country: string; prefix: string }>`unnest(${countries}, ${prefixes})`.as<'p'>(
              sql`p(country, prefix)`,
            ),
            'p.country',
            'c.country_pack',
          )
          .innerJoin('read.accounts as a', (join) =>
            join.onRef('a.company_id', '=', 'c.id').on(sql<boolean>`starts_with(a.number, p.prefix)`),
          )
          .select('a.id')
          .where('c.id', '=', companyId),
      )
      .selectFrom('read.balances as b')
      .innerJoin('read.accounts as a', 'a.id', 'b.account_id')
      .leftJoin('apart', 'apart.id', 'b.account_id')
      .select([
        'b.period_id',
        // Group 70 in the charts of all three countries.
        sumOf(CREDITED, sql`a.number like '70%' and ${EARNED}`).as('turnover'),
        sumOf(CREDITED, sql`a.type = 'income' and ${EARNED}`).as('income'),
        sumOf(DEBITED, sql`a.type = 'expense' and ${EARNED}`).as('expense'),
        sumOf(DEBITED, sql`a.control_role in ('bank', 'cash')`).as('cash'),
        sumOf(DEBITED, sql`a.control_role = 'customer'`).as('customers'),
        sumOf(CREDITED, sql`a.control_role = 'supplier'`).as('suppliers'),
        sumOf(CREDITED, sql`a.control_role in ('vat_due', 'vat_deductible')`).as('vat'),
      ])
      .where('b.company_id', '=', companyId)
      .where('b.layer', '<>', 'carried')
      .groupBy('b.period_id'),
);

/**
 * Reads the balances that the projector keeps, never the lines: a row for each period with movements. They are added up
 * over years, so what each year carries from the one before is left out.
 */
export async function figuresByPeriod(pool: pg.Pool, companyId: number): Promise<PeriodFigures[]> {
  return figuresStatement.all(pool, {
    companyId,
    countries: APPROPRIATION.map(({ code }) => code),
    prefixes: APPROPRIATION.map(({ prefix }) => prefix),
  });
}
