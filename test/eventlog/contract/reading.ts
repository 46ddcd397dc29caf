/** Reads of one stream and of the whole log, and where the log ends. */
import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { NO_STREAM } from '../../../eventlog/port.ts';
import type { RecordedEvent, StoredEvent } from '../../../eventlog/port.ts';
import { ids, newEvents, newStream, places, read, readBatches, streamWith, write } from './support.ts';
import type { Logs } from './support.ts';

const revisions = (events: readonly RecordedEvent[]): number[] => events.map((event) => event.revision);

export function describeReading(logs: Logs): void {
  describe('reading a stream', () => {
    const cases = [
      [{}, [0, 1, 2, 3, 4]],
      [{ from: 2 }, [2, 3, 4]],
      [{ limit: 2 }, [0, 1]],
      [{ from: 1, limit: 3 }, [1, 2, 3]],
      [{ from: 4, limit: 10 }, [4]],
      [{ from: 5 }, []],
      [{ limit: 0 }, []],
      [{ direction: 'backwards' }, [4, 3, 2, 1, 0]],
      [{ direction: 'backwards', from: 2 }, [2, 1, 0]],
      [{ direction: 'backwards', limit: 1 }, [4]],
      [{ direction: 'backwards', from: 3, limit: 2 }, [3, 2]],
      [{ direction: 'backwards', from: 9, limit: 1 }, [4]],
    ] as const;
    for (const [options, expected] of cases) {
      it(`gives ${expected.join(', ') || 'nothing'} of 0 to 4 for ${JSON.stringify(options)}`, async () => {
        const { stream } = await streamWith(logs.log, 5);
        expect(revisions(await read(logs.log, stream, options))).to.deep.equal(expected);
      });
    }

    it('gives nothing for a stream that does not exist', async () => {
      expect(await read(logs.log, newStream())).to.deep.equal([]);
      expect(await read(logs.log, newStream(), { direction: 'backwards', limit: 1 })).to.deep.equal([]);
    });

    it('gives only the events of that stream, and all of them when there are many', async () => {
      const { log } = logs;
      const { stream, events } = await streamWith(log, 1_200);
      await streamWith(log, 3);
      const stored = await read(log, stream);
      expect(ids(stored)).to.deep.equal(ids(events));
      expect(ids(await read(log, stream, { direction: 'backwards' }))).to.deep.equal(ids(events).reverse());
    });

    it('gives them as they are stored, when nobody needs to look into them', async () => {
      const { log } = logs;
      const { stream } = await streamWith(log, 1_200);
      for (const from of [0, 7]) {
        const stored: StoredEvent[] = [];
        for await (const page of log.readStored(stream, from)) stored.push(...page);
        const asRead = stored.map((event) => ({
          ...event,
          data: JSON.parse(event.data) as unknown,
          metadata: JSON.parse(event.metadata) as unknown,
        }));
        expect(asRead).to.deep.equal(await read(log, stream, { from }));
      }
      for await (const page of log.readStored(newStream())) expect.fail(`${page.length} events of nothing`);
    });

    it('gives large events in pages of bounded size', async () => {
      const { log } = logs;
      const stream = newStream();
      const large = 600_000;
      let revision = NO_STREAM;
      for (let count = 0; count < 8; count += 1) {
        const [event] = newEvents(1);
        // Of random text, which no store makes smaller.
        const data = { text: randomBytes(large / 2).toString('hex') };
        ({ revision } = await log.append({ stream, expectedRevision: revision, events: [{ ...event!, data }] }));
      }
      const pages: number[] = [];
      for await (const page of log.readStored(stream)) pages.push(page.length);
      expect(pages.reduce((sum, one) => sum + one, 0)).to.equal(8);
      expect(Math.max(...pages)).to.be.below(8);
    });

    it('can be left half-way', async () => {
      const { log } = logs;
      const { stream } = await streamWith(log, 50);
      for await (const event of log.readStream(stream)) if (event.revision === 3) break;
      expect(await read(log, stream, { from: 48 })).to.have.lengthOf(2);
    });
  });

  describe('reading the whole log', () => {
    it('gives every event once, in one order for all readers, at growing positions', async () => {
      const { log, other } = logs;
      const start = await log.readHead();
      const streams = Array.from({ length: 8 }, () => newStream());
      await Promise.all(streams.map((stream) => write(log, stream, 10)));

      const own = (batches: RecordedEvent[][]): RecordedEvent[] =>
        batches.flat().filter((event) => streams.includes(event.stream));
      const events = own(await readBatches(log, start));
      expect(events).to.have.lengthOf(80);
      for (const [index, event] of events.entries()) {
        if (index > 0) expect(event.position).to.be.greaterThan(events[index - 1]?.position ?? Infinity);
      }
      for (const stream of streams) {
        const inLog = events.filter((event) => event.stream === stream);
        expect(inLog).to.deep.equal(await read(log, stream));
      }
      expect(places(own(await readBatches(other, start, 7)))).to.deep.equal(places(events));
    });

    it('starts after the position given', async () => {
      const { log } = logs;
      const { stream } = await streamWith(log, 5);
      const stored = await read(log, stream);
      const after = stored[2]?.position ?? NaN;
      const rest = (await readBatches(log, after)).flat().filter((event) => event.stream === stream);
      expect(revisions(rest)).to.deep.equal([3, 4]);
      expect((await readBatches(log, await log.readHead())).flat().filter((event) => event.stream === stream)).to.be
        .empty;
    });

    it('keeps to the batch size', async () => {
      const { log } = logs;
      const start = await log.readHead();
      const { stream } = await streamWith(log, 25);
      const batches = await readBatches(log, start, 10);
      expect(batches.flat().filter((event) => event.stream === stream)).to.have.lengthOf(25);
      for (const batch of batches) expect(batch.length).to.be.within(1, 10);
    });

    it('ends where the log ends now, and tells where that is', async () => {
      const { log, other } = logs;
      const before = await log.readHead();
      const stream = newStream();
      const { position } = await log.append({ stream, expectedRevision: NO_STREAM, events: newEvents(2) });
      expect(position).to.be.greaterThan(before);
      expect(await other.readHead()).to.be.at.least(position);
      const last = (await readBatches(log, before)).flat().at(-1);
      expect(last?.position).to.be.at.least(position);
      expect(await log.readHead()).to.be.at.least(last?.position ?? Infinity);
    });

    it('tells which event is at a place, and that there is none between two and none behind the end', async () => {
      const { log, other } = logs;
      const { stream, events } = await streamWith(log, 2);
      const [first, second] = await read(log, stream);
      expect((await other.findEventAt(first!.position))?.id).to.equal(events[0]!.id);
      expect(await other.findEventAt(second!.position)).to.deep.equal(second);
      if (!log.hasGaplessPositions) expect(await log.findEventAt(first!.position + 1)).to.equal(null);
      expect(await log.findEventAt((await log.readHead()) + 1_000_000)).to.equal(null);
      expect(await log.findEventAt(-1)).to.equal(null);
    });
  });
}
