import { sql } from 'kysely';
import type pg from 'pg';
import type { Queryable } from '../../database/snapshot.ts';
import type { Resource } from '../../domain/records/resource.ts';
import { searchable } from '../../domain/text.ts';
import type { QueryCreator } from '../support/compiler.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, each, inferred, optional, shape, text, type Placeholders } from '../support/parameters.ts';
import { anywhere, searchedParts } from '../support/search.ts';
import { plannedEachTime, statement, type Statement } from '../support/statement.ts';
import { compactNumber } from './search-text.ts';
import { recordsOf, type RecordsQuery } from './records-query.ts';
import type { RecordRows } from './rows.ts';
import { withShown, type Extras } from './extras.ts';
import { letOthersWork } from '../../support/yielding.ts';

/** Reads of every resource that the generic machinery serves. */

/** What is shown of a record of whichever resource. */
export type RecordRow = Readonly<Record<string, unknown>> & {
  readonly id: number;
  readonly company_id: number;
  readonly version: number;
  readonly deleted_at: string | null;
  readonly purged_at: string | null;
};

/** What is shown of a record of this resource. */
export type ShownRow<R extends Resource> = R['name'] extends keyof RecordRows
  ? Omit<RecordRows[R['name']], 'seq' | 'search'> & (R['name'] extends keyof Extras ? Extras[R['name']] : unknown)
  : RecordRow;

export interface RecordFilter {
  readonly equal: Readonly<Record<string, string | number | boolean>>;
  readonly search: string | null;
  /** Name of a column, with a minus before it from the last to the first; absent: by the first unique key. */
  readonly sort?: string;
  /** At most so many, in the order of the list; absent: all. */
  readonly limit?: number;
}

const filtered = {
  companyId: bigint,
  /** The columns that must be equal to the values, separated by commas. */
  columns: shape<string>(),
  values: each(inferred),
  /** Patterns of a search: all must be found, in any order, or instead of them the last one, of a number. */
  words: each(text),
  number: optional(text),
  sort: shape<string>(),
  limit: optional(bigint),
};

function filteredRecords(
  db: QueryCreator,
  resource: Resource,
  { companyId, columns, values, words, number, sort, limit }: Placeholders<typeof filtered>,
): RecordsQuery {
  const like = (pattern: (typeof words)[number]) => sql<boolean>`t.search like ${pattern}`;
  let records = recordsOf(db, resource).where('t.company_id', '=', companyId).where('t.deleted_at', 'is', null);
  for (const [index, value] of values.entries())
    records = records.where(sql<boolean>`${sql.ref(`t.${columns.split(',')[index]!}`)} = ${value}`);
  if (words.length > 0)
    records = records.where((eb) => {
      const all = eb.and(words.map(like));
      return number === undefined ? all : eb.or([all, like(number)]);
    });
  records = sort === '' ? inUsualOrder(resource, records) : sorted(resource, records, sort);
  return limit === undefined ? records : records.limit(limit);
}

function inUsualOrder({ unique, listedBy }: Resource, records: RecordsQuery): RecordsQuery {
  return [...(listedBy ?? unique[0] ?? []), 'id'].reduce(
    (query, column) => query.orderBy(sql.ref(`t.${column}`)),
    records,
  );
}

/** What is empty comes last either way. Texts go as people write lists of names: accents and capitals make no difference. */
function sorted({ fields }: Resource, records: RecordsQuery, sort: string): RecordsQuery {
  const column = sort.replace(/^-/, '');
  const direction = column === sort ? 'asc' : 'desc';
  const value = sql.ref(`t.${column}`);
  const order = fields[column]?.kind === 'text' ? sql`${value} collate "und-x-icu"` : value;
  return records.orderBy(sql`${order} ${sql.raw(direction)} nulls last`).orderBy(sql.ref('t.id'), direction);
}

