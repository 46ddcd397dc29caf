import type pg from 'pg';
import { runExclusively } from '../support/advisory-lock.ts';

/** Ensures one account per address: locks the address across all processes until the projections show the change. */
export function withEmailLock<T>(pool: pg.Pool, email: string, work: () => Promise<T>): Promise<T> {
  return runExclusively(pool, `email ${email.normalize('NFKC').toLowerCase()}`, work);
}
