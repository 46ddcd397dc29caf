import { invalid, isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { findUser } from '../../projections/identity/queries.ts';
import type { CommandContext } from '../support/context.ts';
import type { SignInToolbox } from '../support/toolbox.ts';
import { guarded, isHeld } from '../../stores/identity/guarded-attempts.ts';
import { passwordRefusal } from './password-rules.ts';
import { isPassword } from '../../stores/identity/password-hashing.ts';
import { storePassword } from '../../stores/identity/passwords.ts';

const MOST_FAILURES = 10;
const LOCK_SECONDS = 5 * 60;

/** Which password was found to match, or why it was not compared or does not match. */
export async function confirmPassword(
  { pool, bridge }: SignInToolbox,
  userId: number,
  field: string,
  given: string,
): Promise<{ readonly verifiedPassword: string } | Refusal> {
  // Whoever has stolen a session must not be able to try passwords with it.
  const guard = { subject: `password ${userId}`, most: MOST_FAILURES, seconds: LOCK_SECONDS };
  const outcome = await guarded(pool, guard, async () => {
    const user = await findUser(pool, userId);
    const isRight = user?.external_id
      ? (await bridge?.check(user.email, given))?.user.external_id === user.external_id
      : await isPassword(given, user?.password_hash);
    return { hasFailed: !isRight, result: isRight ? user!.password_id : null };
  });
  if (isHeld(outcome)) {
    if (outcome.held === 'busy') return refuse('overloaded');
    return refuse('password_locked', { field, params: { seconds: outcome.retryAfterSeconds } });
  }
  return outcome === null ? invalid([{ code: 'password_incorrect', field }]) : { verifiedPassword: outcome };
}

export interface PasswordChange {
  readonly current: string;
  readonly requested: string;
  /** The session that asks; every other session and token ends. */
  readonly tokenId: number;
}

/** Gives the place in the log that every process must have taken note of. */
export async function changePassword(
  toolbox: SignInToolbox,
  userId: number,
  { current, requested, tokenId }: PasswordChange,
  context: CommandContext,
): Promise<number | null | Refusal> {
  const user = await findUser(toolbox.pool, userId);
  if (user?.external_id) return refuse('account_external', { field: 'password' });
  const refused = passwordRefusal(requested, user?.email ?? '');
  if (refused) return refused;
  const confirmed = await confirmPassword(toolbox, userId, 'current_password', current);
  if (isRefusal(confirmed) && !(await isDoneAlready(toolbox, userId, requested, context))) return confirmed;
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
 * A request that was interrupted after it had acted comes again with a password that is no longer the current one. Its
 * own events are then found in the log; where they are not, a password that nobody has makes sure of a refusal.
 */
async function isDoneAlready(
  { pool }: SignInToolbox,
  userId: number,
  requested: string,
  { isResumed }: CommandContext,
): Promise<boolean> {
  return isResumed === true && (await isPassword(requested, (await findUser(pool, userId))?.password_hash));
}
