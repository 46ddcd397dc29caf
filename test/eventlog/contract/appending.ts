/** Appends: the expected revision, one append against another, and what an event may hold. */
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { AppendTooLarge, MAX_EVENT_BYTES, NO_STREAM, WrongRevision } from '../../../eventlog/port.ts';
import type { JsonObject } from '../../../eventlog/port.ts';
import { followUntil, ids, newEvent, newEvents, newStream, read, rejection, streamWith } from './support.ts';
import type { Logs } from './support.ts';

export function describeAppending(logs: Logs): void {
  describe('appending', () => {
    it('numbers the events of a stream from 0 and answers with the place of the last one', async () => {
      const { log } = logs;
      const stream = newStream();
      const first = await log.append({ stream, expectedRevision: NO_STREAM, events: newEvents(3) });
      const second = await log.append({ stream, expectedRevision: 2, events: newEvents(2) });
      const stored = await read(log, stream);

      expect(stored.map((event) => event.revision)).to.deep.equal([0, 1, 2, 3, 4]);
      expect(first).to.deep.equal({ revision: 2, position: stored[2]?.position, duplicate: false });
      expect(second).to.deep.equal({ revision: 4, position: stored[4]?.position, duplicate: false });
    });

    it('refuses to begin a stream that exists', async () => {
      const { log } = logs;
      const { stream, events } = await streamWith(log, 2);
      const error = await rejection(log.append({ stream, expectedRevision: NO_STREAM, events: newEvents(1) }));
      expectWrongRevision(error, { stream, expectedRevision: NO_STREAM, actualRevision: 1 });
      expect(ids(await read(log, stream))).to.deep.equal(ids(events));
    });

    for (const [situation, expectedRevision] of [
      ['below', 1],
      ['above', 3],
    ] as const) {
      it(`refuses an append ${situation} the revision of its stream, and stores none of its events`, async () => {
        const { log } = logs;
        const { stream, events } = await streamWith(log, 3);
        const error = await rejection(log.append({ stream, expectedRevision, events: newEvents(3) }));
        expectWrongRevision(error, { stream, expectedRevision, actualRevision: 2 });
        expect(ids(await read(log, stream))).to.deep.equal(ids(events));
      });
    }

    it('refuses to continue a stream that does not exist', async () => {
      const { log } = logs;
      const stream = newStream();
      const error = await rejection(log.append({ stream, expectedRevision: 0, events: newEvents(1) }));
      expectWrongRevision(error, { stream, expectedRevision: 0, actualRevision: NO_STREAM });
      expect(await read(log, stream)).to.deep.equal([]);
    });

    it('lets exactly one of ten appends at the same revision through', async () => {
      const { log, other } = logs;
      const { stream } = await streamWith(log, 1);
      const attempts = Array.from({ length: 10 }, () => newEvents(2));
      const outcomes = await Promise.allSettled(
        attempts.map((events, index) =>
          (index % 2 === 0 ? log : other).append({ stream, expectedRevision: 0, events }),
        ),
      );
      const winners = attempts.filter((_, index) => outcomes[index]?.status === 'fulfilled');
      expect(winners).to.have.lengthOf(1);
      for (const outcome of outcomes) {
        if (outcome.status === 'fulfilled') expect(outcome.value).to.include({ revision: 2, duplicate: false });
        else expectWrongRevision(outcome.reason, { stream, expectedRevision: 0, actualRevision: 2 });
      }
      expect(ids((await read(log, stream)).slice(1))).to.deep.equal(ids(winners[0] ?? []));
    });

    it('loses no update when ten writers read again and try again', async () => {
      const { log } = logs;
      const { stream } = await streamWith(log, 1);
      const written = await Promise.all(
        Array.from({ length: 10 }, async () => {
          const event = newEvent();
          for (let attempt = 0; attempt < 10; attempt += 1) {
            const [last] = await read(log, stream, { direction: 'backwards', limit: 1 });
            const expectedRevision = last?.revision ?? NO_STREAM;
            const outcome = await log
              .append({ stream, expectedRevision, events: [event] })
              .catch((error: unknown) => error);
            if (!(outcome instanceof Error)) return event.id;
            expect(outcome).to.be.instanceOf(WrongRevision);
          }
          throw new Error('In ten rounds each of ten writers has its turn');
        }),
      );
      expect(ids(await read(log, stream)).slice(1)).to.have.members(written);
    });

    it('judges appends to different streams that arrive together each on its own', async () => {
      const { log } = logs;
      const { stream: taken } = await streamWith(log, 1);
      const streams = Array.from({ length: 20 }, () => newStream());
      const outcomes = await Promise.allSettled(
        streams.flatMap((stream) => [
          log.append({ stream, expectedRevision: NO_STREAM, events: newEvents(2) }),
          log.append({ stream: taken, expectedRevision: NO_STREAM, events: newEvents(1) }),
        ]),
      );
      expect(outcomes.map((outcome) => outcome.status)).to.deep.equal(streams.flatMap(() => ['fulfilled', 'rejected']));
      for (const stream of streams) expect(await read(log, stream)).to.have.lengthOf(2);
      expect(await read(log, taken)).to.have.lengthOf(1);
    });

    it('gives an event back exactly as it was appended', async () => {
      const { log } = logs;
      const data: JsonObject = {
        label: 'Facture n° 7 — été, 発票, 🧾, "quoted" \\ \n\t\u2028',
        amount: '-1234567.89',
        nothing: null,
        no: false,
        whole: Number.MAX_SAFE_INTEGER,
        fraction: 0.1,
        empty: { list: [], object: {} },
        nested: { lines: [{ account: '604000', parts: [[1, 2], ['a']] }] },
        eventId: 'not the id',
        version: 'not the version',
      };
      const metadata: JsonObject = {
        userId: 7,
        device: { name: 'Téléphone' },
        eventId: 'x',
        version: 'y',
        metadata: {},
      };
      const event = { ...newEvent(data, metadata), type: 'InvoiceRecorded', version: 3 };
      const stream = newStream('firm-');
      const { position } = await log.append({ stream, expectedRevision: NO_STREAM, events: [event] });
      expect(await read(log, stream)).to.deep.equal([{ ...event, stream, revision: 0, position }]);
    });

    it('takes events with no data and events just below the limit', async () => {
      const { log } = logs;
      const stream = newStream('user-');
      const events = [newEvent(), newEvent({ text: 'é'.repeat((MAX_EVENT_BYTES - 2_048) / 2) })];
      await log.append({ stream, expectedRevision: NO_STREAM, events });
      expect((await read(log, stream)).map((event) => event.data)).to.deep.equal(events.map((event) => event.data));
    });

    it('refuses an append above its limit, counted in bytes over all of its events, and stays usable', async () => {
      const { log } = logs;
      const stream = newStream();
      // By chance, so that no engine makes it any smaller.
      const half = { text: `é${randomBytes((MAX_EVENT_BYTES / 8) * 3).toString('base64')}` };
      const events = Array.from({ length: (2 * log.maxAppendBytes) / MAX_EVENT_BYTES }, () => newEvent(half));
      const error = await rejection(log.append({ stream, expectedRevision: NO_STREAM, events }));
      expect(error).to.be.instanceOf(AppendTooLarge);
      expect(await read(log, stream)).to.deep.equal([]);
      await log.append({ stream, expectedRevision: NO_STREAM, events: events.slice(1) });
      expect(await read(log, stream)).to.have.lengthOf(events.length - 1);
    });

    it('takes what an import brings, and gives it back as it was', async () => {
      const { log } = logs;
      const stream = newStream();
      const transactions = Array.from({ length: 4_000 }, (_, index) => ({
        amount: `${index}.00`,
        communication: `Facture n° ${index} payée, référence ${index % 7}`,
      }));
      const events = Array.from({ length: 5 }, () => newEvent({ transactions }, { device: { name: 'Téléphone' } }));
      const { position, revision } = await log.append({ stream, expectedRevision: NO_STREAM, events });
      expect(revision).to.equal(events.length - 1);
      const stored = await read(log, stream);
      expect(stored.map(({ id, data, metadata }) => ({ id, data, metadata }))).to.deep.equal(
        events.map(({ id, data, metadata }) => ({ id, data, metadata })),
      );
      expect(stored.at(-1)!.position).to.equal(position);
      const again = await log.append({ stream, expectedRevision: NO_STREAM, events });
      expect(again).to.deep.equal({ revision, position, duplicate: true });
    });

    it('takes nine megabytes that cannot be compressed, and shows all of them at once to every reader', async () => {
      const { log } = logs;
      const stream = newStream();
      const start = await log.readHead();
      const events = Array.from({ length: 144 }, () => newEvent({ text: randomBytes(48_000).toString('base64') }));
      const wrong = await rejection(log.append({ stream, expectedRevision: 7, events }));
      expectWrongRevision(wrong, { stream, expectedRevision: 7, actualRevision: NO_STREAM });
      // What a refused append has left behind, if anything, is nothing for anybody.
      expect(await log.readHead()).to.equal(start);
      const { position, revision } = await log.append({ stream, expectedRevision: NO_STREAM, events });
      expect(revision).to.equal(events.length - 1);
      const written = events.map(({ id }) => id);
      const stored = await read(log, stream, { from: 100 });
      expect(stored.map(({ id, data }) => ({ id, data }))).to.deep.equal(
        events.slice(100).map(({ id, data }) => ({ id, data })),
      );
      const all: string[] = [];
      for await (const batch of log.readAll(start)) all.push(...batch.map(({ id }) => id));
      expect(all).to.deep.equal(written);
      expect(await log.findEventAt(position)).to.deep.include({ id: written.at(-1), stream, revision });
      const followed = (await followUntil(log, start, { streams: new Set([stream]), count: events.length })).flat();
      expect(followed.map(({ id, data }) => ({ id, data }))).to.deep.equal(
        events.map(({ id, data }) => ({ id, data })),
      );
      const again = await log.append({ stream, expectedRevision: NO_STREAM, events });
      expect(again).to.deep.equal({ revision, position, duplicate: true });
    });

    it('refuses an event above what every engine stores, however much an append may hold', async () => {
      const { log } = logs;
      const stream = newStream();
      const events = [newEvent({ text: 'é'.repeat(MAX_EVENT_BYTES / 2) })];
      const error = await rejection(log.append({ stream, expectedRevision: NO_STREAM, events }));
      expect(error).to.be.instanceOf(AppendTooLarge);
      expect(await read(log, stream)).to.deep.equal([]);
    });
  });
}

function expectWrongRevision(
  error: unknown,
  details: { stream: string; expectedRevision: number; actualRevision: number },
): void {
  expect(error).to.be.instanceOf(WrongRevision);
  expect(error).to.include(details);
}
