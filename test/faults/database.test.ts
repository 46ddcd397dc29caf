import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { LEASE_SECONDS } from '../../stores/support/idempotence.ts';
import { destroyEmbeddedServer, startEmbeddedServer, type EmbeddedServer } from '../../database/embedded/index.ts';
import { readPostmasterPid } from '../support/embedded-server.ts';
import {
  openFile,
  postEntry,
  applyLoad,
  listStatuses,
  waitUntil,
  type Answer,
  type Client,
  type File,
} from '../support/load.ts';
import { isLongRun, itLong } from '../support/long.ts';
import { removeDataDir, createFirm, killProcesses, query } from '../support/processes.ts';
import { startProxy, parseTarget, routeThroughProxy, type Proxy } from '../support/proxy.ts';
import { cleanUp, clientOf, EMAIL, invariantsHold, PASSWORD, setStage, signIn, start, type Stage } from './support.ts';

const LONGEST_REFUSAL_MS = 5_000;

/** A 503 always says why, in time. */
function isProperRefusal({ status, body, headers, milliseconds }: Answer): boolean {
  return (
    status === 503 &&
    typeof body['code'] === 'string' &&
    headers['retry-after'] !== undefined &&
    milliseconds < LONGEST_REFUSAL_MS
  );
}

const isHealthy = async (client: Client): Promise<boolean> => (await client.get('/v1/status')).body['ok'] === true;

async function heals(client: Client, file: File): Promise<void> {
  await waitUntil(
    'the service to heal',
    async () => (await client.get(`${file.path}/entries`)).status === 200 && (await isHealthy(client)),
  );
  const reads = await Promise.all(Array.from({ length: 40 }, () => client.get(`${file.path}/entries?per_page=1`)));
  expect(listStatuses(reads)).to.deep.equal([200]);
  await waitUntil('writes to go through', async () => (await postEntry(client, file)).status === 201);
}

/** Sends every request again whose outcome the client does not know. Nobody has to wait for the lease of a claim. */
async function retry(client: Client, file: File, keys: readonly string[]): Promise<void> {
  const deadline = performance.now() + (LEASE_SECONDS * 1000) / 2;
  await Promise.all(
    keys.map((key) =>
      waitUntil(
        'a repeated write to succeed',
        async () => [200, 201].includes((await postEntry(client, file, key)).status),
        Math.max(0, deadline - performance.now()),
      ),
    ),
  );
}

/** Requests at all times, but no more than tell whether one is lost: while a server is away they only keep the processor busy. */
async function unhurried(send: () => Promise<Answer>): Promise<Answer> {
  if (!isLongRun) await pause(40);
  return send();
}

describe('a database that cannot be reached', function () {
  this.timeout(60_000);
  cleanUp();
  let proxy: Proxy | undefined;
  afterEach(async () => {
    await proxy?.close();
    proxy = undefined;
  });

  async function staged(): Promise<{ stage: Stage; client: Client; wire: Proxy }> {
    const stage = await setStage();
    const wire = (proxy = await startProxy(parseTarget(stage.databaseUrl)));
    const service = await start({ databaseUrl: routeThroughProxy(stage.databaseUrl, wire) });
    return { stage, client: clientOf(stage, service), wire };
  }

  it('lets reads be refused in time and with a reason, pings be answered, and the service heal by itself', async () => {
    const { stage, client, wire } = await staged();
    await postEntry(client, stage.file);
    let isOver = false;
    const reading = applyLoad({
      writers: 8,
      milliseconds: 30_000,
      until: () => isOver,
      write: () => unhurried(() => client.get(`${stage.file.path}/entries`)),
    });
    await wire.cut();
    const refused = await client.get(`${stage.file.path}/entries`);
    expect(isProperRefusal(refused), JSON.stringify(refused)).to.equal(true);
    expect((await client.get('/v1/ping')).status).to.equal(200);
    const status = await client.get('/v1/status');
    expect([status.status, status.body['ok']]).to.deep.equal([200, false]);
    // Longer than access is remembered: signing in and looking up tokens are refused the same way.
    await waitUntil('access to be forgotten', async () => (await client.get('/v1/auth/me')).status === 503);
    const login = await client.post('/v1/auth/login', { email: EMAIL, password: PASSWORD });
    expect(isProperRefusal(login), JSON.stringify(login)).to.equal(true);
    await wire.mend();
    await heals(client, stage.file);
    isOver = true;
    const { answers, broken } = await reading;
    expect(broken).to.deep.equal([]);
    expect(answers.filter((answer) => answer.status !== 200 && !isProperRefusal(answer))).to.deep.equal([]);
    await invariantsHold(stage, { writes: client.writes });
  });

  itLong('lets no write be acknowledged that is not kept, however often the connections break', async () => {
    const { stage, client, wire } = await staged();
    const unknown = new Set<string>();
    let isOver = false;
    const writing = applyLoad({
      writers: 20,
      milliseconds: 30_000,
      until: () => isOver,
      async write() {
        const key = randomUUID();
        unknown.add(key);
        const answer = await postEntry(client, stage.file, key);
        if (answer.status < 300) unknown.delete(key);
        return answer;
      },
    });
    for (let turn = 0; turn < 6; turn += 1) {
      const before = client.writes.length;
      await waitUntil('writes to go through', () => client.writes.length > before + 20);
      wire.breakConnections();
    }
    isOver = true;
    const { answers, broken } = await writing;
    expect(broken).to.deep.equal([]);
    expect(answers.filter((answer) => answer.status !== 201 && !isProperRefusal(answer))).to.deep.equal([]);
    await retry(client, stage.file, [...unknown]);
    await heals(client, stage.file);
    await invariantsHold(stage, { writes: client.writes });
  });
});

