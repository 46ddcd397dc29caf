import type { z } from 'zod';
import type { RouteRequest } from '../http/routing/route.ts';

/** How the synchronisation feed shows the records of one resource. */
export interface FeedSource {
  /** Schema of a record as `read` gives it, under a name of its own. */
  readonly answer: z.ZodType;
  /** Reads records by their ids, also those that are deleted, in the form that their own GET shows. */
  readonly read: (request: FeedRequest, ids: readonly number[]) => Promise<readonly FeedRecord[]>;
  /** The read table of its records, where it is not named like the resource. */
  readonly table?: string;
  /** A DELETE does not move its records to the recycle bin. */
  readonly isGoneForGood?: true;
  /** Its requests carry secrets: what they ask for is kept nowhere as it was sent. */
  readonly isSentWithSecrets?: true;
}

export type FeedRequest = Pick<RouteRequest, 'services' | 'company' | 'language'>;

export type FeedRecord = Readonly<Record<string, unknown>> & { readonly id: number; readonly version: number };

/** For resources whose answer does not tell when they were deleted, because nobody can ask for them then. */
export function withDeletion<Shown extends object>(
  shown: Shown,
  { deleted_at }: { readonly deleted_at: string | null },
): Shown {
  return deleted_at === null ? shown : { ...shown, deleted_at };
}
