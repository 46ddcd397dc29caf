import { add, percent, sum, type Amount } from '../money.ts';
import type { PlainDate } from '../dates.ts';

/** A supplier invoice on paper: a one-page PDF with extractable text. */
export interface PaperInvoice {
  readonly seller: readonly string[];
  readonly buyer: readonly string[];
  readonly number: string;
  readonly date: PlainDate;
  readonly dueDate: PlainDate;
  readonly iban: string;
  readonly lines: readonly { readonly label: string; readonly amount: Amount; readonly rate: string }[];
  readonly words: PaperWords;
}

export interface PaperWords {
  readonly invoice: string;
  readonly date: string;
  readonly due: string;
  readonly description: string;
  readonly amount: string;
  readonly net: string;
  readonly tax: string;
  readonly total: string;
  readonly payTo: string;
}

export const PAPER_WORDS: Readonly<Record<'fr' | 'nl', PaperWords>> = {
  fr: {
    invoice: 'Facture',
    date: 'Date',
    due: 'Échéance',
    description: 'Description',
    amount: 'Montant',
    net: 'Total hors TVA',
    tax: 'TVA',
    total: 'Total à payer',
    payTo: 'À verser sur le compte',
  },
  nl: {
    invoice: 'Factuur',
    date: 'Datum',
    due: 'Vervaldatum',
    description: 'Omschrijving',
    amount: 'Bedrag',
    net: 'Totaal excl. btw',
    tax: 'Btw',
    total: 'Te betalen',
    payTo: 'Te betalen op rekening',
  },
};

interface Drawn {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly isBold?: true;
}

const [LEFT, RIGHT, TOP] = [56, 430, 780];

/** Latin-1 bytes, supported by the fonts of every reader. */
export function renderPaperInvoice(invoice: PaperInvoice): Uint8Array {
  const content = layOutInvoice(invoice).map(buildOperators).join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Uint8Array.from(file + table + end, (letter) => letter.charCodeAt(0));
}

function layOutInvoice({ seller, buyer, number, date, dueDate, iban, lines, words }: PaperInvoice): readonly Drawn[] {
  const drawn: Drawn[] = [];
  const drawColumn = (texts: readonly string[], x: number, y: number): void =>
    texts.forEach((text, index) =>
      drawn.push({ text, x, y: y - index * 14, size: index === 0 ? 12 : 10, ...(index === 0 && { isBold: true }) }),
    );
  const drawRow = (text: string, amount: string, y: number, isBold = false): void =>
    void drawn.push(
      { text, x: LEFT, y, size: 10, ...(isBold && { isBold }) },
      { text: amount, x: RIGHT, y, size: 10, ...(isBold && { isBold }) },
    );
  drawColumn(seller, LEFT, TOP);
  drawColumn(buyer, 340, TOP - 100);
  drawn.push({ text: `${words.invoice} ${number}`, x: LEFT, y: 600, size: 16, isBold: true });
  drawn.push({ text: `${words.date} : ${formatDate(date)}`, x: LEFT, y: 578, size: 10 });
  drawn.push({ text: `${words.due} : ${formatDate(dueDate)}`, x: LEFT, y: 564, size: 10 });
  drawRow(words.description, words.amount, 530, true);
  lines.forEach(({ label, amount }, index) => drawRow(label, `${formatDecimal(amount)} EUR`, 510 - index * 18));
  const below = 510 - lines.length * 18 - 14;
  const rates = [...new Set(lines.map(({ rate }) => rate))];
  const taxes = rates.map((rate) => {
    const base = sum(lines.filter((line) => line.rate === rate).map(({ amount }) => amount));
    return { rate, tax: percent(base, rate) };
  });
  const net = sum(lines.map(({ amount }) => amount));
  drawRow(words.net, `${formatDecimal(net)} EUR`, below);
  taxes.forEach(({ rate, tax }, index) =>
    drawRow(`${words.tax} ${rate} %`, `${formatDecimal(tax)} EUR`, below - 18 * (index + 1)),
  );
  const total = add(net, sum(taxes.map(({ tax }) => tax)));
  drawRow(words.total, `${formatDecimal(total)} EUR`, below - 18 * (taxes.length + 1) - 4, true);
  drawn.push({ text: `${words.payTo} ${iban.replace(/(.{4})(?=.)/g, '$1 ')}`, x: LEFT, y: 120, size: 10 });
  return drawn;
}

const formatDate = (date: PlainDate): string => `${date.slice(8, 10)}/${date.slice(5, 7)}/${date.slice(0, 4)}`;
const formatDecimal = (amount: Amount): string => amount.replace('.', ',');

const buildOperators = ({ text, x, y, size, isBold }: Drawn): string =>
  `BT /${isBold ? 'F2' : 'F1'} ${size} Tf ${x} ${y} Td (${toLatin1(text)}) Tj ET`;

/** Drops characters that Latin-1 does not have. */
const toLatin1 = (text: string): string =>
  text
    .replaceAll('’', "'")
    .replace(/[^\x20-\x7e\xa0-\xff]/g, '')
    .replace(/[\\()]/g, (sign) => `\\${sign}`);
