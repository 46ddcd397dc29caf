import type pg from 'pg';
import type { UndoNeeds } from '../../domain/history/undo.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';

const mailedStatement = statement(
  'documents-mailed',
  { companyId: bigint, ids: bigints, entryIds: bigints },
  (db, { companyId, ids, entryIds }) =>
    db
      .selectFrom('read.documents as d')
      .innerJoin('read.mails as m', (join) =>
        join.onRef('m.company_id', '=', 'd.company_id').onRef('m.document_id', '=', 'd.id'),
      )
      .select('d.id')
      .distinct()
      .where('d.company_id', '=', companyId)
      .where(({ or, eb }) => or([eb('d.id', '=', anyOf(ids)), eb('d.last_entry_id', '=', anyOf(entryIds))]))
      .where('m.status', '!=', 'failed'),
);

export async function readMailUndoFacts(
  pool: pg.Pool,
  companyId: number,
  { documents: ids = [] }: UndoNeeds,
  entryIds: readonly number[],
) {
  const isAsked = ids.length > 0 || entryIds.length > 0;
  const rows = isAsked ? await mailedStatement.all(pool, { companyId, ids, entryIds }) : [];
  return { mailedDocuments: new Set(rows.map(({ id }) => id)) };
}
