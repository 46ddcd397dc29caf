import type {
  BookedDocument,
  DocumentEvent,
  DocumentFile,
  RecordedDocument,
} from '../../domain/documents/document-events.ts';
import { getGivenNumber } from '../../domain/documents/facts.ts';
import { buildNumberKey } from '../../domain/documents/numbering.ts';
import { completeChangedKind, completeTerms } from '../../domain/documents/terms.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { companyStorage } from '../attachments/tables.ts';
import { getRecordTable } from '../records/tables.ts';
import type { Batch, RecordChange } from '../support/batch.ts';
import { getFileProvenance, type FileProvenance } from '../support/provenance.ts';
import type { RowOf } from '../support/table.ts';
import { buildAnnouncedDocument } from './announcement.ts';
import { buildDocumentSearchText } from './search-text.ts';
import { documentFiles, documents } from './tables.ts';
import { moveToTrash, NOT_TRASHED, projectTrash, restoreFromTrash } from '../support/trash.ts';
import { documentBin } from '../../domain/documents/bin.ts';

type DocumentRow = RowOf<typeof documents>;

export function projectDocument(
  event: Exclude<DocumentEvent, { type: 'DocumentsPurged' }>,
  stored: RecordedEvent,
  batch: Batch,
): void {
  const provenance = getFileProvenance(stored);
  return event.type === 'DocumentRecorded'
    ? projectRecorded(event.data, stored, provenance, batch)
    : projectChange(event, stored, provenance, batch);
}

function projectRecorded(
  { file, import_id, converted_from_id, number_place: place, ...document }: RecordedDocument,
  stored: RecordedEvent,
  { company_id, recorded_at, user_id }: FileProvenance,
  batch: Batch,
): void {
  const content = completeTerms(document);
  const row: DocumentRow = {
    ...content,
    number_key: buildNumberKey(content),
    ...toPlaceColumns(place),
    mentions: [],
    company_id,
    import_id: import_id ?? null,
    converted_from_id: converted_from_id ?? null,
    converted_to_id: null,
    file: file ?? null,
    file_version: file ? 1 : null,
    file_at: file ? recorded_at : null,
    status: 'pending',
    last_entry_id: null,
    last_line_id: findHighestId(document.lines, 0),
    version: 1,
    seq: recordChange(batch, company_id, {
      id: document.id,
      version: 1,
      op: 'upsert',
      before: null,
      after: null,
    }),
    created_at: recorded_at,
    updated_at: recorded_at,
    created_by: user_id,
    ...NOT_TRASHED,
    search: buildDocumentSearchText(document),
  };
  batch.put(documents, row);
  if (file) addFile(row, file, import_id === undefined, recorded_at, batch);
  if (document.origin !== 'manual') announceDocument('document.imported', row, document.third_party_id, stored, batch);
}

type Change = Exclude<DocumentEvent, { type: 'DocumentRecorded' | 'DocumentsPurged' }>;

function projectChange(event: Change, stored: RecordedEvent, provenance: FileProvenance, batch: Batch): void {
  const { id, version } = event.data;
  const before = getDocumentRow(batch, id);
  const { recorded_at: at, company_id } = provenance;
  const [was, is] = describeChange(event, before, provenance);
  const op = event.type === 'DocumentTrashed' ? 'delete' : 'upsert';
  const seq = recordChange(batch, company_id, { id, version, op, before: was, after: is });
  const after: DocumentRow = { ...before, ...is, version, seq, updated_at: at };
  const row = {
    ...after,
    search: buildDocumentSearchText(after),
    number_key: buildNumberKey(after),
    last_line_id: findHighestId(after.lines, before.last_line_id),
  };
  if (event.type === 'DocumentFileAttached') {
    dropFile(before, at, batch);
    addFile(row, event.data.file, true, at, batch);
  }
  batch.put(documents, row);
  if (event.type === 'DocumentBooked') {
    announceDocument('document.booked', row, event.data.third_party_id, stored, batch);
    announceCredit(row, stored, batch);
  }
}

type Part = Partial<DocumentRow>;

