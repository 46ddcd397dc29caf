import { createPen, type Drawing } from '../drawing.ts';
import type { Invoice } from '../invoice.ts';
import { addressLines, block, money, numberLabel, table, title, totalsColumn, type Column } from './parts.ts';

/** Layouts that read like a letter: a head, an address, a table, totals, a foot. */

const standardColumns = (invoice: Invoice): Column[] => {
  const { columns } = invoice.words;
  const write = money(invoice);
  return [
    { x: 40, head: columns.description, value: ({ description }) => description },
    { x: 330, align: 'right', head: columns.quantity, value: ({ quantity }) => String(quantity) },
    { x: 415, align: 'right', head: columns.price, value: ({ price }) => invoice.amount(price) },
    { x: 465, align: 'right', head: columns.rate, value: ({ rate }) => invoice.rate(rate) },
    { x: 555, align: 'right', head: columns.amount, value: ({ net }) => write(net) },
  ];
};

/** Letterhead on the left, the customer on the right, labels and values under one another, everything about the sender in the foot. */
export function classic(invoice: Invoice): Drawing {
  const { supplier, customer, words, dice, day } = invoice;
  const paper = createPen();
  block(paper, 40, 50, addressLines(supplier), 10);
  paper.text(40, 96, supplier.email, { size: 8.5 });
  block(paper, 340, 130, [...addressLines(customer), `${words.vatLabel[0]} ${customer.vatText}`]);
  paper.text(40, 210, title(invoice).toUpperCase(), { size: 18, bold: true });
  const meta: [string, string][] = [
    [numberLabel(invoice), invoice.number],
    [dice.pick(words.dateLabels), day(invoice.date)],
    [dice.pick(words.dueLabels), day(invoice.due)],
    [words.customerNumber, `C${dice.digits(4)}`],
  ];
  meta.forEach(([label, value], index) => {
    paper.text(40, 235 + index * 14, label);
    paper.text(175, 235 + index * 14, value);
  });
  const end = table(paper, invoice, 315, standardColumns(invoice));
  const bottom = totalsColumn(paper, invoice, end + 10, 350, 555);
  if (invoice.isReverse) paper.text(40, bottom + 15, words.reverse, { size: 8 });
  if (invoice.communicationText)
    paper.text(40, bottom + 35, `${words.communication}: ${invoice.communicationText}`, { bold: true });
  paper.rule(40, 785, 555);
  paper.text(297, 797, `${supplier.name} - ${supplier.street} - ${supplier.postalCode} ${supplier.city}`, {
    size: 7.5,
    align: 'center',
    grey: 90,
  });
  paper.text(
    297,
    808,
    `${words.vatLabel[0]} ${supplier.vatText}${supplier.register ? ` - ${supplier.register}` : ''} - IBAN ${supplier.ibanText} - BIC ${supplier.bic}`,
    { size: 7.5, align: 'center', grey: 90 },
  );
  return paper.drawing();
}

/** A German letter: the sender in one small line over the address, a block on the right, sentences around the table, a foot in columns. */
export function germanLetter(invoice: Invoice): Drawing {
  const { supplier, customer, words, day } = invoice;
  const paper = createPen();
  paper.text(555, 55, supplier.name, { size: 17, bold: true, align: 'right' });
  paper.text(60, 130, `${supplier.name} · ${supplier.street} · ${supplier.postalCode} ${supplier.city}`, { size: 6.5 });
  block(paper, 60, 148, addressLines(customer, false), 10, false);
  const info: [string, string][] = [
    [`${words.customerNumber}:`, invoice.dice.digits(5)],
    [`${words.delivery}:`, day(invoice.date)],
    ['Datum:', day(invoice.date)],
    [`${words.yourVat}:`, customer.vatText],
  ];
  info.forEach(([label, value], index) => {
    paper.text(360, 148 + index * 13, label, { size: 9 });
    paper.text(555, 148 + index * 13, value, { size: 9, align: 'right' });
  });
  paper.text(60, 255, `${title(invoice)} Nr. ${invoice.number}`, { size: 13, bold: true });
  paper.text(60, 280, 'Sehr geehrte Damen und Herren,');
  paper.text(60, 295, 'für unsere Leistungen erlauben wir uns zu berechnen:');
  const write = money(invoice);
  const end = table(paper, invoice, 325, [
    { x: 60, head: 'Pos.', value: (_, index) => String(index + 1) },
    { x: 95, head: words.columns.description, value: ({ description }) => description },
    { x: 370, align: 'right', head: words.columns.quantity, value: ({ quantity }) => `${quantity},00` },
    { x: 460, align: 'right', head: words.columns.price, value: ({ price }) => invoice.amount(price) },
    { x: 555, align: 'right', head: words.columns.amount, value: ({ net }) => write(net) },
  ]);
  const bottom = totalsColumn(paper, invoice, end + 8, 330, 555);
  if (invoice.isReverse) paper.text(60, bottom + 12, words.reverse, { size: 8.5 });
  paper.text(60, bottom + 32, words.terms(invoice.termDays));
  paper.text(60, bottom + 48, words.thanks);
  block(paper, 60, 775, [supplier.name, supplier.street, `${supplier.postalCode} ${supplier.city}`], 7, false);
  block(paper, 230, 775, [`USt-IdNr.: ${supplier.vatText}`, supplier.register ?? '', supplier.email], 7, false);
  block(paper, 390, 775, ['Deutsche Bank', `IBAN: ${supplier.ibanText}`, `BIC: ${supplier.bic}`], 7, false);
  return paper.drawing();
}

