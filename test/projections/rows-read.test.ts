import { expect } from 'chai';
import type pg from 'pg';
import { getRecordTable } from '../../projections/records/tables.ts';
import { fiscalYears } from '../../projections/fiscal-years/tables.ts';
import { findEntries } from '../../projections/ledger/entry-list.ts';
import { entries, entryLines } from '../../projections/ledger/tables.ts';
import { vatPartySums } from '../../projections/ledger/vat-party-sums.ts';
import { readControlFacts } from '../../projections/vat-declarations/control.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { countRowsRead, fillTable } from '../support/rows-read.ts';

const COMPANY = '1';
const ENTRIES = 6_000;
/** One entry in so many is wrong. */
const RARE = 1_000;
const DAYS = 60;
const DAY = `date '2026-04-01' + (n % ${DAYS})`;
const isWrong = `n % ${RARE} = 0`;

describe('Rows that are read', function () {
  this.timeout(30_000);
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase('tables');
  });
  after(() => database.drop());

  describe('by the VAT control of a period with many entries', () => {
    before('sales at 21 %, some of them taxed at 6 %, and some lines without a code', async () => {
      const { pool } = database;
      const inCompany = { company_id: COMPANY, id: 'n' };
      await fillTable(pool, getRecordTable('accounts'), 2, {
        ...inCompany,
        number: `CASE n WHEN 1 THEN '700000' ELSE '451000' END`,
        type: `CASE n WHEN 1 THEN 'income' ELSE 'liability' END`,
      });
      await fillTable(pool, getRecordTable('journals'), 1, { ...inCompany, type: `'sale'` });
      await fillTable(pool, getRecordTable('third-parties'), 1, { ...inCompany, type: `'customer'` });
      await fillTable(pool, getRecordTable('vat-codes'), 1, {
        ...inCompany,
        direction: `'sale'`,
        kind: `'standard'`,
        rate: '21',
      });
      const tax = `CASE WHEN ${isWrong} THEN 60 ELSE 210 END`;
      const posted = { company_id: COMPANY, journal_id: '1', entry_date: DAY, layer: `'movement'` };
      await fillTable(pool, entries, ENTRIES, {
        ...posted,
        id: 'n',
        status: `'posted'`,
        origin: `'invoice'`,
        third_party_id: '1',
        vat: `jsonb_build_array(jsonb_build_object('vat_code_id', 1, 'base', '1000.00', 'due', (${tax})::text,
          'deductible', '0.00', 'non_deductible', '0.00', 'boxes', jsonb_build_array()))`,
      });
      const line = { ...posted, entry_id: 'n', vat_code_id: `CASE WHEN ${isWrong} THEN NULL ELSE 1 END` };
      await fillTable(pool, entryLines, ENTRIES, {
        ...line,
        line_number: '1',
        id: 'n',
        account_id: '1',
        credit: '1000.00',
      });
      await fillTable(pool, entryLines, ENTRIES, {
        ...line,
        line_number: '2',
        id: `n + ${ENTRIES}`,
        account_id: '2',
        credit: tax,
      });
      await pool.query(`INSERT INTO read.vat_party_sums SELECT company_id, entry_date, third_party_id, 1,
          CASE WHEN vat @> '[{"due": "60"}]' THEN 'due 6' ELSE 'due 21' END, sum(1000), 0
        FROM read.entries GROUP BY 1, 2, 3, 4, 5`);
      await pool.query(`VACUUM (ANALYZE) read.${vatPartySums.name}, read.entries, read.entry_lines`);
    });

    it('are the sums, the days with another rate and the lines without a code', async () => {
      const counter = countRowsRead(database.pool);
      const facts = await readControlFacts(counter.db, {
        companyId: 1,
        from: '2026-04-01',
        to: '2026-06-30',
        country: 'BE',
        taxAccounts: [2],
        seldomDeducted: ['241'],
        hasProRata: false,
      });
      const wrong = Array.from({ length: ENTRIES / RARE }, (_, index) => (index + 1) * RARE);
      expect(facts.wrongRates).to.deep.equal({ count: wrong.length, amount: '-900.00', ids: wrong });
      expect(facts.uncodedTax).to.deep.equal({ count: wrong.length, amount: '360.00', ids: wrong });
      expect(facts.uncodedTurnover).to.include({ count: wrong.length, amount: '6000.00' });
      // Of two accounts: each line without a code, and its neighbour in the entry.
      expect(counter.countRows('entry_lines')).to.be.at.most(4 * wrong.length);
      expect(counter.countIndexEntries('entry_lines')).to.be.at.most(3 * ENTRIES);
      // Numbers of sales are read for gaps; else the entries of three days, and those of lines without a code.
      const daysWithWrong = new Set(wrong.map((id) => id % DAYS)).size;
      const read = counter.countRows('entries') - ENTRIES;
      expect(read).to.be.at.most((daysWithWrong * ENTRIES) / DAYS + 4 * wrong.length);
    });
  });

  describe('by the entries of an account in a journal', () => {
    const PERIODS = 12;
    /** One line of the account in so many is in the second journal. */
    const SELDOM = 500;
    const JOURNAL = `CASE WHEN n % ${SELDOM} = 0 THEN 2 ELSE 1 END`;
    const inYear = `date '2026-01-01' + (n * 360 / ${ENTRIES})::integer`;

    before('a year of entries', async () => {
      const { pool } = database;
      await fillTable(pool, fiscalYears, 1, {
        company_id: '2',
        id: '1',
        periods: `(SELECT jsonb_agg(jsonb_build_object('id', m, 'starts_on', make_date(2026, m, 1),
          'ends_on', (make_date(2026, m, 1) + interval '1 month - 1 day')::date)) FROM generate_series(1, ${PERIODS}) m)`,
      });
      const posted = { company_id: '2', journal_id: JOURNAL, entry_date: inYear, layer: `'movement'` };
      await fillTable(pool, entries, ENTRIES, { ...posted, id: 'n', status: `'posted'` });
      await fillTable(pool, entryLines, ENTRIES, {
        ...posted,
        entry_id: 'n',
        line_number: '1',
        id: 'n',
        account_id: '1',
      });
      await pool.query(`INSERT INTO read.balances
        SELECT 2, 1, extract(month FROM entry_date), 'movement', '2026-01-01', journal_id, 1, 0, 0, count(*), count(*)
        FROM read.entry_lines WHERE company_id = 2 GROUP BY 3, 6`);
      await pool.query('VACUUM (ANALYZE) read.entries, read.entry_lines, read.balances');
    });

    for (const { journal_id, page } of [
      { journal_id: 1, page: 1 },
      { journal_id: 1, page: 60 },
      { journal_id: 2, page: 1 },
    ])
      it(`are those of the page, on page ${page} of journal ${journal_id}`, async () => {
        const counter = countRowsRead(database.pool);
        const found = await findEntries(
          counter.db as pg.Pool,
          2,
          { account_id: 1, journal_id, status: 'posted' },
          { page, perPage: 5 },
        );
        const seldom = ENTRIES / SELDOM;
        expect(found.total).to.equal(journal_id === 2 ? seldom : ENTRIES - seldom);
        expect(found.ids).to.have.length(5);
        // Of two periods at the most, or of those that have any in the seldom journal.
        const read = counter.countRows('entry_lines') + counter.countIndexEntries('entry_lines');
        expect(read).to.be.at.most((journal_id === 2 ? 6 : 2) * (ENTRIES / PERIODS) + PERIODS);
        expect(counter.countRows('entries')).to.equal(0);
      });
  });
});
