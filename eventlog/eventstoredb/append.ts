/** Appending: one call, repeated with the same ids while its answer does not come, and judged when it is refused. */
import { NO_STREAM as STREAM_MUST_NOT_EXIST } from '@eventstore/db-client';
import { AppendTooLarge, LogUnavailable, MAX_EVENT_BYTES, NO_STREAM, WrongRevision } from '../port.ts';
import type { Append, Appended, NewEvent, RecordedEvent } from '../port.ts';
import {
  ATTEMPTS,
  isTooLarge,
  isWorthRetrying,
  isWrongRevision,
  PAUSE_BETWEEN_ATTEMPTS_MS,
  toLogError,
} from './failures.ts';
import type { Connection, SharedClient } from './client.ts';
import type { Logger } from './logger.ts';
import { bytesOf, toPackedProposal, toProposal, toSafeInteger, type Proposal } from './records.ts';
import { REMEMBERED_EVENTS } from './remembered-ids.ts';
import type { StreamNames } from './stream-names.ts';
import type { RememberedIds } from './remembered-ids.ts';
import { letOthersWork } from '../../support/yielding.ts';

/** Of one append, as the server has it unless it is configured otherwise. */
export const MAX_APPEND_BYTES = MAX_EVENT_BYTES;
/** What is larger is packed, which makes a tenth of the statements of a bank; beyond this nothing would fit. */
export const MAX_PACKED_BYTES = 8 * MAX_APPEND_BYTES;

export interface Appender {
  readonly connection: SharedClient;
  readonly names: StreamNames;
  readonly rememberedIds: RememberedIds;
  readonly timeoutMs: number;
  readonly logger: Logger | undefined;
  readonly readStream: (
    stream: string,
    options: { readonly direction?: 'backwards'; readonly from?: number; readonly limit?: number },
    timeoutMs: number,
  ) => AsyncIterable<RecordedEvent>;
}

/** What is left of the time of one append, all of its calls together. */
interface Budget {
  left(): number;
}

function budgetOf(timeoutMs: number): Budget {
  const end = performance.now() + timeoutMs;
  return { left: () => Math.max(1, end - performance.now()) };
}

export async function append(appender: Appender, request: Append): Promise<Appended> {
  const { stream, expectedRevision, events } = request;
  if (events.length === 0) throw new Error(`An append to ${stream} has no events`);
  if (!Number.isSafeInteger(expectedRevision) || expectedRevision < NO_STREAM) {
    throw new Error(`An append to ${stream} expects the revision ${expectedRevision}`);
  }
  const { proposals, bytes } = await fitting(events);
  if (bytes > MAX_APPEND_BYTES) throw new AppendTooLarge(stream, bytes);

  const budget = budgetOf(appender.timeoutMs);
  const earlier = await findAmongRemembered(appender, request, budget);
  if (earlier !== undefined) return earlier;
  try {
    const revision = expectedRevision + events.length;
    const position =
      (await send(appender, request, proposals, budget)) ?? (await readPosition(appender, stream, revision, budget));
    for (const [index, event] of events.entries()) {
      appender.rememberedIds.note(stream, expectedRevision + 1 + index, event.id);
    }
    return { revision, position, duplicate: false };
  } catch (error) {
    if (isTooLarge(error)) throw new AppendTooLarge(stream, bytes);
    if (!isWrongRevision(error)) throw toLogError(error);
    const actual = error.actualVersion === STREAM_MUST_NOT_EXIST ? NO_STREAM : Number(error.actualVersion);
    const repeated = await findRepeated(appender, request, expectedRevision + 1, budget);
    if (repeated !== undefined) return repeated;
    throw new WrongRevision(stream, expectedRevision, actual);
  }
}

interface Fitting {
  readonly proposals: readonly Proposal[];
  /** As the server counts them. */
  readonly bytes: number;
}

/** As they are, or packed where they are more than the server takes at once. An event alone is never larger than that. */
async function fitting(events: readonly NewEvent[]): Promise<Fitting> {
  const plain = counted(events.map(toProposal));
  const isTooMuch = plain.bytes > MAX_PACKED_BYTES || plain.proposals.some((one) => bytesOf(one) > MAX_EVENT_BYTES);
  if (plain.bytes <= MAX_APPEND_BYTES || isTooMuch) return plain;
  const packed: Proposal[] = [];
  for (const event of events) {
    packed.push(toPackedProposal(event));
    // Others are answered meanwhile.
    await letOthersWork();
  }
  return counted(packed);
}

const counted = (proposals: readonly Proposal[]): Fitting => ({
  proposals,
  bytes: proposals.reduce((sum, proposal) => sum + bytesOf(proposal), 0),
});

async function findAmongRemembered(appender: Appender, request: Append, budget: Budget): Promise<Appended | undefined> {
  const { stream, expectedRevision, events } = request;
  const { rememberedIds } = appender;
  if (expectedRevision > NO_STREAM && !rememberedIds.covers(stream, expectedRevision)) {
    const last = { direction: 'backwards', from: expectedRevision, limit: REMEMBERED_EVENTS } as const;
    // Reading is enough: every event that is read from a stream is remembered.
    for await (const event of appender.readStream(stream, last, budget.left())) void event;
  }
  for (const event of events) {
    const revision = rememberedIds.find(stream, event.id);
    if (revision !== undefined) return findRepeated(appender, request, revision, budget);
  }
  return undefined;
}

/** Looks for the events of an append in their stream: any of them tells that it was made, the last one answers. */
async function findRepeated(
  appender: Appender,
  request: Append,
  from: number,
  budget: Budget,
): Promise<Appended | undefined> {
  const ids = new Set(request.events.map((event) => event.id));
  let last: RecordedEvent | undefined;
  for await (const event of appender.readStream(request.stream, { from }, budget.left())) {
    if (ids.has(event.id)) last = event;
    else if (last !== undefined) break;
  }
  return last && { revision: last.revision, position: last.position, duplicate: true };
}

/** Position of the last event, or nothing when the server may have told the position of something else. */
async function send(
  appender: Appender,
  request: Append,
  proposals: readonly Proposal[],
  budget: Budget,
): Promise<number | undefined> {
  const { connection, names, timeoutMs, logger } = appender;
  const { stream, expectedRevision } = request;
  // The ids are made once: what was stored without an answer is recognised when it comes again, and not stored twice.
  const proposed = { stream: names.stored(stream), expectedRevision, proposals };
  for (let attempt = 1; ; attempt += 1) {
    const attemptMs = Math.min(attemptTimeoutMs(timeoutMs, attempt), budget.left());
    const until = performance.now() + attemptMs;
    let used: Connection | undefined;
    try {
      used = await connection.current(attemptMs);
      const position = await used.appends.append(proposed, Math.max(1, until - performance.now()));
      // An answer to a repetition is not sure to carry the position of the first append.
      return attempt === 1 && position !== undefined ? toSafeInteger(position) : undefined;
    } catch (error) {
      if (isWrongRevision(error) || isTooLarge(error)) throw error;
      if (used !== undefined) connection.noteFailure(used, error);
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

async function readPosition(appender: Appender, stream: string, revision: number, budget: Budget): Promise<number> {
  const last = { from: revision, limit: 1 };
  for await (const event of appender.readStream(stream, last, budget.left())) return event.position;
  throw new LogUnavailable(new Error(`Event ${revision} of ${stream} cannot be read yet`));
}
