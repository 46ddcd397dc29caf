import type pg from 'pg';
import { refuse, type Refusal } from '../../domain/refusal.ts';
import { findDocumentSending } from '../../projections/documents/sending.ts';

/** Refuses to send a document that was sent by anyone, or is not issued at present. */
export async function findResendingRefusal(
  pool: pg.Pool,
  companyId: number,
  documentId: number,
): Promise<Refusal | null> {
  const found = await findDocumentSending(pool, companyId, documentId);
  if (!found?.is_booked) return refuse('document_not_issued');
  return found.mail_id === null && found.message_id === null
    ? null
    : refuse('document_already_sent', { params: { status: 'sent' } });
}
