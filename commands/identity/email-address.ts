import type pg from 'pg';
import { exclusively } from '../support/advisory-lock.ts';

/**
 * One address, one account: whoever registers an address or takes it over does so while nobody else, in any process,
 * does anything with it, and until the read tables show it.
 */
export function holdingEmail<T>(pool: pg.Pool, email: string, work: () => Promise<T>): Promise<T> {
  return exclusively(pool, `email ${email.normalize('NFKC').toLowerCase()}`, work);
}
