import { createPen, type Drawing } from '../drawing.ts';
import type { Invoice } from '../invoice.ts';
import { addressLines, block, money, numberLabel, table, title, totalsColumn } from './parts.ts';

/** Layouts that are forms: boxes, strips and tables whose labels stand over their values. */

/** The sender on the right, a strip of labels over values, a breakdown on the left of the totals. */
export function boxes(invoice: Invoice): Drawing {
  const { supplier, customer, words, dice, day } = invoice;
  const paper = createPen();
  const write = money(invoice);
  paper.text(40, 60, title(invoice), { size: 22, bold: true });
  block(paper, 380, 45, [...addressLines(supplier), supplier.phone, `${words.vatLabel[0]} ${supplier.vatText}`]);
  block(
    paper,
    40,
    110,
    [dice.pick(words.customer), ...addressLines(customer), `${words.vatLabel[0]} ${customer.vatText}`],
    9.5,
    false,
  );
  const strip = [
    [numberLabel(invoice).replace(/[:.]+$/, ''), invoice.number],
    [dice.pick(words.dateLabels).replace(/ ?:$/, ''), day(invoice.date)],
    [dice.pick(words.dueLabels).replace(/ ?:$/, ''), day(invoice.due)],
    [words.orderNumber, dice.digits(6)],
  ] as const;
  strip.forEach(([label, value], index) => {
    paper.text(45 + index * 130, 205, label, { size: 8, bold: true });
    paper.text(45 + index * 130, 220, value);
  });
  paper.rule(40, 194, 555);
  paper.rule(40, 226, 555);
  const end = table(paper, invoice, 260, [
    { x: 45, head: words.columns.quantity, value: ({ quantity }) => String(quantity) },
    { x: 110, head: words.columns.description, value: ({ description }) => description },
    { x: 400, align: 'right', head: words.columns.price, value: ({ price }) => invoice.amount(price) },
    { x: 460, align: 'right', head: words.columns.rate, value: ({ rate }) => invoice.rate(rate) },
    { x: 555, align: 'right', head: words.columns.amount, value: ({ net }) => write(net) },
  ]);
  paper.text(45, end + 20, words.columns.rate, { bold: true, size: 8.5 });
  paper.text(150, end + 20, words.base, { bold: true, size: 8.5, align: 'right' });
  paper.text(240, end + 20, words.vat[0]!, { bold: true, size: 8.5, align: 'right' });
  invoice.breakdown.forEach(({ rate, base, vat }, index) => {
    const y = end + 35 + index * 13;
    paper.text(45, y, invoice.rate(rate), { size: 8.5 });
    paper.text(150, y, write(base), { size: 8.5, align: 'right' });
    paper.text(240, y, write(vat), { size: 8.5, align: 'right' });
  });
  const bottom = totalsColumn(
    paper,
    { ...invoice, breakdown: [{ rate: invoice.breakdown[0]!.rate, base: 0, vat: invoice.vat }], rate: () => '' },
    end + 20,
    350,
    555,
  );
  if (invoice.isReverse) paper.text(40, bottom + 14, words.reverse, { size: 8 });
  paper.text(40, 760, `IBAN ${supplier.ibanText}   BIC ${supplier.bic}`);
  if (invoice.communicationText) paper.text(40, 775, `${words.communication} ${invoice.communicationText}`);
  paper.text(40, 800, words.terms(invoice.termDays), { size: 8 });
  return paper.drawing();
}

