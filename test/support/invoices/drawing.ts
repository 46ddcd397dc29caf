import { createRequire } from 'node:module';
import type PDFKit from 'pdfkit';

/** A page as texts and rules in their places; it becomes words, a PDF or a picture. */
export interface DrawnText {
  readonly page: number;
  readonly text: string;
  readonly left: number;
  /** Position of the baseline. */
  readonly base: number;
  readonly size: number;
  readonly isBold: boolean;
  readonly grey: number;
  readonly width: number;
}

export interface DrawnRule {
  readonly page: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly pages: number;
  readonly texts: readonly DrawnText[];
  readonly rules: readonly DrawnRule[];
}

export interface TextStyle {
  readonly size?: number;
  readonly bold?: boolean;
  readonly align?: 'left' | 'right' | 'center';
  readonly grey?: number;
}

export interface Pen {
  readonly width: number;
  readonly height: number;
  text(x: number, y: number, text: string, style?: TextStyle): void;
  rule(left: number, top: number, right: number, bottom?: number): void;
  newPage(): void;
  drawing(): Drawing;
}

const PDFDocument = createRequire(import.meta.url)('pdfkit') as typeof PDFKit;
const measuring = new PDFDocument({ autoFirstPage: false });

export const getFont = (isBold: boolean): string => (isBold ? 'Helvetica-Bold' : 'Helvetica');

function measureWidth(text: string, size: number, isBold: boolean): number {
  return measuring.font(getFont(isBold)).fontSize(size).widthOfString(text);
}

export function createPen(width = 595, height = 842): Pen {
  const texts: DrawnText[] = [];
  const rules: DrawnRule[] = [];
  let page = 1;
  return {
    width,
    height,
    text(x, y, given, { size = 9.5, bold = false, align = 'left', grey = 0 } = {}) {
      // The narrow space is in few fonts.
      const text = given.replaceAll('\u202f', '\u00a0');
      const wide = measureWidth(text, size, bold);
      const left = align === 'left' ? x : align === 'right' ? x - wide : x - wide / 2;
      texts.push({ page, text, left, base: y, size, isBold: bold, grey, width: wide });
    },
    rule: (left, top, right, bottom = top) => void rules.push({ page, left, top, right, bottom }),
    newPage: () => void (page += 1),
    drawing: () => ({ width, height, pages: page, texts, rules }),
  };
}

/** The words of a drawing, as reading its PDF gives them. */
export function listWords({ texts, pages, width, height }: Drawing) {
  return Array.from({ length: pages }, (_, index) => ({
    number: index + 1,
    width,
    height,
    source: 'text' as const,
    words: texts
      .filter(({ page }) => page === index + 1)
      .flatMap(({ text, left, base, size, isBold }) =>
        [...text.matchAll(/[^\s\u00a0]+/g)].map((match) => ({
          text: match[0],
          left: left + measureWidth(text.slice(0, match.index), size, isBold),
          right: left + measureWidth(text.slice(0, match.index + match[0].length), size, isBold),
          top: base - 0.8 * size,
          bottom: base,
          confidence: 1,
        })),
      ),
  }));
}

export async function renderPdf({ texts, rules, pages, width, height }: Drawing): Promise<Buffer> {
  const document = new PDFDocument({ size: [width, height], margin: 0, autoFirstPage: false });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => document.on('end', () => resolve()));
  for (let page = 1; page <= pages; page++) {
    document.addPage({ size: [width, height], margin: 0 });
    for (const { text, left, base, size, isBold, grey } of texts.filter((each) => each.page === page))
      document
        .font(getFont(isBold))
        .fontSize(size)
        .fillColor([grey, grey, grey])
        .text(text, left, base, { lineBreak: false, baseline: 'alphabetic' });
    for (const { left, top, right, bottom } of rules.filter((each) => each.page === page))
      document.moveTo(left, top).lineTo(right, bottom).lineWidth(0.6).stroke();
  }
  document.end();
  await ended;
  return Buffer.concat(chunks);
}
