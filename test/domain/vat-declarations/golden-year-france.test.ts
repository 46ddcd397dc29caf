import { expect } from 'chai';
import { yearIn } from './year.ts';

describe('A French year of VAT, month by month', () => {
  const { invoice, credit, pay, declare } = yearIn('FR', 'monthly');
  let service: number;
  let bought: number;

  it('declares in whole euros, each line rounded, and its totals from the rounded lines', () => {
    invoice('01-02', 'S-20', '1000.40');
    invoice('01-03', 'S-10', '250.30');
    invoice('01-04', 'S-5.5', '100.00');
    invoice('01-05', 'S-EX', '300.00');
    invoice('01-06', 'S-IC-G', '400.60');
    invoice('01-07', 'S-IC-S', '120.00');
    invoice('01-08', 'P-G-20', '500.00');
    invoice('01-09', 'P-I-20', '2000.00');
    invoice('01-10', 'P-G-IC-20', '300.00');
    invoice('01-11', 'P-S-IC-20', '100.50');
    invoice('01-12', 'P-S-AL-20', '80.00');
    invoice('01-13', 'P-G-IMP-20', '200.00');
    invoice('01-14', 'P-G-D80-20', '50.00');
    // Services whose tax waits for their payment: nothing of them is declared now.
    service = invoice('01-15', 'S-E-20', '1000.00');
    bought = invoice('01-16', 'P-S-20', '300.00');
    const { form, boxes, due, refund } = declare(1);
    expect([form, due, refund]).to.deep.equal(['CA3', '0.00', '277.00']);
    expect(boxes).to.deep.equal({
      // 1000.40 + 250.30 + 100 = 1350.70
      A1: '1351.00',
      A2: '80.00',
      // 100.50: a half goes up
      A3: '101.00',
      A4: '200.00',
      B2: '300.00',
      E1: '300.00',
      E2: '120.00',
      // 400.60
      F2: '401.00',
      // 1000.40 + 300 + 100.50 + 80 = 1480.90
      '08-HT': '1481.00',
      // 200.08 + 60 + 20.10 + 16 = 296.18
      '08': '296.00',
      '09-HT': '100.00',
      // 5.50
      '09': '6.00',
      // 250.30, and 25.03
      '9B-HT': '250.00',
      '9B': '25.00',
      'I1-HT': '200.00',
      I1: '40.00',
      // 296 + 6 + 25 + 40
      '16': '367.00',
      '17': '60.00',
      '19': '400.00',
      // 100 + 60 + 20.10 + 16 + 40 + 80 % of 10 = 244.10
      '20': '244.00',
      '23': '644.00',
      '24': '40.00',
      // 644 - 367, left to the next month
      '25': '277.00',
      '27': '277.00',
    });
  });

  it('has credit notes in lines of their own where a line would be below zero, and asks the credit back', () => {
    invoice('02-01', 'S-20', '100.00');
    credit('02-02', 'S-20', '2000.00');
    credit('02-03', 'P-G-20', '50.00');
    expect(declare(2, { requests: { restitution: true } }).boxes).to.deep.equal({
      // A1 is 100 - 2000: adjusted among the operations that are not taxed
      F8: '1900.00',
      // line 20 is -10: tax deducted earlier is repaid
      '15': '10.00',
      '16': '10.00',
      // line 08 is -380: other tax to be deducted
      '21': '380.00',
      // of January
      '22': '277.00',
      '23': '657.00',
      '25': '647.00',
      // all of it is asked back, and nothing is left to the next month
      '26': '647.00',
    });
  });

  it('declares the tax of services when and as far as they are paid', () => {
    // Half of 1200, and all of 360.
    pay(service, '03-10', '600.00');
    pay(bought, '03-11', '360.00');
    const { boxes, due } = declare(3);
    expect(due).to.equal('40.00');
    expect(boxes).to.deep.equal({
      A1: '500.00',
      '08-HT': '500.00',
      '08': '100.00',
      '16': '100.00',
      '20': '60.00',
      '23': '60.00',
      TD: '40.00',
      '28': '40.00',
      '32': '40.00',
    });
    pay(service, '04-05', '600.00');
    expect(declare(4).boxes).to.deep.equal({
      A1: '500.00',
      '08-HT': '500.00',
      '08': '100.00',
      '16': '100.00',
      TD: '100.00',
      '28': '100.00',
      '32': '100.00',
    });
  });

  it('settles what was rounded as a difference', () => {
    invoice('05-02', 'S-20', '101.00');
    // 20.20 of tax, of which 20 is owed.
    const { due, settled } = declare(5);
    expect(due).to.equal('20.00');
    expect(settled.map(([, amount]) => amount).sort()).to.deep.equal(['-0.20', '-20.00', '20.20']);
  });
});

describe('A French credit of a quarter', () => {
  it('is never lost: the quarter before is validated first, and a quarter without entries may be left out', () => {
    const year = yearIn('FR', 'quarterly');
    year.invoice('02-01', 'P-G-20', '1000.00');
    year.invoice('05-01', 'S-20', '500.00');
    expect(() => year.declare(2)).to.throw('earlier_period_open');
    year.drop();
    expect(year.declare(1).boxes).to.include({ '25': '200.00', '27': '200.00' });
    expect(year.declare(2).boxes).to.include({ '08': '100.00', '22': '200.00', '27': '100.00' });
    // Nothing in the third quarter.
    year.invoice('11-01', 'S-20', '3000.00');
    expect(year.declare(4).boxes).to.include({ '08': '600.00', '22': '100.00', '32': '500.00' });
  });
});

