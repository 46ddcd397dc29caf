import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { startEventStoreDbServer, type EventStoreDbServer } from '../support/eventstoredb-server/server.ts';
import { openClient, openFile, postEntry, waitUntil, type Client, type File } from '../support/load.ts';
import { itLong } from '../support/long.ts';
import { createDatabase, createFirm, dropDatabase, query, runToEnd, type Database } from '../support/processes.ts';
import {
  cleanUp,
  clientOf,
  EMAIL,
  freshDatabase,
  invariantsHold,
  PASSWORD,
  setStage,
  signIn,
  start,
} from './support.ts';

interface Pull {
  readonly cursor: number;
  readonly epoch: string;
  readonly full_resync: boolean;
  readonly changes: readonly { readonly seq: number }[];
}

async function pull(client: Client, file: File, since: number): Promise<Pull> {
  const { status, body } = await client.get(`${file.path}/sync/pull?since=${since}&limit=2000`);
  expect(status, JSON.stringify(body)).to.equal(200);
  return body as unknown as Pull;
}

const nameOf = (url: string): string => new URL(url).pathname.slice(1);

describe('a database that was restored from a backup', function () {
  this.timeout(240_000);
  cleanUp();
  let backup: Database | undefined;
  afterEach(async () => {
    if (backup) await dropDatabase(backup);
    backup = undefined;
  });

  it('in its own place is recognised: every cursor is void, no announcement goes out again, answers since are forgotten', async () => {
    const stage = await setStage();
    const first = await start(stage);
    const client = clientOf(stage, first);
    await postEntry(client, stage.file);
    await first.terminate();
    backup = await createDatabase({ name: nameOf(stage.databaseUrl), url: stage.databaseUrl });
    const writing = await start(stage);
    const second = client.at(writing.url);
    const key = randomUUID();
    for (const one of [key, randomUUID(), randomUUID()])
      expect((await postEntry(second, stage.file, one)).status).to.equal(201);
    const before = await pull(second, stage.file, 0);
    expect(before.changes.at(-1)!.seq).to.equal(before.cursor);
    await writing.terminate();

    // As a restore does it: the old state comes back under the same name.
    const server = new URL(stage.databaseUrl);
    server.pathname = '/postgres';
    await query(server.href, `DROP DATABASE ${nameOf(stage.databaseUrl)} WITH (FORCE)`);
    await query(server.href, `CREATE DATABASE ${nameOf(stage.databaseUrl)} TEMPLATE ${backup.name}`);
    // Not recognised by being another database, which the next test is about.
    await query(stage.databaseUrl, 'UPDATE ops.standing SET made_as = NULL');

    const restored = await start(stage);
    const third = client.at(restored.url);
    const stale = await pull(third, stage.file, before.cursor);
    expect(stale).to.deep.include({ full_resync: true, cursor: 0, changes: [] });
    expect(stale.epoch).not.to.equal(before.epoch);
    expect(await query(stage.databaseUrl, 'SELECT FROM ops.outbox')).to.have.length(0);
    // Also when as much has been written again as was lost, a cursor from before is void, with or without its epoch.
    for (let turn = 0; turn < 5; turn += 1) expect((await postEntry(third, stage.file)).status).to.equal(201);
    expect((await postEntry(third, stage.file, key)).status, 'the answer from before is forgotten').to.equal(201);
    expect((await pull(third, stage.file, before.cursor)).full_resync).to.equal(true);
    const anew = await pull(third, stage.file, 0);
    expect(anew.full_resync).to.equal(false);
    expect(anew.changes.at(-1)!.seq).to.equal(anew.cursor);
    expect((await pull(third, stage.file, anew.cursor)).changes).to.deep.equal([]);
    // A further start finds nothing unusual.
    await restored.terminate();
    const next = await start(stage);
    const fourth = client.at(next.url);
    expect(await pull(fourth, stage.file, anew.cursor)).to.deep.include({ full_resync: false, epoch: anew.epoch });
    await next.terminate();
    await invariantsHold(stage);
  });

  it('in part only, without the keys that a dump adds last, is refused with the command to run', async () => {
    const stage = await setStage();
    await query(stage.databaseUrl, 'ALTER TABLE log.events DROP CONSTRAINT events_pkey');
    const refused = await runToEnd('main', [], { DATABASE_URL: stage.databaseUrl });
    expect(refused.code, refused.stderr).to.equal(2);
    expect(refused.stderr)
      .to.contain('the table log.events has no key')
      .and.to.contain('psql')
      .and.to.contain('--single');
  });

  itLong('into another database is recognised, whatever the data folder knows', async () => {
    const stage = await setStage();
    const first = await start(stage);
    const client = clientOf(stage, first);
    await postEntry(client, stage.file);
    const before = await pull(client, stage.file, 0);
    await first.terminate();
    backup = await createDatabase({ name: nameOf(stage.databaseUrl), url: stage.databaseUrl });
    const moved = await start({ databaseUrl: backup.url });
    const other = openClient(moved.url, stage.token);
    try {
      expect((await pull(other, stage.file, before.cursor)).full_resync).to.equal(true);
    } finally {
      other.close();
    }
  });
});

