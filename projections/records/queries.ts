import { sql } from 'kysely';
import type pg from 'pg';
import type { Queryable } from '../../database/snapshot.ts';
import type { Resource } from '../../domain/records/resource.ts';
import type { QueryCreator } from '../support/compiler.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, optional, shape, type Placeholders } from '../support/parameters.ts';
import { unpreparedStatement, statement, type Statement } from '../support/statement.ts';
import { matchesRecordFilter, recordFilter, toRecordFilter } from './filter.ts';
import { selectRecords, type RecordsQuery } from './records-query.ts';
import type { RecordRows } from './rows.ts';
import { withVisibleColumns, type Extras } from './extras.ts';
import { yieldToOthers } from '../../support/yielding.ts';
import type { TrashColumns } from '../support/trash.ts';

/** Reads of every resource that the generic machinery serves. */

/** Visible columns of a record of any resource. */
export type RecordRow = Readonly<Record<string, unknown>> &
  Omit<TrashColumns, 'deleted_by'> & {
    readonly id: number;
    readonly company_id: number;
    readonly version: number;
  };

/** Visible columns of a record of this resource. */
export type ShownRow<R extends Resource> = R['name'] extends keyof RecordRows
  ? Omit<RecordRows[R['name']], 'seq' | 'search'> & (R['name'] extends keyof Extras ? Extras[R['name']] : unknown)
  : RecordRow;

export interface RecordFilter {
  readonly equal: Readonly<Record<string, string | number | boolean>>;
  readonly search: string | null;
  /** Name of a column, with a leading minus for descending order; default: by the first unique key. */
  readonly sort?: string;
  /** Maximum number of records, in the order of the list; default: all. */
  readonly limit?: number;
}

const filtered = { companyId: bigint, ...recordFilter, sort: shape<string>(), limit: optional(bigint) };

function selectFilteredRecords(
  db: QueryCreator,
  resource: Resource,
  { companyId, sort, limit, ...filter }: Placeholders<typeof filtered>,
): RecordsQuery {
  let records = selectRecords(db, resource)
    .where('t.company_id', '=', companyId)
    .where('t.deleted_at', 'is', null)
    .where(matchesRecordFilter('t', filter));
  records = sort === '' ? orderByDefault(resource, records) : orderBySort(resource, records, sort);
  return limit === undefined ? records : records.limit(limit);
}

function orderByDefault({ unique, listedBy }: Resource, records: RecordsQuery): RecordsQuery {
  return [...(listedBy ?? unique[0] ?? []), 'id'].reduce(
    (query, column) => query.orderBy(sql.ref(`t.${column}`)),
    records,
  );
}

/** Empty values come last in both directions. Texts are sorted without regard to accents and case. */
function orderBySort({ fields }: Resource, records: RecordsQuery, sort: string): RecordsQuery {
  const column = sort.replace(/^-/, '');
  const direction = column === sort ? 'asc' : 'desc';
  const value = sql.ref(`t.${column}`);
  const order = fields[column]?.kind === 'text' ? sql`${value} collate "und-x-icu"` : value;
  return records.orderBy(sql`${order} ${sql.raw(direction)} nulls last`).orderBy(sql.ref('t.id'), direction);
}

const toStatementFilter = (companyId: number, { equal, search, sort, limit }: RecordFilter) => ({
  companyId,
  ...toRecordFilter(equal, search),
  sort: sort ?? '',
  limit,
});

