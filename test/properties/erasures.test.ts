import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { openEventStoreDbWriter } from '../../cli/log-transfer/eventstoredb-writer.ts';
import { moveLog } from '../../cli/log-transfer/move.ts';
import { openPostgresWriter } from '../../cli/log-transfer/postgres-writer.ts';
import { openHistory } from '../../commands/history/index.ts';
import { erasePerson } from '../../commands/persons/erase-person.ts';
import { repeatErasures } from '../../commands/persons/repeat-erasures.ts';
import { createSystemContext } from '../../commands/support/context.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { openEventStoreDbLog, openEventStoreDbRegister } from '../../eventlog/eventstoredb/index.ts';
import { openPostgresLog } from '../../eventlog/postgres/index.ts';
import { openPostgresRegister } from '../../eventlog/postgres/register.ts';
import { openFileStore, type FileStore } from '../../outside/files/index.ts';
import { rebuildReadTables } from '../../projections/engine/rebuild.ts';
import { verifyReadTables } from '../../projections/engine/verify.ts';
import { openCore, type Core } from '../../service/core.ts';
import { buildCreateRecord } from '../support/company-file-samples.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startEventStoreDbServer, type EventStoreDbServer } from '../support/eventstoredb-server/server.ts';
import { isLongRun } from '../support/long.ts';
import { startServiceOn } from '../support/service.ts';
import { TEST_APP_KEY } from '../support/vault.ts';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? (isLongRun ? 12 : 1));
const logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const quietly = (): void => undefined;

type Action = 'add' | 'rename' | 'erase' | 'rebuild' | 'backup' | 'restore' | 'move';
interface Step {
  readonly action: Action;
  /** Chooses a person. */
  readonly choice: number;
}

interface Person {
  readonly id: number;
  readonly name: string;
}

/** What a backup holds: the database, and the people as they were. */
interface Backup {
  readonly database: TestDatabase;
  readonly people: readonly Person[];
}

