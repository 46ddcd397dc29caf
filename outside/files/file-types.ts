import { open } from 'node:fs/promises';
import { toStorageFailure } from './failures.ts';

/**
 * Accepted types of documents. The extension defines the type, and the first bytes must match it. The type claimed by the
 * client is ignored, because the file is later served under its detected type.
 */
export interface FileType {
  readonly mime: string;
  /** Displayed in the browser; all other types are only downloaded. */
  readonly isShown: boolean;
}

interface KnownType extends FileType {
  readonly hasSignature: (head: Buffer) => boolean;
}

const startsWith =
  (...beginnings: readonly (string | readonly number[])[]) =>
  (head: Buffer): boolean =>
    beginnings.some((beginning) => {
      const bytes = typeof beginning === 'string' ? Buffer.from(beginning, 'latin1') : Buffer.from(beginning);
      return head.subarray(0, bytes.length).equals(bytes);
    });

const hasTextAt = (offset: number, text: string) => (head: Buffer) =>
  head.toString('latin1', offset, offset + text.length) === text;
/** UTF-16 starts with a byte order mark and contains zero bytes. */
const isText = (head: Buffer): boolean => startsWith([0xff, 0xfe], [0xfe, 0xff])(head) || !head.includes(0);
const isMarkup = (head: Buffer): boolean =>
  isText(head) && /^[\ufeff\u00ef\u00bb\u00bf\u00ff\u00fe\s\0]*</.test(head.toString('latin1'));
/** PDF readers accept leading bytes before the header, and senders rely on that. */
const isPdf = (head: Buffer): boolean => head.subarray(0, 1024).includes('%PDF-');
const isArchive = startsWith([0x50, 0x4b, 0x03, 0x04]);
const isCompound = startsWith([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const isHeif = hasTextAt(4, 'ftyp');

const displayedType = (mime: string, begins: KnownType['hasSignature']): KnownType => ({
  mime,
  isShown: true,
  hasSignature: begins,
});
const downloadedType = (mime: string, begins: KnownType['hasSignature']): KnownType => ({
  mime,
  isShown: false,
  hasSignature: begins,
});

const jpeg = displayedType('image/jpeg', startsWith([0xff, 0xd8, 0xff]));
const tiff = downloadedType('image/tiff', startsWith('II*\0', 'MM\0*'));
const office = 'application/vnd.openxmlformats-officedocument';

const TYPES: Readonly<Record<string, KnownType>> = {
  pdf: displayedType('application/pdf', isPdf),
  jpg: jpeg,
  jpeg,
  png: displayedType('image/png', startsWith([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  gif: displayedType('image/gif', startsWith('GIF87a', 'GIF89a')),
  webp: displayedType('image/webp', (head) => startsWith('RIFF')(head) && hasTextAt(8, 'WEBP')(head)),
  heic: downloadedType('image/heic', isHeif),
  heif: downloadedType('image/heif', isHeif),
  tif: tiff,
  tiff,
  xml: downloadedType('application/xml', isMarkup),
  csv: downloadedType('text/csv', isText),
  txt: downloadedType('text/plain', isText),
  eml: downloadedType('message/rfc822', isText),
  msg: downloadedType('application/vnd.ms-outlook', isCompound),
  doc: downloadedType('application/msword', isCompound),
  xls: downloadedType('application/vnd.ms-excel', isCompound),
  docx: downloadedType(`${office}.wordprocessingml.document`, isArchive),
  xlsx: downloadedType(`${office}.spreadsheetml.sheet`, isArchive),
  odt: downloadedType('application/vnd.oasis.opendocument.text', isArchive),
  ods: downloadedType('application/vnd.oasis.opendocument.spreadsheet', isArchive),
};

/** Archives are unpacked; they are never displayed or attached themselves. */
const ARCHIVES: Readonly<Record<string, KnownType>> = { zip: downloadedType('application/zip', isArchive) };

export const FILE_EXTENSIONS = Object.keys(TYPES);
export const FILE_MIMES = [...new Set(Object.values(TYPES).map(({ mime }) => mime))];

export const getExtension = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** File type by extension; undefined if not accepted. */
export function findFileType(name: string): FileType | undefined {
  const extension = getExtension(name);
  return Object.hasOwn(TYPES, extension) ? TYPES[extension] : undefined;
}

/** Archive type by extension; undefined if not accepted. */
export function findArchiveType(name: string): FileType | undefined {
  const extension = getExtension(name);
  return Object.hasOwn(ARCHIVES, extension) ? ARCHIVES[extension] : undefined;
}

const HEAD_BYTES = 4096;

/** Whether the first bytes of the file match its extension. @throws StorageFull, StorageUnavailable */
export async function hasMatchingContent({ name, path }: { readonly name: string; readonly path: string }) {
  const type = TYPES[getExtension(name)] ?? ARCHIVES[getExtension(name)];
  return type !== undefined && type.hasSignature(await readHead(path));
}

async function readHead(path: string): Promise<Buffer> {
  try {
    const handle = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw toStorageFailure(error);
  }
}
