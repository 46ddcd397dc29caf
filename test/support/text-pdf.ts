import { createRequire } from 'node:module';
import type PDFKit from 'pdfkit';

const PDFDocument = createRequire(import.meta.url)('pdfkit') as typeof PDFKit;

/** A PDF whose pages have these lines of text; a page without lines is empty. */
export async function buildTextPdf(pages: readonly (readonly string[])[]): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', margin: 50, autoFirstPage: false });
  const pieces: Buffer[] = [];
  document.on('data', (piece: Buffer) => pieces.push(piece));
  const ended = new Promise<void>((resolve) => document.on('end', () => resolve()));
  for (const lines of pages) {
    document.addPage();
    for (const [index, line] of lines.entries()) document.fontSize(10).text(line, 50, 50 + index * 18);
  }
  document.end();
  await ended;
  return Buffer.concat(pieces);
}

/** The text of each page of any PDF. */
export async function readPageTexts(content: Uint8Array): Promise<string[]> {
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({ data: new Uint8Array(content), verbosity: VerbosityLevel.ERRORS });
  const document = await task.promise;
  try {
    const texts: string[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const { items } = await (await document.getPage(number)).getTextContent();
      texts.push(items.map((item) => ('str' in item ? item.str : '')).join(''));
    }
    return texts;
  } finally {
    await task.destroy();
  }
}
