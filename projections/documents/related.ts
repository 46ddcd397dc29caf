import { sql } from 'kysely';
import type pg from 'pg';
import type { RelatedDocuments } from '../../domain/documents/references.ts';
import { NO_RELATED } from '../../domain/documents/references.ts';
import { bigint, bigints } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';
import { readDocumentFacts } from './facts.ts';

/** Credit notes and final invoices that name one of these documents. */
const followersStatement = statement(
  'documents-that-name-others',
  { companyId: bigint, ids: bigints },
  (db, { companyId, ids }) =>
    db
      .selectFrom('read.documents as d')
      .select(['d.id', 'd.is_credit_note', 'd.credits', 'd.lines', 'd.vat', 'd.amount_gross'])
      .select(sql<number | null>`case when d.status = 'booked' then d.last_entry_id end`.as('entry_id'))
      .where('d.company_id', '=', companyId)
      .where('d.deleted_at', 'is', null)
      .where(sql<boolean>`(d.credits <> '[]'::jsonb or d.deducts <> '[]'::jsonb)`)
      .where(
        sql<boolean>`exists (
          select from jsonb_array_elements(d.credits || d.deducts) as n where (n ->> 'document_id')::bigint = any(${ids})
          union all
          select from jsonb_array_elements(d.lines) as l where (l ->> 'deducted_document_id')::bigint = any(${ids}))`,
      )
      .orderBy('d.id'),
);

/** Facts about documents that another document names. */
export async function readRelatedDocuments(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<RelatedDocuments> {
  if (ids.length === 0) return NO_RELATED;
  const followers = await followersStatement.all(pool, { companyId, ids });
  // A credit note of several invoices is divided by their totals.
  const others = followers.flatMap(({ credits }) => credits.map(({ document_id }) => document_id ?? 0));
  const documents = await readDocumentFacts(pool, companyId, [...new Set([...ids, ...others])]);
  return { documents: new Map(documents.map((facts) => [facts.id, facts])), followers };
}
