import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { openEventStoreDbLog } from '../../../eventlog/eventstoredb/log.ts';
import { BEGINNING, LogUnavailable } from '../../../eventlog/port.ts';
import type { EventLog } from '../../../eventlog/port.ts';
import { startEventStoreDbCluster, type EventStoreDbCluster } from '../../support/eventstoredb-server/cluster.ts';
import { ids, newEvents, read, rejection, streamWith } from '../contract/support.ts';
import { until } from './support.ts';

/** A path that is dead is noticed within this time; a busy machine is late. */
const NOTICED_MS = 3_000;
const LATE_MS = 1_500;

describe('EventStoreDB engine: a leader that is frozen', function () {
  this.timeout(30_000);
  let cluster: EventStoreDbCluster;
  let log: EventLog;
  beforeEach(async () => {
    cluster = await startEventStoreDbCluster();
    log = openEventStoreDbLog({ url: cluster.url });
  });
  afterEach(async () => {
    await log.close();
    await cluster.stop();
  });

  it('is left for the new one by the append that it did not answer, under the same ids', async () => {
    const { stream, events } = await streamWith(log, 1);
    const next = newEvents(2);
    // Stored by the old leader, which then says nothing any more.
    cluster.loseNextAppendAnswer();
    const appending = log.append({ stream, expectedRevision: 0, events: next });
    await until(() => cluster.eventCount(`grandlivre_${stream}`) === 3, 'the events to be stored');
    cluster.freezeLeader();
    cluster.elect();
    expect(await appending).to.include({ revision: 2, duplicate: false });
    expect(ids(await read(log, stream))).to.deep.equal(ids([...events, ...next]));
  });

  it('makes an append unavailable in time, and the same append succeeds when there is a new one', async () => {
    const { stream } = await streamWith(log, 1);
    const append = { stream, expectedRevision: 0, events: newEvents(1) };
    cluster.freezeLeader();
    const began = performance.now();
    expect(await rejection(log.append(append))).to.be.instanceOf(LogUnavailable);
    expect(performance.now() - began).to.be.below(4_000 + LATE_MS);
    cluster.elect();
    const elected = performance.now();
    expect(await log.append(append)).to.include({ revision: 1 });
    expect(performance.now() - elected).to.be.below(NOTICED_MS);
    expect(cluster.eventCount(`grandlivre_${stream}`)).to.equal(2);
  });

  it('is noticed by a follower that only waits, which goes on at the new one and misses nothing', async () => {
    const { stream } = await streamWith(log, 1);
    const stop = new AbortController();
    const seen: number[] = [];
    let interruptedAt: number | undefined;
    const following = (async () => {
      const onInterruption = (): void => void (interruptedAt ??= performance.now());
      for await (const batch of log.follow(BEGINNING, { signal: stop.signal, onInterruption }))
        seen.push(...batch.filter((event) => event.stream === stream).map(({ revision }) => revision));
    })();
    await until(() => seen.length === 1, 'the first event');
    const frozen = performance.now();
    cluster.freezeLeader();
    while (interruptedAt === undefined && performance.now() - frozen < 2 * NOTICED_MS) await pause(20);
    expect((interruptedAt ?? Infinity) - frozen).to.be.below(NOTICED_MS + LATE_MS);
    cluster.elect();
    await log.append({ stream, expectedRevision: 0, events: newEvents(1) });
    await until(() => seen.length === 2, 'the event of the new leader');
    stop.abort();
    await following;
    expect(seen).to.deep.equal([0, 1]);
  });

  it('does not keep a follower that is told to stop while nobody leads', async () => {
    const { stream } = await streamWith(log, 1);
    cluster.freezeLeader();
    expect(await rejection(log.append({ stream, expectedRevision: 0, events: newEvents(1) }))).to.be.instanceOf(
      LogUnavailable,
    );
    const stop = new AbortController();
    const following = (async () => {
      for await (const batch of log.follow(BEGINNING, { signal: stop.signal })) void batch;
    })();
    await pause(50);
    const told = performance.now();
    stop.abort();
    await following;
    expect(performance.now() - told).to.be.below(LATE_MS);
  });
});
