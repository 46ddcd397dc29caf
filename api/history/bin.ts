import type { z } from 'zod';
import { refuse, type Refusal } from '../../domain/refusal.ts';
import { withServerData } from '../http/reply/conflict.ts';
import { ok, replyTrashed } from '../http/reply/reply.ts';
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

interface Declaration extends Pick<BinSource, 'answer' | 'writtenBy'> {
  /** The object as its GET response shows it, unless it is trashed. */
  readonly find: (
    request: Omit<BinRequest, 'write'>,
    id: number,
  ) => Promise<{ readonly version: number } | null | undefined>;
  readonly trash: (request: BinRequest, id: number) => Promise<Refusal | null>;
  readonly restore: (request: BinRequest, id: number) => Promise<Refusal | null>;
  /** Absent: nothing can prevent restoring. */
  readonly refusals?: BinSource['refusals'];
}

/** Builds the responses of trashing and restoring. */
export function createBin({ answer, writtenBy, find, trash, restore, refusals }: Declaration) {
  const show = async (request: Omit<BinRequest, 'write'>, id: number) => (await find(request, id)) ?? null;
  return {
    answer,
    writtenBy,
    async restore(request, id) {
      const refused = await restore(request, id);
      if (refused) return withServerData(refused, () => show(request, id));
      const shown = await show(request, id);
      return shown ? ok(shown, { version: shown.version, recorded: true }) : refuse('not_found');
    },
    refusals: refusals ?? (() => Promise.resolve(new Map())),
    shown: show,
    /** Handles the DELETE route of the object. */
    async trash(request: BinRequest, id: number): Promise<Outcome> {
      const refused = await trash(request, id);
      return refused ? withServerData(refused, () => show(request, id)) : replyTrashed();
    },
  } satisfies BinSource & { readonly trash: unknown };
}
