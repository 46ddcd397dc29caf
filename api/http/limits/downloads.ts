import type { Readable } from 'node:stream';
import type { TooMuch } from './heavy-work.ts';

/**
 * Limits long files that are sent while they are read: each holds a database connection for as long as its client reads.
 * A firm gets a part of them, so that its slow readers leave room for others.
 */
export interface Downloads {
  /** Counts the stream until it has closed. Null: it may be sent. */
  begin(tenant: string, stream: Readable): TooMuch | null;
}

export interface DownloadLimits {
  readonly atOnce: number;
  readonly ofOne: number;
}

export function createDownloads({ atOnce, ofOne }: DownloadLimits): Downloads {
  const sending = new Map<string, number>();
  let total = 0;
  return {
    begin(tenant, stream) {
      const own = sending.get(tenant) ?? 0;
      if (own >= ofOne) return { tooMuch: 'own', mostOfOne: ofOne };
      if (total >= atOnce) return { tooMuch: 'all', mostOfOne: ofOne };
      total += 1;
      sending.set(tenant, own + 1);
      stream.once('close', () => {
        total -= 1;
        const left = sending.get(tenant)! - 1;
        if (left === 0) sending.delete(tenant);
        else sending.set(tenant, left);
      });
      return null;
    },
  };
}
