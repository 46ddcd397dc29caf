import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { UploadDocuments } from '../../domain/document-imports/imports.ts';
import type { ImportedFile } from '../../domain/document-imports/import-events.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { faultPoint } from '../../database/fault-point.ts';
import { storageProblem } from '../licence/storage.ts';
import type { CommandContext } from '../support/context.ts';
import { firstOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import type { ArrivedDocument } from './arrivals.ts';
import { outcomesOf, type ReadImport } from './outcomes.ts';
import { ownIdentity } from './own-identity.ts';
import { readStructured, type FileReading } from './structured.ts';

export interface UploadedDocuments {
  readonly batchId: string;
  readonly importIds: readonly number[];
}

/** What is larger is read with what waits: a request that uploads is answered soon. */
const READ_AT_ONCE_BYTES = 4 * 1024 * 1024;
/** What one append takes of sheets; the rest waits to be analysed. */
const MOST_SHEET_CHARACTERS = 400_000;

interface Upload {
  readonly batchId: string;
  readonly documents: readonly ArrivedDocument[];
}

/**
 * One upload, with what its archives contain, is one event. Structured invoices are read before, so that the answer shows what
 * they say. After an interrupted earlier run it gives what that one has recorded.
 */
export async function uploadDocuments(
  toolbox: Toolbox,
  companyId: number,
  upload: Upload,
  context: CommandContext,
): Promise<UploadedDocuments | Refusal> {
  const gather = await keptUpload(toolbox, companyId, upload);
  if (isRefusal(gather)) return gather;
  const outcome = await toolbox.commands.execute('company', companyId, gather, context);
  if (isRefusal(outcome)) return outcome;
  const { data } = firstOfType(outcome.events, 'DocumentsUploaded');
  return { batchId: data.batch_id, importIds: data.imports.map(({ id }) => id) };
}

/** Reads and keeps the files; what is given back gathers the command for the company file as it is then. */
export async function keptUpload(
  { commands, ids, pool }: Toolbox,
  companyId: number,
  { batchId, documents }: Upload,
): Promise<((file: CompanyFile) => Promise<UploadDocuments>) | Refusal> {
  const all = documents.flatMap((document) => [document, ...document.children]);
  const bytes = all.reduce((total, { file }) => total + file.bytes, 0);
  const tooMuch = await storageProblem(pool, companyId, bytes, new Date().toISOString());
  if (tooMuch) return tooMuch;
  const own = ownIdentity(await commands.look('company', companyId));
  const readings = new Map<ArrivedDocument, FileReading>();
  for (const one of all)
    if (one.kind === 'xml' && one.file.bytes <= READ_AT_ONCE_BYTES)
      readings.set(one, await readStructured(one.file.path, own));
  // On the disk before the log speaks of them: a file that nothing refers to does no harm, a hash without a file would.
  for (const one of all) {
    await one.file.keep('documents');
    faultPoint('between-files');
  }
  const importIds = await ids.allocate('document_imports', all.length);
  const idOf = new Map(all.map((one, index) => [one, importIds[index]!]));
  const imports = documents.flatMap((document): readonly ImportedFile[] => [
    importedFile(document, idOf.get(document)!, null),
    ...document.children.map((child) => importedFile(child, idOf.get(child)!, idOf.get(document)!)),
  ]);
  const read = all.flatMap((one): readonly ReadImport[] => {
    const reading = readings.get(one);
    return reading ? [{ id: idOf.get(one)!, sha256: one.file.sha256, reading }] : [];
  });
  return async (file) => ({
    type: 'UploadDocuments',
    batchId,
    imports,
    outcomes: asManyAsFit(await outcomesOf(pool, companyId, read, file)),
  });
}

function importedFile({ file, mime, kind }: ArrivedDocument, id: number, parent_id: number | null): ImportedFile {
  return { id, parent_id, original_name: file.name, mime, kind, size: file.bytes, sha256: file.sha256 };
}

function asManyAsFit(outcomes: UploadDocuments['outcomes']): UploadDocuments['outcomes'] {
  let characters = 0;
  return outcomes.filter(({ outcome }) => {
    characters += JSON.stringify(outcome).length;
    return characters <= MOST_SHEET_CHARACTERS;
  });
}
