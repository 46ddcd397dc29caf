import type { z } from 'zod';
import type { Refusal } from '../../domain/refusal.ts';
import type { Outcome, RouteRequest } from '../http/routing/route.ts';

/** Recycle bin support for objects that are not generic records. */
export interface BinSource {
  /** Schema of its GET response. */
  readonly answer: z.ZodType;
  /** Minimum role for restoring. */
  readonly writtenBy: 'encoder' | 'manager' | 'admin';
  readonly restore: (request: BinRequest, id: number) => Promise<Outcome>;
  /** Reasons why some of these objects cannot be restored at present, by id. */
  readonly refusals: (
    request: Pick<RouteRequest, 'services' | 'company'>,
    ids: readonly number[],
  ) => Promise<ReadonlyMap<number, Refusal>>;
  /** Purges an object that the state of the company file does not track; null on success. */
  readonly purge?: (request: BinRequest, id: number) => Promise<Refusal | null>;
  /** The server data to include in a conflict. */
  readonly shown: (request: Omit<BinRequest, 'write'>, id: number) => Promise<unknown>;
}

type BinRequest = Pick<RouteRequest, 'services' | 'company' | 'language' | 'write'>;
