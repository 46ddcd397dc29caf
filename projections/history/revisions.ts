import { sql, type Expression, type SqlBool } from 'kysely';
import type pg from 'pg';
import type { Queryable } from '../../database/snapshot.ts';
import type { QueryCreator } from '../support/compiler.ts';
import { bigint, date, optional, shape, text, type Placeholders } from '../support/parameters.ts';
import { unpreparedStatement, statement, type RowOfStatement } from '../support/statement.ts';
import { isPurge, isPurgeIn } from '../support/trash.ts';

/** The history of a company file: every change of a record, with its author, time and device. */

export const REVISION_OPS = ['create', 'update', 'delete', 'restore', 'purge'] as const;
export type RevisionOp = (typeof REVISION_OPS)[number];

export type RevisionRow = RowOfStatement<typeof byPlace>;

const SHOWN = [
  'c.seq',
  'c.position',
  'c.resource',
  'c.record_id',
  'c.op',
  'c.version',
  'c.before',
  'c.after',
  'a.stream',
  'a.revision',
  'a.type',
  'a.operation_id',
  'a.user_id',
  'u.name as user_name',
  'a.device_id',
  'a.device_name',
  'a.origin',
  'a.occurred_at',
  'a.recorded_at',
] as const;

/** Index of the change within its event, counted from 0. */
const PLACE = sql<number>`(c.seq - (select min(f.seq) from read.changes f where f.company_id = c.company_id and f.position = c.position))`;

/** Upper limit of changes per event; positions times this number stay exact integers. */
const MOST_OF_AN_EVENT = 16_384;

/** Unique across all company files: the position of the event, and the index of the change within it. */
export const buildRevisionId = ({ position, place }: Pick<RevisionRow, 'position' | 'place'>): number =>
  position * MOST_OF_AN_EVENT + place;

const selectChanges = (db: QueryCreator, companyId: Expression<number>) =>
  db
    .selectFrom('read.changes as c')
    .innerJoin('read.activity as a', 'a.position', 'c.position')
    .where('c.company_id', '=', companyId);

const IS_COMING = sql<SqlBool>`(c.op = 'upsert' and c.version = 1)`;

/** Conditions on the columns of a change; `getRevisionOp` is the inverse. */
const OPS: Readonly<Record<RevisionOp, Expression<SqlBool>>> = {
  create: IS_COMING,
  update: sql`(not ${IS_COMING} and c.op = 'upsert' and c.before ->> 'deleted_at' is null)`,
  delete: sql`(not ${IS_COMING} and c.op = 'delete' and not ${isPurgeIn('c')})`,
  restore: sql`(not ${IS_COMING} and c.op = 'upsert' and c.before ->> 'deleted_at' is not null)`,
  purge: sql`(not ${IS_COMING} and c.op = 'delete' and ${isPurgeIn('c')})`,
};

export function getRevisionOp({
  op,
  version,
  before,
  after,
}: Pick<RevisionRow, 'op' | 'version' | 'before' | 'after'>): RevisionOp {
  if (op === 'delete') return isPurge(after) ? 'purge' : 'delete';
  if (version === 1) return 'create';
  return before && 'deleted_at' in before && before.deleted_at !== null ? 'restore' : 'update';
}

export interface RevisionFilter {
  readonly resource?: string | undefined;
  readonly record_id?: number | undefined;
  readonly user_id?: number | undefined;
  readonly device?: string | undefined;
  readonly operation_id?: string | undefined;
  readonly op?: RevisionOp | undefined;
  /** Days in the time zone of the books, both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Matches changed records only, never created ones. A setting is `settings.` and its path. */
  readonly field?: string | undefined;
}

const filtered = {
  companyId: bigint,
  resource: optional(text),
  recordId: optional(bigint),
  userId: optional(bigint),
  device: optional(text),
  operationId: optional(text),
  op: shape<RevisionOp | ''>(),
  from: optional(date),
  to: optional(date),
  field: optional(text),
  setting: optional(text),
};

/** Midnight in the time zone of the books. */
export const toStartOfDay = (day: Expression<string>) =>
  sql<string>`(${day})::timestamp at time zone 'Europe/Brussels'`;

function selectMatching(db: QueryCreator, given: Placeholders<typeof filtered>) {
  const { companyId, resource, recordId, userId, device, operationId, op, from, to, field, setting } = given;
  return selectChanges(db, companyId)
    .$if(resource !== undefined, (query) => query.where('c.resource', '=', resource!))
    .$if(recordId !== undefined, (query) => query.where('c.record_id', '=', recordId!))
    .$if(userId !== undefined, (query) => query.where('a.company_id', '=', companyId).where('a.user_id', '=', userId!))
    .$if(device !== undefined, (query) =>
      query.where('a.company_id', '=', companyId).where('a.device_id', '=', device!),
    )
    .$if(operationId !== undefined, (query) =>
      query.where('a.company_id', '=', companyId).where(sql<boolean>`a.operation_id = ${operationId}::uuid`),
    )
    .$if(op !== '', (query) => query.where(OPS[op as RevisionOp]))
    .$if(from !== undefined, (query) => query.where(sql<boolean>`a.recorded_at >= ${toStartOfDay(from!)}`))
    .$if(to !== undefined, (query) => query.where(sql<boolean>`a.recorded_at < ${toStartOfDay(sql`(${to} + 1)`)}`))
    .$if(field !== undefined, (query) => query.where(sql<boolean>`(c.version > 1 and c.after ? ${field})`))
    .$if(setting !== undefined, (query) => query.where(sql<boolean>`c.after -> 'settings' ? ${setting}`));
}

