import { expect } from 'chai';
import { companyFile, type CompanyFile } from '../../../domain/company-file.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import type { PostedEntry, VatEffect } from '../../../domain/ledger/entry-events.ts';
import type { EntryFacts } from '../../../domain/ledger/entry-facts.ts';
import { listLinesToMatch, buildReversal, type ReverseEntry } from '../../../domain/ledger/reversal.ts';
import type { Lettering } from '../../../domain/lettering/lettering-events.ts';
import { LANGUAGES } from '../../../domain/language.ts';
import { MAX_EVENT_BYTES } from '../../../eventlog/port.ts';
import {
  findAccountId,
  buildCreateRecord,
  decided,
  details,
  findJournalId,
  buildLine,
  MARCH,
  openCompany,
  openedEvents,
  openedFile,
  buildPeriodLocked,
  buildPostEntry,
  replay,
  yearClosed,
} from '../../support/company-file-samples.ts';
import { givenFor, refused, refusedAt } from '../../support/given.ts';
import { factsOf } from './facts.ts';

const given = givenFor(companyFile);

const TODAY = '2026-11-15';
const customer = decided(buildCreateRecord('third-parties', 5, { type: 'customer', name: 'Peeters' }), openedFile);
const withCustomer = replay(customer, openedFile);

const sale = buildPostEntry({
  entryId: 7,
  journal_id: findJournalId('VEN'),
  due_date: '2026-04-15',
  reference: 'F-12',
  label: 'Armoire',
  lines: [
    buildLine('400000', '121.00', '0.00', { third_party_id: 5, label: 'Peeters' }),
    buildLine('700000', '0.00', '100.00'),
    buildLine('451000', '0.00', '21.00'),
  ],
});
const saleEvents = decided(sale, withCustomer);
const history = [...openedEvents, ...customer, ...saleEvents];
const posted = saleEvents[0]!.data as unknown as PostedEntry;
const facts = (changes: Partial<EntryFacts> = {}): EntryFacts => factsOf(posted, withCustomer, changes);

function reverse(changes: Partial<ReverseEntry> = {}): ReverseEntry {
  return {
    type: 'ReverseEntry',
    facts: facts(),
    entryId: 8,
    lineIds: [8_000, 8_001, 8_002],
    letteringIds: [80, 81, 82],
    entry_date: null,
    label: null,
    today: TODAY,
    baseVersion: null,
    ...changes,
  };
}

const lettered = (id: number, amount: string, version = 1) => ({
  id,
  version,
  lines: [
    { line_id: 7_000, entry_id: 7, line_number: 1, amount },
    { line_id: 90 + id, entry_id: 9, line_number: 2, amount: `-${amount}` },
  ],
});

const yearAfter: DomainEvent = {
  type: 'FiscalYearOpened',
  data: {
    id: 2,
    code: '2027',
    starts_on: '2027-01-01',
    ends_on: '2027-12-31',
    periods: [{ id: 201, number: 1, starts_on: '2027-01-01', ends_on: '2027-12-31' }],
  },
};

const entryOf = (events: readonly DomainEvent[]): PostedEntry =>
  events.find(({ type }) => type === 'EntryPosted')!.data as unknown as PostedEntry;

