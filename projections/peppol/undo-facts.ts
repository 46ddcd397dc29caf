import type pg from 'pg';
import type { UndoNeeds } from '../../domain/history/undo.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';

const sentStatement = statement(
  'documents-on-network',
  { companyId: bigint, ids: bigints, entryIds: bigints },
  (db, { companyId, ids, entryIds }) =>
    db
      .selectFrom('read.documents as d')
      .innerJoin('read.peppol_messages as m', 'm.document_id', 'd.id')
      .select('d.id')
      .distinct()
      .where('d.company_id', '=', companyId)
      .where(({ or, eb }) => or([eb('d.id', '=', anyOf(ids)), eb('d.last_entry_id', '=', anyOf(entryIds))]))
      .where('m.direction', '=', 'out')
      .where('m.status', '!=', 'failed'),
);

export async function readPeppolUndoFacts(
  pool: pg.Pool,
  companyId: number,
  { documents: ids = [] }: UndoNeeds,
  entryIds: readonly number[],
) {
  const isAsked = ids.length > 0 || entryIds.length > 0;
  const rows = isAsked ? await sentStatement.all(pool, { companyId, ids, entryIds }) : [];
  return { documentsOnNetwork: new Set(rows.map(({ id }) => id)) };
}
