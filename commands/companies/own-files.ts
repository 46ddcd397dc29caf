import { FREE_PLAN } from '../../domain/licence/plans.ts';
import { refuse, type Refusal } from '../../domain/refusal.ts';
import { countOtherOwnFiles } from '../../projections/licence/queries.ts';
import { runExclusively } from '../support/advisory-lock.ts';
import type { Toolbox } from '../support/toolbox.ts';

/**
 * Adds a file without a firm to those of its owner, who is on the free plan. No stream counts these files, so they are
 * added one at a time. The file itself does not count, so that a repeated request finds what it did before.
 */
export function addOwnFile<T>(
  { pool, commands }: Toolbox,
  ownerId: number,
  companyId: number,
  add: () => Promise<T | Refusal>,
): Promise<T | Refusal> {
  return runExclusively(pool, `files of user ${ownerId}`, async () => {
    // The previous holder of the lock may have stopped waiting for the read tables.
    await commands.waitForProjections();
    const most = FREE_PLAN.companies ?? Infinity;
    const others = await countOtherOwnFiles(pool, ownerId, companyId);
    return others >= most ? refuse('company_limit_reached', { params: { max: most } }) : add();
  });
}
