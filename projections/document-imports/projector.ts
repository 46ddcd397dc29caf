import { buildCounterpartyKey } from '../../domain/document-imports/counterparty.ts';
import { isContainer, type ImportEvent, type SheetRead } from '../../domain/document-imports/import-events.ts';
import { buildSenderKeys } from '../../domain/document-imports/learning.ts';
import type { ExtractedSheet } from '../../domain/document-imports/sheet.ts';
import { isSameJson } from '../../domain/json.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { companyStorage } from '../attachments/tables.ts';
import type { Batch } from '../support/batch.ts';
import { getFileProvenance } from '../support/provenance.ts';
import type { RowOf } from '../support/table.ts';
import { documentImports } from './tables.ts';
import { NOT_TRASHED, projectTrash } from '../support/trash.ts';
import { importBin } from '../../domain/document-imports/bin.ts';

type Row = RowOf<typeof documentImports>;

const NAME = 'document-imports';

type NewImports = 'DocumentsUploaded' | 'DocumentsDerived';
type TrashEvent = 'ImportTrashed' | 'ImportRestored' | 'ImportsPurged';

export function projectImport(
  event: Exclude<ImportEvent, { readonly type: TrashEvent }>,
  stored: RecordedEvent,
  batch: Batch,
): void {
  if (event.type === 'DocumentsUploaded' || event.type === 'DocumentsDerived')
    return projectNewImports(event.data, stored, batch);
  const { company_id, recorded_at } = getFileProvenance(stored);
  const before = batch.get(documentImports, event.data.id)!;
  const { id, version } = event.data;
  /** `described`: fields shown in the history with their values before and after. */
  const putImport = (
    changes: Partial<Row>,
    described: readonly (keyof Row)[],
    op: 'upsert' | 'delete' = 'upsert',
  ): void => {
    const after = { ...before, ...changes };
    const pickShown = (row: Row) => Object.fromEntries(described.map((name) => [toApiName(name), row[name]]));
    const seq = batch.recordChange({
      companyId: company_id,
      resource: NAME,
      id,
      op,
      version,
      before: pickShown(before),
      after: pickShown(after),
    });
    batch.put(documentImports, { ...after, version, seq, updated_at: recorded_at });
  };
  switch (event.type) {
    case 'DocumentAnalysed': {
      const { engine, status, duplicate_of_import_id, duplicate_of_document_id, duplicate_of_entry_id } = event.data;
      const duplicates = { duplicate_of_import_id, duplicate_of_document_id, duplicate_of_entry_id };
      const preview = {
        preview_sha256: event.data.preview?.sha256 ?? null,
        preview_mime: event.data.preview?.mime ?? null,
      };
      const pages = { page_count: event.data.page_count ?? null, page_of: event.data.page_of ?? null };
      const changes = {
        ...toSheetColumns(event.data),
        ...toSenderColumns(event.data.sheet),
        read_sheet: null,
        ...duplicates,
        ...preview,
        ...pages,
        fields: event.data.fields ?? null,
        engine,
        status,
        error_code: null,
      };
      return putImport(changes, ['status', 'engine', 'number']);
    }
    case 'DocumentAnalysisFailed': {
      const { code: error_code } = event.data;
      const { original_name, kind } = before;
      const data = { id, original_name, kind, status: 'error', error_code };
      batch.announce(stored, () => ({ event: 'document.import_failed', data }));
      return putImport({ status: 'error', error_code }, ['status', 'error_code']);
    }
    case 'ImportExpanded':
      return putImport(
        { status: 'expanded', expanded_into: event.data.into, ...(event.data.is_automatic && { is_whole: null }) },
        ['status'],
      );
    case 'ImportCollapsed': {
      const { status, into, is_automatic } = event.data;
      const pages = { expanded_into: into.length > 0 ? into : null, ...(is_automatic && { is_whole: true }) };
      return putImport({ status, ...pages }, ['status']);
    }
    case 'ImportSheetCorrected':
      return putImport({ ...toSheetColumns(event.data), read_sheet: findReadSheet(event.data, before) }, ['sheet']);
    case 'ImportValidated': {
      const { document_id, third_party_id } = event.data;
      return putImport({ status: 'validated', imported_document_id: document_id, third_party_id }, [
        'status',
        'imported_document_id',
      ]);
    }
    case 'ImportReopened': {
      // Earlier events do not have the third party.
      const { status, third_party_id = before.third_party_id } = event.data;
      return putImport({ status, imported_document_id: null, third_party_id }, ['status', 'imported_document_id']);
    }
  }
}

/** Trashed files do not count towards the storage of the company. */
export const importTrash = projectTrash(importBin, documentImports, (move, { size }, { company_id }, batch) => {
  if (move === 'purge') return;
  const isTrashed = move === 'trash';
  batch.add(companyStorage, { company_id, bytes: isTrashed ? -size : size, files_count: isTrashed ? -1 : 1 });
});

/** Field name in the API. */
const toApiName = (column: string): string =>
  column === 'sheet' ? 'extracted' : column === 'error_code' ? 'error' : column;

const NOTHING_READ = {
  engine: null,
  sheet: null,
  read_sheet: null,
  sender_number: null,
  sender_iban: null,
  sender_name: null,
  warnings: null,
  suggestions: null,
  preview_sha256: null,
  preview_mime: null,
  error_code: null,
  counterparty_key: null,
  third_party_id: null,
  document_type: null,
  number: null,
  document_date: null,
  amount_gross: null,
  duplicate_of_import_id: null,
  duplicate_of_document_id: null,
  duplicate_of_entry_id: null,
  imported_document_id: null,
  sources: null,
  expanded_into: null,
  is_whole: null,
  page_count: null,
  page_of: null,
  fields: null,
};

function projectNewImports(
  { batch_id, imports }: Extract<ImportEvent, { readonly type: NewImports }>['data'],
  stored: RecordedEvent,
  batch: Batch,
): void {
  const { company_id, recorded_at, user_id } = getFileProvenance(stored);
  for (const file of imports) {
    const change = { companyId: company_id, resource: NAME, id: file.id, op: 'upsert', version: 1 } as const;
    batch.put(documentImports, {
      ...NOTHING_READ,
      ...file,
      company_id,
      batch_id,
      status: isContainer(file.kind) ? 'expanded' : 'queued',
      version: 1,
      seq: batch.recordChange({ ...change, before: null, after: null }),
      created_at: recorded_at,
      updated_at: recorded_at,
      created_by: user_id,
      ...NOT_TRASHED,
    });
  }
  batch.add(companyStorage, {
    company_id,
    bytes: imports.reduce((sum, { size }) => sum + size, 0),
    files_count: imports.length,
  });
}

/** The sheet as first read; null if the user has returned to it, as an undo does. */
function findReadSheet(
  { sheet, previous }: Extract<ImportEvent, { readonly type: 'ImportSheetCorrected' }>['data'],
  { read_sheet }: Row,
): ExtractedSheet | null {
  const read = read_sheet ?? previous.sheet;
  return isSameJson(read, sheet) ? null : read;
}

function toSenderColumns(sheet: ExtractedSheet) {
  const { number, iban, name } = buildSenderKeys(sheet);
  return { sender_number: number, sender_iban: iban, sender_name: name };
}

function toSheetColumns({ sheet, warnings, suggestions }: SheetRead) {
  return {
    sheet,
    warnings,
    suggestions,
    counterparty_key: buildCounterpartyKey(sheet.counterparty),
    third_party_id: suggestions.third_party_id,
    document_type: sheet.document_type,
    number: sheet.number,
    document_date: sheet.date,
    amount_gross: sheet.totals.gross,
  };
}
