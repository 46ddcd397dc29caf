import type pg from 'pg';
import { allowedStorage } from '../../domain/licence/licence.ts';
import { refuse, type Refusal } from '../../domain/refusal.ts';
import { storageBeside } from '../../projections/licence/queries.ts';

const GIGABYTE = 1_000_000_000;

/**
 * Whether so many more bytes of files go beyond what the licence allows. Uploads that arrive together may all find room for
 * the last of it: a little too much is no harm, and no stream counts the files of a whole firm.
 */
export async function storageProblem(
  pool: pg.Pool,
  companyId: number,
  bytes: number,
  now: string,
): Promise<Refusal | null> {
  const { used, licence } = await storageBeside(pool, companyId);
  const most = allowedStorage(licence, now);
  if (used + bytes <= most) return null;
  return refuse('storage_limit_reached', { params: { max: most / GIGABYTE } });
}
