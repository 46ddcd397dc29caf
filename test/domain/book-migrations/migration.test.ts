import { expect } from 'chai';
import { companyFile } from '../../../domain/company-file.ts';
import type { MigratedEntry, MigratedLine } from '../../../domain/book-migrations/entries.ts';
import type { MadeEvent } from '../../../domain/book-migrations/abandon.ts';
import { previewBooks } from '../../../domain/book-migrations/preview.ts';
import { runAllSteps } from '../../../domain/steps.ts';
import { givenFor, refused } from '../../support/given.ts';
import { booksOf, YEAR } from '../fiscal-years/support.ts';

const given = givenFor(companyFile);
const START = {
  type: 'StartMigration',
  migration: {
    id: 5,
    format: 'fec',
    files: [{ name: 'a.txt', sha256: 'a', bytes: 9 }],
    first_entry_id: 900,
    first_line_id: 9_000,
    first_lettering_id: 90,
    lines_count: 2,
    entries_count: 1,
  },
} as const;
const step = { migrationId: 5, from: 0, to: 1 };

const line = (account: string, cents: number, changes: Partial<MigratedLine> = {}): MigratedLine => ({
  account,
  cents,
  party: null,
  label: 'Vente',
  reference: 'F1',
  dueDate: null,
  currency: null,
  ...changes,
});
const entry = (changes: Partial<MigratedEntry> = {}): MigratedEntry => ({
  id: 900,
  firstLineId: 9_000,
  journal: 'OD',
  date: '2026-03-04',
  isOpening: false,
  lines: [line('512000', 12_100), line('706000', -12_100, { label: 'Autre' })],
  ...changes,
});