describe('A French quarter with more credit notes than sales', () => {
  it('leaves the tax on purchases alone: what is credited beyond the sales is deducted in line 21', () => {
    const year = yearIn('FR', 'quarterly');
    year.credit('02-01', 'S-20', '1200.00');
    year.invoice('02-02', 'P-G-IC-20', '3500.00');
    expect(year.declare(1).boxes).to.deep.equal({
      B2: '3500.00',
      F8: '1200.00',
      '08-HT': '3500.00',
      '08': '700.00',
      '16': '700.00',
      '17': '700.00',
      '20': '700.00',
      // 20 % of 1200
      '21': '240.00',
      '23': '940.00',
      '25': '240.00',
      '27': '240.00',
    });
  });

  it('never states a part above its line, whichever purchase is credited', () => {
    const year = yearIn('FR', 'quarterly');
    year.invoice('02-01', 'P-G-IC-20', '1000.00');
    year.credit('02-02', 'P-G-IC-10', '300.00');
    year.credit('02-03', 'P-S-IC-20', '400.00');
    year.invoice('02-04', 'P-G-IMP-20', '500.00');
    year.credit('02-05', 'P-G-20', '900.00');
    expect(year.declare(1).boxes).to.deep.include({
      '08-HT': '1000.00',
      '08': '200.00',
      I1: '100.00',
      // 20 % of 1000; the credit notes at 10 % and on services are in 21
      '17': '200.00',
      // 10 % of 300 + 20 % of 400
      '21': '110.00',
      // 200 - 30 - 80 - 180 of purchases are below zero and repaid in 15; the import is deducted
      '15': '90.00',
      '16': '390.00',
      '20': '100.00',
      '24': '100.00',
    });
  });
});

describe('A French dealer in second-hand goods', () => {
  it('declares the margin as a sale, the rest of the price as not taxed, and what it invests apart', () => {
    const year = yearIn('FR', 'monthly');
    year.invoice('01-02', 'P-G-M', '600.00');
    // Sold for 1000: 400 of margin with its tax, 400 / 1.2 = 333.33 without.
    year.invoice('01-10', 'S-M-20', '333.33');
    year.invoice('01-10', 'S-M', '600.00');
    // A machine is sold, and another bought.
    year.invoice('01-20', 'S-I-20', '500.00');
    year.invoice('01-21', 'P-I-20', '200.00');
    expect(year.declare(1).boxes).to.deep.equal({
      A1: '333.00',
      A2: '500.00',
      E2: '600.00',
      // 333.33 + 500
      '08-HT': '833.00',
      // 66.67 + 100
      '08': '167.00',
      '16': '167.00',
      '19': '40.00',
      '23': '40.00',
      TD: '127.00',
      '28': '127.00',
      '32': '127.00',
    });
  });
});

describe('The bases of a French return', () => {
  it('are corrected like their taxes', () => {
    const year = yearIn('FR', 'quarterly');
    year.invoice('02-01', 'S-20', '1000.00');
    const manual = { '08-HT': '-100.00', '08': '-20.00', 'T6-HT': '200.00', T6: '4.00', 'I1-HT': '50.00', I1: '10.00' };
    expect(year.declare(1, { manual }).boxes).to.include({
      '08-HT': '900.00',
      '08': '180.00',
      'T6-HT': '200.00',
      T6: '4.00',
      'I1-HT': '50.00',
      I1: '10.00',
      '16': '194.00',
    });
  });

  it('are not corrected below zero, and a part not above its line', () => {
    const year = yearIn('FR', 'quarterly');
    year.invoice('02-01', 'S-20', '1000.00');
    expect(() => year.declare(1, { manual: { '08-HT': '-1001.00' } })).to.throw('vat_box_negative');
    year.drop();
    expect(() => year.declare(1, { manual: { '17': '201.00' } })).to.throw('vat_box_part_too_large');
  });
});

describe('A French company that files once a year', () => {
  it('files one CA12, in which the instalments of the year are set off', () => {
    const year = yearIn('FR', 'yearly');
    year.invoice('02-01', 'S-20', '10000.00');
    year.invoice('11-01', 'P-G-20', '1000.00');
    const { form, boxes, due } = year.declare(1, { manual: { '2C': '1500.00' } });
    expect([form, due]).to.deep.equal(['CA12', '300.00']);
    expect(boxes).to.deep.equal({
      A1: '10000.00',
      '08-HT': '10000.00',
      '08': '2000.00',
      '16': '2000.00',
      '20': '200.00',
      '2C': '1500.00',
      // 200 + 1500
      '23': '1700.00',
      TD: '300.00',
      '28': '300.00',
      '32': '300.00',
    });
  });
});

describe('A French company whose regime changes in the middle of the year', () => {
  it('begins the first return of the new regime with the credit of the old one', () => {
    const { done, invoice, declare } = yearIn('FR', 'monthly');
    const vat_regimes = [{ regime: 'quarterly', from: '2024-04-01' }];
    done({ type: 'ChangeCompanySettings', changes: { vat_regimes }, baseVersion: null });
    invoice('03-01', 'P-G-20', '100.00');
    expect(declare(3, { type: 'monthly' }).boxes).to.include({ '27': '20.00' });
    expect(declare(2, { type: 'quarterly' }).boxes).to.include({ '22': '20.00', '27': '20.00' });
  });
});
