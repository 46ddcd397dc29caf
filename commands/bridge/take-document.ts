import { createHash } from 'node:crypto';
import type { TakeExternalDocument } from '../../domain/bridge/exchanged-documents.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { RequestedDocument } from '../../domain/documents/content.ts';
import type { DocumentFile } from '../../domain/documents/document-events.ts';
import { invalid, isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { FILE_EXTENSIONS, fileTypeOf, isWhatItsNameSays } from '../../outside/files/file-types.ts';
import type { FileStore } from '../../outside/files/index.ts';
import { documentByExternalId } from '../../projections/bridge/queries.ts';
import { soughtThirdParty } from '../../projections/bridge/third-parties.ts';
import { sameDocuments } from '../../projections/documents/facts.ts';
import { DOCUMENT_LINE_IDS } from '../../projections/engine/ids.ts';
import { storageProblem } from '../licence/storage.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** A document of the external platform comes into a company file: once, however often it is sent. */
export interface ArrivingDocument {
  readonly externalId: string;
  readonly document: Omit<RequestedDocument, 'third_party_id'>;
  /** By its VAT number, else its enterprise number, else its name; made where there is none yet. */
  readonly thirdParty: JsonRecord & { readonly name: string };
  readonly file: { readonly name: string; readonly content: Buffer } | null;
}

export interface TakenDocument {
  readonly documentId: number;
  /** False: it was here already, and says the same. */
  readonly isNew: boolean;
}

export async function takeDocument(
  toolbox: Toolbox & { readonly files: FileStore },
  companyId: number,
  arriving: ArrivingDocument,
  context: CommandContext,
): Promise<TakenDocument | Refusal> {
  const { pool, commands, ids } = toolbox;
  const { externalId } = arriving;
  const fingerprint = fingerprintOf(arriving);
  const known = await documentByExternalId(pool, externalId);
  // What was sent before is not stored again.
  const file = known || !arriving.file ? null : await keepFile(toolbox, companyId, arriving.file);
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
    (company: CompanyFile) => gather(toolbox, companyId, { arriving, fingerprint, file }, drawn, company),
    context,
  );
  if (isRefusal(outcome)) return asOfPlatform(outcome);
  const taken = outcome.events.find(({ type }) => type === 'ExternalDocumentTaken');
  if (taken) return { documentId: drawn.documentId, isNew: true };
  return { documentId: (await documentByExternalId(pool, externalId))!.id, isNew: false };
}

async function gather(
  { pool }: Pick<Toolbox, 'pool'>,
  companyId: number,
  { arriving, fingerprint, file }: { arriving: ArrivingDocument; fingerprint: string; file: DocumentFile | null },
  drawn: { readonly documentId: number; readonly lineIds: readonly number[]; readonly thirdPartyId: number },
  _company: CompanyFile,
): Promise<TakeExternalDocument> {
  const { externalId, document, thirdParty } = arriving;
  const type = document.direction === 'sale' ? 'customer' : 'supplier';
  const [before, known] = await Promise.all([
    documentByExternalId(pool, externalId),
    soughtThirdParty(pool, companyId, { ...thirdParty, type }),
  ]);
  const third_party_id = known ?? drawn.thirdPartyId;
  const { number } = document;
  return {
    type: 'TakeExternalDocument',
    externalId,
    fingerprint,
    // An id of another company file is taken: it cannot mean two documents.
    known: before ? { fingerprint: before.company_id === companyId ? before.fingerprint : null } : null,
    documentId: drawn.documentId,
    lineIds: drawn.lineIds,
    document: { ...document, third_party_id },
    origin: 'external',
    source: 'external',
    ...(file && { file }),
    ...(known === null && { newThirdParty: { id: drawn.thirdPartyId, data: { ...thirdParty, type } } }),
    sameDocuments: known === null ? [] : await sameDocuments(pool, companyId, { third_party_id, number }),
  };
}

/** The same for a document that says the same. */
function fingerprintOf({ document, thirdParty, file }: ArrivingDocument): string {
  const content = file && { name: file.name, sha256: createHash('sha256').update(file.content).digest('hex') };
  return createHash('sha256')
    .update(JSON.stringify([document, thirdParty, content]))
    .digest('hex');
}

async function keepFile(
  { pool, files }: Pick<Toolbox, 'pool'> & { readonly files: FileStore },
  companyId: number,
  { name, content }: NonNullable<ArrivingDocument['file']>,
): Promise<DocumentFile | Refusal> {
  const field = 'file';
  const type = fileTypeOf(name);
  if (!type) return invalid([{ code: 'file_type_unsupported', field, params: { types: FILE_EXTENSIONS.join(', ') } }]);
  if (content.length === 0) return invalid([{ code: 'file_empty', field }]);
  const tooMuch = await storageProblem(pool, companyId, content.length, new Date().toISOString());
  if (tooMuch) return tooMuch;
  const received = await files.receive(inOnePiece(content));
  try {
    if (!(await isWhatItsNameSays({ name, path: received.path })))
      return invalid([{ code: 'file_type_mismatch', field }]);
    // On the disk before the log speaks of it.
    await received.keep('documents');
    return { sha256: received.sha256, name, mime: type.mime, size: received.bytes };
  } finally {
    await received.discard();
  }
}

async function* inOnePiece(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

/** Where the platform has what a document calls otherwise. */
const asOfPlatform = (refused: Refusal): Refusal => ({
  ...refused,
  problems: refused.problems.map((problem) => {
    const { field } = problem;
    if (field === undefined) return problem;
    if (field === 'third_party_id') return { ...problem, field: 'third_party' };
    return { ...problem, field: field.replace(/^new_third_party\./, 'third_party.') };
  }),
});
