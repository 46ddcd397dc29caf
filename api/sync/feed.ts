import type { z } from 'zod';
import type { RouteRequest } from '../http/routing/route.ts';

/** How the synchronisation feed presents the records of a resource. */
export interface FeedSource {
  /** Schema of a record as returned by `read`; must be named. */
  readonly answer: z.ZodType;
  /** Reads records by id, including deleted ones, in the form of their own GET. */
  readonly read: (request: FeedRequest, ids: readonly number[]) => Promise<readonly FeedRecord[]>;
  /** The read table of its records, if not named like the resource. */
  readonly table?: string;
  /** A DELETE does not move its records to the recycle bin. */
  readonly isGoneForGood?: true;
  /** Its requests contain secrets: their bodies are never stored as sent. */
  readonly isSentWithSecrets?: true;
}

export type FeedRequest = Pick<RouteRequest, 'services' | 'company' | 'language'>;

export type FeedRecord = Readonly<Record<string, unknown>> & { readonly id: number; readonly version: number };

/** For resources whose reply does not include the deletion time, because deleted ones cannot be requested. */
export function withDeletion<Shown extends object>(
  shown: Shown,
  { deleted_at }: { readonly deleted_at: string | null },
): Shown {
  return deleted_at === null ? shown : { ...shown, deleted_at };
}

/** Names a purge in the feed, because purged records can no longer be requested. */
export function withPurge<Shown extends object>(
  shown: Shown,
  { purged_at }: { readonly purged_at: string | null },
): Shown {
  return purged_at === null ? shown : { ...shown, purged_at };
}

export const isPurged = (record: FeedRecord): boolean => record['purged_at'] !== undefined;
