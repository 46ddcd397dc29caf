import { turnKeeper } from '../../turns.ts';
import { textOf, type Fact, type Party, type TableDocument } from './document.ts';
import { writtenAmount, writtenCell } from './notation.ts';
import { drawForm } from './pdf-form.ts';
import { drawTable } from './pdf-table.ts';
import { pdfFonts } from './pdf-fonts.ts';
import { drawPayment } from './pdf-payment.ts';
import { BODY_BOTTOM, COLOURS, FOOTER_Y, LEFT, MARGIN, pen, RIGHT, type Pen } from './pdf-page.ts';

/**
 * A4 on paper: who writes to whom, what it comes to, the tables with their headers on every page, page numbers. The letters are
 * in the file (`pdf-fonts.ts`). Nothing in it tells when it was made: the same document gives the same bytes.
 */
export async function pdfOf(document: TableDocument): Promise<Uint8Array> {
  const { title, sender, recipient, date, language } = document;
  const day = new Date(`${date}T00:00:00Z`);
  const [{ default: PDFDocument }, fonts] = await Promise.all([import('pdfkit'), pdfFonts()]);
  const pdf = new PDFDocument({
    size: 'A4',
    // Pages are broken where the tables say; a lower margin would make the library break them as well.
    margins: { top: MARGIN, bottom: 0, left: LEFT, right: LEFT },
    font: '', // none but those of the pen
    bufferPages: true,
    pdfVersion: '1.7',
    lang: language,
    displayTitle: true,
    info: {
      Title: recipient ? `${title} – ${recipient.name}` : title,
      Author: sender.name,
      Creator: 'Grandlivre',
      Producer: 'Grandlivre',
      CreationDate: day,
      ModDate: day,
    },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const written = new Promise<void>((resolve, reject) => pdf.once('end', resolve).once('error', reject));

  const page = pen(pdf, fonts);
  let y = document.form
    ? drawForm(page, document.form, document, () => newPage(page, document))
    : drawFacts(page, document, drawHeading(page, document));
  for (const table of document.tables) y = await drawTable(page, table, language, y, () => newPage(page, document));
  if (document.notes !== undefined) y = drawNotes(page, document.notes, y, () => newPage(page, document));
  if (document.payment) await drawPayment(page, document.payment, y, () => newPage(page, document));
  await drawFooters(page, document);
  pdf.end();
  await written;
  return Buffer.concat(chunks);
}

const LOGO = { width: 150, height: 52 };
const RECIPIENT_X = 330;
const RECIPIENT_Y = 118;

/** The recipient stands where the window of an envelope is. */
function drawHeading(page: Pen, { sender, recipient, title, currency }: TableDocument): number {
  let y = MARGIN;
  if (sender.logo && page.image(sender.logo, LEFT, y, LOGO)) y += LOGO.height + 10;
  const senderBottom = drawParty(page, sender, LEFT, y, RECIPIENT_X - LEFT - 20);
  const recipientBottom = recipient
    ? drawParty(page, recipient, RECIPIENT_X, RECIPIENT_Y, RIGHT - RECIPIENT_X)
    : MARGIN;
  y = Math.max(senderBottom, recipientBottom) + 26;
  page.write(title, LEFT, y, { size: 19, font: 'bold', colour: COLOURS.accent, width: 400 });
  page.write(currency, RIGHT - 60, y + 8, { size: 9, colour: COLOURS.muted, width: 60, align: 'right' });
  return y + 34;
}

function drawParty(page: Pen, { name, address, identifiers }: Party, x: number, top: number, width: number): number {
  let y = top + page.write(name, x, top, { size: 11, font: 'bold', width }) + 2;
  for (const line of address) y += page.write(textOf(line), x, y, { size: 9, width }) + 1;
  if (identifiers.length > 0) y += 3;
  for (const { label, value } of identifiers)
    y += page.write(`${label} ${textOf(value)}`, x, y, { size: 8, colour: COLOURS.muted, width }) + 1;
  return y;
}

const TILE_HEIGHT = 46;
const TILE_GAP = 8;

/** What matters at a glance, side by side. */
function drawFacts(page: Pen, { facts, language, currency }: TableDocument, y: number): number {
  if (facts.length === 0) return y;
  const width = (RIGHT - LEFT - TILE_GAP * (facts.length - 1)) / facts.length;
  facts.forEach((fact, index) => {
    const x = LEFT + index * (width + TILE_GAP);
    const colour = fact.isMain ? COLOURS.paper : COLOURS.ink;
    const faint = fact.isMain ? COLOURS.paper : COLOURS.muted;
    page.box(x, y, width, TILE_HEIGHT, fact.isMain ? COLOURS.accent : COLOURS.shade);
    const inner = { width: width - 16 };
    page.line(fact.label, x + 8, y + 7, { ...inner, size: 7.5, colour: faint });
    page.line(tileText(fact, language, currency), x + 8, y + 18, { ...inner, size: 11, font: 'bold', colour });
    if (fact.meaning) page.line(fact.meaning, x + 8, y + 33, { ...inner, size: 7.5, colour: faint });
  });
  return y + TILE_HEIGHT + 22;
}

function tileText({ kind, value, meaning }: Fact, language: TableDocument['language'], currency: string): string {
  if (kind !== 'amount' || typeof value !== 'string') return writtenCell(value, kind, language) || '–';
  const amount = meaning ? value.replace(/^-/, '') : value;
  return `${writtenAmount(amount, language)}\u00a0${currency}`;
}

const NOTES = { size: 8.5, width: RIGHT - LEFT, maxHeight: 160 } as const;

function drawNotes(page: Pen, notes: string, y: number, next: () => number): number {
  let place = y;
  for (const paragraph of notes.split(/\r?\n/).filter((line) => line.trim() !== '')) {
    if (place + page.heightOf(paragraph, NOTES) > BODY_BOTTOM) place = next();
    place += page.write(paragraph, LEFT, place, NOTES) + 2;
  }
  return place + 14;
}

function newPage(page: Pen, { sender, recipient, title }: TableDocument): number {
  page.pdf.addPage();
  const names = [sender.name, title, ...(recipient ? [recipient.name] : [])].join('  ·  ');
  page.line(names, LEFT, MARGIN - 12, { size: 8, colour: COLOURS.muted, width: RIGHT - LEFT });
  page.rule(MARGIN + 2);
  return MARGIN + 14;
}

/** The library would compress all pages at once when the document ends: each is ended by itself, and later no more. */
function endPage(page: PDFKit.PDFPage): void {
  page.end();
  page.end = () => undefined;
}

/** The number of pages is known at the end. */
async function drawFooters(page: Pen, { sender }: TableDocument): Promise<void> {
  const turn = turnKeeper();
  const { start, count } = page.pdf.bufferedPageRange();
  const who = [sender.name, ...sender.identifiers.map(({ label, value }) => `${label} ${textOf(value)}`)].join('  ·  ');
  for (let index = 0; index < count; index += 1) {
    page.pdf.switchToPage(start + index);
    page.rule(FOOTER_Y - 8);
    page.line(who, LEFT, FOOTER_Y, { size: 7.5, colour: COLOURS.muted, width: RIGHT - LEFT - 60 });
    const number = { size: 7.5, colour: COLOURS.muted, width: 50, align: 'right' } as const;
    page.line(`${index + 1}/${count}`, RIGHT - 50, FOOTER_Y, number);
    endPage(page.pdf.page);
    await turn();
  }
}
