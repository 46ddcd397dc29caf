import { createHash } from 'node:crypto';
import type { TakeExternalDocument } from '../../domain/bridge/exchanged-documents.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { RequestedDocument } from '../../domain/documents/content.ts';
import type { DocumentFile } from '../../domain/documents/document-events.ts';
import { refuseInvalid, isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { FILE_EXTENSIONS, findFileType, hasMatchingContent } from '../../outside/files/file-types.ts';
import type { FileStore } from '../../outside/files/index.ts';
import { findDocumentByExternalId } from '../../projections/bridge/queries.ts';
import { findSoughtThirdParty } from '../../projections/bridge/third-parties.ts';
import { toNumberedDocument } from '../../domain/documents/numbering.ts';
import { findSameDocuments } from '../../projections/documents/facts.ts';
import { readTakenNumbers } from '../../projections/documents/taken-numbers.ts';
import { DOCUMENT_LINE_IDS } from '../../projections/engine/ids.ts';
import { findStorageRefusal } from '../licence/storage.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** A document of the external platform for a company file: imported once, however often it is sent. */
export interface ArrivingDocument {
  readonly externalId: string;
  readonly document: Omit<RequestedDocument, 'third_party_id'>;
  /** Found by VAT number, else enterprise number, else name; created if unknown. */
  readonly thirdParty: JsonRecord & { readonly name: string };
  readonly file: { readonly name: string; readonly content: Buffer } | null;
}

export interface TakenDocument {
  readonly documentId: number;
  /** False if the same document was already imported. */
  readonly isNew: boolean;
}

export async function takeExternalDocument(
  toolbox: Toolbox & { readonly files: FileStore },
  companyId: number,
  arriving: ArrivingDocument,
  context: CommandContext,
): Promise<TakenDocument | Refusal> {
  const { pool, commands, ids } = toolbox;
  const { externalId } = arriving;
  const fingerprint = computeFingerprint(arriving);
  const known = await findDocumentByExternalId(pool, externalId);
  // A file that was sent before is not stored again.
  const file = known || !arriving.file ? null : await storeFile(toolbox, companyId, arriving.file);
  if (isRefusal(file)) return file;
  const [documentIds, lineIds, thirdPartyIds] = await Promise.all([
    ids.allocate('documents', 1),
    ids.allocate(DOCUMENT_LINE_IDS, Math.max(1, arriving.document.lines.length)),
    ids.allocate('third_parties', 1),
  ]);
  const drawn = { documentId: documentIds[0]!, lineIds, thirdPartyId: thirdPartyIds[0]! };
  const outcome = await commands.execute(
    'company',
    companyId,
    (company: CompanyFile) => buildCommand(toolbox, companyId, { arriving, fingerprint, file }, drawn, company),
    context,
  );
  if (isRefusal(outcome)) return withPlatformFields(outcome);
  const taken = outcome.events.find(({ type }) => type === 'ExternalDocumentTaken');
  if (taken) return { documentId: drawn.documentId, isNew: true };
  return { documentId: (await findDocumentByExternalId(pool, externalId))!.id, isNew: false };
}

async function buildCommand(
  { pool }: Pick<Toolbox, 'pool'>,
  companyId: number,
  { arriving, fingerprint, file }: { arriving: ArrivingDocument; fingerprint: string; file: DocumentFile | null },
  drawn: { readonly documentId: number; readonly lineIds: readonly number[]; readonly thirdPartyId: number },
  company: CompanyFile,
): Promise<TakeExternalDocument> {
  const { externalId, document, thirdParty } = arriving;
  const type = document.direction === 'sale' ? 'customer' : 'supplier';
  const [before, known] = await Promise.all([
    findDocumentByExternalId(pool, externalId),
    findSoughtThirdParty(pool, companyId, { ...thirdParty, type }),
  ]);
  const third_party_id = known ?? drawn.thirdPartyId;
  const { number } = document;
  return {
    type: 'TakeExternalDocument',
    externalId,
    fingerprint,
    // An id known in another company file cannot be reused for a second document.
    known: before ? { fingerprint: before.company_id === companyId ? before.fingerprint : null } : null,
    documentId: drawn.documentId,
    lineIds: drawn.lineIds,
    document: { ...document, third_party_id },
    origin: 'external',
    source: 'external',
    ...(file && { file }),
    ...(known === null && { newThirdParty: { id: drawn.thirdPartyId, data: { ...thirdParty, type } } }),
    sameDocuments: known === null ? [] : await findSameDocuments(pool, companyId, { third_party_id, number }),
    takenNumbers: await readTakenNumbers(pool, companyId, toNumberedDocument(document), company),
  };
}

/** Hash of the content, to recognise the same document. */
function computeFingerprint({ document, thirdParty, file }: ArrivingDocument): string {
  const content = file && { name: file.name, sha256: createHash('sha256').update(file.content).digest('hex') };
  return createHash('sha256')
    .update(JSON.stringify([document, thirdParty, content]))
    .digest('hex');
}

async function storeFile(
  { pool, files }: Pick<Toolbox, 'pool'> & { readonly files: FileStore },
  companyId: number,
  { name, content }: NonNullable<ArrivingDocument['file']>,
): Promise<DocumentFile | Refusal> {
  const field = 'file';
  const type = findFileType(name);
  if (!type)
    return refuseInvalid([{ code: 'file_type_unsupported', field, params: { types: FILE_EXTENSIONS.join(', ') } }]);
  if (content.length === 0) return refuseInvalid([{ code: 'file_empty', field }]);
  const tooMuch = await findStorageRefusal(pool, companyId, content.length, new Date().toISOString());
  if (tooMuch) return tooMuch;
  const received = await files.receive(toChunks(content));
  try {
    if (!(await hasMatchingContent({ name, path: received.path })))
      return refuseInvalid([{ code: 'file_type_mismatch', field }]);
    // Stored before the log refers to it.
    await received.keep('documents');
    return { sha256: received.sha256, name, mime: type.mime, size: received.bytes };
  } finally {
    await received.discard();
  }
}

async function* toChunks(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

/** Translates field names to those of the platform. */
const withPlatformFields = (refused: Refusal): Refusal => ({
  ...refused,
  problems: refused.problems.map((problem) => {
    const { field } = problem;
    if (field === undefined) return problem;
    if (field === 'third_party_id') return { ...problem, field: 'third_party' };
    return { ...problem, field: field.replace(/^new_third_party\./, 'third_party.') };
  }),
});
