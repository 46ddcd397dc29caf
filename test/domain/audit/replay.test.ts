import { expect } from 'chai';
import { openReplay, type Replay } from '../../../domain/audit/replay.ts';
import type { CompanyFileEvent } from '../../../domain/company-file.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import type { PostedEntry } from '../../../domain/ledger/entry-events.ts';
import {
  buildCreateRecord,
  decided,
  findJournalId,
  buildLine,
  openedEvents,
  openedFile,
  buildPostEntry,
  replay as evolved,
} from '../../support/company-file-samples.ts';

const customer = decided(buildCreateRecord('third-parties', 5, { type: 'customer', name: 'Peeters' }), openedFile);
const withCustomer = evolved(customer, openedFile);
const sale = decided(
  buildPostEntry({
    entryId: 7,
    journal_id: findJournalId('VEN'),
    lines: [buildLine('400000', '121.00', '0.00', { third_party_id: 5 }), buildLine('700000', '0.00', '121.00')],
  }),
  withCustomer,
);
const posted = sale[0]!.data as PostedEntry;
const before = [...openedEvents, ...customer];

const opposite: PostedEntry = {
  ...posted,
  id: 8,
  number: 2,
  origin: 'reversal',
  reversed_entry_id: 7,
  lines: posted.lines.map((one, index) => ({ ...one, id: 900 + index, debit: one.credit, credit: one.debit })),
};
const reversed = { id: 7, version: 2, reversed_by_entry_id: 8, journal_code: 'VEN', fiscal_year_code: '2026' };
const lettering = {
  id: 60,
  code: 'AAA',
  account_id: posted.lines[0]!.account_id,
  third_party_id: 5,
  settled_on: posted.entry_date,
  origin: 'manual',
  lines: [
    { line_id: posted.lines[0]!.id, entry_id: 7, line_number: 1, amount: '121.00' },
    { line_id: 900, entry_id: 8, line_number: 1, amount: '-121.00' },
  ],
} as const;

/** What the audit says of the last of these events; those before it are consistent. */
function verdictOn(...events: readonly DomainEvent[]): string | null {
  const { replay, last } = read(events);
  return last ?? replay.findUnfinished();
}

function read(events: readonly DomainEvent[]): { replay: Replay; last: string | null } {
  const replay = openReplay();
  let last: string | null = null;
  for (const [index, event] of events.entries()) {
    last = replay.applyNext(event as CompanyFileEvent);
    if (index < events.length - 1) expect(last, `event ${index}`).to.equal(null);
  }
  return { replay, last };
}

const entry = (changes: Partial<PostedEntry>): DomainEvent => ({
  type: 'EntryPosted',
  data: { ...posted, ...changes },
});
const event = (type: string, data: DomainEvent['data']): DomainEvent => ({ type, data });

