import { expect } from 'chai';
import { yearIn } from './year.ts';

describe('A Belgian year of VAT, quarter by quarter', () => {
  const year = yearIn('BE', 'quarterly');
  const { invoice, credit, declare } = year;

  it('declares sales and purchases of every kind in the boxes of form 625', () => {
    invoice('01-03', 'S-21', '1000.00');
    invoice('01-04', 'S-12', '200.00');
    invoice('01-05', 'S-6', '300.00');
    invoice('01-06', 'S-0', '50.00');
    invoice('01-07', 'S-CC', '400.00');
    invoice('01-08', 'S-IC-G', '700.00');
    invoice('01-09', 'S-IC-S', '150.00');
    invoice('01-10', 'S-EX', '250.00');
    invoice('02-01', 'P-M-21', '500.00');
    invoice('02-02', 'P-S-21', '200.00');
    invoice('02-03', 'P-I-21', '1000.00');
    invoice('02-04', 'P-M-IC-21', '300.00');
    invoice('02-05', 'P-S-IC-21', '100.00');
    invoice('02-06', 'P-S-CC-21', '400.00');
    invoice('02-07', 'P-M-IMP-21', '600.00');
    invoice('02-08', 'P-S-EXS-21', '50.00');
    invoice('03-31', 'P-S-21-D50', '80.00');
    const { form, boxes, due, refund, settled } = declare(1);
    expect([form, due, refund]).to.deep.equal(['625', '0.00', '113.40']);
    expect(boxes).to.deep.equal({
      '00': '50.00',
      '01': '300.00',
      '02': '200.00',
      '03': '1000.00',
      '44': '150.00',
      '45': '400.00',
      '46': '700.00',
      '47': '250.00',
      // 500 bought here + 300 from the Union + 600 imported
      '81': '1400.00',
      // 200 + 100 from the Union + 400 of a co-contractor + 50 from outside + 80 and the half of its tax, 8.40
      '82': '838.40',
      '83': '1000.00',
      '86': '300.00',
      // 400 of a co-contractor + 600 imported + 50 from outside the Union
      '87': '1050.00',
      '88': '100.00',
      // 21 % of 1000 = 210, 12 % of 200 = 24, 6 % of 300 = 18
      '54': '252.00',
      // 21 % of 300 + 100
      '55': '84.00',
      // 21 % of 400 = 84, of 50 = 10.50
      '56': '94.50',
      // 21 % of 600
      '57': '126.00',
      // 252 + 84 + 94.50 + 126
      XX: '556.50',
      // 105 + 42 + 210 + 63 + 21 + 84 + 126 + 10.50 + 8.40
      '59': '669.90',
      YY: '669.90',
      // 669.90 - 556.50
      '72': '113.40',
    });
    // All tax leaves its accounts for what is got back.
    expect(settled.filter(([, amount]) => amount === '113.40')).to.have.lengthOf(1);
  });

  it('keeps credit notes out of the boxes of sales, and takes them off those of purchases', () => {
    credit('04-02', 'S-21', '100.00');
    credit('04-03', 'S-IC-G', '70.00');
    credit('04-04', 'P-M-21', '50.00');
    credit('04-05', 'P-M-IC-21', '30.00');
    credit('04-06', 'P-S-CC-21', '40.00');
    credit('04-07', 'P-S-21-D50', '20.00');
    invoice('05-01', 'S-21', '2000.00');
    invoice('05-02', 'P-M-21', '100.00');
    invoice('06-30', 'P-S-21', '10.00');
    expect(declare(2).boxes).to.deep.equal({
      '03': '2000.00',
      '48': '70.00',
      '49': '100.00',
      // 100 - 50; nothing was bought in the Union this quarter, so that its credit note is in 84 only
      '81': '50.00',
      // 82 is 10 - 40 - 20 - half of 4.20 = -52.10, and 87 is -40: neither is filed, the next return has less of them.
      '84': '30.00',
      // 50 + 40 + 20 + 2.10
      '85': '112.10',
      '54': '420.00',
      // 10.50 + 6.30 + 8.40 + 2.10: what was deducted is repaid
      '63': '27.30',
      XX: '447.30',
      // 21 + 2.10
      '59': '23.10',
      // 6.30 + 8.40: what was owed on the reversed charge comes back
      '62': '14.70',
      '64': '21.00',
      // 23.10 + 14.70 + 21
      YY: '58.80',
      // 447.30 - 58.80
      '71': '388.50',
    });
  });

  it('begins with what the quarter before left, and takes corrections of a person', () => {
    invoice('07-01', 'S-21', '100.00');
    invoice('07-02', 'P-S-21', '100.00');
    invoice('07-03', 'P-M-IC-21', '50.00');
    invoice('07-04', 'P-S-CC-21', '100.00');
    const { boxes, settled } = declare(3, { manual: { '61': '12.50', '62': '5.00' } });
    expect(boxes).to.deep.equal({
      '03': '100.00',
      '81': '50.00',
      // 100 + 100 - 52.10 of the quarter before
      '82': '147.90',
      '86': '50.00',
      // 100 - 40
      '87': '60.00',
      '54': '21.00',
      '55': '10.50',
      '56': '21.00',
      '61': '12.50',
      // 21 + 10.50 + 21 + 12.50
      XX: '65.00',
      // 21 + 10.50 + 21
      '59': '52.50',
      '62': '5.00',
      YY: '57.50',
      '71': '7.50',
    });
    // 7.50 is owed, of which 12.50 - 5 comes from no entry.
    expect(settled.map(([, amount]) => amount).sort()).to.include.members(['-7.50', '7.50']);
  });

  it('files a quarter without anything as zero', () => {
    const { boxes, due, refund, settled } = declare(4);
    expect([boxes, due, refund, settled]).to.deep.equal([{}, '0.00', '0.00', []]);
  });
});

