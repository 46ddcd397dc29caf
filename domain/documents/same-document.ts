import type { PlainDate } from '../dates.ts';
import { refuse, type Refusal } from '../refusal.ts';
import type { DocumentContent } from './document-events.ts';

/** Duplicate documents: same third party, number and date. */

/** An existing document with the same third party and number. */
export interface SameDocument {
  readonly id: number;
  readonly number: string;
  readonly document_date: PlainDate;
  readonly is_credit_note: boolean;
}

/** An invoice and its credit note may have the same number. */
export function findSameDocumentRefusal(
  { number, document_date, is_credit_note }: Pick<DocumentContent, 'number' | 'document_date' | 'is_credit_note'>,
  others: readonly SameDocument[],
): Refusal | null {
  if (number === null) return null;
  const same = others.find((other) => other.document_date === document_date && other.is_credit_note === is_credit_note);
  if (!same) return null;
  const params = { number: same.number, date: same.document_date };
  return refuse('document_already_exists', { field: 'number', params }, { document_id: same.id });
}
