import { execFileSync } from 'node:child_process';
import { expect } from 'chai';
import { runAsAdministrator } from '../support/database.ts';
import { postEntry, waitUntil, type Answer } from '../support/load.ts';
import { cleanUp, clientOf, invariantsHold, setStage, start } from './support.ts';

/** Standard streams, those of the event loop, the port: a process has more of them before it serves. */
const USED_FROM_THE_START = 16;

describe('a process that may open no more files and sockets', function () {
  this.timeout(60_000);
  cleanUp();

  it('refuses what it cannot do with 503 and a code, never with 500, and goes on when it may again', async function () {
    if (process.platform !== 'linux') this.skip();
    const stage = await setStage();
    const service = await start(stage);
    const client = clientOf(stage, service);
    // Connections of clients first, those to the database later.
    await Promise.all(Array.from({ length: 30 }, () => client.get('/v1/ping')));
    const limit = (most: number): void =>
      void execFileSync('prlimit', ['--pid', String(service.pid), `--nofile=${most}:`]);
    // All numbers below this one are in use, so that what is closed meanwhile leaves no room either.
    limit(USED_FROM_THE_START);
    // On a busy machine the service has opened all that it needs by now.
    await runAsAdministrator((administrator) =>
      administrator.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = $1 AND application_name = 'grandlivre' AND state = 'idle'`,
        [new URL(stage.databaseUrl).pathname.slice(1)],
      ),
    );
    const answers: Answer[] = [];
    for (let turn = 0; turn < 3; turn += 1)
      answers.push(
        ...(await Promise.all(
          Array.from({ length: 30 }, (_, number) =>
            number % 3 === 0 ? postEntry(client, stage.file) : client.get(`${stage.file.path}/reports/trial-balance`),
          ),
        )),
      );
    const refused = answers.filter(({ status }) => status >= 300);
    expect(refused.length, 'the limit was reached').to.be.greaterThan(0);
    for (const { status, body, headers } of refused) {
      expect([status, typeof body['code'], headers['retry-after']]).to.deep.equal([503, 'string', '1']);
    }
    limit(4_096);
    await waitUntil('all to be served', async () => {
      const again = await Promise.all(
        Array.from({ length: 30 }, () => client.get(`${stage.file.path}/reports/trial-balance`)),
      );
      return again.every(({ status }) => status === 200);
    });
    expect(service.hasExited()).to.equal(false);
    await invariantsHold(stage, { writes: client.writes });
  });
});