describe('A Belgian credit note on intra-Community purchases', () => {
  it('of an earlier quarter is in 84, 62 and 63, and leaves the purchases of the next quarter alone', () => {
    const year = yearIn('BE', 'quarterly');
    year.invoice('02-01', 'P-M-IC-21', '5000.00');
    expect(year.declare(1).boxes).to.deep.include({ '81': '5000.00', '86': '5000.00', '55': '1050.00' });
    year.credit('05-01', 'P-M-IC-21', '3000.00');
    expect(year.declare(2).boxes).to.deep.equal({
      '84': '3000.00',
      '62': '630.00',
      '63': '630.00',
      XX: '630.00',
      YY: '630.00',
    });
    year.invoice('08-01', 'P-M-IC-21', '3000.00');
    expect(year.declare(3).boxes).to.deep.equal({
      '81': '3000.00',
      '86': '3000.00',
      '55': '630.00',
      '59': '630.00',
      XX: '630.00',
      YY: '630.00',
    });
  });

  it('of the same quarter reduces its purchases, by nature and never below zero', () => {
    const year = yearIn('BE', 'quarterly');
    year.invoice('02-01', 'P-M-IC-21', '1000.00');
    year.credit('02-02', 'P-M-IC-21', '400.00');
    // More than was bought of each.
    year.credit('02-03', 'P-I-IC-21', '700.00');
    year.invoice('02-04', 'P-S-IC-21', '100.00');
    year.credit('02-05', 'P-S-IC-21', '150.00');
    year.invoice('02-06', 'P-I-21', '2000.00');
    expect(year.declare(1).boxes).to.deep.include({
      // 1000 - 400
      '81': '600.00',
      '83': '2000.00',
      // 400 + 700 + 150
      '84': '1250.00',
      '86': '600.00',
    });
  });

  it('names its invoice of an earlier quarter, and reduces nothing of its own', () => {
    const year = yearIn('BE', 'quarterly');
    const bought = year.invoice('02-01', 'P-M-IC-21', '5000.00');
    year.declare(1);
    year.invoice('05-01', 'P-M-IC-21', '4000.00');
    year.credit('05-02', 'P-M-IC-21', '3000.00', bought);
    expect(year.declare(2).boxes).to.deep.include({
      '81': '4000.00',
      '84': '3000.00',
      '86': '4000.00',
      '62': '630.00',
    });
  });
});

describe('A Belgian company that deducts a part of its tax', () => {
  it('has the rest in the boxes of its purchases, by the pro rata of the year', () => {
    const year = yearIn('BE', 'monthly');
    const settings = { 'vat.pro_rata.general': '60.00', 'vat.pro_rata.by_year': [{ year: 2024, percent: '80.00' }] };
    year.done({ type: 'ChangeCompanySettings', changes: settings, baseVersion: null });
    year.invoice('01-02', 'P-M-21', '100.00');
    year.invoice('01-03', 'P-S-21-D50', '100.00');
    year.invoice('01-04', 'P-S-IC-21', '100.00');
    expect(year.declare(1).boxes).to.deep.equal({
      // 100 + 20 % of 21
      '81': '104.20',
      // 100 + 21 less 40 % (half of 80 %) = 112.60; 100 + 20 % of 21 = 104.20
      '82': '216.80',
      '88': '100.00',
      '55': '21.00',
      XX: '21.00',
      // 16.80 + 8.40 + 16.80
      '59': '42.00',
      YY: '42.00',
      '72': '21.00',
    });
  });

  it('has all that the codes say where it deducts by actual use', () => {
    const year = yearIn('BE', 'monthly');
    const settings = { 'vat.pro_rata.general': '60.00', 'vat.pro_rata.special': true };
    year.done({ type: 'ChangeCompanySettings', changes: settings, baseVersion: null });
    year.invoice('01-02', 'P-M-21', '100.00');
    expect(year.declare(1).boxes).to.include({ '81': '100.00', '59': '21.00' });
  });
});

