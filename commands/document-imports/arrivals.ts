import { readFile } from 'node:fs/promises';
import { isContainer, type ImportKind } from '../../domain/document-imports/import-events.ts';
import { hasAmount } from '../../domain/document-imports/receipts.ts';
import { refuseInvalid, refuse, isRefusal, type Problem, type Refusal } from '../../domain/refusal.ts';
import { UnusableZip, withZip, type ZipEntry, type ZipLimits } from '../../outside/zip/read-zip.ts';
import { findArchiveType, getExtension, findFileType, hasMatchingContent } from '../../outside/files/file-types.ts';
import { toStorageFailure } from '../../outside/files/failures.ts';
import type { FileStore, ReceivedFile } from '../../outside/files/index.ts';
import { readMessage } from '../../outside/integrations/mail-thread.ts';
import { ItemFailure, type FetchedFile } from '../../outside/integrations/source.ts';

/** Incoming files: their type by name and first bytes, and the contents of archives. */

/** An uploaded file, stored only once all files of the upload are accepted. */
export interface ArrivingFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly path: string;
  keep(area: 'documents'): Promise<void>;
}

export interface ArrivedDocument {
  readonly file: ArrivingFile;
  readonly mime: string;
  readonly kind: ImportKind;
  /** The contents of an archive or a message. */
  readonly children: readonly ArrivedDocument[];
}

const KINDS: Readonly<Record<string, ImportKind>> = {
  pdf: 'pdf',
  jpg: 'image',
  jpeg: 'image',
  png: 'image',
  heic: 'image',
  heif: 'image',
  webp: 'image',
  gif: 'image',
  xml: 'xml',
  zip: 'zip',
  eml: 'eml',
};

export const IMPORT_EXTENSIONS = Object.keys(KINDS);
export const MAX_FILE_BYTES = 25 * 1024 * 1024;

export const ZIP_LIMITS: ZipLimits = {
  maxFiles: 50,
  maxFileBytes: MAX_FILE_BYTES,
  maxBytes: 250 * 1024 * 1024,
  maxRatio: 200,
};

export interface Arrived {
  readonly documents: readonly ArrivedDocument[];
  /** Removes unpacked archive files that were not stored. */
  discardUnpacked(): Promise<void>;
}

/** Accepts all files or none, and reports the problems of all files together. @throws StorageFull, StorageUnavailable */
export async function examineUploads(uploads: readonly ArrivingFile[], store: FileStore): Promise<Arrived | Refusal> {
  const unpacked: ReceivedFile[] = [];
  const discardUnpacked = async (): Promise<void> => {
    await Promise.all(unpacked.map((file) => file.discard()));
  };
  try {
    const problems: Problem[] = [];
    const documents: ArrivedDocument[] = [];
    for (const [index, upload] of uploads.entries()) {
      const arrived = await examineFile(upload, `files.${index}`, store, unpacked);
      if (isRefusal(arrived)) problems.push(...arrived.problems);
      else documents.push(arrived);
    }
    if (problems.length === 0) return { documents, discardUnpacked };
    await discardUnpacked();
    return refuseInvalid(problems);
  } catch (error) {
    await discardUnpacked();
    throw error;
  }
}

async function examineFile(
  file: ArrivingFile,
  field: string,
  store: FileStore,
  unpacked: ReceivedFile[],
): Promise<ArrivedDocument | Refusal> {
  const kind = KINDS[getExtension(file.name)];
  const type = findFileType(file.name) ?? findArchiveType(file.name);
  if (kind === undefined || !type)
    return refuse('import_type_unsupported', {
      field,
      params: { name: file.name, types: IMPORT_EXTENSIONS.join(', ') },
    });
  if (file.bytes === 0) return refuse('file_empty', { field });
  if (!(await hasMatchingContent(file))) return refuse('file_type_mismatch', { field });
  if (kind === 'eml') {
    const children = await unpackMessage(file, field, store, unpacked);
    return isRefusal(children) ? children : { file, mime: type.mime, kind, children };
  }
  if (kind !== 'zip') return { file, mime: type.mime, kind, children: [] };
  try {
    const children = await withZip(file.path, ZIP_LIMITS, (entries) => unpackEntries(entries, field, store, unpacked));
    return isRefusal(children) ? children : { file, mime: type.mime, kind, children };
  } catch (error) {
    if (error instanceof UnusableZip) return refuse(error.problem, { field, params: error.params });
    throw error;
  }
}

