import { sql } from 'kysely';
import type pg from 'pg';
import { DEFAULT_RETENTION_DAYS } from '../../domain/companies/settings.ts';
import { resources } from '../../domain/records/resources.ts';
import { subjects } from '../index.ts';
import { getRecordTable } from '../records/tables.ts';
import type { QueryCreator } from '../support/compiler.ts';
import { bigint, optional, text } from '../support/parameters.ts';
import { unpreparedStatement, statement, type RowOfStatement } from '../support/statement.ts';
import type { ReadTable } from '../support/table.ts';
import { IN_TRASH } from '../support/trash.ts';

/** The recycle bin of a company file: records of every resource that is edited field by field, and some others. */

interface Trashed {
  readonly company_id: number;
  readonly type: string;
  readonly id: number;
  readonly deleted_at: string;
  readonly deleted_by: number | null;
}

/** Trashable items that are not records. */
const others = subjects.flatMap((one) =>
  Object.entries<ReadTable>('bins' in one ? one.bins : {}).map(([type, { name: table }]) => ({ type, table })),
);

/** Every trashed item of any type. Each table is read by its own index on deleted rows. */
const buildTrashUnion = () =>
  sql<Trashed>`(${sql.join(
    [...resources.map(({ name }) => ({ type: name, table: getRecordTable(name).name })), ...others].map(
      ({ type, table }) => sql`select company_id, ${sql.lit(type)}::text as type, id, deleted_at, deleted_by
        from ${sql.table(`read.${table}`)} where ${sql.raw(IN_TRASH)}`,
    ),
    sql` union all `,
  )})`;

const selectTrashed = (db: QueryCreator) => db.selectFrom(buildTrashUnion().as('t'));

const pageStatement = unpreparedStatement(
  { companyId: bigint, type: optional(text), limit: bigint, offset: bigint },
  (db, { companyId, type, limit, offset }) =>
    selectTrashed(db)
      .leftJoin('read.users as u', 'u.id', 't.deleted_by')
      .select(['t.type', 't.id', 't.deleted_at', 't.deleted_by', 'u.name as deleted_by_name'])
      .where('t.company_id', '=', companyId)
      .$if(type !== undefined, (query) => query.where('t.type', '=', type!))
      .orderBy('t.deleted_at', 'desc')
      .orderBy('t.type')
      .orderBy('t.id', 'desc')
      .limit(limit)
      .offset(offset),
);

export type TrashRow = RowOfStatement<typeof pageStatement>;

const countsStatement = statement('counts-of-trash', { companyId: bigint }, (db, { companyId }) =>
  selectTrashed(db)
    .select('t.type')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('t.company_id', '=', companyId)
    .groupBy('t.type'),
);

/** Most recently deleted first; the counts cover all types. */
export async function listTrash(
  pool: pg.Pool,
  companyId: number,
  type: string | undefined,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: readonly TrashRow[]; readonly counts: ReadonlyMap<string, number> }> {
  const [rows, counts] = await Promise.all([
    pageStatement.all(pool, { companyId, type, limit, offset }),
    countsStatement.all(pool, { companyId }),
  ]);
  return { rows, counts: new Map(counts.map((one) => [one.type, one.count])) };
}

/** Items past the retention period of their company file, oldest first. */
const overdueStatement = unpreparedStatement({ limit: bigint }, (db, { limit }) =>
  selectTrashed(db)
    .innerJoin('read.companies as c', 'c.id', 't.company_id')
    .select(['t.company_id', 't.type', 't.id'])
    .where('c.deleted_at', 'is', null)
    .where(
      sql<boolean>`t.deleted_at < now() - make_interval(days => coalesce((c.settings ->> 'history.trash_retention_days')::integer, ${sql.lit(DEFAULT_RETENTION_DAYS)}))`,
    )
    .orderBy('t.deleted_at')
    .limit(limit),
);

export type OverdueRecord = RowOfStatement<typeof overdueStatement>;

export async function listOverdueRecords(pool: pg.Pool, limit: number): Promise<readonly OverdueRecord[]> {
  return overdueStatement.all(pool, { limit });
}

const allStatement = statement('all-of-trash', { companyId: bigint, limit: bigint }, (db, { companyId, limit }) =>
  selectTrashed(db)
    .select(['t.type', 't.id'])
    .where('t.company_id', '=', companyId)
    .orderBy('t.type')
    .orderBy('t.id')
    .limit(limit),
);

export async function listTrashedRecords(
  pool: pg.Pool,
  companyId: number,
  limit: number,
): Promise<readonly RowOfStatement<typeof allStatement>[]> {
  return allStatement.all(pool, { companyId, limit });
}
