import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { EmbeddedFile, WordOnPage } from '../page-contents.ts';
import { MAX_EMBEDDED_BYTES, MAX_EMBEDDED_FILES, MAX_PAGES, MAX_PIXELS, MAX_RENDERED_PIXELS } from './limits.ts';
import { extractWordsFromItems, type TextItem } from './text-items.ts';
import { Unreadable } from './unreadable.ts';

/** PDF as text, as images, and as a container of structured invoices. Scripts are not run and nothing is fetched. */
export interface PdfDocument {
  readonly pageCount: number;
  listEmbeddedInvoices(): Promise<EmbeddedFile[]>;
  /** Metadata (XMP) as text; null if there is none. */
  readMetadata(): Promise<string | null>;
  openPdfPage(number: number): Promise<PdfPage>;
  /** A new PDF of these pages, in this order, and of whole other PDF files behind them. */
  copyPages(numbers: readonly number[], others?: readonly Uint8Array[]): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface PdfPage {
  readonly width: number;
  readonly height: number;
  extractWords(): Promise<WordOnPage[]>;
  /** At this resolution, limited by the maximum number of pixels. */
  renderAt(dotsAnInch: number): Promise<DrawnPage>;
  release(): void;
}

/** Four bytes per pixel: red, green, blue, alpha. */
export interface DrawnPage {
  readonly pixels: Buffer;
  readonly width: number;
  readonly height: number;
}

interface Canvas {
  readonly width: number;
  readonly height: number;
  data(): Buffer;
}
interface CanvasFactory {
  create(width: number, height: number): { canvas: Canvas | null };
  destroy(drawn: { canvas: Canvas | null }): void;
}

const packages = createRequire(import.meta.url);

export async function openPdf(data: Uint8Array): Promise<PdfDocument> {
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const folder = dirname(packages.resolve('pdfjs-dist/package.json'));
  const task = getDocument({
    data,
    verbosity: VerbosityLevel.ERRORS,
    isEvalSupported: false,
    enableXfa: false,
    useSystemFonts: false,
    disableFontFace: true,
    stopAtErrors: false,
    maxImageSize: MAX_PIXELS,
    canvasMaxAreaInBytes: 4 * MAX_PIXELS,
    standardFontDataUrl: join(folder, 'standard_fonts/'),
    cMapUrl: join(folder, 'cmaps/'),
    wasmUrl: join(folder, 'wasm/'),
    iccUrl: join(folder, 'iccs/'),
  });
  let document: PDFDocumentProxy;
  try {
    document = await task.promise;
  } catch (error) {
    throw new Unreadable(isPasswordRequired(error) ? 'file_encrypted' : 'file_unreadable', error);
  }
  if (document.numPages > MAX_PAGES) throw new Unreadable('too_many_pages');
  if (document.numPages < 1) throw new Unreadable('file_unreadable');
  return {
    pageCount: document.numPages,
    listEmbeddedInvoices: () => readEmbeddedInvoices(document),
    readMetadata: () => readMetadata(document),
    openPdfPage: async (number) => openPage(document, await loadPage(document, number)),
    copyPages: (numbers, others = []) => copyPages(document, numbers, others),
    close: () => task.destroy(),
  };
}

const isPasswordRequired = (error: unknown): boolean => error instanceof Error && error.name === 'PasswordException';

async function loadPage(document: PDFDocumentProxy, number: number): Promise<PDFPageProxy> {
  try {
    return await document.getPage(number);
  } catch (error) {
    throw new Unreadable('file_unreadable', error);
  }
}

async function copyPages(
  document: PDFDocumentProxy,
  numbers: readonly number[],
  others: readonly Uint8Array[],
): Promise<Uint8Array> {
  // Within one part, the package sorts pages: a page that goes back begins a new part.
  const parts: { document: null; includePages: number[] }[] = [];
  for (const [index, number] of numbers.entries()) {
    if (index === 0 || number <= numbers[index - 1]!) parts.push({ document: null, includePages: [] });
    parts.at(-1)!.includePages.push(number - 1);
  }
  const copied = await document.extractPages([...parts, ...others.map((content) => ({ document: content }))]);
  // The package reports its errors to the console and answers nothing.
  if (!(copied instanceof Uint8Array) || copied.length === 0) throw new Unreadable('file_unreadable');
  return copied;
}

/** File names used by Factur-X, ZUGFeRD and XRechnung; any other XML comes after them. */
const INVOICE_NAMES = /^(factur-x|zugferd-invoice|xrechnung|order-x|cii|ubl|invoice)\b.*\.xml$/i;

async function readEmbeddedInvoices(document: PDFDocumentProxy): Promise<EmbeddedFile[]> {
  type Attachments = Record<string, { filename?: string; content?: Uint8Array }> | null;
  let attachments: Attachments;
  try {
    attachments = (await document.getAttachments()) as Attachments;
  } catch {
    // A damaged attachment list does not prevent reading the pages.
    return [];
  }
  return Object.entries(attachments ?? {})
    .map(([key, { filename, content }]) => ({ name: filename ?? key, content: content ?? new Uint8Array() }))
    .filter(({ name, content }) => /\.xml$/i.test(name) && content.length > 0 && content.length <= MAX_EMBEDDED_BYTES)
    .sort((one, other) => Number(INVOICE_NAMES.test(other.name)) - Number(INVOICE_NAMES.test(one.name)))
    .slice(0, MAX_EMBEDDED_FILES)
    .map(({ name, content }) => ({ name: name.slice(0, 200), content: new Uint8Array(content) }));
}

async function readMetadata(document: PDFDocumentProxy): Promise<string | null> {
  try {
    const { metadata } = await document.getMetadata();
    // The package declares it without type.
    const raw: unknown = metadata?.getRaw();
    return typeof raw === 'string' ? raw : null;
  } catch {
    return null;
  }
}

function openPage(document: PDFDocumentProxy, page: PDFPageProxy): PdfPage {
  const viewport = page.getViewport({ scale: 1 });
  const { width, height } = viewport;
  return {
    width,
    height,
    async extractWords() {
      const { items } = await page.getTextContent({ includeMarkedContent: false });
      const texts = items.filter((item): item is Extract<typeof item, TextItem> => 'str' in item);
      return extractWordsFromItems(texts, viewport.transform);
    },
    async renderAt(dotsAnInch) {
      const largest = Math.sqrt(MAX_RENDERED_PIXELS / Math.max(1, width * height));
      const scale = Math.min(dotsAnInch / 72, largest);
      const scaled = page.getViewport({ scale });
      const factory = document.canvasFactory as CanvasFactory;
      const drawn = factory.create(Math.max(1, Math.ceil(scaled.width)), Math.max(1, Math.ceil(scaled.height)));
      try {
        // The package is typed for a browser canvas, but draws on the canvas that it created itself.
        const canvas = drawn.canvas as never;
        await page.render({ canvas, viewport: scaled, background: '#ffffff' }).promise;
        const { width: wide, height: high } = drawn.canvas!;
        // Copied, because the canvas is destroyed below.
        return { pixels: Buffer.from(drawn.canvas!.data()), width: wide, height: high };
      } finally {
        factory.destroy(drawn);
      }
    },
    release: () => void page.cleanup(),
  };
}
