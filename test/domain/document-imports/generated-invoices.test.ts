import { expect } from 'chai';
import { extractSheet, isReliable } from '../../../domain/document-imports/extraction/index.ts';
import { fromCents } from '../../../domain/money.ts';
import { drawInvoice, INVOICES, OWN_IDENTITY, listWords } from '../../support/invoices/index.ts';

describe('Invoices of ten layouts in four languages', () => {
  const FIELDS = ['vat_number', 'gross', 'net', 'date', 'number', 'direction', 'document_type', 'rates'] as const;

  const read = Array.from({ length: INVOICES }, (_, seed) => {
    const { invoice, drawing } = drawInvoice(seed);
    const extracted = extractSheet(listWords(drawing), { own: OWN_IDENTITY, known: [], today: '2026-11-16' });
    const { sheet } = extracted;
    const other = invoice.isSale ? invoice.customer : invoice.supplier;
    const rates = (list: readonly { readonly rate: string | null }[]): string =>
      list
        .map(({ rate }) => rate)
        .sort()
        .join();
    const meant: Record<(typeof FIELDS)[number], unknown> = {
      vat_number: other.vatNumber,
      gross: fromCents(BigInt(invoice.gross)),
      net: fromCents(BigInt(invoice.net)),
      date: invoice.date,
      number: invoice.number,
      direction: invoice.isSale ? 'sale' : 'purchase',
      document_type: invoice.isCreditNote ? 'credit_note' : 'invoice',
      rates: rates(invoice.breakdown),
    };
    const found: typeof meant = {
      vat_number: sheet.counterparty.vat_number,
      gross: sheet.totals.gross,
      net: sheet.totals.net,
      date: sheet.date,
      number: sheet.number,
      direction: sheet.direction,
      document_type: sheet.document_type,
      rates: rates(sheet.totals.vat_breakdown),
    };
    const wrong = FIELDS.filter((field) => found[field] !== meant[field]);
    return { seed, layout: invoice.layout, wrong, sheet, isReady: isReliable(extracted) };
  });

  for (const field of FIELDS)
    it(`${field} is right in 95 % of them and more`, () => {
      const wrong = read
        .filter((each) => each.wrong.includes(field))
        .map(({ seed, layout }) => `${seed} (layout ${layout})`);
      expect(wrong.length, wrong.join(', ')).to.be.at.most(Math.floor(INVOICES * 0.05));
    });

  it('none is wrong and yet sure of itself', () => {
    const key = ['vat_number', 'gross', 'date', 'number'];
    const sure = read.filter(
      ({ sheet, wrong }) => Number(sheet.confidence) >= 0.9 && wrong.some((field) => key.includes(field)),
    );
    expect(sure.map(({ seed }) => seed)).to.deep.equal([]);
  });

  it('most need not be looked at', () => {
    expect(read.filter(({ isReady }) => isReady).length).to.be.at.least(INVOICES * 0.8);
  });

  it('lines always add up to the net total', () => {
    for (const { seed, sheet } of read) {
      const cents = (value: string | null): number => Math.round(Number(value ?? '0') * 100);
      const sum = sheet.lines.reduce((total, { amount_net }) => total + cents(amount_net), 0);
      if (sheet.lines.every(({ amount_net }) => amount_net !== null))
        expect(Math.abs(sum - cents(sheet.totals.net)), String(seed)).to.be.at.most(sheet.lines.length);
    }
  });
});
