import { getRecords } from '../../domain/records/state.ts';
import { journals } from '../../domain/journals/journal.ts';
import { expect } from 'chai';
import type { CompanyFileCommand } from '../../domain/company-file.ts';
import type { DomainEvent } from '../../domain/event.ts';
import type { PostedEntry } from '../../domain/ledger/entry-events.ts';
import { buildPostedEntry } from '../../domain/ledger/posting.ts';
import { findPlace } from '../../domain/ledger/place.ts';
import { BEGINNING, type RecordedEvent } from '../../eventlog/port.ts';
import { factsOf } from '../domain/ledger/facts.ts';
import { rejection } from '../eventlog/contract/support.ts';
import {
  findAccountId,
  buildCreateRecord,
  decided,
  findJournalId,
  buildLine,
  openCompany,
  buildPostEntry,
  replay,
} from '../support/company-file-samples.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { continueProjecting, dump, freshTables, recorded } from './support.ts';

/**
 * A year in a company file, with all that happens to entries once they are posted: an invoice is paid, both are lettered,
 * the invoice is amended and reversed, the year is closed and opened again.
 */
function yearOfEntries(): RecordedEvent[] {
  let file = replay([]);
  const facts: DomainEvent[] = [];
  const add = (events: readonly DomainEvent[]): readonly DomainEvent[] => {
    file = replay(events, file);
    facts.push(...events);
    return events;
  };
  const command = (requested: CompanyFileCommand) => add(decided(requested, file));
  const entry = (entryId: number, side: 'debit' | 'credit', counterpart: string): PostedEntry => {
    const [debit, credit] = side === 'debit' ? ['121.00', '0.00'] : ['0.00', '121.00'];
    const lines = [buildLine('400000', debit, credit, { third_party_id: 5 }), buildLine(counterpart, credit, debit)];
    return command(buildPostEntry({ entryId, lines }))[0]!.data as unknown as PostedEntry;
  };

  command(openCompany({ companyId: 1 }));
  command(buildCreateRecord('third-parties', 5, { type: 'customer', name: 'Peeters' }));
  const [invoice, payment] = [entry(1, 'debit', '700000'), entry(2, 'credit', '570000')];
  const lines = [
    { line_id: invoice.lines[0]!.id, entry_id: 1, line_number: 1, amount: '100.00' },
    { line_id: payment.lines[0]!.id, entry_id: 2, line_number: 1, amount: '-100.00' },
  ];
  const lettering = {
    id: 1,
    code: 'AAA',
    account_id: findAccountId('400000'),
    third_party_id: 5,
    settled_on: '2026-03-15',
  };
  add([{ type: 'LinesLettered', data: { letterings: [{ ...lettering, origin: 'manual', lines }] } }]);
  const amended = { label: 'Armoire', due_date: '2026-05-01' };
  command({ type: 'AmendEntry', facts: factsOf(invoice, file), changes: amended, baseVersion: null });
  command({
    type: 'ReverseEntry',
    facts: factsOf(invoice, file, { version: 2, letterings: [{ id: 1, version: 1, lines }], ...amended }),
    entryId: 3,
    lineIds: [3_000, 3_001],
    letteringIds: [2],
    entry_date: '2026-04-01',
    label: null,
    today: '2026-11-15',
    baseVersion: 2,
  });
  command({
    type: 'OpenFiscalYear',
    id: 2,
    periodIds: Array.from({ length: 12 }, (_, index) => index + 1),
    requested: { code: null, starts_on: '2027-01-01', ends_on: '2027-12-31' },
  });
  const opening = buildPostedEntry(
    {
      id: 4,
      journal_id: findJournalId('OD'),
      entry_date: '2027-01-01',
      due_date: null,
      label: 'À-nouveaux',
      reference: null,
      origin: 'opening',
      layer: 'carried',
      lines: payment.lines.map((each, index) => ({ ...each, id: 4_000 + index, third_party_id: null })),
    },
    getRecords(file.records, journals).byId.get(findJournalId('OD'))!,
    findPlace(file.fiscalYears, '2027-01-01')!,
    file,
  );
  add([
    opening,
    {
      type: 'FiscalYearClosed',
      data: { id: 10_000, version: 2, next_fiscal_year_id: 2, result: '0.00', opening_entry_id: 4 },
    },
    { type: 'FiscalYearReopened', data: { id: 10_000, version: 3 } },
  ]);
  return recorded(facts.map((fact) => ({ stream: 'company-1', fact })));
}

