import type { DocumentContent, DocumentEvent, DocumentFile } from './document-events.ts';

/** A document as it is now, as decisions about it need it; the state of a company file does not hold it. */
export interface DocumentFacts extends DocumentContent {
  readonly id: number;
  readonly version: number;
  readonly is_booked: boolean;
  readonly is_trashed: boolean;
  /** The entry that it was last booked by, also when that was taken back since. */
  readonly last_entry_id: number | null;
  readonly file: DocumentFile | null;
  /** On the external platform too, or on its way there: neither side changes it. */
  readonly is_held?: boolean;
}

/** What taking an entry back has to know of its document. */
export type DocumentOfEntry = Pick<
  DocumentFacts,
  'id' | 'version' | 'is_booked' | 'is_trashed' | 'last_entry_id' | 'third_party_id'
>;

type KnownDocuments = ReadonlyMap<number, DocumentFacts>;

/** The facts after one more event: several things that are taken back together see what each of them leaves. */
export function evolveDocumentFacts(known: KnownDocuments, event: DocumentEvent): KnownDocuments {
  if (event.type === 'DocumentsPurged') return known;
  if (event.type === 'DocumentRecorded') {
    const { origin: _origin, source: _source, import_id: _import, file = null, ...content } = event.data;
    const fresh = { version: 1, is_booked: false, is_trashed: false, last_entry_id: null };
    return new Map(known).set(content.id, { ...content, ...fresh, file });
  }
  const { id, version } = event.data;
  const before = known.get(id);
  if (!before) return known;
  return new Map(known).set(id, { ...before, ...changeBy(event), version });
}

function changeBy(
  event: Exclude<DocumentEvent, { type: 'DocumentsPurged' | 'DocumentRecorded' }>,
): Partial<DocumentFacts> {
  switch (event.type) {
    case 'DocumentChanged':
      return event.data.changes;
    case 'DocumentFileAttached':
      return { file: event.data.file };
    case 'DocumentBooked':
      return { is_booked: true, last_entry_id: event.data.entry_id };
    case 'DocumentUnbooked':
      return { is_booked: false };
    case 'DocumentTrashed':
      return { is_trashed: true };
    case 'DocumentRestored':
      return { is_trashed: false };
  }
}

/** The document that an entry has to do with: its own, or that of the entry which it has taken back. */
export function documentOfEntry(
  known: KnownDocuments,
  entry: { readonly id: number; readonly reversed_entry_id: number | null },
): DocumentFacts | undefined {
  const ids = [entry.id, entry.reversed_entry_id];
  return [...known.values()].find(({ last_entry_id }) => last_entry_id !== null && ids.includes(last_entry_id));
}
