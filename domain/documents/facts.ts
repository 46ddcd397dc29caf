import type { BookedDocument, DocumentContent, DocumentEvent, DocumentFile } from './document-events.ts';
import { completeChangedKind, completeTerms } from './terms.ts';

/** Current state of a document for decisions; not part of the state of a company file. */
export interface DocumentFacts extends DocumentContent {
  readonly id: number;
  readonly version: number;
  readonly is_booked: boolean;
  readonly is_trashed: boolean;
  /** Entry of the last booking, even if it was reversed since. */
  readonly last_entry_id: number | null;
  readonly file: DocumentFile | null;
  /** Also on the external platform, or being sent there: neither side can change it. */
  readonly is_held?: boolean;
  /** A final invoice that deducts this advance, unless credit notes have given all of it back. */
  readonly deducted_by_id?: number | null;
  /** What a quotation or pro forma was turned into, unless that is in the recycle bin. */
  readonly converted_to_id?: number | null;
}

/** Document data needed to reverse its entry. */
export type DocumentOfEntry = Pick<
  DocumentFacts,
  'id' | 'version' | 'is_booked' | 'is_trashed' | 'last_entry_id' | 'third_party_id' | 'deducted_by_id'
>;

type KnownDocuments = ReadonlyMap<number, DocumentFacts>;

/** Applies one more event to the facts, so that several undos in one operation see each other's results. */
export function evolveDocumentFacts(known: KnownDocuments, event: DocumentEvent): KnownDocuments {
  if (event.type === 'DocumentsPurged') return known;
  if (event.type === 'DocumentRecorded') {
    const {
      origin: _origin,
      source: _source,
      import_id: _import,
      converted_from_id: _from,
      file = null,
      ...content
    } = event.data;
    const fresh = { version: 1, is_booked: false, is_trashed: false, last_entry_id: null };
    return new Map(known).set(content.id, { ...completeTerms(content), ...fresh, file });
  }
  const { id, version } = event.data;
  const before = known.get(id);
  if (!before) return known;
  return new Map(known).set(id, { ...before, ...getFactChanges(event), version });
}

function getFactChanges(
  event: Exclude<DocumentEvent, { type: 'DocumentsPurged' | 'DocumentRecorded' }>,
): Partial<DocumentFacts> {
  switch (event.type) {
    case 'DocumentChanged':
      return completeChangedKind(event.data.changes);
    case 'DocumentFileAttached':
      return { file: event.data.file };
    case 'DocumentBooked':
      return { is_booked: true, last_entry_id: event.data.entry_id, ...getGivenNumber(event.data) };
    case 'DocumentUnbooked':
      return { is_booked: false };
    case 'DocumentConverted':
      return { converted_to_id: event.data.converted_to_id };
    case 'DocumentTrashed':
      return { is_trashed: true };
    case 'DocumentRestored':
      return { is_trashed: false };
  }
}

/** Number and series of a booking that gave one. */
export const getGivenNumber = ({ number, number_series_id }: Pick<BookedDocument, 'number' | 'number_series_id'>) => ({
  ...(number !== undefined && { number }),
  ...(number_series_id !== undefined && { number_series_id }),
});

/** Document of an entry, or of the entry that it has reversed. */
export function findDocumentOfEntry(
  known: KnownDocuments,
  entry: { readonly id: number; readonly reversed_entry_id: number | null },
): DocumentFacts | undefined {
  const ids = [entry.id, entry.reversed_entry_id];
  return [...known.values()].find(({ last_entry_id }) => last_entry_id !== null && ids.includes(last_entry_id));
}
