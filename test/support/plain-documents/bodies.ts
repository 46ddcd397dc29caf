import type { Pen } from '../invoices/drawing.ts';
import type { PlainDocument } from './document.ts';
import { drawBlock } from './senders.ts';

/** Addressee, number and dates, lines and totals, each in several arrangements. */
type Draw = (pen: Pen, document: PlainDocument) => void;

function listBuyerLines(document: PlainDocument, hasContact: boolean): string[] {
  const { buyer, buyerName, words, dice, hasBuyerVat } = document;
  const attention = hasContact ? dice.pick(words.attention) : '';
  const name = dice.roll() < 0.5 ? [buyerName, attention] : [attention, buyerName];
  return [
    ...name,
    buyer.street,
    buyer.cityLine,
    dice.roll() < 0.3 ? buyer.email : '',
    hasBuyerVat && buyer.vatNumber !== null && dice.roll() < 0.6 ? `${words.vatLabel[0]!} ${buyer.vatText}` : '',
  ];
}

/** The number of the buyer is at the end of the addressee, or beside the number of the document. */
export const drawBuyer =
  (x: number, y: number, isLabelled: boolean): Draw =>
  (pen, document) => {
    const { words, dice } = document;
    if (isLabelled) pen.text(x, y, `${dice.pick(words.buyer)}${dice.pick(['', ' :'])}`, { size: 8, bold: true });
    drawBlock(pen, x, isLabelled ? y + 14 : y, listBuyerLines(document, dice.roll() < 0.35), { size: 10 });
  };

export function drawDelivery(pen: Pen, { words }: PlainDocument, x: number, y: number): void {
  drawBlock(pen, x, y, [words.delivery, 'Chantier Nord SA', 'Zone industrielle 8', '5100 Jambes'], { size: 8 });
}

type Pair = readonly [string, string];

function listFacts(document: PlainDocument): Pair[] {
  const { words, dice, number, date, due, day, buyer, hasBuyerVat, currency } = document;
  return [
    [dice.pick(words.numberLabel), number],
    [dice.pick(words.dateLabel), day(date)],
    [dice.pick(words.dueLabel), day(due)],
    dice.pick(words.other),
    ...(dice.roll() < 0.4 ? [[dice.pick(words.contact), 'Chris Morgan'] as const] : []),
    ...(currency !== null && dice.roll() < 0.3 ? [[dice.pick(words.currency), currency] as const] : []),
    ...(hasBuyerVat && buyer.vatNumber !== null ? [[dice.pick(words.yourVat), buyer.vatText] as const] : []),
  ];
}

/** Labels beside their values. */
const beside =
  (x: number, gap: number, mark: string): Draw =>
  (pen, document) => {
    pen.text(50, 262, document.dice.pick(document.words.title), { size: 16, bold: true });
    listFacts(document).forEach(([label, value], index) => {
      pen.text(x, 285 + index * 13, `${label}${mark}`, { size: 9 });
      pen.text(x + gap, 285 + index * 13, value, { size: 9 });
    });
  };

/** Labels over their values, from left to right; what does not fit follows below. */
const strip: Draw = (pen, document) => {
  pen.text(50, 262, document.dice.pick(document.words.title), { size: 16, bold: true });
  listFacts(document).forEach(([label, value], index) => {
    const [x, y] = [50 + (index % 4) * 128, 284 + Math.floor(index / 4) * 34];
    pen.text(x, y, label, { size: 8, bold: true });
    pen.text(x, y + 13, value, { size: 9 });
  });
};

/** Number in a heading, date beside the place, the due date in a sentence at the end. */
const sentence: Draw = (pen, document) => {
  const { words, dice, number, date, due, day, seller, buyer, hasBuyerVat } = document;
  pen.text(50, 268, dice.pick(words.numberSentence).replace('#', number), { size: 13, bold: true });
  pen.text(550, 268, `${seller.city}, ${{ fr: 'le ', nl: '', de: 'den ', en: '' }[document.language]}${day(date)}`, {
    align: 'right',
  });
  if (hasBuyerVat && buyer.vatNumber !== null)
    pen.text(50, 286, `${dice.pick(words.yourVat)}: ${buyer.vatText}`, { size: 8.5 });
  pen.text(50, 665, dice.pick(words.dueSentence).replace('#', day(due)), { size: 9 });
};

/** Labels and values in one text, under one another. */
const inline: Draw = (pen, document) => {
  pen.text(50, 262, document.dice.pick(document.words.title), { size: 16, bold: true });
  listFacts(document).forEach(([label, value], index) =>
    pen.text(50, 285 + index * 13, `${label}: ${value}`, { size: 9 }),
  );
};

export const FACTS: readonly Draw[] = [beside(50, 120, ''), beside(330, 130, ':'), strip, sentence, inline];

function drawLines(pen: Pen, { words, lines, amount, dice }: PlainDocument): number {
  const [text, quantity, price, total] = words.columns;
  const y = 392;
  pen.text(50, y, text, { bold: true, size: 9 });
  pen.text(340, y, quantity, { bold: true, size: 9, align: 'right' });
  pen.text(440, y, price, { bold: true, size: 9, align: 'right' });
  pen.text(550, y, total, { bold: true, size: 9, align: 'right' });
  lines.forEach((line, index) => {
    const at = y + 16 + index * 14;
    pen.text(50, at, line.text, { size: 9 });
    pen.text(340, at, String(line.quantity), { size: 9, align: 'right' });
    pen.text(440, at, amount(line.price), { size: 9, align: 'right' });
    pen.text(550, at, amount(line.price * line.quantity), { size: 9, align: 'right' });
  });
  if (dice.roll() < 0.4) pen.text(50, 690, dice.pick(words.thanks), { size: 8.5 });
  return y + 30 + lines.length * 14;
}

const writeRate = ({ rate, language }: PlainDocument): string =>
  language === 'en' ? `${rate}%` : `${rate.replace('.', ',')} %`;

/** Net, tax and gross under one another. */
const column: Draw = (pen, document) => {
  const { words, dice, net, vat, gross, amount } = document;
  const y = drawLines(pen, document);
  const rows: Pair[] = [
    [dice.pick(words.net), amount(net)],
    [`${dice.pick(words.vat)} ${writeRate(document)}`, amount(vat)],
    [dice.pick(words.gross), amount(gross)],
  ];
  rows.forEach(([label, value], index) => {
    pen.text(350, y + index * 15, label, { bold: index === 2 });
    pen.text(550, y + index * 15, value, { bold: index === 2, align: 'right' });
  });
  if (document.rate === '0') pen.text(50, y + 60, words.exempt, { size: 8.5 });
};

/** Names over values. */
const totalsStrip: Draw = (pen, document) => {
  const { words, dice, net, vat, gross, amount } = document;
  const y = drawLines(pen, document) + 10;
  const rows: Pair[] = [
    [dice.pick(words.net), amount(net)],
    ['%', writeRate(document).replace(/ ?%/, ' %')],
    [words.vat[0]!, amount(vat)],
    [dice.pick(words.gross), amount(gross)],
  ];
  rows.forEach(([label, value], index) => {
    pen.text([200, 280, 410, 550][index]!, y, label, { size: 8, bold: true, align: 'right' });
    pen.text([200, 280, 410, 550][index]!, y + 14, value, { align: 'right' });
  });
  if (document.rate === '0') pen.text(50, y + 60, words.exempt, { size: 8.5 });
};

export const TOTALS: readonly Draw[] = [column, column, totalsStrip];
