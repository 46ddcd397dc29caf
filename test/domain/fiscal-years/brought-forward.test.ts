import { expect } from 'chai';
import { findAnnualAccountsModel, computeRubricAmounts } from '../../../domain/country-packs/annual-accounts.ts';
import { findCountryPack } from '../../../domain/country-packs/index.ts';
import type { ChartVariant } from '../../../domain/country-packs/pack.ts';
import { booksOf, closedData, postedIn, YEAR, type Books } from './support.ts';

/** What the annual accounts of a closed year are made of: its balances before income and expenses were set to zero. */
function annualAccounts(books: Books, yearId: number): (code: string) => string | undefined {
  const sums = new Map<string, bigint>();
  const cents = (amount: string): bigint => BigInt(amount.replace('.', ''));
  for (const entry of postedIn(books.events)) {
    if (entry.fiscal_year_id !== yearId || entry.layer === 'closing') continue;
    for (const { account_id, debit, credit } of entry.lines) {
      const number = books.file.records['accounts']!.byId.get(account_id)!.data['number'] as string;
      sums.set(number, (sums.get(number) ?? 0n) + cents(debit) - cents(credit));
    }
  }
  const balances = new Map([...sums].map(([number, sum]) => [number, (Number(sum) / 100).toFixed(2)]));
  const model = findAnnualAccountsModel(findCountryPack('BE')!, books.file.identity.legal_form_code, 'full')!;
  const amounts = computeRubricAmounts(model, balances);
  return (code) => amounts.get(code);
}

const earn = (books: Books, date: string, amount: string) =>
  books.post(date, ['550000', amount, '0.00'], ['700000', '0.00', amount]);
const lose = (books: Books, date: string, amount: string) =>
  books.post(date, ['612400', amount, '0.00'], ['550000', '0.00', amount]);

describe('a result brought forward', () => {
  for (const [variant, profit, loss] of [
    ['capital', '693', '793'],
    ['no_capital', '693', '793'],
    ['association', '692', '792'],
  ] as const satisfies readonly (readonly [ChartVariant, string, string])[]) {
    const closedOnce = (books: Books) => books.do(books.closing());

    it(`is taken in before it is carried on: a profit of 1000, then a loss of 400 (${variant})`, () => {
      const first = closedOnce(earn(booksOf('BE', variant), '2026-06-30', '1000.00'));
      const second = closedData(first).next_fiscal_year_id;
      const lost = lose(first, '2027-06-30', '400.00');
      const books = lost.do(lost.closing(second));
      expect(closedData(books).result).to.equal('-400.00');
      expect(books.posted('appropriation')).to.deep.equal([
        ['140000', '1000.00', '0.00'],
        ['790', '0.00', '1000.00'],
        ['140000', '0.00', '600.00'],
        [profit, '600.00', '0.00'],
      ]);
      expect(books.balances(closedData(books).next_fiscal_year_id)).to.deep.equal({
        '140000': '-600.00',
        '550000': '600.00',
      });
      const amount = annualAccounts(books, second);
      expect([amount('14P'), amount('9905'), amount('9906'), amount('(14)'), amount('14')]).to.deep.equal([
        '1000.00',
        '-400.00',
        '600.00',
        '600.00',
        '600.00',
      ]);
      const reopened = books.do(books.reopening(second));
      expect(reopened.balances(second)).to.deep.equal(lost.balances(second));
    });

    it(`may be a loss that a profit does not make up for (${variant})`, () => {
      const first = closedOnce(lose(booksOf('BE', variant), '2026-06-30', '1000.00'));
      const second = closedData(first).next_fiscal_year_id;
      const earned = earn(first, '2027-06-30', '400.00');
      const books = earned.do(earned.closing(second));
      expect(books.posted('appropriation')).to.deep.equal([
        ['141000', '0.00', '1000.00'],
        ['690', '1000.00', '0.00'],
        ['141000', '600.00', '0.00'],
        [loss, '0.00', '600.00'],
      ]);
      const amount = annualAccounts(books, second);
      expect([amount('14P'), amount('9906'), amount('(14)'), amount('14')]).to.deep.equal([
        '-1000.00',
        '-600.00',
        '-600.00',
        '-600.00',
      ]);
    });
  }

  const first = (() => {
    const books = earn(booksOf(), '2026-06-30', '1000.00');
    return books.do(books.closing());
  })();
  const second = closedData(first).next_fiscal_year_id;

  it('gives a dividend, and leaves no loss beside the profit', () => {
    const paid = first.post('2027-12-31', ['694', '300.00', '0.00'], ['471000', '0.00', '300.00']);
    const books = paid.do(paid.closing(second));
    expect(books.balances(closedData(books).next_fiscal_year_id)).to.deep.equal({
      '140000': '-700.00',
      '471000': '-300.00',
      '550000': '1000.00',
    });
    const amount = annualAccounts(books, second);
    expect([amount('14P'), amount('9906'), amount('(14)'), amount('694'), amount('14')]).to.deep.equal([
      '1000.00',
      '1000.00',
      '700.00',
      '300.00',
      '700.00',
    ]);
  });

  it('sets a loss and a profit off that stood side by side', () => {
    const both = first.post('2027-01-05', ['141000', '250.00', '0.00'], ['550000', '0.00', '250.00']);
    const books = both.do(both.closing(second));
    expect(books.posted('appropriation')).to.deep.equal([
      ['140000', '1000.00', '0.00'],
      ['790', '0.00', '1000.00'],
      ['141000', '0.00', '250.00'],
      ['690', '250.00', '0.00'],
      ['140000', '0.00', '750.00'],
      ['693', '750.00', '0.00'],
    ]);
  });

  it('is not taken in again where that was done by hand, in whole or in part', () => {
    const earned = earn(first, '2027-06-30', '400.00');
    const whole = earned
      .post('2027-12-31', ['140000', '1000.00', '0.00'], ['790', '0.00', '1000.00'])
      .post('2027-12-31', ['693', '1400.00', '0.00'], ['140000', '0.00', '1400.00']);
    expect(whole.do(whole.closing(second)).posted('appropriation')).to.deep.equal([]);
    const half = earned.post('2027-12-31', ['693', '400.00', '0.00'], ['140000', '0.00', '400.00']);
    const books = half.do(half.closing(second));
    expect(books.posted('appropriation')).to.deep.equal([
      ['140000', '1000.00', '0.00'],
      ['790', '0.00', '1000.00'],
      ['140000', '0.00', '1000.00'],
      ['693', '1000.00', '0.00'],
    ]);
    const amount = annualAccounts(books, second);
    expect([amount('14P'), amount('9906'), amount('(14)')]).to.deep.equal(['1000.00', '1400.00', '1400.00']);
  });

  it('needs its accounts, and says which are missing', () => {
    const without = first.do({
      type: 'UpdateRecord',
      resource: 'accounts',
      id: first.account('790'),
      changes: { is_active: false },
      baseVersion: null,
    });
    const refused = () => without.do(without.closing(second));
    expect(refused).to.throw(/closing_blocked|closing_account_missing/);
  });
});

