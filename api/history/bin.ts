import type { z } from 'zod';
import type { Refusal } from '../../domain/refusal.ts';
import type { Outcome, RouteRequest } from '../http/route.ts';

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
  /** What the server has, for a conflict. */
  readonly shown: (request: Omit<BinRequest, 'write'>, id: number) => Promise<unknown>;
}

type BinRequest = Pick<RouteRequest, 'services' | 'company' | 'language' | 'write'>;
