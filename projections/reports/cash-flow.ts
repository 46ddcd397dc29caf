import { sql } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import { DUE_DATE_OF_LINE, selectOpenLines } from '../lettering/open-lines.ts';
import { sumAmount } from '../support/expressions.ts';
import { bigint, date } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';
import { resolveThirdPartyId, buildMergeJoin } from '../third-parties/merges.ts';

const cashStatement = statement('cash-accounts', { companyId: bigint }, (db, { companyId }) =>
  db
    .selectFrom('read.accounts')
    .select('id')
    .where('company_id', '=', companyId)
    .where('control_role', 'in', ['bank', 'cash', 'transit']),
);

/** Bank, cash and transit accounts, so that an internal transfer counts neither as inflow nor as outflow. */
export async function listCashAccountIds(db: Queryable, companyId: number): Promise<readonly number[]> {
  return (await cashStatement.all(db, { companyId })).map(({ id }) => id);
}

export type DueAmount = RowOfStatement<typeof dueStatement>;

const dueStatement = statement('open-by-due-day', { companyId: bigint, asOf: date }, (db, { companyId, asOf }) =>
  db
    .selectFrom(selectOpenLines(companyId, asOf))
    .innerJoin('read.accounts as a', 'a.id', 'l.account_id')
    .leftJoin(...buildMergeJoin('l'))
    .leftJoin('read.third_parties as p', (join) => join.on('p.id', '=', resolveThirdPartyId('l')))
    .select([DUE_DATE_OF_LINE.as('due'), sumAmount(sql`l.open`).as('open')])
    .where((eb) => eb(eb.fn.coalesce('p.type', 'a.control_role'), 'in', ['customer', 'supplier']))
    .groupBy([DUE_DATE_OF_LINE, sql`l.open > 0`])
    .orderBy('due'),
);

/** Open amounts of customers and suppliers on a day, by due date, with receivables and payables separate. */
export async function readOpenByDueDate(db: Queryable, companyId: number, asOf: string): Promise<readonly DueAmount[]> {
  return dueStatement.all(db, { companyId, asOf });
}
