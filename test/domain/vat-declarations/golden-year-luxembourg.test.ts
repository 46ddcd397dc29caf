import { expect } from 'chai';
import { yearIn } from './year.ts';

describe('A Luxembourg year of VAT, quarter by quarter and as a whole', () => {
  const { invoice, credit, declare } = yearIn('LU', 'quarterly');

  /** What the first quarter comes to, box by box. */
  const FIRST = {
    // 1000 + 200 + 500 + 100 + 50 + 30
    '472': '1880.00',
    '454': '1880.00',
    '012': '1880.00',
    '014': '50.00',
    '016': '30.00',
    '423': '100.00',
    // 500 + 100 + 50 + 30
    '021': '680.00',
    // 1880 - 680
    '022': '1200.00',
    '701': '1000.00',
    '702': '170.00',
    '705': '200.00',
    '706': '16.00',
    '037': '1200.00',
    '046': '186.00',
    // From the Union
    '711': '200.00',
    '712': '34.00',
    '051': '200.00',
    '056': '34.00',
    // Imported
    '721': '400.00',
    '722': '68.00',
    '065': '400.00',
    '407': '68.00',
    // Services from the Union, from outside, and of the country with the charge reversed
    '741': '100.00',
    '742': '17.00',
    '436': '100.00',
    '462': '17.00',
    '751': '50.00',
    '752': '8.50',
    '463': '50.00',
    '464': '8.50',
    '761': '20.00',
    '762': '3.40',
    '765': '20.00',
    '766': '3.40',
    // 100 + 50 + 20, and 17 + 8.50 + 3.40
    '409': '170.00',
    '410': '28.90',
    // 186 + 34 + 68 + 28.90
    '076': '316.90',
    // 51 + 17 + 170
    '458': '238.00',
    '459': '34.00',
    '460': '68.00',
    '461': '28.90',
    '093': '368.90',
    // Half of 17
    '095': '8.50',
    '097': '8.50',
    '102': '360.40',
    '103': '316.90',
    '104': '360.40',
    // 316.90 - 360.40: a surplus of input tax has a minus sign
    '105': '-43.50',
  };

  it('declares sales, acquisitions, imports and services in their fields', () => {
    invoice('01-02', 'S-17', '1000.00');
    invoice('01-03', 'S-8', '200.00');
    invoice('01-04', 'S-IC-G', '500.00');
    invoice('01-05', 'S-IC-S', '100.00');
    invoice('01-06', 'S-EX', '50.00');
    invoice('01-07', 'S-ART44', '30.00');
    invoice('02-01', 'P-M-17', '300.00');
    invoice('02-02', 'P-S-17-D50', '100.00');
    invoice('02-03', 'P-I-17', '1000.00');
    invoice('02-04', 'P-M-ICG-17', '200.00');
    invoice('02-05', 'P-S-ICS-17', '100.00');
    invoice('02-06', 'P-M-IMP-17', '400.00');
    invoice('02-07', 'P-S-EXS-17', '50.00');
    invoice('03-31', 'P-S-CCS-17', '20.00');
    const { form, boxes, due, refund } = declare(1);
    expect([form, due, refund]).to.deep.equal(['TVA_DECT', '0.00', '43.50']);
    expect(boxes).to.deep.equal({ ...FIRST, '457': '500.00' });
  });

  it('takes credit notes off the fields of what they credit', () => {
    credit('04-02', 'S-17', '100.00');
    credit('04-03', 'P-M-17', '50.00');
    invoice('05-01', 'S-17', '50.00');
    expect(declare(2).boxes).to.deep.equal({
      // 50 - 100
      '472': '-50.00',
      '454': '-50.00',
      '012': '-50.00',
      '022': '-50.00',
      '701': '-50.00',
      '702': '-8.50',
      '037': '-50.00',
      '046': '-8.50',
      '076': '-8.50',
      '458': '-8.50',
      '093': '-8.50',
      '102': '-8.50',
      '103': '-8.50',
      '104': '-8.50',
    });
  });

  it('says the year once more: turnover by branch, input tax by what it was paid on, adjustments', () => {
    declare(3);
    declare(4);
    const { form, boxes, refund, settled } = declare(1, { type: 'yearly', manual: { '101': '3.50' } }, '-43.50');
    expect([form, refund]).to.deep.equal(['TVA_DECA', '47.00']);
    const { '454': _sales, ...periodic } = FIRST;
    expect(boxes).to.deep.equal({
      ...periodic,
      // Instead of 457
      '013': '500.00',
      // 1880 - 50, 1200 - 50, 1000 - 50
      '472': '1830.00',
      // All on an account of products that the company makes, except 100 of services
      '001': '1730.00',
      '004': '100.00',
      '012': '1830.00',
      '022': '1150.00',
      '701': '950.00',
      '702': '161.50',
      '037': '1150.00',
      '046': '177.50',
      '076': '308.40',
      '458': '229.50',
      // Goods: 51 - 8.50 in the country, 34 from the Union, 68 imported; investments: 170
      '077': '42.50',
      '078': '34.00',
      '079': '68.00',
      '080': '144.50',
      '081': '170.00',
      '084': '170.00',
      // Overheads: 229.50 - 42.50 - 170 in the country, and all of what was owed on services
      '085': '17.00',
      '406': '28.90',
      '088': '45.90',
      // 144.50 + 170 + 45.90
      '093': '360.40',
      '101': '3.50',
      // 360.40 - 8.50 + 3.50
      '102': '355.40',
      '103': '308.40',
      '104': '355.40',
      // 308.40 - 355.40
      '105': '-47.00',
    });
    // The quarters have settled 43.50 of it.
    expect(settled.map(([, amount]) => amount).sort()).to.deep.equal(['-3.50', '3.50']);
  });
});

