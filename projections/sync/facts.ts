import type pg from 'pg';
import type { KeepConflict, ResolveConflict } from '../../domain/sync/conflicts.ts';
import { bigint, text } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

/** Facts that decisions about conflicts depend on. */

const ofMutation = statement(
  'conflict-of-mutation',
  { companyId: bigint, userId: bigint, mutationId: text },
  (db, { companyId, userId, mutationId }) =>
    db
      .selectFrom('read.sync_conflicts')
      .select('id')
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .where('mutation_id', '=', mutationId),
);

export async function readKeepFacts(
  pool: pg.Pool,
  companyId: number,
  userId: number,
  mutationId: string,
): Promise<KeepConflict['facts']> {
  return { knownId: (await ofMutation.first(pool, { companyId, userId, mutationId }))?.id ?? null };
}

const standing = statement('conflict-standing', { companyId: bigint, id: bigint }, (db, { companyId, id }) =>
  db
    .selectFrom('read.sync_conflicts')
    .select(['id', 'version', 'status'])
    .where('company_id', '=', companyId)
    .where('id', '=', id),
);

export async function findResolveFacts(
  pool: pg.Pool,
  companyId: number,
  id: number,
): Promise<ResolveConflict['facts'] | undefined> {
  return standing.first(pool, { companyId, id });
}

export type LaterChange = RowOfStatement<typeof since>;

const since = statement(
  'changes-of-record-since',
  { companyId: bigint, resource: text, recordId: bigint, version: bigint },
  (db, { companyId, resource, recordId, version }) =>
    db
      .selectFrom('read.changes as c')
      .innerJoin('read.activity as a', 'a.position', 'c.position')
      .select(['c.version', 'c.before', 'c.after', 'a.user_id', 'a.device_id', 'a.occurred_at', 'a.recorded_at'])
      .where('c.company_id', '=', companyId)
      .where('c.resource', '=', resource)
      .where('c.record_id', '=', recordId)
      .where('c.version', '>', version)
      .orderBy('c.version', 'desc'),
);

/** Changes of a record after a version, latest first. */
export async function listChangesSince(
  pool: pg.Pool,
  companyId: number,
  resource: string,
  recordId: number,
  version: number,
): Promise<LaterChange[]> {
  return since.all(pool, { companyId, resource, recordId, version });
}
