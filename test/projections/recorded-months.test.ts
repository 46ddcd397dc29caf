import { expect } from 'chai';
import type { CompanyFileCommand } from '../../domain/company-file.ts';
import { createPastPool } from '../../projections/engine/known-at.ts';
import {
  buildLine,
  buildPostEntry,
  decided,
  findJournalId,
  openCompany,
  replay,
} from '../support/company-file-samples.ts';
import { BY_DATE } from '../../projections/ledger/past-months.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { freshTables, recorded, type StreamFact } from './support.ts';

const DAY_MS = 86_400_000;
const ENTRIES = 40;

/** The moment at which an entry is recorded: one every three days, so in each of five months several. */
const toMoment = (index: number): string => new Date(Date.UTC(2026, 6, 2) + index * 3 * DAY_MS).toISOString();

/** Entries in two journals and two fiscal years, with a date long before, shortly before or after they are recorded. */
function recordFiveMonths(): StreamFact[] {
  let file = replay([]);
  const facts: StreamFact[] = [];
  const add = (command: CompanyFileCommand, moment: string): void => {
    const events = decided(command, file);
    file = replay(events, file);
    for (const fact of events) facts.push({ stream: 'company-1', fact, metadata: { recorded_at: moment } });
  };
  add(openCompany({ companyId: 1 }), '2026-07-01T08:00:00.000Z');
  const next = { code: null, starts_on: '2027-01-01', ends_on: '2027-12-31' };
  const periodIds = Array.from({ length: 12 }, (_, index) => 500 + index);
  add({ type: 'OpenFiscalYear', id: 2, periodIds, requested: next }, '2026-07-01T09:00:00.000Z');
  for (let index = 0; index < ENTRIES; index += 1) {
    const month = ((index * 5) % 12) + 1;
    const year = index % 4 === 3 ? 2027 : 2026;
    const journal_id = findJournalId(index % 3 === 0 ? 'ACH' : 'OD');
    const entry_date = `${year}-${String(month).padStart(2, '0')}-15`;
    const lines = [
      buildLine('612400', `${index + 1}.10`, '0.00'),
      buildLine('612400', '1.00', '0.00'),
      buildLine('570000', '0.00', `${index + 2}.10`),
    ];
    add(buildPostEntry({ entryId: 100 + index, journal_id, entry_date, lines }), toMoment(index));
  }
  return facts;
}

describe('what is kept by month of recording', function () {
  this.timeout(20_000);
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
    const events = recorded(recordFiveMonths());
    await (await freshTables(database.pool)).inSteps(events, 7);
  });
  after(() => database.drop());

  /** Of the moment of an entry, the millisecond before it, and the first and the last moment of each month. */
  const moments = [
    '2026-06-30T12:00:00.000Z',
    ...Array.from({ length: ENTRIES }, (_, index) => toMoment(index)),
    ...Array.from({ length: ENTRIES }, (_, index) => new Date(Date.parse(toMoment(index)) - 1).toISOString()),
    ...['08', '09', '10', '11'].flatMap((month) => [
      `2026-${month}-01T00:00:00.000Z`,
      new Date(Date.parse(`2026-${month}-01T00:00:00.000Z`) - 1).toISOString(),
    ]),
    '2026-12-31T23:59:59.999Z',
  ];

  const cases = {
    'the counters of journals': {
      derived: `SELECT journal_id, fiscal_year_id, max(last_number) AS last_number, sum(entries_count)::integer AS entries
        FROM read.journal_counters WHERE company_id = 1 GROUP BY 1, 2 ORDER BY 1, 2`,
      counted: `SELECT journal_id, fiscal_year_id, max(number) AS last_number, count(*)::integer AS entries
        FROM read.entries WHERE company_id = 1 AND created_at <= $1 GROUP BY 1, 2 ORDER BY 1, 2`,
    },
    'the balances of accounts': {
      derived: `SELECT account_id, journal_id, period_id, sum(debit) AS debit, sum(credit) AS credit,
          sum(lines_count)::integer AS lines, sum(entries_count)::integer AS entries
        FROM read.balances WHERE company_id = 1 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
      counted: `SELECT l.account_id, l.journal_id, e.period_id, sum(l.debit) AS debit, sum(l.credit) AS credit,
          count(*)::integer AS lines, count(DISTINCT e.id)::integer AS entries
        FROM read.entry_lines l JOIN read.entries e ON e.id = l.entry_id
        WHERE l.company_id = 1 AND e.created_at <= $1 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    },
    'the newest entries': {
      derived: `SELECT ${BY_DATE}.id FROM (SELECT e.id FROM read.entries e WHERE e.company_id = 1
        ORDER BY e.entry_date DESC, e.id DESC LIMIT 4) AS ${BY_DATE}`,
      counted: `SELECT id FROM read.entries WHERE company_id = 1 AND created_at <= $1 ORDER BY entry_date DESC, id DESC LIMIT 4`,
    },
  };
  for (const [what, { derived, counted }] of Object.entries(cases))
    it(`gives ${what} of any moment`, async () => {
      const seen = new Set<string>();
      for (const moment of moments) {
        const { rows } = await createPastPool(database.pool, 1, moment).query<object>(derived);
        expect(rows, moment).to.deep.equal((await database.pool.query<object>(counted, [moment])).rows);
        seen.add(JSON.stringify(rows));
      }
      expect(seen.size, 'moments that differ').to.be.greaterThan(8);
      expect((await database.pool.query<object>(derived)).rows, 'now').to.deep.equal(
        (await database.pool.query<object>(counted, ['2030-01-01'])).rows,
      );
    });
});
