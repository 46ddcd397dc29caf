import { addDays, type PlainDate } from '../dates.ts';
import { normaliseReference } from '../ledger/same-invoice.ts';
import { compare, type SignedAmount } from '../money.ts';
import { buildCounterpartyKey } from './counterparty.ts';
import type { ExtractedSheet } from './sheet.ts';

/**
 * Duplicate detection: the same file; or the same number and date of the same supplier or customer, among imports,
 * documents and entries. A document of the same supplier and amount around the same day causes a warning.
 */

/** Data of an import that may be a duplicate. */
export interface SimilarImport {
  readonly id: number;
  readonly sha256: string;
  readonly counterparty_key: string | null;
  readonly third_party_id: number | null;
  readonly document_type: string | null;
  readonly number: string | null;
  readonly document_date: PlainDate | null;
  readonly amount_gross: SignedAmount | null;
  readonly imported_document_id: number | null;
}

/** Data of a document or an entry, which belong to a third party. */
export interface SimilarRecord {
  readonly id: number;
  readonly third_party_id: number;
  readonly document_type: 'invoice' | 'credit_note';
  readonly number: string | null;
  readonly document_date: PlainDate;
  readonly amount_gross: SignedAmount;
}

export interface DuplicateFacts {
  readonly imports: readonly SimilarImport[];
  readonly documents: readonly SimilarRecord[];
  readonly entries: readonly SimilarRecord[];
}

export const NOTHING_SIMILAR: DuplicateFacts = { imports: [], documents: [], entries: [] };

export interface Examined {
  readonly id: number;
  readonly sha256: string;
  readonly sheet: ExtractedSheet;
  readonly thirdPartyId: number | null;
}

export interface Duplicate {
  readonly importId: number | null;
  readonly documentId: number | null;
  readonly entryId: number | null;
}

export function findDuplicate(examined: Examined, facts: DuplicateFacts): Duplicate | null {
  const others = facts.imports.filter(({ id }) => id !== examined.id);
  const same =
    others.find(({ sha256 }) => sha256 === examined.sha256) ?? others.find((other) => isSameInvoice(examined, other));
  const document = facts.documents.find((other) => isSameRecord(examined, other));
  const entry = facts.entries.find((other) => isSameRecord(examined, other));
  const documentId = same?.imported_document_id ?? document?.id ?? null;
  if (!same && !document && !entry) return null;
  return { importId: same?.id ?? null, documentId, entryId: documentId === null ? (entry?.id ?? null) : null };
}

/** Maximum number of days between two readings of the same invoice. */
const NEAR_DAYS = 10;

/** True if there is one of the same counterparty and amount around the same day. */
export function hasSimilar(examined: Examined, { imports, documents, entries }: DuplicateFacts): boolean {
  const { date, totals, document_type } = examined.sheet;
  if (date === null || totals.gross === null) return false;
  const isNear = (other: {
    document_date: PlainDate | null;
    amount_gross: SignedAmount | null;
    document_type: string | null;
  }) =>
    other.document_type === document_type &&
    other.document_date !== null &&
    other.amount_gross !== null &&
    compare(other.amount_gross, totals.gross!) === 0 &&
    addDays(other.document_date, -NEAR_DAYS) <= date &&
    date <= addDays(other.document_date, NEAR_DAYS);
  return (
    imports.some((other) => other.id !== examined.id && isSameCounterparty(examined, other) && isNear(other)) ||
    [...documents, ...entries].some((other) => other.third_party_id === examined.thirdPartyId && isNear(other))
  );
}

function isSameCounterparty({ sheet, thirdPartyId }: Examined, other: SimilarImport): boolean {
  if (thirdPartyId !== null && other.third_party_id === thirdPartyId) return true;
  const key = buildCounterpartyKey(sheet.counterparty);
  return key !== null && key === other.counterparty_key;
}

const isSameNumber = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && normaliseReference(one) === normaliseReference(other);

function isSameInvoice(examined: Examined, other: SimilarImport): boolean {
  const { number, date, document_type } = examined.sheet;
  return (
    isSameCounterparty(examined, other) &&
    other.document_type === document_type &&
    isSameNumber(number, other.number) &&
    date !== null &&
    date === other.document_date
  );
}

function isSameRecord({ sheet, thirdPartyId }: Examined, other: SimilarRecord): boolean {
  return (
    thirdPartyId === other.third_party_id &&
    sheet.document_type === other.document_type &&
    isSameNumber(sheet.number, other.number) &&
    sheet.date === other.document_date
  );
}