describe('reversing an entry', () => {
  it('keeps the reason on the reversal and on the reversed entry', () => {
    const events = decided(reverse({ reason: 'Sent twice' }), replay(saleEvents, withCustomer));
    const findData = (type: string) => events.find((event) => event.type === type)!.data;
    expect(findData('EntryPosted')).to.include({ reversed_entry_id: 7, reversal_reason: 'Sent twice' });
    expect(findData('EntryReversed')).to.include({ id: 7, reason: 'Sent twice' });
    const silent = decided(reverse(), replay(saleEvents, withCustomer));
    expect(JSON.stringify(silent)).not.to.include('reason');
  });

  it('marks it, posts the opposite, and letters both where they would stay open', () => {
    given(history)
      .when(reverse())
      .then([
        {
          type: 'EntryReversed',
          data: { id: 7, version: 2, reversed_by_entry_id: 8, journal_code: 'VEN', fiscal_year_code: '2026' },
        },
        {
          type: 'EntryPosted',
          data: {
            id: 8,
            journal_id: findJournalId('VEN'),
            journal_code: 'VEN',
            fiscal_year_id: 10_000,
            fiscal_year_code: '2026',
            period_id: 10_002,
            number: 2,
            entry_date: '2026-03-15',
            due_date: null,
            label: 'Extourne de VEN 2026/1',
            reference: 'F-12',
            third_party_id: 5,
            origin: 'reversal',
            total: '121.00',
            lines: [
              {
                id: 8_000,
                account_id: findAccountId('400000'),
                debit: '0.00',
                credit: '121.00',
                label: 'Peeters',
                third_party_id: 5,
              },
              {
                id: 8_001,
                account_id: findAccountId('700000'),
                debit: '100.00',
                credit: '0.00',
                label: null,
                third_party_id: null,
              },
              {
                id: 8_002,
                account_id: findAccountId('451000'),
                debit: '21.00',
                credit: '0.00',
                label: null,
                third_party_id: null,
              },
            ],
            reversed_entry_id: 7,
          },
        },
        {
          type: 'LinesLettered',
          data: {
            letterings: [
              {
                id: 80,
                code: 'AAA',
                account_id: findAccountId('400000'),
                third_party_id: 5,
                settled_on: '2026-03-15',
                origin: 'reversal',
                lines: [
                  { line_id: 7_000, entry_id: 7, line_number: 1, amount: '121.00' },
                  { line_id: 8_000, entry_id: 8, line_number: 1, amount: '-121.00' },
                ],
              },
            ],
          },
        },
      ]);
  });

  it('undoes all letterings of its lines first, those of a part of a line too', () => {
    const letterings = [lettered(1, '100.00', 3), lettered(2, '21.00')];
    const { events } = given(history).when(reverse({ facts: facts({ letterings }) }));
    expect(events.map(({ type }) => type)).to.deep.equal([
      'LinesUnlettered',
      'EntryReversed',
      'EntryPosted',
      'LinesLettered',
    ]);
    expect(events[0]!.data).to.deep.equal({
      letterings: [
        { ...lettered(1, '100.00'), version: 4 },
        { ...lettered(2, '21.00'), version: 2 },
      ],
    });
    expect(events[3]).to.have.nested.property('data.letterings[0].lines[0].amount', '121.00');
  });

  it('letters nothing when no account is letterable, nor lines without an amount', () => {
    const expense = decided(buildPostEntry({ entryId: 7 }), openedFile)[0]!.data as unknown as PostedEntry;
    const { events } = given(openedEvents).when(reverse({ facts: factsOf(expense, openedFile) }));
    expect(events.map(({ type }) => type)).to.deep.equal(['EntryReversed', 'EntryPosted']);
    const [first, ...others] = facts().lines;
    const nothing = facts({ lines: [{ ...first!, debit: '0.00' }, ...others] });
    expect(listLinesToMatch(nothing)).to.deep.equal([]);
    expect(listLinesToMatch(facts({ layer: 'carried' }))).to.deep.equal([]);
  });

  it('of thousands of open items makes events that the log can hold', () => {
    const [first] = facts().lines;
    const count = 5_000;
    const range = Array.from({ length: count }, (_, index) => index + 1);
    const lines = range.map((number) => ({ ...first!, id: 700_000 + number, line_number: number }));
    const letterings = range.map((id) => ({ ...lettered(id, '1.00'), id: 500_000 + id }));
    const many = { facts: facts({ lines, letterings }), lineIds: range, letteringIds: range };
    const { events } = given(history).when(reverse(many));
    const differing = (requested: string, member: 'id' | 'code') => {
      const letteringsOf = ({ data }: DomainEvent) => data['letterings'] as unknown as { id: number; code: string }[];
      const reported = events.filter(({ type }) => type === requested).flatMap(letteringsOf);
      return [reported.length, new Set(reported.map((lettering) => lettering[member])).size];
    };
    expect(differing('LinesUnlettered', 'id')).to.deep.equal([count, count]);
    expect(differing('LinesLettered', 'id')).to.deep.equal([count, count]);
    expect(differing('LinesLettered', 'code')).to.deep.equal([count, count]);
    for (const { type, data } of events) expect(JSON.stringify(data).length, type).to.be.below(MAX_EVENT_BYTES);
  });

  it('counts the letters of its letterings on', () => {
    const { events } = given(history, {
      type: 'LinesLettered',
      data: { letterings: [{ id: 1 }, { id: 2 }] },
    }).when(reverse());
    expect(events[2]).to.have.nested.property('data.letterings[0].code', 'AAC');
  });

  it('takes VAT back, box by box, and writes no negative zero', () => {
    const vat: readonly VatEffect[] = [
      {
        vat_code_id: 3,
        vat_code: 'V21',
        base: '100.00',
        due: '21.00',
        deductible: '0.00',
        non_deductible: '-1.50',
        boxes: [
          { box: '03', amount: '100.00' },
          { box: '54', amount: '-21.00' },
        ],
        exigibility: 'payment',
      },
    ];
    const lines = facts().lines.map((each) => ({ ...each, vat_code_id: 3, reference: 'L', due_date: '2026-03-20' }));
    const reversal = entryOf(given(history).when(reverse({ facts: facts({ vat, lines }) })).events);
    expect(reversal.vat).to.deep.equal([
      {
        vat_code_id: 3,
        vat_code: 'V21',
        base: '-100.00',
        due: '-21.00',
        deductible: '0.00',
        non_deductible: '1.50',
        boxes: [
          { box: '03', amount: '-100.00' },
          { box: '54', amount: '21.00' },
        ],
        exigibility: 'payment',
        effect: 'invoice',
      },
    ]);
    expect(reversal.lines[1]).to.deep.include({ vat_code_id: 3, reference: 'L' }).and.not.have.property('due_date');
  });

  it('says what it reverses in the language of the company file', () => {
    const labels = LANGUAGES.map((locale) => {
      const file = replay(decided(openCompany({ details: { ...details, locale } }), companyFile.initialState));
      const entry = decided(buildPostEntry({ entryId: 7 }), file)[0]!.data as unknown as PostedEntry;
      return entryOf(decided(reverse({ facts: factsOf(entry, file) }), file)).label;
    });
    expect(labels).to.deep.equal([
      'Extourne de OD 2026/1',
      'Tegenboeking van OD 2026/1',
      'Reversal of OD 2026/1',
      'Storno von OD 2026/1',
    ]);
    const own = entryOf(given(history).when(reverse({ label: 'Erreur de client' })).events);
    expect(own.label).to.equal('Erreur de client');
  });

  it('works on an inactive journal, account and third party: a mistake can be put right whatever became of them', () => {
    const off = (resource: string, id: number): DomainEvent => ({
      type: 'RecordUpdated',
      data: { resource, id, version: 2, changes: { is_active: false }, previous: { is_active: true } },
    });
    const { events } = given(
      history,
      off('journals', findJournalId('VEN')),
      off('accounts', findAccountId('400000')),
      off('third-parties', 5),
    ).when(reverse());
    expect(entryOf(events)).to.include({ number: 2, third_party_id: 5 });
  });

  it('can itself be reversed, which lets the first count again', () => {
    const first = decided(reverse(), replay(history));
    const between = replay(first, replay(history));
    const second = factsOf(entryOf(first), between, {
      letterings: [{ id: 80, version: 1, lines: lettered(0, '121.00').lines }],
    });
    const again = reverse({ facts: second, entryId: 9, lineIds: [9_000, 9_001, 9_002], letteringIds: [90, 91, 92] });
    const { events } = given(history, first).when(again);
    expect(events.map(({ type }) => type)).to.deep.equal([
      'LinesUnlettered',
      'EntryReversed',
      'EntryPosted',
      'LinesLettered',
    ]);
    expect(entryOf(events)).to.deep.include({ number: 3, reversed_entry_id: 8, label: 'Extourne de VEN 2026/2' });
    expect(entryOf(events).lines.map(({ debit, credit }) => [debit, credit])).to.deep.equal(
      posted.lines.map(({ debit, credit }) => [debit, credit]),
    );
  });
});