/** From and to side by side under a large title; what is due in large letters. */
export function sideBySide(invoice: Invoice): Drawing {
  const { supplier, customer, words, dice, day } = invoice;
  const paper = createPen();
  const write = money(invoice);
  paper.text(40, 70, title(invoice), { size: 26, bold: true, grey: 60 });
  paper.text(555, 60, `# ${invoice.number}`, { size: 11, align: 'right' });
  paper.text(40, 115, words.supplier, { size: 8, grey: 110 });
  paper.text(310, 115, dice.pick(words.customer), { size: 8, grey: 110 });
  block(paper, 40, 131, [...addressLines(supplier), supplier.vatText, supplier.email]);
  block(paper, 310, 131, [...addressLines(customer), customer.vatText]);
  paper.text(40, 222, numberLabel(invoice), { size: 8.5, bold: true });
  paper.text(40, 236, invoice.number);
  paper.text(220, 222, dice.pick(words.dateLabels), { size: 8.5, bold: true });
  paper.text(220, 236, day(invoice.date));
  paper.text(400, 222, dice.pick(words.dueLabels), { size: 8.5, bold: true });
  paper.text(400, 236, day(invoice.due));
  const end = table(paper, invoice, 275, [
    { x: 40, head: words.columns.description, value: ({ description }) => description },
    { x: 350, align: 'center', head: words.columns.quantity, value: ({ quantity }) => String(quantity) },
    { x: 450, align: 'right', head: words.columns.price, value: ({ price }) => invoice.amount(price) },
    { x: 555, align: 'right', head: words.columns.amount, value: ({ net }) => write(net) },
  ]);
  const bottom = totalsColumn(paper, invoice, end + 14, 330, 555, { grossSize: 14 });
  if (invoice.isReverse) paper.text(40, bottom + 14, words.reverse, { size: 8 });
  paper.text(40, bottom + 40, `IBAN: ${supplier.ibanText}`, { size: 9 });
  if (invoice.communicationText)
    paper.text(40, bottom + 54, `${words.communication}: ${invoice.communicationText}`, { size: 9 });
  return paper.drawing();
}

/** From the till: narrow, amounts with tax in them, the tax in a table of its own. */
export function receipt(invoice: Invoice): Drawing {
  const { supplier, words, day } = invoice;
  const paper = createPen(226, 300 + invoice.lines.length * 14 + invoice.breakdown.length * 14);
  const write = invoice.amount;
  paper.text(113, 28, supplier.name, { size: 12, bold: true, align: 'center' });
  paper.text(113, 42, supplier.street, { size: 8.5, align: 'center' });
  paper.text(113, 53, `${supplier.postalCode} ${supplier.city}`, { size: 8.5, align: 'center' });
  paper.text(113, 65, `${words.vatLabel[0]} ${supplier.vatText}`, { size: 8.5, align: 'center' });
  paper.text(12, 90, `${numberLabel(invoice)} ${invoice.number}`, { size: 9 });
  paper.text(
    12,
    103,
    `Date ${day(invoice.date)}`.replace(
      'Date',
      invoice.language === 'nl' || invoice.language === 'de' ? 'Datum' : 'Date',
    ),
    { size: 9 },
  );
  paper.rule(12, 110, 214);
  let y = 126;
  const totals = invoice.breakdown.map(({ base, vat }) => base + vat);
  const left = [...totals];
  invoice.lines.forEach((line, index) => {
    const part = invoice.breakdown.findIndex(({ rate }) => rate === line.rate);
    const isLast = !invoice.lines.slice(index + 1).some(({ rate }) => rate === line.rate);
    const gross = isLast ? left[part]! : Math.round(line.net * (1 + Number(line.rate) / 100));
    left[part] = left[part]! - gross;
    paper.text(12, y, `${line.quantity} ${line.description}`.slice(0, 30), { size: 8 });
    paper.text(214, y, write(gross), { size: 8, align: 'right' });
    y += 14;
  });
  paper.rule(12, y - 6, 214);
  paper.text(12, y + 10, 'TOTAL', { size: 12, bold: true });
  paper.text(214, y + 10, write(invoice.gross), { size: 12, bold: true, align: 'right' });
  y += 34;
  paper.text(12, y, '%', { size: 8 });
  paper.text(90, y, words.net[1]!.replace(/^Tota+l /, ''), { size: 8, align: 'right' });
  paper.text(150, y, words.vat[0]!, { size: 8, align: 'right' });
  paper.text(214, y, words.gross[0]!.replace(/^Tota+l /, ''), { size: 8, align: 'right' });
  for (const { rate, base, vat } of invoice.breakdown) {
    y += 13;
    paper.text(12, y, invoice.rate(rate), { size: 8 });
    paper.text(90, y, write(base), { size: 8, align: 'right' });
    paper.text(150, y, write(vat), { size: 8, align: 'right' });
    paper.text(214, y, write(base + vat), { size: 8, align: 'right' });
  }
  paper.text(113, y + 30, words.paid, { size: 8.5, align: 'center' });
  paper.text(113, y + 46, words.thanks.slice(0, 34), { size: 8, align: 'center' });
  return paper.drawing();
}

