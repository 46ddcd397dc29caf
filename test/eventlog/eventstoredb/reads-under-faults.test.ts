import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { AccessDeniedError } from '@eventstore/db-client';
import { openEventStoreDbLog } from '../../../eventlog/eventstoredb/log.ts';
import { BEGINNING, LogUnavailable, NO_STREAM } from '../../../eventlog/port.ts';
import type { EventLog } from '../../../eventlog/port.ts';
import {
  followUntil,
  newEvents,
  newStream,
  places,
  read,
  readBatches,
  rejection,
  streamWith,
} from '../contract/support.ts';
import type { TestEventStore } from '../../support/event-store.ts';
import { until, useServers, WITHIN_TIMEOUT_MS } from './support.ts';
import { appendAsStranger } from '../../support/eventstoredb-server/stranger.ts';

const READS: Readonly<Record<string, (log: EventLog) => Promise<unknown>>> = {
  'a stream': (log) => read(log, newStream()),
  'the whole log': (log) => readBatches(log, BEGINNING),
  'the head': (log) => log.readHead(),
};

describe('EventStoreDB engine: reads under faults', function () {
  this.timeout(15_000);
  const { start, open, openStore } = useServers();
  /** With the timeout of the service: nothing is slow here on purpose, and a server elsewhere may be. */
  const openOn = ({ url, prefix }: TestEventStore, other: string = prefix): EventLog =>
    open({ url }, { prefix: other, timeoutMs: 10_000 });

  for (const [what, readIt] of Object.entries(READS)) {
    it(`is unavailable within the timeout when ${what} is read while the server is away or silent`, async () => {
      const server = await start();
      const log = open(server);
      await readIt(log);
      server.setSilent(true);
      const began = performance.now();
      expect(await rejection(readIt(log))).to.be.instanceOf(LogUnavailable);
      await server.stop();
      expect(await rejection(readIt(log))).to.be.instanceOf(LogUnavailable);
      expect(performance.now() - began).to.be.below(2 * WITHIN_TIMEOUT_MS);
      server.setSilent(false);
      await server.restart();
      await readIt(log);
    });
  }

  it('says where an empty log ends, and where one ends that others write to', async () => {
    const store = await openStore();
    const log = openOn(store);
    expect(await log.readHead()).to.equal(BEGINNING);
    expect(await readBatches(log, BEGINNING)).to.deep.equal([]);
    await appendAsStranger(store.url, 'invoices-1', 40);
    expect(await log.readHead()).to.equal(BEGINNING);
    const { stream } = await streamWith(log, 1);
    const [event] = await read(log, stream);
    await appendAsStranger(store.url, 'invoices-2', 40);
    expect(await log.readHead()).to.equal(event?.position);
    expect(await log.readHead()).to.equal(event?.position);
    expect(await openOn(store).readHead()).to.equal(event?.position);
  });

  it('passes over the streams of others', async () => {
    const store = await openStore();
    const log = openOn(store);
    await appendAsStranger(store.url, `my${store.prefix}_company-1`, 3);
    const { stream } = await streamWith(log, 2);
    await appendAsStranger(store.url, 'orders-1', 3);
    const own = await read(log, stream);
    expect((await readBatches(log, BEGINNING)).flat()).to.deep.equal(own);
    expect((await followUntil(log, BEGINNING, { streams: new Set([stream]), count: 2 })).flat()).to.deep.equal(own);
  });

  it('gives an event in its own streams that it did not write as one of a type that nobody knows', async () => {
    const store = await openStore();
    const log = openOn(store);
    await appendAsStranger(store.url, `${store.prefix}_company-1`, 1);
    const { stream } = await streamWith(log, 1);
    const [foreign, own] = [await read(log, 'company-1'), await read(log, stream)];
    expect(foreign.map(({ type, stream: of, revision }) => [type, of, revision])).to.deep.equal([
      ['OrderPlaced (not of this service)', 'company-1', 0],
    ]);
    expect((await readBatches(log, BEGINNING)).flat()).to.deep.equal([...foreign, ...own]);
  });

  it('shares a store with others: with streams that are called alike, and with services of another prefix', async () => {
    const store = await openStore();
    const [ours, theirs] = [openOn(store), openOn(store, `${store.prefix}_other`)];
    await appendAsStranger(store.url, 'company-of-another-app', 2);
    await appendAsStranger(store.url, 'user-1', 2);
    const stream = newStream();
    for (const [log, count] of [
      [ours, 2],
      [theirs, 3],
    ] as const)
      await log.append({ stream, expectedRevision: NO_STREAM, events: newEvents(count) });
    for (const [log, count] of [
      [ours, 2],
      [theirs, 3],
    ] as const) {
      const own = await read(log, stream);
      expect(own).to.have.length(count);
      expect((await readBatches(log, BEGINNING)).flat()).to.deep.equal(own);
      expect((await followUntil(log, BEGINNING, { streams: new Set([stream]), count })).flat()).to.deep.equal(own);
      expect(await log.readHead()).to.equal(own.at(-1)!.position);
    }
  });

  it('misses nothing and gives nothing twice when its subscription is dropped a hundred times', async function () {
    this.timeout(90_000);
    const server = await start();
    // Whether a busy machine is quick enough for an append is not the question here.
    const log = open(server, { timeoutMs: 10_000 });
    const stream = newStream();
    const stop = new AbortController();
    const interruptions: unknown[] = [];
    const onInterruption = (error: unknown): void => void interruptions.push(error);
    const seen: string[] = [];
    const following = (async () => {
      const options = { signal: stop.signal, batchSize: 7, onInterruption };
      for await (const batch of log.follow(BEGINNING, options)) seen.push(...places(batch));
    })();
    let revision = NO_STREAM;
    for (let drop = 1; drop <= 100; drop += 1) {
      await until(() => server.subscriptionCount === 1, 'the subscription');
      revision = (await log.append({ stream, expectedRevision: revision, events: newEvents(5) })).revision;
      if (drop % 25 === 0) await server.restart();
      else server.dropSubscriptions(drop % 2 === 0 ? status.CANCELLED : status.UNAVAILABLE);
    }
    const expected = places(await read(log, stream));
    await until(() => seen.length >= expected.length, 'the last event');
    stop.abort();
    await following;
    expect(expected).to.have.lengthOf(500);
    expect(seen).to.deep.equal(expected);
    expect(interruptions.length).to.be.at.least(100);
  });

  it('goes on following when the server was away for a while, and told so', async () => {
    const server = await start();
    const log = open(server);
    const { stream } = await streamWith(log, 2);
    const stop = new AbortController();
    let interruptions = 0;
    const seen: number[] = [];
    const following = (async () => {
      const options = { signal: stop.signal, onInterruption: () => void (interruptions += 1) };
      for await (const batch of log.follow(BEGINNING, options)) seen.push(...batch.map((event) => event.revision));
    })();
    await until(() => seen.length === 2, 'the first events');
    await server.stop();
    await until(() => interruptions >= 3, 'three failed attempts');
    await server.restart();
    await log.append({ stream, expectedRevision: 1, events: newEvents(1) });
    await until(() => seen.length === 3, 'the event after the restart');
    stop.abort();
    await following;
    expect(seen).to.deep.equal([0, 1, 2]);
  });

  it('tells a follower that its credentials are refused, and lets it wait', async () => {
    const server = await start({ credentials: { username: 'service', password: 'secret' } });
    const log = open(server, { url: server.urlWith('service', 'wrong') });
    const stop = new AbortController();
    const errors: unknown[] = [];
    const onInterruption = (error: unknown): void => {
      errors.push(error);
      if (errors.length === 2) stop.abort();
    };
    for await (const batch of log.follow(BEGINNING, { signal: stop.signal, onInterruption })) expect(batch).to.be.empty;
    expect(errors[0]).to.be.instanceOf(AccessDeniedError);
  });

  it('finds the server through gossip', async () => {
    const server = await start();
    const log = open(server, { url: `esdb+discover://127.0.0.1:${server.port}?tls=false` });
    const { stream } = await streamWith(log, 2);
    expect(await read(log, stream)).to.have.lengthOf(2);
  });

  it('shares a connection, which stays until the last log is closed', async () => {
    const store = await openStore();
    const first = openOn(store);
    const second = openOn(store);
    const { stream } = await streamWith(first, 1);
    await first.close();
    expect(await read(second, stream)).to.have.lengthOf(1);
    for (const readIt of Object.values(READS)) expect(await rejection(readIt(first))).to.be.instanceOf(LogUnavailable);
    const append = { stream, expectedRevision: 0, events: newEvents(1) };
    expect(await rejection(first.append(append))).to.be.instanceOf(LogUnavailable);
  });

  it('ends its followers when it is closed, and breaks its reads off with an error', async () => {
    const server = await start();
    // Nothing is slow here on purpose: a busy machine is not to be mistaken for a silent server.
    const log = open(server, { timeoutMs: 10_000 });
    const { stream } = await streamWith(log, 1_000);
    const batches = log.follow(BEGINNING, { signal: new AbortController().signal });
    const following = (async () => {
      for await (const batch of batches) if (batch.some((event) => event.revision === 999)) void log.close();
    })();
    const reading = (async () => {
      for await (const event of log.readStream(stream)) if (event.revision === 0) await following;
    })();
    expect(await rejection(reading)).to.be.instanceOf(LogUnavailable);
  });

  it('refuses a URL that it does not understand without repeating the password', () => {
    expect(() => openEventStoreDbLog({ url: 'esdb://admin:changeit@host:port' })).to.throw(/port number/);
    expect(() => openEventStoreDbLog({ url: 'http://admin:changeit@host' })).to.throw(/^((?!changeit).)*$/);
  });
});
