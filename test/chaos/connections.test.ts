import { expect } from 'chai';
import { killProcesses, query, type ServiceProcess } from '../support/processes.ts';
import { applyLoad, waitUntil, type Answer } from '../support/load.ts';
import { clientOf, invariantsHold, leaveNothing, start } from '../faults/support.ts';
import {
  isProperRefusal,
  note,
  openBooks,
  rememberingWriter,
  startChaosServer,
  timeUntil,
  type ChaosServer,
} from './support.ts';

const TERMINATIONS = 30;
const RESTARTS = 5;

describe('chaos: lost database connections', function () {
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

  it('thirty terminations and five restarts under mixed load end no process of two, and all is served within a second', async () => {
    const environment = { DATABASE_URL: server.url };
    const processes: ServiceProcess[] = [
      await start({ databaseUrl: server.url }),
      await start({ databaseUrl: server.url }, { ROLE: 'api' }),
    ];
    const { client, file } = await openBooks(environment, processes[0]!.url, (token) =>
      clientOf({ token }, processes[0]!),
    );
    const clients = [client, client.at(processes[1]!.url)];
    const writer = rememberingWriter(file);
    let isOver = false;
    const wrong: Answer[] = [];
    const load = applyLoad({
      writers: 16,
      milliseconds: 150_000,
      until: () => isOver,
      async write(which) {
        const one = clients[which % 2]!;
        const answer = which < 10 ? await one.get(`${file.path}/reports/trial-balance`) : await writer.write(one);
        if (answer.status >= 300 && !isProperRefusal(answer)) wrong.push(answer);
        return answer;
      },
    });
    const served = async (): Promise<boolean> => {
      const answers = await Promise.all(clients.map((one) => one.get(`${file.path}/reports/trial-balance`)));
      return answers.every(({ status }) => status === 200);
    };
    const outages: number[] = [];
    for (let turn = 0; turn < TERMINATIONS; turn += 1) {
      await query(
        server.url,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
         ORDER BY random() LIMIT 1`,
      );
      outages.push(await timeUntil(served));
    }
    const restarts: number[] = [];
    for (let turn = 0; turn < RESTARTS; turn += 1) {
      if (turn % 2 === 0) await server.stop();
      else await server.kill();
      await server.start();
      restarts.push(await timeUntil(served));
      const before = client.writes.length;
      await waitUntil('writes to go through again', () => client.writes.length > before + 5);
    }
    isOver = true;
    const { broken } = await load;
    note('terminations', { most: `${Math.max(...outages)} ms` });
    note('restarts', { most: `${Math.max(...restarts)} ms` });
    expect(broken).to.deep.equal([]);
    expect(wrong.map(({ status, body }) => ({ status, body }))).to.deep.equal([]);
    expect(processes.map((one) => one.hasExited())).to.deep.equal([false, false]);
    expect(Math.max(...outages), 'after a termination').to.be.lessThan(1_000);
    expect(Math.max(...restarts), 'after a restart').to.be.lessThan(1_000);
    await writer.settle(client);
    await invariantsHold({ databaseUrl: server.url }, { writes: client.writes });
  });
});