/** The best query plan depends on the filter: one record, one operation, or the last page of everything. */
const pageStatement = unpreparedStatement(
  { ...filtered, limit: bigint, offset: bigint },
  (db, { limit, offset, ...given }) =>
    selectMatching(db, given)
      .leftJoin('read.users as u', 'u.id', 'a.user_id')
      .select(SHOWN)
      .select(PLACE.as('place'))
      .orderBy('c.seq', 'desc')
      .limit(limit)
      .offset(offset),
);

const countStatement = unpreparedStatement(filtered, (db, given) =>
  selectMatching(db, given).select((eb) => eb.fn.countAll<number>().as('total')),
);

/** Changes are numbered without gaps: the last number is the total. */
const lastStatement = statement('last-revision', { companyId: bigint }, (db, { companyId }) =>
  db.selectFrom('read.changes').select('seq').where('company_id', '=', companyId).orderBy('seq', 'desc').limit(1),
);

function toParameters(companyId: number, filter: RevisionFilter) {
  const { record_id: recordId, user_id: userId, operation_id: operationId, field, op = '', ...same } = filter;
  const setting = field?.startsWith('settings.') ? field.slice('settings.'.length) : undefined;
  return {
    companyId,
    ...same,
    recordId,
    userId,
    operationId,
    op,
    setting,
    field: setting ? undefined : field,
  } as const;
}

/** Sentences are built for each page, so a page stays small. */
const ROWS_AT_ONCE = 500;

const behindStatement = unpreparedStatement({ ...filtered, afterSeq: bigint }, (db, { afterSeq, ...given }) =>
  selectMatching(db, given)
    .leftJoin('read.users as u', 'u.id', 'a.user_id')
    .select(SHOWN)
    .select(
      sql<string>`to_char(a.recorded_at at time zone 'Europe/Brussels', 'YYYY-MM-DD HH24:MI:SS')`.as('local_time'),
    )
    .where('c.seq', '>', afterSeq)
    .orderBy('c.seq')
    .limit(sql.lit(ROWS_AT_ONCE)),
);

export type ListedRevision = RowOfStatement<typeof behindStatement>;

/** Oldest first, page by page. */
export async function* readRevisions(
  db: Queryable,
  companyId: number,
  filter: RevisionFilter,
): AsyncGenerator<readonly ListedRevision[]> {
  const given = toParameters(companyId, filter);
  let afterSeq = 0;
  for (;;) {
    const rows = await behindStatement.all(db, { ...given, afterSeq });
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) return;
    afterSeq = rows.at(-1)!.seq;
  }
}

/** Newest first. */
export async function listRevisions(
  pool: pg.Pool,
  companyId: number,
  filter: RevisionFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: readonly RevisionRow[]; readonly total: number }> {
  const given = toParameters(companyId, filter);
  const isEverything = Object.values(filter).every((value) => value === undefined);
  const [rows, total] = await Promise.all([
    pageStatement.all(pool, { ...given, limit, offset }),
    isEverything
      ? lastStatement.first(pool, { companyId }).then((last) => last?.seq ?? 0)
      : countStatement.first(pool, given).then((counted) => counted!.total),
  ]);
  return { rows, total };
}

const byPlace = statement(
  'revision-by-place',
  { companyId: bigint, position: bigint, place: bigint },
  (db, { companyId, position, place }) =>
    selectChanges(db, companyId)
      .leftJoin('read.users as u', 'u.id', 'a.user_id')
      .select(SHOWN)
      .select(PLACE.as('place'))
      .where('c.position', '=', position)
      .orderBy('c.seq')
      .offset(place)
      .limit(sql<number>`1`),
);

export async function findRevision(pool: pg.Pool, companyId: number, id: number): Promise<RevisionRow | undefined> {
  const place = id % MOST_OF_AN_EVENT;
  return byPlace.first(pool, { companyId, position: (id - place) / MOST_OF_AN_EVENT, place });
}

/** The events of an operation in a company file, in order. */
const eventsStatement = statement(
  'events-of-operation',
  { companyId: bigint, operationId: text, stream: text },
  (db, { companyId, operationId, stream }) =>
    db
      .selectFrom('read.activity as a')
      .leftJoin('read.users as u', 'u.id', 'a.user_id')
      .select([
        'a.position',
        'a.revision',
        'a.type',
        'a.user_id',
        'u.name as user_name',
        'a.device_id',
        'a.device_name',
        'a.origin',
        'a.occurred_at',
        'a.recorded_at',
      ])
      .where('a.company_id', '=', companyId)
      .where(sql<boolean>`a.operation_id = ${operationId}::uuid`)
      .where('a.stream', '=', stream)
      .orderBy('a.position'),
);

export type OperationEventRow = RowOfStatement<typeof eventsStatement>;

export async function listOperationEvents(
  pool: pg.Pool,
  companyId: number,
  operationId: string,
): Promise<readonly OperationEventRow[]> {
  return eventsStatement.all(pool, { companyId, operationId, stream: `company-${companyId}` });
}