describe('A Luxembourg dealer in second-hand goods', () => {
  it('has the net margin in 003, and takes off in 096 the tax on what is resold so', () => {
    const year = yearIn('LU', 'quarterly');
    year.invoice('01-02', 'P-M-MG', '600.00');
    // Sold for 1000: 400 of margin with its tax, 400 / 1.17 = 341.88 without. What it had cost is no turnover.
    year.invoice('01-10', 'S-MG-17', '341.88');
    year.invoice('01-10', 'S-MG', '600.00');
    // A painting of its painter, with 80 of tax.
    year.invoice('02-01', 'P-M-MG-8', '1000.00');
    // A machine is sold, and another bought.
    year.invoice('02-02', 'S-I-17', '100.00');
    year.invoice('02-03', 'P-I-17', '50.00');
    const periodic = {
      // 341.88 + 100
      '472': '441.88',
      '012': '441.88',
      '022': '441.88',
      '701': '441.88',
      // 58.12 + 17
      '702': '75.12',
      '037': '441.88',
      '046': '75.12',
      '076': '75.12',
      // 80 + 8.50
      '458': '88.50',
      '093': '88.50',
      '096': '80.00',
      '097': '80.00',
      '102': '8.50',
      '103': '75.12',
      '104': '8.50',
      '105': '66.62',
    };
    expect(year.declare(1).boxes).to.deep.equal({ ...periodic, '454': '441.88' });
    for (const quarter of [2, 3, 4]) year.declare(quarter);
    expect(year.declare(1, { type: 'yearly' }, '66.62').boxes).to.deep.equal({
      ...periodic,
      '003': '341.88',
      '005': '100.00',
      '077': '80.00',
      '080': '80.00',
      '081': '8.50',
      '084': '8.50',
    });
  });
});

describe('A Luxembourg year whose codes were edited, and put right by hand', () => {
  it('keeps the nature that a code had when it was used, and moves what a person knows better', () => {
    const year = yearIn('LU', 'yearly');
    year.invoice('01-02', 'P-M-17', '200.00');
    const { records } = year.company.file;
    const [id, record] = [...records['vat-codes']!.byId.entries()].find(([, { data }]) => data['code'] === 'P-M-17')!;
    year.done({
      type: 'UpdateRecord',
      resource: 'vat-codes',
      id,
      changes: { nature: 'investment' },
      baseVersion: record.version,
    });
    year.invoice('06-02', 'P-M-17', '100.00');
    year.invoice('06-03', 'S-17', '1000.00', '708');
    // Half of what was sold was made by the business: 500 leave the rest for 001.
    const { boxes } = year.declare(1, { manual: { '001': '500.00' } });
    expect(boxes).to.deep.include({ '077': '34.00', '081': '17.00', '080': '34.00', '084': '17.00', '093': '51.00' });
    expect(boxes).to.deep.include({ '001': '500.00', '007': '500.00', '012': '1000.00', '022': '1000.00' });
    expect(boxes).not.to.have.any.keys('085', '088');
  });
});

describe('The turnover of a Luxembourg year', () => {
  it('is in the line of its account, rebates and credit notes included', () => {
    const year = yearIn('LU', 'yearly');
    year.invoice('01-02', 'S-17', '100.00', '7021');
    year.invoice('01-03', 'S-17', '200.00', '7033');
    year.invoice('01-04', 'S-8', '400.00', '7061');
    year.invoice('01-05', 'S-17', '800.00', '705');
    year.invoice('01-06', 'S-17', '1600.00', '708');
    year.credit('02-01', 'S-17', '50.00', undefined, '7033');
    year.credit('02-02', 'S-17', '10.00', undefined, '7093');
    // The code says what was sold more exactly than an account of services.
    year.invoice('03-01', 'S-IC-G', '3200.00', '7033');
    expect(year.declare(1).boxes).to.deep.include({
      '001': '100.00',
      // 400 + 3200
      '002': '3600.00',
      // 200 + 800 - 50 - 10
      '004': '940.00',
      '007': '1600.00',
      '472': '6240.00',
      '012': '6240.00',
    });
  });
});

describe('A Luxembourg company that deducts a part of its tax', () => {
  it('has all input tax in its field, and what is not deducted in 095', () => {
    const year = yearIn('LU', 'yearly');
    const settings = { 'vat.pro_rata.general': '75.00' };
    year.done({ type: 'ChangeCompanySettings', changes: settings, baseVersion: null });
    year.invoice('01-02', 'P-M-17', '200.00');
    const { form, boxes } = year.declare(1);
    expect(form).to.equal('TVA_DECA');
    // 34 of tax, of which a quarter stays a cost
    expect(boxes).to.deep.equal({
      '458': '34.00',
      '077': '34.00',
      '080': '34.00',
      '093': '34.00',
      '095': '8.50',
      '097': '8.50',
      '102': '25.50',
      '104': '25.50',
      '105': '-25.50',
    });
  });
});

describe('Returns of Luxembourg', () => {
  it('are validated in order', () => {
    const year = yearIn('LU', 'quarterly');
    year.invoice('02-01', 'P-M-17', '100.00');
    year.invoice('05-01', 'P-M-17', '100.00');
    expect(() => year.declare(2)).to.throw('earlier_period_open');
    year.drop();
    year.declare(1);
    expect(year.declare(2).refund).to.equal('17.00');
  });
});