/** The vault is in a database of its own and is never restored: it knows every erasure. */
describe('People who were erased, after any history', function () {
  this.timeout(600_000);
  let origin: TestDatabase;
  let vault: TestDatabase;
  let server: EventStoreDbServer;
  let folder: string;
  let files: FileStore;
  let companyId: number;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'grandlivre-erasures-'));
    files = openFileStore({ folder: join(folder, 'files') });
    server = await startEventStoreDbServer();
    [origin, vault] = [await createTestDatabase('tables'), await createTestDatabase('migrated')];
    const environment = { VAULT_DATABASE_URL: vault.url };
    const service = await startServiceOn({ ...origin, drop: () => Promise.resolve() }, null, { environment });
    companyId = (await service.newCompany((await service.newFirm()).client)).id;
    await service.stop();
  });
  after(async () => {
    await files.close();
    await server.stop();
    await Promise.all([origin.drop(), vault.drop()]);
    rmSync(folder, { recursive: true, force: true });
  });

  const open = (url: string, eventStorePrefix: string | null = null): Promise<Core> =>
    openCore({
      dataDir: folder,
      databaseUrl: url,
      databaseOwnerUrl: null,
      vaultDatabaseUrl: vault.url,
      eventStoreUrl: eventStorePrefix === null ? null : server.url,
      eventStorePrefix: eventStorePrefix ?? '',
      isTool: true,
      runsProjector: true,
      logger,
      readAppKey: () => Promise.resolve(TEST_APP_KEY),
    });

  let number = 0;

  /** One history, in a database of its own. */
  async function live(steps: readonly Step[]): Promise<void> {
    let database = await copyOf(origin);
    let core = await open(database.url);
    let people: Person[] = [];
    const erased = new Map<number, string>();
    const backups: Backup[] = [];
    const context = () => createSystemContext('test');
    const findLiving = (choice: number): Person | undefined => {
      const living = people.filter(({ id }) => !erased.has(id));
      return living[choice % Math.max(living.length, 1)];
    };
    const actions: Readonly<Record<Action, (choice: number) => Promise<void>>> = {
      async add() {
        number += 1;
        const person = { id: 50_000 + number, name: `Person Marker${number}x` };
        const data = { type: 'customer', name: person.name, phone: `+3247000${number}` };
        const command = buildCreateRecord('third-parties', person.id, data);
        expect(isRefusal(await core.commands.execute('company', companyId, command, context()))).to.equal(false);
        people.push(person);
      },
      async rename(choice) {
        const person = findLiving(choice);
        if (!person) return;
        const name = `${person.name}y`;
        const command = {
          type: 'UpdateRecord',
          resource: 'third-parties',
          changes: { name },
          baseVersion: null,
        } as const;
        await core.commands.execute('company', companyId, { ...command, id: person.id }, context());
        people = people.map((one) => (one.id === person.id ? { ...one, name } : one));
      },
      async erase(choice) {
        const person = findLiving(choice);
        if (!person) return;
        await core.commands.waitForProjections();
        const request = { id: person.id, confirm: person.name, reason: 'Asked for', baseVersion: null };
        const outcome = await erasePerson({ ...core, files }, companyId, request, context());
        expect(isRefusal(outcome), JSON.stringify(outcome)).to.equal(false);
        erased.set(person.id, person.name);
      },
      async rebuild() {
        await core.commands.waitForProjections();
        await rebuildReadTables(core.relaxedPool, core.log, quietly);
      },
      async backup() {
        await core.commands.waitForProjections();
        await core.stop();
        backups.push({ database: await copyOf(database), people: [...people] });
        core = await open(database.url);
      },
      async restore(choice) {
        const backup = backups[choice % Math.max(backups.length, 1)];
        if (!backup) return;
        await core.stop();
        await database.drop();
        database = await copyOf(backup.database);
        people = [...backup.people];
        core = await open(database.url);
        await repeatErasures({ ...core, files });
      },
      async move() {
        const prefix = `move${(number += 1)}`;
        await core.commands.waitForProjections();
        await moveTo(core, prefix);
        await core.stop();
        core = await open(database.url, prefix);
        await core.progress.waitForPosition(await core.log.readHead());
        await moveTo(core, null, prefix);
        await core.stop();
        core = await open(database.url);
      },
    };
    try {
      for (const { action, choice } of steps) await actions[action](choice);
      await core.progress.waitForPosition(await core.log.readHead());
      await checkForgotten(core, people, erased);
    } finally {
      await core.stop();
      await Promise.all([database.drop(), ...backups.map((backup) => backup.database.drop())]);
    }
  }

  async function copyOf(source: TestDatabase): Promise<TestDatabase> {
    if (!source.pool.ended) await source.pool.end();
    return createTestDatabase({ name: source.name });
  }

  async function moveTo(core: Core, prefix: string | null, fromPrefix: string | null = null): Promise<void> {
    const toPlace = (name: string | null) => ({
      eventStoreUrl: name === null ? null : server.url,
      eventStorePrefix: name ?? '',
    });
    const place = { url: server.url, prefix: prefix ?? '' };
    const log = prefix === null ? openPostgresLog(core.relaxedPool, core.notifications) : openEventStoreDbLog(place);
    const register = prefix === null ? openPostgresRegister(core.pool) : openEventStoreDbRegister(place);
    const target = {
      log,
      register,
      openWriter: () =>
        prefix === null
          ? openPostgresWriter(core.relaxedPool, log)
          : openEventStoreDbWriter({ ...place, log, isOneByOne: false, report: quietly }),
    };
    const journey = { from: toPlace(fromPrefix), to: toPlace(prefix), isOneByOne: false, isSealing: false };
    try {
      await moveLog({ core, target, journey, appKey: null }, quietly);
    } finally {
      await log.close();
      await register.close();
    }
  }

  async function checkForgotten(
    core: Core,
    people: readonly Person[],
    erased: ReadonlyMap<number, string>,
  ): Promise<void> {
    const { rows } = await core.pool.query<{ id: number; name: string; erased: boolean }>(
      'SELECT id, name, erased_at IS NOT NULL AS erased FROM read.third_parties WHERE id >= 50000 ORDER BY id',
    );
    expect(rows).to.deep.equal(
      people
        .map(({ id, name }) => ({ id, name: erased.has(id) ? '[erased]' : name, erased: erased.has(id) }))
        .sort((a, b) => a.id - b.id),
    );
    const texts: string[] = [];
    for await (const batch of core.log.readAll(-1)) texts.push(...batch.map(({ data }) => JSON.stringify(data)));
    for (const name of erased.values()) expect(texts.filter((text) => text.includes(name))).to.deep.equal([]);
    expect((await verifyReadTables(core.relaxedPool, core.log)).equal).to.equal(true);
    const history = openHistory(core, join(folder, 'no-heads'), TEST_APP_KEY);
    expect(await history.verifyLog()).to.deep.include({ intact: true });
  }

  const step = fc.record({
    action: fc.constantFrom<Action>('add', 'add', 'rename', 'erase', 'erase', 'rebuild', 'backup', 'restore', 'move'),
    choice: fc.nat(20),
  });

  it('stay forgotten, everyone else stays known, and the log stays intact', async () => {
    const begin: readonly Step[] = (['add', 'add', 'backup', 'erase'] as const).map((action) => ({
      action,
      choice: 0,
    }));
    const end: readonly Step[] = [{ action: 'restore', choice: 0 }];
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: isLongRun ? 12 : 6 }), (steps) =>
        live([...begin, ...steps, ...end]),
      ),
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});
