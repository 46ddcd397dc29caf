import type { CompanyFile } from '../company-file-state.ts';
import { refuse, assertUnreachable, type Decision, type Refusal } from '../refusal.ts';
import { importBin } from './bin.ts';
import type {
  AnalysedData,
  AnalysedStatus,
  ImportedFile,
  ImportEvent,
  ImportKind,
  SheetRead,
} from './import-events.ts';
import { findVersionConflict } from '../versions.ts';

/**
 * Documents received as files: uploaded, read, corrected, and turned into documents of the books. Extracted content may
 * be long and is stored in the read tables: decisions receive the facts they depend on.
 */
export type ImportCommand = UploadDocuments | RecordAnalysis | CorrectSheet | TrashImport | RestoreImport;

export type ImportStatus = AnalysedStatus | 'queued' | 'error' | 'validated' | 'expanded';

/** Current state of an import. */
export interface KnownImport {
  readonly id: number;
  readonly version: number;
  readonly kind: ImportKind;
  readonly status: ImportStatus;
  readonly is_trashed: boolean;
  /** Imports that contain its pages; absent or empty if it was neither split nor joined. */
  readonly expanded_into?: readonly number[];
}

export type AnalysisOutcome =
  | { readonly analysed: Omit<AnalysedData, 'id' | 'version'> }
  /** Reason why the document could not be read. */
  | { readonly failed: string };

export interface UploadDocuments {
  readonly type: 'UploadDocuments';
  readonly batchId: string;
  /** An archive precedes its contents. */
  readonly imports: readonly ImportedFile[];
  /** For files that are read immediately. */
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
      return decideUpload(command);
    case 'RecordAnalysis':
      return decideAnalysis(command);
    case 'CorrectSheet':
      return decideCorrection(command);
    case 'TrashImport':
    case 'RestoreImport':
      return decideTrashOrRestore(command);
    default:
      return assertUnreachable(command);
  }
}

/** One event for the whole upload, so that it is recorded completely or not at all. */
function decideUpload({ batchId, imports, outcomes }: UploadDocuments): Decision<ImportEvent> {
  return [
    { type: 'DocumentsUploaded', data: { batch_id: batchId, imports } },
    ...outcomes.map(({ id, outcome }) => buildOutcomeEvent(id, 2, outcome)),
  ];
}

function buildOutcomeEvent(id: number, version: number, outcome: AnalysisOutcome): ImportEvent {
  return 'failed' in outcome
    ? { type: 'DocumentAnalysisFailed', data: { id, version, code: outcome.failed } }
    : { type: 'DocumentAnalysed', data: { id, version, ...outcome.analysed } };
}

const canBeAnalysed = ({ status, is_trashed }: KnownImport): boolean =>
  !is_trashed && (status === 'queued' || status === 'error');

/** If another worker was faster, nothing is recorded. */
function decideAnalysis({ facts, outcome }: RecordAnalysis): Decision<ImportEvent> {
  return canBeAnalysed(facts) ? [buildOutcomeEvent(facts.id, facts.version + 1, outcome)] : [];
}

/** Reason why an import cannot be analysed; null if it can, undefined if there is nothing left to do. */
export function findAnalysisRefusal(facts: KnownImport): Refusal | null | undefined {
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

/** Reason why there is no sheet to correct or validate. */
export function findSheetRefusal({ status, is_trashed }: KnownImport): Refusal | null {
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

/** The status does not change: a corrected sheet is validated next. */
function decideCorrection({ facts, corrected, baseVersion }: CorrectSheet): Decision<ImportEvent> {
  const refused = findSheetRefusal(facts);
  if (refused) return refused;
  const { id, version, read } = facts;
  const conflict = findVersionConflict({ version }, baseVersion);
  if (conflict) return conflict;
  return [buildCorrectionEvent(id, version + 1, corrected, read)];
}

export function buildCorrectionEvent(
  id: number,
  version: number,
  corrected: SheetRead,
  previous: SheetRead,
): ImportEvent {
  return { type: 'ImportSheetCorrected', data: { id, version, ...corrected, previous } };
}

function decideTrashOrRestore({ type, facts, baseVersion }: TrashImport | RestoreImport): Decision<ImportEvent> {
  return importBin.decideMove({ type, id: facts.id, baseVersion }, facts, () =>
    type === 'TrashImport' && facts.status === 'validated' ? refuse('import_validated', { field: 'status' }) : null,
  );
}
