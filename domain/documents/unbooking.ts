import type { DocumentEvent } from './document-events.ts';
import type { DocumentOfEntry } from './facts.ts';

/** The final invoice that deducts the advance of this entry; null if nothing prevents its reversal. */
export const findDeducting = (document: DocumentOfEntry | undefined, entryId: number): number | null =>
  document?.is_booked && document.last_entry_id === entryId ? (document.deducted_by_id ?? null) : null;

/**
 * Updates a document when an entry is reversed. If it was the entry of the document, it can be booked again. If it was a
 * reversal of that entry, the new entry books the document.
 */
export function updateDocumentAfterReversal(
  document: DocumentOfEntry | undefined,
  reversed: { readonly id: number; readonly reversed_entry_id: number | null },
  newEntryId: number,
): readonly DocumentEvent[] {
  if (!document) return [];
  const { id, version, last_entry_id, third_party_id, is_booked, is_trashed } = document;
  const buildData = (entry_id: number) => ({ id, version: version + 1, entry_id, third_party_id });
  if (is_booked)
    return last_entry_id === reversed.id ? [{ type: 'DocumentUnbooked', data: buildData(reversed.id) }] : [];
  const isBack = !is_trashed && last_entry_id !== null && last_entry_id === reversed.reversed_entry_id;
  return isBack ? [{ type: 'DocumentBooked', data: buildData(newEntryId) }] : [];
}
