import { join } from 'node:path';
import type pg from 'pg';
import { getStoredLog, type EventLog } from '../../eventlog/port.ts';
import { openHeadsFolder } from '../../outside/heads-folder.ts';
import { anchorHeads, type Anchored } from './anchor-heads.ts';
import { createHeadSigner, type SignedHead } from '../../stores/history/head.ts';
import { createEpochSigner, type EpochSigner } from '../../stores/history/epoch.ts';
import { isLaterHead, parseHead, openKnownHeads } from '../../stores/history/known-heads.ts';
import { verifyLog, verifyStream, type LogVerification, type StreamVerification } from './verify-log.ts';

/** Anchors and verifies the event log with signed heads stored outside of it. */
export interface History extends Pick<EpochSigner, 'isGenuineEpoch'> {
  /** Signs nothing once the signal is aborted. */
  anchorStreams(now: Date, signal?: AbortSignal): Promise<Anchored>;
  verifyStream(stream: string): Promise<StreamVerification>;
  /** @param more heads stored elsewhere, one per line */
  verifyLog(more?: AsyncIterable<string>): Promise<LogVerification & { readonly ignoredHeads: number }>;
  /** Every genuine head of a stream, including heads stored elsewhere, one per line. */
  listStreamHeads(
    stream: string,
    more?: AsyncIterable<string>,
  ): Promise<{ readonly heads: readonly SignedHead[]; readonly ignored: number }>;
  /** The latest head of every stream. */
  listLatestHeads(): Promise<readonly SignedHead[]>;
}

export function openHistory(
  { pool, log: opened }: { readonly pool: pg.Pool; readonly log: EventLog },
  dataDir: string,
  appKey: string,
): History {
  // Hashes cover what is stored.
  const log = getStoredLog(opened);
  const signer = createHeadSigner(appKey);
  const { isGenuineEpoch } = createEpochSigner(appKey);
  const heads = openKnownHeads(pool, openHeadsFolder(join(dataDir, 'heads')), signer);
  return {
    isGenuineEpoch,
    anchorStreams: (now, signal) => anchorHeads({ pool, log, heads, signer }, now, signal),
    async verifyStream(stream) {
      return verifyStream(log, stream, await heads.loadStreamHeads(stream), isGenuineEpoch);
    },
    async verifyLog(more) {
      const latest = new Map(await heads.loadLatest());
      let ignoredHeads = 0;
      for await (const line of more ?? []) {
        const head = line.trim() === '' ? null : parseHead(line);
        if (head === null || !signer.isGenuine(head)) ignoredHeads += 1;
        else if (isLaterHead(head, latest.get(head.stream))) latest.set(head.stream, head);
      }
      return { ...(await verifyLog(log, latest, { isGenuineEpoch })), ignoredHeads };
    },
    async listStreamHeads(stream, more) {
      const found = [...(await heads.loadStreamHeads(stream))];
      let ignored = 0;
      for await (const line of more ?? []) {
        const head = line.trim() === '' ? null : parseHead(line);
        if (head === null || !signer.isGenuine(head)) ignored += 1;
        else if (head.stream === stream) found.push(head);
      }
      return { heads: found, ignored };
    },
    listLatestHeads: async () => [...(await heads.loadLatest()).values()],
  };
}
