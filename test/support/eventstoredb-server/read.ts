/** Reads and subscriptions: one walk over the records, which for a subscription goes on when it reaches the end. */
import { once } from 'node:events';
import type { ServerWritableStream } from '@grpc/grpc-js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { Pace } from './pace.ts';
import { toEventMessage, toStreamIdentifier, readStreamName } from './protocol.ts';
import type { Store, StoredRecord } from './store.ts';

type ReadRequest = InstanceType<typeof streams.ReadReq>;
type ReadResponse = InstanceType<typeof streams.ReadResp>;
type ReadOptions = NonNullable<ReturnType<ReadRequest['getOptions']>>;
export type ReadCall = ServerWritableStream<ReadRequest, ReadResponse>;

/** Without its own window, a filtered subscription reports its progress after this number of records. */
const DEFAULT_SEARCH_WINDOW = 32;

export async function handleRead(store: Store, call: ReadCall, pace: Pace): Promise<void> {
  const options = call.request.getOptions();
  if (options === undefined) return void call.end();
  if (options.hasSubscription()) return subscribe(store, call, options, pace);
  await pace.moment();

  const stream = options.getStream();
  const name = readStreamName(stream?.getStreamIdentifier());
  if (stream !== undefined && store.stream(name).length === 0) {
    const notFound = new streams.ReadResp.StreamNotFound().setStreamIdentifier(toStreamIdentifier(name));
    call.write(new streams.ReadResp().setStreamNotFound(notFound));
  } else {
    await send(call, stream === undefined ? selectFromAll(store, options) : selectFromStream(store, name, options));
  }
  call.end();
}

function selectFromStream(store: Store, name: string, options: ReadOptions): Iterable<StoredRecord> {
  const stream = options.getStream();
  const revision = stream?.hasRevision() === true ? Number(stream.getRevision()) : undefined;
  const records = store.stream(name);
  const count = Number(options.getCount());
  if (isForwards(options)) {
    const from = stream?.hasEnd() === true ? records.length : (revision ?? 0);
    return records.slice(from, Math.min(from + count, records.length));
  }
  const end = stream?.hasStart() === true ? 1 : Math.min(revision ?? records.length - 1, records.length - 1) + 1;
  return records.slice(Math.max(0, end - count), end).reverse();
}

/** In the whole log, forwards starts with the record at the position and backwards with the one before it. */
function selectFromAll(store: Store, options: ReadOptions): Iterable<StoredRecord> {
  const all = options.getAll();
  const position = all?.hasPosition() === true ? Number(all.getPosition()?.getCommitPosition()) : undefined;
  const matches = readFilter(options);
  const count = Number(options.getCount());
  const isAfterStart = (record: StoredRecord): boolean =>
    isForwards(options) ? record.position >= (position ?? 0) : record.position < (position ?? Infinity);
  const selected = store.records.filter((record) => isAfterStart(record) && matches(record));
  return (isForwards(options) ? selected : selected.reverse()).slice(0, count);
}

async function subscribe(store: Store, call: ReadCall, options: ReadOptions, pace: Pace): Promise<void> {
  const ended = new AbortController();
  const { signal } = ended;
  for (const event of ['cancelled', 'error', 'close', 'finish']) call.once(event, () => ended.abort());
  let wake = (): void => undefined;
  const stopListening = store.onAppended(() => wake());
  signal.addEventListener('abort', () => wake(), { once: true });

  const name = readStreamName(options.getStream()?.getStreamIdentifier());
  const records = (): readonly StoredRecord[] => (options.hasStream() ? store.stream(name) : store.records);
  const matches = readFilter(options);
  const checkpointEvery = readCheckpointInterval(options);
  let next = findSubscriptionStart(records(), options);
  let searched = 0;
  let isLive = false;
  call.write(
    new streams.ReadResp().setConfirmation(
      new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(crypto.randomUUID()),
    ),
  );
  // What the subscription has to give comes after its confirmation, never in the same packet.
  await pace.moment();
  while (!signal.aborted) {
    const record = records()[next];
    if (record === undefined) {
      if (!isLive) call.write(new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp()));
      isLive = true;
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (signal.aborted || next < records().length) resolve();
      });
      await pace.moment();
      continue;
    }
    next += 1;
    searched += 1;
    if (matches(record)) await write(call, toEventMessage(record), signal);
    if (checkpointEvery !== undefined && searched % checkpointEvery === 0) {
      await write(call, checkpoint(record), signal);
    }
  }
  stopListening();
}

function findSubscriptionStart(records: readonly StoredRecord[], options: ReadOptions): number {
  const start = options.getAll() ?? options.getStream();
  if (start?.hasEnd() === true) return records.length;
  const all = options.getAll();
  if (all?.hasPosition() === true) {
    const position = Number(all.getPosition()?.getCommitPosition());
    const first = records.findIndex((record) => record.position > position);
    return first < 0 ? records.length : first;
  }
  const stream = options.getStream();
  return stream?.hasRevision() === true ? Number(stream.getRevision()) + 1 : 0;
}

function readFilter(options: ReadOptions): (record: StoredRecord) => boolean {
  const filter = options.getFilter();
  if (filter === undefined) return () => true;
  const expression = filter.getStreamIdentifier() ?? filter.getEventType();
  const prefixes = expression?.getPrefixList() ?? [];
  const pattern = expression?.getRegex() ? new RegExp(expression.getRegex(), 'u') : undefined;
  return (record) => {
    const subject = filter.hasStreamIdentifier() ? record.stream : record.type;
    return pattern?.test(subject) ?? prefixes.some((prefix) => subject.startsWith(prefix));
  };
}

function readCheckpointInterval(options: ReadOptions): number | undefined {
  const filter = options.getFilter();
  if (filter === undefined) return undefined;
  const window = filter.hasMax() ? filter.getMax() : DEFAULT_SEARCH_WINDOW;
  return window * Math.max(1, filter.getCheckpointintervalmultiplier());
}

function checkpoint(record: StoredRecord): ReadResponse {
  const position = String(record.position);
  return new streams.ReadResp().setCheckpoint(
    new streams.ReadResp.Checkpoint().setCommitPosition(position).setPreparePosition(position),
  );
}

async function send(call: ReadCall, records: Iterable<StoredRecord>): Promise<void> {
  const ended = new AbortController();
  for (const event of ['cancelled', 'error', 'close']) call.once(event, () => ended.abort());
  for (const record of records) {
    if (ended.signal.aborted) return;
    await write(call, toEventMessage(record), ended.signal);
  }
}

async function write(call: ReadCall, message: ReadResponse, signal: AbortSignal): Promise<void> {
  if (signal.aborted || call.write(message)) return;
  await once(call, 'drain', { signal }).catch(() => undefined);
}

function isForwards(options: ReadOptions): boolean {
  return options.getReadDirection() === streams.ReadReq.Options.ReadDirection.FORWARDS;
}
