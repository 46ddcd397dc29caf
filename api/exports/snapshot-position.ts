import type pg from 'pg';
import { invalid, type Refusal } from '../../domain/refusal.ts';
import { lastRecorded } from '../../projections/audit-files/selection.ts';
import { knownAt } from '../../projections/engine/known-at.ts';
import type { RouteRequest } from '../http/routing/route.ts';

/**
 * Where a company file stands while it is exported. A long export is read in many short steps, at the pace of whoever takes it:
 * no connection is held and no table is kept from being made anew, and yet all steps read the books of one moment.
 */
export interface Standing {
  /** Statements that are sent to it read the moment. */
  readonly pool: pg.Pool;
  /** That of `known_at`, else of the last event that the tables show. */
  readonly moment: string;
  /** Of the last event until then: its place in the log, and in the company file's own. */
  readonly position: number;
  readonly revision: number;
}

export async function standingOf({
  services: { pool },
  company,
  knownAt: moment,
}: Pick<RouteRequest, 'services' | 'company' | 'knownAt'>): Promise<Standing | Refusal> {
  const last = await lastRecorded(pool, company.id);
  if (!last) return invalid([{ code: 'known_at_too_early', field: 'known_at' }]);
  const { position, revision, recorded_at } = last;
  if (moment !== undefined) return { pool, moment, position, revision };
  return { pool: knownAt(pool, company.id, recorded_at), moment: recorded_at, position, revision };
}