/** The statements of one resource. */
function buildStatements(resource: Resource) {
  const { name } = resource;
  const selectShown = (db: QueryCreator, filter: Placeholders<typeof filtered>) =>
    withVisibleColumns(resource, selectFilteredRecords(db, resource, filter));
  const selectIds = (db: QueryCreator, filter: Placeholders<typeof filtered>) =>
    // As one text: twenty thousand rows of one number each would block the process for longer than everything else.
    db
      .selectFrom(selectFilteredRecords(db, resource, filter).select('t.id').as('chosen'))
      .select(sql<string | null>`string_agg(chosen.id::text, ',')`.as('ids'));
  return {
    list: statement(`list-${name}`, filtered, selectShown),
    listIds: statement(`ids-${name}`, filtered, selectIds),
    // The best plan depends on the search text.
    search: unpreparedStatement(filtered, selectShown),
    searchIds: unpreparedStatement(filtered, selectIds),
    // A plan made while the table was small would read all of it for each piece.
    inOrder: unpreparedStatement({ companyId: bigint, ids: bigints }, (db, { companyId, ids: requested }) =>
      withVisibleColumns(
        resource,
        selectRecords(db, resource)
          .innerJoin(
            sql<{ id: number; place: number }>`unnest(${requested}) with ordinality`.as<'requested'>(
              sql`requested(id, place)`,
            ),
            'requested.id',
            't.id',
          )
          .where('t.company_id', '=', companyId)
          .where('t.deleted_at', 'is', null)
          .orderBy('requested.place') as RecordsQuery,
      ),
    ),
    find: statement(`find-${name}`, { companyId: bigint, id: bigint }, (db, { companyId, id }) =>
      withVisibleColumns(
        resource,
        selectRecords(db, resource).where('t.company_id', '=', companyId).where('t.id', '=', id),
      ),
    ),
    byIds: statement(`by-ids-${name}`, { companyId: bigint, ids: bigints }, (db, { companyId, ids: some }) =>
      withVisibleColumns(
        resource,
        selectRecords(db, resource).where('t.company_id', '=', companyId).where('t.id', '=', anyOf(some)),
      ),
    ),
  };
}

const statements = new Map<string, ReturnType<typeof buildStatements>>();

function getStatements(resource: Resource): ReturnType<typeof buildStatements> {
  let found = statements.get(resource.name);
  if (!found) statements.set(resource.name, (found = buildStatements(resource)));
  return found;
}

/** The selected columns follow from the declaration of the resource, which the compiler does not see here. */
async function readRows<R extends Resource, Given>(
  _resource: R,
  rows: Statement<Given, object>,
  db: Queryable,
  values: Given,
): Promise<ShownRow<R>[]> {
  return (await rows.all(db, values)) as ShownRow<R>[];
}

export async function listRecords<R extends Resource>(
  pool: pg.Pool,
  resource: R,
  companyId: number,
  filter: RecordFilter,
): Promise<ShownRow<R>[]> {
  const { list, search } = getStatements(resource);
  return readRows(resource, filter.search === null ? list : search, pool, toStatementFilter(companyId, filter));
}

/** The ids of a list in order, so that the records can be read in steps. */
export async function listRecordIds(
  pool: pg.Pool,
  resource: Resource,
  companyId: number,
  filter: RecordFilter,
): Promise<RecordIds> {
  const { listIds, searchIds } = getStatements(resource);
  const row = await (filter.search === null ? listIds : searchIds).first(pool, toStatementFilter(companyId, filter));
  if (!row?.ids) return new Float64Array();
  // Many requests may arrive at once, and each result is parsed in one go.
  await yieldToOthers();
  return parseIds(row.ids);
}

/** Only eight bytes per id: a slow reader of a long list holds them for a long time. */
export type RecordIds = Float64Array;

function parseIds(ids: string): RecordIds {
  let count = 1;
  for (let comma = ids.indexOf(','); comma >= 0; comma = ids.indexOf(',', comma + 1)) count += 1;
  const numbers = new Float64Array(count);
  let start = 0;
  for (let index = 0; index < count; index += 1) {
    const comma = ids.indexOf(',', start);
    numbers[index] = Number(comma < 0 ? ids.slice(start) : ids.slice(start, comma));
    start = comma + 1;
  }
  return numbers;
}

/** Untrashed records in the order of the ids. */
export async function readRecordsInOrder<R extends Resource>(
  pool: pg.Pool,
  resource: R,
  companyId: number,
  ids: readonly number[],
): Promise<ShownRow<R>[]> {
  return readRows(resource, getStatements(resource).inOrder, pool, { companyId, ids });
}

/** One record of the company file, trashed or not. */
export async function findRecord<R extends Resource>(
  pool: Queryable,
  resource: R,
  companyId: number,
  id: number,
): Promise<ShownRow<R> | undefined> {
  return (await readRows(resource, getStatements(resource).find, pool, { companyId, id }))[0];
}

export async function readRecordsByIds<R extends Resource>(
  pool: pg.Pool,
  resource: R,
  companyId: number,
  ids: readonly number[],
): Promise<ShownRow<R>[]> {
  return readRows(resource, getStatements(resource).byIds, pool, { companyId, ids });
}
