import { refuseInvalid, isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { findUser } from '../../projections/identity/queries.ts';
import type { CommandContext } from '../support/context.ts';
import type { SignInToolbox } from '../support/toolbox.ts';
import { runGuarded, isHeld } from '../../stores/identity/guarded-attempts.ts';
import { findPasswordRefusal } from './password-rules.ts';
import { isCorrectPassword } from '../../stores/identity/password-hashing.ts';
import { storePassword } from '../../stores/identity/passwords.ts';
import { voidPendingProofs } from './void-pending.ts';

const MOST_FAILURES = 10;
const LOCK_SECONDS = 5 * 60;

/** Returns the id of the matching password, or why it does not match or was not compared. */
export async function confirmPassword(
  { pool, bridge }: SignInToolbox,
  userId: number,
  field: string,
  given: string,
): Promise<{ readonly verifiedPassword: string } | Refusal> {
  // A stolen session must not allow guessing the password.
  const guard = { subject: `password ${userId}`, most: MOST_FAILURES, seconds: LOCK_SECONDS };
  const outcome = await runGuarded(pool, guard, async () => {
    const user = await findUser(pool, userId);
    const isRight = user?.external_id
      ? (await bridge?.checkCredentials(user.email, given))?.user.external_id === user.external_id
      : await isCorrectPassword(given, user?.password_hash);
    return { hasFailed: !isRight, result: isRight ? user!.password_id : null };
  });
  if (isHeld(outcome)) {
    if (outcome.held === 'busy') return refuse('overloaded');
    return refuse('password_locked', { field, params: { seconds: outcome.retryAfterSeconds } });
  }
  return outcome === null ? refuseInvalid([{ code: 'password_incorrect', field }]) : { verifiedPassword: outcome };
}

export interface PasswordChange {
  readonly current: string;
  readonly requested: string;
  /** The current session; all other sessions and tokens end. */
  readonly tokenId: number;
}

/** Returns the log position that every process must have processed. */
export async function changePassword(
  toolbox: SignInToolbox,
  userId: number,
  { current, requested, tokenId }: PasswordChange,
  context: CommandContext,
): Promise<number | null | Refusal> {
  const user = await findUser(toolbox.pool, userId);
  if (user?.external_id) return refuse('account_external', { field: 'password' });
  const refused = findPasswordRefusal(requested, user?.email ?? '');
  if (refused) return refused;
  const confirmed = await confirmPassword(toolbox, userId, 'current_password', current);
  if (isRefusal(confirmed) && !(await isAlreadyDone(toolbox, userId, requested, context))) return confirmed;
  await voidPendingProofs(toolbox.pool, userId);
  const command = {
    type: 'ChangePassword' as const,
    passwordId: await storePassword(toolbox.pool, userId, requested),
    verifiedPassword: isRefusal(confirmed) ? '' : confirmed.verifiedPassword,
    keptTokenId: tokenId,
  };
  const outcome = await toolbox.commands.execute('user', userId, command, context);
  return isRefusal(outcome) ? outcome : outcome.position;
}

/**
 * A request interrupted after it took effect is retried with a password that is no longer current. Its events are then
 * found in the log; if they are not, an empty password id ensures a refusal.
 */
async function isAlreadyDone(
  { pool }: SignInToolbox,
  userId: number,
  requested: string,
  { isResumed }: CommandContext,
): Promise<boolean> {
  return isResumed === true && (await isCorrectPassword(requested, (await findUser(pool, userId))?.password_hash));
}
