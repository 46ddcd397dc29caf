import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { listUsersByEmail } from '../../projections/identity/queries.ts';
import { isPasswordDisabled } from '../../projections/identity/sign-on.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { findLink, issueLink, markLinkUsed, type IssuedLink } from '../../stores/identity/account-links.ts';
import { runGuarded, isHeld } from '../../stores/identity/guarded-attempts.ts';
import { findPasswordRefusal } from './password-rules.ts';
import { storePassword } from '../../stores/identity/passwords.ts';
import { voidPendingProofs } from './void-pending.ts';

/** Resets a forgotten password through a link mailed to the address of the account. */

const MOST_LINKS = 5;
const LINKS_SECONDS = 60 * 60;

export interface ResetLetter {
  readonly email: string;
  /** Null if the person cannot use a password: the letter says so. */
  readonly link: IssuedLink | null;
}

/** Prepares the letter; null if there is no account or too many were sent. The caller never reveals which. */
export async function prepareResetLetter({ pool }: Toolbox, email: string): Promise<ResetLetter | null> {
  // The link proves the owner of the address: other accounts of the address stay with the firms that opened them.
  const [user] = await listUsersByEmail(pool, email);
  // Accounts of the external platform change their password there.
  if (!user || user.external_id !== null) return null;
  const isDisabled = await isPasswordDisabled(pool, user.id);
  const guard = { subject: `reset ${user.id}`, most: MOST_LINKS, seconds: LINKS_SECONDS };
  const wanted = {
    userId: user.id,
    email: user.email,
    purpose: 'password_reset',
    firmId: null,
    means: 'mailed',
  } as const;
  const outcome = await runGuarded(pool, guard, async () => ({
    hasFailed: true,
    result: { email: user.email, link: isDisabled ? null : await issueLink(pool, wanted) },
  }));
  return isHeld(outcome) ? null : outcome;
}

/** Finds the address of the account of a reset link. Null if the link is no longer valid. */
export async function findResetEmail({ pool }: Toolbox, token: string): Promise<string | null> {
  return (await findLink(pool, token, 'password_reset'))?.email ?? null;
}

/** Returns the log position that every process must have processed. */
export async function resetPassword(
  { pool, commands }: Toolbox,
  token: string,
  password: string,
  context: CommandContext,
): Promise<number | null | Refusal> {
  const link = await findLink(pool, token, 'password_reset');
  if (!link) return refuse('link_outdated', { field: 'token' });
  if (await isPasswordDisabled(pool, link.user_id)) return refuse('password_sign_in_disabled', { field: 'token' });
  const weak = findPasswordRefusal(password, link.email);
  if (weak) return weak;
  await voidPendingProofs(pool, link.user_id, link.id);
  const own = { ...context, userId: link.user_id, clientMutationId: null };
  const passwordId = await storePassword(pool, link.user_id, password);
  const command = { type: 'ResetPassword', linkId: link.id, passwordId } as const;
  const outcome = await commands.execute('user', link.user_id, command, own);
  if (isRefusal(outcome)) return refuse('link_outdated', { field: 'token' });
  await markLinkUsed(pool, link.id);
  return outcome.position;
}
