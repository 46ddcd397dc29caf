import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { openEventStoreDbLog } from '../../eventlog/eventstoredb/log.ts';
import { DEFAULT_PREFIX } from '../../eventlog/eventstoredb/stream-names.ts';
import { openTestEventStore, type TestEventStore } from '../support/event-store.ts';
import { startEventStoreDbServer, type EventStoreDbServer } from '../support/eventstoredb-server/server.ts';
import { checkInvariants } from '../support/invariants.ts';
import { openFile, postEntry, listStatuses, waitUntil, type Answer, type Client, type File } from '../support/load.ts';
import { itLong } from '../support/long.ts';
import { createFirm, query, type Environment, type ServiceProcess } from '../support/processes.ts';
import { cleanUp, clientOf, EMAIL, freshDatabase, PASSWORD, signIn, start, type Stage } from './support.ts';
import { appendAsStranger } from '../support/eventstoredb-server/stranger.ts';

interface Scene extends Stage {
  readonly store: TestEventStore;
  readonly service: ServiceProcess;
  readonly client: Client;
}

describe('an event store that goes away', function () {
  this.timeout(60_000);
  cleanUp();
  const stores: TestEventStore[] = [];
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.stop();
  });

  const settingsOf = ({ url, prefix }: TestEventStore): Environment => ({
    EVENTSTORE_URL: url,
    EVENTSTORE_PREFIX: prefix,
  });

  /** On the server of `EVENTSTORE_TEST_URL` where that is set, unless the test needs one that has faults. */
  async function scene(store?: TestEventStore): Promise<Scene> {
    const databaseUrl = await freshDatabase();
    const chosen = store ?? (await openTestEventStore());
    stores.push(chosen);
    await createFirm({ DATABASE_URL: databaseUrl, ...settingsOf(chosen) }, EMAIL, PASSWORD);
    const service = await start({ databaseUrl }, settingsOf(chosen));
    const token = await signIn(service.url);
    const client = clientOf({ token }, service);
    return { databaseUrl, token, file: await openFile(client, 'BOUL'), store: chosen, service, client };
  }

  async function faultyScene(): Promise<Scene & { readonly server: EventStoreDbServer }> {
    const server = await startEventStoreDbServer();
    return { ...(await scene({ url: server.url, prefix: DEFAULT_PREFIX, stop: () => server.stop() })), server };
  }

  async function holds({ databaseUrl, store: { url, prefix } }: Scene, ...clients: readonly Client[]): Promise<void> {
    const log = openEventStoreDbLog({ url, prefix });
    try {
      await checkInvariants({ databaseUrl, log }, { writes: clients.flatMap(({ writes }) => writes) });
    } finally {
      await log.close();
    }
  }

  const entriesIn = async (databaseUrl: string): Promise<number> =>
    (await query<{ count: number }>(databaseUrl, 'SELECT count(*)::int AS count FROM read.entries'))[0]!.count;
  const refusal = ({ status, body, milliseconds }: Answer) => [status, body['code'], milliseconds < 6_000];
  const post = (client: Client, file: File, key?: string) => postEntry(client, file, key);

  itLong(
    'that others write to: their streams are none of ours, and one event among ours halts its own stream alone',
    async () => {
      const stage = await scene();
      const { client, file, store } = stage;
      const other = await openFile(client, 'AUTRE');
      await appendAsStranger(store.url, 'user-1', 1);
      await appendAsStranger(store.url, 'company-of-another-app', 1);
      expect((await post(client, file)).status).to.equal(201);
      const [{ id }] = (await query<{ id: number }>(
        stage.databaseUrl,
        `SELECT id FROM read.companies WHERE public_token = '${file.path.split('/').at(-1)}'`,
      )) as [{ id: number }];
      await appendAsStranger(store.url, `${store.prefix}_company-${id}`, 1);
      await waitUntil('the stream to be halted', async () => (await client.get('/v1/status')).body['ok'] === false);
      expect(refusal(await post(client, file)).slice(0, 2)).to.deep.equal([503, 'projection_halted']);
      expect((await post(client, other)).status).to.equal(201);
    },
  );

  itLong(
    'before a write: refused with a reason, nothing in the read tables, reads go on, and one retry writes once',
    async () => {
      const stage = await faultyScene();
      const { client, file, server: store, databaseUrl } = stage;
      const key = randomUUID();
      await store.stop();
      expect(refusal(await post(client, file, key))).to.deep.equal([503, 'event_log_unavailable', true]);
      expect(await entriesIn(databaseUrl)).to.equal(0);
      expect((await client.get(`${file.path}/entries`)).status).to.equal(200);
      expect((await client.get('/v1/status')).body['ok']).to.equal(false);
      await store.restart();
      const again = await post(client, file, key);
      expect([again.status, again.body['number']]).to.deep.equal([201, 1]);
      await waitUntil('the status to be good again', async () => (await client.get('/v1/status')).body['ok'] === true);
      await holds(stage, client);
    },
  );

  itLong('between the read and the append: refused, and one retry writes once', async () => {
    const stage = await faultyScene();
    const { client, file, server: store, databaseUrl } = stage;
    expect((await post(client, file)).status).to.equal(201);
    const events = store.eventCount();
    const key = randomUUID();
    store.failAppends(3);
    expect(refusal(await post(client, file, key))).to.deep.equal([503, 'event_log_unavailable', true]);
    expect([store.eventCount(), await entriesIn(databaseUrl)]).to.deep.equal([events, 1]);
    const again = await post(client, file, key);
    expect([again.status, again.body['number']]).to.deep.equal([201, 2]);
    await holds(stage, client);
  });

  it('after the append, before the answer: one copy, whether the service or the client asks again', async () => {
    const stage = await faultyScene();
    const { client, file, server: store } = stage;
    store.loseNextAppendAnswer();
    const first = await post(client, file);
    expect([first.status, first.body['number']]).to.deep.equal([201, 1]);
    const key = randomUUID();
    store.loseNextAppendAnswer(3);
    expect(refusal(await post(client, file, key))).to.deep.equal([503, 'event_log_unavailable', true]);
    const again = await post(client, file, key);
    expect([again.status, again.headers['x-idempotent-replay'], again.body['number']]).to.deep.equal([200, '1', 2]);
    expect((await post(client, file)).body['number']).to.equal(3);
    await holds(stage, client);
  });

  itLong('while a process is killed after its append: the same request, sent again, has acted once', async () => {
    const stage = await scene();
    const { client, file, store, databaseUrl } = stage;
    await stage.service.terminate();
    const doomed = await start({ databaseUrl }, { ...settingsOf(store), FAULT_POINT: 'after-append' });
    const key = randomUUID();
    expect(await post(client.at(doomed.url), file, key).catch(() => null)).to.equal(null);
    await waitUntil('the process to be killed', doomed.hasExited);
    await query(databaseUrl, `UPDATE ops.idempotence SET lease_until = now() WHERE lease_until IS NOT NULL`);
    const next = clientOf(stage, await start({ databaseUrl }, settingsOf(store)));
    const again = await post(next, file, key);
    expect([again.status, again.headers['x-idempotent-replay'], again.body['number']]).to.deep.equal([200, '1', 1]);
    await holds(stage, next);
  });

  itLong('never, but ten writers over two processes want the same stream: no update is lost', async () => {
    const stage = await scene();
    const { client, file, store, databaseUrl } = stage;
    const other = clientOf(stage, await start({ databaseUrl }, { ...settingsOf(store), ROLE: 'api' }));
    const answers = (
      await Promise.all(
        Array.from({ length: 10 }, async (_, writer) => {
          const own: Answer[] = [];
          for (let turn = 0; turn < 8; turn += 1) own.push(await post(writer % 2 === 0 ? client : other, file));
          return own;
        }),
      )
    ).flat();
    expect(listStatuses(answers)).to.deep.equal([201]);
    expect(answers.map(({ body }) => body['number'] as number).sort((a, b) => a - b)).to.deep.equal(
      answers.map((_, index) => index + 1),
    );
    await holds(stage, client, other);
  });
});
