import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { findUserByEmail } from '../../projections/identity/queries.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { findLink, issueLink, useUp, type IssuedLink } from '../../stores/identity/account-links.ts';
import { guarded, isHeld } from '../../stores/identity/guarded-attempts.ts';
import { passwordRefusal } from './password-rules.ts';
import { storePassword } from '../../stores/identity/passwords.ts';

/** Whoever has forgotten the password chooses another one through a link that is mailed to the address of the account. */

const MOST_LINKS = 5;
const LINKS_SECONDS = 60 * 60;

/** A link for the account of the address; null when it has none, or has been sent enough of them. Nobody is told which. */
export async function forgotPassword(
  { pool }: Toolbox,
  email: string,
): Promise<(IssuedLink & { email: string }) | null> {
  const user = await findUserByEmail(pool, email);
  // The password of an account of the external platform is chosen there.
  if (!user || user.external_id !== null) return null;
  const guard = { subject: `reset ${user.id}`, most: MOST_LINKS, seconds: LINKS_SECONDS };
  const link = {
    userId: user.id,
    email: user.email,
    purpose: 'password_reset',
    firmId: null,
    means: 'mailed',
  } as const;
  const outcome = await guarded(pool, guard, async () => ({ hasFailed: true, result: await issueLink(pool, link) }));
  return isHeld(outcome) ? null : { ...outcome, email: user.email };
}

/** The address of the account that a link is for; null for one that does not work any more. */
export async function resetFor({ pool }: Toolbox, token: string): Promise<string | null> {
  return (await findLink(pool, token, 'password_reset'))?.email ?? null;
}

/** Gives the place in the log that every process must have taken note of. */
export async function resetPassword(
  { pool, commands }: Toolbox,
  token: string,
  password: string,
  context: CommandContext,
): Promise<number | null | Refusal> {
  const link = await findLink(pool, token, 'password_reset');
  if (!link) return refuse('link_outdated', { field: 'token' });
  const weak = passwordRefusal(password, link.email);
  if (weak) return weak;
  const own = { ...context, userId: link.user_id, clientMutationId: null };
  const passwordId = await storePassword(pool, link.user_id, password);
  const command = { type: 'ResetPassword', linkId: link.id, passwordId } as const;
  const outcome = await commands.execute('user', link.user_id, command, own);
  if (isRefusal(outcome)) return refuse('link_outdated', { field: 'token' });
  await useUp(pool, link.id);
  return outcome.position;
}
