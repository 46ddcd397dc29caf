import { sql } from 'kysely';
import type pg from 'pg';
import type { ExchangedDocument } from '../../domain/lifecycle/lifecycle.ts';
import { bigint, text } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';
import { isNotPurged } from '../support/trash.ts';

/** Facts that decisions about statuses depend on. */

const exchangedStatement = statement(
  'exchanged-document',
  { companyId: bigint, documentId: bigint },
  (db, { companyId, documentId }) =>
    db
      .selectFrom('read.documents as d')
      .innerJoin('read.peppol_messages as m', (join) =>
        join
          .onRef('m.company_id', '=', 'd.company_id')
          .on('m.document_type', '<>', 'response')
          .on('m.status', '<>', 'failed')
          // Sent as a document, or received as the import that it was made from.
          .on(({ or, eb }) =>
            or([eb('m.document_id', '=', sql<number>`d.id`), eb('m.import_id', '=', sql<number>`d.import_id`)]),
          ),
      )
      .leftJoin('read.third_parties as t', 't.id', 'd.third_party_id')
      .select(['d.id', 'd.direction', 'd.number', 'd.document_date', 'd.is_credit_note'])
      .select(['m.network', 'm.participant', 't.name'])
      .select(
        sql<
          string | null
        >`(select l.status from read.document_lifecycle l where l.company_id = d.company_id and l.document_id = d.id
          order by l.id desc limit 1)`.as('last_status'),
      )
      .where('d.company_id', '=', companyId)
      .where('d.id', '=', documentId)
      .where('d.deleted_at', 'is', null)
      .where(isNotPurged('d'))
      .orderBy('m.id', 'desc')
      .limit(1),
);

export interface ExchangedDocumentFacts extends ExchangedDocument {
  readonly document_date: string;
  readonly is_credit_note: boolean;
  /** Name of the other side. */
  readonly name: string | null;
}

/** How a document was last exchanged; null if it was not. */
export async function findExchangedDocument(
  pool: pg.Pool,
  companyId: number,
  documentId: number,
): Promise<ExchangedDocumentFacts | null> {
  const row = await exchangedStatement.first(pool, { companyId, documentId });
  if (!row) return null;
  const { network, participant, last_status: lastStatus, ...document } = row;
  return { ...document, exchange: { network, participant }, lastStatus };
}

const namedStatement = statement(
  'document-named-by-status',
  { companyId: bigint, participant: text, number: text },
  (db, { companyId, participant, number }) =>
    db
      .selectFrom('read.peppol_messages as m')
      .leftJoin('read.documents as d', (join) =>
        join
          .onRef('d.company_id', '=', 'm.company_id')
          .on(({ or, eb }) =>
            or([eb('m.document_id', '=', sql<number>`d.id`), eb('m.import_id', '=', sql<number>`d.import_id`)]),
          ),
      )
      .select(['m.direction', 'd.id', 'd.number'])
      .where('m.company_id', '=', companyId)
      .where('m.network', '=', 'platform')
      .where('m.document_type', '<>', 'response')
      .where('m.participant', '=', participant)
      .where(({ or, eb }) => or([eb('m.number', '=', number), eb('m.direction', '=', 'in')]))
      .orderBy('m.id', 'desc')
      .limit(1000),
);

export type NamedDocument = { readonly id: number } | 'later' | 'unknown';

/**
 * The document that a status of this participant is about. A received invoice that is still in the importer has no
 * document: its statuses come later.
 */
export async function findNamedDocument(
  pool: pg.Pool,
  companyId: number,
  participant: string,
  number: string,
): Promise<NamedDocument> {
  const rows = await namedStatement.all(pool, { companyId, participant, number });
  const found = rows.find((row) => row.id !== null && row.number === number);
  if (found?.id) return { id: found.id };
  return rows.some(({ direction, id }) => direction === 'in' && id === null) ? 'later' : 'unknown';
}

const knownStatement = statement(
  'lifecycle-reference-known',
  { companyId: bigint, reference: text },
  (db, { companyId, reference }) =>
    db
      .selectFrom('read.document_lifecycle as l')
      .select('l.id')
      .where('l.company_id', '=', companyId)
      .where('l.reference', '=', reference)
      .limit(1),
);

/** Whether a status of the platform was recorded before. */
export async function isStatusKnown(pool: pg.Pool, companyId: number, reference: string): Promise<boolean> {
  return (await knownStatement.first(pool, { companyId, reference })) !== undefined;
}
