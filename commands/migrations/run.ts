import { carryOut, complete } from './carry-out.ts';
import { checkSource, type MigrationToolbox } from './check.ts';
import type { MigrationPlan } from './plan.ts';
import { clearStaged } from './staging.ts';
import { ClaimLost, claimMigration, type Claim, type MigrationCounts } from './store.ts';
import { compareTrialBalances, sourceTrialBalance } from './trial-balance.ts';

/** What waits is checked, and carried out where that was asked for. Safe in several processes at once. */

/** What cannot be read after so many times is not tried again by itself; what was begun is, until it is done. */
const MOST_CHECKS = 5;
/** After trouble it is tried again this much later. */
const AGAIN_SECONDS = 5;

/** Gives whether there was one. @throws what stands in the way, once it is left to be taken up again */
export async function runNextMigration(toolbox: MigrationToolbox, signal?: AbortSignal): Promise<boolean> {
  const claim = await claimMigration(toolbox.pool, toolbox.processId);
  if (!claim) return false;
  try {
    await runClaimed(toolbox, claim, signal);
  } catch (error) {
    if (error instanceof ClaimLost) return true;
    await claim.release(signal?.aborted ? 0 : AGAIN_SECONDS).catch(() => undefined);
    if (!signal?.aborted) throw error;
  }
  return true;
}

async function runClaimed(toolbox: MigrationToolbox, claim: Claim, signal: AbortSignal | undefined): Promise<void> {
  const { row } = claim;
  const plan = row.plan ?? (await checked(toolbox, claim, signal));
  if (!plan) return;
  const done = await carryOut(toolbox, claim, plan, signal);
  await finish(toolbox, claim, plan, done, signal);
}

/** Null: nothing is to be carried out. */
async function checked(
  toolbox: MigrationToolbox,
  claim: Claim,
  signal: AbortSignal | undefined,
): Promise<MigrationPlan | null> {
  const { row } = claim;
  if (row.attempts > MOST_CHECKS) {
    const problem = { severity: 'error', code: 'migration_failed', file: null, line: null, column: null } as const;
    await claim.end('failed', { problems: [problem], errors_count: 1 });
    await clearStaged(toolbox.pool, row.id);
    return null;
  }
  await claim.note({ status: 'checking' });
  const { problems, counts, plan } = await checkSource(toolbox, claim, signal);
  const found = { ...problems.result(), counts, done: { lines: counts.lines ?? 0 } };
  if (plan && !row.dry_run) {
    await claim.note({ ...found, plan, status: 'running', done: {}, trial_balance: sourceTrialBalance(plan) });
    return plan;
  }
  await claim.end(row.dry_run ? 'checked' : 'refused', {
    ...found,
    ...(plan && { trial_balance: sourceTrialBalance(plan) }),
  });
  await clearStaged(toolbox.pool, row.id);
  return null;
}

async function finish(
  toolbox: MigrationToolbox,
  claim: Claim,
  plan: MigrationPlan,
  done: MigrationCounts,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { commands, pool } = toolbox;
  const { id, company_id: companyId } = claim.row;
  await commands.caughtUp();
  const trial_balance = await compareTrialBalances(pool, companyId, plan, await commands.look('company', companyId));
  await complete(toolbox, claim, plan, signal);
  await claim.end('completed', { trial_balance, plan: null, done: { ...done, lines: plan.postedLines } });
  await clearStaged(pool, id);
}