/** Totals as the last strip of a form: names over values, from left to right. */
export function totalsStrip(invoice: Invoice): Drawing {
  const { supplier, customer, words, dice, day } = invoice;
  const paper = createPen();
  const write = money(invoice);
  block(paper, 40, 50, addressLines(supplier), 11);
  paper.text(40, 100, `${words.vatLabel[0]} ${supplier.vatText}  IBAN ${supplier.ibanText}`, { size: 8.5 });
  paper.text(400, 55, title(invoice).toUpperCase(), { size: 14, bold: true });
  paper.text(400, 75, `${numberLabel(invoice)} ${invoice.number}`);
  paper.text(400, 89, `${dice.pick(words.dateLabels)} ${day(invoice.date)}`);
  paper.text(400, 103, `${dice.pick(words.dueLabels)} ${day(invoice.due)}`);
  block(
    paper,
    330,
    150,
    [`${words.customerNumber} ${dice.digits(5)}`, ...addressLines(customer), `${words.yourVat} ${customer.vatText}`],
    9.5,
    false,
  );
  table(paper, invoice, 260, [
    { x: 40, head: 'Ref.', value: () => `A${1000 + invoice.seed}` },
    { x: 95, head: words.columns.description, value: ({ description }) => description },
    { x: 380, align: 'right', head: words.columns.quantity, value: ({ quantity }) => String(quantity) },
    { x: 465, align: 'right', head: words.columns.price, value: ({ price }) => invoice.amount(price) },
    { x: 555, align: 'right', head: words.columns.amount, value: ({ net }) => write(net) },
  ]);
  const y = 690;
  paper.rule(40, y - 14, 555);
  const heads = [words.base, '%', words.vat[0]!, words.net[0]!, words.vat[1]!, words.gross[0]!];
  const places = [110, 150, 225, 330, 430, 555];
  heads.forEach((head, index) => paper.text(places[index]!, y, head, { size: 8, bold: true, align: 'right' }));
  invoice.breakdown.forEach(({ rate, base, vat }, index) => {
    paper.text(110, y + 14 + index * 12, write(base), { size: 9, align: 'right' });
    paper.text(150, y + 14 + index * 12, invoice.rate(rate).replace(/ ?%/, ''), { size: 9, align: 'right' });
    paper.text(225, y + 14 + index * 12, write(vat), { size: 9, align: 'right' });
  });
  paper.text(330, y + 14, write(invoice.net), { size: 9, align: 'right' });
  paper.text(430, y + 14, write(invoice.vat), { size: 9, align: 'right' });
  paper.text(555, y + 14, write(invoice.gross), { size: 10, bold: true, align: 'right' });
  if (invoice.isReverse) paper.text(40, y + 60, words.reverse, { size: 8 });
  if (invoice.communicationText) paper.text(40, y + 75, `${words.communication} ${invoice.communicationText}`);
  return paper.drawing();
}