/** Values before and after the event. */
function describeChange(event: Change, before: DocumentRow, provenance: FileProvenance): readonly [Part, Part] {
  switch (event.type) {
    case 'DocumentChanged':
      return [completeChangedKind(event.data.previous), completeChangedKind(event.data.changes)];
    case 'DocumentFileAttached':
      return [
        { file: before.file, file_version: before.file_version, file_at: before.file_at },
        { file: event.data.file, file_version: event.data.version, file_at: provenance.recorded_at },
      ];
    case 'DocumentBooked':
      return describeBooking(event.data, before);
    case 'DocumentConverted':
      return [{ converted_to_id: before.converted_to_id }, { converted_to_id: event.data.converted_to_id }];
    case 'DocumentUnbooked':
      // Issued again, it carries the mentions of that day.
      return before.mentions.length === 0
        ? [{ status: 'booked' }, { status: 'pending' }]
        : [
            { status: 'booked', mentions: before.mentions },
            { status: 'pending', mentions: [] },
          ];
    case 'DocumentTrashed':
    case 'DocumentRestored': {
      const { columns, change } = event.type === 'DocumentTrashed' ? moveToTrash(provenance) : restoreFromTrash(before);
      return [change.before, columns];
    }
  }
}

function describeBooking(data: BookedDocument, before: DocumentRow): readonly [Part, Part] {
  const { entry_id, mentions, number_place: place } = data;
  const given: Part = {
    ...getGivenNumber(data),
    ...(place && toPlaceColumns(place)),
    ...(mentions && { mentions }),
  };
  const names = Object.keys(given) as (keyof DocumentRow)[];
  return [
    { status: 'pending', last_entry_id: before.last_entry_id, ...pick(before, names) },
    { status: 'booked', last_entry_id: entry_id, ...given },
  ];
}

const toPlaceColumns = (place: BookedDocument['number_place']) => ({
  number_year: place?.year ?? null,
  number_place: place?.number ?? null,
});

const pick = (row: DocumentRow, names: readonly (keyof DocumentRow)[]): Part =>
  Object.fromEntries(names.map((name) => [name, row[name]]));

/** A purged document loses its file. */
export const { DocumentsPurged: projectPurged } = projectTrash(
  documentBin,
  documents,
  (_move, row, { recorded_at }, batch) => dropFile(row, recorded_at, batch),
).project;

function getDocumentRow(batch: Batch, id: number): DocumentRow {
  const row = batch.get(documents, id);
  if (!row) throw new Error(`Document ${id} does not exist`);
  return row;
}

function recordChange(batch: Batch, companyId: number, change: Omit<RecordChange, 'companyId' | 'resource'>): number {
  return batch.recordChange({ companyId, resource: 'documents', ...change });
}

function addFile(
  { id: document_id, version, company_id }: DocumentRow,
  { sha256, size }: DocumentFile,
  is_counted: boolean,
  at: string,
  batch: Batch,
): void {
  const kept = { document_id, version, company_id, sha256, size, is_counted };
  batch.put(documentFiles, { ...kept, created_at: at, deleted_at: null });
  if (is_counted) batch.add(companyStorage, { company_id, bytes: size, files_count: 1 });
}

/** The file of an imported document has version 1 and is counted with the import. */
function dropFile(
  { id, company_id, file, file_version, file_at, import_id }: DocumentRow,
  at: string,
  batch: Batch,
): void {
  if (!file || file_version === null || file_at === null) return;
  const { sha256, size } = file;
  const is_counted = file_version > 1 || import_id === null;
  const kept = { document_id: id, version: file_version, company_id, sha256, size, is_counted };
  batch.put(documentFiles, { ...kept, created_at: file_at, deleted_at: at });
  if (is_counted) batch.add(companyStorage, { company_id, bytes: -size, files_count: -1 });
}

const findHighestId = (lines: readonly { readonly id: number }[], least: number): number =>
  lines.reduce((highest, { id }) => Math.max(highest, id), least);

/** One announcement for each document that a credit note credits. */
function announceCredit(row: DocumentRow, stored: RecordedEvent, batch: Batch): void {
  if (!row.is_credit_note) return;
  const {
    id: credit_note_id,
    number: credit_note_number,
    document_date: credit_note_date,
    currency,
    amount_gross,
  } = row;
  for (const { document_id, number } of row.credits) {
    if (document_id === null) continue;
    const note = { credit_note_id, credit_note_number, credit_note_date, currency, amount_gross };
    batch.announce(stored, () => ({ event: 'document.credited', data: { id: document_id, number, ...note } }));
  }
}

function announceDocument(
  event: 'document.imported' | 'document.booked',
  row: DocumentRow,
  thirdPartyId: number,
  stored: RecordedEvent,
  batch: Batch,
): void {
  const thirdParty = batch.get(getRecordTable('third-parties'), thirdPartyId);
  batch.announce(stored, () => ({ event, data: buildAnnouncedDocument(row, thirdPartyId, thirdParty) }));
}
