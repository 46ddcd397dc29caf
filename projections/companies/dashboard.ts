import { sql } from 'kysely';
import type pg from 'pg';
import { countryPacks } from '../../domain/country-packs/index.ts';
import { sumAmount } from '../support/expressions.ts';
import { bigint, texts } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

/** Key figures of one period; credit is positive for income and liabilities. */
export type PeriodFigures = RowOfStatement<typeof figuresStatement>;

/** Number prefixes of appropriation accounts by country: they are neither income nor expenses. */
const APPROPRIATION = countryPacks.flatMap(({ code, charts }) =>
  [...new Set(charts.flatMap(({ closing }) => closing.appropriation?.all ?? []))].map((prefix) => ({ code, prefix })),
);

/** Expressions on balances (`b`) and accounts (`a`). */
const CREDITED = sql<string>`b.credit - b.debit`;
const DEBITED = sql<string>`b.debit - b.credit`;
/** Closing entries reset income and expenses to zero and do not count as such. */
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
        sumAmount(CREDITED, sql`a.number like '70%' and ${EARNED}`).as('turnover'),
        sumAmount(CREDITED, sql`a.type = 'income' and ${EARNED}`).as('income'),
        sumAmount(DEBITED, sql`a.type = 'expense' and ${EARNED}`).as('expense'),
        sumAmount(DEBITED, sql`a.control_role in ('bank', 'cash')`).as('cash'),
        sumAmount(DEBITED, sql`a.control_role = 'customer'`).as('customers'),
        sumAmount(CREDITED, sql`a.control_role = 'supplier'`).as('suppliers'),
        sumAmount(CREDITED, sql`a.control_role in ('vat_due', 'vat_deductible')`).as('vat'),
      ])
      .where('b.company_id', '=', companyId)
      .where('b.layer', '<>', 'carried')
      .groupBy('b.period_id'),
);

/**
 * Reads the stored balances, never the lines: one row per period with movements. The figures are summed over years, so
 * balances carried over from the previous year are left out.
 */
export async function loadFiguresByPeriod(pool: pg.Pool, companyId: number): Promise<PeriodFigures[]> {
  return figuresStatement.all(pool, {
    companyId,
    countries: APPROPRIATION.map(({ code }) => code),
    prefixes: APPROPRIATION.map(({ prefix }) => prefix),
  });
}
