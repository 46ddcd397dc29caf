import type { JoinedFile } from '../page-contents.ts';
import type { FileKind } from './kinds.ts';
import { openPdf, type PdfDocument } from './pdf.ts';
import { openPicture } from './pictures.ts';
import { openFile } from './reading.ts';
import { Unreadable } from './unreadable.ts';

/**
 * New PDF files from the pages of others. Pages are copied as they are: their text stays text. An image becomes a page of
 * its own size.
 */

interface OpenedFile {
  readonly kind: FileKind;
  readonly content: Buffer;
}

export async function countPages({ kind, content }: OpenedFile): Promise<number> {
  return kind === 'pdf' ? withPdf(content, async ({ pageCount }) => pageCount) : 1;
}

export function copyPages(
  { kind, content }: OpenedFile,
  groups: readonly (readonly number[])[],
  onProgress: () => void,
): Promise<readonly Uint8Array[]> {
  if (kind !== 'pdf') throw new Unreadable('file_type_unsupported');
  return withPdf(content, async (document) => {
    const files: Uint8Array[] = [];
    for (const numbers of groups) {
      files.push(await document.copyPages(numbers));
      onProgress();
    }
    return files;
  });
}

export async function joinFiles(
  paths: readonly string[],
  maxPages: number,
  onProgress: () => void,
): Promise<JoinedFile> {
  const files: Uint8Array[] = [];
  const pageCounts: number[] = [];
  let pages = 0;
  for (const path of paths) {
    const file = await openFile(path);
    // Also shows that each file can be opened: what cannot is left out without a word when files are copied.
    pageCounts.push(await countPages(file));
    pages += pageCounts.at(-1)!;
    if (pages > maxPages) throw new Unreadable('too_many_pages');
    files.push(file.kind === 'pdf' ? new Uint8Array(file.content) : await drawPicturePage(file.content, file.kind));
    onProgress();
  }
  const [first, ...others] = files;
  return withPdf(first!, async (document) => {
    const numbers = Array.from({ length: document.pageCount }, (_, index) => index + 1);
    const content = await document.copyPages(numbers, others);
    const count = await withPdf(content, async ({ pageCount }) => pageCount);
    if (count !== pages) throw new Unreadable('file_unreadable');
    return { content, pageCounts };
  });
}

async function withPdf<Result>(content: Uint8Array, work: (document: PdfDocument) => Promise<Result>): Promise<Result> {
  // The package takes the memory of what it is given.
  const document = await openPdf(new Uint8Array(content));
  try {
    return await work(document);
  } finally {
    await document.close();
  }
}

const A4_WIDTH = 595.28;
/** Enough for small print on a page of that width, at 300 dpi. */
const LONGEST_SIDE = 3_508;

/** As wide as A4, like an image without a resolution when it is read. */
async function drawPicturePage(content: Buffer, kind: Exclude<FileKind, 'pdf'>): Promise<Uint8Array> {
  const picture = await openPicture(content, kind);
  let drawn: { readonly data: Buffer; readonly info: { readonly width: number; readonly height: number } };
  try {
    drawn = await picture
      .flatten({ background: '#ffffff' })
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 88 })
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    throw new Unreadable('file_unreadable', error);
  }
  const { width, height } = drawn.info;
  const size: [number, number] = [A4_WIDTH, (A4_WIDTH * height) / width];
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({ size, margin: 0, info: { CreationDate: new Date(0) } });
  const pieces: Buffer[] = [];
  return new Promise((resolve, reject) => {
    document.on('data', (piece: Buffer) => pieces.push(piece));
    document.on('end', () => resolve(new Uint8Array(Buffer.concat(pieces))));
    document.on('error', reject);
    document.image(drawn.data, 0, 0, { width: size[0], height: size[1] });
    document.end();
  });
}
