/** Appending: one call, retried with the same ids if there is no answer, and checked for duplicates if it is refused. */
import { NO_STREAM as STREAM_MUST_NOT_EXIST } from '@eventstore/db-client';
import { randomUUID } from 'node:crypto';
import {
  AppendTooLarge,
  LogUnavailable,
  MAX_APPEND_BYTES,
  MAX_EVENT_BYTES,
  NO_STREAM,
  WrongRevision,
} from '../port.ts';
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
import { measureProposal, toPackedProposal, toProposal, toReference, toSafeInteger, type Proposal } from './records.ts';
import { REMEMBERED_EVENTS } from './remembered-ids.ts';
import type { StreamNames } from './stream-names.ts';
import type { RememberedIds } from './remembered-ids.ts';
import { yieldToOthers } from '../../support/yielding.ts';

/**
 * Maximum size of what is sent at once, according to the default configuration of the server. Larger appends are
 * compressed, to about a tenth for bank statements, and stored in parts if that is not enough.
 */
const MAX_SENT_BYTES = MAX_EVENT_BYTES;
/** Prefix of streams that hold parts; those of the service begin otherwise, so that these are not read. */
const PARTS_PREFIX = 'part-';

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

/** The remaining time of one append, shared by all its calls. */
interface Budget {
  getRemainingMs(): number;
}

function createBudget(timeoutMs: number): Budget {
  const end = performance.now() + timeoutMs;
  return { getRemainingMs: () => Math.max(1, end - performance.now()) };
}

export async function appendEvents(appender: Appender, request: Append): Promise<Appended> {
  const { stream, expectedRevision, events } = request;
  if (events.length === 0) throw new Error(`An append to ${stream} has no events`);
  if (!Number.isSafeInteger(expectedRevision) || expectedRevision < NO_STREAM) {
    throw new Error(`An append to ${stream} expects an invalid revision: ${expectedRevision}`);
  }
  const plain = measureProposals(events.map(toProposal));
  const { bytes } = plain;
  if (bytes > MAX_APPEND_BYTES || plain.proposals.some((one) => measureProposal(one) > MAX_EVENT_BYTES))
    throw new AppendTooLarge(stream, bytes);

  const earlier = await findRememberedAppend(appender, request, createBudget(appender.timeoutMs));
  if (earlier !== undefined) return earlier;
  const budget = createBudget(appender.timeoutMs);
  try {
    const proposals = await fitProposals(appender, events, plain);
    const revision = expectedRevision + events.length;
    const position =
      (await sendAppend(appender, request, proposals, budget)) ??
      (await readPosition(appender, stream, revision, budget));
    for (const [index, event] of events.entries()) {
      appender.rememberedIds.remember(stream, expectedRevision + 1 + index, event.id);
    }
    return { revision, position, duplicate: false };
  } catch (error) {
    if (isTooLarge(error)) throw new AppendTooLarge(stream, bytes);
    if (!isWrongRevision(error)) throw toLogError(error);
    const actual = error.actualVersion === STREAM_MUST_NOT_EXIST ? NO_STREAM : Number(error.actualVersion);
    const repeated = await findRepeatedAppend(appender, request, expectedRevision + 1, budget);
    if (repeated !== undefined) return repeated;
    throw new WrongRevision(stream, expectedRevision, actual);
  }
}

interface Fitting {
  readonly proposals: readonly Proposal[];
  /** As counted by the server. */
  readonly bytes: number;
}

/** What is sent in one call. Events that do not fit are compressed; if that is not enough, they are stored elsewhere. */
async function fitProposals(
  appender: Appender,
  events: readonly NewEvent[],
  plain: Fitting,
): Promise<readonly Proposal[]> {
  if (plain.bytes <= MAX_SENT_BYTES) return plain.proposals;
  const smallest: Proposal[] = [];
  for (const [index, event] of events.entries()) {
    const packed = toPackedProposal(event);
    const unpacked = plain.proposals[index]!;
    smallest.push(measureProposal(packed) < measureProposal(unpacked) ? packed : unpacked);
    // Gives other requests a chance to run.
    await yieldToOthers();
  }
  if (measureProposals(smallest).bytes <= MAX_SENT_BYTES) return smallest;
  return storeParts(appender, smallest);
}

