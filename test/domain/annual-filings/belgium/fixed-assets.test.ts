import { expect } from 'chai';
import { computeDebtsByDueDate } from '../../../../domain/annual-filings/belgium/debts.ts';
import { computeAssetMovements, findPlace } from '../../../../domain/annual-filings/belgium/fixed-assets.ts';
import type { AssetLine, FiledAsset } from '../../../../domain/annual-filings/form.ts';
import { buildInputs, computeAmounts, getForm, move } from './support.ts';

const line = (entry_id: number, account: string, debit: string, credit: string): AssetLine => ({
  ...{ entry_id, account, debit, credit },
});
const filled = (amounts: ReadonlyMap<string, string>) =>
  Object.fromEntries([...amounts].filter(([, amount]) => amount !== '0.00'));

describe('Movements of fixed assets in the notes', () => {
  it('follow the part of the value that an account contains', () => {
    const places = ['200000', '211000', '211009', '240000', '240008', '240009', '2800', '2801', '2808', '2819', '288'];
    expect(places.map((number) => Object.values(findPlace(number) ?? {}).join(' '))).to.deep.equal([
      ...['', 'intangible cost', 'intangible written_off', 'tangible cost', 'tangible surplus', 'tangible written_off'],
      ...['financial cost', 'financial uncalled', 'financial surplus', 'financial written_off', 'financial cost'],
    ]);
  });

  it('tell acquisitions, disposals, transfers and write-offs', () => {
    const movements = [
      move('211000', '500.00', '300.00'),
      move('211009', '-100.00', '-80.00'),
      move('240000', '1000.00', '-600.00'),
      move('240009', '-400.00', '250.00'),
      move('760100', '0.00', '-30.00'),
    ];
    const amounts = computeAssetMovements(movements, [
      line(1, '240000', '900.00', '0.00'),
      // Sold: the cost leaves with what was written off.
      ...[line(2, '240000', '0.00', '1200.00'), line(2, '240009', '350.00', '0.00')],
      // From tangible to intangible
      ...[line(3, '240000', '0.00', '300.00'), line(3, '211000', '300.00', '0.00')],
      ...[line(4, '240009', '0.00', '130.00'), line(4, '211009', '0.00', '80.00')],
      line(5, '240009', '30.00', '0.00'),
    ]);
    expect(filled(amounts)).to.deep.equal({
      ...{ '8059P': '500.00', '8049': '300.00', '8129P': '100.00', '8079': '80.00' },
      ...{ '8199P': '1000.00', '8169': '900.00', '8179': '1200.00', '8189': '-300.00' },
      // 400 + 130 − 30 − 350 = 150
      ...{ '8329P': '400.00', '8279': '130.00', '8289': '30.00', '8309': '350.00' },
    });
  });

  it('end where the balance sheet does, also after a correction by hand', () => {
    const balances = { '240000': '400.00', '240009': '-150.00', '110000': '-220.00', '630200': '-30.00' };
    const given = {
      balances,
      movements: [move('240000', '0.00', '400.00'), move('240009', '0.00', '-150.00')],
      assetLines: [line(1, '240000', '400.00', '0.00'), line(1, '240009', '0.00', '150.00')],
    };
    expect(computeAmounts('m87', given)).to.include({ '8199': '400.00', '8329': '150.00', '22/27': '250.00' });
    const corrected = { ...given, manual: { '8169': { amount: '500.00' } } };
    const { checks } = getForm('m87').compute(buildInputs(corrected));
    expect(checks.map(({ code }) => code)).to.include('va_03.01.0_0040');
  });

  it('warn when the register of assets says something else', () => {
    const asset = {
      ...{ account: '240000', opening_gross: '0.00', additions: '390.00', revaluations: '0.00', disposals: '0.00' },
      ...{ transfers: '0.00', opening_depreciation: '0.00', depreciation: '150.00', impairment: '0.00' },
      ...{ released: '0.00', transferred_depreciation: '0.00' },
    } as unknown as FiledAsset;
    const given = {
      balances: { '240000': '400.00', '240009': '-150.00', '110000': '-250.00' },
      assetLines: [line(1, '240000', '400.00', '0.00')],
      assets: [asset],
    };
    const { checks } = getForm('m87').compute(buildInputs(given));
    expect(checks.filter(({ code }) => code.startsWith('register'))).to.deep.equal([
      {
        ...{ code: 'register_8199+8259', severity: 'warning', equation: '8199 + 8259 = 390.00' },
        ...{
          left: '400.00',
          right: '390.00',
          message: { key: 'filing_check_register', params: { box: '8199 + 8259' } },
        },
      },
    ]);
  });
});

it('The notes of a model say which details they need', () => {
  const needs = ['m87', 'm01', 'm02'].map((code) => getForm(code).needs);
  expect(needs).to.deep.equal([['assets', 'assetLines'], ['openItems'], []]);
});

describe('Debts by due date', () => {
  const items = [
    { account: '173000', due_on: '2028-06-30', amount: '-600.00' },
    { account: '173000', due_on: '2031-01-01', amount: '-400.00' },
    { account: '440000', due_on: '2032-01-01', amount: '-50.00' },
  ];

  it('are those of more than one and more than five years', () => {
    expect(filled(computeDebtsByDueDate(items, '2025-12-31', '1000.00'))).to.deep.equal({
      ...{ '8912': '600.00', '8913': '400.00' },
    });
  });

  it('are unknown unless the open items explain the whole rubric', () => {
    expect(computeDebtsByDueDate(items, '2025-12-31', '1200.00').size).to.equal(0);
    const balances = { '173000': '-1000.00', '550000': '1000.00' };
    const form = getForm('m01');
    const company = { legal_form_code: '014' };
    expect([...form.compute(buildInputs({ balances, company })).missing]).to.deep.equal([
      ['06.02.debts', ['8912', '8913']],
    ]);
    expect([...form.compute(buildInputs({ balances, company, openItems: items })).missing]).to.deep.equal([]);
  });
});
