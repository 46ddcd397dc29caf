import { open, readFile } from 'node:fs/promises';
import type { AnalysisStep } from '../analyser.ts';
import type { Page, PageContents, Preview, WordOnPage } from '../page-contents.ts';
import { detectFileKind, type FileKind } from './kinds.ts';
import { FIRST_PAGES, FIRST_RECOGNISED, LAST_PAGES, LAST_RECOGNISED, listPagesToRead, RENDERED_DPI } from './limits.ts';
import type { ReadTask } from './messages.ts';
import { listPagesBehindBlank, MAX_OUTLINED_PAGES, readOutline } from './outline.ts';
import type { PdfDocument, PdfPage } from './pdf.ts';
import type { RecognisedPage } from './recognition/index.ts';
import { Unreadable } from './unreadable.ts';

/** Reads one document from disk to words. Modules that only some documents need are loaded on demand. */

export type OnProgress = (step: AnalysisStep, percent: number) => void;

export async function readDocument(request: ReadTask, onProgress: OnProgress): Promise<PageContents> {
  onProgress('opening', 5);
  const { kind, content } = await openFile(request.path);
  return kind === 'pdf' ? readPdf(content, request, onProgress) : readPicture(content, kind, request, onProgress);
}

/** A file with its kind by content. */
export async function openFile(path: string): Promise<{ readonly kind: FileKind; readonly content: Buffer }> {
  const kind = detectFileKind(await readHead(path));
  if (kind === null) throw new Unreadable('file_type_unsupported');
  return { kind, content: await readFile(path) };
}

async function readHead(path: string): Promise<Buffer> {
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
  { recognition }: ReadTask,
  onProgress: OnProgress,
): Promise<PageContents> {
  const { openPicture, renderPreview } = await import('./pictures.ts');
  const picture = await openPicture(content, kind);
  let preview: Preview;
  try {
    preview = await renderPreview(picture);
  } catch (error) {
    // A truncated image.
    throw new Unreadable('file_unreadable', error);
  }
  if (recognition === 'never') return { pageCount: 1, pages: [], embedded: [], preview };
  onProgress('recognising', 35);
  const { recognisePage } = await import('./recognition/index.ts');
  const { page } = await recognisePage(picture, 1);
  return { pageCount: 1, pages: [page], embedded: [], preview };
}

async function readPdf(content: Buffer, request: ReadTask, onProgress: OnProgress): Promise<PageContents> {
  const { openPdf } = await import('./pdf.ts');
  const document = await openPdf(new Uint8Array(content));
  try {
    onProgress('reading_text', 15);
    const embedded = await document.listEmbeddedInvoices();
    const numbers = listPagesToRead(document.pageCount, FIRST_PAGES, LAST_PAGES);
    const withText = await readPageTexts(document, numbers);
    onProgress('reading_text', 25);
    const outline = isOutlined(request, document) ? await readOutline(document, withText, onProgress) : [];
    const isRecognised =
      request.recognition === 'always' || (request.recognition === 'when_needed' && embedded.length === 0);
    const drawn = isRecognised ? listPagesToRecognise(numbers, withText, outline) : [];
    const recognised = await recognisePages(document, drawn, request.recognitionMs, onProgress);
    const preview = recognised.preview ?? (await renderFirstPreview(document));
    const pages = numbers
      .map((number) => recognised.pages.get(number) ?? withText.get(number))
      .filter((page) => page !== undefined);
    const outlined = outline.map((page) => recognised.pages.get(page.number) ?? page);
    return {
      pageCount: document.pageCount,
      pages,
      embedded,
      preview,
      ...(outline.length > 0 && { outline: outlined }),
    };
  } finally {
    await document.close();
  }
}

const isOutlined = ({ outline }: ReadTask, { pageCount }: PdfDocument): boolean =>
  outline && pageCount > 1 && pageCount <= MAX_OUTLINED_PAGES;

async function readPageTexts(document: PdfDocument, numbers: readonly number[]): Promise<Map<number, Page>> {
  const pages = new Map<number, Page>();
  for (const number of numbers) {
    const page = await document.openPdfPage(number);
    const words = await page.extractWords().catch((): WordOnPage[] => []);
    pages.set(number, { number, width: page.width, height: page.height, source: 'text', words });
    page.release();
  }
  return pages;
}

const FEWEST_WORDS = 8;

/** A scan often contains a stamp or footer as text, and fonts without a character map yield random letters. */
function isUsableText(words: readonly WordOnPage[]): boolean {
  const text = words.map((word) => word.text).join('');
  const known = text.replace(/[^\p{L}\p{N}.,:;/()€$£%+\-@&'’"°#]/gu, '');
  return words.length >= FEWEST_WORDS && known.length > text.length * 0.85;
}

/** Recognised in addition, because another document may begin there. */
const MOST_BEHIND_BLANK = 6;

function listPagesToRecognise(
  numbers: readonly number[],
  pages: ReadonlyMap<number, Page>,
  outline: readonly Page[],
): number[] {
  const blank = new Set(outline.filter(({ isBlank }) => isBlank === true).map(({ number }) => number));
  const without = numbers.filter((number) => !blank.has(number) && !isUsableText(pages.get(number)?.words ?? []));
  // If other pages have text, a page without text is an image or empty.
  if (without.length + blank.size < numbers.length && !without.includes(1)) return [];
  const chosen = listPagesToRead(without.length, FIRST_RECOGNISED, LAST_RECOGNISED).map((place) => without[place - 1]!);
  const others = listPagesBehindBlank(outline).filter((number) => !chosen.includes(number));
  return [...chosen, ...others.slice(0, MOST_BEHIND_BLANK)];
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
  const [{ toPicture, renderPreview }, { recognisePage }] = await Promise.all([
    import('./pictures.ts'),
    import('./recognition/index.ts'),
  ]);
  const endsAt = performance.now() + withinMs;
  let language: RecognisedPage['language'] = null;
  onProgress('rendering', 30);
  for (const [index, number] of numbers.entries()) {
    if (performance.now() > endsAt) break;
    const page = await document.openPdfPage(number);
    const picture = toPicture(await renderPage(page, RENDERED_DPI));
    if (number === 1) preview = await renderPreview(picture);
    onProgress('recognising', 35 + Math.round((45 * index) / numbers.length));
    const recognised = await recognisePage(picture, number, language);
    language ??= recognised.language;
    pages.set(number, recognised.page);
    page.release();
  }
  return { pages, preview };
}

async function renderPage(page: PdfPage, dotsAnInch: number) {
  try {
    return await page.renderAt(dotsAnInch);
  } catch (error) {
    throw new Unreadable('file_unreadable', error);
  }
}

const PREVIEW_DPI = 96;

/** A page that cannot be rendered has no preview; its text has still been read. */
async function renderFirstPreview(document: PdfDocument): Promise<Preview | null> {
  try {
    const { toPicture, renderPreview } = await import('./pictures.ts');
    const page = await document.openPdfPage(1);
    return await renderPreview(toPicture(await page.renderAt(PREVIEW_DPI)));
  } catch {
    return null;
  }
}
