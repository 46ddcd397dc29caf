import type { TextRow } from './html-rows.ts';

/** A message as a PDF: its head and its text, as text. Nothing of it is interpreted. */

export interface MessageHead {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  /** `2026-01-31`; empty if unknown. */
  readonly date: string;
}

const MAX_PAGES = 40;
const MARGIN = 50;
const WIDTH = 595.28 - 2 * MARGIN;
const BOTTOM = 841.89 - MARGIN;
const SIZE = 9;
const GAP = 12;

export async function drawMessage(head: MessageHead, rows: readonly TextRow[]): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 0 },
    info: { Title: toPrintable(head.subject), CreationDate: new Date(0) },
  });
  const pieces: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    document.on('data', (piece: Buffer) => pieces.push(piece));
    document.on('end', resolve);
    document.on('error', reject);
  });
  document.fontSize(SIZE);
  let top = MARGIN;
  let pages = 1;
  const labelled: TextRow[] = [
    [`From: ${head.from}`],
    [`To: ${head.to}`],
    [`Date: ${head.date}`],
    [`Subject: ${head.subject}`],
  ];
  for (const row of [...labelled.filter(([line]) => !line!.endsWith(': ')), ...rows]) {
    const cells = row.map(toPrintable).filter((cell) => cell !== '');
    if (cells.length === 0) continue;
    const width = (WIDTH - GAP * (cells.length - 1)) / cells.length;
    const height = Math.max(...cells.map((cell) => document.heightOfString(cell, { width })));
    if (top + height > BOTTOM && top > MARGIN) {
      pages += 1;
      if (pages > MAX_PAGES) break;
      document.addPage();
      top = MARGIN;
    }
    for (const [index, cell] of cells.entries())
      document.text(cell, MARGIN + index * (width + GAP), top, { width, height: BOTTOM - top, ellipsis: true });
    top += height + 3;
  }
  document.end();
  await ended;
  return Buffer.concat(pieces);
}

/** Characters of the standard fonts beyond Latin-1. */
const PRINTABLE = /[^\x20-\x7e\xa1-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu;

/** What the standard fonts do not have is left out, or shown without its accents. */
const toPrintable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\s\u00a0\u2000-\u200a\u202f\u205f\u3000]+/gu, ' ')
    .replace(PRINTABLE, (character) => character.normalize('NFKD').replace(PRINTABLE, ''))
    .trim();
