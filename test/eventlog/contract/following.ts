/** Followers of the whole log: nothing missed, nothing twice, and an end when they are told to end. */
import { expect } from 'chai';
import { NO_STREAM } from '../../../eventlog/port.ts';
import { followUntil, newEvents, newStream, places, read, readBatches, streamWith, write } from './support.ts';
import type { Logs } from './support.ts';

const WRITERS = 16;
const EVENTS_OF_A_WRITER = 25;

export function describeFollowing(logs: Logs): void {
  describe('following', () => {
    it('catches up, and goes on with what is written after that', async () => {
      const { log } = logs;
      const start = await log.readHead();
      const { stream } = await streamWith(log, 3);
      const stop = new AbortController();
      const seen: number[] = [];
      for await (const batch of log.follow(start, { signal: stop.signal })) {
        const own = batch.filter((event) => event.stream === stream);
        seen.push(...own.map((event) => event.revision));
        const last = seen.at(-1) ?? -1;
        if (own.length > 0 && last >= 2 && last < 5) {
          await log.append({ stream, expectedRevision: last, events: newEvents(1) });
        }
        if (last >= 5) stop.abort();
      }
      expect(seen).to.deep.equal([0, 1, 2, 3, 4, 5]);
    });

    it('starts after the position given', async () => {
      const { log } = logs;
      const { stream } = await streamWith(log, 4);
      const stored = await read(log, stream);
      const options = { streams: new Set([stream]), count: 2 };
      const followed = (await followUntil(log, stored[1]?.position ?? NaN, options)).flat();
      expect(followed).to.deep.equal(stored.slice(2));
    });

    it(`misses nothing and gives nothing twice under ${WRITERS} writers, in one order for all followers`, async () => {
      const { log, other } = logs;
      const start = await log.readHead();
      const streams = Array.from({ length: WRITERS }, () => newStream());
      const options = { streams: new Set(streams), count: WRITERS * EVENTS_OF_A_WRITER };
      const followers = Promise.all([
        followUntil(log, start, options),
        followUntil(other, start, { ...options, batchSize: 5 }),
      ]);
      await Promise.all(streams.map((stream) => write(log, stream, EVENTS_OF_A_WRITER)));

      const [first, second] = (await followers).map((batches) => batches.flat());
      const inLog = (await readBatches(log, start)).flat().filter((event) => options.streams.has(event.stream));
      expect(inLog).to.have.lengthOf(options.count);
      expect(places(first ?? [])).to.deep.equal(places(inLog));
      expect(places(second ?? [])).to.deep.equal(places(inLog));
    });

    it('keeps to the batch size', async () => {
      const { log } = logs;
      const start = await log.readHead();
      const { stream } = await streamWith(log, 23);
      const batches = await followUntil(log, start, { streams: new Set([stream]), count: 23, batchSize: 4 });
      expect(batches.flat()).to.have.lengthOf(23);
      for (const batch of batches) expect(batch.length).to.be.at.most(4);
    });

    it('gathers what has been written while its reader was busy', async () => {
      const { log } = logs;
      const start = await log.readHead();
      const stream = newStream();
      const stop = new AbortController();
      const sizes: number[] = [];
      await log.append({ stream, expectedRevision: NO_STREAM, events: newEvents(1) });
      for await (const batch of log.follow(start, { signal: stop.signal, batchSize: 100 })) {
        const own = batch.filter((event) => event.stream === stream);
        if (own.some((event) => event.revision === 0)) {
          await log.append({ stream, expectedRevision: 0, events: newEvents(200) });
        }
        if (own.length > 0) sizes.push(own.length);
        if (own.some((event) => event.revision === 200)) stop.abort();
      }
      expect(sizes.reduce((sum, size) => sum + size, 0)).to.equal(201);
      expect(sizes.length, 'batches for 201 events').to.be.at.most(50);
    });

    it('ends when it is told to, while it waits and before it starts', async () => {
      const { log } = logs;
      // Whether it sleeps or takes a batch just then is a matter of moments: often enough it does either.
      for (let turn = 0; turn < 10; turn += 1) {
        const waiting = new AbortController();
        const { stream } = await streamWith(log, 1);
        const start = await log.readHead();
        const ended = followUntilAborted(log, start, waiting.signal);
        await log.append({ stream, expectedRevision: 0, events: newEvents(1) });
        await ended.first;
        waiting.abort();
        await ended.all;
        await followUntilAborted(log, start, AbortSignal.abort()).all;
      }
    });

    it('can be left by its reader', async () => {
      const { log } = logs;
      const start = await log.readHead();
      const { stream } = await streamWith(log, 10);
      for await (const batch of log.follow(start, { signal: new AbortController().signal, batchSize: 2 })) {
        if (batch.some((event) => event.stream === stream)) break;
      }
      expect(await read(log, stream)).to.have.lengthOf(10);
    });
  });
}

function followUntilAborted(
  log: Logs['log'],
  after: number,
  signal: AbortSignal,
): { first: Promise<void>; all: Promise<void> } {
  let sawFirst = (): void => undefined;
  const first = new Promise<void>((resolve) => (sawFirst = resolve));
  const all = (async () => {
    for await (const batch of log.follow(after, { signal })) if (batch.length > 0) sawFirst();
  })();
  return { first, all };
}
