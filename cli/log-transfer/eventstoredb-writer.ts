import { setTimeout as pause } from 'node:timers/promises';
import { ErrorType, EventStoreDBClient, isCommandError, NO_STREAM } from '@eventstore/db-client';
import type { EventData } from '@eventstore/db-client';
import { passFaultPoint } from '../../database/fault-point.ts';
import { LogUnavailable, type EventLog, type RecordedEvent } from '../../eventlog/port.ts';
import { measureStoredEvent, toStoredEvent } from '../../eventlog/eventstoredb/records.ts';
import { createStreamNames } from '../../eventlog/eventstoredb/stream-names.ts';
import { UserMistake } from '../script.ts';
import type { LogWriter } from './writer.ts';

/**
 * Writes to EventStoreDB over one long call, without waiting for each response: the server processes the call in order.
 * The responses prove it, because their positions must grow; a complete read at the end verifies it once more.
 */

/** Maximum number of appends in flight. */
const MOST_UNDER_WAY = 256;
const MOST_BYTES_UNDER_WAY = 8 * 1024 * 1024;
/** Limits of one append, which contains consecutive events of one stream. */
const MOST_TOGETHER = 100;
const MOST_BYTES_TOGETHER = 256 * 1024;
/** The server may refuse larger appends, so nothing is sent after one until it is confirmed. */
const LARGE_BYTES = 768 * 1024;
const ANSWER_MS = 30_000;
const ATTEMPTS = 60;
const PAUSE_MS = 2_000;

interface Run {
  readonly stream: string;
  readonly events: readonly RecordedEvent[];
  readonly stored: EventData[];
  readonly bytes: number;
}

interface UnderWay {
  readonly run: Run;
  /** Position, or the error. */
  readonly outcome: Promise<{ readonly position: bigint } | { readonly error: unknown }>;
}

export interface EventStoreDbWriterOptions {
  readonly url: string;
  readonly prefix: string;
  /** The same log, to inspect what is already written. */
  readonly log: EventLog;
  readonly isOneByOne: boolean;
  readonly report: (text: string) => void;
}

interface WriterState extends EventStoreDbWriterOptions {
  readonly names: ReturnType<typeof createStreamNames>;
  client: EventStoreDBClient;
  underWay: UnderWay[];
  bytesUnderWay: number;
  /** Position of the last confirmed append. */
  last: bigint;
  /** Kinds of streams that accepted a write: nothing may be sent after an append that could be refused. */
  readonly openKinds: Set<string>;
}

export function openEventStoreDbWriter(options: EventStoreDbWriterOptions): LogWriter {
  const writer: WriterState = {
    ...options,
    names: createStreamNames(options.prefix),
    client: EventStoreDBClient.connectionString(options.url),
    underWay: [],
    bytesUnderWay: 0,
    last: -1n,
    openKinds: new Set(),
  };
  // When the call breaks, the client rejects internal promises that cannot be handled; the requested ones report the
  // error too.
  const onUnhandledRejection = (error: unknown): void => {
    if (!(error instanceof Error) || !('code' in error || isCommandError(error))) throw error;
  };
  process.on('unhandledRejection', onUnhandledRejection);
  return {
    write: (events) => writeEvents(writer, events),
    flush: () => waitForRuns(writer, 0),
    async close() {
      await writer.client.dispose().catch(() => undefined);
      process.off('unhandledRejection', onUnhandledRejection);
    },
  };
}

async function writeEvents(writer: WriterState, events: readonly RecordedEvent[]): Promise<void> {
  for (const run of groupIntoRuns(events)) {
    const isAlone = writer.isOneByOne || run.bytes > LARGE_BYTES || !writer.openKinds.has(getStreamKind(run.stream));
    if (isAlone) await waitForRuns(writer, 0);
    startRun(writer, run);
    await (isAlone ? waitForRuns(writer, 0) : waitForRuns(writer, MOST_UNDER_WAY));
  }
}

function startRun(writer: WriterState, run: Run): void {
  writer.bytesUnderWay += run.bytes;
  writer.underWay.push({ run, outcome: sendRun(writer, run).catch((error: unknown) => ({ error })) });
  passFaultPoint('copy-sent');
}

