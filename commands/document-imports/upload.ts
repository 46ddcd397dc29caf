import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { UploadDocuments } from '../../domain/document-imports/imports.ts';
import { isContainer, type ImportedFile, type ImportEvent } from '../../domain/document-imports/import-events.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { passFaultPoint } from '../../database/fault-point.ts';
import { wakeAnalysis } from '../../stores/document-imports/wake.ts';
import { findStorageRefusal } from '../licence/storage.ts';
import type { CommandContext } from '../support/context.ts';
import { getFirstOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import type { ArrivedDocument } from './arrivals.ts';
import { determineOutcomes, type ReadImport } from './outcomes.ts';
import { getOwnIdentity } from './own-identity.ts';
import { readStructured, type FileReading } from './structured.ts';

export interface UploadedDocuments {
  readonly batchId: string;
  readonly importIds: readonly number[];
}

/** Larger files are read by the background job, so that the upload request returns quickly. */
const READ_AT_ONCE_BYTES = 4 * 1024 * 1024;
/** Limit of sheet data in one append; the remaining files wait for analysis. */
const MOST_SHEET_CHARACTERS = 400_000;

type Uploaded = Extract<ImportEvent, { readonly type: 'DocumentsUploaded' }>;

interface Upload {
  readonly batchId: string;
  readonly documents: readonly ArrivedDocument[];
}

/**
 * Records one upload, including the contents of its archives, as one event. Structured invoices are read first, so that
 * the response shows their content. After an interrupted earlier run it returns what that run recorded.
 */
export async function uploadDocuments(
  toolbox: Toolbox,
  companyId: number,
  upload: Upload,
  context: CommandContext,
): Promise<UploadedDocuments | Refusal> {
  const gather = await prepareUpload(toolbox, companyId, upload);
  if (isRefusal(gather)) return gather;
  const outcome = await toolbox.commands.execute('company', companyId, gather, context);
  if (isRefusal(outcome)) return outcome;
  const { data } = getFirstOfType(outcome.events, 'DocumentsUploaded');
  await announceWaitingImports(toolbox.pool, outcome.events);
  return { batchId: data.batch_id, importIds: data.imports.map(({ id }) => id) };
}

/** Wakes the workers if these events leave a document to be analysed. */
export async function announceWaitingImports(
  pool: Toolbox['pool'],
  events: readonly { readonly type: string; readonly data: unknown }[],
): Promise<void> {
  const uploaded = events.filter((event): event is Uploaded => event.type === 'DocumentsUploaded');
  const documents = uploaded.flatMap(({ data }) => data.imports.filter(({ kind }) => !isContainer(kind)));
  const read = events.filter(({ type }) => type === 'DocumentAnalysed' || type === 'DocumentAnalysisFailed');
  if (documents.length > read.length) await wakeAnalysis(pool);
}

/** Reads and stores the files. Returns a function that builds the command for the current company file. */
export async function prepareUpload(
  { commands, ids, pool }: Toolbox,
  companyId: number,
  { batchId, documents }: Upload,
): Promise<((file: CompanyFile) => Promise<UploadDocuments>) | Refusal> {
  const all = documents.flatMap((document) => [document, ...document.children]);
  const bytes = all.reduce((total, { file }) => total + file.bytes, 0);
  const tooMuch = await findStorageRefusal(pool, companyId, bytes, new Date().toISOString());
  if (tooMuch) return tooMuch;
  const own = getOwnIdentity(await commands.loadState('company', companyId));
  const readings = new Map<ArrivedDocument, FileReading>();
  for (const one of all)
    if (one.kind === 'xml' && one.file.bytes <= READ_AT_ONCE_BYTES)
      readings.set(one, await readStructured(one.file.path, own));
  // Store the files before the event is appended: an unreferenced file does no harm, a hash without a file would.
  for (const one of all) {
    await one.file.keep('documents');
    passFaultPoint('between-files');
  }
  const importIds = await ids.allocate('document_imports', all.length);
  const idOf = new Map(all.map((one, index) => [one, importIds[index]!]));
  const imports = documents.flatMap((document): readonly ImportedFile[] => [
    toImportedFile(document, idOf.get(document)!, null),
    ...document.children.map((child) => toImportedFile(child, idOf.get(child)!, idOf.get(document)!)),
  ]);
  const read = all.flatMap((one): readonly ReadImport[] => {
    const reading = readings.get(one);
    return reading ? [{ id: idOf.get(one)!, sha256: one.file.sha256, reading }] : [];
  });
  return async (file) => ({
    type: 'UploadDocuments',
    batchId,
    imports,
    outcomes: limitOutcomes(await determineOutcomes(pool, companyId, read, file)),
  });
}

function toImportedFile({ file, mime, kind }: ArrivedDocument, id: number, parent_id: number | null): ImportedFile {
  return { id, parent_id, original_name: file.name, mime, kind, size: file.bytes, sha256: file.sha256 };
}

function limitOutcomes(outcomes: UploadDocuments['outcomes']): UploadDocuments['outcomes'] {
  let characters = 0;
  return outcomes.filter(({ outcome }) => {
    characters += JSON.stringify(outcome).length;
    return characters <= MOST_SHEET_CHARACTERS;
  });
}
