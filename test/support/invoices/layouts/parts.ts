import type { Pen } from '../drawing.ts';
import type { Invoice } from '../invoice.ts';
import type { Enterprise } from '../parties.ts';

/** What several layouts draw in the same way. */
export const sign = ({ isCreditNote, seed }: Invoice): number => (isCreditNote && seed % 2 === 0 ? -1 : 1);

export const title = ({ isCreditNote, words }: Invoice): string => (isCreditNote ? words.creditNote : words.invoice);

export const numberLabel = ({ isCreditNote, words, dice }: Invoice): string =>
  dice.pick(isCreditNote ? words.creditNumberLabels : words.numberLabels);

export function addressLines({ name, street, postalCode, city, country }: Enterprise, withCountry = true): string[] {
  return [name, street, `${withCountry && country !== 'BE' ? `${country[0]}-` : ''}${postalCode} ${city}`];
}

export function block(pen: Pen, x: number, y: number, lines: readonly string[], size = 9.5, boldFirst = true): number {
  lines.forEach((line, index) =>
    pen.text(x, y + index * size * 1.35, line, {
      size: index === 0 && boldFirst ? size + 1 : size,
      bold: index === 0 && boldFirst,
    }),
  );
  return y + lines.length * size * 1.35;
}

export interface Column {
  readonly x: number;
  readonly align?: 'left' | 'right' | 'center';
  readonly head: string;
  readonly value: (line: Invoice['lines'][number], index: number) => string;
}

/** The lines under their names; where a page is full the next begins. Gives where it ends. */
export function table(
  pen: Pen,
  invoice: Invoice,
  top: number,
  columns: readonly Column[],
  { lineHeight = 15, bottom = 720, size = 9 } = {},
): number {
  const heads = (y: number): number => {
    for (const { x, align, head } of columns) pen.text(x, y, head, { bold: true, size, align });
    pen.rule(columns[0]!.x, y + 4, pen.width - 40);
    return y + lineHeight + 3;
  };
  let y = heads(top);
  for (const [index, line] of invoice.lines.entries()) {
    if (y > bottom) {
      pen.text(pen.width - 45, y + 4, invoice.words.carried, { size: 8, align: 'right' });
      pen.newPage();
      y = heads(60);
    }
    for (const { x, align, value } of columns) pen.text(x, y, value(line, index), { size, align });
    y += lineHeight;
  }
  pen.rule(columns[0]!.x, y - 6, pen.width - 40);
  return y + 8;
}

export const money =
  (invoice: Invoice) =>
  (cents: number): string =>
    invoice.amount(cents * sign(invoice));

/** Net, tax a rate and gross under one another, labels left of amounts. */
export function totalsColumn(
  pen: Pen,
  invoice: Invoice,
  y: number,
  labelX: number,
  amountX: number,
  { size = 9.5, grossSize = 11 } = {},
): number {
  const { words, dice, breakdown } = invoice;
  const write = money(invoice);
  let at = y;
  const line = (label: string, cents: number, bold = false, large = size): void => {
    pen.text(labelX, at, label, { bold, size: large });
    pen.text(amountX, at, write(cents), { bold, size: large, align: 'right' });
    at += size * 1.7;
  };
  if (invoice.discount > 0) line(`${words.discount} 5%`, -invoice.discount);
  line(dice.pick(words.net), invoice.net);
  const vat = dice.pick(words.vat);
  for (const part of breakdown) line(`${vat} ${invoice.rate(part.rate)}`, part.vat);
  line(dice.pick(words.gross), invoice.gross, true, grossSize);
  if (invoice.prepaid > 0) {
    line(words.prepaid, invoice.prepaid);
    line(words.residue, invoice.gross - invoice.prepaid, true);
  }
  return at;
}