describe('what had taken back a reversal is taken back', () => {
  const first = decided(reverse(), replay(history));
  const later = replay(first, replay(history));
  const second = decided(
    reverse({
      facts: factsOf(entryOf(first), later),
      entryId: 9,
      lineIds: [9_000, 9_001, 9_002],
      letteringIds: [90],
      entry_date: '2026-05-31',
    }),
    later,
  );
  const last = replay(second, later);
  /** As it is lettered with the first reversal, which it had taken back. */
  const counting = factsOf(entryOf(second), last, {
    letterings: [
      {
        id: 90,
        version: 1,
        lines: [
          { line_id: 8_000, entry_id: 8, line_number: 1, amount: '-121.00' },
          { line_id: 9_000, entry_id: 9, line_number: 1, amount: '121.00' },
        ],
      },
    ],
  });
  const settled = (entry: PostedEntry, amount: string) => {
    const { lines, ...rest } = factsOf(entry, last);
    return { ...rest, lines: lines.map((one) => ({ ...one, settled: one.line_number === 1 ? amount : '0.00' })) };
  };
  const third = (entry: EntryFacts, reversal: EntryFacts) =>
    decided(
      reverse({
        facts: counting,
        earlier: { entry, reversal },
        entryId: 10,
        lineIds: [10_000, 10_001, 10_002],
        letteringIds: [100, 101],
      }),
      last,
    );
  const letteringsOf = (events: readonly DomainEvent[]) =>
    events.flatMap(({ type, data }) =>
      type === 'LinesLettered' ? (data['letterings'] as unknown as Lettering[]) : [],
    );

  it('and the first reversal settles its original again', () => {
    const made = letteringsOf(third(facts(), settled(entryOf(first), '-121.00')));
    expect(
      made.map(({ id, settled_on, lines }) => [id, settled_on, ...lines.map(({ line_id }) => line_id)]),
    ).to.deep.equal([
      [100, '2026-05-31', 9_000, 10_000],
      [101, posted.entry_date, 7_000, 8_000],
    ]);
    expect(made[1]).to.deep.include({
      origin: 'reversal',
      third_party_id: 5,
      lines: [
        { line_id: 7_000, entry_id: 7, line_number: 1, amount: '121.00' },
        { line_id: 8_000, entry_id: 8, line_number: 1, amount: '-121.00' },
      ],
    });
    expect(new Set(made.map(({ code }) => code)).size).to.equal(2);
  });

  it('but not what was settled otherwise meanwhile, in full or in part', () => {
    const open = settled(entryOf(first), '-121.00');
    expect(letteringsOf(third(settled(posted, '121.00'), open))).to.have.length(1);
    expect(letteringsOf(third(settled(posted, '0.01'), open))).to.have.length(1);
  });
});

