import { createTurnKeeper } from '../../support/yielding.ts';
import { getCellText, type Fact, type Party, type ReportHead, type TableDocument } from './document.ts';
import { formatLocalAmount, formatCell } from './notation.ts';
import { ARCHIVE_STANDARD, attachInvoice, buildInfo, describeFile } from './pdf-archive.ts';
import { drawCharts } from './pdf-chart.ts';
import { drawForm } from './pdf-form.ts';
import { drawTable } from './pdf-table.ts';
import { getPdfFonts } from './pdf-fonts.ts';
import { drawPayment } from './pdf-payment.ts';
import { COLOURS, FOOTER_LINE, isDark, LEFT, MARGIN, createPen, RIGHT, type Pen } from './pdf-page.ts';
import { PAGE_WORDS } from './pdf-words.ts';

/**
 * Writes an A4 PDF: sender and recipient, key figures, tables with their headers on every page, page numbers. Fonts are
 * embedded (`pdf-fonts.ts`). The file holds no creation time: the same document gives the same bytes.
 */
export async function writePdf(document: TableDocument): Promise<Uint8Array> {
  const { title, sender, recipient, date, language, report, invoice } = document;
  const day = new Date(`${date}T00:00:00Z`);
  const name = recipient ? `${title} – ${recipient.name}` : report ? `${title} – ${report.company.name}` : title;
  const info = { title: name, author: sender.name, day };
  const [{ default: PDFDocument }, fonts] = await Promise.all([import('pdfkit'), getPdfFonts()]);
  const pdf = new PDFDocument({
    size: 'A4',
    layout: document.isLandscape ? 'landscape' : 'portrait',
    // Tables decide on page breaks; a bottom margin would make the library add its own.
    margins: { top: MARGIN, bottom: 0, left: LEFT, right: LEFT },
    font: '', // none but those of the pen
    bufferPages: true,
    pdfVersion: '1.7',
    lang: language,
    displayTitle: true,
    info: buildInfo(info),
    ...(invoice && { subset: ARCHIVE_STANDARD }),
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const written = new Promise<void>((resolve, reject) => pdf.once('end', resolve).once('error', reject));

  describeFile(pdf, info, invoice);
  if (invoice) attachInvoice(pdf, invoice, day);
  const page = createPen(pdf, fonts, document);
  let y = document.form
    ? drawForm(page, document.form, document, () => startPage(page, document))
    : drawFacts(page, document, report ? drawReportHead(page, document, report) : drawHeading(page, document));
  if (document.letter !== undefined) y = drawLetter(page, document.letter, y, () => startPage(page, document));
  if (document.charts) y = drawCharts(page, document.charts, language, y, () => startPage(page, document));
  for (const table of document.tables) {
    // A table that is the whole document needs no separate title.
    const shown = report && table.title === title ? { ...table, title: '' } : table;
    y = await drawTable(page, shown, language, y, () => startPage(page, document));
  }
  if (document.notes !== undefined) y = drawNotes(page, document.notes, y, () => startPage(page, document));
  if (document.payment) y = await drawPayment(page, document.payment, y, () => startPage(page, document));
  if (document.smallPrint) drawSmallPrint(page, document.smallPrint, y, () => startPage(page, document));
  await drawFooters(page, document);
  pdf.end();
  await written;
  return Buffer.concat(chunks);
}

const LOGO = { width: 150, height: 52 };
const RECIPIENT_X = 330;
const RECIPIENT_Y = 118;

/** The recipient is placed where an envelope has its window. */
function drawHeading(page: Pen, { sender, recipient, title, currency }: TableDocument): number {
  let y = MARGIN;
  if (sender.logo && page.drawImage(sender.logo, LEFT, y, LOGO)) y += LOGO.height + 10;
  const senderBottom = drawParty(page, sender, LEFT, y, RECIPIENT_X - LEFT - 20);
  const recipientBottom = recipient
    ? drawParty(page, recipient, RECIPIENT_X, RECIPIENT_Y, RIGHT - RECIPIENT_X)
    : MARGIN;
  y = Math.max(senderBottom, recipientBottom) + 26;
  page.write(currency, RIGHT - 60, y + 8, { size: 9, colour: COLOURS.muted, width: 60, align: 'right' });
  return y + page.write(title, LEFT, y, { size: 19, font: 'bold', colour: page.accent, width: 400 }) + 12;
}

function drawParty(page: Pen, { name, address, identifiers }: Party, x: number, top: number, width: number): number {
  let y = top + page.write(name, x, top, { size: 11, font: 'bold', width }) + 2;
  for (const line of address) y += page.write(getCellText(line), x, y, { size: 9, width }) + 1;
  if (identifiers.length > 0) y += 3;
  for (const { label, value } of identifiers)
    y += page.write(`${label} ${getCellText(value)}`, x, y, { size: 8, colour: COLOURS.muted, width }) + 1;
  return y;
}

/** Company on the left, firm on the right; below them the title and the period. */
function drawReportHead(page: Pen, { sender, title, currency }: TableDocument, report: ReportHead): number {
  const half = (page.right - LEFT) / 2 - 10;
  const company = drawParty(page, report.company, LEFT, MARGIN, half);
  const firmX = page.right - half;
  let firm = MARGIN;
  if (sender.logo && page.drawImage(sender.logo, page.right - LOGO.width, firm, LOGO)) firm += LOGO.height + 6;
  page.writeLine(sender.name, firmX, firm, { size: 9, font: 'bold', width: half, align: 'right' });
  firm += 13;
  for (const line of sender.address) {
    page.writeLine(getCellText(line), firmX, firm, { size: 8, colour: COLOURS.muted, width: half, align: 'right' });
    firm += 11;
  }
  let y = Math.max(company, firm) + 14;
  page.writeLine(title, LEFT, y, { size: 17, font: 'bold', colour: page.accent, width: page.right - LEFT - 80 });
  page.writeLine(currency, page.right - 60, y + 7, { size: 9, colour: COLOURS.muted, width: 60, align: 'right' });
  y += 24;
  if (report.period.text !== '') {
    page.writeLine(report.period.text, LEFT, y, { size: 10, width: page.right - LEFT });
    y += 15;
  }
  if (report.remark !== undefined) {
    page.writeLine(report.remark, LEFT, y, { size: 8, colour: COLOURS.muted, width: page.right - LEFT });
    y += 13;
  }
  return y + 8;
}

const TILE_HEIGHT = 36;
/** Height with the explanation below the figure. */
const HIGH_TILE = 46;
const TILE_GAP = 8;

/** Draws the key figures side by side. */
function drawFacts(page: Pen, { facts, language, currency }: TableDocument, y: number): number {
  if (facts.length === 0) return y;
  const width = (page.right - LEFT - TILE_GAP * (facts.length - 1)) / facts.length;
  const height = facts.some(({ meaning }) => meaning !== undefined) ? HIGH_TILE : TILE_HEIGHT;
  facts.forEach((fact, index) => {
    const x = LEFT + index * (width + TILE_GAP);
    const onAccent = isDark(page.accent) ? COLOURS.paper : COLOURS.ink;
    const colour = fact.isMain ? onAccent : COLOURS.ink;
    const faint = fact.isMain ? onAccent : COLOURS.muted;
    page.drawBox(x, y, width, height, fact.isMain ? page.accent : COLOURS.shade);
    const inner = { width: width - 16 };
    page.writeLine(fact.label, x + 8, y + 7, { ...inner, size: 7.5, colour: faint });
    page.writeLine(formatFactValue(fact, language, currency), x + 8, y + 18, {
      ...inner,
      size: 11,
      font: 'bold',
      colour,
    });
    if (fact.meaning) page.writeLine(fact.meaning, x + 8, y + 33, { ...inner, size: 7.5, colour: faint });
  });
  return y + height + 22;
}

function formatFactValue(
  { kind, value, meaning }: Fact,
  language: TableDocument['language'],
  currency: string,
): string {
  if (kind !== 'amount' || typeof value !== 'string') return formatCell(value, kind, language) || '–';
  const amount = meaning ? value.replace(/^-/, '') : value;
  return `${formatLocalAmount(amount, language)}\u00a0${currency}`;
}

const LETTER = { size: 9.5, width: RIGHT - LEFT, maxHeight: 400 } as const;

function drawLetter(page: Pen, letter: string, y: number, next: () => number): number {
  let place = y;
  for (const line of letter.trim().split(/\r?\n/)) {
    if (line.trim() === '') {
      place += 7;
      continue;
    }
    if (place + page.measureHeight(line, LETTER) > page.bottom) place = next();
    place += page.write(line, LEFT, place, LETTER) + 2;
  }
  return place + 16;
}

const NOTES = { size: 8.5, width: RIGHT - LEFT, maxHeight: 160 } as const;

function drawNotes(page: Pen, notes: string, y: number, next: () => number): number {
  let place = y;
  for (const paragraph of notes.split(/\r?\n/).filter((line) => line.trim() !== '')) {
    if (place + page.measureHeight(paragraph, NOTES) > page.bottom) place = next();
    place += page.write(paragraph, LEFT, place, NOTES) + 2;
  }
  return place + 14;
}

const SMALL_PRINT = { size: 7.5, width: RIGHT - LEFT, colour: COLOURS.muted } as const;

function drawSmallPrint(page: Pen, texts: readonly string[], y: number, next: () => number): number {
  let place = y;
  for (const text of texts.flatMap((one) => one.split(/\r?\n/)).filter((line) => line.trim() !== '')) {
    if (place + page.measureHeight(text, SMALL_PRINT) > page.bottom) place = next();
    place += page.write(text, LEFT, place, SMALL_PRINT) + 3;
  }
  return place;
}

/**
 * The library keeps every drawing operation separate until the end. Those of a full page are merged, or a ledger would
 * take gigabytes.
 */
function compactPage({ content }: PDFKit.PDFPage): void {
  const strokes = content as typeof content & { buffer: Uint8Array[] };
  strokes.buffer = [Buffer.concat(strokes.buffer)];
}

function startPage(page: Pen, { sender, recipient, title, report }: TableDocument): number {
  compactPage(page.pdf.page);
  page.pdf.addPage();
  const others = recipient ? [recipient.name] : [];
  const names = report ? [report.company.name, title, report.period.text] : [sender.name, title, ...others];
  page.writeLine(names.filter(Boolean).join('  ·  '), LEFT, MARGIN - 12, {
    size: 8,
    colour: COLOURS.muted,
    width: page.right - LEFT,
  });
  page.drawRule(MARGIN + 2);
  return MARGIN + 14;
}

/** The library would compress all pages at the end. Each page is ended separately and then not again. */
function endPage(page: PDFKit.PDFPage): void {
  page.end();
  page.end = () => undefined;
}

const getFooterStyle = (page: Pen) => ({ size: 7.5, colour: COLOURS.ink, width: page.right - LEFT }) as const;

/** Drawn last, when the number of pages is known. */
async function drawFooters(page: Pen, { sender, language }: TableDocument): Promise<void> {
  const turn = createTurnKeeper();
  const { start, count } = page.pdf.bufferedPageRange();
  const who = [sender.name, ...sender.identifiers.map(({ label, value }) => `${label} ${getCellText(value)}`)].join(
    '  ·  ',
  );
  for (let index = 0; index < count; index += 1) {
    page.pdf.switchToPage(start + index);
    const { footerLines } = page;
    footerLines.forEach((line, place) =>
      page.writeLine(line, LEFT, page.footer - 8 - (footerLines.length - place) * FOOTER_LINE, getFooterStyle(page)),
    );
    page.drawRule(page.footer - 8);
    page.writeLine(who, LEFT, page.footer, { size: 7.5, colour: COLOURS.muted, width: page.right - LEFT - 110 });
    const number = PAGE_WORDS.page[language].replace('{page}', String(index + 1)).replace('{pages}', String(count));
    const style = { size: 7.5, colour: COLOURS.muted, width: 100, align: 'right' } as const;
    page.writeLine(number, page.right - 100, page.footer, style);
    endPage(page.pdf.page);
    await turn();
  }
}
