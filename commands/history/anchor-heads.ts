import type pg from 'pg';
import { BEGINNING, type EventLog, type RecordedEvent } from '../../eventlog/port.ts';
import type { ChainEnd } from '../../stores/support/chain-end.ts';
import { runExclusively } from '../support/advisory-lock.ts';
import { createChainStart, findBreak, toChainEnd, type ChainBreak } from '../support/verify-chain.ts';
import { readEpoch } from '../../stores/history/epoch.ts';
import type { HeadSigner, SignedHead } from '../../stores/history/head.ts';
import type { KnownHeads } from '../../stores/history/known-heads.ts';

/** Where and why the chain of a stream is broken since its last head. */
export interface BrokenStream {
  readonly stream: string;
  readonly revision: number;
  readonly reason: ChainBreak;
}

export interface Anchored {
  readonly streams: number;
  readonly events: number;
  /** Their heads are left unchanged: a broken continuation is never signed. */
  readonly broken: readonly BrokenStream[];
}

export interface Anchoring {
  readonly pool: pg.Pool;
  readonly log: EventLog;
  readonly heads: KnownHeads;
  readonly signer: HeadSigner;
}

const BATCH = 1_000;

/**
 * Signs the head of every stream that has grown since the last run, after checking that it continues the previous head. A
 * head replaces the earlier one of the same day; heads of earlier days remain.
 */
export function anchorHeads(
  { pool, log, heads, signer }: Anchoring,
  now: Date,
  signal?: AbortSignal,
): Promise<Anchored> {
  return runExclusively(pool, 'anchoring of heads', async () => {
    const day = now.toISOString().slice(0, 10);
    const after = await heads.readPosition();
    const known: ReadonlyMap<string, SignedHead> = after === null ? new Map() : await heads.loadLatest();
    const grown = new Map<string, { end: ChainEnd; position: number; epoch: number }>();
    const broken = new Map<string, BrokenStream>();
    let events = 0;
    for await (const batch of log.readAll(after ?? BEGINNING, BATCH)) {
      // Nothing is signed: the next run begins at the same place.
      if (signal?.aborted) return { streams: 0, events, broken: [] };
      for (const event of batch) {
        events += 1;
        if (broken.has(event.stream)) continue;
        const end =
          grown.get(event.stream)?.end ?? known.get(event.stream) ?? (await readEndBefore(log, event, after === null));
        const reason = findBreak(event, end);
        if (reason === null) {
          const epoch =
            grown.get(event.stream)?.epoch ?? known.get(event.stream)?.epoch ?? (await findEpoch(log, event));
          grown.set(event.stream, { end: toChainEnd(event), position: event.position, epoch });
        } else broken.set(event.stream, { stream: event.stream, revision: event.revision, reason });
      }
    }
    const signed: SignedHead[] = [...grown].map(([stream, { end, position, epoch }]) =>
      signer.sign({ stream, day, revision: end.revision, position, hash: end.hash ?? '', epoch }),
    );
    for (let index = 0; index < signed.length; index += BATCH)
      await heads.saveHeads(signed.slice(index, index + BATCH));
    return { streams: signed.length, events, broken: [...broken.values()] };
  });
}

/** Number of the epoch that the first event of a stream states. */
async function findEpoch(log: EventLog, { stream, revision, metadata }: RecordedEvent): Promise<number> {
  if (revision === 0) return readEpoch(metadata)?.number ?? 1;
  for await (const first of log.readStream(stream, { limit: 1 })) return readEpoch(first.metadata)?.number ?? 1;
  return 1;
}

/** Chain end of a stream without a head: its beginning, or the preceding event if the heads have been removed. */
async function readEndBefore(
  log: EventLog,
  { stream, revision }: RecordedEvent,
  isFromBeginning: boolean,
): Promise<ChainEnd> {
  if (isFromBeginning || revision === 0) return createChainStart(stream);
  for await (const event of log.readStream(stream, { from: revision - 1, limit: 1 })) return toChainEnd(event);
  return createChainStart(stream);
}
