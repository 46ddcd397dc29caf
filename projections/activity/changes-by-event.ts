import { sql } from 'kysely';
import type pg from 'pg';
import { anyOf } from '../support/expressions.ts';
import { bigints } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

/** Data for a sentence about an event: the first record that it changed, and the number of records. */

const changesStatement = statement(
  'changes-of-events',
  { companies: bigints, positions: bigints },
  (db, { companies, positions }) =>
    db
      .selectFrom(
        sql<{ company_id: number; position: number }>`unnest(${companies}, ${positions})`.as<'event'>(
          sql`event(company_id, position)`,
        ),
      )
      .innerJoin('read.changes as c', (join) =>
        join.onRef('c.company_id', '=', 'event.company_id').onRef('c.position', '=', 'event.position'),
      )
      .select('c.position')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .select(sql<string>`(array_agg(c.resource order by c.seq))[1]`.as('resource'))
      .select(sql<number>`(array_agg(c.record_id order by c.seq))[1]`.as('record_id'))
      .groupBy('c.position'),
);

export type ChangedByEvent = RowOfStatement<typeof changesStatement>;

/** By event position. */
export async function loadChangesByEvent(
  pool: pg.Pool,
  events: readonly { readonly company_id: number; readonly position: number }[],
): Promise<ReadonlyMap<number, ChangedByEvent>> {
  if (events.length === 0) return new Map();
  const rows = await changesStatement.all(pool, {
    companies: events.map(({ company_id }) => company_id),
    positions: events.map(({ position }) => position),
  });
  return new Map(rows.map((row) => [row.position, row]));
}

const namesStatement = statement('names-of-users', { ids: bigints }, (db, { ids }) =>
  db.selectFrom('read.users').select(['id', 'name']).where('id', '=', anyOf(ids)),
);

export async function loadUserNames(pool: pg.Pool, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  return new Map((await namesStatement.all(pool, { ids })).map(({ id, name }) => [id, name]));
}
