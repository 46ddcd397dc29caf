import { expect } from 'chai';
import { companyFile } from '../../../domain/company-file.ts';
import { givenFor, refused } from '../../support/given.ts';
import { booksOf, closedData, postedIn, YEAR } from './support.ts';

const given = givenFor(companyFile);

describe('reopening a fiscal year', () => {
  const profit = booksOf().post('2026-06-30', ['550000', '100.00', '0.00'], ['700000', '0.00', '100.00']);
  const closed = profit.do(profit.closing());
  const { next_fiscal_year_id: nextId } = closedData(closed);

  it('takes the entries back on their days, as what they were', () => {
    const books = closed.do(closed.reopening());
    expect(books.latest.map(({ type }) => type)).to.deep.equal([
      'EntryReversed',
      'EntryPosted',
      'EntryReversed',
      'EntryPosted',
      'EntryReversed',
      'EntryPosted',
      'FiscalYearReopened',
    ]);
    const originals = postedIn(closed.latest);
    expect(
      postedIn(books.latest).map(({ origin, layer, entry_date, number, reversed_entry_id }) => [
        origin,
        layer,
        entry_date,
        number,
        reversed_entry_id,
      ]),
    ).to.deep.equal([
      ['opening', 'carried', '2027-01-01', 2, originals[2]!.id],
      ['closing', 'closing', '2026-12-31', 4, originals[1]!.id],
      ['appropriation', undefined, '2026-12-31', 5, originals[0]!.id],
    ]);
    expect(books.balances()).to.deep.equal(profit.balances());
    expect(books.balances(nextId)).to.deep.equal({});
    expect(books.file.fiscalYears.map(({ closing }) => closing)).to.deep.equal([undefined, undefined]);
    expect(books.file.ledger.openings.has(nextId)).to.equal(false);
  });

  it('undoes a lettering once that holds lines of two of its entries', () => {
    const command = closed.reopening();
    const lettering = { id: 5, version: 1, lines: [] };
    const entries = command.entries.map((entry) => ({ ...entry, facts: { ...entry.facts, letterings: [lettering] } }));
    const undone = closed.do({ ...command, entries }).latest.filter(({ type }) => type === 'LinesUnlettered');
    expect(undone).to.have.length(1);
  });

  it('needs the next year, which stays while the one before it is closed, also when nothing was carried', () => {
    const empty = booksOf();
    const books = empty.do(empty.closing());
    const next = closedData(books).next_fiscal_year_id;
    const deletion = { type: 'DeleteFiscalYear', id: next, baseVersion: null } as const;
    given(books.events)
      .when(deletion)
      .then(refused('fiscal_year_follows_closed', { field: 'id' }));
    expect(books.do(books.reopening(), deletion).latest.map(({ type }) => type)).to.deep.equal(['FiscalYearDeleted']);
  });

  it('lets the year be closed again, in the next year that is there', () => {
    const reopened = closed.do(closed.reopening());
    const corrected = reopened.post('2026-12-31', ['612400', '30.00', '0.00'], ['550000', '0.00', '30.00']);
    const again = corrected.do(corrected.closing());
    expect(closedData(again)).to.include({ result: '70.00', next_fiscal_year_id: nextId, version: 4 });
    expect(again.balances(nextId)).to.deep.equal({ '140000': '-70.00', '550000': '70.00' });
    const numbers = new Map<string, number[]>();
    for (const { fiscal_year_id, journal_id, number } of postedIn(again.events)) {
      const key = `${fiscal_year_id}:${journal_id}`;
      numbers.set(key, [...(numbers.get(key) ?? []), number]);
    }
    for (const of of numbers.values()) expect(of).to.deep.equal(of.map((_, index) => index + 1));
  });

  it('settles what it takes back on accounts whose lines are settled', () => {
    const letterable = profit.do({
      type: 'UpdateRecord',
      resource: 'accounts',
      id: profit.account('700000'),
      changes: { is_letterable: true },
      baseVersion: null,
    });
    const books = letterable.do(letterable.closing());
    const types = books.do(books.reopening()).latest.map(({ type }) => type);
    expect(types.filter((type) => type === 'LinesLettered')).to.have.length(1);
  });

  it('is refused while it is open, unknown, or before a closed year', () => {
    given(profit.events)
      .when(profit.reopening())
      .then(refused('fiscal_year_not_closed', { field: 'id' }));
    given(profit.events)
      .when({ ...profit.reopening(), id: 999 })
      .then(refused('not_found'));
    given(closed.events)
      .when({ ...closed.reopening(), baseVersion: 1 })
      .then(refused('conflict', { facts: { server_version: 2 } }));
    const both = closed.do(closed.closing(nextId));
    given(both.events)
      .when(both.reopening())
      .then(refused('next_fiscal_year_closed', { field: 'id' }));
    const stepwise = both.do(both.reopening(nextId));
    expect(stepwise.do(stepwise.reopening()).balances()).to.deep.equal(profit.balances());
  });

  it('opens an empty year again without a word', () => {
    const empty = booksOf();
    const books = empty.do(empty.closing());
    expect(books.do(books.reopening()).latest).to.deep.equal([
      { type: 'FiscalYearReopened', data: { id: YEAR, version: 3 } },
    ]);
  });
});
