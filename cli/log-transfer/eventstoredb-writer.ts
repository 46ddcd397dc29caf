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

export function openEventStoreDbWriter(options: EventStoreDbWriterOptions): LogWriter {
  const { url, prefix, log, isOneByOne, report } = options;
  const names = createStreamNames(prefix);
  let client = EventStoreDBClient.connectionString(url);
  let underWay: UnderWay[] = [];
  let bytesUnderWay = 0;
  let last = -1n;
  /** Kinds of streams that accepted a write: nothing may be sent after an append that could be refused. */
  const openKinds = new Set<string>();
  // When the call breaks, the client rejects internal promises that cannot be handled; the requested ones report the
  // error too.
  const onUnhandledRejection = (error: unknown): void => {
    if (!(error instanceof Error) || !('code' in error || isCommandError(error))) throw error;
  };
  process.on('unhandledRejection', onUnhandledRejection);

  async function sendRun(run: Run): Promise<{ position: bigint }> {
    const [{ revision }] = run.events as [RecordedEvent];
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new LogUnavailable(new Error('no response from the server'))), ANSWER_MS);
    });
    try {
      const answer = client.appendToStream(names.toStoredName(run.stream), run.stored, {
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

  function startRun(run: Run): void {
    bytesUnderWay += run.bytes;
    underWay.push({ run, outcome: sendRun(run).catch((error: unknown) => ({ error })) });
    passFaultPoint('copy-sent');
  }

  /** Waits for the oldest appends until at most this many are left. */
  async function waitForRuns(left: number, bytesLeft = MOST_BYTES_UNDER_WAY): Promise<void> {
    while (underWay.length > left || bytesUnderWay > bytesLeft) {
      const [{ run, outcome }] = underWay as [UnderWay];
      const given = await outcome;
      if ('error' in given) return recoverRuns(given.error);
      if (given.position <= last) throw createOrderMistake(run);
      last = given.position;
      openKinds.add(getStreamKind(run.stream));
      underWay.shift();
      bytesUnderWay -= run.bytes;
    }
  }

  /** After a broken connection or a change of leader: finds out what was written, and sends the rest again. */
  async function recoverRuns(error: unknown): Promise<void> {
    await Promise.all(underWay.map(({ outcome }) => outcome));
    let runs = underWay.map(({ run }) => run);
    [underWay, bytesUnderWay] = [[], 0];
    for (let attempt = 1, reason = error; ; attempt += 1) {
      if (!isWorthRetrying(reason) || attempt > ATTEMPTS) throw toMistake(reason, runs[0]);
      report(`EventStoreDB does not accept the events; attempt ${attempt} of ${ATTEMPTS}`);
      await client.dispose().catch(() => undefined);
      client = EventStoreDBClient.connectionString(url);
      if (attempt > 1) await pause(PAUSE_MS);
      try {
        runs = await findMissingRuns(runs);
        while (runs.length > 0) {
          await sendRun(runs[0]!);
          openKinds.add(getStreamKind(runs.shift()!.stream));
        }
        return;
      } catch (again) {
        reason = again;
      }
    }
  }

  /** Searches backwards, so that an append that arrives during the search is not mistaken for a gap. */
  async function findMissingRuns(runs: readonly Run[]): Promise<Run[]> {
    let there = runs.length;
    while (there > 0 && !(await isWritten(runs[there - 1]!))) there -= 1;
    for (const run of runs.slice(0, there)) if (!(await isWritten(run))) throw createOrderMistake(run);
    return runs.slice(there);
  }

  async function isWritten({ stream, events }: Run): Promise<boolean> {
    const found: string[] = [];
    const [{ revision: from }] = events as [RecordedEvent];
    for await (const { id } of log.readStream(stream, { from, limit: events.length })) found.push(id);
    return events.every(({ id }, index) => found[index] === id);
  }

  return {
    async write(events) {
      for (const run of groupIntoRuns(events)) {
        const isAlone = isOneByOne || run.bytes > LARGE_BYTES || !openKinds.has(getStreamKind(run.stream));
        if (isAlone) await waitForRuns(0);
        startRun(run);
        await (isAlone ? waitForRuns(0) : waitForRuns(MOST_UNDER_WAY));
      }
    },
    flush: () => waitForRuns(0),
    async close() {
      await client.dispose().catch(() => undefined);
      process.off('unhandledRejection', onUnhandledRejection);
    },
  };
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
