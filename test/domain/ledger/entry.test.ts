import { expect } from 'chai';
import { companyFile } from '../../../domain/company-file.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import type { PostedEntry } from '../../../domain/ledger/entry-events.ts';
import { MAX_LINES, type PostEntry } from '../../../domain/ledger/entry.ts';
import { MAX_AMOUNT } from '../../../domain/money.ts';
import {
  findAccountId,
  buildCreateRecord,
  decided,
  findJournalId,
  buildLine,
  openCompany,
  openedEvents,
  openedFile,
  buildPostEntry,
  replay,
} from '../../support/company-file-samples.ts';
import { givenFor, refusedAt } from '../../support/given.ts';

const given = givenFor(companyFile);

const customer = decided(buildCreateRecord('third-parties', 5, { type: 'customer', name: 'Peeters' }), openedFile);
const changed = (resource: string, id: number, changes: Record<string, boolean>): DomainEvent => ({
  type: 'RecordUpdated',
  data: { resource, id, version: 2, changes, previous: {} },
});
const posted = (...commands: PostEntry[]): PostedEntry[] => {
  let file = replay(customer, openedFile);
  return commands.map((command) => {
    const events = decided(command, file);
    file = replay(events, file);
    return events[0]!.data as unknown as PostedEntry;
  });
};

