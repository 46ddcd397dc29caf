import { sql } from 'kysely';
import type pg from 'pg';
import { bigint, text } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

export type FeedChange = RowOfStatement<typeof changesStatement>;
export type FeedHead = RowOfStatement<typeof headStatement>;

const headStatement = statement('feed-head', { companyId: bigint }, (db, { companyId }) =>
  db.selectNoFrom((eb) => [
    eb.fn
      .coalesce(
        eb.selectFrom('read.changes').select('seq').where('company_id', '=', companyId).orderBy('seq', 'desc').limit(1),
        eb.lit(0),
      )
      .as('seq'),
    // Demo files are replaced regularly: the epoch distinguishes an old cursor from a current one.
    sql<string>`(select epoch from ops.feed_epoch) || coalesce((select '-' || f.id from read.companies c
      join read.firms f on f.id = c.firm_id and f.source = 'demo' where c.id = ${companyId}), '')`.as('epoch'),
    // Base of cursors and change numbers, as clients see them.
    eb.selectFrom('ops.feed_epoch').select('base').$asScalar().$notNull().as('base'),
  ]),
);

export async function readFeedHead(pool: pg.Pool, companyId: number): Promise<FeedHead> {
  return (await headStatement.first(pool, { companyId }))!;
}

const changesStatement = statement(
  'changes-after',
  { companyId: bigint, since: bigint, limit: bigint },
  (db, { companyId, since, limit }) =>
    db
      .selectFrom('read.changes as c')
      .innerJoin('read.activity as a', 'a.position', 'c.position')
      .leftJoin('read.entries as e', (join) => join.on('c.resource', '=', 'entries').onRef('e.id', '=', 'c.record_id'))
      .leftJoin('read.letterings as g', (join) =>
        join.on('c.resource', '=', 'lettering').onRef('g.id', '=', 'c.record_id'),
      )
      .select((eb) => [
        'c.seq',
        'c.position',
        'c.resource',
        'c.record_id',
        'c.op',
        'c.version',
        'a.recorded_at as changed_at',
        // Number of lines of the record.
        eb.fn.coalesce('e.lines_count', 'g.lines_count', eb.lit(0)).as('lines'),
      ])
      .where('c.company_id', '=', companyId)
      .where('c.seq', '>', since)
      .orderBy('c.seq')
      .limit(limit),
);

/** Changes after a cursor, in order. The caller drops changes superseded by a later one of the same record. */
export async function listChangesAfter(
  pool: pg.Pool,
  companyId: number,
  since: number,
  limit: number,
): Promise<FeedChange[]> {
  return changesStatement.all(pool, { companyId, since, limit });
}

const shownStatement = statement(
  'change-shown-at',
  { companyId: bigint, position: bigint },
  (db, { companyId, position }) =>
    db
      .selectFrom('read.changes')
      .select('seq')
      .where('company_id', '=', companyId)
      .where('position', '<=', position)
      .orderBy('position', 'desc')
      .orderBy('seq', 'desc')
      .limit(1),
);

/** Number of the last change that tables at this position of the log show; 0 if there is none. */
export async function findChangeShownAt(pool: pg.Pool, companyId: number, position: number): Promise<number> {
  return (await shownStatement.first(pool, { companyId, position }))?.seq ?? 0;
}

const recordsStatement = statement(
  'records-of-feed',
  { companyId: bigint, resource: text, after: bigint, limit: bigint },
  (db, { companyId, resource, after, limit }) =>
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('read.changes')
          .select(['company_id', 'record_id'])
          .distinct()
          .where('company_id', '=', companyId)
          .where('resource', '=', resource)
          .where('record_id', '>', after)
          .orderBy('record_id')
          .limit(limit)
          .as('c'),
      )
      .leftJoin('read.entries as e', (join) => join.on(resource, '=', 'entries').onRef('e.id', '=', 'c.record_id'))
      .leftJoin('read.letterings as g', (join) => join.on(resource, '=', 'lettering').onRef('g.id', '=', 'c.record_id'))
      .select((eb) => ['c.record_id', eb.fn.coalesce('e.lines_count', 'g.lines_count', eb.lit(0)).as('lines')])
      .orderBy('c.record_id'),
);

/** Records that ever appeared in the feed, by id, with their number of lines. The index of the feed has them in order. */
export async function listFeedRecords(
  pool: pg.Pool,
  companyId: number,
  resource: string,
  after: number,
  limit: number,
): Promise<RowOfStatement<typeof recordsStatement>[]> {
  return recordsStatement.all(pool, { companyId, resource, after, limit });
}
