import type { DocumentEvent } from './document-events.ts';
import type { DocumentOfEntry } from './facts.ts';

/**
 * What becomes of a document when an entry is taken back. Its own: it waits to be booked again. One that had taken its own back: the
 * new entry stands in the books for it.
 */
export function documentAfterReversal(
  document: DocumentOfEntry | undefined,
  reversed: { readonly id: number; readonly reversed_entry_id: number | null },
  newEntryId: number,
): readonly DocumentEvent[] {
  if (!document) return [];
  const { id, version, last_entry_id, third_party_id, is_booked, is_trashed } = document;
  const data = (entry_id: number) => ({ id, version: version + 1, entry_id, third_party_id });
  if (is_booked) return last_entry_id === reversed.id ? [{ type: 'DocumentUnbooked', data: data(reversed.id) }] : [];
  const isBack = !is_trashed && last_entry_id !== null && last_entry_id === reversed.reversed_entry_id;
  return isBack ? [{ type: 'DocumentBooked', data: data(newEntryId) }] : [];
}
