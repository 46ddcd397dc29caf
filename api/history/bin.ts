import type { z } from 'zod';
import type { Refusal } from '../../domain/refusal.ts';
import type { Outcome, RouteRequest } from '../http/routing/route.ts';

/** How things that are no records come back from the recycle bin. */
export interface BinSource {
  /** Schema of what its own GET shows. */
  readonly answer: z.ZodType;
  /** The lowest role that brings one back. */
  readonly writtenBy: 'encoder' | 'manager' | 'admin';
  readonly restore: (request: BinRequest, id: number) => Promise<Outcome>;
  /** Why some of these could not be brought back now, by their ids. */
  readonly refusals: (
    request: Pick<RouteRequest, 'services' | 'company'>,
    ids: readonly number[],
  ) => Promise<ReadonlyMap<number, Refusal>>;
  /** Removes one for good, where the state of the company file does not know what lies in the bin; null: it is gone. */
  readonly purge?: (request: BinRequest, id: number) => Promise<Refusal | null>;
  /** What the server has, for a conflict. */
  readonly shown: (request: Omit<BinRequest, 'write'>, id: number) => Promise<unknown>;
}

type BinRequest = Pick<RouteRequest, 'services' | 'company' | 'language' | 'write'>;
