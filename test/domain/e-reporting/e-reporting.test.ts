import { expect } from 'chai';
import {
  chooseCategory,
  findReportedKind,
  reportPayments,
  reportTransactions,
  type Sale,
} from '../../../domain/e-reporting/e-reporting.ts';
import { parseReportedPeriod } from '../../../domain/e-reporting/period.ts';

const CONSUMER = { country: 'FR', enterprise_number: null, vat_number: null };
const ABROAD = { country: 'DE', enterprise_number: null, vat_number: 'DE136695976' };
const COMPANY = { country: 'FR', enterprise_number: '552100554', vat_number: null };
const code = (kind: Sale['code']['kind'], rate: string, nature: string | null = null) => ({ kind, rate, nature });

const sale = (fields: Partial<Sale>): Sale => ({
  entry_id: 1,
  date: '2026-10-05',
  customer: CONSUMER,
  code: code('standard', '20.00'),
  documentNature: null,
  base: '100.00',
  tax: '20.00',
  ...fields,
});

describe('the e-reporting of France', () => {
  it('has months and thirds of them', () => {
    expect(parseReportedPeriod('2026-02')).to.deep.equal({ from: '2026-02-01', to: '2026-02-28' });
    expect(parseReportedPeriod('2028-02-3')).to.deep.equal({ from: '2028-02-21', to: '2028-02-29' });
    expect(parseReportedPeriod('2026-10-1')).to.deep.equal({ from: '2026-10-01', to: '2026-10-10' });
    expect(parseReportedPeriod('2026-10-2')).to.deep.equal({ from: '2026-10-11', to: '2026-10-20' });
    for (const text of ['2026', '2026-13', '2026-10-4', '2026-10-01', '1999-10', 'x'])
      expect(parseReportedPeriod(text), text).to.equal(null);
  });

  it('is about consumers and customers abroad, not about companies in France', () => {
    expect(findReportedKind(null)).to.equal('b2c');
    expect(findReportedKind(CONSUMER)).to.equal('b2c');
    expect(findReportedKind({ ...CONSUMER, country: null })).to.equal('b2c');
    expect(findReportedKind(ABROAD)).to.equal('international');
    expect(findReportedKind(COMPANY)).to.equal(null);
  });

  it('tells goods, services, untaxed sales and margins apart', () => {
    expect(chooseCategory(code('standard', '20.00'), null)).to.equal('TLB1');
    expect(chooseCategory(code('standard', '20.00'), 'services')).to.equal('TPS1');
    expect(chooseCategory(code('standard', '20.00', 'services'), null)).to.equal('TPS1');
    expect(chooseCategory(code('standard', '0.00'), null)).to.equal('TNT1');
    expect(chooseCategory(code('export', '0.00'), null)).to.equal('TNT1');
    expect(chooseCategory(code('margin', '20.00'), null)).to.equal('TMA1');
  });

  it('sums by kind, day, category and rate, and counts sales', () => {
    expect(
      reportTransactions(
        [
          sale({ entry_id: 1 }),
          sale({ entry_id: 2, base: '50.00', tax: '10.00' }),
          sale({ entry_id: 2, code: code('standard', '5.50'), base: '10.00', tax: '0.55' }),
          sale({ entry_id: 3, base: '-30.00', tax: '-6.00' }),
          sale({ entry_id: 4, customer: ABROAD, code: code('export', '0.00'), tax: '0.00' }),
          sale({ entry_id: 5, customer: COMPANY }),
        ],
        'EUR',
      ),
    ).to.deep.equal([
      {
        ...{ kind: 'b2c', date: '2026-10-05', category: 'TLB1', rate: '5.50' },
        ...{ base: '10.00', tax: '0.55', currency: 'EUR', count: 1 },
      },
      {
        ...{ kind: 'b2c', date: '2026-10-05', category: 'TLB1', rate: '20.00' },
        ...{ base: '120.00', tax: '24.00', currency: 'EUR', count: 3 },
      },
      {
        ...{ kind: 'international', date: '2026-10-05', category: 'TNT1', rate: '0.00' },
        ...{ base: '100.00', tax: '0.00', currency: 'EUR', count: 1 },
      },
    ]);
  });

  it('shares a payment between the rates, and reports what is due on payment', () => {
    const charged = [
      { rate: '20.00', amount: '120.00', isOnPayment: true },
      { rate: '10.00', amount: '60.00', isOnPayment: false },
    ];
    const settled = { date: '2026-10-07', customer: CONSUMER, document_id: 4, amount: '90.00', charged };
    expect(reportPayments([settled, { ...settled, customer: COMPANY }])).to.deep.equal([
      { date: '2026-10-07', rate: '20.00', amount: '60.00', document_id: 4 },
    ]);
    const nothing = charged.map((one) => ({ ...one, amount: '0.00' }));
    expect(reportPayments([{ ...settled, charged: nothing }])).to.deep.equal([]);
  });
});
