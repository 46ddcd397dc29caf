import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { findFreePort } from '../../database/embedded/postmaster.ts';
import { openClient, postEntry, waitUntil } from '../support/load.ts';
import { buildOnce } from '../support/processes.ts';
import { TEST_APP_KEY } from '../support/vault.ts';
import { cleanUp, invariantsHold, setStage } from './support.ts';

const METRICS_TOKEN = 'a-token-that-opens-the-measurements-of-a-test';
const checkout = fileURLToPath(new URL('../..', import.meta.url));

describe('a log volume that is full', function () {
  this.timeout(60_000);
  cleanUp();
  let child: ChildProcess | undefined;
  let dataDir = '';
  afterEach(async () => {
    child?.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  });

  it('stops neither requests nor an end in order; what was lost is counted', async () => {
    const stage = await setStage();
    await buildOnce();
    dataDir = await mkdtemp(join(tmpdir(), 'grandlivre-log-'));
    const full = openSync('/dev/full', 'w');
    const port = String(await findFreePort());
    child = spawn(process.execPath, ['dist/main.js'], {
      cwd: checkout,
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: stage.databaseUrl,
        PORT: port,
        LOG_LEVEL: 'info',
        DATA_DIR: dataDir,
        APP_KEY: TEST_APP_KEY,
        DEMO: 'off',
        METRICS_ADDRESS: 'off',
        METRICS_TOKEN,
      },
      stdio: ['ignore', full, full],
    });
    closeSync(full);
    const exited = once(child, 'exit');
    const client = openClient(`http://127.0.0.1:${port}`, stage.token);
    try {
      const isUp = async (): Promise<boolean> => (await client.get('/v1/ping').catch(() => null))?.status === 200;
      await waitUntil('the service to start', isUp, 30_000);
      for (let turn = 0; turn < 50; turn += 1) expect((await postEntry(client, stage.file)).status).to.equal(201);
      const droppedLines = async (): Promise<number> => {
        const text = await (
          await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } })
        ).text();
        return Number(/^grandlivre_log_lines_dropped (\d+)$/m.exec(text)?.[1]);
      };
      await waitUntil('the lines to be counted', async () => (await droppedLines()) >= 50);
      child.kill('SIGTERM');
      expect(await exited).to.deep.equal([0, null]);
      await invariantsHold(stage, { writes: client.writes });
    } finally {
      client.close();
    }
  });
});
