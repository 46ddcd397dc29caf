import type pg from 'pg';
import { BEGINNING, type EventLog, type RecordedEvent } from '../../eventlog/port.ts';
import type { ChainEnd } from '../../stores/support/chain-end.ts';
import { exclusively } from '../support/advisory-lock.ts';
import { beginningOf, breakAt, endAt, type ChainBreak } from '../support/verify-chain.ts';
import type { HeadSigner, SignedHead } from '../../stores/history/head.ts';
import type { KnownHeads } from '../../stores/history/known-heads.ts';

/** What broke the chain of a stream since its last head. */
export interface BrokenStream {
  readonly stream: string;
  readonly revision: number;
  readonly reason: ChainBreak;
}

export interface Anchored {
  readonly streams: number;
  readonly events: number;
  /** Their heads are left as they were: what does not continue them is not signed. */
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
 * Signs where every stream stands that has grown since the last time, after making sure that it continues the head before.
 * The heads of one day replace each other, those of earlier days stay.
 */
export function anchorHeads({ pool, log, heads, signer }: Anchoring, now: Date): Promise<Anchored> {
  return exclusively(pool, 'anchoring of heads', async () => {
    const day = now.toISOString().slice(0, 10);
    const after = await heads.position();
    const known = after === null ? new Map<string, ChainEnd>() : await heads.latest();
    const grown = new Map<string, { end: ChainEnd; position: number }>();
    const broken = new Map<string, BrokenStream>();
    let events = 0;
    for await (const batch of log.readAll(after ?? BEGINNING, BATCH)) {
      for (const event of batch) {
        events += 1;
        if (broken.has(event.stream)) continue;
        const end =
          grown.get(event.stream)?.end ?? known.get(event.stream) ?? (await endBefore(log, event, after === null));
        const reason = breakAt(event, end);
        if (reason === null) grown.set(event.stream, { end: endAt(event), position: event.position });
        else broken.set(event.stream, { stream: event.stream, revision: event.revision, reason });
      }
    }
    const signed: SignedHead[] = [...grown].map(([stream, { end, position }]) =>
      signer.sign({ stream, day, revision: end.revision, position, hash: end.hash ?? '' }),
    );
    for (let index = 0; index < signed.length; index += BATCH) await heads.keep(signed.slice(index, index + BATCH));
    return { streams: signed.length, events, broken: [...broken.values()] };
  });
}

/** Of a stream without a head: its beginning, or what stands before the event in a log whose heads were taken away. */
async function endBefore(
  log: EventLog,
  { stream, revision }: RecordedEvent,
  isFromBeginning: boolean,
): Promise<ChainEnd> {
  if (isFromBeginning || revision === 0) return beginningOf(stream);
  for await (const event of log.readStream(stream, { from: revision - 1, limit: 1 })) return endAt(event);
  return beginningOf(stream);
}
