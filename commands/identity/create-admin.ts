import type { Language } from '../../domain/language.ts';
import { invalid, isRefusal, type Refusal } from '../../domain/refusal.ts';
import { findUserByEmail } from '../../projections/identity/queries.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { issueLink, type IssuedLink } from '../../stores/identity/account-links.ts';
import { holdingEmail } from './email-address.ts';
import { isPassword } from '../../stores/identity/password-hashing.ts';
import { registerUser } from './register-user.ts';

export interface NewAdmin {
  readonly email: string;
  /** Null: the address must have an account already, whose password stays. */
  readonly password: string | null;
  readonly name: string | null;
  readonly locale: Language | null;
}

export interface AdminCreated {
  readonly user_id: number;
  readonly email: string;
  /** False when an account that was there before was appointed. */
  readonly created: boolean;
  /** Of an account that was there before and must prove first whose it is: nothing is appointed yet. */
  readonly invitation?: IssuedLink;
}

/**
 * Makes a platform admin: of a new account, or of the one that the address has. Whoever has the password of an account that
 * they have claimed has proven that it is theirs. Any other one may have been prepared by a stranger: it is appointed when
 * the person takes it over through a link that works once.
 */
export function createAdmin(
  toolbox: Toolbox,
  { email, password, name, locale }: NewAdmin,
  context: CommandContext,
): Promise<AdminCreated | Refusal> {
  const { pool } = toolbox;
  return holdingEmail(pool, email, async () => {
    const known = await findUserByEmail(pool, email);
    if (!known) {
      if (password === null) return invalid([{ code: 'required', field: 'password' }]);
      const user = { name: name ?? email, email, password, locale, isPlatformAdmin: true };
      const userId = await registerUser(toolbox, user, context);
      return isRefusal(userId) ? userId : { user_id: userId, email, created: true };
    }
    if (password !== null && !(await isPassword(password, known.password_hash)))
      return invalid([{ code: 'account_has_other_password', field: 'password' }]);
    const account = { user_id: known.id, email: known.email, created: false };
    if (known.is_platform_admin) return account;
    if (password === null || !known.is_claimed) {
      const link = { userId: known.id, email: known.email, purpose: 'invitation', firmId: null } as const;
      return {
        ...account,
        invitation: await issueLink(pool, { ...link, makesPlatformAdmin: true, means: 'handed_over' }),
      };
    }
    const appointed = await toolbox.commands.execute('user', known.id, { type: 'AppointPlatformAdmin' }, context);
    return isRefusal(appointed) ? appointed : account;
  });
}
