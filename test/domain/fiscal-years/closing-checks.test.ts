import { expect } from 'chai';
import type { CountryCode } from '../../../domain/country-packs/pack.ts';
import { findClosingIssues } from '../../../domain/fiscal-years/closing-checks.ts';
import { booksOf, YEAR, type Books } from './support.ts';

describe('what stands in the way of closing', () => {
  const belgian = booksOf();
  const findingsOf = (books: Books, today = '2027-01-01') =>
    findClosingIssues(books.file.fiscalYears[0]!, books.facts(YEAR, today), books.file);
  const codesOf = (books: Books, today?: string) => findingsOf(books, today).map(({ code }) => code);

  it('is nothing but hints in a new file', () => {
    expect(findingsOf(belgian).map(({ code, severity, count }) => [code, severity, count])).to.deep.equal([
      ['periods_not_locked', 'info', 12],
      ['next_fiscal_year_missing', 'info', undefined],
    ]);
  });

  it('never is the calendar, which only warns until the last day is over', () => {
    expect(findingsOf(belgian, '2026-12-31')[0]).to.deep.include({ code: 'fiscal_year_not_over', severity: 'warning' });
    expect(codesOf(belgian, '2027-01-01')).to.not.include('fiscal_year_not_over');
  });

  const suspects: readonly (readonly [CountryCode, string, string, string])[] = [
    ['BE', '499000', '550000', 'suspense_accounts_not_empty'],
    ['BE', '580000', '550000', 'transit_accounts_not_empty'],
    ['FR', '471000', '512000', 'suspense_accounts_not_empty'],
    ['FR', '472000', '512000', 'suspense_accounts_not_empty'],
    ['FR', '580000', '512000', 'transit_accounts_not_empty'],
    ['LU', '484', '513101', 'suspense_accounts_not_empty'],
    ['LU', '485', '513101', 'suspense_accounts_not_empty'],
    ['LU', '5171', '513101', 'transit_accounts_not_empty'],
  ];
  for (const [country, account, bank, expected] of suspects) {
    it(`tells of ${account} in ${country} while it is not at zero`, () => {
      const open = booksOf(country);
      const books = open.post('2026-02-01', [account, '12.50', '0.00'], [bank, '0.00', '12.50']);
      const [finding] = findingsOf(books);
      expect(finding).to.deep.include({ code: expected, severity: 'warning', count: 1, amount: '12.50' });
      expect(finding!.links).to.deep.equal([{ to: 'account_ledger', id: books.account(account), label: account }]);
      expect(codesOf(books.post('2026-03-01', [account, '0.00', '12.50'], [bank, '12.50', '0.00']))).to.not.include(
        expected,
      );
    });
  }

  it('tells of deductible and due tax on either side, which do not hide one another', () => {
    for (const [country, deductible, due] of [
      ['BE', '411000', '451000'],
      ['FR', '445660', '445711'],
      ['LU', '421611', '461411'],
    ] as const) {
      const books = booksOf(country).post('2026-02-01', [deductible, '210.00', '0.00'], [due, '0.00', '210.00']);
      const found = findingsOf(books).filter(({ code }) => code === 'vat_accounts_not_empty');
      expect(found.map(({ amount, params }) => [amount, params!['side'], params!['accounts']])).to.deep.equal([
        ['210.00', 'debit', deductible],
        ['-210.00', 'credit', due],
      ]);
    }
  });

  it('tells of a result that waits for the general meeting, where the closing does not appropriate it', () => {
    for (const [country, account, bank] of [
      ['FR', '120000', '512000'],
      ['LU', '1411', '513101'],
    ] as const) {
      const books = booksOf(country).post('2026-01-01', [bank, '9.00', '0.00'], [account, '0.00', '9.00']);
      expect(findingsOf(books)[0]).to.deep.include({
        code: 'result_not_appropriated',
        severity: 'warning',
        amount: '-9.00',
      });
    }
  });

  it('tells of rows that were found, and of nothing where there are none', () => {
    const year = belgian.file.fiscalYears[0]!;
    const rows = { count: 3, amount: '-30.00', rows: [{ id: 5, label: 'Dupont' }] };
    const none = { count: 0, amount: '0.00', rows: [] };
    const facts = { ...belgian.facts(), found: { customers_in_credit: rows, suppliers_in_debit: none } };
    const reported = findClosingIssues(year, facts, belgian.file).filter(({ severity }) => severity === 'warning');
    expect(reported).to.deep.equal([
      {
        code: 'customers_in_credit',
        severity: 'warning',
        params: { count: 3, amount: '-30.00' },
        count: 3,
        amount: '-30.00',
        links: [{ to: 'third_party', id: 5, label: 'Dupont' }],
      },
    ]);
  });

  it('is one thing only in a closed year', () => {
    const books = belgian.do(belgian.closing());
    expect(codesOf(books, '2026-05-05')).to.deep.equal(['fiscal_year_already_closed']);
  });
});
