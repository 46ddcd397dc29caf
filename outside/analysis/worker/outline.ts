import type { AnalysisStep } from '../analyser.ts';
import type { Page, WordOnPage } from '../page-contents.ts';
import type { DrawnPage, PdfDocument } from './pdf.ts';

/** All pages of a PDF in short, for finding several documents in one file. */

/** Longer files are one document, or were meant to be split by hand. */
export const MAX_OUTLINED_PAGES = 200;
/** Headings and footers; other pages than those that are read are only looked through. */
const FIRST_WORDS = 300;
const LAST_WORDS = 60;
/** Drawing takes longer than reading. */
const MOST_DRAWN = 40;
const DRAWN_DPI = 24;
/** Share of dark pixels that dust and the edge of a scan leave. */
const MOST_INK = 0.002;
const DARK = 160;
/** Scans have dark edges. */
const EDGE = 0.04;

type OnProgress = (step: AnalysisStep, percent: number) => void;

export async function readOutline(
  document: PdfDocument,
  known: ReadonlyMap<number, Page>,
  onProgress: OnProgress,
): Promise<readonly Page[]> {
  const pages: Page[] = [];
  let drawn = 0;
  for (let number = 1; number <= document.pageCount; number += 1) {
    onProgress('reading_text', 20);
    const page = known.get(number) ?? (await readShortPage(document, number));
    // A blank page at either end divides nothing.
    const isInside = number > 1 && number < document.pageCount;
    const isDrawn = isInside && page.words.length === 0 && drawn < MOST_DRAWN;
    if (isDrawn) drawn += 1;
    pages.push(isDrawn && (await isBlankPage(document, number)) ? { ...page, words: [], isBlank: true } : page);
  }
  return pages;
}

async function readShortPage(document: PdfDocument, number: number): Promise<Page> {
  const page = await document.openPdfPage(number);
  const words = await page.extractWords().catch((): WordOnPage[] => []);
  const short =
    words.length > FIRST_WORDS + LAST_WORDS ? [...words.slice(0, FIRST_WORDS), ...words.slice(-LAST_WORDS)] : words;
  page.release();
  return { number, width: page.width, height: page.height, source: 'text', words: short };
}

/** What cannot be drawn is not called blank. */
async function isBlankPage(document: PdfDocument, number: number): Promise<boolean> {
  const page = await document.openPdfPage(number);
  try {
    return measureInk(await page.renderAt(DRAWN_DPI)) < MOST_INK;
  } catch {
    return false;
  } finally {
    page.release();
  }
}

function measureInk({ pixels, width, height }: DrawnPage): number {
  const [left, top] = [Math.ceil(width * EDGE), Math.ceil(height * EDGE)];
  let dark = 0;
  let all = 0;
  for (let y = top; y < height - top; y += 1)
    for (let x = left; x < width - left; x += 1) {
      const place = (y * width + x) * 4;
      all += 1;
      if (Math.min(pixels[place]!, pixels[place + 1]!, pixels[place + 2]!) < DARK) dark += 1;
    }
  return all === 0 ? 1 : dark / all;
}

/** Pages behind blank ones, which may begin another document. */
export const listPagesBehindBlank = (pages: readonly Page[]): readonly number[] =>
  pages
    .filter((page, index) => page.isBlank !== true && index > 0 && pages[index - 1]!.isBlank === true)
    .map(({ number }) => number);
