import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { runNextMigration } from '../../../commands/book-migrations/run.ts';
import { openFileStore } from '../../../outside/files/index.ts';
import type { Client } from '../../support/client.ts';
import { waitUntil } from '../../support/load.ts';
import { useService, type TestCompany } from '../../support/service.ts';
import { handOver, stopsAfter, type Migration } from './support.ts';

const ENTRIES = [
  'Journal;Number;Date;Account;Party;Label;Debit;Credit;Letter',
  'SALES;1;2025-01-05;400123;C7;Invoice;1210.00;;A1',
  'SALES;1;2025-01-05;700123;;Invoice;;1210.00;',
  'BANKX;1;2026-01-09;550000;;Payment;1210.00;;',
  'BANKX;1;2026-01-09;400123;C7;Payment;;1210.00;A1',
].join('\n');

describe('migrations that cannot be completed', () => {
  const service = useService({ runsMigrations: false });
  let client: Client;
  before('a firm', async () => {
    ({ client } = await service.newFirm({ userLocale: 'en' }));
  });

  function toolbox(changes: object = {}): Parameters<typeof runNextMigration>[0] {
    const files = openFileStore({ folder: join(service.config.dataDir, 'files') });
    return { ...service.core, files, isOutage: () => false, ...changes };
  }

  const sent = (file: TestCompany): Promise<string> =>
    handOver(client, file, [{ name: 'entries.csv', content: ENTRIES }]);
  const found = async (path: string): Promise<Migration> => (await client.get<Migration>(path)).body;
  /** The pause after a failure is over. */
  const dueAgain = () => service.core.pool.query('UPDATE ops.migrations SET claimed_until = NULL');

  /** All that can be seen of a file: what it is made of, without when and by whom. */
  async function seen(file: TestCompany): Promise<unknown> {
    const paths = ['entries', 'accounts', 'journals', 'third-parties', 'fiscal-years', 'open-items', 'lettering'];
    const answers = await Promise.all(paths.map((path) => client.get(`${file.path}/${path}?per_page=200`)));
    const bare = answers.map(({ text }) =>
      text.replace(/"(version|lock_version)":\d+|"(updated_at|company_sheet_at)":"[^"]*"/g, ''),
    );
    return Object.fromEntries(paths.map((path, index) => [path, bare[index]]));
  }

  it('leave the file as empty as it was, say why, and let other books come', async () => {
    const file = await service.newCompany(client);
    const before = await seen(file);
    const path = await sent(file);
    const lost = () => service.core.pool.query('TRUNCATE ops.migration_lines');
    // Half-way: accounts, journals, third parties, years and the entries of the first year, which is closed.
    await runNextMigration(toolbox(), stopsAfter(9));
    expect((await found(path)).status).to.equal('running');
    await client.refused(503).get(`${file.path}/entries`);
    const half = (await service.events(file.id)).map(({ type }) => type);
    expect(half).to.include.members(['EntryPosted', 'FiscalYearClosed']);
    await lost();
    const store = openFileStore({ folder: join(service.config.dataDir, 'files') });
    const withoutFiles = toolbox({ files: { ...store, open: () => Promise.resolve(null) } });
    // The process that gives it up is ended, too.
    await runNextMigration(withoutFiles, stopsAfter(3));
    expect((await found(path)).status).to.equal('running');
    await runNextMigration(withoutFiles);
    const failed = await found(path);
    expect([failed.status, failed.problems.map(({ code }) => code)]).to.deep.equal([
      'failed',
      ['migration_failed', 'migration_source_lost'],
    ]);
    expect(failed.problems[1]!.message).to.equal('The file “entries.csv” is no longer stored. Upload it again.');
    expect(await seen(file)).to.deep.equal(before);
    await client.ok(`${file.path}/sync/pull?since=0`);
    await client.ok(`${file.path}/history?per_page=100`);

    const again = await sent(file);
    await runNextMigration(toolbox());
    const done = await found(again);
    expect([done.status, done.trial_balance?.is_equal], JSON.stringify(done.problems)).to.deep.equal([
      'completed',
      true,
    ]);
    expect((await client.get(`${file.path}/third-parties`)).text).to.include('"C7"');
    expect((await client.get(`${file.path}/entries`)).body.total).to.be.greaterThan(1);
  });

  it('import nothing before every process has hidden the file', async () => {
    const file = await service.newCompany(client);
    const { pool } = service.core;
    const process = randomUUID();
    await pool.query(
      `INSERT INTO ops.processes (id, access_position, access_shards, expires_at) VALUES ($1, 0, '{}', now() + interval '1 minute')`,
      [process],
    );
    await sent(file);
    const types = async () => (await service.events(file.id)).map(({ type }) => type);
    const running = runNextMigration(toolbox());
    await waitUntil('it to be started', async () => (await types()).includes('MigrationStarted'));
    await pause(500);
    expect((await types()).at(-1)).to.equal('MigrationStarted');
    await pool.query('DELETE FROM ops.processes WHERE id = $1', [process]);
    await running;
    expect(await types()).to.include.members(['EntryPosted', 'MigrationCompleted']);
  });

  it('end with the words of what was refused', async () => {
    const file = await service.newCompany(client);
    const before = await seen(file);
    const path = await sent(file);
    await runNextMigration(toolbox(), stopsAfter(3));
    // What nobody foresees: here somebody writes into the plan.
    await service.core.pool.query(
      `UPDATE ops.migrations SET plan = jsonb_set(plan, '{third_parties,0,data,name}', 'null') WHERE plan IS NOT NULL`,
    );
    await runNextMigration(toolbox());
    const failed = await found(path);
    expect([failed.status, failed.problems[0]!.code]).to.deep.equal(['failed', 'migration_failed']);
    expect(failed.problems).to.have.length(2);
    expect(failed.problems[1]!.message).to.match(/\w+ \w+/);
    expect(await seen(file)).to.deep.equal(before);
  });

  it('wait as long as something is away, and are given up after a few failures that nobody knows', async () => {
    const file = await service.newCompany(client);
    const path = await sent(file);
    await runNextMigration(toolbox(), stopsAfter(3));
    const failing = async (changes: object): Promise<string> => {
      await dueAgain();
      const ids = { allocate: () => Promise.reject(new Error('away')) };
      const thrown = await runNextMigration(toolbox({ ids, ...changes })).catch((error: Error) => error.message);
      return thrown === 'away' ? (await found(path)).status : String(thrown);
    };
    for (let count = 0; count < 8; count += 1) expect(await failing({ isOutage: () => true })).to.equal('running');
    const pause = `SELECT claimed_until > now() AS "isLater", attempts FROM ops.migrations WHERE finished_at IS NULL`;
    expect((await service.core.pool.query(pause)).rows).to.deep.equal([{ isLater: true, attempts: 0 }]);
    for (let count = 0; count < 5; count += 1) expect(await failing({})).to.equal('running');
    await dueAgain();
    await runNextMigration(toolbox());
    const failed = await found(path);
    expect([failed.status, failed.problems.map(({ code }) => code)]).to.deep.equal([
      'failed',
      ['migration_failed', 'migration_reason_unknown'],
    ]);
    expect((await client.get(`${file.path}/entries`)).body.total).to.equal(0);
  });
});
