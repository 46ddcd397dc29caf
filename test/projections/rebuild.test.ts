import { expect } from 'chai';
import type pg from 'pg';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { rebuildCompanyFile } from '../../projections/engine/rebuild-file.ts';
import { rebuildReadTables } from '../../projections/engine/rebuild.ts';
import { LIVE, readStanding } from '../../projections/engine/schema.ts';
import { verifyReadTables } from '../../projections/engine/verify.ts';
import { readFeedHead } from '../../projections/sync/queries.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { rejection } from '../eventlog/contract/support.ts';
import { continueProjecting, dump, freshTables, logOf, recorded, sampleEvents, sampleFacts } from './support.ts';

describe('rebuild and verify', function () {
  this.timeout(20_000);
  let database: TestDatabase;
  let pool: pg.Pool;
  const events = sampleEvents();
  const log = logOf(events);

  before(async () => {
    database = await createTestDatabase();
    pool = database.pool;
  });
  after(() => database.drop());
  beforeEach(async () => {
    const { inSteps } = await freshTables(pool);
    await inSteps(events, 11);
  });

  const outbox = async () => (await pool.query('SELECT event_id FROM ops.outbox ORDER BY event_id')).rows;

  it('makes identical tables, announces nothing, and leaves cursors of the feed good', async () => {
    const [before, epoch, announced] = [await dump(pool), (await readFeedHead(pool, 1)).epoch, await outbox()];
    const report = await rebuildReadTables(pool, log);
    expect(report).to.include({ events: events.length, position: events.length });
    expect(report.halted).to.deep.equal([]);
    expect(await dump(pool)).to.deep.equal(before);
    expect((await readFeedHead(pool, 1)).epoch).to.equal(epoch);
    expect(await outbox()).to.deep.equal(announced);
  });

  it('stops where the live tables stand, and the projector goes on from there', async () => {
    const { inSteps } = await freshTables(pool);
    const some = events.slice(0, 30);
    await inSteps(some, 30);
    await rebuildReadTables(pool, logOf(some));
    const stale = await continueProjecting(pool);
    await stale.inSteps(events.slice(30), 5, 30);
    const caughtUp = await dump(pool);
    await freshTables(pool).then((fresh) => fresh.inSteps(events, events.length));
    expect(caughtUp).to.deep.equal(await dump(pool));
  });

  it('makes the rows of one company file anew, and touches no other', async () => {
    const [before, epoch, announced] = [await dump(pool), (await readFeedHead(pool, 1)).epoch, await outbox()];
    await pool.query(`DELETE FROM read.entry_lines WHERE company_id = 1`);
    await pool.query(`UPDATE read.companies SET name = 'Wrong'`);
    await pool.query(`UPDATE read.accounts SET label = 'Wrong' WHERE company_id = 1`);
    await pool.query(`DELETE FROM read.activity WHERE stream = 'company-1' AND revision = 3`);
    const own = events.filter(({ stream }) => stream === 'company-1').length;
    const fence = async (): Promise<unknown> => (await pool.query('SELECT fence FROM ops.projector_shards')).rows[0];
    const fenceBefore = (await fence()) as { fence: number };
    expect(await rebuildCompanyFile(pool, log, 1)).to.deep.include({ events: own, halted: [] });
    const after = await dump(pool);
    for (const [name, rows] of Object.entries(before))
      if (name !== 'companies') expect(after[name], name).to.deep.equal(rows);
    const names = await pool.query('SELECT id, name FROM read.companies ORDER BY id');
    expect(names.rows[0]).to.not.include({ name: 'Wrong' });
    expect(names.rows[1], 'the other file is left as it was').to.include({ name: 'Wrong' });
    expect(await fence(), 'its projector begins anew').to.deep.equal({ fence: fenceBefore.fence + 1 });
    expect((await readFeedHead(pool, 1)).epoch).to.equal(epoch);
    expect(await outbox()).to.deep.equal(announced);
    expect((await pool.query(`SELECT FROM pg_namespace WHERE nspname = 'read_file'`)).rows).to.deep.equal([]);
  });

  it('gives cursors another epoch when the feed of the one file was not that of the log', async () => {
    const { epoch } = await readFeedHead(pool, 1);
    await pool.query('UPDATE read.changes SET version = version + 1 WHERE company_id = 1 AND seq = 2');
    await rebuildCompanyFile(pool, log, 1);
    expect((await readFeedHead(pool, 1)).epoch).to.not.equal(epoch);
    expect(await verifyReadTables(pool, log)).to.include({ equal: true });
  });

  it('leaves a projector of the earlier tables without effect', async () => {
    const earlier = await continueProjecting(pool);
    await rebuildReadTables(pool, log);
    const next: RecordedEvent = {
      ...events.at(-1)!,
      position: events.length + 1,
      revision: events.at(-1)!.revision + 1,
    };
    expect(await rejection(earlier.projector.project([next], events.length))).to.be.an('error');
    expect((await readStanding(pool, LIVE)).position).to.equal(events.length);
  });

  it('changes the epoch when the feed became another one', async () => {
    const { epoch } = await readFeedHead(pool, 1);
    await pool.query(
      'UPDATE read.changes SET seq = seq + 5 WHERE (company_id, seq) = (SELECT company_id, max(seq) FROM read.changes WHERE company_id = 1 GROUP BY company_id)',
    );
    await rebuildReadTables(pool, log);
    expect((await readFeedHead(pool, 1)).epoch).not.to.equal(epoch);
  });

  it('raises the counters of ids above every id that was ever used', async () => {
    await pool.query('TRUNCATE ops.id_counters');
    await rebuildReadTables(pool, log);
    const { rows } = await pool.query<{ resource: string; last_id: number }>(
      'SELECT resource, last_id FROM ops.id_counters',
    );
    const counters = Object.fromEntries(rows.map(({ resource, last_id }) => [resource, last_id]));
    expect(counters).to.include({
      companies: 2,
      accounts: 20_900,
      entries: 20_005,
      third_parties: 20_001,
      users: 3, // named by a firm, whether or not their account came to be
      tokens: 1,
      firms: 1,
      periods: 20_011,
      fiscal_years: 20_000,
    });
  });

  it('tells loudly which stream it could not digest, and holds it', async () => {
    const facts = sampleFacts();
    facts.splice(30, 0, { stream: 'company-1', fact: { type: 'CompanyFileSoldToMartians', data: {} } });
    const poisoned = recorded(facts);
    await freshTables(pool).then((fresh) => fresh.inSteps(poisoned, 1_000));
    const before = await dump(pool);
    const report = await rebuildReadTables(pool, logOf(poisoned));
    expect(report.halted.map(({ stream, next_revision }) => [stream, next_revision])).to.deep.equal([
      ['company-1', poisoned[30]!.revision],
    ]);
    expect((await pool.query('SELECT stream, next_revision FROM ops.halted_streams')).rows).to.deep.equal([
      { stream: 'company-1', next_revision: poisoned[30]!.revision },
    ]);
    expect(await dump(pool)).to.deep.equal(before);
    const verification = await verifyReadTables(pool, logOf(poisoned));
    expect(verification).to.have.nested.property('halted[0].stream', 'company-1');
  });

  it('verifies tables that are what the log says', async () => {
    const verification = await verifyReadTables(pool, log);
    expect(verification).to.include({ equal: true, position: events.length });
    const { rows } = await pool.query(`SELECT nspname FROM pg_namespace WHERE nspname = 'read_verify'`);
    expect(rows).to.deep.equal([]);
  });

  it('verifies up to where the tables stand, when the log is ahead of them', async () => {
    await freshTables(pool).then((fresh) => fresh.inSteps(events.slice(0, 33), 10));
    expect(await verifyReadTables(pool, log)).to.include({ equal: true, position: 33 });
  });

  const tampers: readonly (readonly [what: string, sql: string, table: string, key: string])[] = [
    [
      'an amount that was changed',
      `UPDATE read.entry_lines SET debit = debit + 1 WHERE entry_id = 10002 AND line_number = 1`,
      'entry_lines',
      '10002:1',
    ],
    [
      'a balance that was changed',
      `UPDATE read.balances SET credit = credit + 0.01 WHERE ctid = (SELECT min(ctid) FROM read.balances WHERE company_id = 1 AND account_id = (SELECT id FROM read.accounts WHERE company_id = 1 AND number = '700000') AND period_id = 10002)`,
      'balances',
      '1:',
    ],
    ['a row that was removed', `DELETE FROM read.entries WHERE id = 20003`, 'entries', '20003'],
    [
      'a row that was added',
      `INSERT INTO read.journal_counters VALUES (99, 1, 1, '2026-01-01', 1, 1)`,
      'journal_counters',
      '99',
    ],
    ['a text that became null', `UPDATE read.third_parties SET city = NULL WHERE id = 10001`, 'third_parties', '10001'],
  ];
  for (const [what, sql, table, key] of tampers) {
    it(`names ${what}`, async () => {
      expect((await pool.query(sql)).rowCount).to.equal(1);
      const verification = await verifyReadTables(pool, log);
      expect(verification).to.include({ equal: false, table });
      if (verification.equal) return;
      expect(verification.difference.key).to.satisfy((reported: string) => reported.startsWith(key));
      expect(verification.difference.live).not.to.equal(verification.difference.replayed);
    });
  }
});
