import type { ImportKind } from '../../domain/document-imports/import-events.ts';
import { invalid, refuse, isRefusal, type Problem, type Refusal } from '../../domain/refusal.ts';
import { UnusableZip, withZip, type ZipEntry, type ZipLimits } from '../../outside/zip/read-zip.ts';
import { archiveTypeOf, extensionOf, fileTypeOf, isWhatItsNameSays } from '../../outside/files/file-types.ts';
import type { FileStore, ReceivedFile } from '../../outside/files/index.ts';

/** Files as they arrive: what each is by its name and by how it begins, and what an archive among them contains. */

/** Kept only once it is known that all of them are taken. */
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
  /** What an archive contains. */
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
  /** Removes what archives were unpacked to and nobody has kept. */
  discard(): Promise<void>;
}

/** All or none: what is wrong with each is told at once. @throws StorageFull, StorageUnavailable */
export async function arrivedDocuments(uploads: readonly ArrivingFile[], store: FileStore): Promise<Arrived | Refusal> {
  const unpacked: ReceivedFile[] = [];
  const discard = async (): Promise<void> => {
    await Promise.all(unpacked.map((file) => file.discard()));
  };
  try {
    const problems: Problem[] = [];
    const documents: ArrivedDocument[] = [];
    for (const [index, upload] of uploads.entries()) {
      const arrived = await examined(upload, `files.${index}`, store, unpacked);
      if (isRefusal(arrived)) problems.push(...arrived.problems);
      else documents.push(arrived);
    }
    if (problems.length === 0) return { documents, discard };
    await discard();
    return invalid(problems);
  } catch (error) {
    await discard();
    throw error;
  }
}

async function examined(
  file: ArrivingFile,
  field: string,
  store: FileStore,
  unpacked: ReceivedFile[],
): Promise<ArrivedDocument | Refusal> {
  const kind = KINDS[extensionOf(file.name)];
  const type = fileTypeOf(file.name) ?? archiveTypeOf(file.name);
  if (kind === undefined || !type)
    return refuse('import_type_unsupported', {
      field,
      params: { name: file.name, types: IMPORT_EXTENSIONS.join(', ') },
    });
  if (file.bytes === 0) return refuse('file_empty', { field });
  if (!(await isWhatItsNameSays(file))) return refuse('file_type_mismatch', { field });
  if (kind !== 'zip') return { file, mime: type.mime, kind, children: [] };
  try {
    const children = await withZip(file.path, ZIP_LIMITS, (entries) => unpack(entries, field, store, unpacked));
    return isRefusal(children) ? children : { file, mime: type.mime, kind, children };
  } catch (error) {
    if (error instanceof UnusableZip) return refuse(error.problem, { field, params: error.params });
    throw error;
  }
}

/** Names are judged before anything is unpacked. */
async function unpack(
  entries: readonly ZipEntry[],
  field: string,
  store: FileStore,
  unpacked: ReceivedFile[],
): Promise<readonly ArrivedDocument[] | Refusal> {
  for (const { name, bytes } of entries) {
    if (extensionOf(name) === 'zip') throw new UnusableZip('archive_nested');
    if (KINDS[extensionOf(name)] === undefined)
      return refuse('import_type_unsupported', { field, params: { name, types: IMPORT_EXTENSIONS.join(', ') } });
    if (bytes === 0) return refuse('archive_file_empty', { field, params: { name } });
  }
  const children: ArrivedDocument[] = [];
  for (const entry of entries) {
    const received = await store.receive(bounded(await entry.open(), entry.bytes));
    unpacked.push(received);
    const { bytes, sha256, path } = received;
    const file = { name: entry.name, bytes, sha256, path, keep: () => received.keep('documents') };
    const child = await examined(file, field, store, unpacked);
    if (isRefusal(child)) return child;
    children.push(child);
  }
  return children;
}

/** Never more than the archive has said, whatever it holds. */
async function* bounded(content: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const piece of content) {
      bytes += piece.length;
      if (bytes > most) throw new UnusableZip('archive_suspicious');
      yield piece;
    }
  } catch (error) {
    // What the unpacking has against it is no fault of the disk.
    throw error instanceof UnusableZip ? error : new UnusableZip('archive_unreadable');
  }
}