describe('books of another program', () => {
  const books = booksOf('FR');
  const started = () => given(books.events, companyFile.decide(START, books.file) as never);

  it('come into an empty file alone', () => {
    given(books.events)
      .when(START)
      .then([{ type: 'MigrationStarted', data: START.migration }]);
    const used = books.post('2026-01-05', ['512000', '1.00', '0.00'], ['101000', '0.00', '1.00']);
    given(used.events).when(START).then(refused('migration_not_empty'));
    started()
      .when({ ...START, migration: { ...START.migration, id: 6 } })
      .then(refused('migration_exists'));
    started().when(START).then([]);
  });

  it('are alone in the file until they are all there', () => {
    const other = { type: 'LockPeriod', id: YEAR, periodId: YEAR, baseVersion: null } as const;
    started().when(other).then(refused('migration_running'));
    const counts = { entries_count: 0, lines_count: 0, letterings_count: 0, closed_years: 0 };
    const completed = given(books.events, [
      { type: 'MigrationStarted', data: START.migration },
      { type: 'MigrationCompleted', data: { id: 5, ...counts } },
    ]);
    expect(completed.when(other).events.map(({ type }) => type)).to.deep.equal(['PeriodLocked']);
    completed.when({ type: 'MigrateEntries', entries: [entry()], ...step }).then([]);
  });

  it('are posted once, with the numbers of the file and the words of the source', () => {
    const { state, when } = started();
    const { events } = when({ type: 'MigrateEntries', entries: [entry()], ...step });
    expect(events.map(({ type }) => type)).to.deep.equal(['EntryPosted', 'MigrationAdvanced']);
    expect(events[0]!.data).to.deep.include({
      origin: 'migration',
      number: 1,
      label: 'Vente',
      reference: 'F1',
      total: '121.00',
    });
    expect((events[0]!.data['lines'] as { label: string | null }[]).map(({ label }) => label)).to.deep.equal([
      null,
      'Autre',
    ]);
    const after = events.reduce(companyFile.evolve, state);
    expect(
      companyFile.decide({ type: 'MigrateEntries', entries: [entry()], ...step }, after),
      'a second time',
    ).to.deep.equal([]);
    const opening = when({
      type: 'MigrateEntries',
      entries: [entry({ isOpening: true, date: '2026-01-01' })],
      ...step,
    });
    expect(opening.decision).to.deep.equal([]);
  });

  it('are taken back when they cannot be completed: the file is empty, and takes other books', () => {
    const { state, when } = started();
    const { file } = books;
    const evolved = (before: typeof state, events: readonly { type: string; data: object }[]) =>
      events.reduce((now, event) => companyFile.evolve(now, event as never), before);
    const done = (now: typeof state, command: Parameters<typeof companyFile.decide>[0]) => {
      const events = companyFile.decide(command, now);
      if ('problems' in events) throw new Error(JSON.stringify(events));
      return events as readonly MadeEvent[];
    };
    const rows = [
      { line: 1, data: { code: 'C-1', name: 'Hôtel', type: 'customer' }, lookups: {} },
      { line: 2, data: { code: 'S-1', name: 'Usine', type: 'supplier' }, lookups: {} },
    ];
    const records = { type: 'MigrateRecords', part: 'third_parties', rows, ids: [70, 71], ...step, to: 2 } as const;
    const year = { id: 80, periodIds: Array.from({ length: 24 }, (_, index) => 800 + index) };
    const years = [{ ...year, starts_on: '2025-01-01', ends_on: '2025-12-31', period_length: 'month' }] as const;
    const made = [
      ...done(state, records),
      ...done(state, { type: 'MigrateYears', years, ...step }),
      ...when({ type: 'MigrateEntries', entries: [entry()], ...step }).events,
    ] as readonly MadeEvent[];
    const half = evolved(state, made);
    expect([half.fiscalYears.length, half.ledger.lastNumbers.size]).to.deep.equal([file.fiscalYears.length + 1, 1]);

    const entries = [{ first: 900, count: 1 }];
    const drop = { type: 'DropMigratedBooks', migrationId: 5, entries, letterings: [] } as const;
    const back = { type: 'TakeMigratedBack', migrationId: 5, events: made.toReversed() } as const;
    expect(companyFile.decide(back, half), 'not before the entries are gone').to.deep.equal(refused('not_found'));
    expect(done(half, drop)).to.deep.equal([
      { type: 'MigratedBooksDropped', data: { id: 5, entries, letterings: [] } },
    ]);
    const many = [
      { first: 1, count: 9_999 },
      { first: 20_000, count: 20_000 },
    ];
    const large = done(half, { ...drop, entries: many }) as readonly { data: unknown }[];
    expect(large.map(({ data }) => (data as { entries: unknown }).entries)).to.deep.equal([
      [
        { first: 1, count: 9_999 },
        { first: 20_000, count: 1 },
      ],
      [{ first: 20_001, count: 10_000 }],
      [{ first: 30_001, count: 9_999 }],
    ]);
    const dropped = evolved(half, done(half, drop));
    expect(done(dropped, drop), 'once').to.deep.equal([]);
    expect(done(dropped, { type: 'MigrateEntries', entries: [entry()], ...step }), 'nothing more comes').to.deep.equal(
      [],
    );
    const taken = done(dropped, back);
    expect(taken.map(({ type }) => type)).to.deep.equal(['FiscalYearDeleted', 'RecordTrashed', 'RecordTrashed']);
    const empty = evolved(dropped, taken);
    expect(done(empty, back), 'once').to.deep.equal([]);
    const lock = { type: 'LockPeriod', id: YEAR, periodId: YEAR, baseVersion: null } as const;
    expect(companyFile.decide(lock, empty)).to.deep.equal(refused('migration_running'));
    const free = evolved(empty, done(empty, { type: 'AbandonMigration', migrationId: 5 }));
    expect(free.fiscalYears).to.deep.equal(file.fiscalYears);
    expect(free.ledger).to.deep.equal(file.ledger);
    const again = { ...START, migration: { ...START.migration, id: 6 } };
    expect(done(free, again).map(({ type }) => type)).to.deep.equal(['MigrationStarted']);
    expect(done(free, lock).map(({ type }) => type)).to.deep.equal(['PeriodLocked']);
  });

  it('are lettered as they were', () => {
    const lines = [
      { lineId: 9_000, entryId: 900, number: 1, cents: 500, currency: { code: 'USD', cents: 550 } },
      { lineId: 9_003, entryId: 901, number: 2, cents: -500, currency: { code: 'USD', cents: -550 } },
    ];
    const lettering = { id: 90, account: '411000', party: null, settledOn: '2026-03-04', lines };
    const { events } = started().when({ type: 'MigrateLetterings', letterings: [lettering], ...step });
    expect((events[0]!.data['letterings'] as { code: string; origin: string }[])[0]).to.deep.include({
      code: 'AAA',
      origin: 'migration',
      currency: 'USD',
      lines: [
        { line_id: 9_000, entry_id: 900, line_number: 1, amount: '5.00', currency_amount: '5.50' },
        { line_id: 9_003, entry_id: 901, line_number: 2, amount: '-5.00', currency_amount: '-5.50' },
      ],
    });
    const unbalanced = { ...lettering, lines: [lines[0]!, { ...lines[1]!, cents: -400 }] };
    expect(() => started().when({ type: 'MigrateLetterings', letterings: [unbalanced], ...step })).to.throw(
      'does not balance',
    );
  });

  describe('as they are previewed', () => {
    const years = [
      { starts_on: '2025-01-01', ends_on: '2025-12-31' },
      { starts_on: '2026-01-01', ends_on: '2026-12-31' },
    ];
    const balance = (year_no: number, account: string, opening: number, movement: number) => ({
      year_no,
      account,
      opening,
      movement,
    });
    const first = [balance(0, '512000', 1_000, 500), balance(0, '101000', -1_000, 0), balance(0, '706000', 0, -500)];
    const preview = (second: readonly ReturnType<typeof balance>[]) =>
      runAllSteps(
        previewBooks(
          {
            accounts: [],
            journals: [],
            third_parties: [],
            years,
            firstYear: 0,
            lastYear: 1,
            today: '2026-06-01',
            balances: [...first, ...second],
            opened: new Set(second.some(({ opening }) => opening !== 0) ? [0, 1] : [0]),
          },
          books.file,
        ),
      );
    const codes = ({ problems }: ReturnType<typeof preview>) =>
      problems.map(({ severity, code }) => `${severity} ${code}`);

    it('open a year with what the year before leaves', () => {
      const found = preview([
        balance(1, '512000', 1_500, 0),
        balance(1, '101000', -1_000, 0),
        balance(1, '120000', -500, 0),
      ]);
      expect(codes(found)).to.deep.equal([]);
      expect(found.ends.filter(({ year_no }) => year_no === 1)).to.deep.equal([
        { year_no: 1, account: '512000', balance: '15.00' },
        { year_no: 1, account: '101000', balance: '-10.00' },
        { year_no: 1, account: '120000', balance: '-5.00' },
      ]);
    });

    it('may put the result elsewhere among equity', () => {
      const found = preview([balance(1, '512000', 1_500, 0), balance(1, '101000', -1_500, 0)]);
      expect(codes(found)).to.deep.equal(['warning migration_opening_moved']);
    });

    it('do not fit when another account opens with something else', () => {
      const found = preview([balance(1, '512000', 1_400, 0), balance(1, '101000', -1_400, 0)]);
      expect(codes(found)).to.deep.equal(['error migration_opening_differs']);
      expect(found.problems[0]!.params).to.deep.equal({
        account: '512000',
        date: '2026-01-01',
        source: '14.00',
        carried: '15.00',
      });
    });

    it('need no opening of a later year', () => {
      const found = preview([balance(1, '512000', 0, -100), balance(1, '606100', 0, 100)]);
      expect(codes(found)).to.deep.equal(['warning migration_opening_missing']);
      expect(found.ends.find(({ year_no, account }) => year_no === 1 && account === '512000')!.balance).to.equal(
        '14.00',
      );
    });
  });
});
