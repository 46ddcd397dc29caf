import type { z } from 'zod';
import type { Refusal } from '../../domain/refusal.ts';
import type { Outcome, RouteRequest } from '../http/route.ts';

/** A resource whose records lie in the recycle bin although they are not edited field by field. */
export interface Bin {
  /** Schema of a record that came back. */
  readonly answer: z.ZodType;
  /** Who may bring one back. */
  readonly writtenBy: 'encoder' | 'manager' | 'admin';
  /** Why records could not be brought back as they are, by id; those that could are not there. */
  readonly refusals: (
    request: Pick<RouteRequest, 'services' | 'company'>,
    ids: readonly number[],
  ) => Promise<ReadonlyMap<number, Refusal>>;
  readonly restore: (request: BinRequest, id: number) => Promise<Outcome>;
  /** Removes one for good; null: it is gone. */
  readonly purge: (request: BinRequest, id: number) => Promise<Refusal | null>;
}

export type BinRequest = Pick<RouteRequest, 'services' | 'company' | 'language' | 'write'>;
