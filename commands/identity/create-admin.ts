import type { Language } from '../../domain/language.ts';
import { invalid, isRefusal, type Refusal } from '../../domain/refusal.ts';
import { findUserByEmail } from '../../projections/identity/queries.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { holdingEmail } from './email-address.ts';
import { isPassword } from './passwords.ts';
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
}

/**
 * Makes a platform admin: of a new account, or of the one that the address has. An account that is there keeps its
 * name, language and password; a password that is given must be its own, so that nobody believes to have set it.
 */
export function createAdmin(
  toolbox: Toolbox,
  { email, password, name, locale }: NewAdmin,
  context: CommandContext,
): Promise<AdminCreated | Refusal> {
  return holdingEmail(toolbox.pool, email, async () => {
    const known = await findUserByEmail(toolbox.pool, email);
    if (!known) {
      if (password === null) return invalid([{ code: 'required', field: 'password' }]);
      const user = { name: name ?? email, email, password, locale, isPlatformAdmin: true };
      const userId = await registerUser(toolbox, user, context);
      return isRefusal(userId) ? userId : { user_id: userId, email, created: true };
    }
    if (password !== null && !(await isPassword(password, known.password_hash)))
      return invalid([{ code: 'account_has_other_password', field: 'password' }]);
    const appointed = await toolbox.commands.execute('user', known.id, { type: 'AppointPlatformAdmin' }, context);
    return isRefusal(appointed) ? appointed : { user_id: known.id, email: known.email, created: false };
  });
}
