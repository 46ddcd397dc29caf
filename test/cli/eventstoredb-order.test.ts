import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { loadKeys, writeKeys } from '../../cli/keys/copy-keys.ts';
import { openHistory } from '../../commands/history/index.ts';
import { erasePerson } from '../../commands/persons/erase-person.ts';
import { repeatErasures } from '../../commands/persons/repeat-erasures.ts';
import { createSystemContext } from '../../commands/support/context.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { openFileStore, type FileStore } from '../../outside/files/index.ts';
import { verifyReadTables } from '../../projections/engine/verify.ts';
import { openCore, type Core } from '../../service/core.ts';
import { buildCreateRecord } from '../support/company-file-samples.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startEventStoreDbServer, type EventStoreDbServer } from '../support/eventstoredb-server/server.ts';
import { startServiceOn } from '../support/service.ts';
import { TEST_APP_KEY } from '../support/vault.ts';

const logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const PEOPLE = { anne: 50_001, jane: 50_002, luc: 50_003, mia: 50_004 };

/** As docs/eventstoredb.md says: PostgreSQL first, then the store, then the vault. */
describe('Backups of an installation with EventStoreDB', function () {
  this.timeout(60_000);
  let server: EventStoreDbServer;
  let folder: string;
  let files: FileStore;
  let companyId: number;
  const databases: TestDatabase[] = [];
  /** The state of each part when it was backed up. */
  let ofDatabase: TestDatabase;
  let restoreStore: () => void;

  const open = ({ url }: TestDatabase): Promise<Core> =>
    openCore({
      dataDir: folder,
      databaseUrl: url,
      databaseOwnerUrl: null,
      eventStoreUrl: server.url,
      eventStorePrefix: 'order',
      isTool: true,
      runsProjector: true,
      logger,
      readAppKey: () => Promise.resolve(TEST_APP_KEY),
    });
  async function copyOf(source: TestDatabase): Promise<TestDatabase> {
    if (!source.pool.ended) await source.pool.end();
    const copy = await createTestDatabase({ name: source.name });
    databases.push(copy);
    return copy;
  }
  async function add(core: Core, name: keyof typeof PEOPLE): Promise<void> {
    const command = buildCreateRecord('third-parties', PEOPLE[name], { type: 'customer', name: `${name} marker` });
    const outcome = await core.commands.execute('company', companyId, command, createSystemContext('test'));
    expect(isRefusal(outcome)).to.equal(false);
    await core.commands.waitForProjections();
  }
  const backUpVault = async ({ vaultPool, log }: Core, name: string): Promise<void> => {
    await writeKeys({ pool: vaultPool, position: await log.readHead() }, join(folder, name));
  };

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'grandlivre-order-'));
    files = openFileStore({ folder: join(folder, 'files') });
    server = await startEventStoreDbServer();
    const database = await createTestDatabase('tables');
    databases.push(database);
    const environment = { EVENTSTORE_URL: server.url, EVENTSTORE_PREFIX: 'order' };
    const service = await startServiceOn({ ...database, drop: () => Promise.resolve() }, null, { environment });
    companyId = (await service.newCompany((await service.newFirm()).client)).id;
    for (const name of ['anne', 'jane'] as const) await add(service.core, name);
    await backUpVault(service.core, 'first.keys');
    await service.stop();
    ofDatabase = await copyOf(database);
    const core = await open(database);
    await add(core, 'luc');
    restoreStore = server.backUp();
    const request = { id: PEOPLE.jane, confirm: 'jane marker', reason: 'Asked for', baseVersion: null };
    await erasePerson({ ...core, files }, companyId, request, createSystemContext('test'));
    await add(core, 'mia');
    await backUpVault(core, 'last.keys');
    await core.stop();
  });
  after(async () => {
    await files.close();
    await server.stop();
    for (const database of databases) await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Returns the names that are read after everything was restored. */
  async function restore(keys: string): Promise<Record<string, string>> {
    const database = await copyOf(ofDatabase);
    await database.pool.query('TRUNCATE vault.keys, vault.erasures, vault.backups');
    restoreStore();
    const before = await open(database);
    await loadKeys(before.vaultPool, before.keyWrap, { keys: join(folder, keys), erasures: [] });
    await before.stop();
    const core = await open(database);
    try {
      await core.progress.waitForPosition(await core.log.readHead());
      await repeatErasures({ ...core, files });
      expect((await verifyReadTables(core.relaxedPool, core.log)).equal).to.equal(true);
      expect(await openHistory(core, join(folder, 'none'), TEST_APP_KEY).verifyLog()).to.deep.include({ intact: true });
      const { rows } = await core.pool.query<{ id: number; name: string }>(
        'SELECT id, name FROM read.third_parties WHERE id >= 50000 ORDER BY id',
      );
      return Object.fromEntries(
        rows.map(({ id, name }) => [Object.entries(PEOPLE).find(([, number]) => number === id)![0], name]),
      );
    } finally {
      await core.stop();
    }
  }

  it('with the vault last name everyone of the log, and nobody who was erased meanwhile', async () => {
    expect(await restore('last.keys')).to.deep.equal({
      anne: 'anne marker',
      jane: '[erased]',
      luc: 'luc marker',
    });
  });

  it('with the vault first lose the names that were recorded in between, and nothing else', async () => {
    expect(await restore('first.keys')).to.deep.equal({
      anne: 'anne marker',
      jane: 'jane marker',
      luc: '[erased]',
    });
  });
});
