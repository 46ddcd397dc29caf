import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { networksOf } from '../../projections/identity/queries.ts';
import { networkOf } from './network.ts';
import { hashSecret } from './secrets.ts';

/**
 * Slows down who tries the passwords of one account from many places, which the lock by address does not see. An attempt
 * waits before it is looked at, twice as long with every failure elsewhere, up to a few seconds. It is never refused for it,
 * and whoever comes from where the account was used lately does not wait at all: nobody can lock another one out.
 */

/** Mistakes that people make. */
const FREE_FAILURES = 5;
const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 8_000;
/** Failures are forgotten after so long without another. */
const FORGOTTEN_AFTER = '24 hours';
/** In one process: attempts that would wait on top of these go on at once, and are still held by the limits of their address. */
const MOST_WAITING = 500;

export function delayAfter(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(FIRST_DELAY_MS * 2 ** (failures - FREE_FAILURES), LONGEST_DELAY_MS);
}

let waiting = 0;

export async function brake(pool: pg.Pool, email: string, userId: number | undefined, ip: string): Promise<void> {
  const { rows } = await pool.query<{ failures: number }>({
    name: 'account-failures',
    text: `SELECT coalesce(sum(failures), 0)::integer AS failures FROM ops.account_failures
           WHERE address_hash = $1 AND network <> $2 AND last_failed_at > now() - interval '${FORGOTTEN_AFTER}'`,
    values: [keyOf(email), networkOf(ip)],
  });
  const delayMs = delayAfter(rows[0]!.failures);
  if (delayMs === 0 || waiting >= MOST_WAITING) return;
  // Asked for everyone, so that time does not tell who has an account.
  const known = await networksOf(pool, userId ?? 0);
  if (known.some((address) => networkOf(address) === networkOf(ip))) return;
  waiting += 1;
  await pause(delayMs).finally(() => (waiting -= 1));
}

export async function noteFailure(pool: pg.Pool, email: string, ip: string): Promise<void> {
  await pool.query({
    name: 'account-failed',
    text: `INSERT INTO ops.account_failures AS kept (address_hash, network, failures) VALUES ($1, $2, 1)
           ON CONFLICT (address_hash, network) DO UPDATE SET last_failed_at = now(),
             failures = CASE WHEN kept.last_failed_at > now() - interval '${FORGOTTEN_AFTER}' THEN kept.failures + 1 ELSE 1 END`,
    values: [keyOf(email), networkOf(ip)],
  });
}

export async function forgetFailures(pool: pg.Pool, email: string): Promise<void> {
  const text = 'DELETE FROM ops.account_failures WHERE address_hash = $1';
  await pool.query({ name: 'account-signed-in', text, values: [keyOf(email)] });
}

/** Of addresses that nobody has an account for only a hash is kept. */
const keyOf = (email: string): string => hashSecret(email.normalize('NFKC').toLowerCase());
