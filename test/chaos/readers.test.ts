import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { killProcesses, type ServiceProcess } from '../support/processes.ts';
import { clientOf, leaveNothing, setStage, start, type Stage } from '../faults/support.ts';
import { fillThirdParties, note } from './support.ts';

const THIRD_PARTIES = 20_000;
const READERS = 100;
const MOST_GROWTH_MB = 150;
const ACCEPTED_WITHIN_MS = 100;
const METRICS_TOKEN = 'of-those-who-measure-how-it-stands-still';

/** Each asks, takes the first of what comes and nothing more. */
const SLOW_READERS = `
const { connect } = require('node:net');
const { parentPort, workerData: { hostname, port, requests } } = require('node:worker_threads');
for (const request of requests) {
  const socket = connect(port, hostname);
  socket.on('error', () => undefined);
  socket.write(request);
  socket.once('data', () => socket.pause());
}
parentPort.postMessage('begun');`;

describe('chaos: slow readers of long answers', function () {
  this.timeout(600_000);
  const readers: Worker[] = [];
  afterEach(async () => {
    await Promise.all(readers.splice(0).map((worker) => worker.terminate()));
    await killProcesses();
    await leaveNothing();
  });

  const residentMb = ({ pid }: ServiceProcess): number =>
    Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

  /** In a thread of their own: who pings must not wait for what they do. */
  async function startReaders(stage: Stage, { url }: ServiceProcess): Promise<void> {
    const { hostname, port } = new URL(url);
    const encodings = ['', 'Accept-Encoding: gzip\r\n', 'Accept-Encoding: br\r\n'];
    const requests = Array.from(
      { length: READERS },
      (_, number) =>
        `GET ${stage.file.path}/third-parties HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${stage.token}\r\n${encodings[number % 3]}\r\n`,
    );
    const worker = new Worker(SLOW_READERS, { eval: true, workerData: { hostname, port: Number(port), requests } });
    readers.push(worker);
    await once(worker, 'message');
  }

  /** How long the loop of the process stood still at the most, since this was last asked. */
  async function longestStandstillMs({ url }: ServiceProcess): Promise<number> {
    const answer = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
    return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(await answer.text())?.[1]) * 1_000;
  }

  it('hold little of the memory of the process, and keep nobody out', async () => {
    const stage = await setStage();
    const service = await start(stage, { METRICS_TOKEN });
    await fillThirdParties(THIRD_PARTIES, stage, service);
    const idle = await start(await setStage());
    const client = clientOf(stage, service);
    const { milliseconds, body } = await client.get(`${stage.file.path}/third-parties`);
    expect((body as unknown as unknown[]).length).to.equal(THIRD_PARTIES);
    await client.get(`${stage.file.path}/third-parties`);
    await longestStandstillMs(service);
    const before = residentMb(service);
    let most = before;
    let isOver = false;
    const watching = (async () => {
      while (!isOver) {
        most = Math.max(most, residentMb(service));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    await startReaders(stage, service);
    const pings: number[] = [];
    const idlePings: number[] = [];
    for (let turn = 0; turn < 100; turn += 1) {
      const other = clientOf(stage, service);
      pings.push((await other.get('/v1/ping')).milliseconds);
      other.close();
      const nobody = clientOf(stage, idle);
      idlePings.push((await nobody.get('/v1/ping')).milliseconds);
      nobody.close();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const standstill = await longestStandstillMs(service);
    for (const all of [pings, idlePings]) all.sort((a, b) => a - b);
    note('slow readers', {
      'grown by': `${Math.round(most - before)} MB`,
      'ping p50': `${Math.round(pings[50]!)} ms`,
      'ping p95': `${Math.round(pings[95]!)} ms`,
      'ping most': `${Math.round(pings[99]!)} ms`,
      'of an idle process p95': `${Math.round(idlePings[95]!)} ms`,
      'of an idle process most': `${Math.round(idlePings[99]!)} ms`,
      'longest standstill': `${Math.round(standstill)} ms`,
      'one list': `${Math.round(milliseconds)} ms`,
    });
    expect(most - before).to.be.lessThan(MOST_GROWTH_MB);
    expect(pings[50]).to.be.lessThan(ACCEPTED_WITHIN_MS);
    expect(pings[95]).to.be.lessThan(ACCEPTED_WITHIN_MS);
    // A machine that has too much to do keeps also those waiting whom nobody else keeps.
    expect(pings[99], 'the slowest').to.be.lessThan(ACCEPTED_WITHIN_MS + idlePings[99]!);
    expect((await client.get('/v1/status')).body['ok']).to.equal(true);
    isOver = true;
    await watching;
  });
});