/** Checks all names before anything is unpacked. */
async function unpackEntries(
  entries: readonly ZipEntry[],
  field: string,
  store: FileStore,
  unpacked: ReceivedFile[],
): Promise<readonly ArrivedDocument[] | Refusal> {
  for (const { name, bytes } of entries) {
    if (getExtension(name) === 'zip' || getExtension(name) === 'eml') throw new UnusableZip('archive_nested');
    if (KINDS[getExtension(name)] === undefined)
      return refuse('import_type_unsupported', { field, params: { name, types: IMPORT_EXTENSIONS.join(', ') } });
    if (bytes === 0) return refuse('archive_file_empty', { field, params: { name } });
  }
  const children: ArrivedDocument[] = [];
  for (const entry of entries) {
    const received = await store.receive(limitBytes(await entry.openContent(), entry.bytes));
    unpacked.push(received);
    const { bytes, sha256, path } = received;
    const file = { name: entry.name, bytes, sha256, path, keep: () => received.keep('documents') };
    const child = await examineFile(file, field, store, unpacked);
    if (isRefusal(child)) return child;
    children.push(child);
  }
  return children;
}

/**
 * The documents attached to a message, also in archives, or its text if none is attached. Attachments of other types, such
 * as calendars and signatures, are left out; the message is stored with them.
 */
async function unpackMessage(
  { path }: ArrivingFile,
  field: string,
  store: FileStore,
  unpacked: ReceivedFile[],
): Promise<readonly ArrivedDocument[] | Refusal> {
  const files = await readStoredMessage(path);
  if (files === null) return refuse('message_unreadable', { field });
  const children: ArrivedDocument[] = [];
  for (const { name, content, bodyText } of files) {
    const isDocument = bodyText === undefined ? isDocumentName(name) : hasAmount(bodyText);
    if (!isDocument || content.length === 0) continue;
    const received = await store.receive(streamBytes(content));
    unpacked.push(received);
    const { bytes, sha256, path: at } = received;
    const file = { name, bytes, sha256, path: at, keep: () => received.keep('documents') };
    const child = await examineFile(file, field, store, unpacked);
    if (isRefusal(child)) return child;
    children.push(...(isContainer(child.kind) ? child.children : [child]));
  }
  if (children.length > ZIP_LIMITS.maxFiles)
    return refuse('archive_too_many_files', { field, params: { max: ZIP_LIMITS.maxFiles } });
  return children.length > 0 ? children : refuse('message_without_document', { field });
}

/** A message attached to a message is read as part of it. */
const isDocumentName = (name: string): boolean => {
  const kind = KINDS[getExtension(name)];
  return kind !== undefined && kind !== 'eml';
};

/** Null if the message cannot be read. */
async function readStoredMessage(path: string): Promise<readonly FetchedFile[] | null> {
  const message = await readFile(path).catch((error: unknown) => {
    throw toStorageFailure(error);
  });
  try {
    return await readMessage(message);
  } catch (error) {
    if (error instanceof ItemFailure) return null;
    throw error;
  }
}

async function* streamBytes(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

/** Limits the content to the size declared in the archive. */
async function* limitBytes(content: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const piece of content) {
      bytes += piece.length;
      if (bytes > most) throw new UnusableZip('archive_suspicious');
      yield piece;
    }
  } catch (error) {
    // A decompression error is a problem of the archive, not of the disk.
    throw error instanceof UnusableZip ? error : new UnusableZip('archive_unreadable');
  }
}