/** Many lines on several pages, which carry over; the totals are on the last. */
export function long(invoice: Invoice): Drawing {
  const { supplier, customer, words, dice, day } = invoice;
  const paper = createPen();
  paper.text(555, 45, supplier.name, { size: 15, bold: true, align: 'right' });
  block(
    paper,
    390,
    62,
    [
      supplier.street,
      `${supplier.postalCode} ${supplier.city}`,
      `${words.vatLabel[0]} ${supplier.vatText}`,
      `IBAN ${supplier.ibanText}`,
    ],
    8.5,
    false,
  );
  block(paper, 40, 120, addressLines(customer));
  paper.text(40, 165, `${words.yourVat}: ${customer.vatText}`, { size: 8.5 });
  paper.text(40, 200, `${numberLabel(invoice)} ${invoice.number}`, { bold: true, size: 12 });
  paper.text(40, 218, `${dice.pick(words.dateLabels)} ${day(invoice.date)}`);
  paper.text(300, 218, `${dice.pick(words.dueLabels)} ${day(invoice.due)}`);
  const end = table(paper, invoice, 250, standardColumns(invoice), { lineHeight: 13 });
  totalsColumn(paper, invoice, end + 12, 350, 555);
  if (invoice.isReverse) paper.text(40, 810, words.reverse, { size: 8 });
  return paper.drawing();
}

/** Somebody who works alone: sentences and labels with colons, one under the other, no columns. */
export function plain(invoice: Invoice): Drawing {
  const { supplier, customer, words, dice, day } = invoice;
  const paper = createPen();
  const write = money(invoice);
  const lines = [
    supplier.name,
    `${supplier.street}, ${supplier.postalCode} ${supplier.city}`,
    `${words.vatLabel[0]}: ${supplier.vatText}`,
    '',
    `${dice.pick(words.customer)}:`,
    customer.name,
    customer.street,
    `${customer.postalCode} ${customer.city}`,
    customer.vatText,
    '',
    `${title(invoice)} ${invoice.number}`,
    `${dice.pick(words.dateLabels).replace(/:$/, '').trim()}: ${day(invoice.date)}`,
    '',
    ...invoice.lines.map(({ description, quantity, net }) => `${quantity} x ${description}: ${write(net)}`),
    '',
    `${dice.pick(words.net)}: ${write(invoice.net)}`,
    ...invoice.breakdown.map(({ rate, vat }) => `${dice.pick(words.vat)} ${invoice.rate(rate)}: ${write(vat)}`),
    `${dice.pick(words.gross)}: ${write(invoice.gross)}`,
    '',
    ...(invoice.isReverse ? [words.reverse] : []),
    words.terms(invoice.termDays),
    `IBAN: ${supplier.ibanText}`,
    ...(invoice.communicationText ? [`${words.communication}: ${invoice.communicationText}`] : []),
    words.thanks,
  ];
  lines.forEach((line, index) => {
    if (line !== '') paper.text(70, 80 + index * 18, line, { size: 11, bold: index === 0 });
  });
  return paper.drawing();
}
