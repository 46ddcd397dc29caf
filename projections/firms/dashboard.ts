import { sql } from 'kysely';
import { WITHOUT_ACCOUNTING } from '../../domain/documents/terms.ts';
import type pg from 'pg';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, flag } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';
import { FIRST_DAY, LOCKED_UNTIL } from './file-periods.ts';

/** The state of a company file in the few figures that show a firm where work is waiting. */
export type DashboardRow = RowOfStatement<typeof dashboardStatement>;

const dashboardStatement = statement(
  'dashboard-of-firm',
  { firmId: bigint, seesAll: flag, companies: bigints },
  (db, { firmId, seesAll, companies }) =>
    db
      .selectFrom('read.companies as c')
      .crossJoinLateral((eb) =>
        eb
          .selectFrom(['read.fiscal_years as f', sql<object>`jsonb_array_elements(f.periods)`.as('period')])
          .select([FIRST_DAY.as('first_day'), LOCKED_UNTIL.as('locked_until')])
          .whereRef('f.company_id', '=', 'c.id')
          .where('f.deleted_at', 'is', null)
          .as('y'),
      )
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('read.entries')
            .select(['entry_date', 'created_at'])
            .whereRef('company_id', '=', 'c.id')
            // Entries that a year-end closing writes into the next year are not counted as postings.
            .where('layer', 'not in', ['carried', 'closing'])
            .orderBy('entry_date', 'desc')
            .orderBy('id', 'desc')
            .limit(1)
            .as('e'),
        (join) => join.onTrue(),
      )
      .crossJoinLateral((eb) =>
        eb
          .selectFrom('read.documents')
          .select((of) => of.fn.countAll<number>().as('documents_waiting'))
          .whereRef('company_id', '=', 'c.id')
          .where('status', '=', 'pending')
          .where('kind', 'not in', WITHOUT_ACCOUNTING)
          .where('deleted_at', 'is', null)
          .as('d'),
      )
      .crossJoinLateral((eb) =>
        eb
          .selectFrom('read.bank_transactions')
          .select((of) => of.fn.countAll<number>().as('transactions_waiting'))
          .whereRef('company_id', '=', 'c.id')
          .where('status', '=', 'pending')
          .where('deleted_at', 'is', null)
          .as('t'),
      )
      .select([
        'd.documents_waiting',
        't.transactions_waiting',
        'c.id',
        'c.public_token',
        'c.name',
        'c.code',
        // Last day up to which every period is locked; null if the first one is open.
        sql<string | null>`case when y.locked_until >= y.first_day then y.locked_until end`.as('locked_until'),
        // The entry with the latest date, and when it was posted.
        'e.entry_date as last_entry_date',
        'e.created_at as last_posted_at',
      ])
      .where('c.firm_id', '=', firmId)
      .where('c.deleted_at', 'is', null)
      .where((eb) => eb.or([seesAll, eb('c.id', '=', anyOf(companies))])),
);

export async function readFirmDashboard(
  pool: pg.Pool,
  firmId: number,
  companies: readonly number[] | 'all',
): Promise<DashboardRow[]> {
  const seesAll = companies === 'all';
  return dashboardStatement.all(pool, { firmId, seesAll, companies: seesAll ? [] : companies });
}