/** A bill of a utility: a column about the sender, what is to be paid in a box on top, details below. */
export function utility(invoice: Invoice): Drawing {
  const { supplier, customer, words, dice, day } = invoice;
  const paper = createPen();
  const write = money(invoice);
  block(
    paper,
    30,
    60,
    [supplier.name, supplier.street, `${supplier.postalCode} ${supplier.city}`, supplier.phone, supplier.email],
    8,
  );
  block(
    paper,
    30,
    150,
    [words.vatLabel[0]!, supplier.vatText, supplier.register ?? '', 'IBAN', supplier.ibanText, supplier.bic].filter(
      (line) => line !== '',
    ),
    7.5,
    false,
  );
  paper.rule(185, 40, 185, 800);
  block(paper, 380, 60, addressLines(customer));
  paper.text(380, 108, customer.vatText, { size: 8.5 });
  paper.text(205, 150, `${title(invoice)} ${invoice.number}`, { size: 14, bold: true });
  paper.text(205, 168, `${dice.pick(words.dateLabels)} ${day(invoice.date)}`);
  paper.rule(205, 190, 555);
  paper.text(215, 208, words.gross[3]!, { size: 11 });
  paper.text(545, 208, write(invoice.gross), { size: 15, bold: true, align: 'right' });
  paper.text(215, 226, dice.pick(words.dueLabels), { size: 9 });
  paper.text(545, 226, day(invoice.due), { size: 9, align: 'right' });
  if (invoice.communicationText) {
    paper.text(215, 242, words.communication, { size: 9 });
    paper.text(545, 242, invoice.communicationText, { size: 9, align: 'right' });
  }
  paper.rule(205, 252, 555);
  let y = 290;
  for (const { description, net } of invoice.lines) {
    paper.text(205, y, description);
    paper.text(555, y, write(net), { align: 'right' });
    y += 16;
  }
  totalsColumn(paper, invoice, y + 14, 205, 555);
  if (invoice.isReverse) paper.text(205, 700, words.reverse, { size: 6.5 });
  paper.text(205, 760, words.thanks, { size: 8 });
  return paper.drawing();
}

/** As French programs write it: a discount, a deposit, rates in a table, the sum once more in a sentence. */
export function french(invoice: Invoice): Drawing {
  const { supplier, customer, words, day } = invoice;
  const paper = createPen();
  const write = money(invoice);
  paper.text(297, 40, supplier.name, { size: 16, bold: true, align: 'center' });
  paper.text(297, 54, `${supplier.street} - ${supplier.postalCode} ${supplier.city} - Tél. ${supplier.phone}`, {
    size: 8,
    align: 'center',
  });
  paper.text(297, 66, `${supplier.register ?? ''} - N° TVA : ${supplier.vatText}`, { size: 8, align: 'center' });
  block(paper, 350, 120, [...addressLines(customer), `TVA : ${customer.vatText}`]);
  paper.text(40, 130, `${invoice.isCreditNote ? 'Avoir' : 'Facture'} N° ${invoice.number}`, { size: 12, bold: true });
  paper.text(40, 148, `${supplier.city}, le ${day(invoice.date)}`);
  paper.text(40, 162, `Échéance : ${day(invoice.due)}`);
  const end = table(paper, invoice, 230, [
    { x: 40, head: 'Désignation', value: ({ description }) => description },
    { x: 300, align: 'right', head: 'Qté', value: ({ quantity }) => `${quantity},00` },
    { x: 380, align: 'right', head: 'P.U. HT', value: ({ price }) => invoice.amount(price) },
    { x: 440, align: 'right', head: 'Taux', value: ({ rate }) => invoice.rate(rate) },
    { x: 555, align: 'right', head: 'Total HT', value: ({ net }) => write(net) },
  ]);
  const bottom = totalsColumn(paper, invoice, end + 10, 360, 555);
  paper.text(40, bottom + 20, `${invoice.isReverse ? words.reverse : 'TVA acquittée sur les débits.'}`, { size: 8 });
  paper.text(40, bottom + 36, `Règlement par virement : IBAN ${supplier.ibanText} BIC ${supplier.bic}`, { size: 8.5 });
  paper.text(40, bottom + 52, 'En cas de retard de paiement, une indemnité forfaitaire de 40,00 € est due.', {
    size: 7.5,
  });
  if (invoice.communicationText) paper.text(40, bottom + 68, `Communication ${invoice.communicationText}`);
  return paper.drawing();
}
