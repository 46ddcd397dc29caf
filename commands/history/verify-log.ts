import { BEGINNING, type EventLog, type StoredEvent } from '../../eventlog/port.ts';
import { createTurnKeeper } from '../../support/yielding.ts';
import { readAhead } from '../support/read-ahead.ts';
import type { ChainEnd } from '../../stores/support/chain-end.ts';
import {
  createChainStart,
  findBreak,
  toChainEnd,
  extractLinks,
  findStoredBreak,
  type ChainBreak,
} from '../support/verify-chain.ts';
import { readEpoch, type SignedEpoch } from '../../stores/history/epoch.ts';
import type { SignedHead } from '../../stores/history/head.ts';
import { acceptEpoch, compareWithEpoch, type IsGenuineEpoch } from './head-comparison.ts';

export type LogBreak =
  | ChainBreak
  /** The event differs from the one recorded when the head of that day was signed. */
  | 'head_mismatch'
  /** The stream ends before a signed head. */
  | 'truncated'
  /** Positions of this log are gapless, so an event in between is missing. */
  | 'position_gap';

export interface LogProblem {
  readonly stream: string;
  readonly revision: number;
  readonly reason: LogBreak;
}

export type LogVerification =
  | { readonly intact: true; readonly events: number; readonly streams: number; readonly heads: number }
  /** The first problem of each stream and of the log as a whole. */
  | { readonly intact: false; readonly events: number; readonly problems: readonly LogProblem[] };

const BATCH = 2_000;
const MAX_PROBLEMS = 100;

/** Recomputes the chains of all streams in one pass over the log and compares them with the signed heads. */
export async function verifyLog(
  log: EventLog,
  heads: ReadonlyMap<string, SignedHead>,
  { isGenuineEpoch, upTo = Infinity }: { readonly isGenuineEpoch: IsGenuineEpoch; readonly upTo?: number },
): Promise<LogVerification> {
  const ends = new Map<string, ChainEnd>();
  const epochs = new Map<string, SignedEpoch | null>();
  const problems = new Map<string, LogProblem>();
  let events = 0;
  let position = BEGINNING;
  let isComplete = true;
  const report = (problem: LogProblem): void => {
    if (problems.size < MAX_PROBLEMS && !problems.has(problem.stream)) problems.set(problem.stream, problem);
  };
  reading: for await (const batch of log.readAll(BEGINNING, BATCH)) {
    for (const event of batch) {
      if (event.position > upTo) {
        isComplete = false;
        break reading;
      }
      const { stream, revision } = event;
      events += 1;
      if (log.hasGaplessPositions && position !== BEGINNING && event.position !== position + 1)
        report({ stream, revision, reason: 'position_gap' });
      position = event.position;
      if (problems.has(stream)) continue;
      if (revision === 0) epochs.set(stream, acceptEpoch(stream, readEpoch(event.metadata), isGenuineEpoch));
      const reason =
        findBreak(event, ends.get(stream) ?? createChainStart(stream)) ??
        findHeadBreak({ revision, hash: event.metadata.hash ?? null }, heads.get(stream), epochs.get(stream) ?? null);
      if (reason !== null) report({ stream, revision, reason });
      ends.set(stream, toChainEnd(event));
    }
  }
  for (const { stream, revision, position: signedAt } of heads.values()) {
    const end = ends.get(stream)?.revision ?? -1;
    if (end < revision && (isComplete || signedAt <= upTo)) report({ stream, revision: end + 1, reason: 'truncated' });
  }
  return problems.size === 0
    ? { intact: true, events, streams: ends.size, heads: heads.size }
    : { intact: false, events, problems: [...problems.values()] };
}

function findHeadBreak(
  { revision, hash }: { readonly revision: number; readonly hash: string | null },
  head: SignedHead | undefined,
  epoch: SignedEpoch | null,
): LogBreak | null {
  if (head?.revision !== revision) return null;
  const isMatch = (compareWithEpoch(head, epoch) ?? (head.hash === hash ? 'matches' : 'differs')) === 'matches';
  return isMatch ? null : 'head_mismatch';
}

export interface StreamVerification {
  readonly events: number;
  readonly head: { readonly position: number; readonly revision: number; readonly hash: string } | null;
  readonly anchors: readonly (Pick<SignedHead, 'day' | 'revision' | 'hash'> & { readonly isIntact: boolean })[];
  readonly firstProblem: LogProblem | null;
}

export interface StreamCheck {
  /** Checks the next event of the stream. Returns the problem, or null. */
  checkNext(event: StoredEvent): LogBreak | null;
  /** Returns the result after the last event. */
  conclude(): StreamVerification;
}

/** Verifies a single stream against all its signed heads. */
export function createStreamCheck(
  stream: string,
  heads: readonly SignedHead[],
  isGenuineEpoch: IsGenuineEpoch,
): StreamCheck {
  const listHeadsAt = (revision: number): readonly SignedHead[] => heads.filter((head) => head.revision === revision);
  const signedRevisions = new Set(heads.map(({ revision }) => revision));
  const intact = new Set<SignedHead>();
  let epoch: SignedEpoch | null = null;
  let end = createChainStart(stream);
  let position = BEGINNING;
  let events = 0;
  let firstProblem: LogProblem | null = null;
  return {
    checkNext(event) {
      const { revision } = event;
      const links = extractLinks(event.metadata);
      if (revision === 0) epoch = acceptEpoch(stream, readEpoch(parseMetadata(event.metadata)), isGenuineEpoch);
      const signed = signedRevisions.has(revision) ? listHeadsAt(revision) : [];
      const findDifference = (head: SignedHead): LogBreak | null =>
        findHeadBreak({ revision, hash: links.hash }, head, epoch);
      const reason =
        findStoredBreak(event, end, links) ?? signed.map(findDifference).find((found) => found !== null) ?? null;
      if (reason !== null) firstProblem ??= { stream, revision, reason };
      // Events after a break prove nothing, even if their own hashes match.
      else if (firstProblem === null) for (const head of signed) intact.add(head);
      end = { stream: event.stream, revision, hash: links.hash };
      ({ position } = event);
      events += 1;
      return reason;
    },
    conclude() {
      const missing = heads.find(({ revision }) => revision > end.revision);
      if (missing) firstProblem ??= { stream, revision: end.revision + 1, reason: 'truncated' };
      return {
        events,
        head: events === 0 ? null : { position, revision: end.revision, hash: end.hash ?? '' },
        anchors: heads.map((head) => {
          const { day, revision, hash } = head;
          return { day, revision, hash, isIntact: intact.has(head) };
        }),
        firstProblem,
      };
    },
  };
}

const parseMetadata = (metadata: string): { readonly epoch?: unknown } =>
  metadata.includes('"epoch":') ? (JSON.parse(metadata) as { readonly epoch?: unknown }) : {};

/** Reads the stored stream and yields to other work in between. */
export async function verifyStream(
  log: EventLog,
  stream: string,
  heads: readonly SignedHead[],
  isGenuineEpoch: IsGenuineEpoch,
): Promise<StreamVerification> {
  const check = createStreamCheck(stream, heads, isGenuineEpoch);
  const turn = createTurnKeeper();
  for await (const page of readAhead(log.readStored(stream)))
    for (const event of page) {
      check.checkNext(event);
      await turn();
    }
  return check.conclude();
}
