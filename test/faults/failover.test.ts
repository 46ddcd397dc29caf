import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import { openClient, openFile, postEntry, waitUntil, type Client, type File } from '../support/load.ts';
import { itLong } from '../support/long.ts';
import { createFirm, killProcesses, removeDataDir, startProcess, type ServiceProcess } from '../support/processes.ts';
import { startProxy, type Proxy } from '../support/proxy.ts';
import { startReplicatedServers, type ReplicatedServers } from '../support/replicated-servers.ts';
import { EMAIL, invariantsHold, PASSWORD, signIn } from './support.ts';

const targetOf = (url: string) => ({ host: '127.0.0.1', port: Number(new URL(url).port) });

describe('a primary with a standby', function () {
  this.timeout(240_000);
  let servers: ReplicatedServers;
  let proxy: Proxy;
  let databaseUrl: string;

  async function setUp(
    settings: Readonly<Record<string, string>>,
  ): Promise<{ service: ServiceProcess; client: Client; file: File }> {
    servers = await startReplicatedServers(settings);
    proxy = await startProxy(targetOf(servers.primary.url));
    const url = new URL(servers.primary.url);
    url.port = String(proxy.port);
    databaseUrl = url.href;
    await createFirm({ DATABASE_URL: databaseUrl }, EMAIL, PASSWORD);
    const service = await startProcess({ DATABASE_URL: databaseUrl });
    const client = openClient(service.url, await signIn(service.url));
    return { service, client, file: await openFile(client, 'BOUL') };
  }
  afterEach(async () => {
    await killProcesses();
    await proxy?.close();
    await servers?.stop();
    if (databaseUrl) removeDataDir(databaseUrl);
  });

  itLong('acknowledges nothing that only its own disk has, not even after a crash', async () => {
    const { client, file } = await setUp({ synchronous_standby_names: 'replica' });
    expect((await postEntry(client, file)).status).to.equal(201);
    await servers.replica.kill();
    // Written by the primary, and waiting for the standby.
    const key = randomUUID();
    expect((await postEntry(client, file, key)).status).to.equal(503);
    await servers.primary.kill();
    await servers.primary.start();
    const [{ there }] = (await servers.primary.query<{ there: boolean }>(
      `SELECT EXISTS (SELECT FROM log.events WHERE metadata ->> 'client_mutation_id' = '${key}') AS there`,
    )) as [{ there: boolean }];
    expect(there, 'the crashed server shows the event').to.equal(true);
    await pause(1_000);
    expect((await postEntry(client, file, key)).status, 'while the standby is away').to.equal(503);
    await servers.replica.start();
    let status = 0;
    await waitUntil('the write to be acknowledged', async () => {
      ({ status } = await postEntry(client, file, key));
      return status < 300;
    });
    expect(status).to.equal(200);
    await invariantsHold({ databaseUrl }, { writes: client.writes });
  });

  it('ends the process when the standby takes over without the last events, and voids every cursor', async () => {
    const { service, client, file } = await setUp({});
    await servers.waitForReplay();
    await servers.replica.kill();
    for (let turn = 0; turn < 3; turn += 1) expect((await postEntry(client, file)).status).to.equal(201);
    const before = (await client.get(`${file.path}/sync/pull?since=0`)).body as { cursor: number; epoch: string };
    await servers.primary.kill();
    await servers.replica.start();
    await servers.replica.query('SELECT pg_promote()');
    proxy.leadTo(targetOf(servers.replica.url));
    proxy.breakConnections();
    const { code } = await service.exited;
    expect(code, service.output()).to.equal(1);
    const again = await startProcess({ DATABASE_URL: databaseUrl });
    const second = client.at(again.url);
    for (let turn = 0; turn < 5; turn += 1) expect((await postEntry(second, file)).status).to.equal(201);
    const stale = await second.get(`${file.path}/sync/pull?since=${before.cursor}`);
    expect(stale.body).to.include({ full_resync: true, cursor: 0 });
    expect(stale.body['epoch']).not.to.equal(before.epoch);
    await invariantsHold({ databaseUrl });
  });
});
