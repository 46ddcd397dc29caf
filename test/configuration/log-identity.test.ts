import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createFirm } from '../../commands/firms/create-firm.ts';
import { createSystemContext } from '../../commands/support/context.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { openCore, type Core, type CoreOptions } from '../../service/core.ts';
import { openEventStoreDbRegister } from '../../eventlog/eventstoredb/register.ts';
import { openPostgresRegister } from '../../eventlog/postgres/register.ts';
import { readLogStanding } from '../../eventlog/register.ts';
import { describeSettings, WrongLog, describePlace } from '../../service/event-log/identity.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startEventStoreDbServer, type EventStoreDbServer } from '../support/eventstoredb-server/server.ts';
import { rejection } from '../eventlog/contract/support.ts';
import { runToEnd } from '../support/processes.ts';

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

describe('The log that the tables belong to', function () {
  this.timeout(60_000);
  let database: TestDatabase;
  let dataDir: string;
  const servers: EventStoreDbServer[] = [];
  beforeEach(async () => {
    database = await createTestDatabase('tables');
    dataDir = await mkdtemp(join(tmpdir(), 'grandlivre-identity-'));
  });
  afterEach(async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
    await Promise.all(servers.splice(0).map((server) => server.stop()));
  });

  const newServer = async (): Promise<string> => {
    const server = await startEventStoreDbServer();
    servers.push(server);
    return server.url;
  };
  const open = (eventStoreUrl: string | null, more: Partial<CoreOptions> = {}): Promise<Core> =>
    openCore({
      dataDir,
      databaseUrl: database.url,
      databaseOwnerUrl: null,
      eventStoreUrl,
      eventStorePrefix: 'grandlivre',
      isTool: false,
      runsProjector: true,
      logger: quiet,
      ...more,
    });
  const refusal = async (eventStoreUrl: string | null, more: Partial<CoreOptions> = {}): Promise<string> => {
    const error = await rejection(open(eventStoreUrl, more));
    expect(error).to.be.instanceOf(WrongLog);
    return (error as Error).message;
  };
  async function write(core: Core): Promise<void> {
    const email = 'anne@example.be';
    const admin = { name: 'Anne', email, password: 'a long password', locale: 'fr' } as const;
    const firm = { name: 'Fiduciaire', country_code: 'BE', locale: 'fr', email } as const;
    const outcome = await createFirm(core, { firm, admin }, createSystemContext('test'));
    expect(isRefusal(outcome)).to.equal(false);
  }
  const idOf = async (): Promise<string | null> => {
    const { rows } = await database.pool.query<{ id: string | null }>('SELECT id FROM ops.log');
    return rows[0]!.id;
  };
  const used = async (eventStoreUrl: string | null, more: Partial<CoreOptions> = {}): Promise<string | null> => {
    const core = await open(eventStoreUrl, more);
    await core.commands.waitForProjections();
    await core.stop();
    return idOf();
  };
  async function written(eventStoreUrl: string | null): Promise<void> {
    const core = await open(eventStoreUrl);
    await write(core);
    await core.stop();
  }
  /** As a version has left it that knew nothing of identities. */
  const forgetIdentity = (): Promise<unknown> =>
    database.pool.query(`UPDATE ops.log SET id = NULL, place = NULL; DELETE FROM log.notes`);

  it('is the one it was: any other one is refused, with what to set and what to run', async () => {
    await written(null);
    const id = await idOf();
    expect(id).to.match(/^[0-9a-f-]{36}$/);
    expect((await readLogStanding(openPostgresRegister(database.pool))).id).to.equal(id);
    const elsewhere = await newServer();
    expect(await refusal(elsewhere))
      .to.match(
        /belong to the log in PostgreSQL, .* another one, in EventStoreDB at 127\.0\.0\.1:\d+ with the prefix gr/,
      )
      .and.match(/remove EVENTSTORE_URL from the settings/)
      .and.match(/npm run log:copy/);
    // Tools would do as much harm.
    expect(await refusal(elsewhere, { isTool: true, isRebuilding: true, runsProjector: false })).to.match(/belong to/);
    expect(await idOf()).to.equal(id);
    expect(await used(null)).to.equal(id);
  });

  it('is another one under another address or prefix of EventStoreDB, and the same one at another address of its own', async () => {
    const url = await newServer();
    await written(url);
    const id = await idOf();
    expect(await refusal(await newServer())).to.match(
      /set EVENTSTORE_URL and EVENTSTORE_PREFIX to EventStoreDB at 127/,
    );
    expect(await refusal(url, { eventStorePrefix: 'books' })).to.match(/with the prefix books/);
    expect(await refusal(null)).to.match(/another one, in PostgreSQL/);
    expect(await used(url.replace('127.0.0.1', 'localhost'))).to.equal(id);
    const { rows } = await database.pool.query<{ place: string }>('SELECT place FROM ops.log');
    expect(rows[0]!.place).to.match(/localhost/);
  });

  it('gets an identity quietly where there was none', async () => {
    await written(null);
    await forgetIdentity();
    expect(await used(null)).to.be.a('string');
    // Where the tables were taken away as well, there is nothing that speaks against it.
    await forgetIdentity();
    await database.pool.query('DROP SCHEMA read CASCADE');
    expect(await used(null)).to.be.a('string');
  });

  it('is told from another one where there was no identity, by the first event that the tables know', async () => {
    await written(null);
    await forgetIdentity();
    const elsewhere = await newServer();
    expect(await refusal(elsewhere)).to.match(/built from another log .* restore EVENTSTORE_URL and EVENTSTORE_PREFIX/);
    // Also without tables: something was written, and this log is empty.
    await database.pool.query('DROP SCHEMA read CASCADE');
    expect(await refusal(elsewhere)).to.match(/built from another log/);
    expect(await used(null)).to.be.a('string');
  });

  it('with events in it is taken by a database that knows nothing yet', async () => {
    const url = await newServer();
    await written(url);
    const id = await idOf();
    await database.drop();
    database = await createTestDatabase('tables');
    expect(await used(url)).to.equal(id);
  });

  it('keeps its identity when it is restored to an earlier state', async () => {
    await written(null);
    const id = await idOf();
    await database.pool.query('DELETE FROM log.events WHERE position = (SELECT max(position) FROM log.events)');
    expect(await used(null)).to.equal(id);
    await forgetIdentity();
    expect(await used(null)).to.be.a('string');
  });

  it('that is lost gives way to another one when its operator says so', async () => {
    await written(null);
    const url = await newServer();
    const tool = { isTool: true, isRebuilding: true, runsProjector: false, isAdopting: true };
    const { rows: before } = await database.pool.query<{ epoch: string }>('SELECT epoch FROM ops.feed_epoch');
    const adopting = await open(url, tool);
    await adopting.stop();
    expect(await used(url)).to.be.a('string');
    const { rows: after } = await database.pool.query<{ epoch: string }>('SELECT epoch FROM ops.feed_epoch');
    expect(after[0]!.epoch).to.not.equal(before[0]!.epoch);
    const register = openEventStoreDbRegister({ url });
    expect((await readLogStanding(register)).id).to.equal(await idOf());
    await register.close();
    expect(await refusal(null)).to.match(/another one, in PostgreSQL/);
  });

  it('is found out when a log that was away at the start is back', async () => {
    await written(null);
    const server = await startEventStoreDbServer();
    servers.push(server);
    await server.stop();
    let heard: (error: unknown) => void;
    const fatal = new Promise<unknown>((resolve) => (heard = resolve));
    const core = await open(server.url, { onFatal: (error) => heard(error) });
    await server.restart();
    expect(await fatal).to.be.instanceOf(WrongLog);
    expect(String(await rejection(core.log.readHead()))).to.match(/LogUnavailable/);
    await core.stop();
    expect(await used(null)).to.be.a('string');
  });

  it('ends the start with exit code 2 and one plain line when it is another one', async () => {
    await written(null);
    const url = `${(await newServer()).replace('esdb://', 'esdb://anne:secret@')}`;
    const { code, stderr } = await runToEnd('main', [], { DATABASE_URL: database.url, EVENTSTORE_URL: url });
    expect(code).to.equal(2);
    expect(stderr).to.match(/Grandlivre could not start: the tables of this database belong to the log in PostgreSQL/);
    expect(stderr).to.not.match(/secret|\n +at /);
  });

  it('is named without the password of its address', () => {
    const place = (eventStoreUrl: string | null, eventStorePrefix = 'grandlivre') =>
      describePlace({ eventStoreUrl, eventStorePrefix });
    expect(place(null)).to.equal('PostgreSQL');
    expect(place('esdb://anne:p%40ss@one:2113,two:2113/?tls=true', '')).to.equal(
      'EventStoreDB at one:2113,two:2113 with no prefix',
    );
    expect(place('esdb+discover://cluster.example')).to.equal(
      'EventStoreDB at cluster.example with the prefix grandlivre',
    );
    expect(describeSettings('PostgreSQL')).to.match(/remove EVENTSTORE_URL/);
  });
});
