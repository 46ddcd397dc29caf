import { expect } from 'chai';
import { companyFile } from '../../../domain/company-file.ts';
import {
  MAX_OPENING_LINES,
  type OpeningLine,
  type PostOpeningBalance,
} from '../../../domain/fiscal-years/opening-balance.ts';
import type { Refusal } from '../../../domain/refusal.ts';
import { buildCreateRecord } from '../../support/company-file-samples.ts';
import { givenFor, refused, refusedAt } from '../../support/given.ts';
import { booksOf, NO_OPENING, postedIn, YEAR } from './support.ts';

const given = givenFor(companyFile);

function opening(
  lines: readonly Partial<OpeningLine>[],
  changes: Partial<PostOpeningBalance> = {},
): PostOpeningBalance {
  return {
    type: 'PostOpeningBalance',
    id: YEAR,
    baseVersion: null,
    journal_id: null,
    label: null,
    entryId: 900,
    lineIds: lines.map((_, index) => 9_000 + index),
    lines: lines.map((line, index) => ({ ...NO_OPENING, at: `lines.${index}`, ...line })),
    ...changes,
  };
}

describe('an opening balance', () => {
  const books = booksOf()
    .do(buildCreateRecord('third-parties', 31, { type: 'customer', code: 'C1', name: 'Client' }))
    .do(buildCreateRecord('third-parties', 32, { type: 'supplier', code: 'S1', name: 'Gone', is_active: false }));
  const simple = opening([
    { account: '550000', debit: '10.00' },
    { account: '140000', credit: '10.00' },
  ]);
  const posted = books.do(simple);

  it('is one entry on the first day, of its own layer', () => {
    const items = books.do(
      opening(
        [
          {
            account: '400000',
            debit: '121.00',
            third_party: 'C1',
            due_date: '2025-12-15',
            reference: 'F 2025/88',
            label: 'Solde',
          },
          { account_id: books.account('550000'), debit: '4879.00' },
          { account: '100000', account_id: books.account('100000'), credit: '5000.00', third_party_id: null },
        ],
        { label: 'Reprise' },
      ),
    );
    const [entry] = postedIn(items.latest);
    expect(entry).to.deep.include({
      entry_date: '2026-01-01',
      due_date: null,
      label: 'Reprise',
      origin: 'opening_balance',
      layer: 'opening',
      number: 1,
      journal_code: 'OD',
      third_party_id: 31,
      total: '5000.00',
    });
    expect(entry!.lines[0]).to.deep.equal({
      id: 9_000,
      account_id: books.account('400000'),
      debit: '121.00',
      credit: '0.00',
      label: 'Solde',
      third_party_id: 31,
      due_date: '2025-12-15',
      reference: 'F 2025/88',
    });
    expect(entry!.lines[1]).to.not.have.any.keys('due_date', 'reference');
    expect(postedIn(posted.latest)[0]!.label).to.equal('Bilan d’ouverture de l’exercice 2026');
    expect(posted.file.ledger.openings.get(YEAR)).to.equal(900);
  });

  it('is carried into the next year by the closing, like every other amount', () => {
    const closed = posted.do(posted.closing());
    expect(closed.posted('opening')).to.deep.equal([
      ['140000', '0.00', '10.00'],
      ['550000', '10.00', '0.00'],
    ]);
  });

  it('is posted once', () => {
    given(posted.events)
      .when({ ...simple, entryId: 901 })
      .then(refused('opening_balance_exists', { field: 'id' }));
  });

  it('is not posted behind a year that has entries, nor where nothing can be posted', () => {
    const requested = { code: null, starts_on: '2027-01-01', ends_on: '2027-12-31' };
    const periodIds = Array.from({ length: 25 }, (_, index) => 700 + index);
    const both = posted.do({ type: 'OpenFiscalYear', id: 77, periodIds, requested });
    given(both.events)
      .when({ ...simple, id: 77 })
      .then(refused('opening_balance_not_first', { field: 'id' }));
    // What was carried is no opening balance that could be reversed.
    const carried = both.do(both.closing());
    given(carried.events)
      .when({ ...simple, id: 77, entryId: 905 })
      .then(refused('opening_balance_not_first', { field: 'id' }));
    const [first] = books.file.fiscalYears[0]!.periods;
    const locked = books.do({ type: 'LockPeriod', id: YEAR, periodId: first!.id, baseVersion: null });
    given(locked.events)
      .when(simple)
      .then(refused('period_locked', { field: 'id', facts: { reason: 'period_locked' } }));
    const closed = books.do(books.closing());
    const decision = companyFile.decide(simple, closed.file) as Refusal;
    expect(decision).to.deep.include({ code: 'period_locked', facts: { reason: 'fiscal_year_closed' } });
    given(books.events)
      .when({ ...simple, id: 5 })
      .then(refused('not_found'));
    given(books.events)
      .when({ ...simple, baseVersion: 9 })
      .then(refused('conflict', { facts: { server_version: 1 } }));
  });

  it('names every line that is wrong', () => {
    const group = opening(
      [
        { account: '400000', debit: '1.00', third_party: 'C9' },
        { account: '9', debit: '1.00' },
        { debit: '1.00' },
        { account: '40', debit: '1.00' },
        { account: '550000', debit: '1.00', credit: '1.00', third_party_id: 31, third_party: 'S1' },
        { account: '440000', third_party: 'S1' },
      ],
      { journal_id: books.journal('sale') },
    );
    given(books.events)
      .when(group)
      .then(
        refusedAt(
          ['journal_id', 'journal_not_miscellaneous'],
          ['lines', 'entry_unbalanced'],
          ['lines.0.third_party', 'third_party_unknown'],
          ['lines.1.account', 'account_unknown'],
          ['lines.2.account', 'required'],
          ['lines.3.account', 'account_is_group'],
          ['lines.4.debit', 'line_both_sides'],
          ['lines.4.third_party', 'third_party_contradicts'],
          ['lines.5.debit', 'line_no_side'],
          ['lines.5.third_party', 'third_party_inactive'],
        ),
      );
    given(books.events)
      .when(opening([]))
      .then(refusedAt(['lines', 'entry_without_lines']));
  });

  it('takes thousands of lines, and no more', () => {
    const many = (count: number) =>
      opening(
        Array.from({ length: count }, (_, index) =>
          index % 2 === 0 ? { account: '550000', debit: '1.00' } : { account: '140000', credit: '1.00' },
        ),
      );
    expect(postedIn(books.do(many(MAX_OPENING_LINES)).latest)[0]!.lines).to.have.length(MAX_OPENING_LINES);
    given(books.events)
      .when(many(MAX_OPENING_LINES + 2))
      .then(refusedAt(['lines', 'entry_too_many_lines']));
  });
});
