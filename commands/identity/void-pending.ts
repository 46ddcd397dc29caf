import type pg from 'pg';
import { voidPasswordLinks } from '../../stores/identity/account-links.ts';
import { deleteUnconfirmedFactor } from '../../stores/identity/second-factors.ts';

/**
 * Voids what an intruder may have prepared before the owner sets a new password: open password links and an unconfirmed
 * second factor. This is done first, so that an interruption leaves nothing open. The event voids a pending address.
 */
export async function voidPendingProofs(
  pool: pg.Pool,
  userId: number,
  keptLinkId: number | null = null,
): Promise<void> {
  await voidPasswordLinks(pool, userId, keptLinkId);
  await deleteUnconfirmedFactor(pool, userId);
}
