import { readdir } from 'node:fs/promises';
import { expect } from 'chai';
import { postEntry, waitUntil } from '../support/load.ts';
import { killProcesses, query } from '../support/processes.ts';
import { clientOf, invariantsHold, leaveNothing, start } from '../faults/support.ts';
import { note, openBooks, startChaosServer, timeUntil, type ChaosServer } from './support.ts';

const CRASHES = 5;

describe('chaos: a PostgreSQL backend that crashes', function () {
  this.timeout(180_000);
  let server: ChaosServer;
  beforeEach(async () => {
    server = await startChaosServer();
  });
  afterEach(async () => {
    await killProcesses();
    await leaveNothing();
    await server.destroy();
  });

  it('takes nothing back that was acknowledged: what was written is read, or the read is refused', async () => {
    const processes = [
      await start({ databaseUrl: server.url }),
      await start({ databaseUrl: server.url }, { ROLE: 'api' }),
    ];
    const { client, file } = await openBooks({ DATABASE_URL: server.url }, processes[0]!.url, (token) =>
      clientOf({ token }, processes[0]!),
    );
    const clients = processes.map(({ url }) => client.at(url));
    const acknowledged: number[] = [];
    let isOver = false;
    const missing: string[] = [];
    let refused = 0;
    const writing = Array.from({ length: 6 }, async (_, number) => {
      while (!isOver) {
        const answer = await postEntry(clients[number % 2]!, file).catch(() => null);
        if (answer?.status === 201) acknowledged.push(answer.body['id'] as number);
      }
    });
    const reading = Array.from({ length: 6 }, async (_, number) => {
      while (!isOver) {
        const id = acknowledged.at(-1 - Math.floor(Math.random() * Math.min(acknowledged.length, 60)));
        if (id === undefined) {
          await new Promise((resolve) => setTimeout(resolve, 10));
          continue;
        }
        const { status } = await clients[number % 2]!.get(`${file.path}/entries/${id}`);
        if (status === 503) refused += 1;
        else if (status !== 200) missing.push(`${id}: ${status}`);
      }
    });
    const times: number[] = [];
    for (let crash = 0; crash < CRASHES; crash += 1) {
      const before = acknowledged.length;
      await waitUntil('some writes', () => acknowledged.length > before + 100, 60_000);
      const [backend] = await query<{ pid: number }>(
        server.url,
        `SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'grandlivre%' ORDER BY random() LIMIT 1`,
      );
      process.kill(backend!.pid, 'SIGKILL');
      const last = acknowledged.at(-1)!;
      times.push(
        await timeUntil(async () => {
          const answers = await Promise.all(clients.map((one) => one.get(`${file.path}/entries/${last}`)));
          return answers.every(({ status }) => status === 200);
        }),
      );
    }
    isOver = true;
    await Promise.all([...writing, ...reading]);
    note('crash of a backend', { recovered: times.map((time) => `${time} ms`).join(' '), refused });
    expect(missing).to.deep.equal([]);
    expect(await readdir('/proc')).to.include(String(processes[0]!.pid));
    await invariantsHold({ databaseUrl: server.url }, { writes: client.writes });
  });

  it('right after an answer, when the tables have not come to the disk: the entry is read, or the read is refused', async () => {
    const processes = [
      await start({ databaseUrl: server.url }),
      await start({ databaseUrl: server.url }, { ROLE: 'api' }),
    ];
    const { client, file } = await openBooks({ DATABASE_URL: server.url }, processes[0]!.url, (token) =>
      clientOf({ token }, processes[0]!),
    );
    const clients = processes.map(({ url }) => client.at(url));
    const missing: string[] = [];
    for (let crash = 0; crash < 2 * CRASHES; crash += 1) {
      const [backend] = await query<{ pid: number }>(
        server.url,
        `SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'grandlivre%' ORDER BY random() LIMIT 1`,
      );
      const posted = await postEntry(client, file);
      process.kill(backend!.pid, 'SIGKILL');
      expect(posted.status).to.equal(201);
      await Promise.all(
        clients.map(async (one, number) => {
          const look = async (): Promise<boolean> => {
            const { status } = await one.get(`${file.path}/entries/${String(posted.body['id'])}`);
            if (status !== 200 && status !== 503) missing.push(`process ${number}: ${status}`);
            return status === 200;
          };
          await waitUntil(
            'the service to be back',
            async () => (await one.get(`${file.path}/entries`)).status === 503 || look(),
          );
          await timeUntil(look);
        }),
      );
      await waitUntil('writes to go through', async () => (await postEntry(client, file)).status === 201);
    }
    expect(missing).to.deep.equal([]);
    await invariantsHold({ databaseUrl: server.url }, { writes: client.writes });
  });
});