describe('the date of a reversal', () => {
  const dateOf = (command: ReverseEntry, ...more: DomainEvent[]) =>
    entryOf(given(history, ...more).when(command).events).entry_date;

  it('is that of the original while its period is open, else today', () => {
    expect(dateOf(reverse())).to.equal('2026-03-15');
    expect(dateOf(reverse(), buildPeriodLocked(MARCH))).to.equal(TODAY);
    expect(dateOf(reverse({ today: '2027-02-01' }), yearAfter, yearClosed)).to.equal('2027-02-01');
  });

  it('can be any later one that is open: the original may stand in a closed year', () => {
    expect(dateOf(reverse({ entry_date: '2026-03-31' }))).to.equal('2026-03-31');
    const { events } = given(history, yearAfter, yearClosed).when(reverse({ entry_date: '2027-01-10' }));
    expect(entryOf(events)).to.include({ fiscal_year_code: '2027', number: 1, label: 'Extourne de VEN 2026/1' });
    expect(events[0]).to.have.nested.property('data.fiscal_year_code', '2026');
    expect(events[2]).to.have.nested.property('data.letterings[0].settled_on', '2027-01-10');
  });

  const lockedAt = (code: string) => ({
    ...refused('period_locked', { facts: { reason: code } }),
    problems: [{ code, field: 'entry_date' }],
  });

  it('in a locked period or a closed year is refused, and so is today when it is the default', () => {
    given(history, buildPeriodLocked(MARCH))
      .when(reverse({ entry_date: '2026-03-31' }))
      .then(lockedAt('period_locked'));
    given(history, yearAfter, yearClosed)
      .when(reverse({ entry_date: '2026-12-31' }))
      .then(lockedAt('fiscal_year_closed'));
    given(history, buildPeriodLocked(MARCH), buildPeriodLocked(10_010)).when(reverse()).then(lockedAt('period_locked'));
    given(history, yearAfter, yearClosed).when(reverse()).then(lockedAt('fiscal_year_closed'));
  });

  it('before the original is refused, and outside of the fiscal years', () => {
    given(history)
      .when(reverse({ entry_date: '2026-03-14' }))
      .then(refusedAt(['entry_date', 'reversal_before_entry']));
    given(history)
      .when(reverse({ entry_date: '2027-01-01' }))
      .then(refusedAt(['entry_date', 'date_outside_fiscal_years']));
    given(history)
      .when(reverse({ entry_date: '2025-12-31' }))
      .then(refusedAt(['entry_date', 'date_outside_fiscal_years'], ['entry_date', 'reversal_before_entry']));
    given(history, buildPeriodLocked(10_001))
      .when(reverse({ entry_date: '2026-02-01' }))
      .then({
        ...lockedAt('period_locked'),
        problems: [...lockedAt('period_locked').problems, { code: 'reversal_before_entry', field: 'entry_date' }],
      });
  });

  it('of an opening balance is its own, and no other', () => {
    const opening = facts({ layer: 'opening', origin: 'opening_balance' });
    expect(entryOf(given(history).when(reverse({ facts: opening })).events)).to.include({
      entry_date: '2026-03-15',
      layer: 'opening',
      origin: 'reversal',
    });
    given(history)
      .when(reverse({ facts: opening, entry_date: '2026-03-16' }))
      .then(refusedAt(['entry_date', 'opening_reversed_on_its_day']));
    given(history, buildPeriodLocked(MARCH))
      .when(reverse({ facts: opening }))
      .then(lockedAt('period_locked'));
  });
});

