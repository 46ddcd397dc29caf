import { setTimeout as pause } from 'node:timers/promises';
import { ErrorType, EventStoreDBClient, isCommandError, NO_STREAM } from '@eventstore/db-client';
import type { EventData } from '@eventstore/db-client';
import { faultPoint } from '../../database/fault-point.ts';
import { LogUnavailable, type EventLog, type RecordedEvent } from '../../eventlog/port.ts';
import { sizeOf, toStored } from '../../eventlog/eventstoredb/records.ts';
import { streamNames } from '../../eventlog/eventstoredb/stream-names.ts';
import { UserMistake } from '../script.ts';
import type { LogWriter } from './writer.ts';

/**
 * Writes to EventStoreDB over one long call, without waiting for each answer: the server takes what comes on it in the order in
 * which it comes. Its answers prove it, for their positions must grow; a whole read at the end proves it once more.
 */

/** Appends under way. */
const MOST_UNDER_WAY = 256;
const MOST_BYTES_UNDER_WAY = 8 * 1024 * 1024;
/** Of one append, which holds events of one stream that follow each other. */
const MOST_TOGETHER = 100;
const MOST_BYTES_TOGETHER = 256 * 1024;
/** The server may refuse what is larger, so that nothing is sent behind it before it is there. */
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
  /** Position, or what went wrong. */
  readonly outcome: Promise<{ readonly position: bigint } | { readonly error: unknown }>;
}

export interface EventStoreDbWriterOptions {
  readonly url: string;
  readonly prefix: string;
  /** The same log, to look at what is there. */
  readonly log: EventLog;
  readonly isOneByOne: boolean;
  readonly tell: (text: string) => void;
}

export function openEventStoreDbWriter(options: EventStoreDbWriterOptions): LogWriter {
  const { url, prefix, log, isOneByOne, tell } = options;
  const names = streamNames(prefix);
  let client = EventStoreDBClient.connectionString(url);
  let underWay: UnderWay[] = [];
  let bytesUnderWay = 0;
  let last = -1n;
  /** Kinds of streams that could be written to: before a refusal nothing may be sent behind it. */
  const openKinds = new Set<string>();
  // The client rejects promises of its own that nobody can hold when the call breaks; those that were asked for tell as well.
  const onUnheld = (error: unknown): void => {
    if (!(error instanceof Error) || !('code' in error || isCommandError(error))) throw error;
  };
  process.on('unhandledRejection', onUnheld);

  async function send(run: Run): Promise<{ position: bigint }> {
    const [{ revision }] = run.events as [RecordedEvent];
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new LogUnavailable(new Error('no answer came'))), ANSWER_MS);
    });
    try {
      const answer = client.appendToStream(names.stored(run.stream), run.stored, {
        expectedRevision: revision === 0 ? NO_STREAM : BigInt(revision - 1),
        deadline: ANSWER_MS,
      });
      const { success, position } = await Promise.race([answer, late]);
      if (!success || position === undefined) throw new Error(`The append to ${run.stream} was not taken`);
      return { position: position.commit };
    } finally {
      clearTimeout(timer);
    }
  }

  function start(run: Run): void {
    bytesUnderWay += run.bytes;
    underWay.push({ run, outcome: send(run).catch((error: unknown) => ({ error })) });
    faultPoint('copy-sent');
  }

  /** Waits for the oldest ones until at most so many are left. */
  async function wait(left: number, bytesLeft = MOST_BYTES_UNDER_WAY): Promise<void> {
    while (underWay.length > left || bytesUnderWay > bytesLeft) {
      const [{ run, outcome }] = underWay as [UnderWay];
      const given = await outcome;
      if ('error' in given) return mend(given.error);
      if (given.position <= last) throw wrongOrder(run);
      last = given.position;
      openKinds.add(kindOf(run.stream));
      underWay.shift();
      bytesUnderWay -= run.bytes;
    }
  }

  /** The connection broke, or the cluster has another leader: what is there is found out, and the rest is sent again. */
  async function mend(error: unknown): Promise<void> {
    await Promise.all(underWay.map(({ outcome }) => outcome));
    let runs = underWay.map(({ run }) => run);
    [underWay, bytesUnderWay] = [[], 0];
    for (let attempt = 1, reason = error; ; attempt += 1) {
      if (!isWorthRetrying(reason) || attempt > ATTEMPTS) throw asMistake(reason, runs[0]);
      tell(`EventStoreDB does not take what is sent; attempt ${attempt} of ${ATTEMPTS}`);
      await client.dispose().catch(() => undefined);
      client = EventStoreDBClient.connectionString(url);
      if (attempt > 1) await pause(PAUSE_MS);
      try {
        runs = await missing(runs);
        while (runs.length > 0) {
          await send(runs[0]!);
          openKinds.add(kindOf(runs.shift()!.stream));
        }
        return;
      } catch (again) {
        reason = again;
      }
    }
  }

  /** From the last one on: what comes later than it is looked for is not taken for a hole. */
  async function missing(runs: readonly Run[]): Promise<Run[]> {
    let there = runs.length;
    while (there > 0 && !(await isThere(runs[there - 1]!))) there -= 1;
    for (const run of runs.slice(0, there)) if (!(await isThere(run))) throw wrongOrder(run);
    return runs.slice(there);
  }

  async function isThere({ stream, events }: Run): Promise<boolean> {
    const found: string[] = [];
    const [{ revision: from }] = events as [RecordedEvent];
    for await (const { id } of log.readStream(stream, { from, limit: events.length })) found.push(id);
    return events.every(({ id }, index) => found[index] === id);
  }

  return {
    async write(events) {
      for (const run of runsOf(events)) {
        const isAlone = isOneByOne || run.bytes > LARGE_BYTES || !openKinds.has(kindOf(run.stream));
        if (isAlone) await wait(0);
        start(run);
        await (isAlone ? wait(0) : wait(MOST_UNDER_WAY));
      }
    },
    settled: () => wait(0),
    async close() {
      await client.dispose().catch(() => undefined);
      process.off('unhandledRejection', onUnheld);
    },
  };
}

const kindOf = (stream: string): string => stream.slice(0, stream.indexOf('-'));

function runsOf(events: readonly RecordedEvent[]): Run[] {
  const runs: { stream: string; events: RecordedEvent[]; stored: EventData[]; bytes: number }[] = [];
  for (const event of events) {
    const stored = toStored(event);
    const size = sizeOf(stored);
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

function asMistake(error: unknown, run: Run | undefined): Error {
  if (error instanceof UserMistake || run === undefined) return error as Error;
  const { stream, events, bytes } = run;
  const type = error instanceof Error && isCommandError(error) ? error.type : null;
  const words =
    type === ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED
      ? `an event of ${bytes} bytes is more than the server takes (event ${events[0]?.revision} of ${stream}): raise its MaxAppendSize`
      : type === ErrorType.ACCESS_DENIED
        ? `the user of the address may not write to ${stream}`
        : type === ErrorType.STREAM_DELETED
          ? `${stream} was deleted there for good: use another prefix`
          : error instanceof Error
            ? error.message
            : String(error);
  return new UserMistake(`EventStoreDB does not take the events: ${words}. Run the same command again to go on`);
}

const wrongOrder = ({ stream }: Run): UserMistake =>
  new UserMistake(
    `EventStoreDB has taken events in another order than they were sent in (${stream}): ` +
      'begin anew with another --to-prefix and --one-by-one',
  );
