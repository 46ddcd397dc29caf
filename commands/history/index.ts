import { join } from 'node:path';
import type pg from 'pg';
import type { EventLog } from '../../eventlog/port.ts';
import { openHeadsFolder } from '../../outside/heads-folder.ts';
import { anchorHeads, type Anchored } from './anchor-heads.ts';
import { headSigner, type SignedHead } from '../../stores/history/head.ts';
import { headIn, openKnownHeads } from '../../stores/history/known-heads.ts';
import { verifyLog, verifyStream, type LogVerification, type StreamVerification } from './verify-log.ts';

/** What the log was, according to heads that are kept outside of it. */
export interface History {
  anchor(now: Date): Promise<Anchored>;
  verifyStream(stream: string): Promise<StreamVerification>;
  /** @param more heads that were kept elsewhere, one a line */
  verifyLog(more?: AsyncIterable<string>): Promise<LogVerification & { readonly ignoredHeads: number }>;
  /** Every genuine head of a stream, with those that were kept elsewhere, one a line. */
  headsOf(
    stream: string,
    more?: AsyncIterable<string>,
  ): Promise<{ readonly heads: readonly SignedHead[]; readonly ignored: number }>;
  /** The latest head of every stream. */
  heads(): Promise<readonly SignedHead[]>;
}

export function openHistory(
  { pool, log }: { readonly pool: pg.Pool; readonly log: EventLog },
  dataDir: string,
  appKey: string,
): History {
  const signer = headSigner(appKey);
  const heads = openKnownHeads(pool, openHeadsFolder(join(dataDir, 'heads')), signer);
  return {
    anchor: (now) => anchorHeads({ pool, log, heads, signer }, now),
    async verifyStream(stream) {
      return verifyStream(log, stream, await heads.ofStream(stream));
    },
    async verifyLog(more) {
      const latest = new Map(await heads.latest());
      let ignoredHeads = 0;
      for await (const line of more ?? []) {
        const head = line.trim() === '' ? null : headIn(line);
        if (head === null || !signer.isGenuine(head)) ignoredHeads += 1;
        else if (head.revision > (latest.get(head.stream)?.revision ?? -1)) latest.set(head.stream, head);
      }
      return { ...(await verifyLog(log, latest)), ignoredHeads };
    },
    async headsOf(stream, more) {
      const found = [...(await heads.ofStream(stream))];
      let ignored = 0;
      for await (const line of more ?? []) {
        const head = line.trim() === '' ? null : headIn(line);
        if (head === null || !signer.isGenuine(head)) ignored += 1;
        else if (head.stream === stream) found.push(head);
      }
      return { heads: found, ignored };
    },
    heads: async () => [...(await heads.latest()).values()],
  };
}