describe('The audit of a company file', () => {
  it('makes the trial balance of the events alone', () => {
    const { replay } = read([...before, ...sale]);
    const { company, accounts, totals, entries } = replay.computeTrialBalance();
    expect(company).to.deep.include({ name: 'Menuiserie Dupont', currency: 'EUR' });
    expect(accounts.map(({ number, debit, credit, balance }) => [number, debit, credit, balance])).to.deep.equal([
      ['400000', '121.00', '0.00', '121.00'],
      ['700000', '0.00', '121.00', '-121.00'],
    ]);
    expect([entries, totals]).to.deep.equal([
      1,
      { debit: '121.00', credit: '121.00', debit_balance: '121.00', credit_balance: '121.00' },
    ]);
  });

  it('finds nothing in what commands have recorded', () => {
    expect(verdictOn(...before, ...sale, event('EntryReversed', reversed), event('EntryPosted', opposite))).to.equal(
      null,
    );
    expect(
      verdictOn(
        ...[...before, ...sale, event('EntryReversed', reversed), event('EntryPosted', opposite)],
        event('LinesLettered', { letterings: [lettering] }),
        // In whatever order its lines are named.
        event('LinesUnlettered', { letterings: [{ id: 60, version: 2, lines: lettering.lines.toReversed() }] }),
        event('LinesLettered', { letterings: [{ ...lettering, id: 61, code: 'AAB' }] }),
      ),
    ).to.equal(null);
  });

  const [debit, credit] = posted.lines as [PostedEntry['lines'][number], PostedEntry['lines'][number]];
  const contradictions: Readonly<Record<string, readonly [RegExp, ...DomainEvent[]]>> = {
    'an entry that does not balance': [/does not balance/, entry({ lines: [{ ...debit, debit: '120.00' }, credit] })],
    'a total that is not that of the lines': [/has a total of 120\.00/, entry({ total: '120.00' })],
    'a number that leaves a gap': [/number where 1 comes next/, entry({ number: 2 })],
    'a number that was given before': [/number where 2 comes next/, ...sale, entry({ id: 9 })],
    'a day outside of its period': [/is in the period from/, entry({ entry_date: '2026-12-31' })],
    'a period that does not exist': [/period that does not exist/, entry({ period_id: 1 })],
    'an account that does not exist': [/names account 1,/, entry({ lines: [{ ...debit, account_id: 1 }, credit] })],
    'a third party that does not exist': [
      /names third party 6,/,
      entry({ lines: [{ ...debit, third_party_id: 6 }, credit] }),
    ],
    'a journal that does not exist': [/in journal 1,/, entry({ journal_id: 1 })],
    'an entry that was posted twice': [/has the id 7 of another/, ...sale, entry({ number: 2 })],
    'a reversal of nothing': [/reverses entry 99, which does not exist/, entry({ reversed_entry_id: 99 })],
    'a reversal that does something else': [
      /is not the opposite/,
      ...[...sale, event('EntryReversed', reversed)],
      event('EntryPosted', {
        ...opposite,
        lines: [{ ...opposite.lines[0]!, account_id: credit.account_id }, opposite.lines[1]!],
      }),
    ],
    'a reversal that never comes': [/that reverses entry 7 is missing/, ...sale, event('EntryReversed', reversed)],
    'an entry that is reversed twice': [
      /was reversed before/,
      ...[...sale, event('EntryReversed', reversed), event('EntryPosted', opposite)],
      event('EntryReversed', { ...reversed, version: 3 }),
    ],
    'a change of another label than it was': [
      /had another label than the event says/,
      ...sale,
      event('EntryAmended', { id: 7, version: 2, changes: { label: 'A' }, previous: { label: 'never' } }),
    ],
    'a change that is missing': [
      /goes from version 1 to 3: a change is missing/,
      ...sale,
      event('EntryAmended', { id: 7, version: 3, changes: { label: 'A' }, previous: {} }),
    ],
    'a record that changes before it is there': [
      /third-parties 6 does not exist/,
      event('RecordUpdated', { resource: 'third-parties', id: 6, version: 2, changes: {}, previous: {} }),
    ],
    'a record whose earlier value was another': [
      /third-parties 5 had another name/,
      event('RecordUpdated', {
        resource: 'third-parties',
        id: 5,
        version: 2,
        changes: { name: 'X' },
        previous: { name: 'Y' },
      }),
    ],
    'a record that is created twice': [/third-parties 5 was created before/, ...customer],
    'a lettering that does not balance': [
      /lettering AAA does not balance/,
      ...sale,
      event('LinesLettered', { letterings: [{ ...lettering, lines: [lettering.lines[0], lettering.lines[0]] }] }),
    ],
    'a lettering of more than there is': [
      /settles 242\.00 of line/,
      ...[...sale, event('EntryReversed', reversed), event('EntryPosted', opposite)],
      event('LinesLettered', {
        letterings: [
          { ...lettering, lines: lettering.lines.map((one) => ({ ...one, amount: one.amount.replace('121', '242') })) },
        ],
      }),
    ],
    'a lettering that is undone twice': [
      /was undone before/,
      ...[...sale, event('EntryReversed', reversed), event('EntryPosted', opposite)],
      event('LinesLettered', { letterings: [lettering] }),
      event('LinesUnlettered', { letterings: [{ id: 60, version: 2, lines: lettering.lines }] }),
      event('LinesUnlettered', { letterings: [{ id: 60, version: 3, lines: lettering.lines }] }),
    ],
    'a file that is opened twice': [/was opened before/, openedEvents[0]!],
  };
  for (const [what, [words, ...events]] of Object.entries(contradictions))
    it(`names ${what}`, () => expect(verdictOn(...before, ...events)).to.match(words));

  it('names a log whose beginning is missing', () => {
    expect(openReplay().applyNext(openedEvents[1] as CompanyFileEvent)).to.match(/does not begin with the opening/);
  });
});