describe('A Belgian dealer in second-hand goods', () => {
  it('declares the margin at its rate, and what the goods had cost in box 00', () => {
    const year = yearIn('BE', 'monthly');
    year.invoice('01-02', 'P-M-MG', '600.00');
    // Sold for 1000: 400 of margin with its tax, 400 / 1.21 = 330.58 without.
    year.invoice('01-10', 'S-MG-21', '330.58');
    year.invoice('01-10', 'S-MG', '600.00');
    // A book: 10.60 of margin with its tax, 10.60 / 1.06 = 10.
    year.invoice('01-11', 'S-MG-6', '10.00');
    year.invoice('01-11', 'S-MG', '20.00');
    year.credit('01-20', 'S-MG-21', '100.00');
    year.credit('01-20', 'S-MG', '200.00');
    year.credit('01-21', 'P-M-MG', '50.00');
    // Bought to be kept, and put to use: an investment.
    year.invoice('01-22', 'P-I-21', '100.00');
    expect(year.declare(1).boxes).to.deep.equal({
      // 600 + 20
      '00': '620.00',
      '01': '10.00',
      '03': '330.58',
      // 100 + 200
      '49': '300.00',
      // 600 - 50, without any tax
      '81': '550.00',
      '83': '100.00',
      '85': '50.00',
      // 21 % of 330.58 = 69.42, 6 % of 10 = 0.60
      '54': '70.02',
      XX: '70.02',
      '59': '21.00',
      // 21 % of 100
      '64': '21.00',
      YY: '42.00',
      // 70.02 - 42
      '71': '28.02',
    });
  });
});

describe('A Belgian company without returns', () => {
  for (const [regime, sale] of [
    ['franchise', 'S-FR'],
    ['exempt', 'S-ART44'],
  ] as const)
    it(`declares on the special form what it owes on purchases, and deducts nothing: ${regime}`, () => {
      const year = yearIn('BE', regime);
      year.invoice('01-02', sale, '5000.00');
      year.invoice('01-03', 'P-M-21', '100.00');
      year.invoice('02-04', 'P-S-IC-21', '100.00');
      year.invoice('03-04', 'P-M-IC-21', '200.00');
      const { form, boxes, due } = year.declare(1);
      expect([form, due]).to.deep.equal(['629', '63.00']);
      // 21 % of 100 + 200
      expect(boxes).to.deep.equal({ '86': '200.00', '88': '100.00', '55': '63.00', XX: '63.00', '71': '63.00' });
    });
});

describe('A Belgian VAT unit', () => {
  it('files month by month on the form of everybody, with what its members sell each other in box 00', () => {
    const year = yearIn('BE', 'unit');
    year.invoice('01-31', 'S-0', '500.00');
    year.invoice('01-31', 'S-21', '100.00');
    year.invoice('02-01', 'S-21', '7.00');
    const { form, boxes } = year.declare(1);
    expect(form).to.equal('625');
    expect(boxes).to.deep.equal({ '00': '500.00', '03': '100.00', '54': '21.00', XX: '21.00', '71': '21.00' });
  });
});

describe('A Belgian company whose regime changes in the middle of the year', () => {
  it('follows the regime of the first day of each return, and leaves nothing out between them', () => {
    const year = yearIn('BE', 'quarterly');
    const vat_regimes = [{ regime: 'monthly', from: '2024-04-01' }];
    year.done({ type: 'ChangeCompanySettings', changes: { vat_regimes }, baseVersion: null });
    year.credit('03-31', 'P-M-21', '100.00');
    year.invoice('04-01', 'P-M-21', '300.00');
    expect(year.declare(1, { type: 'quarterly' }).boxes).to.deep.equal({
      // 81 is -100: the first month has less of it.
      '85': '100.00',
      '63': '21.00',
      XX: '21.00',
      '71': '21.00',
    });
    expect(year.declare(4, { type: 'monthly' }).boxes).to.deep.equal({
      // 300 - 100
      '81': '200.00',
      '59': '63.00',
      YY: '63.00',
      '72': '63.00',
    });
  });
});

describe('Returns of Belgium', () => {
  it('are validated in order', () => {
    const year = yearIn('BE', 'quarterly');
    year.invoice('02-01', 'P-M-21', '100.00');
    year.invoice('05-01', 'P-M-21', '100.00');
    expect(() => year.declare(2)).to.throw('earlier_period_open');
    year.drop();
    year.declare(1);
    expect(year.declare(2).refund).to.equal('21.00');
  });
});