describe('posting an entry', () => {
  it('gives it the next number of its journal and year, its period and its total', () => {
    given(openedEvents)
      .when(buildPostEntry({ entryId: 7, due_date: '2026-04-15', reference: 'F-12' }))
      .then([
        {
          type: 'EntryPosted',
          data: {
            id: 7,
            journal_id: findJournalId('OD'),
            journal_code: 'OD',
            fiscal_year_id: 10_000,
            fiscal_year_code: '2026',
            period_id: 10_002,
            number: 1,
            entry_date: '2026-03-15',
            due_date: '2026-04-15',
            label: 'Fournitures',
            reference: 'F-12',
            third_party_id: null,
            origin: 'free',
            total: '100.00',
            lines: [
              {
                id: 7_000,
                account_id: findAccountId('612400'),
                debit: '100.00',
                credit: '0.00',
                label: null,
                third_party_id: null,
              },
              {
                id: 7_001,
                account_id: findAccountId('570000'),
                debit: '0.00',
                credit: '100.00',
                label: null,
                third_party_id: null,
              },
            ],
          },
        },
      ]);
  });

  it('takes accounts by id as well as by number', () => {
    const byId = [
      buildLine('', '1.00', '0.00', { account: null, account_id: findAccountId('612400') }),
      buildLine('570000', '0.00', '1.00'),
    ];
    expect(posted(buildPostEntry({ lines: byId }))[0]!.lines.map(({ account_id }) => account_id)).to.deep.equal([
      findAccountId('612400'),
      findAccountId('570000'),
    ]);
  });

  it('adds amounts up exactly, where floats would not', () => {
    const lines = [
      buildLine('612400', '0.10', '0.00'),
      buildLine('612400', '0.20', '0.00'),
      buildLine('570000', '0.00', '0.30'),
    ];
    expect(posted(buildPostEntry({ lines }))[0]!.total).to.equal('0.30');
    const large = [buildLine('612400', MAX_AMOUNT, '0.00'), buildLine('570000', '0.00', MAX_AMOUNT)];
    expect(posted(buildPostEntry({ lines: large }))[0]!.total).to.equal(MAX_AMOUNT);
  });

  it('carries the third party of its lines when there is one alone', () => {
    const other = decided(
      buildCreateRecord('third-parties', 6, { type: 'customer', name: 'Maes' }),
      replay(customer, openedFile),
    );
    const lines = (second: number | null) => [
      buildLine('400000', '10.00', '0.00', { third_party_id: 5 }),
      buildLine('700000', '0.00', '8.00', { third_party_id: second }),
      buildLine('700000', '0.00', '2.00'),
    ];
    const thirdPartyOf = (second: number | null) =>
      given(openedEvents, customer, other).when(buildPostEntry({ lines: lines(second) })).events[0]!.data[
        'third_party_id'
      ];
    expect(thirdPartyOf(null)).to.equal(5);
    expect(thirdPartyOf(5)).to.equal(5);
    expect(thirdPartyOf(6)).to.equal(null);
  });

  it('numbers each journal by itself', () => {
    const [first, second, other, third] = posted(
      buildPostEntry({ entryId: 1 }),
      buildPostEntry({ entryId: 2, entry_date: '2026-01-01' }),
      buildPostEntry({ entryId: 3, journal_id: findJournalId('CAI') }),
      buildPostEntry({ entryId: 4 }),
    );
    expect([first, second, other, third].map((entry) => entry!.number)).to.deep.equal([1, 2, 1, 3]);
  });

  it('numbers each fiscal year by itself', () => {
    const next: DomainEvent = {
      type: 'FiscalYearOpened',
      data: {
        id: 2,
        code: '2027',
        starts_on: '2027-01-01',
        ends_on: '2027-12-31',
        periods: [{ id: 201, number: 1, starts_on: '2027-01-01', ends_on: '2027-12-31' }],
      },
    };
    const history = [openedEvents, next, decided(buildPostEntry({ entryId: 1 }), openedFile)];
    const numberAt = (entry_date: string) =>
      given(...history).when(buildPostEntry({ entryId: 2, entry_date })).events[0]!.data['number'];
    expect(numberAt('2026-12-31')).to.equal(2);
    expect(numberAt('2027-01-01')).to.equal(1);
  });

  it('takes its period from the date on paper, whatever the clock or the zone (31 December, the nights of summer time)', () => {
    const zone = process.env['TZ'];
    try {
      for (const tz of ['Europe/Brussels', 'America/Los_Angeles', 'Pacific/Kiritimati', 'UTC']) {
        process.env['TZ'] = tz;
        const periods = ['2026-01-01', '2026-03-29', '2026-10-25', '2026-12-31'].map(
          (entry_date) => given(openedEvents).when(buildPostEntry({ entry_date })).events[0]!.data['period_id'],
        );
        expect(periods, tz).to.deep.equal([10_000, 10_002, 10_009, 10_011]);
        const reopened = decided(openCompany(), companyFile.initialState);
        expect(reopened, tz).to.deep.equal(openedEvents);
      }
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });
});

describe('an entry is refused', () => {
  const lines = (...changes: Parameters<typeof buildLine>[3][]) =>
    [buildLine('612400', '100.00', '0.00'), buildLine('570000', '0.00', '100.00')].map((requested, index) => ({
      ...requested,
      ...changes[index],
    }));

  it('when it does not balance, and tells both sums', () => {
    const command = buildPostEntry({ lines: lines({}, { credit: '99.99' }) });
    given(openedEvents)
      .when(command)
      .then(refusedAt(['lines', 'entry_unbalanced']));
    const { decision } = given(openedEvents).when(command);
    expect(decision)
      .to.have.nested.property('problems[0].params')
      .that.deep.equals({ debit: '100.00', credit: '99.99' });
  });

  it('without lines', () => {
    given(openedEvents)
      .when(buildPostEntry({ lines: [] }))
      .then(refusedAt(['lines', 'entry_without_lines']));
  });

  it('with too many lines', () => {
    const many = Array.from({ length: MAX_LINES + 2 }, (_, index) =>
      index % 2 === 0 ? buildLine('612400', '1.00', '0.00') : buildLine('570000', '0.00', '1.00'),
    );
    given(openedEvents)
      .when(buildPostEntry({ lines: many }))
      .then(refusedAt(['lines', 'entry_too_many_lines']));
    expect(posted(buildPostEntry({ lines: many.slice(2) }))).to.have.length(1);
  });

  it('with a line on both sides', () => {
    given(openedEvents)
      .when(buildPostEntry({ lines: lines({ credit: '100.00' }, { debit: '100.00' }) }))
      .then(refusedAt(['lines.0.debit', 'line_both_sides'], ['lines.1.debit', 'line_both_sides']));
  });

  it('with a line on neither side', () => {
    given(openedEvents)
      .when(buildPostEntry({ lines: [...lines(), buildLine('612400', '0.00', '0.00')] }))
      .then(refusedAt(['lines.2.debit', 'line_no_side']));
  });

  it('on an unknown account, by number and by id', () => {
    given(openedEvents)
      .when(buildPostEntry({ lines: lines({ account: '999999' }, { account: null, account_id: 1 }) }))
      .then(refusedAt(['lines.0.account', 'account_unknown'], ['lines.1.account_id', 'account_unknown']));
  });

  it('with a line that names no account', () => {
    given(openedEvents)
      .when(buildPostEntry({ lines: lines({ account: null }) }))
      .then(refusedAt(['lines.0.account', 'required']));
  });

  it('on an account in the recycle bin, by number and by id', () => {
    const id = findAccountId('612300');
    given(openedEvents, { type: 'RecordTrashed', data: { resource: 'accounts', id, version: 2 } })
      .when(
        buildPostEntry({
          lines: [
            buildLine('612300', '1.00', '0.00'),
            buildLine('', '0.00', '1.00', { account: null, account_id: id }),
          ],
        }),
      )
      .then(refusedAt(['lines.0.account', 'account_unknown'], ['lines.1.account_id', 'account_unknown']));
  });

  it('on an inactive account', () => {
    given(openedEvents, changed('accounts', findAccountId('570000'), { is_active: false }))
      .when(buildPostEntry())
      .then(refusedAt(['lines.1.account', 'account_inactive']));
  });

  it('on a heading of the chart', () => {
    given(openedEvents)
      .when(buildPostEntry({ lines: lines({ account: '612' }) }))
      .then(refusedAt(['lines.0.account', 'account_is_group']));
  });

  for (const date of ['2025-12-31', '2027-01-01', '2026-02-30', '']) {
    it(`on a date outside every fiscal year: ${date || 'none'}`, () => {
      given(openedEvents)
        .when(buildPostEntry({ entry_date: date }))
        .then(refusedAt(['entry_date', 'date_outside_fiscal_years']));
    });
  }

  it('when it is due before its date, and not when due on that day', () => {
    given(openedEvents)
      .when(buildPostEntry({ due_date: '2026-03-14' }))
      .then(refusedAt(['due_date', 'due_date_before_entry_date']));
    expect(posted(buildPostEntry({ due_date: '2026-03-15' }))).to.have.length(1);
  });

  it('in an unknown or inactive journal', () => {
    given(openedEvents)
      .when(buildPostEntry({ journal_id: 1 }))
      .then(refusedAt(['journal_id', 'journal_unknown']));
    given(openedEvents, changed('journals', findJournalId('OD'), { is_active: false }))
      .when(buildPostEntry())
      .then(refusedAt(['journal_id', 'journal_inactive']));
  });

  it('with an unknown or inactive third party', () => {
    const command = buildPostEntry({ lines: lines({ third_party_id: 5 }) });
    given(openedEvents)
      .when(command)
      .then(refusedAt(['lines.0.third_party_id', 'third_party_unknown']));
    given(openedEvents, customer, changed('third-parties', 5, { is_active: false }))
      .when(command)
      .then(refusedAt(['lines.0.third_party_id', 'third_party_inactive']));
  });

  it('when its total is beyond the largest amount', () => {
    const twice = [
      buildLine('612400', MAX_AMOUNT, '0.00'),
      buildLine('612400', '0.01', '0.00'),
      buildLine('570000', '0.00', MAX_AMOUNT),
      buildLine('570000', '0.00', '0.01'),
    ];
    given(openedEvents)
      .when(buildPostEntry({ lines: twice }))
      .then(refusedAt(['lines', 'amount_too_large']));
  });

  it('for all its faults at once, and consumes no number', () => {
    const bad = buildPostEntry({ journal_id: 1, entry_date: '2030-01-01', lines: [buildLine('1', '5.00', '0.00')] });
    given(openedEvents)
      .when(bad)
      .then(
        refusedAt(
          ['journal_id', 'journal_unknown'],
          ['entry_date', 'date_outside_fiscal_years'],
          ['lines.0.account', 'account_is_group'],
          ['lines', 'entry_unbalanced'],
        ),
      );
    expect(posted(buildPostEntry())[0]!.number).to.equal(1);
  });
});
