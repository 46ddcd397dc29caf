import { expect } from 'chai';
import {
  isInRange,
  findResultAccount,
  SIDES,
  buildTrialBalance,
  type AccountSums,
  type ResultAccount,
  type TrialBalanceOptions,
  type TrialBalanceRow,
} from '../../../domain/reports/trial-balance.ts';

type Sums = Partial<Pick<AccountSums, 'before' | 'opening' | 'debit' | 'credit'>>;
const account = (number: string, type: string, sums: Sums = {}): AccountSums => ({
  id: Number(number),
  number,
  label: `Account ${number}`,
  type,
  before: null,
  opening: null,
  debit: null,
  credit: null,
  ...sums,
});
const role = (number: string, type: string, control_role: string): ResultAccount => ({
  ...account(number, type),
  control_role,
});

const BELGIAN = [
  role('141000', 'equity', 'carried_forward'),
  role('140000', 'equity', 'carried_forward'),
  role('693', 'expense', 'result'),
  role('793', 'income', 'result'),
];
const plain: TrialBalanceOptions = { level: null, headings: [], withZero: false, resultAccounts: BELGIAN };
const shown = ({ number, columns, isProvisional }: TrialBalanceRow) => [
  isProvisional ? `(${number})` : number,
  ...SIDES.map((side) => Number(columns[side])),
];

describe('A trial balance', () => {
  const books = [
    account('700000', 'income', { before: '-900.00', opening: '-30.00', credit: '70.00' }),
    account('400000', 'asset', { before: '500.00', opening: '30.00', debit: '70.00', credit: '650.00' }),
    account('550000', 'asset', { before: '400.00', debit: '650.00', credit: '50.00' }),
    account('604000', 'expense', { debit: '50.00' }),
    account('570000', 'asset'),
  ];

  it('has what stands on its side, what moved on both, and the result of open years on a row of its own', () => {
    const { rows, totals } = buildTrialBalance(books, plain);
    expect(rows.map(shown)).to.deep.equal([
      ['(140000)', 0, 900, 0, 0, 0, 900],
      ['400000', 530, 0, 70, 650, 0, 50],
      ['550000', 400, 0, 650, 50, 1000, 0],
      ['604000', 0, 0, 50, 0, 50, 0],
      ['700000', 0, 30, 0, 70, 0, 100],
    ]);
    expect(SIDES.map((side) => Number(totals[side]))).to.deep.equal([930, 930, 770, 770, 1050, 1050]);
  });

  it('has groups whose columns are those of their accounts, under the nearest heading', () => {
    const both = [
      ...books,
      account('440000', 'liability', { before: '-5.00' }),
      account('99', 'asset', { before: '5.00' }),
    ];
    const headings = [account('4', 'asset'), account('5', 'asset'), account('55', 'asset')];
    const { rows, totals } = buildTrialBalance(both, { ...plain, level: 1, headings });
    expect(rows.map(shown)).to.deep.equal([
      ['(140000)', 0, 900, 0, 0, 0, 900],
      ['4', 530, 5, 70, 650, 0, 55],
      ['5', 400, 0, 650, 50, 1000, 0],
      ['6', 0, 0, 50, 0, 50, 0],
      ['7', 0, 30, 0, 70, 0, 100],
      ['9', 5, 0, 0, 0, 5, 0],
    ]);
    expect(totals).to.deep.equal(buildTrialBalance(both, plain).totals);
    expect(rows.map((row) => row.account?.number ?? null)).to.deep.equal(['140000', '4', '5', null, null, null]);
    const deeper = buildTrialBalance(both, { ...plain, level: 3, headings }).rows;
    expect(deeper.map((row) => [row.number, row.account?.number ?? null])).to.deep.equal([
      ['140000', '140000'],
      ['400', '4'],
      ['440', '4'],
      ['550', '55'],
      ['604', null],
      ['700', null],
      ['99', '99'],
    ]);
  });

  it('leaves out accounts at zero unless they are asked for, and those outside a range', () => {
    const numbers = (options: Partial<TrialBalanceOptions>) =>
      buildTrialBalance(books, { ...plain, ...options }).rows.map(({ number }) => number);
    expect(numbers({ withZero: true })).to.include('570000');
    expect(numbers({})).not.to.include('570000');
    expect(numbers({ account_from: '5', account_to: '60' })).to.deep.equal(['550000', '604000']);
    expect(isInRange('604000', { account_to: '604' })).to.equal(true);
    expect(isInRange('604000', { account_to: '603' })).to.equal(false);
    expect(isInRange('604000', { account_from: '6041' })).to.equal(false);
  });

  it('puts a result where the closing of its country will put it', () => {
    const number = (result: number, accounts: readonly ResultAccount[]) =>
      findResultAccount(result.toFixed(2), accounts)?.number ?? null;
    expect([number(-1, BELGIAN), number(1, BELGIAN)]).to.deep.equal(['140000', '141000']);
    const french = [
      role('110000', 'equity', 'carried_forward'),
      role('120000', 'equity', 'result'),
      role('129000', 'equity', 'result'),
    ];
    expect([number(-1, french), number(1, french)]).to.deep.equal(['120000', '129000']);
    expect([number(-1, [role('142', 'equity', 'result')]), number(1, [])]).to.deep.equal(['142', null]);
    const { rows } = buildTrialBalance(books, { ...plain, resultAccounts: [] });
    expect(rows[0]).to.deep.include({ account: null, number: '', isProvisional: true });
  });
});
