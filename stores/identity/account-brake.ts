import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { listRecentNetworks } from '../../projections/identity/queries.ts';
import { getNetwork } from './network.ts';
import { hashSecret } from './secrets.ts';

/**
 * Slows down password guessing on one account from many networks, which the lock by address does not detect. Each attempt
 * is delayed, twice as long after every failure from another network, up to a few seconds. Attempts are never refused,
 * and networks recently used by the account are not delayed, so that no one can lock out another user.
 */

/** Ordinary typing mistakes, without delay. */
const FREE_FAILURES = 5;
const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 8_000;
/** Failures expire after this time without another failure. */
const FORGOTTEN_AFTER = '24 hours';
/** Per process; further attempts are not delayed, but the limits per address still apply. */
const MOST_WAITING = 500;

export function computeDelay(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(FIRST_DELAY_MS * 2 ** (failures - FREE_FAILURES), LONGEST_DELAY_MS);
}

let waiting = 0;

export async function delayAttempt(
  pool: pg.Pool,
  email: string,
  userId: number | undefined,
  ip: string,
): Promise<void> {
  const { rows } = await pool.query<{ failures: number }>({
    name: 'account-failures',
    text: `SELECT coalesce(sum(failures), 0)::integer AS failures FROM ops.account_failures
           WHERE address_hash = $1 AND network <> $2 AND last_failed_at > now() - interval '${FORGOTTEN_AFTER}'`,
    values: [hashEmail(email), getNetwork(ip)],
  });
  const delayMs = computeDelay(rows[0]!.failures);
  if (delayMs === 0 || waiting >= MOST_WAITING) return;
  // Queried for unknown accounts too, so that the timing does not reveal whether an account exists.
  const known = await listRecentNetworks(pool, userId ?? 0);
  if (known.some((address) => getNetwork(address) === getNetwork(ip))) return;
  waiting += 1;
  await pause(delayMs).finally(() => (waiting -= 1));
}

export async function recordFailure(pool: pg.Pool, email: string, ip: string): Promise<void> {
  await pool.query({
    name: 'account-failed',
    text: `INSERT INTO ops.account_failures AS kept (address_hash, network, failures) VALUES ($1, $2, 1)
           ON CONFLICT (address_hash, network) DO UPDATE SET last_failed_at = now(),
             failures = CASE WHEN kept.last_failed_at > now() - interval '${FORGOTTEN_AFTER}' THEN kept.failures + 1 ELSE 1 END`,
    values: [hashEmail(email), getNetwork(ip)],
  });
}

export async function clearFailures(pool: pg.Pool, email: string): Promise<void> {
  const text = 'DELETE FROM ops.account_failures WHERE address_hash = $1';
  await pool.query({ name: 'account-signed-in', text, values: [hashEmail(email)] });
}

/** Only a hash of the address is stored, since it may not belong to an account. */
const hashEmail = (email: string): string => hashSecret(email.normalize('NFKC').toLowerCase());
