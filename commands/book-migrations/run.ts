import { carryOut, complete } from './execute.ts';
import { checkSource, type MigrationToolbox } from './check.ts';
import { MigrationFailed } from './failures.ts';
import { giveUp } from './abandon.ts';
import type { MigrationPlan } from '../../stores/book-migrations/plan.ts';
import { clearStaged } from '../../stores/book-migrations/staging.ts';
import {
  ClaimLost,
  claimMigration,
  type Claim,
  type MigrationCounts,
} from '../../stores/book-migrations/migrations.ts';
import { compareTrialBalances, sourceTrialBalance } from './trial-balance.ts';

/** What waits is checked, and carried out where that was asked for. Safe in several processes at once. */

/** What fails so often for a reason that nobody knows is given up: reading it, and bringing it along. */
const MOST_ATTEMPTS = 5;
/** After trouble it is tried again this much later, and later each time. */
const AGAIN_SECONDS = 5;
const LONGEST_SECONDS = 300;

/** Gives whether there was one. @throws what stands in the way, once it is left to be taken up again */
export async function runNextMigration(
  toolbox: MigrationToolbox & {
    /** Whether it comes from a database, log or store that is away: that is waited for as long as it takes. */
    readonly isOutage: (error: unknown) => boolean;
  },
  signal?: AbortSignal,
): Promise<boolean> {
  const claim = await claimMigration(toolbox.pool, toolbox.processId);
  if (!claim) return false;
  try {
    await runClaimed(toolbox, claim, signal);
  } catch (error) {
    if (error instanceof ClaimLost) return true;
    const isPassing = signal?.aborted === true || toolbox.isOutage(error);
    const wait = Math.min(AGAIN_SECONDS * 2 ** (claim.row.attempts - 1), LONGEST_SECONDS);
    await claim.release(signal?.aborted ? 0 : wait, !isPassing).catch(() => undefined);
    if (!signal?.aborted) throw error;
  }
  return true;
}

async function runClaimed(toolbox: MigrationToolbox, claim: Claim, signal: AbortSignal | undefined): Promise<void> {
  const { row } = claim;
  try {
    const { migration } = await toolbox.commands.look('company', row.company_id);
    const own = migration?.id === row.id ? migration : null;
    const isTooOften = row.attempts > MOST_ATTEMPTS && own?.isRunning !== false;
    if (isTooOften) throw new MigrationFailed([{ code: 'migration_reason_unknown' }]);
    // Whoever was at it has begun to take it back, and has written down why.
    if (own?.isGivenUp) throw new MigrationFailed([]);
    const plan = row.plan ?? (await checked(toolbox, claim, signal));
    if (!plan) return;
    const done = await carryOut(toolbox, claim, plan, signal);
    await finish(toolbox, claim, plan, done, signal);
  } catch (error) {
    if (!(error instanceof MigrationFailed)) throw error;
    await failed(toolbox, claim, error, signal);
  }
}

/** It ends in words, and the file is as empty as it was. */
async function failed(
  toolbox: MigrationToolbox,
  claim: Claim,
  { problems }: MigrationFailed,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { id, problems: found } = claim.row;
  const nowhere = { severity: 'error', file: null, line: null, column: null } as const;
  const told = problems.map(({ code, params }) => ({ ...nowhere, code, ...(params && { params }) }));
  const why = told.length > 0 ? told : found.filter(({ severity }) => severity === 'error');
  const errors = [{ ...nowhere, code: 'migration_failed' }, ...why.filter(({ code }) => code !== 'migration_failed')];
  // Whoever takes it up half-way knows why.
  await claim.note({ problems: errors, errors_count: errors.length });
  await giveUp(toolbox, claim, signal);
  await claim.end('failed', { plan: null, done: {} });
  await clearStaged(toolbox.pool, id);
}

/** Null: nothing is to be carried out. */
async function checked(
  toolbox: MigrationToolbox,
  claim: Claim,
  signal: AbortSignal | undefined,
): Promise<MigrationPlan | null> {
  const { row } = claim;
  await claim.note({ status: 'checking' });
  const { problems, counts, plan } = await checkSource(toolbox, claim, signal);
  const found = { ...problems.result(), counts, done: { lines: counts.lines ?? 0 } };
  if (plan && !row.dry_run) {
    // What follows has its own attempts.
    const running = { status: 'running', done: {}, attempts: 1 } as const;
    await claim.note({ ...found, plan, ...running, trial_balance: sourceTrialBalance(plan) });
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
  if (!trial_balance.is_equal) throw new MigrationFailed([{ code: 'migration_balances_differ' }]);
  await complete(toolbox, claim, plan, signal);
  await claim.end('completed', { trial_balance, plan: null, done: { ...done, lines: plan.postedLines } });
  await clearStaged(pool, id);
}
