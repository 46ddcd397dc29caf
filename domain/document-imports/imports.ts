import type { CompanyFile } from '../company-file-state.ts';
import { conflict } from '../records/records.ts';
import { refuse, unreachable, type Decision, type Refusal } from '../refusal.ts';
import type {
  AnalysedData,
  AnalysedStatus,
  ImportedFile,
  ImportEvent,
  ImportKind,
  SheetRead,
} from './import-events.ts';

/**
 * Documents that come in as files: uploaded, read, corrected, and made into documents of the books. What was read may be
 * long and is kept by the read tables: decisions are given what they depend on.
 */
export type ImportCommand = UploadDocuments | RecordAnalysis | CorrectSheet | TrashImport | RestoreImport;

export type ImportStatus = AnalysedStatus | 'queued' | 'error' | 'validated' | 'expanded';

/** An import as it is now. */
export interface KnownImport {
  readonly id: number;
  readonly version: number;
  readonly kind: ImportKind;
  readonly status: ImportStatus;
  readonly is_trashed: boolean;
}

export type AnalysisOutcome =
  | { readonly analysed: Omit<AnalysedData, 'id' | 'version'> }
  /** Why the document could not be read. */
  | { readonly failed: string };

export interface UploadDocuments {
  readonly type: 'UploadDocuments';
  readonly batchId: string;
  /** An archive comes before what it contains. */
  readonly imports: readonly ImportedFile[];
  /** Of those that are read at once. */
  readonly outcomes: readonly { readonly id: number; readonly outcome: AnalysisOutcome }[];
}

export interface RecordAnalysis {
  readonly type: 'RecordAnalysis';
  readonly facts: KnownImport;
  readonly outcome: AnalysisOutcome;
}

export interface CorrectSheet {
  readonly type: 'CorrectSheet';
  readonly facts: KnownImport & { readonly read: SheetRead };
  readonly corrected: SheetRead;
  readonly baseVersion: number | null;
}

export interface TrashImport {
  readonly type: 'TrashImport';
  readonly facts: KnownImport;
  readonly baseVersion: number | null;
}

export interface RestoreImport {
  readonly type: 'RestoreImport';
  readonly facts: KnownImport;
  readonly baseVersion: number | null;
}

export function decideDocumentImport(command: ImportCommand, _file: CompanyFile): Decision<ImportEvent> {
  switch (command.type) {
    case 'UploadDocuments':
      return upload(command);
    case 'RecordAnalysis':
      return recordAnalysis(command);
    case 'CorrectSheet':
      return correct(command);
    case 'TrashImport':
      return trash(command);
    case 'RestoreImport':
      return restore(command);
    default:
      return unreachable(command);
  }
}

/** One event for a whole upload: all of it is there, or nothing is. */
function upload({ batchId, imports, outcomes }: UploadDocuments): Decision<ImportEvent> {
  return [
    { type: 'DocumentsUploaded', data: { batch_id: batchId, imports } },
    ...outcomes.map(({ id, outcome }) => outcomeEvent(id, 2, outcome)),
  ];
}

function outcomeEvent(id: number, version: number, outcome: AnalysisOutcome): ImportEvent {
  return 'failed' in outcome
    ? { type: 'DocumentAnalysisFailed', data: { id, version, code: outcome.failed } }
    : { type: 'DocumentAnalysed', data: { id, version, ...outcome.analysed } };
}

const isToBeAnalysed = ({ status, is_trashed }: KnownImport): boolean =>
  !is_trashed && (status === 'queued' || status === 'error');

/** Whoever was faster has said it already, and nothing is said twice. */
function recordAnalysis({ facts, outcome }: RecordAnalysis): Decision<ImportEvent> {
  return isToBeAnalysed(facts) ? [outcomeEvent(facts.id, facts.version + 1, outcome)] : [];
}

/** Why an import cannot be analysed; null when it can, undefined when there is nothing left to do. */
export function analysisRefusal(facts: KnownImport): Refusal | null | undefined {
  if (facts.is_trashed) return refuse('not_found');
  switch (facts.status) {
    case 'validated':
      return refuse('import_validated', { field: 'status' });
    case 'expanded':
      return refuse('import_is_archive', { field: 'status' });
    case 'queued':
    case 'error':
      return null;
    default:
      return undefined;
  }
}

/** Why there is no sheet yet to be corrected or validated. */
export function sheetRefusal({ status, is_trashed }: KnownImport): Refusal | null {
  if (is_trashed) return refuse('not_found');
  switch (status) {
    case 'queued':
    case 'error':
      return refuse('import_not_analysed', { field: 'status' });
    case 'validated':
      return refuse('import_validated', { field: 'status' });
    case 'expanded':
      return refuse('import_is_archive', { field: 'status' });
    default:
      return null;
  }
}

/** The status stays what it was: whoever corrects a sheet goes on to validate it. */
function correct({ facts, corrected, baseVersion }: CorrectSheet): Decision<ImportEvent> {
  const refused = sheetRefusal(facts);
  if (refused) return refused;
  const { id, version, read } = facts;
  if (baseVersion !== null && baseVersion !== version) return conflict(version);
  return [correction(id, version + 1, corrected, read)];
}

export function correction(id: number, version: number, corrected: SheetRead, previous: SheetRead): ImportEvent {
  return { type: 'ImportSheetCorrected', data: { id, version, ...corrected, previous } };
}

function trash({ facts: { id, version, status, is_trashed }, baseVersion }: TrashImport): Decision<ImportEvent> {
  if (is_trashed) return refuse('not_found');
  if (baseVersion !== null && baseVersion !== version) return conflict(version);
  if (status === 'validated') return refuse('import_validated', { field: 'status' });
  return [{ type: 'ImportTrashed', data: { id, version: version + 1 } }];
}

function restore({ facts: { id, version, is_trashed }, baseVersion }: RestoreImport): Decision<ImportEvent> {
  if (!is_trashed) return refuse('not_found');
  if (baseVersion !== null && baseVersion !== version) return conflict(version);
  return [{ type: 'ImportRestored', data: { id, version: version + 1 } }];
}
