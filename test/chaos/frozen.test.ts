import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { destroyEmbeddedServer } from '../../database/embedded/index.ts';
import { killProcesses, startProcess } from '../support/processes.ts';
import { postEntry, type Answer } from '../support/load.ts';
import { clientOf, invariantsHold, leaveNothing, start } from '../faults/support.ts';
import {
  freeze,
  isProperRefusal,
  note,
  openBooks,
  rememberingWriter,
  startChaosServer,
  timeUntil,
  type ChaosServer,
} from './support.ts';

const LONGEST_REFUSAL_MS = 5_000;
const AT_ONCE_MS = 250;
const LONGEST_STOP_MS = 15_000;

describe('chaos: a frozen PostgreSQL', function () {
  this.timeout(120_000);
  let server: ChaosServer | undefined;
  let thaw: (() => void) | undefined;
  afterEach(async () => {
    thaw?.();
    thaw = undefined;
    await killProcesses();
    await leaveNothing();
    await server?.destroy();
    server = undefined;
  });

  it('refuses whoever waits within five seconds and whoever comes at once, and goes on when it is back', async () => {
    server = await startChaosServer();
    const service = await start({ databaseUrl: server.url });
    const { client, file } = await openBooks({ DATABASE_URL: server.url }, service.url, (token) =>
      clientOf({ token }, service),
    );
    const writer = rememberingWriter(file);
    await postEntry(client, file);
    thaw = await freeze(server.dataDir);
    const waiting: Promise<Answer>[] = [];
    for (let number = 0; number < 30; number += 1) {
      waiting.push(
        client.get(`${file.path}/entries`),
        client.get(`${file.path}/reports/trial-balance`),
        writer.write(client),
      );
    }
    const refused = await Promise.all(waiting);
    expect(refused.filter((answer) => !isProperRefusal(answer))).to.deep.equal([]);
    const slowest = Math.max(...refused.map(({ milliseconds }) => milliseconds));
    const after = await Promise.all(Array.from({ length: 20 }, () => client.get(`${file.path}/entries`)));
    expect(after.filter((answer) => !isProperRefusal(answer))).to.deep.equal([]);
    const later = Math.max(...after.map(({ milliseconds }) => milliseconds));
    expect((await client.get('/v1/ping')).status).to.equal(200);
    expect((await client.get('/v1/status')).body['ok']).to.equal(false);
    thaw();
    const back = await timeUntil(async () => (await client.get(`${file.path}/entries`)).status === 200);
    const writing = await timeUntil(async () => (await postEntry(client, file)).status === 201);
    note('frozen', {
      slowest: `${Math.round(slowest)} ms`,
      later: `${Math.round(later)} ms`,
      reading: `${back} ms`,
      writing: `${writing} ms`,
    });
    expect(slowest).to.be.lessThan(LONGEST_REFUSAL_MS);
    expect(later).to.be.lessThan(AT_ONCE_MS);
    await writer.settle(client);
    await invariantsHold({ databaseUrl: server.url }, { writes: client.writes });
  });

  it('keeps no process from ending within fifteen seconds after SIGTERM', async () => {
    server = await startChaosServer();
    const service = await start({ databaseUrl: server.url });
    const { client, file } = await openBooks({ DATABASE_URL: server.url }, service.url, (token) =>
      clientOf({ token }, service),
    );
    thaw = await freeze(server.dataDir);
    const waiting = Array.from({ length: 5 }, () => client.get(`${file.path}/entries`).catch(() => null));
    const startedAt = performance.now();
    await service.terminate();
    const took = performance.now() - startedAt;
    note('frozen, SIGTERM', { took: `${Math.round(took)} ms` });
    expect(took).to.be.lessThan(LONGEST_STOP_MS);
    await Promise.all(waiting);
  });

  it('is ended with the service that owns it, and the next start finds everything', async () => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'grandlivre-chaos-'));
    try {
      const service = await startProcess({ DATA_DIR: dataDir });
      const { client, file } = await openBooks({ DATA_DIR: dataDir }, service.url, (token) =>
        clientOf({ token }, service),
      );
      const posted = await postEntry(client, file);
      expect(posted.status).to.equal(201);
      thaw = await freeze(dataDir);
      const startedAt = performance.now();
      await service.terminate();
      const took = performance.now() - startedAt;
      note('frozen and owned, SIGTERM', { took: `${Math.round(took)} ms` });
      expect(took).to.be.lessThan(LONGEST_STOP_MS);
      const next = await startProcess({ DATA_DIR: dataDir });
      expect((await client.at(next.url).get(`${file.path}/entries/${String(posted.body['id'])}`)).status).to.equal(200);
      await next.terminate();
    } finally {
      await killProcesses();
      await destroyEmbeddedServer(dataDir);
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
