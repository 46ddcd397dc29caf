import type pg from 'pg';
import { refuseInvalid, type Refusal } from '../../domain/refusal.ts';
import { findLastRecorded } from '../../projections/audit-files/selection.ts';
import { createPastPool } from '../../projections/engine/known-at.ts';
import type { RouteRequest } from '../http/routing/route.ts';

/**
 * Fixed point of a company file during an export. A long export is read in many short steps at the pace of its client: it
 * holds no connection and blocks no table rebuild, yet all steps read the books as of the same moment.
 */
export interface Standing {
  /** Queries on this pool read the books as of the moment. */
  readonly pool: pg.Pool;
  /** The requested `known_at`, or else the time of the last projected event. */
  readonly moment: string;
  /** Position of the last event up to then: in the log, and in the stream of the company file. */
  readonly position: number;
  readonly revision: number;
}

export async function resolveStanding({
  services: { pool },
  company,
  knownAt: moment,
}: Pick<RouteRequest, 'services' | 'company' | 'knownAt'>): Promise<Standing | Refusal> {
  const last = await findLastRecorded(pool, company.id);
  if (!last) return refuseInvalid([{ code: 'known_at_too_early', field: 'known_at' }]);
  const { position, revision, recorded_at } = last;
  if (moment !== undefined) return { pool, moment, position, revision };
  return { pool: createPastPool(pool, company.id, recorded_at), moment: recorded_at, position, revision };
}
