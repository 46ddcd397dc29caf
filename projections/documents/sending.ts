import { sql } from 'kysely';
import type pg from 'pg';
import { bigint } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

const sentStatement = statement(
  'sending-of-document',
  { companyId: bigint, documentId: bigint },
  (db, { companyId, documentId }) =>
    db
      .selectFrom('read.documents as d')
      .select([
        sql<boolean>`d.status = 'booked'`.as('is_booked'),
        sql<number | null>`(select max(m.id) from read.mails m where m.company_id = d.company_id
            and m.document_id = d.id and (m.status <> 'failed' or m.error = 'mail_in_doubt'))`.as('mail_id'),
        sql<number | null>`(select max(m.id) from read.peppol_messages m where m.company_id = d.company_id
            and m.document_id = d.id and m.direction = 'out' and m.document_type <> 'response'
            and (m.status <> 'failed' or m.error ->> 'code' = 'peppol_silent'))`.as('message_id'),
      ])
      .where('d.company_id', '=', companyId)
      .where('d.id', '=', documentId)
      .where('d.deleted_at', 'is', null),
);

export type DocumentSending = RowOfStatement<typeof sentStatement>;

/** Whether a document is issued, and the mail or message by which it was sent, or may have been, by whomever. */
export const findDocumentSending = (
  pool: pg.Pool,
  companyId: number,
  documentId: number,
): Promise<DocumentSending | undefined> => sentStatement.first(pool, { companyId, documentId });
