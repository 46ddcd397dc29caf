import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { destroyEmbeddedServer } from '../../database/embedded/index.ts';
import { readPostmasterPid } from '../support/embedded-server.ts';
import { killProcesses, startProcess } from '../support/processes.ts';
import { postEntry, applyLoad, waitUntil } from '../support/load.ts';
import { clientOf, leaveNothing } from '../faults/support.ts';
import { isProperRefusal, note, openBooks, rememberingWriter, timeUntil } from './support.ts';

const BACK_WITHIN_MS = 5_000;

describe('chaos: the embedded PostgreSQL', function () {
  this.timeout(180_000);
  let dataDir: string;
  let isMounted = false;
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'grandlivre-chaos-'));
  });
  afterEach(async () => {
    await killProcesses();
    await leaveNothing();
    await destroyEmbeddedServer(dataDir).catch(() => undefined);
    if (isMounted) execFileSync('umount', ['-l', dataDir]);
    isMounted = false;
    await rm(dataDir, { recursive: true, force: true });
  });

  it('is killed three times under load and serves again within five seconds each time', async () => {
    const service = await startProcess({ DATA_DIR: dataDir });
    const { client, file } = await openBooks({ DATA_DIR: dataDir }, service.url, (token) =>
      clientOf({ token }, service),
    );
    const writer = rememberingWriter(file);
    let isOver = false;
    const load = applyLoad({
      writers: 8,
      milliseconds: 120_000,
      until: () => isOver,
      write: () => writer.write(client),
    });
    const times: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const before = client.writes.length;
      await waitUntil('some load', () => client.writes.length > before + 30, 30_000);
      process.kill(await readPostmasterPid(dataDir), 'SIGKILL');
      await waitUntil('the loss to show', async () => (await client.get(`${file.path}/entries`)).status !== 200).catch(
        () => undefined,
      );
      times.push(await timeUntil(async () => (await postEntry(client, file)).status === 201));
    }
    isOver = true;
    const { answers, broken } = await load;
    note('embedded server killed', { back: times.map((time) => `${time} ms`).join(' ') });
    expect(broken).to.deep.equal([]);
    expect(answers.filter((answer) => answer.status !== 201 && !isProperRefusal(answer))).to.deep.equal([]);
    expect(Math.max(...times)).to.be.lessThan(BACK_WITHIN_MS);
    await writer.settle(client);
    for (const { recordId } of client.writes.filter(({ path: to }) => to.endsWith('/entries')))
      if ((await client.get(`${file.path}/entries/${recordId}`)).status !== 200) throw new Error(`${recordId} is gone`);
    expect((await service.terminate()).code).to.equal(0);
  });

  it('has no room to write: reads or refusals, the status tells, and when there is room it serves within five seconds', async function () {
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=220m', 'tmpfs', dataDir], { stdio: 'ignore' });
      isMounted = true;
    } catch {
      this.skip();
    }
    const service = await startProcess({ DATA_DIR: dataDir });
    const { client, file } = await openBooks({ DATA_DIR: dataDir }, service.url, (token) =>
      clientOf({ token }, service),
    );
    const writer = rememberingWriter(file);
    const fill = async (): Promise<void> => {
      const { bavail, bsize } = await statfs(dataDir);
      if (bavail > 0) writeFileSync(path.join(dataDir, `ballast-${Math.random()}`), Buffer.alloc(bavail * bsize));
    };
    let isOver = false;
    const load = applyLoad({
      writers: 8,
      milliseconds: 120_000,
      until: () => isOver,
      write: () => writer.write(client),
    });
    await fill().catch(() => undefined); // the server writes at the same time, and may be faster
    await waitUntil(
      'the disk to be full',
      async () => {
        await fill().catch(() => undefined);
        return (await postEntry(client, file)).status === 503;
      },
      90_000,
    );
    const status = await client.get('/v1/status');
    expect(status.body['ok']).to.equal(false);
    expect(JSON.stringify(status.body['problems'])).to.contain('"disk"');
    // Long enough for the server to give up altogether, should it come to that.
    await new Promise((resolve) => setTimeout(resolve, 8_000));
    execFileSync('sh', ['-c', `rm -f ${dataDir}/ballast-*`]);
    const back = await timeUntil(async () => (await postEntry(client, file)).status === 201);
    isOver = true;
    const { answers, broken } = await load;
    note('disk full', { back: `${back} ms` });
    expect(broken).to.deep.equal([]);
    expect(
      answers
        .filter((answer) => answer.status !== 201 && !isProperRefusal(answer))
        .map(({ status: code, body }) => ({ code, body })),
    ).to.deep.equal([]);
    expect(back).to.be.lessThan(BACK_WITHIN_MS);
    await writer.settle(client);
    expect((await service.terminate()).code).to.equal(0);
  });

  it('cannot be started again: the process ends with 1 after a minute, so that a supervisor sees it', async () => {
    const service = await startProcess({ DATA_DIR: dataDir });
    const startedAt = performance.now();
    // What a disk that went bad looks like: the control file is gone.
    await rm(path.join(dataDir, 'postgres/global/pg_control'));
    process.kill(await readPostmasterPid(dataDir), 'SIGKILL');
    const { code } = await service.exited;
    const took = performance.now() - startedAt;
    note('embedded server beyond help', { ended: `${Math.round(took)} ms` });
    expect(code).to.equal(1);
    expect(took).to.be.within(55_000, 85_000);
  });
});
