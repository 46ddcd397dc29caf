import { sql } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import { DUE_DATE_OF_LINE, openLines } from '../lettering/open-lines.ts';
import { sumOf } from '../support/expressions.ts';
import { bigint, date } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';
import { countsFor, mergesOf } from '../third-parties/merges.ts';

const cashStatement = statement('cash-accounts', { companyId: bigint }, (db, { companyId }) =>
  db
    .selectFrom('read.accounts')
    .select('id')
    .where('company_id', '=', companyId)
    .where('control_role', 'in', ['bank', 'cash', 'transit']),
);

/** Banks, cash desks and what is on the way between them, so that a transfer neither comes in nor goes out. */
export async function cashAccountIds(db: Queryable, companyId: number): Promise<readonly number[]> {
  return (await cashStatement.all(db, { companyId })).map(({ id }) => id);
}

export type DueAmount = RowOfStatement<typeof dueStatement>;

const dueStatement = statement('open-by-due-day', { companyId: bigint, asOf: date }, (db, { companyId, asOf }) =>
  db
    .selectFrom(openLines(companyId, asOf))
    .innerJoin('read.accounts as a', 'a.id', 'l.account_id')
    .leftJoin(...mergesOf('l'))
    .leftJoin('read.third_parties as p', (join) => join.on('p.id', '=', countsFor('l')))
    .select([DUE_DATE_OF_LINE.as('due'), sumOf(sql`l.open`).as('open')])
    .where((eb) => eb(eb.fn.coalesce('p.type', 'a.control_role'), 'in', ['customer', 'supplier']))
    .groupBy([DUE_DATE_OF_LINE, sql`l.open > 0`])
    .orderBy('due'),
);

/** What customers owe and suppliers are owed on a day, by the day on which it is due: to be received and to be paid apart. */
export async function openByDueDay(db: Queryable, companyId: number, asOf: string): Promise<readonly DueAmount[]> {
  return dueStatement.all(db, { companyId, asOf });
}