describe('a database server that goes away', function () {
  this.timeout(90_000);
  cleanUp();
  let dataDir: string;
  let server: EmbeddedServer;
  let proxy: Proxy;

  // Commits reach the operating system before they are acknowledged, so that they outlive the server's own death.
  const settings = { fsync: 'off', full_page_writes: 'off' };
  const startServer = (): Promise<EmbeddedServer> => startEmbeddedServer({ dataDir, mode: 'own', settings });

  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'grandlivre-faults-'));
    server = await startServer();
    proxy = await startProxy(parseTarget(server.url));
  });
  afterEach(async () => {
    await killProcesses();
    await proxy.close();
    removeDataDir(server.url);
    await server.stop();
    await destroyEmbeddedServer(dataDir);
  });

  async function startAgain(): Promise<void> {
    await server.stop();
    server = await startServer();
    proxy.leadTo(parseTarget(server.url));
  }

  async function underLoad(fault: () => Promise<void>): Promise<void> {
    const environment = { databaseUrl: routeThroughProxy(server.url, proxy) };
    await createFirm({ DATABASE_URL: server.url }, EMAIL, PASSWORD);
    const service = await start(environment);
    const stage = { databaseUrl: environment.databaseUrl, token: await signIn(service.url) };
    const client = clientOf(stage, service);
    const file = await openFile(client, 'BOUL');
    const unknown = new Set<string>();
    let isOver = false;
    const writing = applyLoad({
      writers: 20,
      milliseconds: 60_000,
      until: () => isOver,
      write: () =>
        unhurried(async () => {
          const key = randomUUID();
          unknown.add(key);
          const answer = await postEntry(client, file, key);
          if (answer.status < 300) unknown.delete(key);
          return answer;
        }),
    });
    await waitUntil('some load', () => client.writes.length > 150);
    await fault();
    const refused = await client.get(`${file.path}/entries`);
    expect(isProperRefusal(refused), JSON.stringify(refused)).to.equal(true);
    expect((await client.get('/v1/ping')).status).to.equal(200);
    expect(await isHealthy(client)).to.equal(false);
    await startAgain();
    const before = client.writes.length;
    await waitUntil('writes to go through again', () => client.writes.length > before + 50, 30_000);
    isOver = true;
    const { answers, broken } = await writing;
    expect(broken).to.deep.equal([]);
    expect(
      answers
        .filter((answer) => answer.status !== 201 && !isProperRefusal(answer))
        .map(({ status, body, milliseconds }) => ({ status, body, milliseconds })),
    ).to.deep.equal([]);
    await retry(client, file, [...unknown]);
    await heals(client, file);
    await invariantsHold(stage, { writes: client.writes });
    expect(service.hasExited()).to.equal(false);
  }

  itLong('is stopped and started under load: nothing acknowledged is lost, nothing happens twice', () =>
    underLoad(() => server.stop()),
  );

  it('is killed under load and recovers: nothing acknowledged is lost, nothing happens twice', () =>
    underLoad(async () => {
      process.kill(await readPostmasterPid(dataDir), 'SIGKILL');
      await waitUntil('its sessions to end', () => cannotBeReached(server.url));
    }));
});

function cannotBeReached(url: string): Promise<boolean> {
  return query(url, 'SELECT 1').then(
    () => false,
    () => true,
  );
}
