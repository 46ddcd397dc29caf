import { sql, type AliasedExpression } from 'kysely';
import type pg from 'pg';
import { NO_COMPANY, type activity } from '../engine/tables.ts';
import type { QueryCreator } from '../support/compiler.ts';
import { toStartOfDay } from '../history/revisions.ts';
import { bigint, bigints, date, optional, text } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';
import type { RowOf } from '../support/table.ts';

/** One event, as shown to firm administrators. */
export type ActivityRow = RowOfStatement<typeof allStatement>;

export interface ActivityPage {
  /** Rows to skip, starting at the newest. */
  readonly offset: number;
  readonly limit: number;
}

type Found = RowOf<typeof activity>;

const withNames = (db: QueryCreator, found: AliasedExpression<Found, 'a'>) =>
  db
    .selectFrom(found)
    .leftJoin('read.users as u', 'u.id', 'a.user_id')
    .leftJoin('read.companies as c', 'c.id', 'a.company_id')
    .select([
      'a.position',
      'a.stream',
      'a.revision',
      sql<number | null>`nullif(a.company_id, ${sql.lit(NO_COMPANY)})`.as('company_id'),
      'a.type',
      'a.operation_id',
      'a.user_id',
      'u.name as user_name',
      'a.token_kind',
      'a.origin',
      'a.device_id',
      'a.device_name',
      'a.occurred_at',
      'a.recorded_at',
      'c.public_token as company_token',
      'c.code as company_code',
      'c.name as company_name',
    ])
    .orderBy('a.position', 'desc');

const allStatement = statement(
  'activity-of-firm',
  { firmId: bigint, offset: bigint, limit: bigint },
  (db, { firmId, offset, limit }) =>
    withNames(
      db,
      db
        .selectFrom('read.activity')
        .selectAll()
        .where('firm_id', '=', firmId)
        .orderBy('position', 'desc')
        .offset(offset)
        .limit(limit)
        .as('a'),
    ),
);

/** Reads a full page from each file: the index returns them at once, regardless of the other files. */
const someStatement = statement(
  'activity-of-firm-in-part',
  { firmId: bigint, offset: bigint, limit: bigint, companies: bigints },
  (db, { firmId, offset, limit, companies }) => {
    const latest = db
      .selectFrom('read.activity')
      .selectAll()
      .where('firm_id', '=', firmId)
      .orderBy('position', 'desc')
      .limit(sql<number>`${offset} + ${limit}`);
    const ofFirm = latest.where('company_id', '=', sql.lit(NO_COMPANY));
    const ofCompany = latest.where('company_id', '=', sql.ref<number>('seen.id'));
    return withNames(
      db,
      sql<Found>`(select * from (${ofFirm}
        union all select latest.* from unnest(${companies}) as seen(id) cross join lateral ${ofCompany} as latest) as parts
        order by position desc offset ${offset} limit ${limit})`.as('a'),
    );
  },
);

export interface ActivityFilter {
  readonly user_id?: number | undefined;
  /** Of a record that was changed. */
  readonly resource?: string | undefined;
  /** Days in the time zone of the books, both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const companyStatement = statement(
  'activity-of-company',
  {
    companyId: bigint,
    offset: bigint,
    limit: bigint,
    userId: optional(bigint),
    resource: optional(text),
    from: optional(date),
    to: optional(date),
  },
  (db, { companyId, offset, limit, userId, resource, from, to }) =>
    withNames(
      db,
      db
        .selectFrom('read.activity')
        .selectAll()
        .where('company_id', '=', companyId)
        .$if(userId !== undefined, (query) => query.where('user_id', '=', userId!))
        .$if(resource !== undefined, (query) =>
          query.where(({ exists, selectFrom }) =>
            exists(
              selectFrom('read.changes as c')
                .select('c.seq')
                .where('c.company_id', '=', companyId)
                .whereRef('c.position', '=', 'read.activity.position')
                .where('c.resource', '=', resource!),
            ),
          ),
        )
        .$if(from !== undefined, (query) => query.where(sql<boolean>`recorded_at >= ${toStartOfDay(from!)}`))
        .$if(to !== undefined, (query) => query.where(sql<boolean>`recorded_at < ${toStartOfDay(sql`(${to} + 1)`)}`))
        .orderBy('position', 'desc')
        .offset(offset)
        .limit(limit)
        .as('a'),
    ),
);

/** Activity of a company file, latest first. */
export async function readCompanyActivity(
  pool: pg.Pool,
  companyId: number,
  { user_id: userId, ...filter }: ActivityFilter,
  { offset, limit }: ActivityPage,
): Promise<ActivityRow[]> {
  return companyStatement.all(pool, { companyId, offset, limit, userId, ...filter });
}

/** Activity of a firm and of its visible company files, latest first. */
export async function readFirmActivity(
  pool: pg.Pool,
  firmId: number,
  companies: readonly number[] | 'all',
  { offset, limit }: ActivityPage,
): Promise<ActivityRow[]> {
  return companies === 'all'
    ? allStatement.all(pool, { firmId, offset, limit })
    : someStatement.all(pool, { firmId, offset, limit, companies });
}