describe('the projection of what happens to entries', function () {
  this.timeout(20_000);
  const events = yearOfEntries();
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database.drop());

  const rows = async <Row extends object>(sql: string): Promise<Row[]> => (await database.pool.query<Row>(sql)).rows;
  const everything = async () => ({
    ...(await dump(database.pool)),
    outbox: await rows(
      'SELECT event_id, firm_id, company_id, event, data, created_at FROM ops.outbox ORDER BY event_id',
    ),
  });

  it('knows every kind of it', () => {
    expect(new Set(events.map(({ type }) => type))).to.include.all.keys(
      'EntryPosted',
      'EntryAmended',
      'EntryReversed',
      'LinesLettered',
      'LinesUnlettered',
      'FiscalYearClosed',
      'FiscalYearReopened',
    );
  });

  it('makes the rows that the events tell of', async () => {
    const { inSteps } = await freshTables(database.pool);
    await inSteps(events, events.length);
    expect(
      await rows(
        'SELECT id, status, label, version, layer, reversed_entry_id AS of, reversed_by_entry_id AS by FROM read.entries ORDER BY id',
      ),
    ).to.deep.equal([
      { id: 1, status: 'reversed', label: 'Armoire', version: 3, layer: 'movement', of: null, by: 3 },
      { id: 2, status: 'posted', label: 'Fournitures', version: 1, layer: 'movement', of: null, by: null },
      { id: 3, status: 'posted', label: 'Extourne de OD 2026/1', version: 1, layer: 'movement', of: 1, by: null },
      { id: 4, status: 'posted', label: 'À-nouveaux', version: 1, layer: 'carried', of: null, by: null },
    ]);
    expect(await rows('SELECT entry_id, settled FROM read.entry_lines WHERE line_number = 1 ORDER BY 1')).to.deep.equal(
      [
        { entry_id: 1, settled: '121.00' },
        { entry_id: 2, settled: '0.00' },
        { entry_id: 3, settled: '-121.00' },
        { entry_id: 4, settled: '-121.00' },
      ],
    );
    expect(
      await rows('SELECT id, version, deleted_at IS NULL AS stands, settled_on FROM read.letterings ORDER BY id'),
    ).to.deep.equal([
      { id: 1, version: 2, stands: false, settled_on: '2026-03-15' },
      { id: 2, version: 1, stands: true, settled_on: '2026-04-01' },
    ]);
    const reported = await rows<{ event: string }>('SELECT event FROM ops.outbox ORDER BY event_id');
    expect(reported.map(({ event }) => event).filter((event) => !event.startsWith('company'))).to.deep.equal([
      'third_party.created',
      'entry.posted',
      'entry.posted',
      'lettering.changed',
      'lettering.changed',
      'entry.reversed',
      'entry.posted',
      'lettering.changed',
      'entry.posted',
      'fiscal_year.closed',
    ]);
  });

  const takenAtOnce = async () => {
    const { inSteps } = await freshTables(database.pool);
    await inSteps(events, events.length);
    return everything();
  };

  it('makes the same rows one by one, all at once, and when it starts anew between any two', async () => {
    const atOnce = await takenAtOnce();
    await (await freshTables(database.pool)).inSteps(events, 1);
    expect(await everything()).to.deep.equal(atOnce);
    await freshTables(database.pool);
    let position = BEGINNING;
    for (const event of events)
      position = await (await continueProjecting(database.pool)).inSteps([event], 1, position);
    expect(await everything()).to.deep.equal(atOnce);
  });

  it('does not take any of them twice, by the same projector or by one that starts anew', async () => {
    const atOnce = await takenAtOnce();
    const { inSteps, projector } = await freshTables(database.pool);
    let position = BEGINNING;
    for (const event of events) {
      const before = position;
      position = await inSteps([event], 1, position);
      expect(await rejection(projector.project([event], before)), event.type).to.be.an('error');
      const again = await continueProjecting(database.pool);
      expect(await rejection(again.projector.project([event], before)), event.type).to.be.an('error');
    }
    expect(await everything()).to.deep.equal(atOnce);
  });
});
