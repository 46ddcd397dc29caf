import { open } from 'node:fs/promises';
import { asStorageFailure } from './failures.ts';

/**
 * Files that prove something and can be looked at. The ending says what a file is, and how it begins must agree: what
 * the client claims counts for nothing, since the file is served under its type later on.
 */
export interface FileType {
  readonly mime: string;
  /** Shown in the browser; anything else is only ever saved. */
  readonly isShown: boolean;
}

interface KnownType extends FileType {
  readonly begins: (head: Buffer) => boolean;
}

const startsWith =
  (...beginnings: readonly (string | readonly number[])[]) =>
  (head: Buffer): boolean =>
    beginnings.some((beginning) => {
      const bytes = typeof beginning === 'string' ? Buffer.from(beginning, 'latin1') : Buffer.from(beginning);
      return head.subarray(0, bytes.length).equals(bytes);
    });

const hasAt = (offset: number, text: string) => (head: Buffer) =>
  head.toString('latin1', offset, offset + text.length) === text;
/** UTF-16 has a mark at its beginning, and zeros everywhere. */
const isText = (head: Buffer): boolean => startsWith([0xff, 0xfe], [0xfe, 0xff])(head) || !head.includes(0);
const isMarkup = (head: Buffer): boolean =>
  isText(head) && /^[\ufeff\u00ef\u00bb\u00bf\u00ff\u00fe\s\0]*</.test(head.toString('latin1'));
/** Readers find a document that has something in front of it, and senders rely on that. */
const isPdf = (head: Buffer): boolean => head.subarray(0, 1024).includes('%PDF-');
const isArchive = startsWith([0x50, 0x4b, 0x03, 0x04]);
const isCompound = startsWith([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const isHeif = hasAt(4, 'ftyp');

const shown = (mime: string, begins: KnownType['begins']): KnownType => ({ mime, isShown: true, begins });
const saved = (mime: string, begins: KnownType['begins']): KnownType => ({ mime, isShown: false, begins });

const jpeg = shown('image/jpeg', startsWith([0xff, 0xd8, 0xff]));
const tiff = saved('image/tiff', startsWith('II*\0', 'MM\0*'));
const office = 'application/vnd.openxmlformats-officedocument';

const TYPES: Readonly<Record<string, KnownType>> = {
  pdf: shown('application/pdf', isPdf),
  jpg: jpeg,
  jpeg,
  png: shown('image/png', startsWith([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  gif: shown('image/gif', startsWith('GIF87a', 'GIF89a')),
  webp: shown('image/webp', (head) => startsWith('RIFF')(head) && hasAt(8, 'WEBP')(head)),
  heic: saved('image/heic', isHeif),
  heif: saved('image/heif', isHeif),
  tif: tiff,
  tiff,
  xml: saved('application/xml', isMarkup),
  csv: saved('text/csv', isText),
  txt: saved('text/plain', isText),
  eml: saved('message/rfc822', isText),
  msg: saved('application/vnd.ms-outlook', isCompound),
  doc: saved('application/msword', isCompound),
  xls: saved('application/vnd.ms-excel', isCompound),
  docx: saved(`${office}.wordprocessingml.document`, isArchive),
  xlsx: saved(`${office}.spreadsheetml.sheet`, isArchive),
  odt: saved('application/vnd.oasis.opendocument.text', isArchive),
  ods: saved('application/vnd.oasis.opendocument.spreadsheet', isArchive),
};

/** What is unpacked, and never shown or attached itself. */
const ARCHIVES: Readonly<Record<string, KnownType>> = { zip: saved('application/zip', isArchive) };

export const FILE_EXTENSIONS = Object.keys(TYPES);
export const FILE_MIMES = [...new Set(Object.values(TYPES).map(({ mime }) => mime))];

export const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** What the ending of a name stands for; undefined when such files are not taken. */
export function fileTypeOf(name: string): FileType | undefined {
  const extension = extensionOf(name);
  return Object.hasOwn(TYPES, extension) ? TYPES[extension] : undefined;
}

/** The same of an archive. */
export function archiveTypeOf(name: string): FileType | undefined {
  const extension = extensionOf(name);
  return Object.hasOwn(ARCHIVES, extension) ? ARCHIVES[extension] : undefined;
}

const HEAD_BYTES = 4096;

/** Whether the file on the disk begins as one of its name does. @throws StorageFull, StorageUnavailable */
export async function isWhatItsNameSays({ name, path }: { readonly name: string; readonly path: string }) {
  const type = TYPES[extensionOf(name)] ?? ARCHIVES[extensionOf(name)];
  return type !== undefined && type.begins(await headOf(path));
}

async function headOf(path: string): Promise<Buffer> {
  try {
    const handle = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw asStorageFailure(error);
  }
}
