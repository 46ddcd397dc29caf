import { carryOutMigration, completeMigration } from './execute.ts';
import { checkSource, type MigrationToolbox } from './check.ts';
import { MigrationFailed } from './failures.ts';
import { abandonMigration } from './abandon.ts';
import { OwnershipLost } from '../../database/owners.ts';
import type { MigrationPlan } from '../../stores/book-migrations/plan.ts';
import { clearStaged } from '../../stores/book-migrations/staging.ts';
import {
  ClaimLost,
  claimMigration,
  type Claim,
  type MigrationCounts,
} from '../../stores/book-migrations/migrations.ts';
import { compareTrialBalances, buildSourceTrialBalance } from './trial-balance.ts';

/** Checks waiting migrations and carries them out if requested. Safe to run in several processes at once. */

/** Attempts after which checking or importing is abandoned if the reason of the failure is unknown. */
const MOST_ATTEMPTS = 5;
/** Delay before the first retry; it doubles with each attempt. */
const AGAIN_SECONDS = 5;
const LONGEST_SECONDS = 300;

/** Returns whether a migration was waiting. @throws the error, after the claim was released for a retry */
export async function runNextMigration(
  toolbox: MigrationToolbox & {
    /** Whether the error is an outage of database, log or file store, which is retried without limit. */
    readonly isOutage: (error: unknown) => boolean;
  },
  signal?: AbortSignal,
): Promise<boolean> {
  const claim = await claimMigration(toolbox.pool, toolbox.owner.getTerm());
  if (!claim) return false;
  try {
    await runClaimed(toolbox, claim, signal);
  } catch (error) {
    if (error instanceof ClaimLost || error instanceof OwnershipLost) return true;
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
    const { migration } = await toolbox.commands.loadState('company', row.company_id);
    const own = migration?.id === row.id ? migration : null;
    const isTooOften = row.attempts > MOST_ATTEMPTS && own?.isRunning !== false;
    if (isTooOften) throw new MigrationFailed([{ code: 'migration_reason_unknown' }]);
    // An earlier attempt has begun to undo the migration and has recorded the reason.
    if (own?.isGivenUp) throw new MigrationFailed([]);
    const plan = row.plan ?? (await checkMigration(toolbox, claim, signal));
    if (!plan) return;
    const done = await carryOutMigration(toolbox, claim, plan, signal);
    await finishMigration(toolbox, claim, plan, done, signal);
  } catch (error) {
    if (!(error instanceof MigrationFailed)) throw error;
    await failMigration(toolbox, claim, error, signal);
  }
}

/** Records the reason and undoes everything, so that the file is as empty as before. */
async function failMigration(
  toolbox: MigrationToolbox,
  claim: Claim,
  { problems }: MigrationFailed,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { id, problems: found } = claim.row;
  const nowhere = { severity: 'error', file: null, line: null, column: null } as const;
  const reported = problems.map(({ code, params }) => ({ ...nowhere, code, ...(params && { params }) }));
  const why = reported.length > 0 ? reported : found.filter(({ severity }) => severity === 'error');
  const errors = [{ ...nowhere, code: 'migration_failed' }, ...why.filter(({ code }) => code !== 'migration_failed')];
  // Recorded first, so that a process taking over knows the reason.
  await claim.saveChanges({ problems: errors, errors_count: errors.length });
  await abandonMigration(toolbox, claim, signal);
  await claim.end('failed', { plan: null, done: {} });
  await clearStaged(toolbox.pool, id);
}

/** Null if there is nothing to carry out. */
async function checkMigration(
  toolbox: MigrationToolbox,
  claim: Claim,
  signal: AbortSignal | undefined,
): Promise<MigrationPlan | null> {
  const { row } = claim;
  await claim.saveChanges({ status: 'checking' });
  const { problems, counts, plan } = await checkSource(toolbox, claim, signal);
  const found = { ...problems.getResult(), counts, done: { lines: counts.lines ?? 0 } };
  if (plan && !row.dry_run) {
    // Carrying out counts its own attempts.
    const running = { status: 'running', done: {}, attempts: 1 } as const;
    await claim.saveChanges({ ...found, plan, ...running, trial_balance: buildSourceTrialBalance(plan) });
    return plan;
  }
  await claim.end(row.dry_run ? 'checked' : 'refused', {
    ...found,
    ...(plan && { trial_balance: buildSourceTrialBalance(plan) }),
  });
  await clearStaged(toolbox.pool, row.id);
  return null;
}

async function finishMigration(
  toolbox: MigrationToolbox,
  claim: Claim,
  plan: MigrationPlan,
  done: MigrationCounts,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { commands, pool } = toolbox;
  const { id, company_id: companyId } = claim.row;
  await commands.waitForProjections();
  const trial_balance = await compareTrialBalances(
    pool,
    companyId,
    plan,
    await commands.loadState('company', companyId),
  );
  if (!trial_balance.is_equal) throw new MigrationFailed([{ code: 'migration_balances_differ' }]);
  await completeMigration(toolbox, claim, plan, signal);
  await claim.end('completed', { trial_balance, plan: null, done: { ...done, lines: plan.postedLines } });
  await clearStaged(pool, id);
}
