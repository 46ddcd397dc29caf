import type pg from 'pg';
import type { QueryCreator } from '../support/compiler.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, integer, optional, text, texts } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

/** Conflicts as shown to users, with user names. */

export type ConflictRow = RowOfStatement<typeof byIdsStatement>;

const selectConflicts = (db: QueryCreator) =>
  db
    .selectFrom('read.sync_conflicts as k')
    .leftJoin('read.users as u', 'u.id', 'k.user_id')
    .leftJoin('read.users as r', 'r.id', 'k.resolved_by')
    .select([
      'k.id',
      'k.status',
      'k.resource',
      'k.record_id',
      'k.mutation_id',
      'k.request_hash',
      'k.user_id',
      'u.name as user_name',
      'k.device_id',
      'k.device_name',
      'k.method',
      'k.path',
      'k.base_version',
      'k.server_version',
      'k.base_data',
      'k.client_data',
      'k.server_data',
      'k.overlap',
      'k.suggested',
      'k.occurred_at',
      'k.resolution',
      'k.resolved_data',
      'k.resolved_by',
      'r.name as resolved_by_name',
      'k.resolved_at',
      'k.version',
      'k.created_at',
      'k.updated_at',
    ]);

const byIdsStatement = statement('conflicts-by-ids', { companyId: bigint, ids: bigints }, (db, { companyId, ids }) =>
  selectConflicts(db).where('k.company_id', '=', companyId).where('k.id', '=', anyOf(ids)).orderBy('k.id'),
);

export async function readConflictsByIds(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<ConflictRow[]> {
  return byIdsStatement.all(pool, { companyId, ids });
}

const ofMutationsStatement = statement(
  'conflicts-of-mutations',
  { companyId: bigint, userId: bigint, mutationIds: texts },
  (db, { companyId, userId, mutationIds }) =>
    selectConflicts(db)
      .where('k.company_id', '=', companyId)
      .where('k.user_id', '=', userId)
      .where('k.mutation_id', '=', anyOf(mutationIds))
      .orderBy('k.id'),
);

/** Conflicts caused by actions of a user, by mutation id. */
export async function readConflictsByMutation(
  pool: pg.Pool,
  companyId: number,
  userId: number,
  mutationIds: readonly string[],
): Promise<ReadonlyMap<string, ConflictRow>> {
  const rows = await ofMutationsStatement.all(pool, { companyId, userId, mutationIds });
  return new Map(rows.map((row) => [row.mutation_id, row]));
}

const pageStatement = statement(
  'conflicts-page',
  { companyId: bigint, status: optional(text), resource: optional(text), limit: integer, offset: bigint },
  (db, { companyId, status, resource, limit, offset }) => {
    let query = selectConflicts(db).where('k.company_id', '=', companyId);
    if (status) query = query.where('k.status', '=', status as never);
    if (resource) query = query.where('k.resource', '=', resource);
    return query.orderBy('k.id', 'desc').limit(limit).offset(offset);
  },
);

const countStatement = statement(
  'conflicts-count',
  { companyId: bigint, status: optional(text), resource: optional(text) },
  (db, { companyId, status, resource }) => {
    let query = db
      .selectFrom('read.sync_conflicts')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('company_id', '=', companyId);
    if (status) query = query.where('status', '=', status as never);
    if (resource) query = query.where('resource', '=', resource);
    return query;
  },
);

export interface ConflictFilter {
  readonly status?: 'open' | 'resolved';
  readonly resource?: string;
}

/** Newest first. */
export async function listConflicts(
  pool: pg.Pool,
  companyId: number,
  filter: ConflictFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<ConflictRow[]> {
  return pageStatement.all(pool, { companyId, ...filter, limit, offset });
}

export async function countConflicts(pool: pg.Pool, companyId: number, filter: ConflictFilter): Promise<number> {
  return (await countStatement.first(pool, { companyId, ...filter }))!.count;
}