function given(companyId: number, { equal, search, sort, limit }: RecordFilter) {
  const parts = search === null ? [] : searchedParts(search);
  // A number also counts without its separators.
  const number = search === null || parts.length === 0 ? null : compactNumber(searchable(search));
  return {
    companyId,
    columns: Object.keys(equal).join(),
    values: Object.values(equal),
    words: parts.map(anywhere),
    number: number === null ? undefined : anywhere(number),
    sort: sort ?? '',
    limit,
  };
}

/** The statements of one resource. */
function statementsOf(resource: Resource) {
  const { name } = resource;
  const shown = (db: QueryCreator, filter: Placeholders<typeof filtered>) =>
    withShown(resource, filteredRecords(db, resource, filter));
  const ids = (db: QueryCreator, filter: Placeholders<typeof filtered>) =>
    // As one text: twenty thousand rows of a number each would keep the process busy for longer than all else.
    db
      .selectFrom(filteredRecords(db, resource, filter).select('t.id').as('chosen'))
      .select(sql<string | null>`string_agg(chosen.id::text, ',')`.as('ids'));
  return {
    list: statement(`list-${name}`, filtered, shown),
    listIds: statement(`ids-${name}`, filtered, ids),
    // How a search is best done depends on what is searched for.
    search: plannedEachTime(filtered, shown),
    searchIds: plannedEachTime(filtered, ids),
    // A plan that was made while the table was small would read all of it for each piece.
    inOrder: plannedEachTime({ companyId: bigint, ids: bigints }, (db, { companyId, ids: requested }) =>
      withShown(
        resource,
        recordsOf(db, resource)
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
      withShown(resource, recordsOf(db, resource).where('t.company_id', '=', companyId).where('t.id', '=', id)),
    ),
    byIds: statement(`by-ids-${name}`, { companyId: bigint, ids: bigints }, (db, { companyId, ids: some }) =>
      withShown(
        resource,
        recordsOf(db, resource).where('t.company_id', '=', companyId).where('t.id', '=', anyOf(some)),
      ),
    ),
  };
}

const statements = new Map<string, ReturnType<typeof statementsOf>>();

function statementsFor(resource: Resource): ReturnType<typeof statementsOf> {
  let found = statements.get(resource.name);
  if (!found) statements.set(resource.name, (found = statementsOf(resource)));
  return found;
}

/** What is selected is a list that follows from the declaration of the resource, which the compiler does not see here. */
async function rowsOf<R extends Resource, Given>(
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
  const { list, search } = statementsFor(resource);
  return rowsOf(resource, filter.search === null ? list : search, pool, given(companyId, filter));
}

/** The ids of a list in its order, to read the records themselves step by step. */
export async function listRecordIds(
  pool: pg.Pool,
  resource: Resource,
  companyId: number,
  filter: RecordFilter,
): Promise<RecordIds> {
  const { listIds, searchIds } = statementsFor(resource);
  const row = await (filter.search === null ? listIds : searchIds).first(pool, given(companyId, filter));
  if (!row?.ids) return new Float64Array();
  // Many may have asked at once, and each is read in one go.
  await letOthersWork();
  return numbersIn(row.ids);
}

/** Eight bytes each, and nothing besides: whoever reads a long list slowly holds them for as long as that takes. */
export type RecordIds = Float64Array;

function numbersIn(ids: string): RecordIds {
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

/** Living records in the order of these ids. */
export async function recordsInOrder<R extends Resource>(
  pool: pg.Pool,
  resource: R,
  companyId: number,
  ids: readonly number[],
): Promise<ShownRow<R>[]> {
  return rowsOf(resource, statementsFor(resource).inOrder, pool, { companyId, ids });
}

/** One record of the company file, living or in the recycle bin. */
export async function findRecord<R extends Resource>(
  pool: Queryable,
  resource: R,
  companyId: number,
  id: number,
): Promise<ShownRow<R> | undefined> {
  return (await rowsOf(resource, statementsFor(resource).find, pool, { companyId, id }))[0];
}

export async function recordsByIds<R extends Resource>(
  pool: pg.Pool,
  resource: R,
  companyId: number,
  ids: readonly number[],
): Promise<ShownRow<R>[]> {
  return rowsOf(resource, statementsFor(resource).byIds, pool, { companyId, ids });
}
