/** Events to append, and ways to gather what a log gives, each bounded in time. */
import { randomUUID } from 'node:crypto';
import { NO_STREAM, type STREAM_PREFIXES } from '../../../eventlog/port.ts';
import type { Appended, EventLog, JsonObject, NewEvent, ReadOptions, RecordedEvent } from '../../../eventlog/port.ts';

export type OpenLog = () => Promise<{ log: EventLog; close(): Promise<void> }>;

export interface Logs {
  /** The log that the tests share. */
  readonly log: EventLog;
  /** A second log on the same events, as another process has it. */
  readonly other: EventLog;
}

/** How long a follower may take to see what it waits for, before the test is told what it saw until then. */
const PATIENCE_MS = 10_000;

export function useLogs(open: OpenLog): Logs {
  let opened: readonly Awaited<ReturnType<OpenLog>>[] = [];
  before(async () => {
    opened = [await open(), await open()];
  });
  after(async () => {
    for (const { close } of opened) await close();
  });
  const at = (index: number): EventLog => {
    const found = opened[index];
    if (found === undefined) throw new Error('The logs are open only while tests run');
    return found.log;
  };
  return {
    get log() {
      return at(0);
    },
    get other() {
      return at(1);
    },
  };
}

export function newStream(prefix: (typeof STREAM_PREFIXES)[number] = 'company-'): string {
  return `${prefix}${randomUUID()}`;
}

export function newEvent(data: JsonObject = {}, metadata: JsonObject = {}): NewEvent {
  return { id: randomUUID(), type: 'EntryPosted', version: 1, data, metadata };
}

export function newEvents(count: number): NewEvent[] {
  return Array.from({ length: count }, (_, index) => newEvent({ number: index + 1 }));
}

/** A stream that has so many events already. */
export async function streamWith(log: EventLog, count: number): Promise<{ stream: string; events: NewEvent[] }> {
  const stream = newStream();
  const events = newEvents(count);
  await log.append({ stream, expectedRevision: NO_STREAM, events });
  return { stream, events };
}

/** Appends one event after another, as a single writer does. */
export async function write(log: EventLog, stream: string, count: number): Promise<Appended[]> {
  const answers: Appended[] = [];
  for (let revision = NO_STREAM; revision < count - 1; revision += 1) {
    answers.push(
      await log.append({ stream, expectedRevision: revision, events: [newEvent({ number: revision + 2 })] }),
    );
  }
  return answers;
}

export async function read(log: EventLog, stream: string, options?: ReadOptions): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const event of log.readStream(stream, options)) events.push(event);
  return events;
}

export async function readBatches(log: EventLog, after: number, batchSize?: number): Promise<RecordedEvent[][]> {
  const batches: RecordedEvent[][] = [];
  for await (const batch of log.readAll(after, batchSize)) batches.push([...batch]);
  return batches;
}

/** The batches of a follower, without the events of other streams, until it has seen so many events. */
export async function followUntil(
  log: EventLog,
  after: number,
  { streams, count, batchSize }: { streams: ReadonlySet<string>; count: number; batchSize?: number },
): Promise<RecordedEvent[][]> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE_MS);
  const batches: RecordedEvent[][] = [];
  let seen = 0;
  try {
    for await (const batch of log.follow(after, { signal: stop.signal, batchSize })) {
      const own = batch.filter((event) => streams.has(event.stream));
      batches.push(own);
      seen += own.length;
      if (seen >= count) stop.abort();
    }
  } finally {
    clearTimeout(timer);
  }
  return batches;
}

export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('It was expected to be refused');
}

export function ids(events: readonly { readonly id: string }[]): string[] {
  return events.map((event) => event.id);
}

export function places(events: readonly RecordedEvent[]): string[] {
  return events.map((event) => `${event.position} ${event.stream} ${event.revision} ${event.id}`);
}
