import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { BEGINNING, LogUnavailable, type EventLog, type RecordedEvent } from '../../eventlog/port.ts';
import { findShard } from '../../projections/engine/sharding.ts';
import { createProjectorHub } from '../../workers/projector-hub.ts';
import { openShardWriter, type ShardWriter } from '../../workers/projector-shard.ts';

const SHARDS = 2;
const BATCH = 10;

/** Events of files of both shards, in turns. */
const files = Array.from({ length: 20 }, (_, index) => `company-${index + 1}`);
const events = Array.from({ length: 400 }, (_, index): RecordedEvent => ({
  id: String(index),
  stream: files[index % files.length]!,
  revision: Math.floor(index / files.length),
  position: index,
  type: 'EntryPosted',
  version: 1,
  data: {},
  metadata: {},
}));

/** Counts how often each event is read. */
function openCountedLog(): { log: Pick<EventLog, 'follow' | 'readAll'>; reads: { followed: number; read: number } } {
  const reads = { followed: 0, read: 0 };
  const list = (after: number, size: number): readonly RecordedEvent[] => events.slice(after + 1, after + 1 + size);
  return {
    reads,
    log: {
      async *follow(after, { signal, batchSize = BATCH }) {
        for (let at = after; !signal.aborted;) {
          const batch = list(at, batchSize);
          if (batch.length === 0) await pause(1);
          else {
            reads.followed += batch.length;
            yield batch;
            at = batch.at(-1)!.position;
          }
        }
      },
      async *readAll(after, size = BATCH) {
        for (let batch = list(after, size); batch.length > 0; batch = list(batch.at(-1)!.position, size)) {
          reads.read += batch.length;
          await pause(0);
          yield batch;
        }
      },
    },
  };
}

const openHub = (log: Pick<EventLog, 'follow' | 'readAll'>) =>
  createProjectorHub({ log, batchSize: BATCH, onInterruption: () => undefined, onEvents: () => undefined });

describe('a process with several shards', () => {
  const written: RecordedEvent[][] = [];
  function openWriter(shard: number, from: number, write: () => Promise<unknown>): ShardWriter {
    const own: RecordedEvent[] = (written[shard] = []);
    return openShardWriter({
      number: { shard, shards: SHARDS },
      generation: 'one',
      from,
      batchSize: BATCH,
      runLimited: (work) => work(),
      onMoved: () => undefined,
      onJoined: () => undefined,
      projector: {
        join: () => Promise.resolve(null),
        async project(batch, _from, onMoved) {
          await write();
          own.push(...batch);
          onMoved?.(batch.at(-1)!.position);
        },
      },
    });
  }
  const isDone = (writer: ShardWriter): boolean => writer.given === events.at(-1)!.position && writer.isIdle;
  async function waitFor(isThere: () => boolean): Promise<void> {
    for (let turn = 0; turn < 2_000 && !isThere(); turn += 1) await pause(5);
    expect(isThere()).to.equal(true);
  }
  const getExpected = (shard: number): number[] =>
    events.filter(({ stream }) => findShard(stream, SHARDS) === shard).map(({ position }) => position);
  const getWritten = (shard: number): number[] => written[shard]!.map(({ position }) => position);

  it('reads the log once for all of them, and each gets its own events in order', async () => {
    const { log, reads } = openCountedLog();
    const hub = openHub(log);
    const stopping = new AbortController();
    const writers = [0, 1].map((shard) => openWriter(shard, BEGINNING, () => pause(1)));
    const fed = writers.map((writer) => hub.feed(writer, stopping.signal));
    await waitFor(() => writers.every(isDone));
    stopping.abort();
    await Promise.all(fed);
    for (const shard of [0, 1]) expect(getWritten(shard)).to.deep.equal(getExpected(shard));
    expect(reads).to.deep.equal({ followed: events.length, read: 0 });
  });

  it('lets none wait for another that is slow or far behind, and that one catches up by itself', async () => {
    const { log } = openCountedLog();
    const hub = openHub(log);
    const stopping = new AbortController();
    let release!: () => void;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    const slow = openWriter(0, BEGINNING, () => isReleased);
    const fast = openWriter(1, 99, () => pause(0));
    const fed = [hub.feed(slow, stopping.signal), hub.feed(fast, stopping.signal)];
    await waitFor(() => isDone(fast));
    expect(getWritten(0)).to.deep.equal([]);
    expect(getWritten(1)).to.deep.equal(getExpected(1).filter((position) => position > 99));
    release();
    await waitFor(() => isDone(slow));
    expect(getWritten(0)).to.deep.equal(getExpected(0));
    stopping.abort();
    await Promise.all(fed);
  });

  it('goes on with the others when one fails', async () => {
    const { log } = openCountedLog();
    const hub = openHub(log);
    const stopping = new AbortController();
    const failing = openWriter(0, BEGINNING, () => Promise.reject(new Error('torn')));
    const other = openWriter(1, BEGINNING, () => pause(0));
    const failed = hub.feed(failing, stopping.signal).catch((error: unknown) => String(error));
    const fed = hub.feed(other, stopping.signal);
    expect(await failed).to.contain('torn');
    await waitFor(() => isDone(other));
    expect(getWritten(1)).to.deep.equal(getExpected(1));
    stopping.abort();
    await fed;
  });

  it('does not ask a log that was closed again and again', async () => {
    const { log } = openCountedLog();
    // It ends at once, although nobody has stopped to follow it.
    const hub = openHub({ ...log, async *follow() {} });
    const writer = openWriter(0, events.at(-1)!.position, () => pause(0));
    const failed = await hub.feed(writer, new AbortController().signal).catch((error: unknown) => error);
    expect(failed).to.be.instanceOf(LogUnavailable);
  });
});
