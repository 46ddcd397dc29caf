import { expect } from 'chai';
import {
  findAnnualAccountsModel,
  computeRubricAmounts,
  listRubricsOfAccount,
} from '../../../domain/country-packs/annual-accounts.ts';
import { findCountryPack } from '../../../domain/country-packs/index.ts';

const belgium = findCountryPack('BE')!;

describe('The Belgian annual accounts', () => {
  const modelNamed = (code: string) => belgium.annualAccounts.find((candidate) => candidate.code === code)!;
  const amounts = (code: string, balances: Record<string, string>) =>
    computeRubricAmounts(modelNamed(code), new Map(Object.entries(balances)));

  it('are the nine models of the National Bank', () => {
    expect(
      belgium.annualAccounts.map(({ code, chart, scheme, rubrics }) => {
        const statements = rubrics.filter(({ statement }) => statement !== 'appropriation');
        return `${code} ${chart} ${scheme} ${statements.length}`;
      }),
    ).to.deep.equal([
      'm02 capital full 141',
      'm01 capital abbreviated 105',
      'm07 capital micro 105',
      'm82 no_capital full 136',
      'm81 no_capital abbreviated 100',
      'm87 no_capital micro 100',
      'm05 association full 126',
      'm04 association abbreviated 91',
      'm08 association micro 91',
    ]);
  });

  it('are chosen by legal form and scheme', () => {
    const chosen = (legalForm: string | null, scheme: string | null) =>
      findAnnualAccountsModel(belgium, legalForm, scheme)?.code;
    expect([chosen('014', 'full'), chosen('610', 'abbreviated'), chosen('017', 'micro')]).to.deep.equal([
      'm02',
      'm81',
      'm08',
    ]);
    expect([chosen(null, null), chosen('610', null), chosen('610', 'unheard-of')]).to.deep.equal(['m02', 'm82', 'm82']);
  });

  it('take uncalled capital and advances to partners off equity once', () => {
    const shown = amounts('m02', { '100000': '-1000.00', '101': '400.00', '19': '100.00', '550000': '500.00' });
    expect([shown.get('100'), shown.get('101'), shown.get('10'), shown.get('19'), shown.get('10/15')]).to.deep.equal([
      '1000.00',
      '-400.00',
      '600.00',
      '-100.00',
      '500.00',
    ]);
    expect(shown.get('20/58')).to.equal(shown.get('10/49'));
  });

  it('show an overdrawn bank as a debt, and cheques issued with the bank', () => {
    const shown = amounts('m81', { '550000': '10.00', '550001': '-4.00', '5501': '-3.00' });
    expect([shown.get('54/58'), shown.get('430/8')]).to.deep.equal(['7.00', '4.00']);
  });

  it('tell what does not recur apart by its nature', () => {
    const balances = { '762000': '-1.00', '762100': '-2.00', '763100': '-4.00', '764': '-8.00', '661': '16.00' };
    const shown = amounts('m02', { ...balances, '663000': '32.00', '669100': '-64.00' });
    expect(['76A', '76B', '66A', '66B'].map((code) => shown.get(code))).to.deep.equal([
      '9.00',
      '6.00',
      '32.00',
      '-48.00',
    ]);
  });

  it('follow a year from its result to what becomes of it', () => {
    const year = { '700000': '-1000.00', '604000': '600.00', '670000': '100.00', '790': '-50.00' };
    const appropriated = { '6920': '15.00', '694': '200.00', '693': '135.00' };
    const shown = amounts('m02', { ...year, ...appropriated });
    const codes = ['9901', '9903', '9904', '9905', '14P', '9906', '691/2', '694/7', '(14)', 'RES'];
    expect(codes.map((code) => [code, shown.get(code)])).to.deep.equal([
      ['9901', '400.00'],
      ['9903', '400.00'],
      ['9904', '300.00'],
      ['9905', '300.00'],
      ['14P', '50.00'],
      ['9906', '350.00'],
      ['691/2', '15.00'],
      ['694/7', '200.00'],
      ['(14)', '135.00'],
      ['RES', '0.00'],
    ]);
    expect(amounts('m02', year).get('RES')).to.equal('350.00');
  });

  it('start from the gross margin in the abridged models', () => {
    const year = { '700000': '-1000.00', '604000': '600.00', '613000': '150.00', '620200': '40.00', '753': '-5.00' };
    const shown = amounts('m87', year);
    expect(['9900', '70', '60/61', '9901', '753', '9905'].map((code) => shown.get(code))).to.deep.equal([
      '250.00',
      '1000.00',
      '750.00',
      '210.00',
      '5.00',
      '215.00',
    ]);
  });

  it('have a place for what a company numbers itself under the headings of the law', () => {
    const gaps = /^(1[8]|3[89]|59|8|9)/;
    for (const { code, chart } of belgium.annualAccounts) {
      for (let number = 100; number < 800; number++) {
        const text = `${number}999`;
        if (gaps.test(text)) continue;
        if (chart === 'no_capital' && /^(10|11[2-9]|130)/.test(text)) continue;
        if (chart === 'association' && /^(11|19|47|69[3-9]|79[3-9])/.test(text)) continue;
        const lines = listRubricsOfAccount(modelNamed(code), text).filter(({ isMemo }) => isMemo !== true);
        expect(lines.length, `${text} in ${code}`).to.equal(number < 600 ? 1 : 2);
      }
    }
  });
});
