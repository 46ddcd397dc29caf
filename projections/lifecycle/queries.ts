import type pg from 'pg';
import type { QueryCreator } from '../support/compiler.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

const selectSteps = (db: QueryCreator) =>
  db
    .selectFrom('read.document_lifecycle as l')
    .select(['l.id', 'l.document_id', 'l.network', 'l.status', 'l.by', 'l.reason_code', 'l.reason', 'l.amount', 'l.at'])
    .select(['l.version', 'l.created_at', 'l.updated_at']);

const ofDocument = statement(
  'lifecycle-of-document',
  { companyId: bigint, documentId: bigint },
  (db, { companyId, documentId }) =>
    selectSteps(db)
      .where('l.company_id', '=', companyId)
      .where('l.document_id', '=', documentId)
      .orderBy('l.id')
      .limit(1000),
);

export type LifecycleRow = RowOfStatement<typeof ofDocument>;

/** Oldest first. */
export async function listLifecycle(pool: pg.Pool, companyId: number, documentId: number): Promise<LifecycleRow[]> {
  return ofDocument.all(pool, { companyId, documentId });
}

const byIds = statement('lifecycle-by-ids', { companyId: bigint, ids: bigints }, (db, { companyId, ids }) =>
  selectSteps(db).where('l.company_id', '=', companyId).where('l.id', '=', anyOf(ids)).orderBy('l.id'),
);

export async function readLifecycleByIds(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<LifecycleRow[]> {
  return ids.length === 0 ? [] : byIds.all(pool, { companyId, ids });
}