async function sendRun(writer: WriterState, run: Run): Promise<{ position: bigint }> {
  const [{ revision }] = run.events as [RecordedEvent];
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LogUnavailable(new Error('no response from the server'))), ANSWER_MS);
  });
  try {
    const answer = writer.client.appendToStream(writer.names.toStoredName(run.stream), run.stored, {
      expectedRevision: revision === 0 ? NO_STREAM : BigInt(revision - 1),
      deadline: ANSWER_MS,
    });
    const { success, position } = await Promise.race([answer, late]);
    if (!success || position === undefined) throw new Error(`The append to ${run.stream} was not accepted`);
    return { position: position.commit };
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for the oldest appends until at most this many are left. */
async function waitForRuns(writer: WriterState, left: number, bytesLeft = MOST_BYTES_UNDER_WAY): Promise<void> {
  while (writer.underWay.length > left || writer.bytesUnderWay > bytesLeft) {
    const [{ run, outcome }] = writer.underWay as [UnderWay];
    const given = await outcome;
    if ('error' in given) return recoverRuns(writer, given.error);
    if (given.position <= writer.last) throw createOrderMistake(run);
    writer.last = given.position;
    writer.openKinds.add(getStreamKind(run.stream));
    writer.underWay.shift();
    writer.bytesUnderWay -= run.bytes;
  }
}

/** After a broken connection or a change of leader: finds out what was written, and sends the rest again. */
async function recoverRuns(writer: WriterState, error: unknown): Promise<void> {
  await Promise.all(writer.underWay.map(({ outcome }) => outcome));
  let runs = writer.underWay.map(({ run }) => run);
  [writer.underWay, writer.bytesUnderWay] = [[], 0];
  for (let attempt = 1, reason = error; ; attempt += 1) {
    if (!isWorthRetrying(reason) || attempt > ATTEMPTS) throw toMistake(reason, runs[0]);
    writer.report(`EventStoreDB does not accept the events; attempt ${attempt} of ${ATTEMPTS}`);
    await writer.client.dispose().catch(() => undefined);
    writer.client = EventStoreDBClient.connectionString(writer.url);
    if (attempt > 1) await pause(PAUSE_MS);
    try {
      runs = await findMissingRuns(writer, runs);
      while (runs.length > 0) {
        await sendRun(writer, runs[0]!);
        writer.openKinds.add(getStreamKind(runs.shift()!.stream));
      }
      return;
    } catch (again) {
      reason = again;
    }
  }
}

/** Searches backwards, so that an append that arrives during the search is not mistaken for a gap. */
async function findMissingRuns(writer: WriterState, runs: readonly Run[]): Promise<Run[]> {
  let there = runs.length;
  while (there > 0 && !(await isWritten(writer, runs[there - 1]!))) there -= 1;
  for (const run of runs.slice(0, there)) if (!(await isWritten(writer, run))) throw createOrderMistake(run);
  return runs.slice(there);
}

async function isWritten(writer: WriterState, { stream, events }: Run): Promise<boolean> {
  const found: string[] = [];
  const [{ revision: from }] = events as [RecordedEvent];
  for await (const { id } of writer.log.readStream(stream, { from, limit: events.length })) found.push(id);
  return events.every(({ id }, index) => found[index] === id);
}

const getStreamKind = (stream: string): string => stream.slice(0, stream.indexOf('-'));

function groupIntoRuns(events: readonly RecordedEvent[]): Run[] {
  const runs: { stream: string; events: RecordedEvent[]; stored: EventData[]; bytes: number }[] = [];
  for (const event of events) {
    const stored = toStoredEvent(event);
    const size = measureStoredEvent(stored);
    const open = runs.at(-1);
    const fits =
      open?.stream === event.stream && open.events.length < MOST_TOGETHER && open.bytes + size <= MOST_BYTES_TOGETHER;
    if (!fits || open === undefined)
      runs.push({ stream: event.stream, events: [event], stored: [stored], bytes: size });
    else {
      open.events.push(event);
      open.stored.push(stored);
      open.bytes += size;
    }
  }
  return runs;
}

const FINAL: ReadonlySet<ErrorType> = new Set([
  ErrorType.ACCESS_DENIED,
  ErrorType.STREAM_DELETED,
  ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED,
]);

const isWorthRetrying = (error: unknown): boolean =>
  !(error instanceof UserMistake) && !(error instanceof Error && isCommandError(error) && FINAL.has(error.type));

function toMistake(error: unknown, run: Run | undefined): Error {
  if (error instanceof UserMistake || run === undefined) return error as Error;
  const { stream, events, bytes } = run;
  const type = error instanceof Error && isCommandError(error) ? error.type : null;
  const words =
    type === ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED
      ? `an event of ${bytes} bytes exceeds the limit of the server (event ${events[0]?.revision} of ${stream}): raise its MaxAppendSize`
      : type === ErrorType.ACCESS_DENIED
        ? `the user of the connection may not write to ${stream}`
        : type === ErrorType.STREAM_DELETED
          ? `${stream} was permanently deleted there: use another prefix`
          : error instanceof Error
            ? error.message
            : String(error);
  return new UserMistake(`EventStoreDB does not accept the events: ${words}. Run the same command again to continue`);
}

const createOrderMistake = ({ stream }: Run): UserMistake =>
  new UserMistake(
    `EventStoreDB stored events in another order than they were sent (${stream}): ` +
      'start over with another --to-prefix and --one-by-one',
  );
