import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { destroyEmbeddedServer } from '../../database/embedded/index.ts';
import { killProcesses, startProcess } from '../support/processes.ts';
import { postEntry, waitUntil, type Answer, type Client } from '../support/load.ts';
import { clientOf, invariantsHold, leaveNothing, setStage, start } from '../faults/support.ts';
import { note, openBooks } from './support.ts';

const ANSWERED_WITHIN_MS = 3_000;
const WRITES = 60;

describe('chaos: requests that are sent again after kill -9', function () {
  this.timeout(120_000);
  afterEach(async () => {
    await killProcesses();
    await leaveNothing();
  });

  const keys = (): string[] => Array.from({ length: WRITES }, () => randomUUID());
  const slowest = (answers: readonly Answer[]): number =>
    Math.round(Math.max(...answers.map((one) => one.milliseconds)));
  const allDone = (answers: readonly Answer[]): void => {
    expect(answers.filter(({ status }) => status !== 200 && status !== 201)).to.deep.equal([]);
  };

  it('are answered within three seconds of the service being back, on a database that others share', async () => {
    const stage = await setStage();
    const doomed = await start(stage, { FAULT_POINT: 'after-append:2' });
    const sent = keys();
    const first = clientOf(stage, doomed);
    await Promise.all(sent.map((key) => postEntry(first, stage.file, key).catch(() => null)));
    await waitUntil('the process to be killed', doomed.hasExited);
    const second = clientOf(stage, await start(stage));
    const again = await Promise.all(sent.map((key) => postEntry(second, stage.file, key)));
    note('claims of a process that was killed', { slowest: `${slowest(again)} ms` });
    allDone(again);
    expect(slowest(again)).to.be.lessThan(ANSWERED_WITHIN_MS);
    await invariantsHold(stage, { writes: [...first.writes, ...second.writes] });
  });

  it('are answered within three seconds of the service being back, on its own database', async () => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'grandlivre-chaos-'));
    try {
      const service = await startProcess({ DATA_DIR: dataDir });
      const { client, file } = await openBooks({ DATA_DIR: dataDir }, service.url, (token) =>
        clientOf({ token }, service),
      );
      const sent = keys();
      const pressing = sent.map((key) => postEntry(client, file, key).catch(() => null));
      await waitUntil('some writes', () => client.writes.length > 2);
      await service.kill();
      await Promise.all(pressing);
      const next = await startProcess({ DATA_DIR: dataDir });
      const second: Client = client.at(next.url);
      const again = await Promise.all(sent.map((key) => postEntry(second, file, key)));
      note('claims in a data folder that was taken over', { slowest: `${slowest(again)} ms` });
      allDone(again);
      expect(slowest(again)).to.be.lessThan(ANSWERED_WITHIN_MS);
      expect(new Set(again.map(({ body }) => body['number']))).to.have.property('size', WRITES);
      await next.terminate();
    } finally {
      await killProcesses();
      await destroyEmbeddedServer(dataDir);
    }
  });
});
