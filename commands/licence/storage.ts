import type pg from 'pg';
import { getAllowedStorage } from '../../domain/licence/licence.ts';
import { refuse, type Refusal } from '../../domain/refusal.ts';
import { readStorageUse } from '../../projections/licence/queries.ts';

const GIGABYTE = 1_000_000_000;

/**
 * Checks whether these additional bytes exceed the storage allowed by the licence. Concurrent uploads may exceed it
 * slightly, which is accepted because no stream counts the files of a whole firm.
 */
export async function findStorageRefusal(
  pool: pg.Pool,
  companyId: number,
  bytes: number,
  now: string,
): Promise<Refusal | null> {
  const { used, licence } = await readStorageUse(pool, companyId);
  const most = getAllowedStorage(licence, now);
  if (used + bytes <= most) return null;
  return refuse('storage_limit_reached', { params: { max: most / GIGABYTE } });
}