describe('a reversal is refused', () => {
  it('of what is reversed already', () => {
    const again = facts({ status: 'reversed', version: 2, reversed_by_entry_id: 8 });
    given(history)
      .when(reverse({ facts: again }))
      .then(refused('entry_already_reversed', { field: 'id', facts: { reversed_by_entry_id: 8 } }));
  });

  it('of what the closing of a year has posted, and of the reversal of an opening balance', () => {
    for (const origin of ['closing', 'opening', 'appropriation'] as const)
      given(history)
        .when(reverse({ facts: facts({ origin }) }))
        .then(refused('entry_not_reversible', { field: 'id' }));
    given(history)
      .when(reverse({ facts: facts({ origin: 'reversal', layer: 'opening', reversed_entry_id: 3 }) }))
      .then(refused('entry_not_reversible', { field: 'id' }));
  });

  it('of what took back the entry of a bank transaction: the transaction would be booked without its match', () => {
    const taken = facts({ origin: 'reversal', reversed_entry_id: 3 });
    given(history)
      .when(reverse({ facts: taken, restores: 'bank_transaction' }))
      .then(refused('reversal_of_bank_transaction', { field: 'id' }));
    const { events } = given(history).when(reverse({ facts: taken, restores: 'invoice' }));
    expect(entryOf(events).reversed_entry_id).to.equal(7);
  });

  it('when the client has seen another version', () => {
    given(history)
      .when(reverse({ facts: facts({ version: 3 }), baseVersion: 2 }))
      .then(refused('conflict', { facts: { server_version: 3 } }));
    const { events } = given(history).when(reverse({ facts: facts({ version: 3 }), baseVersion: 3 }));
    expect(events[0]).to.have.nested.property('data.version', 4);
  });

  it('in a company file in the recycle bin', () => {
    given(history, { type: 'CompanyFileTrashed', data: { version: 2 } })
      .when(reverse())
      .then(refused('not_found'));
  });
});

describe('what takes back several entries at once', () => {
  it('keeps origin and layer, and gives each its own number and letters when the state goes along', () => {
    const ids = { label: null, entry_date: '2026-03-15' };
    let file: CompanyFile = replay(history);
    const events = [8, 9].flatMap((entryId) => {
      const made = buildReversal(
        facts({ layer: 'closing' }),
        {
          ...ids,
          entryId,
          lineIds: [1, 2, 3].map((n) => entryId * 1_000 + n),
          letteringIds: [entryId * 10],
          origin: 'closing',
        },
        file,
      ) as readonly DomainEvent[];
      file = replay(made, file);
      return made;
    });
    const reversals = events.filter(({ type }) => type === 'EntryPosted');
    expect(reversals.map(({ data }) => [data['origin'], data['layer'], data['number']])).to.deep.equal([
      ['closing', 'closing', 2],
      ['closing', 'closing', 3],
    ]);
    const codes = events.flatMap(({ type, data }) =>
      type === 'LinesLettered' ? (data['letterings'] as { code: string }[] & never[]).map(({ code }) => code) : [],
    );
    expect(codes).to.deep.equal(['AAA', 'AAB']);
  });
});
