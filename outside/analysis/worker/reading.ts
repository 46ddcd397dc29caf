import { open, readFile } from 'node:fs/promises';
import type { AnalysisStep } from '../analyser.ts';
import type { Page, PageContents, Preview, WordOnPage } from '../page-contents.ts';
import { kindOf, type FileKind } from './kinds.ts';
import { FIRST_PAGES, FIRST_RECOGNISED, LAST_PAGES, LAST_RECOGNISED, pagesToRead, RENDERED_DPI } from './limits.ts';
import type { ToReader } from './messages.ts';
import type { PdfDocument, PdfPage } from './pdf.ts';
import { Unreadable } from './unreadable.ts';

/** One document from the disk to words. What is needed for some documents only is loaded with the first of them. */

type OnProgress = (step: AnalysisStep, percent: number) => void;

export async function readDocument(request: ToReader, onProgress: OnProgress): Promise<PageContents> {
  onProgress('opening', 5);
  const kind = kindOf(await headOf(request.path));
  if (kind === null) throw new Unreadable('file_type_unsupported');
  const content = await readFile(request.path);
  return kind === 'pdf' ? readPdf(content, request, onProgress) : readPicture(content, kind, request, onProgress);
}

async function headOf(path: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(1024), 0, 1024, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function readPicture(
  content: Buffer,
  kind: Exclude<FileKind, 'pdf'>,
  { recognition }: ToReader,
  onProgress: OnProgress,
): Promise<PageContents> {
  const { openPicture, previewOf } = await import('./pictures.ts');
  const picture = await openPicture(content, kind);
  let preview: Preview;
  try {
    preview = await previewOf(picture);
  } catch (error) {
    // A picture that begins well and ends in the middle.
    throw new Unreadable('file_unreadable', error);
  }
  if (recognition === 'never') return { pageCount: 1, pages: [], embedded: [], preview };
  onProgress('recognising', 35);
  const { recognised } = await import('./recognition.ts');
  return { pageCount: 1, pages: [await recognised(picture, 1)], embedded: [], preview };
}

async function readPdf(content: Buffer, request: ToReader, onProgress: OnProgress): Promise<PageContents> {
  const { openPdf } = await import('./pdf.ts');
  const document = await openPdf(new Uint8Array(content));
  try {
    onProgress('reading_text', 15);
    const embedded = await document.embeddedInvoices();
    const numbers = pagesToRead(document.pageCount, FIRST_PAGES, LAST_PAGES);
    const withText = await textsOf(document, numbers);
    onProgress('reading_text', 25);
    const isRecognised =
      request.recognition === 'always' || (request.recognition === 'when_needed' && embedded.length === 0);
    const drawn = isRecognised ? numbersToRecognise(numbers, withText) : [];
    const recognised = await recognisePages(document, drawn, request.recognitionMs, onProgress);
    const preview = recognised.preview ?? (await previewOfFirst(document));
    const pages = numbers
      .map((number) => recognised.pages.get(number) ?? withText.get(number))
      .filter((page) => page !== undefined);
    return { pageCount: document.pageCount, pages, embedded, preview };
  } finally {
    await document.close();
  }
}

async function textsOf(document: PdfDocument, numbers: readonly number[]): Promise<Map<number, Page>> {
  const pages = new Map<number, Page>();
  for (const number of numbers) {
    const page = await document.page(number);
    const words = await page.words().catch((): WordOnPage[] => []);
    pages.set(number, { number, width: page.width, height: page.height, source: 'text', words });
    page.release();
  }
  return pages;
}

const FEWEST_WORDS = 8;

/** A scan often has a stamp or a footer as text, and letters of fonts that do not tell what they are come out as anything. */
function isUsable(words: readonly WordOnPage[]): boolean {
  const text = words.map((word) => word.text).join('');
  const known = text.replace(/[^\p{L}\p{N}.,:;/()€$£%+\-@&'’"°#]/gu, '');
  return words.length >= FEWEST_WORDS && known.length > text.length * 0.85;
}

function numbersToRecognise(numbers: readonly number[], pages: ReadonlyMap<number, Page>): number[] {
  const without = numbers.filter((number) => !isUsable(pages.get(number)?.words ?? []));
  // Where other pages have text, one without is a picture, or empty.
  if (without.length < numbers.length && !without.includes(1)) return [];
  return pagesToRead(without.length, FIRST_RECOGNISED, LAST_RECOGNISED).map((place) => without[place - 1]!);
}

async function recognisePages(
  document: PdfDocument,
  numbers: readonly number[],
  withinMs: number,
  onProgress: OnProgress,
): Promise<{ pages: Map<number, Page>; preview: Preview | null }> {
  const pages = new Map<number, Page>();
  let preview: Preview | null = null;
  if (numbers.length === 0) return { pages, preview };
  const [{ pictureOfPage, previewOf }, { recognised }] = await Promise.all([
    import('./pictures.ts'),
    import('./recognition.ts'),
  ]);
  const endsAt = performance.now() + withinMs;
  onProgress('rendering', 30);
  for (const [index, number] of numbers.entries()) {
    if (performance.now() > endsAt) break;
    const page = await document.page(number);
    const picture = pictureOfPage(await draw(page, RENDERED_DPI));
    if (number === 1) preview = await previewOf(picture);
    onProgress('recognising', 35 + Math.round((45 * index) / numbers.length));
    const { words, ...size } = await recognised(picture, number);
    pages.set(number, { ...size, words });
    page.release();
  }
  return { pages, preview };
}

async function draw(page: PdfPage, dotsAnInch: number) {
  try {
    return await page.draw(dotsAnInch);
  } catch (error) {
    throw new Unreadable('file_unreadable', error);
  }
}

const PREVIEW_DPI = 96;

/** What cannot be drawn has no preview; its text was read all the same. */
async function previewOfFirst(document: PdfDocument): Promise<Preview | null> {
  try {
    const { pictureOfPage, previewOf } = await import('./pictures.ts');
    const page = await document.page(1);
    return await previewOf(pictureOfPage(await page.draw(PREVIEW_DPI)));
  } catch {
    return null;
  }
}
