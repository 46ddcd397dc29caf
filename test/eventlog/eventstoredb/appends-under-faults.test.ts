import { expect } from 'chai';
import { AccessDeniedError } from '@eventstore/db-client';
import { LogUnavailable, NO_STREAM } from '../../../eventlog/port.ts';
import type { Append, Appended } from '../../../eventlog/port.ts';
import { ids, newEvent, newEvents, newStream, read, rejection, streamWith } from '../contract/support.ts';
import { TIMEOUT_MS, until, useServers, WITHIN_TIMEOUT_MS } from './support.ts';
import type { EventStoreDbServer } from '../../support/eventstoredb-server/server.ts';

/** In the store, where streams have the prefix of the service. */
const countOf = (server: EventStoreDbServer, stream: string): number => server.eventCount(`grandlivre_${stream}`);

describe('EventStoreDB engine: appends under faults', function () {
  this.timeout(40_000);
  const { start, open } = useServers();

  it('is unavailable within the timeout while the server is away, and works again when it is back', async () => {
    const server = await start();
    const log = open(server);
    const { stream, events } = await streamWith(log, 1);
    const next = { stream, expectedRevision: 0, events: newEvents(2) };
    await server.stop();
    const began = performance.now();
    expect(await rejection(log.append(next))).to.be.instanceOf(LogUnavailable);
    expect(performance.now() - began).to.be.below(WITHIN_TIMEOUT_MS);
    expect(countOf(server, stream)).to.equal(1);

    await server.restart();
    expect(await log.append(next)).to.include({ revision: 2, duplicate: false });
    expect(ids(await read(log, stream))).to.deep.equal(ids([...events, ...next.events]));
  });

  it('is unavailable within the timeout when the server takes the call and says nothing', async () => {
    const server = await start();
    const log = open(server);
    const { stream } = await streamWith(log, 1);
    server.setSilent(true);
    const began = performance.now();
    const error = await rejection(log.append({ stream, expectedRevision: 0, events: newEvents(1) }));
    expect(error).to.be.instanceOf(LogUnavailable);
    expect(performance.now() - began).to.be.below(WITHIN_TIMEOUT_MS);
    server.setSilent(false);
    await log.append({ stream, expectedRevision: 0, events: newEvents(1) });
  });

  it('sends an append again when its answer is lost, and stores one copy', async () => {
    const server = await start();
    const log = open(server);
    const { stream } = await streamWith(log, 1);
    server.loseNextAppendAnswer();
    const events = newEvents(3);
    const appended = await log.append({ stream, expectedRevision: 0, events });
    const stored = await read(log, stream);
    expect(appended).to.deep.equal({ revision: 3, position: stored[3]?.position, duplicate: false });
    expect(ids(stored).slice(1)).to.deep.equal(ids(events));
  });

  it('recognises the events of a lost answer although another writer has come between', async () => {
    const server = await start();
    const log = open(server);
    const { stream } = await streamWith(log, 1);
    server.loseNextAppendAnswer();
    const events = newEvents(1);
    const lost = log.append({ stream, expectedRevision: 0, events });
    await until(() => countOf(server, stream) === 2, 'the event to be stored');
    await log.append({ stream, expectedRevision: 1, events: newEvents(1) });
    expect(await lost).to.include({ revision: 1, duplicate: false });
    expect(countOf(server, stream)).to.equal(3);
  });

  it('leaves the outcome open when every answer is lost, and tells it when the append is made again', async () => {
    const server = await start();
    const log = open(server);
    const { stream } = await streamWith(log, 1);
    const append = { stream, expectedRevision: 0, events: newEvents(2) };
    server.loseNextAppendAnswer(3);
    expect(await rejection(log.append(append))).to.be.instanceOf(LogUnavailable);
    expect(countOf(server, stream)).to.equal(3);
    const stored = await read(log, stream);
    const first = { revision: 2, position: stored[2]?.position, duplicate: true };
    expect(await log.append(append)).to.deep.equal(first);
    expect(await log.append({ ...append, expectedRevision: 2 })).to.deep.equal(first);
    expect(countOf(server, stream)).to.equal(3);
  });

  it('stores one copy when the answer comes late', async () => {
    const server = await start();
    const log = open(server);
    const { stream } = await streamWith(log, 1);
    server.delayNextAppendAnswer(TIMEOUT_MS / 3);
    expect(await log.append({ stream, expectedRevision: 0, events: newEvents(1) })).to.include({ revision: 1 });
    expect(countOf(server, stream)).to.equal(2);
  });

  it('tries again when the server refuses for a moment, and not for ever', async () => {
    const server = await start();
    // Time enough for all attempts: it is their number that ends them.
    const log = open(server, { timeoutMs: 10_000 });
    const append = { stream: newStream(), expectedRevision: NO_STREAM, events: newEvents(1) };
    server.failAppends(3);
    expect(await rejection(log.append(append))).to.be.instanceOf(LogUnavailable);
    expect(countOf(server, append.stream)).to.equal(0);
    server.failAppends(2);
    expect(await log.append(append)).to.include({ revision: 0, duplicate: false });
  });

  it('answers every append of a flood through restarts, each stored once or unavailable', async () => {
    const server = await start();
    const log = open(server, { timeoutMs: 3_000 });
    const text = 'x'.repeat(100_000);
    const streams = Array.from({ length: 16 }, () => newStream());
    const appendSurely = async (append: Append): Promise<Appended> => {
      for (let attempt = 0; attempt < 10; attempt += 1) {
        const outcome: unknown = await log.append(append).catch((error: unknown) => error);
        if (!(outcome instanceof Error)) return outcome as Appended;
        expect(outcome).to.be.instanceOf(LogUnavailable);
      }
      throw new Error('The server was never away for so long');
    };
    const writers = streams.map(async (stream) => {
      for (let revision = NO_STREAM; revision < 9; revision += 1) {
        const append = { stream, expectedRevision: revision, events: [newEvent({ text })] };
        expect(await appendSurely(append)).to.include({ revision: revision + 1 });
      }
    });
    const restarts = (async () => {
      for (const count of [10, 20, 40, 60, 80, 100, 120]) {
        await until(() => server.eventCount() >= count, `${count} events`);
        await server.restart();
      }
    })();
    await Promise.all([...writers, restarts]);
    for (const stream of streams) expect(countOf(server, stream)).to.equal(10);
    expect(server.batchCallCount, 'calls that were lost, without an end of the process').to.be.at.least(7);
  });

  it('takes credentials and the certificate from the URL, and is unavailable at once when they are refused', async () => {
    const server = await start({ credentials: { username: 'grand@livre', password: 'p:ss w/rd' } });
    const { stream } = await streamWith(open(server), 2);
    const stranger = open(server, { url: server.urlWith('grand@livre', 'guess'), timeoutMs: 10_000 });
    const began = performance.now();
    for (const attempt of [
      () => stranger.append({ stream, expectedRevision: 1, events: newEvents(1) }),
      () => read(stranger, stream),
      () => stranger.readHead(),
    ]) {
      const error = await rejection(attempt());
      expect(error).to.be.instanceOf(LogUnavailable);
      expect((error as LogUnavailable).cause).to.be.instanceOf(AccessDeniedError);
    }
    expect(performance.now() - began).to.be.below(8_000);
    expect(countOf(server, stream)).to.equal(2);
  });
});