/** Stores the events in a stream of their own, one call after another. Returns references to them. */
async function storeParts(appender: Appender, proposals: readonly Proposal[]): Promise<readonly Proposal[]> {
  // New for each attempt: what a failed one has left is never referred to.
  const stream = `${PARTS_PREFIX}${randomUUID()}`;
  for (let next = 0; next < proposals.length;) {
    const some: Proposal[] = [];
    for (let bytes = 0; next + some.length < proposals.length; some.push(proposals[next + some.length]!)) {
      bytes += measureProposal(proposals[next + some.length]!);
      if (some.length > 0 && bytes > MAX_SENT_BYTES) break;
    }
    await sendAppend(appender, { stream, expectedRevision: next - 1 }, some, createBudget(appender.timeoutMs));
    next += some.length;
  }
  return proposals.map(({ type }, revision) => toReference(type, { stream, revision }));
}

const measureProposals = (proposals: readonly Proposal[]): Fitting => ({
  proposals,
  bytes: proposals.reduce((sum, proposal) => sum + measureProposal(proposal), 0),
});

async function findRememberedAppend(
  appender: Appender,
  request: Append,
  budget: Budget,
): Promise<Appended | undefined> {
  const { stream, expectedRevision, events } = request;
  const { rememberedIds } = appender;
  if (expectedRevision > NO_STREAM && !rememberedIds.hasRecentUpTo(stream, expectedRevision)) {
    const last = { direction: 'backwards', from: expectedRevision, limit: REMEMBERED_EVENTS } as const;
    // Reading is enough: every event that is read from a stream is remembered.
    for await (const event of appender.readStream(stream, last, budget.getRemainingMs())) void event;
  }
  for (const event of events) {
    const revision = rememberedIds.findRevision(stream, event.id);
    if (revision !== undefined) return findRepeatedAppend(appender, request, revision, budget);
  }
  return undefined;
}

/** Looks for the events of an append in their stream. Any of them proves that it was stored; the last one gives the answer. */
async function findRepeatedAppend(
  appender: Appender,
  request: Append,
  from: number,
  budget: Budget,
): Promise<Appended | undefined> {
  const ids = new Set(request.events.map((event) => event.id));
  let last: RecordedEvent | undefined;
  for await (const event of appender.readStream(request.stream, { from }, budget.getRemainingMs())) {
    if (ids.has(event.id)) last = event;
    else if (last !== undefined) break;
  }
  return last && { revision: last.revision, position: last.position, duplicate: true };
}

/** Position of the last event; undefined if the server may have returned another position. */
async function sendAppend(
  appender: Appender,
  request: Pick<Append, 'stream' | 'expectedRevision'>,
  proposals: readonly Proposal[],
  budget: Budget,
): Promise<number | undefined> {
  const { connection, names, timeoutMs, logger } = appender;
  const { stream, expectedRevision } = request;
  // The ids are generated once, so that a retry of an append that was stored without an answer is not stored twice.
  const proposed = { stream: names.toStoredName(stream), expectedRevision, proposals };
  for (let attempt = 1; ; attempt += 1) {
    const attemptMs = Math.min(getAttemptTimeoutMs(timeoutMs, attempt), budget.getRemainingMs());
    const until = performance.now() + attemptMs;
    let used: Connection | undefined;
    try {
      used = await connection.getConnection(attemptMs);
      const position = await used.appends.append(proposed, Math.max(1, until - performance.now()));
      // The answer to a retry does not always carry the position of the first append.
      return attempt === 1 && position !== undefined ? toSafeInteger(position) : undefined;
    } catch (error) {
      if (isWrongRevision(error) || isTooLarge(error)) throw error;
      if (used !== undefined) connection.reportFailure(used, error);
      if (attempt === ATTEMPTS || !isWorthRetrying(error)) throw toLogError(error);
      logger?.warn({ err: error, stream, attempt }, 'append was not answered; retrying');
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_BETWEEN_ATTEMPTS_MS));
  }
}

/** The attempts share the timeout of the append; the last one gets half of it, in case the append is just slow. */
function getAttemptTimeoutMs(timeoutMs: number, attempt: number): number {
  const share = attempt === ATTEMPTS ? 1 / 2 : 1 / 2 / (ATTEMPTS - 1);
  return Math.max(1, Math.floor(timeoutMs * share) - PAUSE_BETWEEN_ATTEMPTS_MS);
}

async function readPosition(appender: Appender, stream: string, revision: number, budget: Budget): Promise<number> {
  const last = { from: revision, limit: 1 };
  for await (const event of appender.readStream(stream, last, budget.getRemainingMs())) return event.position;
  throw new LogUnavailable(new Error(`Event ${revision} of ${stream} cannot be read yet`));
}
