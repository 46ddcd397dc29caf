import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openRenewedLog } from '../../cli/log-transfer/epoch/renewed-log.ts';
import { pauseWrites } from '../../cli/log-transfer/pause-writes.ts';
import { sealPostgresLog } from '../../cli/log-transfer/epoch/seal-log.ts';
import { findClearValues } from '../../cli/privacy/clear-values.ts';
import { openHistory } from '../../commands/history/index.ts';
import { openCore, type Core } from '../../service/core.ts';
import { verifyReadTables } from '../../projections/engine/verify.ts';
import { rejection } from '../eventlog/contract/support.ts';
import { writeLogInClear } from '../support/clear-log.ts';
import type { AnswerBody } from '../support/client.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { runToEnd } from '../support/processes.ts';
import { startServiceOn } from '../support/service.ts';
import { TEST_APP_KEY } from '../support/vault.ts';

const MARKERS = ['Jane Marker', 'marker@example.net', 'Rings Marker twice', 'Invoice of Jane Marker'];
const logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** The log of an earlier version, with names in clear, in one database for all tests. */
describe('A log that is sealed', function () {
  this.timeout(60_000);
  let database: TestDatabase;
  let folder: string;
  let core: Core;
  let person: { readonly companyId: number; readonly id: number };

  const open = (): Promise<Core> =>
    openCore({
      dataDir: folder,
      databaseUrl: database.url,
      databaseOwnerUrl: null,
      eventStoreUrl: null,
      eventStorePrefix: '',
      isTool: true,
      runsProjector: true,
      logger,
      readAppKey: () => Promise.resolve(TEST_APP_KEY),
    });
  const history = () => openHistory(core, folder, TEST_APP_KEY);
  const countMarkers = async (table: string): Promise<number> => {
    const { rows } = await database.pool.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM ${table} e WHERE EXISTS (
         SELECT FROM unnest($1::text[]) AS marker WHERE strpos(e.data::text, marker) > 0)`,
      [MARKERS],
    );
    return rows[0]!.n;
  };

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'grandlivre-seal-'));
    database = await createTestDatabase('tables');
    const service = await startServiceOn({ ...database, drop: () => Promise.resolve() }, null, {});
    const { client } = await service.newFirm();
    const file = await service.newCompany(client);
    const jane = await client.created<AnswerBody>(`${file.path}/third-parties`, {
      type: 'customer',
      name: 'Jane Marker',
      email: 'marker@example.net',
      notes: 'Rings Marker twice',
    });
    person = { companyId: file.id, id: jane.id };
    await client.created(`${file.path}/entries`, {
      journal_id: file.journal('OD'),
      entry_date: '2026-02-01',
      lines: [
        { account: '400000', debit: '10.00', third_party_id: jane.id, label: 'Invoice of Jane Marker' },
        { account: '700000', credit: '10.00' },
      ],
    });
    await writeLogInClear(database.pool, service.core.log);
    await service.stop();
    // The pool of the database was ended with the service.
    database = { ...database, pool: (core = await open()).pool };
  });
  after(async () => {
    await core.stop();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is reported before: which fields of which events are in clear, and how many', async () => {
    expect(await countMarkers('log.events')).to.equal(2);
    const found = await findClearValues(core.log, () => undefined);
    expect(found.sealed).to.equal(0);
    expect(found.fields).to.deep.include.members([
      { stream: `company-${person.companyId}`, type: 'RecordsCreated', field: 'records[].data.name', values: 1 },
      { stream: `company-${person.companyId}`, type: 'EntryPosted', field: 'lines[].label', values: 1 },
    ]);
    expect(found.fields.map(({ type }) => type)).to.include('UserRegistered');
    expect(JSON.stringify(found)).not.to.contain('Marker');
  });

  it('gives the same bytes whenever it is renewed, so that a copy can continue', async () => {
    const read = async (): Promise<string> => {
      const renewed = await openRenewedLog(core, TEST_APP_KEY, () => undefined);
      const events = [];
      for await (const batch of renewed.readAll(3)) events.push(...batch);
      return JSON.stringify(events);
    };
    expect(await read()).to.equal(await read());
  });

  /** By the command, in a process that is killed there. */
  async function sealKilledAt(point: string): Promise<void> {
    const environment = { DATABASE_URL: database.url, DATA_DIR: folder, APP_KEY: TEST_APP_KEY, FAULT_POINT: point };
    const { signal, stderr } = await runToEnd('log:copy', ['--seal'], environment);
    expect(signal, stderr).to.equal('SIGKILL');
  }
  /** Refused while another one holds them. */
  const pauseAndResume = async (): Promise<void> => (await pauseWrites(core, 'elsewhere')).end();
  const readLog = async (): Promise<readonly unknown[]> =>
    (await database.pool.query('SELECT * FROM log.events ORDER BY position')).rows;

  it('is the log of before if the command is killed while it writes, and goes on', async () => {
    const before = await readLog();
    await sealKilledAt('seal-written');
    expect(await countMarkers('log_next.events'), 'what was written').to.equal(0);
    expect(await readLog()).to.deep.equal(before);
    expect((await history().verifyLog()).intact).to.equal(true);
    await pauseAndResume();
  });

  it('keeps every event and amount, loses every name, and continues the signed heads of before', async () => {
    const owner = core.relaxedPool;
    const { broken } = await history().anchorStreams(new Date());
    expect(broken).to.deep.equal([]);
    const before = await history().listLatestHeads();
    const { rows: old } = await database.pool.query('SELECT event_id, position FROM log.events ORDER BY position');
    const sealed = await sealPostgresLog(core, owner, TEST_APP_KEY, () => undefined);
    expect(sealed).to.deep.include({ events: old.length, epoch: 2, old_log: 'log_epoch_1' });
    expect(sealed.sealed).to.be.at.least(3);
    expect(await countMarkers('log.events')).to.equal(0);
    expect(await countMarkers('log_epoch_1.events')).to.equal(2);
    const { rows } = await database.pool.query('SELECT event_id, position FROM log.events ORDER BY position');
    expect(rows).to.deep.equal(old);
    await core.stop();

    database = { ...database, pool: (core = await open()).pool };
    await core.progress.waitForPosition(await core.log.readHead());
    expect((await verifyReadTables(core.relaxedPool, core.log)).equal).to.equal(true);
    const { rows: names } = await core.pool.query('SELECT name FROM read.third_parties WHERE id = $1', [person.id]);
    expect(names).to.deep.equal([{ name: 'Jane Marker' }]);
    expect(await history().verifyLog(), 'with the heads of before').to.deep.include({ intact: true });
    await history().anchorStreams(new Date());
    expect((await history().listLatestHeads()).every(({ epoch }) => epoch === 2)).to.equal(true);
    async function* kept(): AsyncGenerator<string> {
      for (const head of before) yield JSON.stringify(head);
    }
    expect(await history().verifyLog(kept())).to.deep.include({ intact: true, ignoredHeads: 0 });
    const stream = await history().verifyStream(`company-${person.companyId}`);
    expect(stream.firstProblem).to.equal(null);
    expect((await findClearValues(core.log, () => undefined)).clear).to.equal(0);
  });

  it('is the new log if the command is killed once it has taken its place', async () => {
    const before = await readLog();
    await core.stop();
    await sealKilledAt('seal-taken-over');
    database = { ...database, pool: (core = await open()).pool };
    await core.progress.waitForPosition(await core.log.readHead());
    const { rows: old } = await database.pool.query('SELECT * FROM log_epoch_2.events ORDER BY position');
    expect(old).to.deep.equal(before);
    expect(await readLog())
      .to.have.length(before.length)
      .and.not.deep.equal(before);
    expect((await verifyReadTables(core.relaxedPool, core.log)).equal).to.equal(true);
    expect((await history().verifyLog()).intact).to.equal(true);
    await pauseAndResume();
  });

  it('forgets a person with the key, and stays intact', async () => {
    const { companyId, id } = person;
    const keys = [`company-${companyId}/third-party-${id}/books`, `company-${companyId}/third-party-${id}/contact`];
    await core.vault.destroyKeys(keys, null);
    const events = [];
    for await (const event of core.log.readStream(`company-${companyId}`)) events.push(event.data);
    expect(JSON.stringify(events)).not.to.contain('Marker');
    expect(JSON.stringify(events)).to.contain('[erased]');
    expect(await history().verifyLog()).to.deep.include({ intact: true });
  });

  it('is not sealed if its chain is broken', async () => {
    await core.relaxedPool.query(`UPDATE log.events SET data = '{}' WHERE position = 1`);
    const refused = await rejection(sealPostgresLog(core, core.relaxedPool, TEST_APP_KEY, () => undefined));
    expect(String(refused)).to.match(/broken at revision 0 \(hash_mismatch\).*Nothing was changed/);
  });
});
