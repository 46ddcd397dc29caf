/** Appending: one call, repeated with the same ids while its answer does not come, and judged when it is refused. */
import { NO_STREAM as STREAM_MUST_NOT_EXIST } from '@eventstore/db-client';
import type { EventData, EventStoreDBClient } from '@eventstore/db-client';
import { AppendTooLarge, LogUnavailable, MAX_EVENT_BYTES, NO_STREAM, WrongRevision } from '../port.ts';
import type { Append, Appended, RecordedEvent } from '../port.ts';
import {
  AnswerTimeout,
  ATTEMPTS,
  isTooLarge,
  isWorthRetrying,
  isWrongRevision,
  PAUSE_BETWEEN_ATTEMPTS_MS,
  toLogError,
} from './failures.ts';
import type { Logger } from './logger.ts';
import { sizeOf, toSafeInteger, toStored } from './records.ts';
import { REMEMBERED_EVENTS } from './remembered-ids.ts';
import type { StreamNames } from './stream-names.ts';
import type { RememberedIds } from './remembered-ids.ts';

/** Of one append, as the server has it unless it is configured otherwise. */
export const MAX_APPEND_BYTES = MAX_EVENT_BYTES;

export interface Appender {
  readonly client: EventStoreDBClient;
  readonly names: StreamNames;
  readonly rememberedIds: RememberedIds;
  readonly timeoutMs: number;
  readonly logger: Logger | undefined;
  readonly readStream: (
    stream: string,
    options: { readonly direction?: 'backwards'; readonly from?: number; readonly limit?: number },
  ) => AsyncIterable<RecordedEvent>;
}

export async function append(appender: Appender, request: Append): Promise<Appended> {
  const { stream, expectedRevision, events } = request;
  if (events.length === 0) throw new Error(`An append to ${stream} has no events`);
  if (!Number.isSafeInteger(expectedRevision) || expectedRevision < NO_STREAM) {
    throw new Error(`An append to ${stream} expects the revision ${expectedRevision}`);
  }
  const stored = events.map(toStored);
  const bytes = stored.reduce((sum, event) => sum + sizeOf(event), 0);
  if (bytes > MAX_APPEND_BYTES) throw new AppendTooLarge(stream, bytes);

  const earlier = await findAmongRemembered(appender, request);
  if (earlier !== undefined) return earlier;
  try {
    const revision = expectedRevision + events.length;
    const position = (await send(appender, request, stored)) ?? (await readPosition(appender, stream, revision));
    for (const [index, event] of events.entries()) {
      appender.rememberedIds.note(stream, expectedRevision + 1 + index, event.id);
    }
    return { revision, position, duplicate: false };
  } catch (error) {
    if (isTooLarge(error)) throw new AppendTooLarge(stream, bytes);
    if (!isWrongRevision(error)) throw toLogError(error);
    const actual = error.actualVersion === STREAM_MUST_NOT_EXIST ? NO_STREAM : Number(error.actualVersion);
    const repeated = await findRepeated(appender, request, expectedRevision + 1);
    if (repeated !== undefined) return repeated;
    throw new WrongRevision(stream, expectedRevision, actual);
  }
}

async function findAmongRemembered(appender: Appender, request: Append): Promise<Appended | undefined> {
  const { stream, expectedRevision, events } = request;
  const { rememberedIds } = appender;
  if (expectedRevision > NO_STREAM && !rememberedIds.covers(stream, expectedRevision)) {
    const last = { direction: 'backwards', from: expectedRevision, limit: REMEMBERED_EVENTS } as const;
    // Reading is enough: every event that is read from a stream is remembered.
    for await (const event of appender.readStream(stream, last)) void event;
  }
  for (const event of events) {
    const revision = rememberedIds.find(stream, event.id);
    if (revision !== undefined) return findRepeated(appender, request, revision);
  }
  return undefined;
}

/** Looks for the events of an append in their stream: any of them tells that it was made, the last one answers. */
async function findRepeated(appender: Appender, request: Append, from: number): Promise<Appended | undefined> {
  const ids = new Set(request.events.map((event) => event.id));
  let last: RecordedEvent | undefined;
  for await (const event of appender.readStream(request.stream, { from })) {
    if (ids.has(event.id)) last = event;
    else if (last !== undefined) break;
  }
  return last && { revision: last.revision, position: last.position, duplicate: true };
}

/** Position of the last event, or nothing when the server may have told the position of something else. */
async function send(appender: Appender, request: Append, stored: EventData[]): Promise<number | undefined> {
  const { client, names, timeoutMs, logger } = appender;
  const { stream } = request;
  const expectedRevision =
    request.expectedRevision === NO_STREAM ? STREAM_MUST_NOT_EXIST : BigInt(request.expectedRevision);
  for (let attempt = 1; ; attempt += 1) {
    const attemptMs = attemptTimeoutMs(timeoutMs, attempt);
    try {
      const call = client.appendToStream(names.stored(stream), stored, { expectedRevision, deadline: attemptMs });
      const { position } = await within(attemptMs, call);
      // An answer to a repetition is not sure to carry the position of the first append.
      return attempt === 1 && position !== undefined ? toSafeInteger(position.commit) : undefined;
    } catch (error) {
      if (isWrongRevision(error) || isTooLarge(error)) throw error;
      if (attempt === ATTEMPTS || !isWorthRetrying(error)) throw toLogError(error);
      logger?.warn({ err: error, stream, attempt }, 'An append was not answered and is sent again');
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_BETWEEN_ATTEMPTS_MS));
  }
}

/** The attempts share the time of the whole append; the last has half of it, for an append that is merely long. */
function attemptTimeoutMs(timeoutMs: number, attempt: number): number {
  const share = attempt === ATTEMPTS ? 1 / 2 : 1 / 2 / (ATTEMPTS - 1);
  return Math.max(1, Math.floor(timeoutMs * share) - PAUSE_BETWEEN_ATTEMPTS_MS);
}

/** The deadline of the call does not count the time in which the client looks for a server. */
async function within<T>(timeoutMs: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AnswerTimeout(timeoutMs)), timeoutMs);
  });
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

async function readPosition(appender: Appender, stream: string, revision: number): Promise<number> {
  for await (const event of appender.readStream(stream, { from: revision, limit: 1 })) return event.position;
  throw new LogUnavailable(new Error(`Event ${revision} of ${stream} cannot be read yet`));
}