describe('a Luxembourg result', () => {
  it('waits on an account of its own, where the next one does not join it', () => {
    const open = booksOf('LU');
    const one = open.post('2026-06-30', ['513101', '70.00', '0.00'], ['7061', '0.00', '70.00']);
    const first = one.do(one.closing());
    const second = closedData(first).next_fiscal_year_id;
    expect(first.balances(YEAR)).to.deep.equal({ '142': '-70.00', '513101': '70.00' });
    expect(first.balances(second)).to.deep.equal({ '1411': '-70.00', '513101': '70.00' });
    expect(first.posted('opening')).to.deep.equal([
      ['1411', '0.00', '70.00'],
      ['513101', '70.00', '0.00'],
    ]);
    expect(postedIn(first.latest).map(({ origin, layer, entry_date }) => [origin, layer, entry_date])).to.deep.equal([
      ['closing', 'closing', '2026-12-31'],
      ['opening', 'carried', '2027-01-01'],
    ]);
    expect(closedData(first)).not.to.have.property('appropriation_entry_id');
    expect(first.passed(), 'over both years').to.deep.equal([['142 1411', '0.00', '70.00']]);
    const more = first.post('2027-06-30', ['513101', '5.00', '0.00'], ['7061', '0.00', '5.00']);
    const books = more.do(more.closing(second));
    expect(books.balances(second)).to.deep.equal({ '1411': '-70.00', '142': '-5.00', '513101': '75.00' });
    expect(books.balances(closedData(books).next_fiscal_year_id)).to.deep.equal({
      '1411': '-75.00',
      '513101': '75.00',
    });
    expect(books.passed(), 'the new one alone').to.deep.equal([['142 1411', '0.00', '5.00']]);
    expect(books.posted('opening')).to.deep.equal([
      ['1411', '0.00', '70.00'],
      ['1411', '0.00', '5.00'],
      ['513101', '75.00', '0.00'],
    ]);
    const reopened = books.do(books.reopening(second));
    expect(reopened.balances(second)).to.deep.equal(more.balances(second));
    expect(reopened.passed(), 'taken back').to.deep.equal([['142 1411', '5.00', '0.00']]);
  });

  it('may be a loss, and nothing waits of a year that came to nothing', () => {
    const lost = booksOf('LU').post('2026-06-30', ['60313', '8.00', '0.00'], ['513101', '0.00', '8.00']);
    expect(lost.do(lost.closing()).posted('opening')).to.deep.equal([
      ['1411', '8.00', '0.00'],
      ['513101', '0.00', '8.00'],
    ]);
    const even = lost.post('2026-07-31', ['513101', '8.00', '0.00'], ['7061', '0.00', '8.00']);
    const closed = even.do(even.closing());
    expect([closed.posted('opening'), closed.passed()]).to.deep.equal([[], []]);
  });

  it('that waited as older versions had it is taken back as it was', () => {
    const open = booksOf('LU').post('2026-06-30', ['513101', '70.00', '0.00'], ['7061', '0.00', '70.00']);
    const older = open.closedAsBefore();
    const second = closedData(older).next_fiscal_year_id;
    expect(older.balances(second)).to.deep.equal({ '1411': '-70.00', '513101': '70.00' });
    const next = older.do(older.closing(second));
    expect(next.posted('opening')).to.deep.equal([
      ['1411', '0.00', '70.00'],
      ['513101', '70.00', '0.00'],
    ]);
    expect(next.passed(), 'it is there already').to.deep.equal([]);
    const reopened = older.do(older.reopening());
    expect(reopened.balances(YEAR)).to.deep.equal(open.balances(YEAR));
    expect(reopened.balances(second)).to.deep.equal({});
  });

  it('of a file closed before this was so moves there with the next closing', () => {
    const earlier = booksOf('LU').post('2026-01-01', ['513101', '9.00', '0.00'], ['142', '0.00', '9.00']);
    const books = earlier.do(earlier.closing());
    expect(books.posted('opening')).to.deep.equal([
      ['1411', '0.00', '9.00'],
      ['513101', '9.00', '0.00'],
    ]);
    expect(books.passed()).to.deep.equal([['142 1411', '0.00', '9.00']]);
  });
});