describe('an event store that was restored from a backup', function () {
  this.timeout(240_000);
  cleanUp();
  let store: EventStoreDbServer | undefined;
  let copy: Database | undefined;
  afterEach(async () => {
    await store?.stop();
    if (copy) await dropDatabase(copy);
    store = copy = undefined;
  });

  /** Books with one entry, whose service has ended, and the way back to them as far as the store goes. */
  async function scene() {
    const databaseUrl = await freshDatabase();
    const server = (store = await startEventStoreDbServer());
    const environment = { EVENTSTORE_URL: server.url };
    await createFirm({ DATABASE_URL: databaseUrl, ...environment }, EMAIL, PASSWORD);
    const service = await start({ databaseUrl }, environment);
    const token = await signIn(service.url);
    const client = clientOf({ token }, service);
    const file = await openFile(client, 'BOUL');
    expect((await postEntry(client, file)).status).to.equal(201);
    await service.terminate();
    return { databaseUrl, environment, client, file, server, goBack: server.backUp() };
  }

  const entriesOf = async (client: Client, file: File): Promise<unknown> =>
    (await client.get(`${file.path}/entries`)).body['total'];

  itLong(
    'is recognised by the next start: every cursor is void, and the tables and answers are those of the backup',
    async () => {
      const { databaseUrl, environment, client, file, goBack } = await scene();
      const writing = await start({ databaseUrl }, environment);
      const second = client.at(writing.url);
      const key = randomUUID();
      for (const one of [key, randomUUID(), randomUUID()])
        expect((await postEntry(second, file, one)).status).to.equal(201);
      const before = await pull(second, file, 0);
      await writing.terminate();
      goBack();

      const third = client.at((await start({ databaseUrl }, environment)).url);
      expect(await pull(third, file, before.cursor)).to.deep.include({ full_resync: true, cursor: 0, changes: [] });
      expect(await entriesOf(third, file)).to.equal(1);
      expect(await query(databaseUrl, 'SELECT FROM ops.outbox')).to.have.length(0);
      expect((await postEntry(third, file, key)).status, 'the answer from before is forgotten').to.equal(201);
      expect(await entriesOf(third, file)).to.equal(2);
    },
  );

  itLong('is recognised also when it has grown beyond where it was, by another way', async () => {
    const { databaseUrl, environment, client, file, goBack } = await scene();
    copy = await createDatabase({ name: nameOf(databaseUrl), url: databaseUrl });
    const writing = await start({ databaseUrl }, environment);
    expect((await postEntry(client.at(writing.url), file)).status).to.equal(201);
    const before = await pull(client.at(writing.url), file, 0);
    await writing.terminate();
    goBack();
    // Someone else went on from the backup, and further.
    const other = await start({ databaseUrl: copy.url }, environment);
    for (let turn = 0; turn < 4; turn += 1) expect((await postEntry(client.at(other.url), file)).status).to.equal(201);
    await other.terminate();

    const third = client.at((await start({ databaseUrl }, environment)).url);
    expect((await pull(third, file, before.cursor)).full_resync).to.equal(true);
    expect(await entriesOf(third, file)).to.equal(5);
  });

  itLong('under the running service ends it, so that it is started anew', async () => {
    const { databaseUrl, environment, client, file, goBack } = await scene();
    const running = await start({ databaseUrl }, environment);
    for (let turn = 0; turn < 3; turn += 1)
      expect((await postEntry(client.at(running.url), file)).status).to.equal(201);
    await waitUntil(
      'it to remember where the log ends',
      async () =>
        (await query(databaseUrl, 'SELECT FROM ops.standing s JOIN ops.projector_shards p USING (position)')).length >
        0,
      30_000,
    );
    goBack();
    await waitUntil('it to end', running.hasExited, 30_000);
    expect((await running.exited).code).not.to.equal(0);
    expect(await entriesOf(client.at((await start({ databaseUrl }, environment)).url), file)).to.equal(1);
  });
});
