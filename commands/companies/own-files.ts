import { FREE_PLAN } from '../../domain/licence/plans.ts';
import { refuse, type Refusal } from '../../domain/refusal.ts';
import { ownFilesBeside } from '../../projections/licence/queries.ts';
import { exclusively } from '../support/advisory-lock.ts';
import type { Toolbox } from '../support/toolbox.ts';

/**
 * Adds a file that stands alone to those of its owner, who is on the free plan. No stream counts these files, so they are
 * added one at a time. The file itself does not count: a request that is sent again meets what it did before.
 */
export function addOwnFile<T>(
  { pool, commands }: Toolbox,
  ownerId: number,
  companyId: number,
  add: () => Promise<T | Refusal>,
): Promise<T | Refusal> {
  return exclusively(pool, `files of user ${ownerId}`, async () => {
    // Whoever had the turn before may have given up waiting for the tables.
    await commands.caughtUp();
    const most = FREE_PLAN.companies ?? Infinity;
    const others = await ownFilesBeside(pool, ownerId, companyId);
    return others >= most ? refuse('company_limit_reached', { params: { max: most } }) : add();
  });
}
